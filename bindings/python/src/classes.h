#pragma once

#include <pybind11/pybind11.h>

#include "bindings/python/src/text_caster.h"

namespace cardan::python {

namespace py = pybind11;

/// Adds features that pybind11 does not provide to all classes and functions of the module. Must be
/// called when the module is complete.
///  - pickle in every protocol, or a TypeError that names the alternative;
///  - a TypeError for __new__ without __init__, which would make an object without contents;
///  - a one-line message for a call with arguments of the wrong type.
void complete_classes(py::module_& module);

/// Shortens the error messages of all functions of the module and of its classes to one line.
void shorten_messages(py::module_& module);

}  // namespace cardan::python
