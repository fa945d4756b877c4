#pragma once

#include <pybind11/pybind11.h>

namespace cardan::python {

namespace py = pybind11;

// Each function adds the classes of one source to the module.
void bind_errors(py::module_& module);

}  // namespace cardan::python
