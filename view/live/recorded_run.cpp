#include "view/live/recorded_run.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "cardan/error.h"
#include "cardan/recording.h"

namespace cardan::view {

namespace {

// A seek simulates at most one of this many parts of the recording.
constexpr std::int64_t kMostKeptWorlds = 16;

}  // namespace

RecordedRun::RecordedRun(const Recording& recording, int threads)
    : recording_(&recording),
      first_step_(recording.first_step()),
      last_step_(recording.last_step()),
      changes_(recording) {
  World start = recording.make_world(threads);
  first_time_ = start.time();
  kept_.push_back({std::move(start), changes_, first_step_});
}

double RecordedRun::first_time() const { return first_time_; }

double RecordedRun::last_time() const {
  return first_time_ + static_cast<double>(num_steps()) * recording_->time_step();
}

std::int64_t RecordedRun::step_at(double time) const {
  const double steps = std::round((time - first_time_) / recording_->time_step());
  return first_step_ +
         static_cast<std::int64_t>(std::clamp(steps, 0.0, static_cast<double>(num_steps())));
}

// The step after a kept world is simulated, so that the contacts of this step are available.
const RecordedRun::Checkpoint& RecordedRun::last_before(std::int64_t step) const {
  const Checkpoint* best = &kept_.front();
  for (const Checkpoint& one : kept_)
    if (one.step < step) best = &one;
  return *best;
}

void RecordedRun::go_to(World& world, double time, const std::function<void(const World&)>& visit) {
  const std::int64_t target = step_at(time);
  const Checkpoint& from = last_before(target);
  changes_ = from.changes;
  follows_ = repeats_ = true;
  world = from.world.clone();
  while (changes_.step(world) < target) {
    before_step(world);
    world.step();
    after_step(world);
    if (visit) visit(world);
  }
  if (target == first_step_) compare(world);
}

void RecordedRun::leave(std::string news) {
  follows_ = false;
  news_ = std::move(news);
}

void RecordedRun::before_step(World& world) {
  if (!repeats_) return;
  try {
    changes_.before_check(world);
    changes_.before_step(world);
  } catch (const Error& error) {
    repeats_ = false;
    std::string text = "the changes of the recording end here: ";
    leave(text.append(error.what()));
  }
}

void RecordedRun::after_step(World& world) {
  if (!repeats_) return;
  try {
    changes_.before_check(world);
  } catch (const Error&) {
    return;  // before_step encounters it again
  }
  compare(world);
  if (follows_) keep(world);
}

void RecordedRun::compare(const World& world) {
  const std::int64_t step = changes_.step(world);
  if (!follows_ || step < first_step_ || step > last_step_) return;
  const std::string what = first_difference(recording_->hashes(step), step_hashes(world));
  if (what.empty()) return;
  char text[128];
  std::snprintf(text, sizeof text, "from step %lld (%.6g s) on, the run is not the recorded one: ",
                static_cast<long long>(step), world.time());
  leave(std::string(text).append("other ").append(what));
}

void RecordedRun::keep(const World& world) {
  const std::int64_t step = changes_.step(world);
  const std::int64_t every = num_steps() / kMostKeptWorlds + 1;
  if (step < kept_.back().step + every || step > last_step_) return;
  kept_.push_back({world.clone(), changes_, step});
}

bool RecordedRun::is_at_end(const World& world) const { return changes_.step(world) == last_step_; }

std::optional<std::string> RecordedRun::take_news() { return std::exchange(news_, std::nullopt); }

}  // namespace cardan::view
