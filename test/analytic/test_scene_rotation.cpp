// A scene whose gravity, ground and bodies are rotated together moves as the original: no decision
// of a step depends on the axes of W. Scenes with several solutions of the contact problem
// (hyperstatic friction) are left out.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "test/support/worlds.h"

namespace cardan {
namespace {

using test::at;
using test::box;

/// A world that is rotated by R as a whole.
class TurnedWorld {
 public:
  TurnedWorld(const Matrix3& R, double h, double mu, Integrator integrator)
      : X_(R, Vector3::Zero()) {
    WorldSpec spec = test::world_spec(h, {.mu = mu}, "", "", 1e-10);
    spec.integrator = integrator;
    spec.gravity = R * spec.gravity;
    world = std::make_unique<World>(spec);
    ModelSpec ground = test::slope(0);
    ground.pose = X_;
    world->add(ground);
  }
  Model& add(const GeometryRecord& shape, const RigidTransform& pose, const SpatialVelocity& V) {
    const std::string name = "body" + std::to_string(world->num_models());
    return world->add(test::body(name, shape, 1, X_ * pose, {X_.R * V.angular, X_.R * V.linear}));
  }
  /// Appends the poses of the bodies in the axes of the original scene.
  void read(std::vector<double>& into) const {
    for (int i = 1; i < world->num_models(); ++i) {
      const RigidTransform X = X_.inverse() * world->model(i).base_pose();
      into.insert(into.end(), X.p.data(), X.p.data() + 3);
      into.insert(into.end(), X.R.data(), X.R.data() + 9);
    }
  }

  std::unique_ptr<World> world;

 private:
  RigidTransform X_;
};

struct TurnedScene {
  const char* name;
  double mu;
  std::function<void(TurnedWorld&)> fill;
};

RigidTransform placed(const Vector3& p, const Vector3& rpy) {
  return RigidTransform::from_xyz_rpy(p, rpy);
}

GeometryRecord long_shape(GeometryKind kind, double radius, double length) {
  GeometryRecord record;
  record.kind = kind;
  record.size = {radius, length, 0};
  return record;
}

std::vector<TurnedScene> turned_scenes() {
  const GeometryRecord cylinder = long_shape(GeometryKind::kCylinder, 0.1, 0.3),
                       rod = long_shape(GeometryKind::kCapsule, 0.02, 1);
  return {
      {"tossed box", 0.5,
       [](TurnedWorld& w) {
         w.add(box({0.3, 0.2, 0.1}), placed({0, 0, 0.4}, {0.3, 0.2, 0.1}),
               {{3, 2, 1}, {1, 0.3, 0}});
       }},
      {"tossed cylinder", 0.5,
       [=](TurnedWorld& w) {
         w.add(cylinder, placed({0, 0, 0.4}, {0.5, 0.2, 0.1}), {{1, 2, 3}, {0.6, 0.3, 0}});
       }},
      {"cylinder that slides, rolls and turns", 0.4,
       [=](TurnedWorld& w) {
         w.add(cylinder, placed({0, 0, 0.1}, {M_PI / 2, 0, 0}), {{0, 0, 0}, {1, 0.2, 0}});
       }},
      {"box that slides and spins", 0.4,
       [](TurnedWorld& w) {
         w.add(box({0.3, 0.2, 0.1}), at(0, 0, 0.05), {{0, 0, 5}, {1.5, 0.3, 0}});
       }},
      {"box that topples", 0.8,
       [](TurnedWorld& w) {
         w.add(box({0.2, 0.2, 0.4}), at(0, 0, 0.2), {{0, 2.5, 0}, {0.5, 0, 0}});
       }},
      {"rod that falls and slips", 0.3,
       [=](TurnedWorld& w) {
         w.add(rod, placed({0, 0, 0.02 + 0.5 * std::cos(0.2)}, {0, 0.2, 0}), {});
       }},
      {"box that falls off a box", 0.6,
       [](TurnedWorld& w) {
         w.add(box({0.2, 0.2, 0.2}), at(0, 0, 0.1), {});
         w.add(box({0.2, 0.2, 0.2}), placed({0.12, 0.02, 0.3}, {0, 0, 0.3}), {});
       }},
      {"chain of boxes", 0.5,
       [](TurnedWorld& w) {
         for (int i = 0; i < 4; ++i) w.add(box({0.2, 0.08, 0.08}), at(0.2 * i, 0, 0.4), {});
         for (int i = 1; i < 4; ++i) {
           LoopSpec loop;
           loop.kind = LoopKind::kPoint;
           loop.a = "body" + std::to_string(i);
           loop.b = "body" + std::to_string(i + 1);
           loop.at_a = {0.1, 0, 0};
           w.world->add_loop(loop);
         }
       }},
  };
}

std::vector<double> turned_path(const TurnedScene& scene, const Matrix3& R, double h,
                                Integrator integrator) {
  constexpr double kTime = 0.7;
  TurnedWorld turned(R, h, scene.mu, integrator);
  scene.fill(turned);
  std::vector<double> path;
  const int steps = static_cast<int>(std::lround(kTime / h));
  for (int k = 0; k < steps; ++k) {
    turned.world->step();
    turned.read(path);
  }
  return path;
}

/// Largest difference of a coordinate over the path, for several rotations.
void expect_no_axis(Integrator integrator) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::vector<Matrix3> turns;
  for (int i = 0; i < 6; ++i) {
    Quaternion turn(normal(random), normal(random), normal(random), normal(random));
    turns.push_back(turn.normalized().toRotationMatrix());
  }
  for (const TurnedScene& scene : turned_scenes()) {
    for (const double h : {5e-3, 1e-2}) {
      const std::vector<double> path = turned_path(scene, Matrix3::Identity(), h, integrator);
      double worst = 0;
      for (const Matrix3& R : turns) {
        const std::vector<double> other = turned_path(scene, R, h, integrator);
        ASSERT_EQ(other.size(), path.size());
        for (std::size_t k = 0; k < path.size(); ++k)
          worst = std::max(worst, std::abs(other[k] - path[k]));
      }
      std::printf("%-40s h %g: %.1e\n", scene.name, h, worst);
      EXPECT_LT(worst, 5e-7) << scene.name << " " << h;
    }
  }
}

TEST(SceneRotation, DefaultDependsOnNoAxis) { expect_no_axis(Integrator::kSemiImplicitEuler); }
TEST(SceneRotation, MidpointDependsOnNoAxis) { expect_no_axis(Integrator::kMidpoint); }

}  // namespace
}  // namespace cardan
