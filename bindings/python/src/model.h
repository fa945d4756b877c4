#pragma once

#include <pybind11/pybind11.h>

#include "bindings/python/src/world_handle.h"

namespace cardan::python {

namespace py = pybind11;

using ModelClass = py::class_<ModelHandle>;

/// Adds the algorithms that work at the current state of a model.
void add_algorithms(ModelClass& model);

}  // namespace cardan::python
