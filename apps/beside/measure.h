#pragma once

#include <limits>
#include <string>
#include <vector>

#include "apps/beside/motion.h"
#include "cardan/world.h"

namespace cardan::app {

/// Figures of a motion, as defined in docs/mjcf.md. The figures of all engines are computed from
/// their states by the same functions; only forces and slip are computed by each engine itself.
struct MotionFigures {
  std::string engine, trouble;
  double deepest = 0;         ///< greatest penetration over all samples [m]
  double deepest_at_end = 0;  ///< greatest penetration of the last sample [m]
  /// Σ f_n |v_t| / Σ f_n over all steps, and over the last quarter of them [m/s]; NaN: no contact.
  double slip = 0, creep = 0;
  double normal_force = 0;   ///< Σ f_n, mean over the last quarter [N]
  double energy_change = 0;  ///< end minus start [J]
  double energy_rise = 0;    ///< greatest energy minus that of the start [J]
  double steps_per_second = 0;
};

/// How far two motions differ.
struct MotionDifference {
  double position = 0;  ///< greatest distance between the two origins of a link [m]
  double angle = 0;     ///< greatest angle between the two frames of a link [rad]
  std::string link;     ///< link with the greatest distance, MODEL/LINK
  /// Time of the first sample at which the two origins of a link are more than 1 mm apart [s]; NaN:
  /// none.
  double apart_from = std::numeric_limits<double>::quiet_NaN();
};

/// Poses of all links at a sample.
using LinkPoses = std::vector<RigidTransform>;

/// Measures states by setting them in a world, whose own state is overwritten.
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
