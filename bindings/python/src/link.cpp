#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/errors.h"
#include "bindings/python/src/parts.h"
#include "bindings/python/src/pose.h"
#include "cardan/error.h"

namespace cardan::python {

namespace {

std::string name_of(const LinkHandle& link) {
  return link.id.index() < 0 ? std::string() : link.model().link_name(link.id);
}

py::dict mass_out(const LinkMass& mass) {
  using namespace py::literals;
  return py::dict("mass"_a = mass.mass, "com"_a = vector_out(mass.com),
                  "inertia"_a = matrix_out(mass.inertia));
}

void set_mass(const LinkHandle& link, double mass, const py::object& com,
              const py::object& inertia) {
  std::optional<Vector3> center;
  if (!com.is_none()) center = vector3_in(com, "com");
  std::optional<Matrix3> moments;
  if (!inertia.is_none()) moments = matrix3_in(inertia, "inertia");
  link.model().set_mass(name_of(link), mass, center, moments);
  link.owner.world->note_change("set_mass");
}

void add_payload(const LinkHandle& link, double mass, const py::object& com,
                 const py::object& inertia) {
  const Matrix3 moments =
      inertia.is_none() ? Matrix3(Matrix3::Zero()) : matrix3_in(inertia, "inertia");
  const Vector3 center = vector3_in(com, "com");
  link.model().add_payload(name_of(link), mass, center, moments);
  link.owner.world->note_change("add_payload");
}

LinkHandle link_named(const Links& links, const std::string& name) {
  const Model& model = links.owner.get();
  try {
    return {links.owner, model.link(name)};
  } catch (const Error& error) {
    fail_key(error.what());
  }
}

py::list link_list(const Links& links) {
  const Model& model = links.owner.get();
  py::list result;
  for (int i = 0; i < model.num_links(); ++i) {
    result.append(LinkHandle{links.owner, model.link(i)});
  }
  return result;
}

py::list link_names(const Links& links) {
  const Model& model = links.owner.get();
  py::list names;
  for (int i = 0; i < model.num_links(); ++i) names.append(model.link_name(model.link(i)));
  return names;
}

bool has_link(const Links& links, const std::string& name) {
  return PySequence_Contains(link_names(links).ptr(), py::str(name).ptr()) == 1;
}

const py::tuple& zero3() {
  // Leaked on purpose: it must outlive the classes whose defaults refer to it.
  static const auto* zero = new py::tuple(py::make_tuple(0.0, 0.0, 0.0));
  return *zero;
}

void add_motion(py::class_<LinkHandle>& link) {
  link.def_property_readonly(
          "pose", [](const LinkHandle& l) { return l.model().pose(l.id); },
          "Pose of the link in W.")
      .def_property_readonly(
          "velocity", [](const LinkHandle& l) { return twist_out(l.model().velocity(l.id)); },
          "Angular velocity [rad/s] and velocity of the origin [m/s], in axes of W, (6,).")
      .def(
          "apply_wrench",
          [](const LinkHandle& l, const py::object& force, const py::object& moment,
             const py::object& at) {
            const Vector3 f = vector3_in(force, "force"), m = vector3_in(moment, "moment"),
                          p = vector3_in(at, "at");
            l.model().apply_wrench(l.id, f, m, p);
          },
          py::arg("force"), py::arg("moment") = zero3(), py::arg("at") = zero3(),
          "Adds a force [N] and a moment [N m], in axes of W, for the next step only. The point\n"
          "of application is in the frame of the link [m].")
      .def(
          "jacobian",
          [](const LinkHandle& l, const py::object& point, const std::string& reference) {
            const Vector3 p = vector3_in(point, "point");
            return matrix_made(l.model().jacobian(l.id, p, reference_in(reference)));
          },
          py::arg("point") = zero3(), py::arg("reference") = "local_world_aligned",
          "Jacobian J (6, nv) of a point given in the frame of the link [m], angular rows\n"
          "first. J v is the angular velocity and the velocity of the point, in axes of W\n"
          "(\"local_world_aligned\") or of the link (\"local\"), or of the point at the origin\n"
          "of W (\"world\").")
      .def(
          "jacobian_rate",
          [](const LinkHandle& l, const py::object& point, const std::string& reference) {
            const Vector3 p = vector3_in(point, "point");
            return twist_out(l.model().jacobian_rate(l.id, p, reference_in(reference)));
          },
          py::arg("point") = zero3(), py::arg("reference") = "local_world_aligned",
          "dJ/dt v for the Jacobian J of `jacobian`, (6,) [rad/s^2; m/s^2].")
      .def(
          "acceleration",
          [](const LinkHandle& l, const py::object& a, const py::object& point) {
            const NumbersIn dv(a, "a");
            const Vector3 p = vector3_in(point, "point");
            const Model& model = l.model();
            return twist_out(model.acceleration(l.id, dv.vector(model.v().size()), p));
          },
          py::arg("a"), py::arg("point") = zero3(),
          "Angular acceleration [rad/s^2] and acceleration of a point [m/s^2] for dv/dt = a\n"
          "(nv), in axes of W, (6,).");
}

}  // namespace

ReferenceFrame reference_in(const std::string& name) {
  if (name == "local_world_aligned") return ReferenceFrame::kLocalWorldAligned;
  if (name == "local") return ReferenceFrame::kLocal;
  if (name == "world") return ReferenceFrame::kWorld;
  std::string message = "reference: expected 'local_world_aligned', 'local' or 'world', got '";
  throw py::value_error(message.append(name).append("'"));
}

void bind_link(py::module_& module) {
  py::class_<LinkHandle> link(module, "Link", "A link or named frame of a model.");
  link.def_property_readonly("name", &name_of, "Name of the link.")
      .def_property_readonly(
          "index", [](const LinkHandle& l) { return l.id.index(); },
          "Number of the link in the model.")
      .def_property_readonly(
          "mass", [](const LinkHandle& l) { return mass_out(l.model().link_mass(name_of(l))); },
          "Mass of the link and of the links fixed to it, a dict: mass [kg], com (3,) in the\n"
          "frame of the link [m], inertia (3, 3) about the centre of mass [kg m^2]. Raises\n"
          "Error for a link that is fixed to another link or to the world.")
      .def("set_mass", &set_mass, py::arg("mass"), py::arg("com") = py::none(),
           py::arg("inertia") = py::none(),
           "Changes the mass [kg]. com: unchanged by default. inertia: scaled with the mass by\n"
           "default.")
      .def("add_payload", &add_payload, py::arg("mass"), py::arg("com") = zero3(),
           py::arg("inertia") = py::none(),
           "Fixes a rigid load to the link; the default load is a point mass.")
      .def(
          "__eq__",
          [](const LinkHandle& a, const py::object& b) {
            return py::isinstance<LinkHandle>(b) && a == b.cast<const LinkHandle&>();
          },
          py::arg("other"))
      .def("__hash__", [](const LinkHandle& l) { return l.id.index(); })
      .def("__repr__", [](const LinkHandle& l) {
        return py::str("<cardan.Link {!r} of {!r}>").format(name_of(l), l.model().name());
      });
  add_motion(link);
  py::class_<Links>(module, "Links", "The links and frames of a model by name, in their order.")
      .def("__getitem__", &link_named, py::arg("name"), "Raises KeyError for an unknown name.")
      .def("__contains__", &has_link, py::arg("name"))
      .def("__len__", [](const Links& l) { return l.owner.get().num_links(); })
      .def("__iter__", [](const Links& l) { return py::iter(link_names(l)); })
      .def("keys", &link_names, "Names, a new list.")
      .def("values", &link_list, "Links, a new list.")
      .def(
          "items",
          [](const Links& l) {
            return py::list(
                py::module_::import("builtins").attr("zip")(link_names(l), link_list(l)));
          },
          "(name, Link) pairs, a new list.")
      .def(
          "get",
          [](const Links& l, const std::string& name, const py::object& other) {
            return has_link(l, name) ? py::cast(link_named(l, name)) : other;
          },
          py::arg("name"), py::arg("default") = py::none(),
          "A link by name, or `default` for an unknown name.")
      .def("__repr__", [](const Links& l) {
        return py::str("<cardan.Links of {!r}: {}>").format(l.owner.get().name(), link_names(l));
      });
}

}  // namespace cardan::python
