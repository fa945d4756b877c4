#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "cardan/core/error.h"

namespace cardan::python {

namespace py = pybind11;

/// Error of a step that fails the check of World.step(check=True). Becomes cardan.StepError in
/// Python.
class StepFailure : public Error {
 public:
  using Error::Error;
};

/// Human-readable text. File names may contain bytes that are not UTF-8; these become \\xNN.
py::str text_out(const std::string& text);

/// Sets the Python exception for a C++ error: cardan.Error or cardan.StepError, with the attributes
/// what, where and hint.
void set_python_error(const Error& error);

}  // namespace cardan::python
