#pragma once

#include <pybind11/pybind11.h>

#include "cardan/spatial.h"

namespace cardan::python {

namespace py = pybind11;

/// Reads a pose argument: a cardan.Pose, a position (3), a position and a quaternion w x y z (7),
/// or a homogeneous matrix (4, 4). Throws ValueError for a matrix or quaternion that is not a
/// rotation.
RigidTransform pose_in(py::handle value, const char* name);

/// Returns an array of 6 numbers: [angular; linear] or [moment; force].
py::object twist_out(const SpatialVelocity& V);
py::object wrench_out(const SpatialForce& F);

}  // namespace cardan::python
