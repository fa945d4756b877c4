#include "scenes/observer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cardan/dynamics/energy.h"
#include "cardan/dynamics/kinematics.h"
#include "scenes/measure.h"

namespace cardan::bench {

namespace {

/// Mean of the added values.
class Mean {
 public:
  void add(double x) {
    sum_ += x;
    ++count_;
  }
  double value() const { return count_ > 0 ? sum_ / count_ : 0; }

 private:
  double sum_ = 0;
  int count_ = 0;
};

/// Energy and momentum of all objects, computed by the kinematics of cardan from the state of the
/// engine, so that all engines are measured alike.
class Mechanics {
 public:
  explicit Mechanics(const Scene& scene) : scene_(scene) {
    if (scene.robot) data_ = std::make_unique<Data>(*scene.robot->skeleton);
  }

  double energy(Engine& engine) {
    double E = 0;
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
      const Body& body = scene_.bodies[i];
      if (body.mass == 0) continue;
      const BodyState state = engine.body(static_cast<int>(i));
      const double inertia = 0.4 * body.mass * body.size.x() * body.size.x();  // balls alone
      E += 0.5 * body.mass * state.velocity.squaredNorm() +
           0.5 * inertia * state.angular_velocity.squaredNorm() -
           body.mass * scene_.gravity.dot(state.position);
    }
    for (std::size_t r = 0; r < scene_.robots.size(); ++r) {
      const RobotState state = update(engine, r);
      E += kinetic_energy(*scene_.robot->skeleton, *data_, state.v.data()) +
           potential_energy(*scene_.robot->skeleton, *data_, state.q.data(), scene_.gravity);
    }
    return E;
  }

  Vector3 momentum(Engine& engine) {
    Vector3 p = Vector3::Zero();
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i)
      p += scene_.bodies[i].mass * engine.body(static_cast<int>(i)).velocity;
    for (std::size_t r = 0; r < scene_.robots.size(); ++r) {
      update(engine, r);
      p += cardan::momentum(*scene_.robot->skeleton, *data_).force;
    }
    return p;
  }

 private:
  RobotState update(Engine& engine, std::size_t robot) {
    RobotState state = engine.robot(static_cast<int>(robot));
    forward_kinematics(*scene_.robot->skeleton, *data_, state.q.data(), state.v.data());
    return state;
  }

  const Scene& scene_;
  std::unique_ptr<Data> data_;
};

/// Against the closed form: F − μ₁ (M + N m) g is shared by the slab M and N balls m that roll,
/// each held back by f = m a_ball with a_slab = 3.5 a_ball.
class RollingObserver : public Observer {
 public:
  explicit RollingObserver(const Scene& scene) : scene_(scene) {
    constexpr double kFriction = 0.4;
    const double slab = scene.bodies[0].mass;
    const double balls = static_cast<double>(scene.bodies.size() - 1) * scene.bodies[1].mass;
    const double weight = (slab + balls) * scene.gravity.norm();
    ball_ = (scene.push.force.norm() - kFriction * weight) / (3.5 * slab + balls);
  }
  void sample(Engine& engine, double time) override {
    const Vector3 along = scene_.push.force.normalized();
    mean_.add((engine.body(0).velocity - 3.5 * ball_ * time * along).squaredNorm() +
              (engine.body(1).velocity - ball_ * time * along).squaredNorm());
    expected_ = ball_ * time;
    found_ = engine.body(1).velocity.dot(along);
  }
  Verdict judge(Engine&) override {
    return {mean_.value(), std::abs(found_ - expected_) <= 0.1 * expected_, {}};
  }

 private:
  const Scene& scene_;
  double ball_ = 0;  // acceleration of the balls [m/s²]
  double expected_ = 0, found_ = 0;
  Mean mean_;
};

class PenetrationObserver : public Observer {
 public:
  explicit PenetrationObserver(const Scene& scene)
      : positions_(scene.bodies.size()), radius_(scene.bodies[0].size.x()) {}
  void sample(Engine& engine, double) override {
    for (std::size_t i = 0; i < positions_.size(); ++i)
      positions_[i] = engine.body(static_cast<int>(i)).position;
    double sum = 0;
    deepest_ = 0;
    const auto add = [&](double depth) {
      if (!(depth > 0)) return;
      sum += depth * depth;
      deepest_ = std::max(deepest_, depth);
    };
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      finite_ = finite_ && positions_[i].allFinite();
      add(radius_ - positions_[i].z());
      for (std::size_t j = 0; j < i; ++j) add(2 * radius_ - (positions_[i] - positions_[j]).norm());
    }
    mean_.add(sum);
  }
  Verdict judge(Engine&) override {
    return {mean_.value(), finite_ && deepest_ <= 0.01 * radius_, {}};
  }

 private:
  std::vector<Vector3> positions_;
  double radius_ = 0, deepest_ = 0;
  bool finite_ = true;
  Mean mean_;
};

