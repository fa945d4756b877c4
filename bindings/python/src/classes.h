#pragma once

#include <pybind11/pybind11.h>

namespace cardan::python {

namespace py = pybind11;

/// Gives all classes and functions of the module, which must be complete, what pybind11 leaves out:
///  - pickle in every protocol, or a TypeError that names the cure;
///  - a TypeError for __new__ without __init__, which makes an object without contents;
///  - one line as message of a call with arguments of the wrong type.
void complete_classes(py::module_& module);

/// Makes messages of one line for all functions of the module and of its classes.
void shorten_messages(py::module_& module);

}  // namespace cardan::python
