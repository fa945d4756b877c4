#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cardan/recording.h"
#include "cardan/world.h"

namespace cardan::view {

/// Moves a world to any step of a recording by simulating it again, and compares the bits of every
/// step. If the program changes the world, the run deviates from the recording. The changes of the
/// recording are still applied, and the first step with different bits is reported. go_to returns
/// to the recorded run.
class RecordedRun {
 public:
  /// Makes a run of a recording, which must outlive the object.
  RecordedRun(const Recording& recording, int threads);

  double first_time() const;  ///< time of the start [s]
  double last_time() const;   ///< time of the last step [s]
  std::int64_t num_steps() const { return last_step_ - first_step_; }

  /// Replaces the world by its state after the recorded step that is nearest to a time [s]. The
  /// step itself is simulated, so its contacts and its report are available, except at the start of
  /// the recording. visit: called after each step; may be empty.
  void go_to(World& world, double time, const std::function<void(const World&)>& visit = {});
  /// These functions must be called before and after each step of the world.
  void before_step(World& world);
  void after_step(World& world);

  /// False if the run has deviated from the recording.
  bool follows() const { return follows_; }
  /// True after the last step of the recording, until go_to is called.
  bool is_at_end(const World& world) const;
  /// Returns a new line for the user, if any. Each line is returned only once.
  std::optional<std::string> take_news();

 private:
  struct Checkpoint {
    World world;
    ChangeReplay changes;
    std::int64_t step = 0;
  };
  std::int64_t step_at(double time) const;
  void compare(const World& world);
  void keep(const World& world);
  const Checkpoint& last_before(std::int64_t step) const;
  void leave(std::string news);

  const Recording* recording_;
  std::int64_t first_step_, last_step_;
  double first_time_ = 0;
  ChangeReplay changes_;
  std::vector<Checkpoint> kept_;  ///< checkpoints in ascending order of steps
  bool follows_ = true, repeats_ = true;
  std::optional<std::string> news_;
};

}  // namespace cardan::view
