#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "cardan/export.h"
#include "cardan/step_report.h"

namespace cardan {

/// How a run sums up a number of its steps.
enum class OverSteps { kSum, kLargest, kLast };

/// A number of a StepReport. Reports, quantities, Python and summaries walk these rows; recordings
/// name those that they keep.
struct StepField {
  const char* name;  ///< of the member, the quantity and the attribute in Python
  const char* unit;  ///< "" for a count
  OverSteps over_steps;
  std::variant<std::int64_t StepFigures::*, double StepFigures::*> member;
  const char* doc;  ///< one line, without a full stop and the unit
  const char* summary =
      nullptr;                ///< words of the summary of a run, which shows values other than 0
  const char* key = nullptr;  ///< key in the report of a run; nullptr: the name

  CARDAN_API double value(const StepFigures& figures) const;
};

/// Returns all rows.
CARDAN_API std::span<const StepField> step_fields();

/// Returns the row with this name. Throws std::out_of_range if there is none.
CARDAN_API const StepField& step_field(std::string_view name);

/// Adds the numbers of a step to a sum, each by its rule.
CARDAN_API void add_step(const StepFigures& step, StepFigures& sum);

}  // namespace cardan
