#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/model.h"
#include "bindings/python/src/parts.h"
#include "bindings/python/src/pose.h"
#include "cardan/model.h"

namespace cardan::python {

namespace {

VectorX dofs_in(const Model& model, const NumbersIn& numbers) {
  return numbers.vector(model.v().size());
}

// Matrices and vectors at the current state, by their member functions.
using MatrixOf = MatrixX (Model::*)() const;
using VectorOf = VectorX (Model::*)() const;

void add_matrix(ModelClass& model, const char* name, MatrixOf of, const char* doc) {
  model.def(
      name, [of](const ModelHandle& m) { return matrix_made((m.get().*of)()); }, doc);
}

void add_vector(ModelClass& model, const char* name, VectorOf of, const char* doc) {
  model.def(
      name, [of](const ModelHandle& m) { return vector_made((m.get().*of)()); }, doc);
}

py::tuple inverse_derivatives(const ModelHandle& handle, const py::object& a) {
  const NumbersIn a_in(a, "a");
  const Model& model = handle.get();
  const RneaDerivatives d = model.inverse_dynamics_derivatives(dofs_in(model, a_in));
  return py::make_tuple(matrix_made(d.dtau_dq), matrix_made(d.dtau_dv), matrix_made(d.dtau_da));
}

py::tuple forward_derivatives(const ModelHandle& handle, const py::object& tau) {
  const NumbersIn tau_in(tau, "tau");
  const Model& model = handle.get();
  const ForwardDynamicsDerivatives d = model.forward_dynamics_derivatives(dofs_in(model, tau_in));
  return py::make_tuple(matrix_made(d.da_dq), matrix_made(d.da_dv), matrix_made(d.da_dtau));
}

void add_dynamics(ModelClass& model) {
  add_matrix(model, "mass_matrix", &Model::mass_matrix,
             "Mass matrix M(q), (nv, nv), with armature [Featherstone 2008, ch. 6].");
  add_matrix(model, "inverse_mass_matrix", &Model::inverse_mass_matrix, "The inverse of M(q).");
  add_matrix(model, "coriolis_matrix", &Model::coriolis_matrix,
             "Coriolis matrix C(q, v), (nv, nv), for which dM/dt - 2 C is skew-symmetric\n"
             "[Echeandia, Wensing 2021].");
  add_vector(model, "bias_forces", &Model::bias_forces,
             "Bias forces C(q, v), (nv,), including gravity: M dv/dt + C = tau [N m, N].");
  add_vector(model, "gravity_forces", &Model::gravity_forces, "Bias forces at rest, (nv,).");
  add_vector(model, "passive_forces", &Model::passive_forces,
             "Forces of the joints' springs and dampers, (nv,). The bias forces do not contain\n"
             "these forces.");
  model
      .def(
          "inverse_dynamics",
          [](const ModelHandle& m, const py::object& a) {
            const NumbersIn a_in(a, "a");
            const Model& one = m.get();
            return vector_made(one.inverse_dynamics(dofs_in(one, a_in)));
          },
          py::arg("a"), "tau = M a + C(q, v), (nv,), for accelerations a (nv,).")
      .def(
          "forward_dynamics",
          [](const ModelHandle& m, const py::object& tau) {
            const NumbersIn tau_in(tau, "tau");
            const Model& one = m.get();
            return vector_made(one.forward_dynamics(dofs_in(one, tau_in)));
          },
          py::arg("tau"), "a = M^-1 (tau - C(q, v)), (nv,), without contacts and loops.")
      .def("inverse_dynamics_derivatives", &inverse_derivatives, py::arg("a"),
           "(dtau/dq, dtau/dv, dtau/da), each (nv, nv); q is perturbed in the tangent space.")
      .def("forward_dynamics_derivatives", &forward_derivatives, py::arg("tau"),
           "(da/dq, da/dv, da/dtau), each (nv, nv).");
}

void add_jacobians(ModelClass& model) {
  model
      .def(
          "jacobian",
          [](const ModelHandle& m, const std::string& link, const py::object& point,
             const std::string& reference) {
            const Vector3 p = vector3_in(point, "point");
            const Model& one = m.get();
            return matrix_made(one.jacobian(one.link(link), p, reference_in(reference)));
          },
          py::arg("link"), py::arg("point") = py::make_tuple(0.0, 0.0, 0.0),
          py::arg("reference") = "local_world_aligned",
          "Jacobian of a link, (6, nv), as in Link.jacobian.")
      .def(
          "jacobian_rate",
          [](const ModelHandle& m, const std::string& link, const py::object& point,
             const std::string& reference) {
            const Vector3 p = vector3_in(point, "point");
            const Model& one = m.get();
            return twist_out(one.jacobian_rate(one.link(link), p, reference_in(reference)));
          },
          py::arg("link"), py::arg("point") = py::make_tuple(0.0, 0.0, 0.0),
          py::arg("reference") = "local_world_aligned",
          "dJ/dt v of a link, (6,), as in Link.jacobian_rate.")
      .def(
          "center_of_mass",
          [](const ModelHandle& m) { return vector_out(m.get().center_of_mass()); },
          "Centre of mass of the moving bodies in W [m], (3,).")
      .def(
          "center_of_mass_velocity",
          [](const ModelHandle& m) { return vector_out(m.get().center_of_mass_velocity()); },
          "Velocity of the centre of mass [m/s], (3,), in axes of W.")
      .def(
          "center_of_mass_jacobian",
          [](const ModelHandle& m) { return matrix_made(m.get().center_of_mass_jacobian()); },
          "Jacobian of the centre of mass, (3, nv), in axes of W.")
      .def(
          "centroidal_momentum",
          [](const ModelHandle& m) { return wrench_out(m.get().centroidal_momentum()); },
          "Angular momentum about the centre of mass and linear momentum, (6,).")
      .def(
          "centroidal_momentum_matrix",
          [](const ModelHandle& m) { return matrix_made(m.get().centroidal_momentum_matrix()); },
          "Matrix A_G, (6, nv), for which A_G v is the centroidal momentum [Orin, Goswami, Lee\n"
          "2013].")
      .def(
          "centroidal_momentum_rate",
          [](const ModelHandle& m) { return wrench_out(m.get().centroidal_momentum_rate()); },
          "dA_G/dt v, (6,) [N m, N].");
}

// A target {"frame": …, "position": …, "orientation": …, "point": …, weights}.
IkTarget target_in(py::handle value) {
  if (!py::isinstance<py::dict>(value)) throw py::type_error("targets: expected dicts");
  IkTarget target;
  for (const auto& [key, entry] : value.cast<py::dict>()) {
    const std::string name = key.cast<std::string>();
    if (name == "frame") {
      target.frame = entry.cast<std::string>();
    } else if (name == "position") {
      target.position = vector3_in(entry, "position");
    } else if (name == "orientation") {
      target.orientation = matrix3_in(entry, "orientation");
    } else if (name == "point") {
      target.point = vector3_in(entry, "point");
    } else if (name == "position_weight") {
      target.position_weight = number_in(entry, "position_weight");
    } else if (name == "orientation_weight") {
      target.orientation_weight = number_in(entry, "orientation_weight");
    } else {
      std::string message = "targets: unknown key '";
      throw py::value_error(message.append(name).append(
          "'; expected frame, position, orientation, point, position_weight, orientation_weight"));
    }
  }
  return target;
}

IkResult solve_ik_from(const ModelHandle& handle, const py::list& targets, const py::object& start,
                       const py::object& posture, const std::vector<std::string>& locked_joints,
                       int attempts, int max_iterations, double position_tolerance,
                       double orientation_tolerance, std::uint64_t seed) {
  std::vector<IkTarget> goals;
  for (const py::handle one : targets) goals.push_back(target_in(one));
  std::optional<NumbersIn> start_in, posture_in;
  if (!start.is_none()) start_in.emplace(start, "start");
  if (!posture.is_none()) posture_in.emplace(posture, "posture");
  const Model& model = handle.get();
  IkOptions options;
  if (start_in) options.start = start_in->vector(model.q().size());
  if (posture_in) options.posture = posture_in->vector(model.q().size());
  options.locked_joints = locked_joints;
  options.attempts = attempts;
  options.max_iterations = max_iterations;
  options.position_tolerance = position_tolerance;
  options.orientation_tolerance = orientation_tolerance;
  options.seed = seed;
  const Away away(*handle.world);
  return model.solve_ik(goals, options);
}

}  // namespace

void bind_ik_result(py::module_& module) {
  py::class_<IkResult>(module, "IkResult", "Result of Model.solve_ik.")
      .def_property_readonly(
          "q", [](const IkResult& r) { return vector_out(r.q); },
          "The resulting posture, (nq,); if the search did not converge, the posture with the\n"
          "smallest error.")
      .def_readonly("converged", &IkResult::converged,
                    "True if every error is within its tolerance.")
      .def_readonly("iterations", &IkResult::iterations, "Number of iterations of all attempts.")
      .def_readonly("attempts", &IkResult::attempts, "Number of attempts.")
      .def_readonly("position_error", &IkResult::position_error, "Largest position error [m].")
      .def_readonly("orientation_error", &IkResult::orientation_error,
                    "Largest orientation error [rad].")
      .def_readonly("posture_distance", &IkResult::posture_distance,
                    "Distance from the preferred posture.")
      .def_readonly("at_limit", &IkResult::at_limit, "Degrees of freedom at a limit.")
      .def_property_readonly(
          "residuals",
          [](const IkResult& r) {
            py::list residuals;
            for (const IkResidual& one : r.residuals) {
              residuals.append(py::make_tuple(one.position, one.orientation));
            }
            return residuals;
          },
          "(position [m], orientation [rad]) error of each target.")
      .def_readonly("message", &IkResult::message, "One line that describes the result.")
      .def("__repr__",
           [](const IkResult& r) { return py::str("<cardan.IkResult: {}>").format(r.message); });
}

void add_algorithms(ModelClass& model) {
  add_dynamics(model);
  add_jacobians(model);
  model.def("solve_ik", &solve_ik_from, py::arg("targets"), py::kw_only(),
            py::arg("start") = py::none(), py::arg("posture") = py::none(),
            py::arg("locked_joints") = py::list(), py::arg("attempts") = 20,
            py::arg("max_iterations") = 100, py::arg("position_tolerance") = 1e-9,
            py::arg("orientation_tolerance") = 1e-9, py::arg("seed") = 0,
            "Finds a posture within the joint limits at which the frames reach their targets.\n\n"
            "targets: dicts with frame and position (3,) [m] and/or orientation (3, 3), both in\n"
            "W; optional point (3,) in the frame, position_weight, orientation_weight. start:\n"
            "initial posture, by default q. posture: preferred posture (nq,). The model does\n"
            "not change. Raises Error for unknown names.");
}

}  // namespace cardan::python
