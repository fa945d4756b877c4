#include "cardan/error.h"
#include "cardan/recording.h"

namespace cardan {

void ChangeReplay::repeat_next(World& world) {
  const std::int64_t before = world.steps();
  recording_->repeat_change(next_++, world);
  ahead_ += before - world.steps();
}

void ChangeReplay::before_check(World& world) {
  while (next_ < recording_->num_changes()) {
    const RecordedChange change = recording_->change(next_);
    const std::int64_t check = step(world) - recording_->first_step();
    if (change.step != step(world) || change.hashes > check) return;
    repeat_next(world);
  }
}

void ChangeReplay::before_step(World& world) {
  while (next_ < recording_->num_changes()) {
    if (recording_->change(next_).step != step(world)) return;
    repeat_next(world);
  }
}

namespace {

void require_equal(const Recording& recording, const World& world, std::int64_t step) {
  const std::string what = first_difference(recording.hashes(step), step_hashes(world));
  if (what.empty()) return;
  throw Error("step " + std::to_string(step) + " differs from the recording: " + what,
              recording.file(), "equal bits need the same binary, plugins and machine");
}

}  // namespace

std::int64_t replay(const Recording& recording, World& world,
                    const std::function<void(const World&)>& visit) {
  if (world.steps() != recording.first_step())
    throw Error("the world is at step " + std::to_string(world.steps()) +
                    ", but the recording begins at step " + std::to_string(recording.first_step()),
                recording.file(), "use the world of Recording::make_world");
  ChangeReplay changes(recording);
  const std::int64_t last = recording.last_step();
  for (;;) {
    changes.before_check(world);
    require_equal(recording, world, changes.step(world));
    if (changes.step(world) == last) return last - recording.first_step();
    changes.before_step(world);
    world.step();
    if (visit) visit(world);
  }
}

}  // namespace cardan
