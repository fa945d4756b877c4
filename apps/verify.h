#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "cardan/sim/record/recording.h"

namespace cardan::app {

/// The first step in which two runs of one scene part.
struct Parting {
  std::int64_t step = 0;
  double time = 0;   ///< [s]
  std::string what;  ///< as first_difference of hashes
  std::int64_t value_step = 0;
  std::optional<BitDifference> value;  ///< of value_step, the first with rows that show one
};

/// One line: "step 12 (t = 0.012 s): model 'robot', joint 'knee', velocity: A is 1, B is 2, 3
/// ulps".
std::string describe(const Parting& parting, const std::string& a, const std::string& b);

/// Compares a world step by step with a recording of it.
class Verifier {
 public:
  /// Puts the world where the recording starts, unless that is the scene's own start, which is
  /// compared as well. Throws Error: not a recording, of other models or another step.
  Verifier(const std::string& file, World& world);

  /// How many steps the recording has from here on.
  std::int64_t steps() const;
  /// Call before the first step and after each; false: the first difference is known.
  bool check(const World& world);
  const std::optional<Parting>& parting() const { return parting_; }

  /// Prints the result, one line; false if the runs part.
  bool print(const World& world, std::ostream& out, std::ostream& err) const;

 private:
  Recording recording_;
  std::optional<Parting> parting_;
  std::int64_t checked_ = 0;
};

}  // namespace cardan::app
