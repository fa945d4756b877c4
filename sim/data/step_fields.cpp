#include "cardan/step_fields.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace cardan {

namespace {

using F = StepFigures;
constexpr OverSteps kSum = OverSteps::kSum, kLargest = OverSteps::kLargest,
                    kLast = OverSteps::kLast;

constexpr StepField kFields[] = {
    {"worst_residual", "m/s", kLargest, &F::worst_residual,
     "Worst residual of the islands, measured by the engine"},
    {"called_islands", "", kSum, &F::called_islands, "Islands for which a solver was called"},
    {"failed_islands", "", kSum, &F::failed_islands,
     "Islands whose answer is that of the last resort"},
    {"approximate_islands", "", kSum, &F::approximate_islands,
     "Islands whose residual exceeds the tolerance"},
    {"rejected_inputs", "", kSum, &F::rejected_inputs,
     "Non-finite efforts or wrenches that were ignored",
     "non-finite efforts or wrenches that were ignored"},
    {"clamped_efforts", "", kSum, &F::clamped_efforts,
     "Joints whose effort exceeds the limit of the joint or motor",
     "efforts that were clamped to the limits of their joints"},
    {"work_limited_islands", "", kSum, &F::work_limited_islands,
     "Approximate islands stopped by a work limit", "islands stopped by a work limit"},
    {"budget_islands", "", kSum, &F::budget_islands,
     "Approximate islands whose solver stopped at its own limit"},
    {"energy_limited_islands", "", kSum, &F::energy_limited_islands,
     "Approximate islands whose impulses were scaled down",
     "islands whose approximate impulses were scaled down to add no energy"},
    {"pushed_islands", "", kSum, &F::pushed_islands,
     "Islands whose overlaps were removed at the position level",
     "islands whose overlaps were removed at position level"},
    {"push_out_work", "J", kSum, &F::push_out_work,
     "Work of the push-outs against the forces of the step",
     "work of the push-outs against the forces"},
    {"shortened_push_outs", "", kSum, &F::shortened_push_outs,
     "Push-outs that were shortened so that no body moves faster than max_speed",
     "push-outs that were shortened"},
    {"unlifted_overlaps", "", kLast, &F::unlifted_overlaps,
     "Overlaps and violated limits that no motion of the bodies reduces",
     "overlaps at the end that no motion of the bodies reduces"},
    {"push_out_failures", "", kSum, &F::push_out_failures,
     "Position problems for which no solver gave an answer",
     "position problems that no solver could solve"},
    {"push_out_residual", "m/s", kLargest, &F::push_out_residual,
     "Worst residual of the position problems of `projection`", nullptr, "worst_push_out"},
    {"unsettled_islands", "", kSum, &F::unsettled_islands,
     "Islands whose passes ended before they converged",
     "islands whose friction bounds did not converge"},
    {"corrected_islands", "", kSum, &F::corrected_islands,
     "Islands solved again with velocity products at the middle of the step"},
    {"dropped_rows", "", kSum, &F::dropped_rows,
     "Contacts and joint rows that are immovable within rounding",
     "rows dropped because rounding makes them immovable"},
    {"redundant_rows", "", kSum, &F::redundant_rows, "Redundant loop rows that were dropped"},
    {"capped_friction", "", kSum, &F::capped_friction,
     "Contacts whose friction coefficient was capped",
     "contacts whose friction coefficient was capped"},
    {"fallbacks", "", kSum, &F::fallbacks, "Failed solver attempts"},
    {"iterations", "", kSum, &F::iterations, "Iterations of all solvers"},
    {"factorizations", "", kSum, &F::factorizations, "Factorisations of matrices by all solvers"},
    {"guarded_restitution", "", kSum, &F::guarded_restitution,
     "Islands in which the restitution was scaled down"},
    {"unfinished_impacts", "", kSum, &F::unfinished_impacts,
     "Islands that need more successive impacts than the step resolves"},
    {"collisions", "", kSum, &F::collisions,
     "Islands whose collisions were resolved before the forces were computed"},
    {"contacts", "", kLargest, &F::contacts, "Contacts, those of sleeping models included", nullptr,
     "most_contacts"},
    {"contacts_left_out", "", kLargest, &F::contacts_left_out,
     "Contacts beyond the maximum number of contacts in a step"},
    {"max_penetration", "m", kLargest, &F::max_penetration, "Deepest overlap"},
    {"limit_error", "m, rad", kLargest, &F::limit_error,
     "Largest distance of a joint beyond a rigid position limit before the step"},
    {"loop_error", "m, rad", kLargest, &F::loop_error,
     "Largest error of a rigid loop or rope after the step", nullptr, "max_loop_error"},
    {"collision_failures", "", kSum, &F::collision_failures,
     "Pairs of shapes whose collision test failed"},
    {"stuck_models", "", kSum, &F::stuck_models,
     "Models whose motion was not finite; they keep their state"},
    {"flight_parts", "", kLargest, &F::flight_parts,
     "Largest number of substeps of the free flight of a model; 0: no model was in free flight"},
    {"sleeping_trees", "", kLast, &F::sleeping_trees, "Models that are asleep"},
};

}  // namespace

double StepField::value(const StepFigures& figures) const {
  return std::visit([&](auto field) { return static_cast<double>(figures.*field); }, member);
}

std::span<const StepField> step_fields() { return kFields; }

const StepField& step_field(std::string_view name) {
  for (const StepField& field : kFields)
    if (name == field.name) return field;
  throw std::out_of_range("a step report has no number '" + std::string(name) + "'");
}

void add_step(const StepFigures& step, StepFigures& sum) {
  for (const StepField& field : kFields) {
    std::visit(
        [&](auto number) {
          auto& total = sum.*number;
          if (field.over_steps == kSum) total += step.*number;
          if (field.over_steps == kLargest) total = std::max(total, step.*number);
          if (field.over_steps == kLast) total = step.*number;
        },
        field.member);
  }
}

}  // namespace cardan
