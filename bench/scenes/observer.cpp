#include "bench/scenes/observer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/scenes/measure.h"
#include "cardan/energy.h"
#include "cardan/kinematics.h"
#include "collision/collision_scene.h"

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

/// Compares with the closed form: the slab M and N balls m that roll share F − μ₁ (M + N m) g. A
/// force f = m a_ball holds back each ball, with a_slab = 3.5 a_ball.
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

/// Half the smallest width of a moving body. Static ones have no bound.
double half_width(const GeometryRecord& shape) {
  switch (shape.kind) {
    case GeometryKind::kBox:
      return shape.size.minCoeff() / 2;
    case GeometryKind::kMesh: {
      Eigen::AlignedBox3d box;
      for (const auto& part : shape.parts)
        for (const Vector3& vertex : part->vertices) box.extend(vertex);
      return box.sizes().minCoeff() / 2;
    }
    case GeometryKind::kCylinder:
      return std::min(shape.size.x(), shape.size.y() / 2);
    default:
      return shape.size.x();
  }
}

/// Contacts by the narrow phase of cardan at the poses of the engine, so that all engines are
/// measured alike.
class PileObserver : public Observer {
 public:
  explicit PileObserver(const Scene& scene) : scene_(scene) {
    constexpr double kUnbounded = std::numeric_limits<double>::infinity();
    if (scene.ground) {
      GeometryRecord plane;
      plane.kind = GeometryKind::kPlane;
      add(plane, kUnbounded, kThings);
    }
    for (const Body& body : scene.bodies) {
      const bool fixed = body.mass == 0;
      bodies_.push_back(
          add(geometry(body), fixed ? kUnbounded : half_width(geometry(body)), kThings));
    }
    if (scene.robot) data_ = std::make_unique<Data>(*scene.robot->skeleton);
    for (std::size_t r = 0; r < scene.robots.size(); ++r) {
      std::vector<int> links;
      for (const RobotShape& shape : scene.robot->shapes) {
        links.push_back(add(shape.geometry, half_width(shape.geometry), kRobots));
        for (const int other : links)
          if (other != links.back()) detector_.exclude(other, links.back());
      }
      robots_.push_back(links);
    }
  }

  void sample(Engine&, double) override {}
  Verdict judge(Engine& engine) override {
    bool kept = true;
    const auto keep = [&](const Vector3& p) {
      const double out = p.head<2>().cwiseAbs().maxCoeff();
      kept = kept && p.allFinite() && out <= scene_.inner_half && p.z() >= 0;
    };
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const BodyState state = engine.body(static_cast<int>(i));
      if (scene_.bodies[i].mass > 0) keep(state.position);
      detector_.set_pose(bodies_[i], {state.orientation.toRotationMatrix(), state.position});
    }
    for (std::size_t r = 0; r < robots_.size(); ++r) {
      const RobotState state = engine.robot(static_cast<int>(r));
      keep(state.q.head<3>());
      forward_kinematics(*scene_.robot->skeleton, *data_, state.q.data());
      for (std::size_t k = 0; k < robots_[r].size(); ++k) {
        const RobotShape& shape = scene_.robot->shapes[k];
        detector_.set_pose(robots_[r][k], data_->pose(shape.body) * shape.X_BS);
      }
    }
    double deepest = 0;
    for (const Contact& contact : detector_.detect(0).contacts) {
      const double a = half_widths_[detector_.handle(contact.a)];
      const double b = half_widths_[detector_.handle(contact.b)];
      deepest = std::max(deepest, -contact.phi / std::min(a, b));
    }
    return {deepest, kept && deepest <= 0.05, {}};
  }

 private:
  static constexpr std::uint32_t kThings = 1, kRobots = 2;

  int add(const GeometryRecord& shape, double half, std::uint32_t group) {
    CollisionObjectSpec spec;
    spec.sort_key = std::to_string(half_widths_.size());
    spec.shape = make_shapes(shape, spec.sort_key).front();
    spec.is_static = std::isinf(half);
    spec.group = group;
    spec.mask = group == kRobots && !scene_.robots_meet ? kThings : kThings | kRobots;
    half_widths_.push_back(half);
    return detector_.add(spec);
  }

  const Scene& scene_;
  CollisionScene detector_;
  std::vector<double> half_widths_;       // by handle
  std::vector<int> bodies_;               // handles
  std::vector<std::vector<int>> robots_;  // handles of the shapes of each
  std::unique_ptr<Data> data_;
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
      return "no body is outside the walls, and none overlaps another, a wall or the ground by "
             "more "
             "than 5 % of half the smallest width (of a radius for spheres)";
  }
  return "";
}

}  // namespace cardan::bench
