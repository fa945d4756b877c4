#pragma once

#include <pybind11/pybind11.h>

#include "cardan/dynamics/urdf/urdf_options.h"

namespace cardan::python {

namespace py = pybind11;

/// Options of cardan.urdf by name. Throws TypeError for an unknown option.
UrdfOptions urdf_options_in(const py::kwargs& given);

}  // namespace cardan::python
