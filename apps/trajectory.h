#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/sim/world.h"

namespace cardan::app {

/// Samples of one run of a scene: the same steps for every run of one length.
class Trajectory {
 public:
  /// A body or a robot that moves: its base.
  struct Track {
    std::string model;
    std::vector<Vector3> position;  ///< of the base [m]
    std::vector<double> speed;      ///< of the base [m/s]
    std::vector<VectorX> q;
    bool floating = false;
  };

  /// At most about 2000 samples of a run of so many steps.
  explicit Trajectory(std::int64_t steps);

  /// Takes samples that were recorded before.
  Trajectory(std::vector<double> time, std::vector<double> residual, std::vector<Track> tracks);

  /// Call before the first step and after each; the last one is always kept.
  void sample(const World& world);

  const std::vector<double>& time() const { return time_; }
  /// Worst of the steps since the sample before [m/s].
  const std::vector<double>& residual() const { return residual_; }

  const std::vector<Track>& tracks() const { return tracks_; }
  /// The track of a model, null if there is none.
  const Track* find(const std::string& model) const;

 private:
  std::int64_t steps_, every_, calls_ = 0;
  double worst_residual_ = 0;  ///< since the last sample
  std::vector<double> time_, residual_;
  std::vector<Track> tracks_;
};

/// Distance of the last base position from the first [m].
double travel(const Trajectory::Track& track);

/// From when on the base is slower than 1 mm/s to the end [s]; NaN if it never stops.
double stop_time(const Trajectory& trajectory, const Trajectory::Track& track);

/// Largest difference of a base position [m] or joint coordinate [rad, m] at equal samples.
double largest_difference(const Trajectory& a, const Trajectory& b);

/// Largest difference of each sample, as long as the shorter of the two.
std::vector<double> differences(const Trajectory& a, const Trajectory& b);

}  // namespace cardan::app
