#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "cardan/skeleton_builder.h"
#include "test/support/worlds.h"

// Light links under a heavy load: the warning, and the geometric stiffness that keeps them stable
// (docs/theory/tension.md).
namespace cardan {
namespace {

constexpr int kLinks = 100;
constexpr double kLength = 0.1;  // of a link [m]

LinkSpec chain_link(int i) {
  LinkSpec link;
  link.name = "link" + std::to_string(i);
  link.parent = i > 0 ? "link" + std::to_string(i - 1) : "";
  link.joint_name = "joint" + std::to_string(i);
  link.joint_type = JointType::kContinuous;
  link.axis = Vector3::UnitY();
  if (i > 0) link.X_PJ.p = Vector3(0, 0, -kLength);
  link.inertia.mass = 0.1;
  link.inertia.com = Vector3(0, 0, -kLength / 2);
  link.inertia.inertia = Vector3(8.3333e-5, 8.3333e-5, 1e-6).asDiagonal();
  return link;
}

enum class Fastening { kLink, kLoop };

/// A chain that hangs straight, with a ball of the given mass at its end: a link of the chain, or a
/// separate body on a loop.
struct HangingChain {
  World world;
  Model* chain = nullptr;

  HangingChain(const WorldSpec& spec, double load, Fastening fastening) : world(spec) {
    SkeletonBuilder builder("chain");
    for (int i = 0; i < kLinks; ++i) builder.add_link(chain_link(i));
    if (fastening == Fastening::kLink) {
      LinkSpec ball = chain_link(kLinks);
      ball.inertia.mass = load;
      ball.inertia.com = Vector3(0, 0, -0.5);
      ball.inertia.inertia = 0.036 * load * Matrix3::Identity();
      builder.add_link(ball);
    }
    chain = &world.add_skeleton("chain", builder.build(), {});
    if (fastening == Fastening::kLink) return;
    world.add(test::body("load", test::sphere(0.3), load, test::at(0, 0, -kLength * kLinks - 0.5)));
    LoopSpec loop;
    loop.kind = LoopKind::kPoint;
    loop.a = "chain/link" + std::to_string(kLinks - 1);
    loop.b = "load";
    loop.at_a = Vector3(0, 0, -kLength);
    loop.at_b = Vector3(0, 0, 0.5);
    world.add_loop(loop);
  }

  double energy() const { return world.kinetic_energy() + world.potential_energy(); }

  /// Pushes the middle of the chain sideways with 1e-6 N for the first step, and returns the
  /// greatest kinetic energy [J].
  double nudge(double seconds) {
    chain->apply_wrench("link50", Vector3(1e-6, 0, 0));
    double most = 0;
    while (world.time() < seconds - 1e-9) {
      world.step();
      if (!std::isfinite(world.kinetic_energy())) return INFINITY;
      most = std::max(most, world.kinetic_energy());
    }
    return most;
  }

  int warnings(int steps) {
    int count = 0;
    for (int k = 0; k < steps; ++k)
      for (const std::string& message : world.step().messages)
        count += message.find("geometric_stiffness") != std::string::npos;
    return count;
  }
};

WorldSpec spec_of(double h, bool stiffness) {
  WorldSpec spec = test::world_spec(h, {});
  spec.geometric_stiffness = stiffness;
  return spec;
}

// The transversal modes of 10 t on links of 0.1 kg turn by 11 rad per millisecond.
TEST(TensionScene, UnstableStepIsNamedOnce) {
  for (const Fastening fastening : {Fastening::kLink, Fastening::kLoop}) {
    HangingChain heavy(spec_of(1e-3, false), 1e4, fastening);
    EXPECT_EQ(heavy.warnings(130), 1);
    HangingChain fine(spec_of(1e-4, false), 1e4, fastening);
    EXPECT_EQ(fine.warnings(130), 0);
    HangingChain light(spec_of(1e-3, false), 10, fastening);
    EXPECT_EQ(light.warnings(130), 0);
    HangingChain stiff(spec_of(1e-3, true), 1e4, fastening);
    EXPECT_EQ(stiff.warnings(130), 0);
  }
}

TEST(TensionScene, NudgedChainHoldsWithGeometricStiffness) {
  for (const Fastening fastening : {Fastening::kLink, Fastening::kLoop}) {
    HangingChain bare(spec_of(1e-3, false), 1e4, fastening);
    EXPECT_GT(bare.nudge(0.3), 1) << "the bare step is unstable";
    HangingChain stiff(spec_of(1e-3, true), 1e4, fastening);
    EXPECT_LT(stiff.nudge(0.3), 1e-9);
  }
}

// The wave of a string: v = √(T/μ), so that the first mode has ω = π √(T/μ)/L, with the load at
// rest: 98 rad/s. h² K makes it slower by the factor 1/√(1 + h² ω²), half a percent.
TEST(TensionScene, StringSwingsAtItsFrequency) {
  HangingChain scene(spec_of(1e-3, true), 1e4, Fastening::kLoop);
  const double length = kLength * kLinks, mu = 1.0;
  const double omega = M_PI / length * std::sqrt(1e4 * test::kG / mu);
  VectorX q(kLinks);
  // Slopes of the shape A sin(π s/L), as differences of the angles of the links.
  double before = 0;
  for (int i = 0; i < kLinks; ++i) {
    const double s = kLength * (i + 0.5);
    const double slope = 1e-3 * M_PI / length * std::cos(M_PI * s / length);
    q[i] = slope - before;
    before = slope;
  }
  scene.chain->set_q(q);
  scene.world.close_loops();
  const double start = scene.energy();
  const auto bow = [&] {
    double sum = 0, angle = 0, x = 0;
    for (int i = 0; i < kLinks; ++i) {
      angle += scene.chain->q()[i];
      x += kLength * std::sin(angle);
      sum += x * std::sin(M_PI * (i + 1) / kLinks);
    }
    return sum;
  };
  double first = 0, last = 0, old = bow(), drift = 0;
  int crossings = 0;
  while (scene.world.time() < 0.5) {
    scene.world.step();
    const double now = bow();
    if (old * now < 0) {
      last = scene.world.time();
      if (crossings++ == 0) first = last;
    }
    old = now;
    drift = std::max(drift, std::abs(scene.energy() - start));
  }
  ASSERT_GT(crossings, 10);
  EXPECT_NEAR(M_PI * (crossings - 1) / (last - first) / omega, 1, 0.02);
}

TEST(TensionScene, RungeKuttaRejectsIt) {
  WorldSpec spec = test::world_spec(1e-3, {}, "acceleration", "lemke", 1e-10);
  spec.integrator = Integrator::kRungeKutta4;
  spec.geometric_stiffness = true;
  EXPECT_THROW(World{spec}, Error);
}

}  // namespace
}  // namespace cardan
