#include <pybind11/pybind11.h>

#include <exception>

#include "bind.h"
#include "cardan/core/error.h"

namespace cardan::python {

void bind_errors(py::module_& module) {
  py::register_exception<Error>(module, "Error", PyExc_RuntimeError);
}

}  // namespace cardan::python
