#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "bindings/python/src/world_handle.h"

namespace cardan::python {

namespace py = pybind11;

class OpenRecording;

/// A recording of a world as Python sees it. The world owns the file.
struct RecorderHandle {
  std::shared_ptr<WorldHandle> world;
  std::shared_ptr<OpenRecording> recording;
};

RecorderHandle open_recorder(const std::shared_ptr<WorldHandle>& world, const py::object& file,
                             double every);

}  // namespace cardan::python
