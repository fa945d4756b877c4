#pragma once

#include <memory>
#include <optional>

#include "cardan/sim/step_report.h"
#include "cardan/sim/world.h"

namespace cardan::python {

/// Where a Report of Python reads: the last step of a world as long as the world exists, then a
/// copy of its last report.
struct ReportSource {
  const World* world = nullptr;
  std::optional<StepReport> kept;

  const StepReport& get() const { return kept ? *kept : world->report(); }
  void keep() {
    kept = world->report();
    world = nullptr;
  }
};

/// A report as Python sees it.
struct ReportHandle {
  std::shared_ptr<ReportSource> source;
  const StepReport& get() const { return source->get(); }
};

}  // namespace cardan::python
