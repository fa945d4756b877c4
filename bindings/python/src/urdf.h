#pragma once

#include <pybind11/pybind11.h>

#include "cardan/robot_description.h"

namespace cardan::python {

namespace py = pybind11;

/// Converts the keyword arguments of cardan.urdf to options. Throws TypeError for an unknown
/// option.
UrdfOptions urdf_options_in(const py::kwargs& given);

}  // namespace cardan::python
