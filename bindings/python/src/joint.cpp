#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/errors.h"
#include "bindings/python/src/parts.h"
#include "cardan/error.h"

namespace cardan::python {

namespace {

const JointInfo& info_of(const JointHandle& joint) {
  return joint.model().skeleton()->joints[static_cast<std::size_t>(joint.id.index())];
}

// The first degree of freedom, which for most joints is the only one.
const DofProperties& dof_of(const JointHandle& joint) {
  const JointInfo& info = info_of(joint);
  if (info.nv != 1) {
    throw Error(
        "joint '" + info.name + "' has " + std::to_string(info.nv) + " degrees of freedom, not one",
        "model '" + joint.model().name() + "'");
  }
  return joint.model().skeleton()->dof[static_cast<std::size_t>(info.v_start)];
}

void set_pd(const JointHandle& joint, double kp, double kd, const std::optional<double>& target,
            double velocity) {
  Model& model = joint.model();
  model.set_pd(joint.id, kp, kd, target ? *target : model.joint_position(joint.id), velocity);
}

JointHandle joint_named(const Joints& joints, const std::string& name) {
  const Model& model = joints.owner.get();
  try {
    return {joints.owner, model.joint(name)};
  } catch (const Error& error) {
    fail_key(error.what());
  }
}

bool has_joint(const Joints& joints, const std::string& name) {
  const Skeleton* skeleton = joints.owner.get().skeleton();
  return skeleton != nullptr && skeleton->find_joint(name) >= 0;
}

py::list joint_names(const Joints& joints) {
  const Model& model = joints.owner.get();
  py::list names;
  for (int i = 0; i < model.num_joints(); ++i) names.append(model.joint_name(model.joint(i)));
  return names;
}

py::list joint_list(const Joints& joints) {
  const Model& model = joints.owner.get();
  py::list result;
  for (int i = 0; i < model.num_joints(); ++i) {
    result.append(JointHandle{joints.owner, model.joint(i)});
  }
  return result;
}

void bind_one(py::module_& module) {
  py::class_<JointHandle>(
      module, "Joint",
      "A moving joint of a model. Position, velocity and effort exist only for joints with one\n"
      "degree of freedom; for other joints, these members raise Error.")
      .def_property_readonly(
          "name", [](const JointHandle& j) { return j.model().joint_name(j.id); },
          "Name of the joint.")
      .def_property_readonly(
          "index", [](const JointHandle& j) { return j.id.index(); },
          "Number of the joint in the model.")
      .def_property_readonly(
          "type", [](const JointHandle& j) { return joint_type_name(info_of(j).type); },
          "\"revolute\", \"prismatic\", ..., as in URDF.")
      .def_property_readonly(
          "nq", [](const JointHandle& j) { return info_of(j).nq; }, "Number of coordinates in q.")
      .def_property_readonly(
          "nv", [](const JointHandle& j) { return info_of(j).nv; }, "Number of velocities in v.")
      .def_property_readonly(
          "q_start", [](const JointHandle& j) { return info_of(j).q_start; },
          "Index of the first coordinate of the joint in Model.q.")
      .def_property_readonly(
          "v_start", [](const JointHandle& j) { return info_of(j).v_start; },
          "Index of the first velocity of the joint in Model.v.")
      .def_property_readonly(
          "limits",
          [](const JointHandle& j) { return py::make_tuple(dof_of(j).lower, dof_of(j).upper); },
          "(lower, upper) position limits [rad, m]; infinite if there is no limit.")
      .def_property_readonly(
          "effort_limit", [](const JointHandle& j) { return dof_of(j).effort_limit; },
          "Effort limit [N m, N].")
      .def_property_readonly(
          "velocity_limit", [](const JointHandle& j) { return dof_of(j).velocity_limit; },
          "Velocity limit of the joint [rad/s, m/s]. Steps do not enforce it.")
      .def_property(
          "position", [](const JointHandle& j) { return j.model().joint_position(j.id); },
          [](const JointHandle& j, double x) {
            j.own_model(kBatchStates).set_joint_position(j.id, x);
          },
          "Position [rad, m].")
      .def_property_readonly(
          "velocity", [](const JointHandle& j) { return j.model().joint_velocity(j.id); },
          "Velocity [rad/s, m/s].")
      .def_property(
          "effort", [](const JointHandle& j) { return j.model().joint_effort(j.id); },
          [](const JointHandle& j, double effort) { j.model().set_effort(j.id, effort); },
          "Effort [N m, N]. Reading returns the effort that drives the joint, including the\n"
          "effort of its PD law. Assigning sets the user effort, which stays in effect until it\n"
          "is set again.")
      .def("set_pd", &set_pd, py::arg("kp"), py::arg("kd"), py::arg("target") = py::none(),
           py::arg("velocity") = 0.0,
           "Implicit PD law: kp [N m/rad, N/m], kd [N m s/rad, N s/m], target [rad, m] (None:\n"
           "the current position), velocity [rad/s, m/s].")
      .def(
          "set_pd_target",
          [](const JointHandle& j, double target, double velocity) {
            j.model().set_pd_target(j.id, target, velocity);
          },
          py::arg("target"), py::arg("velocity") = 0.0,
          "Changes the target [rad, m] and the target velocity [rad/s, m/s]. Raises Error if\n"
          "the joint has no PD law.")
      .def(
          "__eq__",
          [](const JointHandle& a, const py::object& b) {
            return py::isinstance<JointHandle>(b) && a == b.cast<const JointHandle&>();
          },
          py::arg("other"))
      .def("__hash__", [](const JointHandle& j) { return j.id.index(); })
      .def("__repr__", [](const JointHandle& j) {
        return py::str("<cardan.Joint {!r} of {!r}: {}>")
            .format(j.model().joint_name(j.id), j.model().name(), joint_type_name(info_of(j).type));
      });
}

}  // namespace

void bind_joint(py::module_& module) {
  bind_one(module);
  py::class_<Joints>(module, "Joints", "The moving joints of a model by name, in their order.")
      .def("__getitem__", &joint_named, py::arg("name"), "Raises KeyError for an unknown name.")
      .def("__contains__", &has_joint, py::arg("name"))
      .def("__len__", [](const Joints& j) { return j.owner.get().num_joints(); })
      .def("__iter__", [](const Joints& j) { return py::iter(joint_names(j)); })
      .def("keys", &joint_names, "Names, a new list.")
      .def("values", &joint_list, "Joints, a new list.")
      .def(
          "items",
          [](const Joints& j) {
            return py::list(
                py::module_::import("builtins").attr("zip")(joint_names(j), joint_list(j)));
          },
          "(name, Joint) pairs, a new list.")
      .def(
          "get",
          [](const Joints& j, const std::string& name, const py::object& other) {
            return has_joint(j, name) ? py::cast(joint_named(j, name)) : other;
          },
          py::arg("name"), py::arg("default") = py::none(),
          "A joint by name, or `default` for an unknown name.")
      .def("__repr__", [](const Joints& j) {
        return py::str("<cardan.Joints of {!r}: {}>").format(j.owner.get().name(), joint_names(j));
      });
}

}  // namespace cardan::python
