#include "bindings/python/src/report.h"

#include <pybind11/stl.h>

#include <array>
#include <stdexcept>
#include <string>

#include "bindings/python/src/bind.h"
#include "bindings/python/src/errors.h"
#include "bindings/python/src/problem.h"
#include "cardan/run_report.h"
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
  const std::pair<const char*, int> counts[] = {{"failed islands", report.failed_islands},
                                                {"approximate islands", report.approximate_islands},
                                                {"stuck models", report.stuck_models},
                                                {"fallbacks", report.fallbacks},
                                                {"rejected inputs", report.rejected_inputs},
                                                {"clamped efforts", report.clamped_efforts},
                                                {"contacts left out", report.contacts_left_out},
                                                {"collision failures", report.collision_failures}};
  for (const auto& [name, count] : counts) {
    if (count > 0) line.append(", ").append(std::to_string(count)).append(" ").append(name);
  }
  return line + ">";
}

void add_counts(Report& report) {
  add_field(report, "worst_residual", &StepReport::worst_residual,
            "Worst residual of the islands, measured by the engine [m/s].");
  add_field(report, "called_islands", &StepReport::called_islands,
            "Islands for which a solver was called.");
  add_field(report, "failed_islands", &StepReport::failed_islands,
            "Islands whose answer is that of the last resort.");
  add_field(report, "approximate_islands", &StepReport::approximate_islands,
            "Islands whose residual exceeds the tolerance.");
  add_field(report, "work_limited_islands", &StepReport::work_limited_islands,
            "Approximate islands stopped by a work limit.");
  add_field(report, "budget_islands", &StepReport::budget_islands,
            "Approximate islands whose solver stopped at its own limit.");
  add_field(report, "energy_limited_islands", &StepReport::energy_limited_islands,
            "Approximate islands whose impulses were scaled down.");
  add_field(report, "fallbacks", &StepReport::fallbacks, "Failed solver attempts.");
  add_field(report, "iterations", &StepReport::iterations, "Iterations of all solvers.");
  add_field(report, "factorizations", &StepReport::factorizations,
            "Factorisations of matrices by all solvers.");
  add_field(report, "guarded_restitution", &StepReport::guarded_restitution,
            "Islands in which the restitution was scaled down.");
  add_field(report, "unfinished_impacts", &StepReport::unfinished_impacts,
            "Islands that need more successive impacts than the step resolves.");
}

void add_findings(Report& report) {
  add_field(report, "max_penetration", &StepReport::max_penetration, "Deepest overlap [m].");
  add_field(report, "contacts_left_out", &StepReport::contacts_left_out,
            "Contacts beyond the maximum number of contacts in a step.");
  add_field(report, "dropped_rows", &StepReport::dropped_rows,
            "Contacts and joint rows that are immovable within rounding.");
  add_field(report, "capped_friction", &StepReport::capped_friction,
            "Contacts whose friction coefficient was capped.");
  add_field(report, "collisions", &StepReport::collisions,
            "Islands whose collisions were resolved before the forces were computed.");
  add_field(report, "unsettled_islands", &StepReport::unsettled_islands,
            "Islands whose passes ended before they converged.");
  add_field(report, "push_out_residual", &StepReport::push_out_residual,
            "Worst residual of the position problems of `projection` [m/s].");
  add_field(report, "pushed_islands", &StepReport::pushed_islands,
            "Islands whose overlaps were removed at the position level.");
  add_field(report, "push_out_failures", &StepReport::push_out_failures,
            "Position problems for which no solver gave an answer.");
  add_field(report, "push_out_work", &StepReport::push_out_work,
            "Work of the push-outs against the forces of the step [J].");
  add_field(report, "shortened_push_outs", &StepReport::shortened_push_outs,
            "Push-outs that were shortened so that no body moves faster than max_speed.");
  add_field(report, "unlifted_overlaps", &StepReport::unlifted_overlaps,
            "Overlaps and violated limits that no motion of the bodies reduces.");
  add_field(report, "limit_error", &StepReport::limit_error,
            "Largest distance of a joint beyond a rigid position limit before the step [m, rad].");
  add_field(report, "loop_error", &StepReport::loop_error,
            "Largest error of a rigid loop or rope after the step [m, rad].");
  add_field(report, "worst_loop", &StepReport::worst_loop,
            "Index of the loop with the largest error; -1 if there are no loops.");
  add_field(report, "redundant_rows", &StepReport::redundant_rows,
            "Redundant loop rows that were dropped.");
  add_field(report, "collision_failures", &StepReport::collision_failures,
            "Pairs of shapes whose collision test failed.");
  add_field(report, "stuck_models", &StepReport::stuck_models,
            "Models whose motion was not finite; they keep their state.");
  add_field(report, "rejected_inputs", &StepReport::rejected_inputs,
            "Efforts or wrenches that were not finite and were ignored.");
  add_field(report, "clamped_efforts", &StepReport::clamped_efforts,
            "Joints whose effort exceeds the limit of the joint or motor.");
  add_field(report, "flight_parts", &StepReport::flight_parts,
            "Largest number of substeps of the free flight of a model; 0: no\n"
            "model was in free flight.");
  add_field(report, "corrected_islands", &StepReport::corrected_islands,
            "Islands solved again with velocity products at the middle of the step.");
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
  add_field(report, "contacts", &StepReport::contacts, "Number of contacts.");
  add_field(report, "sleeping_trees", &StepReport::sleeping_trees,
            "Number of models that are asleep.");
  add_counts(report);
  add_findings(report);
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
