#include "bindings/python/src/skeleton.h"

#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"

namespace cardan::python {

namespace {

std::vector<std::string> joint_names(const Skeleton& skeleton) {
  std::vector<std::string> names;
  for (const JointInfo& joint : skeleton.joints) names.push_back(joint.name);
  return names;
}

std::vector<std::string> frame_names(const Skeleton& skeleton) {
  std::vector<std::string> names;
  for (const FrameInfo& frame : skeleton.frames) names.push_back(frame.name);
  return names;
}

std::vector<std::string> dof_names(const Skeleton& skeleton) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(skeleton.nv()));
  for (int i = 0; i < skeleton.nv(); ++i) names.push_back(skeleton.dof_name(i));
  return names;
}

// One property of all degrees of freedom.
template <double DofProperties::*Member>
py::object of_all_dofs(const Skeleton& skeleton) {
  NumbersOut values({skeleton.nv()});
  for (int i = 0; i < skeleton.nv(); ++i) {
    values.data[i] = skeleton.dof[static_cast<std::size_t>(i)].*Member;
  }
  return read_only(values.array);
}

py::slice places(int first, int count) { return {first, first + count, 1}; }

std::string text_of(const Skeleton& skeleton) {
  return std::string("<cardan.dynamics.Skeleton '")
      .append(skeleton.name())
      .append("': ")
      .append(std::to_string(skeleton.num_bodies()))
      .append(" bodies, nq = ")
      .append(std::to_string(skeleton.nq()))
      .append(", nv = ")
      .append(std::to_string(skeleton.nv()))
      .append(">");
}

}  // namespace

void bind_skeleton(py::module_& module) {
  py::class_<Skeleton, std::shared_ptr<Skeleton>>(
      module, "Skeleton",
      "An immutable tree of bodies: names, sizes and limits.\n\n"
      "A Skeleton is obtained from `cardan.urdf.read(file).skeleton` or `model.skeleton`. A\n"
      "floating base has 7 coordinates (position [m], quaternion w x y z) and 6 velocities\n"
      "(angular [rad/s], linear [m/s], axes of the world).")
      .def_property_readonly("name", &Skeleton::name)
      .def_property_readonly("nq", &Skeleton::nq, "Number of coordinates.")
      .def_property_readonly("nv", &Skeleton::nv, "Number of degrees of freedom.")
      .def_property_readonly(
          "num_bodies", &Skeleton::num_bodies,
          "Number of moving bodies, which include the links attached by fixed joints.")
      .def_property_readonly("floating_base", &Skeleton::floating_base)
      .def_property_readonly("mass", &Skeleton::total_mass, "Mass of the moving bodies [kg].")
      .def_property_readonly("joint_names", &joint_names, "Names of the moving joints.")
      .def_property_readonly("frame_names", &frame_names,
                             "Names of the frames; every link of the file has a frame.")
      .def_property_readonly("dof_names", &dof_names, "(nv) Names of the degrees of freedom.")
      .def_property_readonly("lower", &of_all_dofs<&DofProperties::lower>,
                             "(nv) Lower position limits [rad, m]; -inf where there is no\n"
                             "limit.")
      .def_property_readonly("upper", &of_all_dofs<&DofProperties::upper>,
                             "(nv) Upper position limits [rad, m]; inf where there is no limit.")
      .def_property_readonly("effort_limit", &of_all_dofs<&DofProperties::effort_limit>,
                             "(nv) Limits of the motor efforts [N m, N].")
      .def_property_readonly("damping", &of_all_dofs<&DofProperties::damping>,
                             "(nv) Viscous damping [N m s/rad, N s/m].")
      .def_property_readonly("armature", &of_all_dofs<&DofProperties::armature>,
                             "(nv) Rotor inertia reflected to the joint [kg m^2, kg].")
      .def(
          "q_slice",
          [](const Skeleton& skeleton, const std::string& joint) {
            const auto i = static_cast<std::size_t>(skeleton.require_joint(joint));
            return places(skeleton.joints[i].q_start, skeleton.joints[i].nq);
          },
          py::arg("joint"),
          "The slice of q that belongs to a joint. Raises Error for an unknown joint.")
      .def(
          "v_slice",
          [](const Skeleton& skeleton, const std::string& joint) {
            const auto i = static_cast<std::size_t>(skeleton.require_joint(joint));
            return places(skeleton.joints[i].v_start, skeleton.joints[i].nv);
          },
          py::arg("joint"),
          "The slice of v that belongs to a joint. Raises Error for an unknown joint.")
      .def("__repr__", &text_of);
}

}  // namespace cardan::python
