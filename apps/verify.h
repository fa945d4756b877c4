#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "cardan/recording.h"

namespace cardan::app {

/// The first step in which two runs of one scene differ.
struct Divergence {
  std::int64_t step = 0;
  double time = 0;   ///< [s]
  std::string what;  ///< as returned by first_difference for StepHashes
  std::int64_t value_step = 0;
  std::optional<BitDifference>
      value;  ///< the first difference at value_step, the first step whose rows differ
};

/// One line: "step 12 (t = 0.012 s): model 'robot', joint 'knee', velocity: A is 1, B is 2, 3
/// ulps".
std::string describe(const Divergence& divergence, const std::string& a, const std::string& b);

/// Compares a world with a recording of it, step by step.
class Verifier {
 public:
  Verifier(const Verifier&) = delete;
  Verifier& operator=(const Verifier&) = delete;
  /// Sets the world to the initial state of the recording. If that is the start of the scene, the
  /// world is left unchanged and its start is compared too. Throws Error if the file is not a
  /// recording, or belongs to other models or another time step.
  Verifier(const std::string& file, World& world);

  /// Number of recorded steps after the initial state.
  std::int64_t steps() const;
  /// Call before the first step and after each step. Returns false when the first difference has
  /// been found.
  bool check(World& world);
  /// Call before each step: repeats the changes and inputs of the recording.
  void prepare_step(World& world) { changes_.before_step(world); }
  /// True if the recording repeats the timed forces of the scene.
  const std::optional<Divergence>& divergence() const { return divergence_; }

  /// Prints the result on one line; false if the runs differ.
  bool print(const World& world, std::ostream& out, std::ostream& err) const;

 private:
  Recording recording_;
  ChangeReplay changes_{recording_};
  std::optional<Divergence> divergence_;
  std::int64_t checked_ = 0;
};

}  // namespace cardan::app
