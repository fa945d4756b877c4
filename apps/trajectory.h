#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/world.h"

namespace cardan::app {

/// Samples of one run of a scene. Runs of the same length are sampled at the same steps.
class Trajectory {
 public:
  /// Motion of the base of a moving body or robot.
  struct Track {
    std::string model;
    std::vector<Vector3> position;  ///< position of the base [m]
    std::vector<double> speed;      ///< speed of the base [m/s]
    std::vector<VectorX> q;
    bool floating = false;
  };

  /// Keeps at most about 2000 samples of a run of this many steps.
  explicit Trajectory(std::int64_t steps);

  /// Creates a trajectory from previously recorded samples.
  Trajectory(std::vector<double> time, std::vector<double> residual, std::vector<Track> tracks);

  /// Call before the first step and after each step; the last sample is always kept.
  void sample(const World& world);

  const std::vector<double>& time() const { return time_; }
  /// Worst residual of the steps since the previous sample [m/s].
  const std::vector<double>& residual() const { return residual_; }

  const std::vector<Track>& tracks() const { return tracks_; }
  /// Track of a model, null if there is none.
  const Track* find(const std::string& model) const;

 private:
  std::int64_t steps_, every_, calls_ = 0;
  double worst_residual_ = 0;  ///< worst residual since the last sample
  std::vector<double> time_, residual_;
  std::vector<Track> tracks_;
};

/// Distance between the first and the last base position [m].
double travel(const Trajectory::Track& track);

/// Time after which the speed of the base stays below 1 mm/s [s]; NaN if it never stops.
double stop_time(const Trajectory& trajectory, const Trajectory::Track& track);

/// Largest difference of a base position [m] or joint coordinate [rad, m] at equal samples.
double largest_difference(const Trajectory& a, const Trajectory& b);

/// Largest difference at each sample; as long as the shorter of the two.
std::vector<double> differences(const Trajectory& a, const Trajectory& b);

}  // namespace cardan::app
