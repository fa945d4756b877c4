#include "bindings/python/src/report.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "bindings/python/src/bind.h"
#include "bindings/python/src/errors.h"
#include "bindings/python/src/problem.h"
#include "cardan/run_report.h"
#include "cardan/step_fields.h"
#include "constraint/compatibility.h"

namespace cardan::python {

namespace {

using Report = py::class_<ReportHandle>;

// Type: type of the field; Owner: StepReport or its base.
template <class Type, class Owner>
void add_field(Report& report, const char* name, Type Owner::*field, const char* doc) {
  report.def_property_readonly(
      name, [field](const ReportHandle& handle) { return handle.get().*field; }, doc);
}

py::dict times_out(const StepReport& report) {
  py::dict times;
  for (std::size_t i = 0; i < report.nanoseconds.size(); ++i) {
    times[stage_name(static_cast<Stage>(i))] = report.nanoseconds[i];
  }
  return times;
}

py::dict ladder_out(const LadderCounts& ladder) {
  using namespace py::literals;
  return py::dict("fcl"_a = ladder.fcl, "perturbed"_a = ladder.perturbed,
                  "last_normal"_a = ladder.last_normal, "unresolved"_a = ladder.unresolved);
}

py::dict shadow_out(const ShadowReport& shadow) {
  using namespace py::literals;
  return py::dict(
      "islands"_a = shadow.islands, "solved"_a = shadow.solved, "fallbacks"_a = shadow.fallbacks,
      "iterations"_a = shadow.iterations, "worst_residual"_a = shadow.worst_residual,
      "impulse_difference"_a = shadow.impulse_difference,
      "velocity_difference"_a = shadow.velocity_difference, "worst_island"_a = shadow.worst_island);
}

ReportHandle copied(const ReportHandle& handle) {
  auto source = std::make_shared<ReportSource>();
  source->kept = handle.get();
  return {std::move(source)};
}

// The most important counts of a report, followed by the other counts that are not zero.
py::str report_text(const ReportHandle& handle) {
  const StepReport& report = handle.get();
  const py::object text = py::str(
                              "<cardan.Report step {}, t = {:.6g} s: {} contacts, {} islands, "
                              "residual {:.2g} m/s")
                              .format(report.step, report.time, report.contacts,
                                      report.islands.size(), report.worst_residual);
  std::string line = py::cast<std::string>(text);
  for (const char* name :
       {"failed_islands", "approximate_islands", "stuck_models", "fallbacks", "rejected_inputs",
        "clamped_efforts", "contacts_left_out", "collision_failures"}) {
    const double count = step_field(name).value(report);
    if (count == 0) continue;
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    line.append(", ").append(std::to_string(std::llround(count))).append(" ").append(words);
  }
  return line + ">";
}

void add_figures(Report& report) {
  for (const StepField& field : step_fields()) {
    std::string doc = field.doc;
    if (*field.unit != 0) doc.append(" [").append(field.unit).append("]");
    std::visit([&](auto member) { add_field(report, field.name, member, doc.append(".").c_str()); },
               field.member);
  }
}

void bind_island_report(py::module_& module) {
  using Island = py::class_<IslandReport>;
  Island island(module, "IslandReport", "Report on the solve of one island. A copy.");
  island.def_readonly("rows", &IslandReport::rows, "Rows of the problem.")
      .def_readonly("contacts", &IslandReport::contacts, "Contacts of the island.")
      .def_property_readonly(
          "status", [](const IslandReport& r) { return lower_case(status_name(r.status)); },
          "\"solved\", \"approximate\", \"iterations\", ..., as decided by the judge. The\n"
          "values are those of cardan.problem.Answer.")
      .def_property_readonly(
          "diagnosis",
          [](const IslandReport& r) {
            return r.diagnosis == 0 ? std::string() : lower_case(status_name(r.diagnosis));
          },
          "\"jammed\" or \"infeasible\" with a proof, or \"\".")
      .def_readonly("solver", &IslandReport::solver,
                    "Index in the chain of the solver that gave the answer; -1: last resort.")
      .def_readonly("residual", &IslandReport::residual, "Residual measured by the judge [m/s].")
      .def_readonly("cone_residual", &IslandReport::cone_residual,
                    "Residual under exact Coulomb cones: the model error [m/s].")
      .def_readonly("iterations", &IslandReport::iterations,
                    "Number of iterations of all attempts.")
      .def_readonly("factorizations", &IslandReport::factorizations,
                    "Number of factorisations of all attempts.")
      .def_readonly("fallbacks", &IslandReport::fallbacks,
                    "Number of attempts after the first attempt.")
      .def_readonly("added_compliance", &IslandReport::added_compliance,
                    "Compliance that was added to obtain the answer, as a fraction of A_ii; 0:\n"
                    "none.")
      .def_readonly("passes_converged", &IslandReport::passes_converged,
                    "False if the passes of the formulation ended before they converged.")
      .def_readonly("restitution_scale", &IslandReport::restitution_scale,
                    "Applied fraction of the restitution.")
      .def_readonly("energy_share", &IslandReport::energy_share,
                    "Applied fraction of the impulses of an approximate answer.")
      .def_readonly("impact_passes", &IslandReport::impact_passes,
                    "Number of passes over successive impacts.")
      .def_readonly("impacts_finished", &IslandReport::impacts_finished,
                    "False if contacts that were still closing after the last impact were\n"
                    "stopped.")
      .def_readonly("work_limited", &IslandReport::work_limited,
                    "True if a work limit ended the solve.")
      .def_readonly("law_relaxed", &IslandReport::law_relaxed,
                    "True if sliding friction had no solution and an impulse stopped the slip.")
      .def_readonly("fault", &IslandReport::fault,
                    "Message about a failed call of a plugin, or \"\".")
      .def_property_readonly(
          "attempts",
          [](const IslandReport& r) {
            using namespace py::literals;
            py::list attempts;
            for (int i = 0; i < r.attempts.size(); ++i) {
              const SolverAttempt& one = r.attempts[static_cast<std::size_t>(i)];
              attempts.append(py::dict(
                  "solver"_a = one.solver, "status"_a = lower_case(status_name(one.status)),
                  "iterations"_a = one.iterations, "stage"_a = one.stage,
                  "compliance"_a = one.compliance, "residual"_a = one.residual));
            }
            return attempts;
          },
          "The first 16 attempts, one dict each: solver, status, iterations, stage,\n"
          "compliance, residual [m/s].")
      .def("__repr__", [](const IslandReport& r) {
        return py::str("<cardan.IslandReport {}: {} contacts, {} rows, residual {:.2g} m/s>")
            .format(lower_case(status_name(r.status)), r.contacts, r.rows, r.residual);
      });
}

}  // namespace

void ReportSource::refuse() {
  throw std::runtime_error("the world of this report is in use: another thread steps it");
}

void bind_report(py::module_& module) {
  bind_island_report(module);
  Report report(module, "Report",
                "Report on the last step of a world.\n\n"
                "The object is a lightweight handle: its fields are read on access and describe\n"
                "the latest step. `copy()` keeps the current values. After the world is closed,\n"
                "the report shows its last step. Raises RuntimeError while another thread steps\n"
                "the world.");
  add_field(report, "step", &StepReport::step,
            "Number of the step, starting with 1; 0 before the first step.");
  add_field(report, "time", &StepReport::time, "Time after the step [s].");
  add_figures(report);
  add_field(report, "worst_loop", &StepReport::worst_loop,
            "Index of the loop with the largest error; -1 if there are no loops.");
  report.def_property_readonly(
      "messages",
      [](const ReportHandle& h) {
        std::vector<std::string> messages = h.get().messages;
        for (std::string& message : messages) message = python_words(std::move(message));
        return messages;
      },
      "Messages, one line for each fault; a new list.");
  add_field(report, "islands", &StepReport::islands, "IslandReport of each island; a new list.");
  report
      .def_property_readonly(
          "shadow", [](const ReportHandle& h) { return shadow_out(h.get().shadow); },
          "Comparison with the shadow solver, a dict.")
      .def_property_readonly(
          "collision_ladder",
          [](const ReportHandle& h) { return ladder_out(h.get().collision_ladder); },
          "Pairs of shapes that needed a fallback algorithm, a dict.")
      .def_property_readonly(
          "nanoseconds", [](const ReportHandle& h) { return times_out(h.get()); },
          "Time of each stage [ns], a dict; 0 unless World.set_profiling(True).")
      .def("copy", &copied, "A report that keeps the current values.")
      .def("__repr__", &report_text);
}

}  // namespace cardan::python
