#include <pybind11/stl.h>

#include <cmath>
#include <limits>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/world.h"
#include "cardan/error.h"
#include "core/nearest.h"

namespace cardan::python {

namespace {

// The numbers of a material by their Python names.
struct Number {
  const char* name;
  double ContactSurface::*field;
};
constexpr Number kNumbers[] = {
    {"mu_static", &ContactSurface::mu_static},
    {"mu_kinetic", &ContactSurface::mu_kinetic},
    {"restitution", &ContactSurface::restitution},
    {"compliance", &ContactSurface::compliance},
    {"stiffness", &ContactSurface::stiffness},
    {"damping", &ContactSurface::damping},
    {"tangential_stiffness", &ContactSurface::tangential_stiffness},
    {"tangential_damping", &ContactSurface::tangential_damping},
    {"mu_torsion", &ContactSurface::mu_torsion},
    {"mu_rolling", &ContactSurface::mu_rolling},
    {"mu_ratio", &ContactSurface::mu_ratio},
};

// NaN, which stands for "not set" in C++, is None in Python.
py::dict material_out(const MaterialSpec& material) {
  py::dict result;
  for (const Number& number : kNumbers) {
    const double value = material.*number.field;
    result[number.name] = std::isnan(value) ? py::object(py::none()) : py::float_(value);
  }
  result["direction"] = material.direction ? vector_out(*material.direction) : py::none();
  result["surface_velocity"] = vector_out(material.surface_velocity);
  return result;
}

void change(MaterialSpec& material, const std::string& key, py::handle value) {
  if (key == "mu") {
    material.mu_static = material.mu_kinetic = number_in(value, "mu");
    return;
  }
  if (key == "direction") {
    material.direction.reset();
    if (!value.is_none()) material.direction = vector3_in(value, "direction");
    return;
  }
  if (key == "surface_velocity") {
    material.surface_velocity = vector3_in(value, "surface_velocity");
    return;
  }
  std::vector<std::string> known{"mu", "direction", "surface_velocity"};
  for (const Number& number : kNumbers) {
    if (key == number.name) {
      material.*number.field = value.is_none() ? std::numeric_limits<double>::quiet_NaN()
                                               : number_in(value, number.name);
      return;
    }
    known.emplace_back(number.name);
  }
  throw Error("unknown key '" + key + "'", "set_material", suggest_name(key, known));
}

void set_material(WorldHandle& handle, const std::string& name, const py::kwargs& changes) {
  MaterialSpec material = handle.get().material(name);
  for (const auto& [key, value] : changes) change(material, key.cast<std::string>(), value);
  handle.get().set_material(name, material);
  handle.note_change("set_material");
}

void refuse_none(py::handle value, const char* name) {
  if (!value.is_none()) return;
  std::string message = name;
  throw py::type_error(message.append(": expected a name or a dict, got None"));
}

// The key `contact` of a scene with these choices.
ContactSpec contact_in(py::handle formulation, py::handle solver, const char* caller) {
  py::dict document = scene_document(), contact;
  if (!formulation.is_none()) contact["formulation"] = formulation;
  if (!solver.is_none()) contact["solver"] = solver;
  document["contact"] = contact;
  return scene_of(document, caller).world.contact;
}

void set_solver(WorldHandle& handle, const py::object& solver) {
  refuse_none(solver, "solver");
  const ContactSpec contact = contact_in(py::none(), solver, "set_solver");
  handle.get().set_solver(contact.solver);
  handle.note_change("set_solver");
}

void set_formulation(WorldHandle& handle, const py::object& formulation) {
  refuse_none(formulation, "formulation");
  const ContactSpec contact = contact_in(formulation, py::none(), "set_formulation");
  handle.get().set_formulation(*contact.formulation);
  handle.note_change("set_formulation");
}

void set_pair(WorldHandle& handle, const py::object& formulation, const py::object& solver) {
  refuse_none(formulation, "formulation");
  refuse_none(solver, "solver");
  const ContactSpec contact = contact_in(formulation, solver, "set_pair");
  handle.get().set_pair(*contact.formulation, contact.solver);
  handle.note_change("set_pair");
}

}  // namespace

void add_changes(WorldClass& world) {
  world
      .def_property(
          "gravity", [](WorldHandle& w) { return vector_out(w.get().gravity()); },
          [](WorldHandle& w, const py::object& gravity) {
            const Vector3 g = vector3_in(gravity, "gravity");
            w.get().set_gravity(g);
            w.note_change("gravity");
          },
          "Gravity [m/s^2], (3,), a copy. Assigning a value wakes all models.")
      .def_property(
          "seed", [](WorldHandle& w) { return w.get().seed(); },
          [](WorldHandle& w, std::uint64_t seed) {
            w.get().set_seed(seed);
            w.note_change("seed");
          },
          "Seed of the noise of all sensors.")
      .def(
          "material",
          [](WorldHandle& w, const std::string& name) {
            return material_out(w.get().material(name));
          },
          py::arg("name") = "default",
          "Values of a named material, a new dict: mu_static, mu_kinetic, restitution,\n"
          "compliance, stiffness [N/m], damping [N s/m], tangential_stiffness,\n"
          "tangential_damping, mu_torsion [m], mu_rolling [m], mu_ratio, direction (3,),\n"
          "surface_velocity (3,) [m/s]. None means that a value is not set. Raises Error for\n"
          "an unknown name.")
      .def("set_material", &set_material, py::arg("name"), py::pos_only(),
           "Changes some values of a named material: world.set_material(\"default\", mu=0.5).\n"
           "mu sets both coefficients; the other keys are those of material(). Raises Error\n"
           "for a value that a new world would reject; the world is then unchanged.")
      .def("set_solver", &set_solver, py::arg("solver"),
           "Sets the solver, given as a name or as a dict: {\"id\": \"lemke\", \"tolerance\":\n"
           "1e-9, \"fallback\": [\"pgs\"]}. Raises Error if the solver does not support the\n"
           "formulation.")
      .def("set_formulation", &set_formulation, py::arg("formulation"),
           "Sets the formulation, given as a name or as {name: options}: {\"polyhedral\":\n"
           "{\"directions\": 8}}.")
      .def("set_pair", &set_pair, py::arg("formulation"), py::arg("solver"),
           "Changes the formulation and the solver together.")
      .def(
          "ignore_collision",
          [](WorldHandle& w, const std::string& a, const std::string& b) {
            w.get().ignore_collision(a, b);
            w.note_change("ignore_collision");
          },
          py::arg("a"), py::arg("b"),
          "Disables contact between a and b, each given as MODEL or MODEL/LINK. Raises Error\n"
          "for unknown names.");
}

}  // namespace cardan::python
