#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/contacts.h"
#include "bindings/python/src/errors.h"
#include "bindings/python/src/pose.h"
#include "bindings/python/src/world.h"
#include "cardan/queries.h"
#include "cardan/run_report.h"

namespace cardan::python {

namespace {

using SharedWorld = std::shared_ptr<WorldHandle>;

ModelHandle model_named(const SharedWorld& handle, const std::string& name) {
  World& world = handle->get();
  if (Model* model = world.find(name)) return {handle, model};
  std::string message = "no model '";
  message.append(name).append("'; the world has");
  for (const Model* model : world.models()) message.append(" '").append(model->name()).append("'");
  fail_key(message);
}

py::list models(const SharedWorld& handle) {
  py::list result;
  for (Model* model : handle->get().models()) result.append(ModelHandle{handle, model});
  return result;
}

py::str world_text(WorldHandle& handle) {
  if (handle.is_closed()) return "<cardan.World, closed>";
  const World& world = handle.get();
  return py::str("<cardan.World: {} models, t = {:.6g} s, step {:g} s, {} with {}>")
      .format(world.models().size(), world.time(), world.time_step(), world.formulation(),
              world.solver());
}

void add_names(WorldClass& world) {
  world
      .def_property_readonly("models", &models,
                             "The models in the order in which they were added; a new list.")
      .def("__getitem__", &model_named, py::arg("name"),
           "A model by name. Raises KeyError for an unknown name.")
      .def(
          "__contains__",
          [](WorldHandle& w, const std::string& name) { return w.get().find(name) != nullptr; },
          py::arg("name"))
      .def("__len__", [](WorldHandle& w) { return w.get().models().size(); })
      .def("__bool__", [](const WorldHandle&) { return true; })  // empty worlds too
      .def_property_readonly(
          "link_names", [](WorldHandle& w) { return w.link_names(); },
          "Names MODEL/LINK, or MODEL for a body without links, to which link_a and link_b\n"
          "of `contacts` refer. Indices stay the same when models are added or removed. A\n"
          "new list.")
      .def("__repr__", &world_text);
}

void add_contacts(WorldClass& world) {
  world
      .def_property_readonly(
          "contacts", [](WorldHandle& w) { return contacts_out(w, w.get().contacts()); },
          "Contacts of the last step, a structured array (n,) of dtype `cardan.contact_dtype`:\n"
          "link_a, link_b (indices in link_names), shape_a, shape_b, island (-1: asleep or not\n"
          "solved), state (cardan.OPEN, STICK, SLIDE), point (3) [m], normal (3) from A into B,\n"
          "phi [m] signed distance before the step, force (3) on B [N], impulse (3) on B [N s],\n"
          "moment (3) of torsional and rolling friction on B [N m], velocity (3) of B relative to\n"
          "A after the step [m/s], slip (3) on which friction acts [m/s], margin [N s] of "
          "friction\n"
          "that is left. Axes of W. A copy.")
      .def(
          "overlaps",
          [](WorldHandle& w) {
            const World& here = w.get();
            std::vector<ContactInfo> found;
            {
              const Away away(w);
              found = here.overlaps();
            }
            return contacts_out(w, found);
          },
          "Overlaps of the present poses, also before the first step, as in `contacts`: the\n"
          "deepest contact of each pair of shapes of which one can move, deepest first. The depth\n"
          "is -phi [m]; forces and velocities are zero. Detects contacts in a clone.")
      .def(
          "contacts_of",
          [](WorldHandle& w, const std::string& name) {
            return contacts_out(w, contacts_of(w.get(), name));
          },
          py::arg("name"), "Contacts that involve MODEL or MODEL/LINK, as in `contacts`.")
      .def(
          "contacts_between",
          [](WorldHandle& w, const std::string& a, const std::string& b) {
            return contacts_out(w, contacts_between(w.get(), a, b));
          },
          py::arg("a"), py::arg("b"), "Contacts between two models or links, as in `contacts`.")
      .def(
          "touching",
          [](WorldHandle& w, const std::string& a, const std::string& b) {
            return touching(w.get(), a, b);
          },
          py::arg("a"), py::arg("b"),
          "True if a contact between a and b carried an impulse in the last step.")
      .def(
          "contact_force",
          [](WorldHandle& w, const std::string& name) {
            return wrench_out(contact_force(w.get(), name));
          },
          py::arg("name"),
          "Sum of the contact forces on MODEL or MODEL/LINK over the last step, (6): moment about\n"
          "the origin of W [N m], force [N].");
}

void add_numbers(WorldClass& world) {
  world
      .def_property_readonly(
          "time", [](WorldHandle& w) { return w.get().time(); }, "[s]")
      .def_property_readonly(
          "time_step", [](WorldHandle& w) { return w.get().time_step(); }, "[s]")
      .def_property_readonly(
          "steps", [](WorldHandle& w) { return w.get().steps(); }, "Number of completed steps.")
      .def_property_readonly(
          "kinetic_energy", [](WorldHandle& w) { return w.get().kinetic_energy(); }, "[J]")
      .def_property_readonly(
          "potential_energy", [](WorldHandle& w) { return w.get().potential_energy(); }, "[J]")
      .def_property_readonly(
          "formulation", [](WorldHandle& w) { return w.get().formulation(); },
          "The formulation with its options. set_formulation changes it.")
      .def_property_readonly(
          "solver", [](WorldHandle& w) { return w.get().solver(); },
          "First solver of the chain. set_solver changes it.")
      .def_property_readonly(
          "accuracy", [](WorldHandle& w) { return w.get().accuracy(); },
          "Residual [m/s] at which the solver chain may stop before it reaches the tolerance;\n"
          "0: never.")
      .def_property_readonly(
          "chain", [](WorldHandle& w) { return w.get().chain(); }, "Ids of all solvers.")
      .def_property_readonly(
          "shadow_solver", [](WorldHandle& w) { return w.get().shadow_solver(); },
          "First solver of the shadow chain; \"\" if there is none.")
      .def_property_readonly(
          "diagnostics", [](WorldHandle& w) { return w.get().diagnostics(); },
          "Findings of the loaders, a new list of Diagnostic.")
      .def(
          "solver_sources",
          [](WorldHandle& w) {
            using namespace py::literals;
            py::list sources;
            for (const SolverSource& one : solver_sources(w.get())) {
              sources.append(py::dict("id"_a = one.id, "version"_a = one.version,
                                      "place"_a = one.place, "hash"_a = one.hash,
                                      "shadows"_a = one.shadows,
                                      "replaces_shipped"_a = one.replaces_shipped));
            }
            return sources;
          },
          "The library or code of each solver of the chain, one dict each.");
}

}  // namespace

void add_reading(WorldClass& world) {
  add_names(world);
  add_contacts(world);
  add_numbers(world);
}

}  // namespace cardan::python
