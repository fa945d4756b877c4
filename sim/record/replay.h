#pragma once

#include <cstdint>
#include <functional>

#include "cardan/sim/record/recording.h"

namespace cardan {

/// Repeats the changes of a recording on a world at the steps at which they were made. The
/// recording must outlive the object.
class CARDAN_API ChangeReplay {
 public:
  /// The recording must outlive the object.
  explicit ChangeReplay(const Recording& recording) : recording_(&recording) {}

  /// Must be called where the recording program called Recorder::record. Repeats the changes that
  /// the program made after the last step and before this call.
  void before_check(World& world);
  /// Must be called before each step. Repeats all other changes that the program made before the
  /// step.
  void before_step(World& world);
  /// True if the recording contains the timed forces of its scene. In this case, apply_forces must
  /// not be called.
  bool applies_forces() const;
  /// Number of the world's current step as counted by the recording. The count continues when the
  /// recording program sets a state with another number of steps.
  std::int64_t step(const World& world) const { return world.steps() + ahead_; }

 private:
  const Recording* recording_;
  void repeat_next(World& world);

  std::int64_t next_ = 0, ahead_ = 0;
};

/// Repeats a whole recording on a world in its initial state (Recording::make_world), step by step,
/// and compares the bits of every step. Returns the number of steps. Throws an Error that names the
/// first step that is not bitwise identical, and throws the errors of Recording::repeat_change.
/// visit: called after each step; may be empty.
CARDAN_API std::int64_t replay(const Recording& recording, World& world,
                               const std::function<void(const World&)>& visit = {});

}  // namespace cardan