class EnergyObserver : public Observer {
 public:
  explicit EnergyObserver(const Scene& scene)
      : mechanics_(scene), tolerance_(scene.robots.empty() ? 0.02 : 0.002) {}
  void sample(Engine& engine, double) override {
    const double E = mechanics_.energy(engine);
    if (!started_) first_ = E;
    started_ = true;
    mean_.add((E - first_) * (E - first_));
  }
  Verdict judge(Engine&) override {
    return {mean_.value(), std::sqrt(mean_.value()) <= tolerance_ * std::abs(first_), {}};
  }

 private:
  Mechanics mechanics_;
  double tolerance_ = 0, first_ = 0;
  bool started_ = false;
  Mean mean_;
};

class MomentumObserver : public Observer {
 public:
  explicit MomentumObserver(const Scene& scene)
      : mechanics_(scene), first_(scene.bodies[0].mass * scene.bodies[0].velocity) {}
  void sample(Engine& engine, double) override {
    mean_.add((mechanics_.momentum(engine) - first_).squaredNorm());
  }
  Verdict judge(Engine& engine) override {
    const double left = engine.body(0).velocity.dot(first_.normalized());
    const bool hit = left < 0.9 * first_.norm() / 10;
    return {mean_.value(), hit && std::sqrt(mean_.value()) <= 0.01 * first_.norm(), {}};
  }

 private:
  Mechanics mechanics_;
  Vector3 first_;
  Mean mean_;
};

class DriftObserver : public Observer {
 public:
  explicit DriftObserver(const Scene& scene) : scene_(scene) {}
  void sample(Engine& engine, double) override {
    if (!first_.empty()) return;
    for (std::size_t r = 0; r < scene_.robots.size(); ++r)
      first_.push_back(engine.robot(static_cast<int>(r)).q.head<3>());
  }
  Verdict judge(Engine& engine) override {
    constexpr double kLost = 0.01, kFallen = 0.9;
    double drift = 0, lowest = std::numeric_limits<double>::infinity();
    bool stands = !first_.empty();
    for (std::size_t r = 0; r < first_.size(); ++r) {
      const Vector3 p = engine.robot(static_cast<int>(r)).q.head<3>();
      const double way = (p - first_[r]).head<2>().norm();
      drift = std::max(drift, way);
      lowest = std::min(lowest, p.z());
      stands = stands && std::abs(p.z() - first_[r].z()) <= kLost && way <= kLost &&
               p.z() >= kFallen * scene_.robots[r].z();
    }
    return {drift, stands, lowest};
  }

 private:
  const Scene& scene_;
  std::vector<Vector3> first_;
};

class PileObserver : public Observer {
 public:
  explicit PileObserver(const Scene& scene) : scene_(scene) {}
  void sample(Engine&, double) override {}
  Verdict judge(Engine& engine) override {
    double deepest = 0;
    bool kept = true;
    std::vector<Vector3> positions;
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i)
      positions.push_back(engine.body(static_cast<int>(i)).position);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (scene_.bodies[i].mass == 0) continue;
      const Vector3& p = positions[i];
      const double r = scene_.bodies[i].size.x(), out = p.head<2>().cwiseAbs().maxCoeff();
      kept = kept && p.allFinite() && out <= scene_.inner_half && p.z() >= 0;
      deepest = std::max({deepest, (r - p.z()) / r, (out + r - scene_.inner_half) / r});
      for (std::size_t j = 0; j < i; ++j) {
        if (scene_.bodies[j].mass == 0) continue;
        const double s = scene_.bodies[j].size.x();
        deepest = std::max(deepest, (r + s - (p - positions[j]).norm()) / std::min(r, s));
      }
    }
    return {deepest, kept && deepest <= 0.05, {}};
  }

 private:
  const Scene& scene_;
};

}  // namespace

std::unique_ptr<Observer> make_observer(const Scene& scene) {
  switch (scene.metric) {
    case Metric::kRolling:
      return std::make_unique<RollingObserver>(scene);
    case Metric::kPenetration:
      return std::make_unique<PenetrationObserver>(scene);
    case Metric::kEnergy:
      return std::make_unique<EnergyObserver>(scene);
    case Metric::kMomentum:
      return std::make_unique<MomentumObserver>(scene);
    case Metric::kDrift:
      return std::make_unique<DriftObserver>(scene);
    case Metric::kPile:
      return std::make_unique<PileObserver>(scene);
  }
  return nullptr;
}

const char* criterion(const Scene& scene) {
  switch (scene.metric) {
    case Metric::kRolling:
      return "the balls' speed at the end is within 10 % of the closed form";
    case Metric::kPenetration:
      return "no penetration deeper than 1 % of a radius at the end";
    case Metric::kEnergy:
      return scene.robots.empty()
                 ? "the root mean square error of the energy is at most 2 % of the energy"
                 : "the root mean square error of the energy is at most 0.2 % of the energy";
    case Metric::kMomentum:
      return "the ball stopped or changed its direction, and the root mean square error is at most "
             "1 % of the momentum";
    case Metric::kDrift:
      return "from 2 s to the end, no base moves by more than 1 cm along the ground or towards it, "
             "and none is below 0.9 of its initial height";
    case Metric::kPile:
      return "no sphere is outside the walls, and none overlaps another, a wall or the ground by "
             "more than 5 % of the smaller radius";
  }
  return "";
}

}  // namespace cardan::bench
