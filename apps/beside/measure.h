#pragma once

#include <limits>
#include <string>
#include <vector>

#include "beside/motion.h"
#include "cardan/sim/world.h"

namespace cardan::app {

/// Figures of a motion, by the definitions of docs/mjcf.md. All engines are measured by the same
/// functions of the same states; only forces and slip are the engine's own.
struct MotionFigures {
  std::string engine, trouble;
  double deepest = 0;         ///< greatest penetration of a sample [m]
  double deepest_at_end = 0;  ///< of the last sample [m]
  /// Σ f_n |v_t| / Σ f_n over all steps, and over those of the last quarter [m/s]; NaN: no contact.
  double slip = 0, creep = 0;
  double normal_force = 0;   ///< Σ f_n, mean over the last quarter [N]
  double energy_change = 0;  ///< end minus start [J]
  double energy_rise = 0;    ///< greatest energy minus that of the start [J]
  double steps_per_second = 0;
};

/// How far two motions differ.
struct MotionDifference {
  double position = 0;  ///< greatest distance of the origins of a link [m]
  double angle = 0;     ///< greatest angle between the frames of a link [rad]
  std::string link;     ///< MODEL/LINK of the greatest distance
  /// First sample at which a link is more than 1 mm away [s]; NaN: none.
  double apart_from = std::numeric_limits<double>::quiet_NaN();
};

/// Poses of all links at a sample.
using LinkPoses = std::vector<RigidTransform>;

/// Measures states in a world, whose own state is overwritten.
class MotionMeter {
 public:
  explicit MotionMeter(World& world) : world_(world) {}

  MotionFigures figures(const EngineTrack& track);
  MotionDifference difference(const EngineTrack& a, const EngineTrack& b);

 private:
  void set(const EngineTrack& track, std::size_t sample);
  LinkPoses poses() const;
  std::vector<std::string> names() const;
  World& world_;
};

}  // namespace cardan::app
