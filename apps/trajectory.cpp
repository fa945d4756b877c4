#include "apps/trajectory.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace cardan::app {

namespace {

constexpr std::int64_t kMostSamples = 2000;
constexpr double kRest = 1e-3;  // [m/s]
constexpr int kPoseSize = 7;

// Difference of two samples. The quaternion of a floating base is excluded, since its sign is not
// unique.
double difference(const Trajectory::Track& a, const Trajectory::Track& b, std::size_t i) {
  double worst = (a.position[i] - b.position[i]).cwiseAbs().maxCoeff();
  const Eigen::Index first = a.floating ? kPoseSize : 0;
  const Eigen::Index joints = a.q[i].size() - first;
  if (joints > 0 && a.q[i].size() == b.q[i].size()) {
    const VectorX change = a.q[i].tail(joints) - b.q[i].tail(joints);
    worst = std::max(worst, change.cwiseAbs().maxCoeff());
  }
  return std::isfinite(worst) ? worst : std::numeric_limits<double>::infinity();
}

}  // namespace

Trajectory::Trajectory(std::int64_t steps)
    : steps_(steps), every_(std::max<std::int64_t>(1, (steps + kMostSamples - 1) / kMostSamples)) {}

Trajectory::Trajectory(std::vector<double> time, std::vector<double> residual,
                       std::vector<Track> tracks)
    : steps_(0),
      every_(1),
      time_(std::move(time)),
      residual_(std::move(residual)),
      tracks_(std::move(tracks)) {}

void Trajectory::sample(const World& world) {
  const std::int64_t call = calls_++;
  if (call > 0) worst_residual_ = std::max(worst_residual_, world.report().worst_residual);
  if (call % every_ != 0 && call != steps_) return;
  time_.push_back(world.time());
  residual_.push_back(std::exchange(worst_residual_, 0));
  std::size_t next = 0;
  for (int i = 0; i < world.num_models(); ++i) {
    const Model& model = world.model(i);
    if (!model.skeleton()) continue;
    if (next == tracks_.size()) {
      tracks_.push_back({model.name(), {}, {}, {}, model.skeleton()->floating_base()});
    }
    Track& track = tracks_[next++];
    track.position.push_back(model.base_pose().p);
    track.speed.push_back(model.base_velocity().linear.norm());
    track.q.push_back(model.q());
  }
}

const Trajectory::Track* Trajectory::find(const std::string& model) const {
  const auto it = std::find_if(tracks_.begin(), tracks_.end(),
                               [&](const Track& track) { return track.model == model; });
  return it == tracks_.end() ? nullptr : &*it;
}

double travel(const Trajectory::Track& track) {
  return (track.position.back() - track.position.front()).norm();
}

double stop_time(const Trajectory& trajectory, const Trajectory::Track& track) {
  std::size_t first = track.speed.size();
  while (first > 0 && track.speed[first - 1] < kRest) --first;
  return first < track.speed.size() ? trajectory.time()[first]
                                    : std::numeric_limits<double>::quiet_NaN();
}

std::vector<double> differences(const Trajectory& a, const Trajectory& b) {
  std::vector<double> worst(std::min(a.time().size(), b.time().size()), 0.0);
  for (std::size_t t = 0; t < std::min(a.tracks().size(), b.tracks().size()); ++t) {
    const Trajectory::Track &x = a.tracks()[t], &y = b.tracks()[t];
    for (std::size_t i = 0; i < worst.size(); ++i) {
      worst[i] = std::max(worst[i], difference(x, y, i));
    }
  }
  return worst;
}

double largest_difference(const Trajectory& a, const Trajectory& b) {
  const std::vector<double> all = differences(a, b);
  return all.empty() ? 0 : *std::max_element(all.begin(), all.end());
}

}  // namespace cardan::app
