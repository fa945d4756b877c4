#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "bindings/python/src/world_handle.h"

namespace cardan::python {

namespace py = pybind11;

using WorldClass = py::class_<WorldHandle, std::shared_ptr<WorldHandle>>;

// Each function adds the members of World for one topic and has its own source file.
void add_making(WorldClass& world);
void add_stepping(WorldClass& world);
void add_reading(WorldClass& world);
void add_changes(WorldClass& world);
void add_loops(WorldClass& world);
void add_sensors(WorldClass& world);
void add_copies(WorldClass& world);
void add_islands(WorldClass& world);
void add_linearize(WorldClass& world);
void add_queries(WorldClass& world);
void add_capture(WorldClass& world);
void add_replay(WorldClass& world);

/// A scene document with one body. It is used to read the options of World, and of the calls that
/// change the contact law. Only keys such as `contact` and `materials` are used.
py::dict scene_document();

}  // namespace cardan::python
