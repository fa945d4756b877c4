#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/gil.h"
#include "bindings/python/src/leading_axes.h"
#include "bindings/python/src/parts.h"
#include "bindings/python/src/pose.h"
#include "bindings/python/src/skeleton.h"
#include "cardan/energy.h"
#include "cardan/error.h"
#include "cardan/forward_dynamics.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/skeleton.h"

namespace cardan::python {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// The matrix of entry i of a result.
Eigen::Map<RowMajor> matrix_at(NumbersOut& out, py::ssize_t i, int rows, int columns) {
  return {out.data + i * rows * columns, rows, columns};
}

// Makes a Data object with the pose of its base. base: None or a pose.
Data make_data(const Skeleton& skeleton, py::handle base) {
  Data data(skeleton);
  if (base.is_none()) return data;
  if (skeleton.floating_base()) {
    throw py::value_error("base: the pose of a floating base is a part of q; pass None");
  }
  data.X_W0 = pose_in(base, "base");
  return data;
}

// The arrays q and, for some functions, v and a third array of a skeleton.
struct Motion {
  Motion(const Skeleton& s, py::handle q_in) { q = axes.add("q", q_in, {s.nq()}); }
  Motion(const Skeleton& s, py::handle q_in, py::handle v_in) : Motion(s, q_in) {
    v = axes.add("v", v_in, {s.nv()});
  }
  Motion(const Skeleton& s, py::handle q_in, py::handle v_in, const char* name, py::handle third_in)
      : Motion(s, q_in, v_in) {
    third = axes.add(name, third_in, {s.nv()});
  }
  const double* q_at(py::ssize_t i) const { return axes.at(q, i); }
  const double* v_at(py::ssize_t i) const { return axes.at(v, i); }
  const double* third_at(py::ssize_t i) const { return axes.at(third, i); }

