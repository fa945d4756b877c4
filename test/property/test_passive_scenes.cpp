// Random scenes without a drive: momentum in free space and energy (docs/theory/rotation.md,
// docs/theory/order.md#energy-of-random-scenes).
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "test/support/passive_scene.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

using test::PassiveKind;
using test::PassiveScene;

constexpr Integrator kIntegrators[] = {Integrator::kSemiImplicitEuler, Integrator::kMidpoint};

const char* name_of(Integrator integrator) {
  return integrator == Integrator::kMidpoint ? "midpoint" : "default";
}

/// Values of many scenes: how many exceed a bound, and the largest.
struct Distribution {
  std::vector<double> values;
  double bound = 0;

  int beyond() const {
    return static_cast<int>(
        std::count_if(values.begin(), values.end(), [&](double x) { return !(x <= bound); }));
  }
  double largest() const { return *std::max_element(values.begin(), values.end()); }
  void print(const char* kind, Integrator integrator) const {
    std::printf("%s, %s: %d of %zu beyond %.0e, largest %.1e\n", kind, name_of(integrator),
                beyond(), values.size(), bound, largest());
  }
};

struct Events {
  int loops = 0, limits = 0, contacts = 0, pushed = 0;
};

int joints_at_limits(const World& world) {
  int count = 0;
  for (const Model* model : world.models()) {
    if (model->skeleton() == nullptr) continue;
    for (int i = 0; i < model->skeleton()->nv(); ++i) {
      const int q = model->skeleton()->single_q_index(i);
      if (q < 0) continue;
      const DofProperties& dof = model->skeleton()->dof[i];
      count += std::min(dof.upper - model->q()[q], model->q()[q] - dof.lower) < 1e-9;
    }
  }
  return count;
}

/// Largest change of a group's momentum in 0.1 s, of Σ m |v| and Σ |r × m v| at the start.
double change_of_momentum(std::uint64_t seed, double h, Integrator integrator, Events& events) {
  World world = test::flying_group(seed, h, integrator);
  events.loops += static_cast<int>(world.loops().size());
  const test::GroupMomentum start = test::group_momentum(world);
  double most = 0;
  for (int k = 0; k < std::lround(0.1 / h); ++k) {
    const StepReport& report = world.step();
    events.contacts += report.contacts;
    events.pushed += report.pushed_islands;
    events.limits += joints_at_limits(world);
    const test::GroupMomentum now = test::group_momentum(world);
    most = std::max({most, (now.linear - start.linear).norm() / start.linear_scale,
                     (now.angular - start.angular).norm() / start.angular_scale});
  }
  return most;
}

TEST(PassiveScenes, GroupsInFreeSpaceKeepTheirMomentum) {
  const int count = test::scenes_to_make(20);
  for (const Integrator integrator : kIntegrators) {
    for (const double h : {1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4}) {
      Events events;
      Distribution changes{{}, 1e-10};
      for (int seed = 1; seed <= count; ++seed) {
        changes.values.push_back(change_of_momentum(seed, h, integrator, events));
        EXPECT_LE(changes.values.back(), changes.bound) << "seed " << seed << ", h " << h;
      }
      changes.print(("groups at " + std::to_string(1e3 * h) + " ms").c_str(), integrator);
      EXPECT_GT(std::min({events.loops, events.limits, events.contacts, events.pushed}), count / 4);
    }
  }
}

/// Step of a scene, 0.5 to 10 ms.
double step_of(int seed) {
  test::Random random(static_cast<std::uint64_t>(seed) * 77 + 5);
  return 1e-2 * std::pow(10, -test::uniform(random, 0, 1.3));
}

/// Energy of a scene without the work of its push-outs, which the reports tell.
class Energy {
 public:
  explicit Energy(PassiveScene& scene) : scene_(scene) {}
  double after_step() {
    told_ += std::max(scene_.world.step().push_out_work, 0.0);
    kinetic_ = std::max(kinetic_, scene_.world.kinetic_energy());
    return scene_.energy() - told_;
  }
  double largest_kinetic() const { return kinetic_; }

 private:
  PassiveScene& scene_;
  double told_ = 0, kinetic_ = 0;
};

/// Largest rise above an earlier value within a second, of the largest kinetic energy.
double rise(PassiveScene scene) {
  Energy energy(scene);
  double lowest = energy.after_step(), most = 0;
  while (scene.world.time() < 1) {
    const double now = energy.after_step();
    most = std::max(most, now - lowest - scene.at_rest());
    lowest = std::min(lowest, now);
  }
  return most / energy.largest_kinetic();
}

Distribution rises(PassiveKind kind, Integrator integrator, int count) {
  Distribution result{{}, 1e-6};
  for (int seed = 1; seed <= count; ++seed)
    result.values.push_back(rise(test::passive_scene(kind, seed, step_of(seed), integrator)));
  result.print(test::passive_kind_name(kind), integrator);
  return result;
}

TEST(PassiveScenes, BallsGainNoEnergy) {
  const int count = test::scenes_to_make(100);
  for (const Integrator integrator : kIntegrators)
    EXPECT_EQ(rises(PassiveKind::kBalls, integrator, count).beyond(), 0);
}

// Impacts at their times turned a body about its origin instead of its centre of mass.
TEST(PassiveScenes, ElasticBodiesGainNoEnergy) {
  for (const int seed : {148, 277, 393, 542}) {
    EXPECT_LE(rise(test::passive_scene(PassiveKind::kBodies, seed, step_of(seed),
                                       Integrator::kSemiImplicitEuler)),
              1e-6)
        << seed;
  }
}

// Known: the lever arms of contacts that roll or slide on edges change within a step, and push-outs
// of several bodies lift more than they tell.
TEST(PassiveScenes, FewBodiesOfAnyShapeGainEnergy) {
  const int count = test::scenes_to_make(100);
  const Distribution found = rises(PassiveKind::kBodies, Integrator::kSemiImplicitEuler, count);
  EXPECT_NONFATAL_FAILURE(EXPECT_EQ(found.beyond(), 0), "found.beyond()");
  EXPECT_LE(found.beyond(), count / 8);
  EXPECT_LE(found.largest(), 1e-3);
}

/// Difference between the largest and the smallest energy in half a second [J].
double oscillation(PassiveScene scene) {
  Energy energy(scene);
  double least = energy.after_step(), most = least;
  while (scene.world.time() < 0.5) {
    const double now = energy.after_step();
    least = std::min(least, now);
    most = std::max(most, now);
  }
  return most - least;
}

TEST(PassiveScenes, EnergyOfLoopsOscillatesWithTheSquareOfTheStep) {
  const int count = test::scenes_to_make(10);
  for (const Integrator integrator : kIntegrators) {
    for (int seed = 1; seed <= count; ++seed) {
      const auto at = [&](double h) {
        return oscillation(test::passive_scene(PassiveKind::kLoops, seed, h, integrator));
      };
      EXPECT_GT(0.5 * std::log2(at(4e-3) / at(1e-3)), 1.8) << seed << " " << name_of(integrator);
    }
  }
}

}  // namespace
}  // namespace cardan
