#include <pybind11/stl.h>

#include <chrono>
#include <cmath>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/call_python.h"
#include "bindings/python/src/errors.h"
#include "bindings/python/src/recorder.h"
#include "bindings/python/src/world.h"
#include "core/number_text.h"

namespace cardan::python {

namespace {

using Clock = std::chrono::steady_clock;

// Interval between checks for signals, and between calls of `progress`.
constexpr std::chrono::milliseconds kVisit{50};

constexpr const char* kBatchSteps = "step it with Batch.step";

std::string counted(std::int64_t count, const char* what) {
  std::string text = std::to_string(count);
  return text.append(" ").append(what);
}

// Approximate answers that the accuracy of the solver does not explain.
std::int64_t approximate_islands(const World& world) {
  const StepReport& report = world.report();
  return report.approximate_islands - (world.accuracy() > 0 ? report.budget_islands : 0);
}

// A step fails if its answers cannot be trusted. A clamped effort is not a failure.
void require_good(const World& world) {
  const StepReport& report = world.report();
  const std::int64_t approximate = approximate_islands(world);
  if (report.failed_islands + approximate + report.stuck_models + report.collision_failures +
          report.push_out_failures + report.contacts_left_out + report.rejected_inputs ==
      0) {
    return;
  }
  const std::string where = "step " + std::to_string(report.step);
  if (report.stuck_models > 0) {
    throw StepFailure(report.messages.at(static_cast<std::size_t>(report.stuck_message)), where,
                      "try a smaller step");
  }
  if (report.rejected_inputs > 0) {
    throw StepFailure(counted(report.rejected_inputs, "efforts or wrenches are not finite"), where,
                      "see report.messages");
  }
  if (report.contacts_left_out > 0) {
    throw StepFailure(counted(report.contacts_left_out, "contacts were dropped"), where,
                      "too many models overlap: move them apart");
  }
  if (report.collision_failures > 0) {
    throw StepFailure(counted(report.collision_failures, "collision tests failed"), where,
                      "see report.messages");
  }
  if (report.failed_islands > 0) {
    throw StepFailure(counted(report.failed_islands, "islands have no answer of any solver"), where,
                      "try another solver or a smaller step");
  }
  if (report.push_out_failures > 0) {
    throw StepFailure(counted(report.push_out_failures, "overlaps have no answer of any solver"),
                      where, "try another solver or a smaller step");
  }
  std::string what = counted(approximate, "islands are above the tolerance");
  what.append(" (worst residual ").append(number_text(report.worst_residual, 2)).append(" m/s)");
  throw StepFailure(what, where, "try another solver, or a larger tolerance");
}

void advance(WorldHandle& handle, std::int64_t count, bool check, const py::object& progress) {
  const World& world = handle.own(kBatchSteps);
  Away away(handle);
  Clock::time_point visit = Clock::now() + kVisit;
  for (std::int64_t i = 0; i < count; ++i) {
    handle.step();
    if (check) require_good(world);
    if (i + 1 == count || Clock::now() < visit) continue;
    away.visit_python([&] {
      if (progress.is_none()) return;
      call_python(progress, static_cast<double>(i + 1) / static_cast<double>(count));
    });
    visit = Clock::now() + kVisit;
  }
}

py::object step(WorldHandle& handle, std::int64_t count, bool check) {
  if (count == 1) {  // the usual case in a controller; no clock is read
    const World& world = handle.own(kBatchSteps);
    const Away away(handle);
    handle.step();
    if (check) require_good(world);
  } else {
    if (count < 0) throw py::value_error("steps: expected 0 or more");
    advance(handle, count, check, py::none());
  }
  return handle.report();
}

py::object run(WorldHandle& handle, double duration, bool check, const py::object& progress) {
  const double steps = duration / handle.get().time_step();
  constexpr double kMost = 1e12;
  if (!(steps >= 0 && steps <= kMost)) {
    throw py::value_error("duration: expected seconds for at most 1e12 steps, not negative");
  }
  // Rounding of the quotient must not add a step.
  const auto count = static_cast<std::int64_t>(std::ceil(steps * (1 - 1e-12) - 1e-9));
  advance(handle, count, check, progress);
  if (!progress.is_none()) call_python(progress, 1.0);
  return handle.report();
}

py::object finish_step(WorldHandle& handle, bool check) {
  const World& world = handle.own(kBatchSteps);
  {
    const Away away(handle);
    handle.finish_step();
    if (check) require_good(world);
  }
  return handle.report();
}

}  // namespace

void add_stepping(WorldClass& world) {
  world
      .def("step", &step, py::arg("steps") = 1, py::arg("check") = false,
           "Advances the world by `steps` steps and returns `World.report`.\n\n"
           "The timed forces of the scene are applied. The GIL is released; Ctrl-C ends the\n"
           "call between two steps. check: raise StepError for a step with failed islands,\n"
           "approximate islands that World.accuracy does not explain, stuck models, failed\n"
           "collision tests, dropped contacts or inputs that are not finite.")
      .def("run", &run, py::arg("duration"), py::arg("check") = false,
           py::arg("progress") = py::none(),
           "Advances the world by a duration [s], rounded up to whole steps, and returns the\n"
           "report.\n\n"
           "progress: called with the fraction of the steps done, about twenty times a second\n"
           "and at the end. check: see step.")
      .def(
          "begin_step",
          [](WorldHandle& w) {
            w.own(kBatchSteps);
            const Away away(w);
            w.begin_step();
          },
          "First half of a step: applies the timed forces of the scene and computes poses,\n"
          "velocities and bias forces. A controller may then read these values and set efforts,\n"
          "targets and wrenches.")
      .def("finish_step", &finish_step, py::arg("check") = false,
           "Second half of a step; returns the report.")
      .def_property_readonly(
          "report", [](WorldHandle& w) { return w.report(); },
          "Report on the last step: a lightweight handle that always shows the latest step.")
      .def(
          "set_profiling", [](WorldHandle& w, bool on) { w.get().set_profiling(on); },
          py::arg("on"), "Measures the time of each stage (Report.nanoseconds).")
      .def("recorder", &open_recorder, py::arg("file"), py::kw_only(), py::arg("every") = 0.0,
           "Starts a recording (HDF5): `with world.recorder(\"run.h5\"): world.run(5.0)`.\n\n"
           "Every later step is recorded; a row is written every `every` seconds, or in every\n"
           "step if `every` is 0. The file appears when the recorder or the world is closed, or\n"
           "when both are deleted. Raises Error if the file cannot be written.")
      .def(
          "close", [](WorldHandle& w) { w.close(); },
          "Completes recordings and replays, and frees the world. Every later call on the world\n"
          "or on its models, joints and sensors raises Error.")
      .def_property_readonly(
          "closed", [](const WorldHandle& w) { return w.is_closed(); }, "True after close().")
      .def("__enter__", [](const std::shared_ptr<WorldHandle>& w) { return w; })
      .def("__exit__", [](WorldHandle& w, const py::args&) { w.close(); });
}

}  // namespace cardan::python