  LeadingAxes axes;
  int q = -1, v = -1, third = -1;
};

// Runs a function of (data, i) for every entry of the leading axes, without the GIL.
template <typename Work>
void run(const Motion& motion, const Skeleton& skeleton, Data& data, Work work) {
  const WithoutGil away;
  for (py::ssize_t i = 0; i < motion.axes.size(); ++i) {
    if (motion.v >= 0) {
      forward_kinematics(skeleton, data, motion.q_at(i), motion.v_at(i));
    } else {
      forward_kinematics(skeleton, data, motion.q_at(i));
    }
    work(i);
  }
}

py::object inverse_dynamics(const Skeleton& s, py::handle q, py::handle v, py::handle a,
                            py::handle gravity, py::handle base) {
  Motion motion(s, q, v, "a", a);
  motion.axes.broadcast();
  Data data = make_data(s, base);
  const Vector3 g = vector3_in(gravity, "gravity");
  NumbersOut tau = motion.axes.result({s.nv()});
  double* out = tau.data;
  run(motion, s, data, [&](py::ssize_t i) {
    rnea(s, data, motion.v_at(i), motion.third_at(i), g, out + i * s.nv());
  });
  return tau.array;
}

py::object bias(const Skeleton& s, py::handle q, py::handle v, py::handle gravity,
                py::handle base) {
  Motion motion(s, q, v);
  motion.axes.broadcast();
  Data data = make_data(s, base);
  const Vector3 g = vector3_in(gravity, "gravity");
  NumbersOut C = motion.axes.result({s.nv()});
  double* out = C.data;
  run(motion, s, data, [&](py::ssize_t i) {
    bias_forces(s, data, motion.v_at(i), g);
    std::copy(data.bias.begin(), data.bias.begin() + s.nv(), out + i * s.nv());
  });
  return C.array;
}

py::object mass_matrix(const Skeleton& s, py::handle q) {
  Motion motion(s, q);
  motion.axes.broadcast();
  Data data(s);
  NumbersOut M = motion.axes.result({s.nv(), s.nv()});
  MatrixX dense(s.nv(), s.nv());
  run(motion, s, data, [&](py::ssize_t i) {
    compute_world_inertias(s, data);
    crba(s, data);
    dense_mass_matrix(s, data, dense);
    matrix_at(M, i, s.nv(), s.nv()) = dense;
  });
  return M.array;
}

py::object forward_dynamics(const Skeleton& s, py::handle q, py::handle v, py::handle tau,
                            py::handle gravity, py::handle base) {
  Motion motion(s, q, v, "tau", tau);
  motion.axes.broadcast();
  Data data = make_data(s, base);
  const Vector3 g = vector3_in(gravity, "gravity");
  NumbersOut a = motion.axes.result({s.nv()});
  double* out = a.data;
  run(motion, s, data, [&](py::ssize_t i) {
    aba(s, data, motion.v_at(i), motion.third_at(i), g, out + i * s.nv());
  });
  return a.array;
}

py::object pose_of_frame(const Skeleton& s, py::handle q, const std::string& frame,
                         py::handle base) {
  Motion motion(s, q);
  motion.axes.broadcast();
  Data data = make_data(s, base);
  const int index = s.require_frame(frame);
  NumbersOut poses = motion.axes.result({4, 4});
  run(motion, s, data, [&](py::ssize_t i) {
    const RigidTransform X = cardan::frame_pose(s, data, index);
    auto pose = matrix_at(poses, i, 4, 4);
    pose.setIdentity();
    pose.topLeftCorner<3, 3>() = X.R;
    pose.topRightCorner<3, 1>() = X.p;
  });
  return poses.array;
}

py::object jacobian(const Skeleton& s, py::handle q, const std::string& frame,
                    const std::string& reference, py::handle base) {
  Motion motion(s, q);
  motion.axes.broadcast();
  Data data = make_data(s, base);
  const int index = s.require_frame(frame);
  const ReferenceFrame axes = reference_in(reference);
  NumbersOut J = motion.axes.result({6, s.nv()});
  Matrix6X one(6, s.nv());
  run(motion, s, data, [&](py::ssize_t i) {
    frame_jacobian(s, data, index, axes, one);
    matrix_at(J, i, 6, s.nv()) = one;
  });
  return J.array;
}

py::object jacobian_rate(const Skeleton& s, py::handle q, py::handle v, const std::string& frame,
                         const std::string& reference, py::handle base) {
  Motion motion(s, q, v);
  motion.axes.broadcast();
  Data data = make_data(s, base);
  const int index = s.require_frame(frame);
  const ReferenceFrame axes = reference_in(reference);
  NumbersOut rates = motion.axes.result({6});
  double* out = rates.data;
  run(motion, s, data, [&](py::ssize_t i) {
    const SpatialVelocity rate = frame_jacobian_rate(s, data, index, axes, motion.v_at(i));
    Eigen::Map<Vector6>(out + 6 * i) << rate.angular, rate.linear;
  });
  return rates.array;
}

py::object center(const Skeleton& s, py::handle q, py::handle base) {
  Motion motion(s, q);
  motion.axes.broadcast();
  Data data = make_data(s, base);
  NumbersOut points = motion.axes.result({3});
  double* out = points.data;
  run(motion, s, data,
      [&](py::ssize_t i) { Eigen::Map<Vector3>(out + 3 * i) = center_of_mass(s, data); });
  return points.array;
}

py::object centroidal(const Skeleton& s, py::handle q, py::handle base) {
  Motion motion(s, q);
  motion.axes.broadcast();
  Data data = make_data(s, base);
  NumbersOut A_G = motion.axes.result({6, s.nv()});
  Matrix6X one(6, s.nv());
  run(motion, s, data, [&](py::ssize_t i) {
    centroidal_momentum_matrix(s, data, one);
    matrix_at(A_G, i, 6, s.nv()) = one;
  });
  return A_G.array;
}

py::object centroidal_rate(const Skeleton& s, py::handle q, py::handle v, py::handle base) {
  Motion motion(s, q, v);
  motion.axes.broadcast();
  Data data = make_data(s, base);
  NumbersOut rates = motion.axes.result({6});
  double* out = rates.data;
  run(motion, s, data, [&](py::ssize_t i) {
    const SpatialForce rate = centroidal_momentum_rate(s, data, motion.v_at(i));
    Eigen::Map<Vector6>(out + 6 * i) << rate.moment, rate.force;
  });
  return rates.array;
}

py::tuple inverse_derivatives(const Skeleton& s, py::handle q, py::handle v, py::handle a,
                              py::handle gravity, py::handle base) {
  Motion motion(s, q, v, "a", a);
  motion.axes.broadcast();
  Data data = make_data(s, base);
  const Vector3 g = vector3_in(gravity, "gravity");
  const int n = s.nv();
  NumbersOut by_q = motion.axes.result({n, n}), by_v = motion.axes.result({n, n}),
             by_a = motion.axes.result({n, n});
  RneaDerivatives out(s);
  run(motion, s, data, [&](py::ssize_t i) {
    rnea_derivatives(s, data, motion.v_at(i), motion.third_at(i), g, out);
    matrix_at(by_q, i, n, n) = out.dtau_dq;
    matrix_at(by_v, i, n, n) = out.dtau_dv;
    matrix_at(by_a, i, n, n) = out.dtau_da;
  });
  return py::make_tuple(by_q.array, by_v.array, by_a.array);
}

py::tuple forward_derivatives(const Skeleton& s, py::handle q, py::handle v, py::handle tau,
                              py::handle gravity, py::handle base) {
  Motion motion(s, q, v, "tau", tau);
  motion.axes.broadcast();
  Data data = make_data(s, base);
  const Vector3 g = vector3_in(gravity, "gravity");
  const int n = s.nv();
  NumbersOut by_q = motion.axes.result({n, n}), by_v = motion.axes.result({n, n}),
             by_tau = motion.axes.result({n, n});
  ForwardDynamicsDerivatives out(s);
  run(motion, s, data, [&](py::ssize_t i) {
    if (!forward_dynamics_derivatives(s, data, motion.v_at(i), motion.third_at(i), g, out)) {
      throw Error("the mass matrix is singular", s.name(), "give every moving link a mass");
    }
    matrix_at(by_q, i, n, n) = out.da_dq;
    matrix_at(by_v, i, n, n) = out.da_dv;
    matrix_at(by_tau, i, n, n) = out.da_dtau;
  });
  return py::make_tuple(by_q.array, by_v.array, by_tau.array);
}

py::tuple energies(const Skeleton& s, py::handle q, py::handle v, py::handle gravity,
                   py::handle base) {
  Motion motion(s, q, v);
  motion.axes.broadcast();
  Data data = make_data(s, base);
  const Vector3 g = vector3_in(gravity, "gravity");
  NumbersOut kinetic = motion.axes.result({}), potential = motion.axes.result({});
  double *T = kinetic.data, *U = potential.data;
  run(motion, s, data, [&](py::ssize_t i) {
    T[i] = kinetic_energy(s, data, motion.v_at(i));
    U[i] = potential_energy(s, data, motion.q_at(i), g);
  });
  return py::make_tuple(kinetic.array, potential.array);
}

py::object step_along(const Skeleton& s, py::handle q, py::handle v, double h) {
  Motion motion(s, q, v);
  motion.axes.broadcast();
  NumbersOut moved = motion.axes.result({s.nq()});
  double* out = moved.data;
  {
    const WithoutGil away;
    for (py::ssize_t i = 0; i < motion.axes.size(); ++i) {
      integrate(s, motion.q_at(i), motion.v_at(i), h, out + i * s.nq());
    }
  }
  return moved.array;
}

py::object step_between(const Skeleton& s, py::handle q0, py::handle q1) {
  LeadingAxes axes;
  const int from = axes.add("q0", q0, {s.nq()}), to = axes.add("q1", q1, {s.nq()});
  axes.broadcast();
  NumbersOut v = axes.result({s.nv()});
  double* out = v.data;
  {
    const WithoutGil away;
    for (py::ssize_t i = 0; i < axes.size(); ++i) {
      difference(s, axes.at(from, i), axes.at(to, i), out + i * s.nv());
    }
  }
  return v.array;
}

py::object neutral(const Skeleton& s) { return vector_made(s.neutral_configuration()); }

py::object random(const Skeleton& s, std::uint64_t seed) {
  NumbersOut q({s.nq()});
  random_configuration(s, seed, q.data);
  return q.array;
}

py::tuple earth() { return py::make_tuple(0.0, 0.0, -9.81); }

}  // namespace

