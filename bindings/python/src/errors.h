#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "bindings/python/src/text_caster.h"
#include "cardan/error.h"

namespace cardan::python {

namespace py = pybind11;

/// Error of a step that fails the check of World.step(check=True). Becomes cardan.StepError in
/// Python.
class StepFailure : public Error {
 public:
  using Error::Error;
};

py::str text_out(const std::string& text);

/// Replaces names and remedies of C++ and of the command in a message by those of Python.
std::string python_words(std::string text);

/// Throws KeyError with a message, which may name things of a file.
[[noreturn]] void fail_key(const std::string& message);

/// Sets the Python exception for a C++ error: cardan.Error or cardan.StepError, with the attributes
/// what, where and hint.
void set_python_error(const Error& error);

}  // namespace cardan::python
