#pragma once

#include <memory>
#include <optional>

#include "cardan/step_report.h"
#include "cardan/world.h"

namespace cardan::python {

/// True while a thread steps or reads the worlds that share this flag without holding the GIL. The
/// flag is read and written with the GIL held.
struct Busy {
  bool on = false;
  bool visits_python = false;  ///< true if the thread is between two steps and runs Python code
};

/// Source of a Report in Python: the last step of a world while the world exists, afterwards a copy
/// of its last report.
struct ReportSource {
  const World* world = nullptr;
  std::shared_ptr<const Busy> busy;  ///< flag of the world
  std::optional<StepReport> kept;

  /// Throws RuntimeError while a thread steps the world, which changes the report.
  const StepReport& get() const {
    if (kept) return *kept;
    if (busy->on && !busy->visits_python) refuse();
    return world->report();
  }
  void keep() {
    kept = world->report();
    world = nullptr;
  }

 private:
  [[noreturn]] static void refuse();
};

/// A report as Python sees it.
struct ReportHandle {
  std::shared_ptr<ReportSource> source;
  const StepReport& get() const { return source->get(); }
};

}  // namespace cardan::python
