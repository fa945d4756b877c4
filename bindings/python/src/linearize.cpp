#include "cardan/linearize.h"

#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/world.h"
#include "cardan/error.h"
#include "core/nearest.h"

namespace cardan::python {

namespace {

struct Step {
  const char* name;
  double LinearizeOptions::*field;
};
constexpr Step kSteps[] = {
    {"position_step", &LinearizeOptions::position_step},
    {"velocity_step", &LinearizeOptions::velocity_step},
    {"effort_step", &LinearizeOptions::effort_step},
    {"target_step", &LinearizeOptions::target_step},
    {"tolerance", &LinearizeOptions::tolerance},
    {"parameter_step", &LinearizeOptions::parameter_step},
    {"relative_step", &LinearizeOptions::relative_step},
};

LinearizeInputs inputs_in(const std::string& inputs) {
  if (inputs == "efforts") return LinearizeInputs::kEfforts;
  if (inputs == "pd_targets") return LinearizeInputs::kPdTargets;
  std::string message = "inputs: expected 'efforts' or 'pd_targets', got '";
  throw py::value_error(message.append(inputs).append("'"));
}

LinearizeOptions options_in(const std::string& inputs, const std::vector<std::string>& parameters,
                            const py::kwargs& steps) {
  LinearizeOptions options;
  options.inputs = inputs_in(inputs);
  options.parameters = parameters;
  for (const auto& [key, value] : steps) {
    const std::string name = key.cast<std::string>();
    std::vector<std::string> known;
    bool found = false;
    for (const Step& step : kSteps) {
      known.emplace_back(step.name);
      if (name != step.name) continue;
      options.*step.field = number_in(value, step.name);
      found = true;
    }
    if (!found) {
      std::string message = "linearize: unknown option '";
      throw py::type_error(message.append(name).append("'; ").append(suggest_name(name, known)));
    }
  }
  return options;
}

const char* difference_name(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::kCentral:
      return "central";
    case DifferenceKind::kForward:
      return "forward";
    case DifferenceKind::kBackward:
      return "backward";
    case DifferenceKind::kAcrossModes:
      return "across_modes";
  }
  return "";
}

Linearization linearize(WorldHandle& handle, const std::string& inputs,
                        const std::vector<std::string>& parameters, const py::kwargs& steps) {
  const LinearizeOptions options = options_in(inputs, parameters, steps);
  const World& world = handle.get();
  const Away away(handle);
  return world.linearize(options);
}

std::unique_ptr<Linearizer> make_linearizer(WorldHandle& handle, const std::string& inputs,
                                            const std::vector<std::string>& parameters,
                                            const py::kwargs& steps) {
  const LinearizeOptions options = options_in(inputs, parameters, steps);
  return std::make_unique<Linearizer>(handle.get(), options);
}

}  // namespace

void bind_linearization(py::module_& module) {
  using Result = Linearization;
  py::class_<Result>(
      module, "Linearization",
      "The linearisation dx+ = A dx + B du + C dp of one step. x = (q, v) contains all models\n"
      "that forces move, in the order in which they were added. dq is in the tangent space, so\n"
      "dx has 2 nv entries.")
      .def_readonly("nv", &Result::nv, "Degrees of freedom.")
      .def_property_readonly(
          "A", [](const Result& r) { return matrix_out(r.A); }, "Matrix A, (2 nv, 2 nv).")
      .def_property_readonly(
          "B", [](const Result& r) { return matrix_out(r.B); }, "Matrix B, (2 nv, nu).")
      .def_property_readonly(
          "C", [](const Result& r) { return matrix_out(r.C); }, "Matrix C, (2 nv, parameters).")
      .def_property_readonly(
          "q", [](const Result& r) { return vector_out(r.q); },
          "(nq,) Coordinates before the step.")
      .def_property_readonly(
          "v", [](const Result& r) { return vector_out(r.v); }, "(nv,) Velocities before the step.")
      .def_property_readonly(
          "q_next", [](const Result& r) { return vector_out(r.q_next); },
          "(nq,) Coordinates after the step.")
      .def_property_readonly(
          "v_next", [](const Result& r) { return vector_out(r.v_next); },
          "(nv,) Velocities after the step.")
      .def_readonly("x", &Result::x, "Names of the degrees of freedom.")
      .def_readonly("u", &Result::u, "Names of the inputs.")
      .def_readonly("p", &Result::p, "Names of the parameters.")
      .def_property_readonly(
          "p_value", [](const Result& r) { return vector_out(r.p_value); },
          "Values of the parameters.")
      .def_property_readonly(
          "p_step", [](const Result& r) { return vector_out(r.p_step); },
          "Finite differences that were applied to the parameters.")
      .def_property_readonly(
          "differences",
          [](const Result& r) {
            py::list kinds;
            for (const DifferenceKind kind : r.differences) kinds.append(difference_name(kind));
            return kinds;
          },
          "Kind of each column of A, B, C: \"central\", \"forward\", \"backward\", "
          "\"across_modes\".")
      .def_readonly("active_contacts", &Result::active_contacts,
                    "Number of contacts that stick or slide.")
      .def_readonly("sliding_contacts", &Result::sliding_contacts, "Number of contacts that slide.")
      .def_readonly("active_limits", &Result::active_limits,
                    "Number of joint limits with an impulse.")
      .def_readonly("worst_residual", &Result::worst_residual,
                    "Worst residual of all steps that were taken [m/s].")
      .def_property_readonly("smooth", &Result::smooth,
                             "True if no contact, limit or bounded effort changed its mode.")
      .def("__repr__", [](const Result& r) {
        return py::str("<cardan.Linearization: nv = {}, {} inputs, {} parameters, smooth = {}>")
            .format(r.nv, r.u.size(), r.p.size(), r.smooth());
      });
  py::class_<Linearizer>(module, "Linearizer",
                         "Linearises many steps of one world, of which it has a private copy.")
      .def(py::init(&make_linearizer), py::arg("world"), py::arg("inputs") = "efforts",
           py::arg("parameters") = py::list(), "Takes the same arguments as World.linearize.")
      .def(
          "linearize",
          [](Linearizer& l, const StateSnapshot& state) {
            Linearization result;
            l.linearize(state, result);
            return result;
          },
          py::arg("state"),
          "Returns A, B and C of the step that follows the given state. Raises Error for the\n"
          "state of another world.");
}

void add_linearize(WorldClass& world) {
  world.def("linearize", &linearize, py::arg("inputs") = "efforts",
            py::arg("parameters") = py::list(),
            "Computes A, B and C of one step by central differences, without changing the\n"
            "world.\n\n"
            "inputs: \"efforts\" or \"pd_targets\". parameters: \"gravity.z\",\n"
            "\"friction.MATERIAL\", \"mass.MODEL/LINK\", \"kp.MODEL/JOINT\",\n"
            "\"kd.MODEL/JOINT\". Further options: position_step, velocity_step, effort_step,\n"
            "target_step, tolerance, parameter_step, relative_step. Raises Error for unknown\n"
            "parameters.");
}

}  // namespace cardan::python
