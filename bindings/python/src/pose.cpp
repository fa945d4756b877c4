#include "bindings/python/src/pose.h"

#include <cmath>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"

namespace cardan::python {

namespace {

using Matrix4InCOrder = Eigen::Matrix<double, 4, 4, Eigen::RowMajor>;

// Largest |RᵀR − 1| of a matrix that counts as a rotation.
constexpr double kRotationRoom = 1e-6;

Vector3 finite(const Vector3& x, const char* name) {
  if (x.allFinite()) return x;
  std::string message = name;
  throw py::value_error(message.append(": expected finite numbers"));
}

Matrix3 checked_rotation(const Matrix3& R, const char* name) {
  const double error = (R.transpose() * R - Matrix3::Identity()).cwiseAbs().maxCoeff();
  if (error <= kRotationRoom && R.determinant() > 0) return R;
  std::string message = name;
  throw py::value_error(message.append(": the matrix is not a rotation"));
}

Matrix3 rotation_of(const Vector4& wxyz, const char* name) {
  const double norm = wxyz.norm();
  if (!(norm > 0) || !std::isfinite(norm)) {
    std::string message = name;
    throw py::value_error(message.append(": the quaternion w x y z is not a rotation"));
  }
  return Quaternion(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).normalized().toRotationMatrix();
}

RigidTransform make_pose(py::handle position, py::handle rotation, py::handle quaternion,
                         py::handle rpy) {
  const int given = int{!rotation.is_none()} + int{!quaternion.is_none()} + int{!rpy.is_none()};
  if (given > 1) throw py::type_error("Pose: give one of rotation, quaternion and rpy");
  const Vector3 p = finite(vector3_in(position, "position"), "position");
  if (!rpy.is_none()) {
    return RigidTransform::from_xyz_rpy(p, finite(vector3_in(rpy, "rpy"), "rpy"));
  }
  if (!quaternion.is_none()) {
    Vector4 wxyz;
    copy_in(quaternion, "quaternion", 4, wxyz.data());
    return {rotation_of(wxyz, "quaternion"), p};
  }
  if (!rotation.is_none()) {
    return {checked_rotation(matrix3_in(rotation, "rotation"), "rotation"), p};
  }
  return RigidTransform(p);
}

py::object quaternion_out(const RigidTransform& X) {
  const Quaternion Q(X.R);
  const double sign = Q.w() < 0 ? -1 : 1;
  return vector_out(sign * Vector4(Q.w(), Q.x(), Q.y(), Q.z()));
}

py::object matrix4_out(const RigidTransform& X) {
  NumbersOut out({4, 4});
  Eigen::Map<Matrix4InCOrder> T(out.data);
  T.setIdentity();
  T.topLeftCorner<3, 3>() = X.R;
  T.topRightCorner<3, 1>() = X.p;
  return read_only(std::move(out.array));
}

// A pose times a pose, or times points (..., 3).
py::object times(const RigidTransform& X, py::handle other) {
  if (py::isinstance<RigidTransform>(other)) return py::cast(X * other.cast<RigidTransform>());
  const NumbersIn points(other, "points");
  points.expect_last_axes({3});
  NumbersOut out(points.shape());
  for (py::ssize_t i = 0; i < points.size(); i += 3) {
    Eigen::Map<Vector3>(out.data + i) = X * Vector3(points.data() + i);
  }
  return std::move(out.array);
}

// Hashes the numbers. 0 and -0 are equal, so they have the same hash.
py::ssize_t hash_of(const RigidTransform& X) {
  double numbers[12];
  Eigen::Map<Vector3>{numbers} = X.p.array() + 0.0;
  Eigen::Map<Matrix3>{numbers + 3} = X.R.array() + 0.0;
  return py::hash(py::bytes(reinterpret_cast<const char*>(numbers), sizeof numbers));
}

py::str pose_text(const RigidTransform& X) {
  const Vector3 rpy = roll_pitch_yaw(X.R);
  return py::str("Pose(position=({:.6g}, {:.6g}, {:.6g}), rpy=({:.6g}, {:.6g}, {:.6g}))")
      .format(X.p.x(), X.p.y(), X.p.z(), rpy.x(), rpy.y(), rpy.z());
}

}  // namespace

RigidTransform pose_in(py::handle value, const char* name) {
  if (py::isinstance<RigidTransform>(value)) return value.cast<RigidTransform>();
  const NumbersIn numbers(value, name);
  if (numbers.shape() == std::vector<py::ssize_t>{3}) {
    return RigidTransform(finite(Vector3(numbers.data()), name));
  }
  if (numbers.shape() == std::vector<py::ssize_t>{7}) {
    return {rotation_of(Eigen::Map<const Vector4>(numbers.data() + 3), name),
            finite(Vector3(numbers.data()), name)};
  }
  if (numbers.shape() == std::vector<py::ssize_t>{4, 4}) {
    const Eigen::Map<const Matrix4InCOrder> T(numbers.data());
    std::string message = name;
    if (T.row(3) != Eigen::RowVector4d(0, 0, 0, 1)) {
      throw py::value_error(message.append(": the last row of the matrix is not 0 0 0 1"));
    }
    return {checked_rotation(T.topLeftCorner<3, 3>(), name),
            finite(T.topRightCorner<3, 1>(), name)};
  }
  std::string message = name;
  message.append(
      ": expected a Pose, a position (3,), a position with a quaternion w x y z (7,) or "
      "a homogeneous matrix (4, 4), got ");
  throw py::value_error(message.append(shape_text(numbers.shape())));
}

py::object twist_out(const SpatialVelocity& V) {
  NumbersOut out({6});
  Eigen::Map<Vector6>(out.data) << V.angular, V.linear;
  return read_only(std::move(out.array));
}

py::object wrench_out(const SpatialForce& F) {
  NumbersOut out({6});
  Eigen::Map<Vector6>(out.data) << F.moment, F.force;
  return read_only(std::move(out.array));
}

void bind_pose(py::module_& module) {
  py::class_<RigidTransform>(
      module, "Pose",
      "Pose X_AB of frame B in frame A: p_A = R p_B + p. Immutable.\n\n"
      "A pose argument may also be a position (3,), a position with a quaternion w x y z\n"
      "(7,), as in `q` of a floating base, or a homogeneous matrix (4, 4).")
      .def(py::init([](const py::object& position, const py::object& rotation,
                       const py::object& quaternion, const py::object& rpy) {
             return make_pose(position, rotation, quaternion, rpy);
           }),
           py::arg("position") = py::make_tuple(0.0, 0.0, 0.0), py::kw_only(),
           py::arg("rotation") = py::none(), py::arg("quaternion") = py::none(),
           py::arg("rpy") = py::none(),
           "position: p [m]. The rotation is given as a matrix (3, 3), a quaternion w x y z, or\n"
           "fixed-axis roll, pitch and yaw angles [rad], as in URDF.")
      .def_property_readonly(
          "position", [](const RigidTransform& X) { return vector_out(X.p); },
          "Position p [m], (3,), a copy.")
      .def_property_readonly(
          "rotation", [](const RigidTransform& X) { return matrix_out(X.R); },
          "Rotation matrix R, (3, 3), a copy.")
      .def_property_readonly("quaternion", &quaternion_out,
                             "Unit quaternion w x y z with w >= 0, (4,), a copy.")
      .def_property_readonly(
          "rpy", [](const RigidTransform& X) { return vector_out(roll_pitch_yaw(X.R)); },
          "Roll, pitch and yaw angles [rad], (3,), with the pitch in [-pi/2, pi/2].")
      .def_property_readonly("matrix", &matrix4_out, "Homogeneous matrix, (4, 4), a copy.")
      .def("inverse", &RigidTransform::inverse, "The inverse: the pose of A in B.")
      .def(
          "__matmul__", [](const RigidTransform& X, const py::object& y) { return times(X, y); },
          py::arg("other"),
          "X @ Y composes two poses; X @ points transforms points of shape (..., 3) [m].")
      .def(
          "__eq__",
          [](const RigidTransform& X, const py::object& other) -> py::object {
            if (!py::isinstance<RigidTransform>(other)) {
              return py::reinterpret_borrow<py::object>(Py_NotImplemented);
            }
            const auto& Y = other.cast<const RigidTransform&>();
            return py::bool_(X.p == Y.p && X.R == Y.R);
          },
          py::arg("other"), "True if all numbers of position and rotation are equal.")
      .def("__hash__", &hash_of)
      .def("__repr__", &pose_text)
      .def(py::pickle(
          [](const RigidTransform& X) { return py::make_tuple(vector_out(X.p), matrix_out(X.R)); },
          [](const py::tuple& parts) {
            if (parts.size() != 2) throw py::value_error("Pose: not the state of a pose");
            return RigidTransform(matrix3_in(parts[1], "rotation"),
                                  vector3_in(parts[0], "position"));
          }));
}

}  // namespace cardan::python