void bind_dynamics(py::module_& parent) {
  py::module_ module = parent.def_submodule(
      "dynamics",
      "Multibody algorithms on a Skeleton and arrays.\n\n"
      "The last axis of q has nq entries; the last axis of v, a and tau has nv. All leading\n"
      "axes are broadcast as in NumPy, and the result has the same leading axes. The equation\n"
      "is M(q) a + C(q, v) = tau, with gravity in C. Derivatives with respect to q are those\n"
      "along `integrate`. Quaternions must have unit length. `base` is the pose [R p; 0 1] of a\n"
      "fixed base in the world.");
  bind_skeleton(module);
  const auto skeleton = py::arg("skeleton");
  const auto gravity = py::arg("gravity") = earth();
  const auto base = py::arg("base") = py::none();
  const auto reference = py::arg("reference") = "local_world_aligned";
  module.def("rnea", &inverse_dynamics, skeleton, py::arg("q"), py::arg("v"), py::arg("a"), gravity,
             base,
             "(..., nv) Inverse dynamics tau = M a + C(q, v) [N m, N].\n\n"
             "Source: Featherstone 2008, tab. 5.1.");
  module.def("bias_forces", &bias, skeleton, py::arg("q"), py::arg("v"), gravity, base,
             "(..., nv) C(q, v): Coriolis, centrifugal and gravity forces [N m, N].");
  module.def("crba", &mass_matrix, skeleton, py::arg("q"),
             "(..., nv, nv) Mass matrix M(q) with armature [kg m^2, kg m, kg].\n\n"
             "Source: Featherstone 2008, tab. 6.2.");
  module.def("aba", &forward_dynamics, skeleton, py::arg("q"), py::arg("v"), py::arg("tau"),
             gravity, base,
             "(..., nv) Forward dynamics a = M^-1 (tau - C(q, v)) [rad/s^2, m/s^2].\n\n"
             "Source: Featherstone 2008, tab. 7.1. Accelerations are NaN where M is singular.");
  module.def("rnea_derivatives", &inverse_derivatives, skeleton, py::arg("q"), py::arg("v"),
             py::arg("a"), gravity, base,
             "Three arrays (..., nv, nv): derivatives of rnea with respect to q, v and a.\n\n"
             "Source: Carpentier and Mansard 2018; Singh, Russell and Wensing 2022.");
  module.def("aba_derivatives", &forward_derivatives, skeleton, py::arg("q"), py::arg("v"),
             py::arg("tau"), gravity, base,
             "Three arrays (..., nv, nv): derivatives of aba with respect to q, v and tau.\n\n"
             "Source: Carpentier and Mansard 2018, (9). Raises Error where M is singular.");
  module.def("frame_pose", &pose_of_frame, skeleton, py::arg("q"), py::arg("frame"), base,
             "(..., 4, 4) Pose [R p; 0 1] of a link or frame in the world [m].");
  module.def(
      "jacobian", &jacobian, skeleton, py::arg("q"), py::arg("frame"), reference, base,
      "(..., 6, nv) Jacobian J of a link or frame, angular rows first: J v is the velocity of\n"
      "the link or frame.\n\n"
      "reference: 'local_world_aligned' (velocity of the origin, axes of the world), 'local'\n"
      "(axes of the frame) or 'world' (velocity of the material point at the world's origin).");
  module.def("jacobian_rate", &jacobian_rate, skeleton, py::arg("q"), py::arg("v"),
             py::arg("frame"), reference, base,
             "(..., 6) dJ/dt v for the Jacobian J of `jacobian` [rad/s^2, m/s^2].");
  module.def("center_of_mass", &center, skeleton, py::arg("q"), base,
             "(..., 3) Centre of mass in the world [m].");
  module.def("centroidal_momentum_matrix", &centroidal, skeleton, py::arg("q"), base,
             "(..., 6, nv) A_G: A_G v is the angular momentum about the centre of mass [kg m^2/s]\n"
             "and the linear momentum [kg m/s]. Source: Orin, Goswami and Lee 2013.");
  module.def("centroidal_momentum_rate", &centroidal_rate, skeleton, py::arg("q"), py::arg("v"),
             base, "(..., 6) dA_G/dt v [N m, N].");
  module.def("energies", &energies, skeleton, py::arg("q"), py::arg("v"), gravity, base,
             "Two arrays (...): kinetic and potential energy [J]; the potential energy is 0 at\n"
             "the height of the world's origin.");
  module.def("integrate", &step_along, skeleton, py::arg("q"), py::arg("v"), py::arg("h") = 1.0,
             "(..., nq) q moved by h v along the configuration manifold, with h in s.");
  module.def("difference", &step_between, skeleton, py::arg("q0"), py::arg("q1"),
             "(..., nv) The velocity v for which integrate(skeleton, q0, v) is q1.");
  module.def("neutral_configuration", &neutral, skeleton,
             "(nq) Configuration with all joints at zero, clamped to their limits, and identity\n"
             "rotations.");
  module.def("random_configuration", &random, skeleton, py::arg("seed"),
             "(nq) Random configuration within the joint limits, which depends only on the\n"
             "seed.");
}

}  // namespace cardan::python
