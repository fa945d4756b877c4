#include "bindings/python/src/model.h"

#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/parts.h"
#include "bindings/python/src/pose.h"

namespace cardan::python {

namespace {

Eigen::Index nv_of(const Model& model) { return model.v().size(); }

SpatialVelocity twist_in(py::handle value, const char* name) {
  Vector6 V;
  copy_in(value, name, 6, V.data());
  return {V.head<3>(), V.tail<3>()};
}

void set_base_pose(const ModelHandle& handle, const py::object& pose) {
  const RigidTransform X = pose_in(pose, "base_pose");
  Model& model = handle.own(kBatchStates);
  model.set_base_pose(X);
  const bool floats = model.skeleton() != nullptr && model.skeleton()->floating_base();
  if (!floats) handle.world->note_change("base_pose");
}

py::str model_text(const ModelHandle& handle) {
  const Model& model = handle.get();
  if (model.is_removed()) return "<cardan.Model, removed>";
  const char* kind = model.is_static() ? "static" : model.is_kinematic() ? "kinematic" : "moving";
  return py::str("<cardan.Model {!r}: {}, nq = {}, nv = {}>")
      .format(model.name(), kind, model.q().size(), model.v().size());
}

// A copy, because changing a mass creates a new tree.
std::shared_ptr<Skeleton> skeleton_of(const ModelHandle& handle) {
  const Skeleton* skeleton = handle.get().skeleton();
  return skeleton == nullptr ? nullptr : std::make_shared<Skeleton>(*skeleton);
}

void add_identity(ModelClass& model) {
  model
      .def_property_readonly(
          "name", [](const ModelHandle& m) { return m.get().name(); }, "Name of the model.")
      .def_property_readonly(
          "index", [](const ModelHandle& m) { return m.get().index(); },
          "Number of the model, which is never reused.")
      .def_property_readonly(
          "is_removed", [](const ModelHandle& m) { return m.get().is_removed(); },
          "True after World.remove; all other members except index then raise Error.")
      .def_property_readonly(
          "is_static", [](const ModelHandle& m) { return m.get().is_static(); },
          "True if the model never moves.")
      .def_property_readonly(
          "is_kinematic", [](const ModelHandle& m) { return m.get().is_kinematic(); },
          "True if the motion of the model is prescribed.")
      .def_property_readonly(
          "is_asleep", [](const ModelHandle& m) { return m.get().is_asleep(); },
          "True if the model is asleep, so steps leave it at rest (docs/theory/sleep.md).")
      .def(
          "wake", [](const ModelHandle& m) { m.get().wake(); }, "Wakes a sleeping model.")
      .def_property_readonly(
          "mass", [](const ModelHandle& m) { return m.get().mass(); },
          "Mass of the moving bodies [kg]; 0 for a model that forces do not move.")
      .def_property_readonly(
          "joints", [](const ModelHandle& m) { return Joints{m}; },
          "The moving joints of the model by name.")
      .def_property_readonly(
          "links", [](const ModelHandle& m) { return Links{m}; },
          "The links and frames of the model by name; empty for a single body.")
      .def_property_readonly("skeleton", &skeleton_of,
                             "A copy of the model's tree for `cardan.dynamics`; None for a\n"
                             "static model.")
      .def(
          "__eq__",
          [](const ModelHandle& a, const py::object& b) {
            return py::isinstance<ModelHandle>(b) && a == b.cast<const ModelHandle&>();
          },
          py::arg("other"))
      .def("__hash__", [](const ModelHandle& m) { return std::hash<Model*>()(m.object); })
      .def("__repr__", &model_text);
}

void add_state(ModelClass& model) {
  model
      .def_property_readonly(
          "nq", [](const ModelHandle& m) { return m.get().q().size(); },
          "Number of coordinates in q.")
      .def_property_readonly(
          "nv", [](const ModelHandle& m) { return m.get().v().size(); },
          "Number of velocities in v.")
      .def_property(
          "q", [](const ModelHandle& m) { return vector_out(m.get().q()); },
          [](const ModelHandle& m, const py::object& q) {
            const NumbersIn q_in(q, "q");
            Model& one = m.own(kBatchStates);
            one.set_q(q_in.vector(one.q().size()));
          },
          "Configuration, (nq,), a copy. The layout is in docs/notation.md; a floating base\n"
          "has x y z [m] and a quaternion w x y z. Assigning normalises quaternions and\n"
          "raises Error for NaN.")
      .def_property(
          "v", [](const ModelHandle& m) { return vector_out(m.get().v()); },
          [](const ModelHandle& m, const py::object& v) {
            const NumbersIn v_in(v, "v");
            Model& one = m.own(kBatchStates);
            one.set_v(v_in.vector(nv_of(one)));
          },
          "Velocity, (nv,), a copy, angular part first. The velocity of a floating base is\n"
          "in axes of W.")
      .def_property(
          "base_pose", [](const ModelHandle& m) { return m.get().base_pose(); }, &set_base_pose,
          "Pose of the base in W. Assigning adds no velocity.")
      .def_property(
          "base_velocity", [](const ModelHandle& m) { return twist_out(m.get().base_velocity()); },
          [](const ModelHandle& m, const py::object& V) {
            const SpatialVelocity V_in = twist_in(V, "base_velocity");
            m.own(kBatchStates).set_base_velocity(V_in);
          },
          "Angular velocity [rad/s] and velocity of the origin of the base [m/s], in axes of W,\n"
          "(6,).")
      .def(
          "set_pose_target",
          [](const ModelHandle& m, const py::object& pose) {
            m.get().set_pose_target(pose_in(pose, "pose"));
          },
          py::arg("pose"),
          "Sets where a driven body or base goes, in W: it reaches the pose in the next step, or\n"
          "as soon as its speed limits allow. Raises Error for models that are not driven.")
      .def(
          "set_velocity_target",
          [](const ModelHandle& m, const py::object& V) {
            m.get().set_velocity_target(twist_in(V, "V"));
          },
          py::arg("V"),
          "Sets the velocity of a driven body or base: angular velocity [rad/s], then velocity\n"
          "of the origin [m/s], in axes of W, (6,).")
      .def(
          "set_efforts",
          [](const ModelHandle& m, const py::object& tau) {
            const NumbersIn tau_in(tau, "tau");
            Model& one = m.get();
            one.set_efforts(tau_in.vector(nv_of(one)));
          },
          py::arg("tau"),
          "Efforts of all degrees of freedom, (nv,) [N m, N]; they stay in effect until they\n"
          "are set again.")
      .def(
          "apply_wrench",
          [](const ModelHandle& m, const std::string& link, const py::object& force,
             const py::object& moment, const py::object& at) {
            const Vector3 f = vector3_in(force, "force"), t = vector3_in(moment, "moment"),
                          p = vector3_in(at, "at");
            m.get().apply_wrench(link, f, t, p);
          },
          py::arg("link"), py::arg("force"), py::arg("moment") = py::make_tuple(0.0, 0.0, 0.0),
          py::arg("at") = py::make_tuple(0.0, 0.0, 0.0),
          "Applies a wrench as Link.apply_wrench does; link \"\" is the base.")
      .def(
          "pose", [](const ModelHandle& m, const std::string& link) { return m.get().pose(link); },
          py::arg("link"), "Pose of a link or frame in W; \"\": the base.")
      .def(
          "velocity",
          [](const ModelHandle& m, const std::string& link) {
            return twist_out(m.get().velocity(link));
          },
          py::arg("link"), "Velocity of a link or frame, as in Link.velocity; \"\": the base.")
      .def_property_readonly(
          "kinetic_energy", [](const ModelHandle& m) { return m.get().kinetic_energy(); }, "[J]")
      .def_property_readonly(
          "potential_energy", [](const ModelHandle& m) { return m.get().potential_energy(); },
          "[J]")
      .def_property_readonly(
          "momentum", [](const ModelHandle& m) { return wrench_out(m.get().momentum()); },
          "Angular momentum about the origin of W [kg m^2/s] and linear momentum [kg m/s], (6,).");
}

}  // namespace

void bind_model(py::module_& module) {
  ModelClass model(module, "Model",
                   "One robot, free body or static object of a world.\n\n"
                   "A model keeps its world alive. All values that it returns are copies. After\n"
                   "World.remove or World.close, the members of the model raise Error.");
  add_identity(model);
  add_state(model);
  add_algorithms(model);
}

}  // namespace cardan::python
