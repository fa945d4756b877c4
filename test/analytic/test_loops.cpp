#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

#include "test/analytic/linkages.h"

// Closed loops against the reduced equation of motion, integrated by Runge–Kutta.
namespace cardan {
namespace {

using test::Closing;
using test::FourBar;
using test::SliderCrank;
using test::world_spec;

struct LongRun {
  double loop_error = 0, residual = 0, drift = 0, swing = 0, nanoseconds = 0;
  int failed = 0, redundant = 0;
};

// Energy is compared with that of the start: drift is the mean of the last tenth of the run, swing
// the largest difference at any time.
LongRun run_long(World& world, double seconds) {
  const double start = world.kinetic_energy() + world.potential_energy();
  const int steps = static_cast<int>(std::round(seconds / world.time_step()));
  LongRun run;
  double late = 0;
  const auto clock = [] { return std::chrono::steady_clock::now(); };
  std::chrono::nanoseconds spent{0};
  for (int k = 0; k < steps; ++k) {
    const auto begin = clock();
    const StepReport& report = world.step();
    spent += clock() - begin;
    run.loop_error = std::max(run.loop_error, report.loop_error);
    run.residual = std::max(run.residual, report.worst_residual);
    run.failed += report.failed_islands;
    run.redundant = report.redundant_rows;
    const double energy = world.kinetic_energy() + world.potential_energy() - start;
    run.swing = std::max(run.swing, std::abs(energy));
    if (k >= steps - steps / 10) late += energy;
  }
  run.drift = late / (steps / 10);
  run.nanoseconds = static_cast<double>(spent.count()) / steps;
  return run;
}

void print(const std::string& name, const LongRun& run, double reduced) {
  std::printf(
      "%-26s loop error %.1e, residual %.1e m/s, energy drift %+.3f J (the reduced equation by the "
      "same rule %+.3f J), %d redundant rows, %.0f ns a step\n",
      name.c_str(), run.loop_error, run.residual, run.drift, reduced, run.redundant,
      run.nanoseconds);
}

// Energy that semi-implicit Euler loses on the reduced equation of motion if velocity products use
// the current velocity, half a step behind the position. The loss is of first order with and
// without a loop.
double reduced_drift(const test::Linkage& linkage, double theta, double rate, double h, int steps) {
  const double start = linkage.energy(theta, rate);
  double late = 0;
  for (int k = 0; k < steps; ++k) {
    rate += h * linkage.acceleration(theta, rate);
    theta += h * rate;
    if (k >= steps - steps / 10) late += linkage.energy(theta, rate) - start;
  }
  return late / (steps / 10);
}

void expect_closed_for_a_minute(World& world, const std::string& name, const test::Linkage& linkage,
                                double theta, double rate) {
  const LongRun run = run_long(world, 60);
  const double reduced = reduced_drift(linkage, theta, rate, 1e-3, 60000);
  print(name, run, reduced);
  EXPECT_LE(run.loop_error, 1e-10);
  EXPECT_LE(run.residual, 1e-8);
  EXPECT_EQ(run.failed, 0);
  EXPECT_LE(std::abs(run.drift), 0.02 * std::abs(reduced));
}

TEST(Loops, FourBarKeepsItsLoopForAMinute) {
  const FourBar bar;
  for (const Closing closing : {Closing::kWeld, Closing::kPoint}) {
    for (const double rate : {0.0, 12.0}) {
      World world(world_spec(1e-3, {}));
      test::add_four_bar(world, bar, closing, 1.0, rate);
      std::string name = closing == Closing::kWeld ? "four-bar, weld" : "four-bar, point";
      name.append(rate > 0 ? ", turning" : ", swinging");
      expect_closed_for_a_minute(world, name, bar.linkage(), 1.0, rate);
    }
  }
}

TEST(Loops, SliderCrankKeepsItsLoopForAMinute) {
  const SliderCrank bar;
  for (const double rate : {0.0, 12.0}) {
    World world(world_spec(1e-3, {}));
    test::add_slider_crank(world, bar, 1.0, rate);
    expect_closed_for_a_minute(world, rate > 0 ? "slider-crank, turning" : "slider-crank, swinging",
                               bar.linkage(), 1.0, rate);
  }
}

// Off all axes the three redundant rows of the weld are mixed with the others.
TEST(Loops, TiltedFourBarMovesLikeTheUprightOne) {
  const FourBar bar;
  World upright(world_spec(1e-3, {}));
  const Model& straight = test::add_four_bar(upright, bar, Closing::kWeld, 1.0, 5.0);
  WorldSpec spec = world_spec(1e-3, {});
  const RigidTransform pose = RigidTransform::from_xyz_rpy({0.3, -2, 1}, {0.4, -0.7, 1.1});
  spec.gravity = pose.R * spec.gravity;
  World world(spec);
  const Model& tilted = test::add_four_bar(world, bar, Closing::kWeld, 1.0, 5.0, pose);
  double loop_error = 0, residual = 0;
  for (int k = 0; k < 2000; ++k) {
    upright.step();
    const StepReport& report = world.step();
    ASSERT_EQ(report.redundant_rows, 3);
    ASSERT_EQ(report.fallbacks, 0);
    loop_error = std::max(loop_error, report.loop_error);
    residual = std::max(residual, report.worst_residual);
  }
  EXPECT_LE(loop_error, 1e-12);
  EXPECT_LE(residual, 1e-8);
  EXPECT_LE((tilted.q() - straight.q()).cwiseAbs().maxCoeff(), 1e-8);
}

// First order: the error halves with the step.
template <typename Add>
void expect_first_order(const test::Linkage& linkage, const Add& add, double theta, double rate) {
  const double time = 1.0;
  const auto exact = linkage.run({theta, rate}, time, 4000);
  double last = 0;
  for (const double h : {1e-3, 5e-4, 2.5e-4}) {
    World world(world_spec(h, {}));
    const Model& model = add(world);
    for (int k = 0; k < std::round(time / h); ++k) world.step();
    const double error = std::abs(model.q()[0] - exact[0]);
    std::printf("h %.1e s: crank %.6f rad, exact %.6f, error %.2e\n", h, model.q()[0], exact[0],
                error);
    if (last > 0) {
      EXPECT_NEAR(last / error, 2, 0.2);
    }
    last = error;
  }
  EXPECT_LE(last, 0.05);
}

TEST(Loops, FourBarFollowsTheReducedEquation) {
  const FourBar bar;
  const auto add = [&](World& world) -> Model& {
    return test::add_four_bar(world, bar, Closing::kWeld, 1.0, 5.0);
  };
  expect_first_order(bar.linkage(), add, 1.0, 5.0);
}

TEST(Loops, SliderCrankFollowsTheReducedEquation) {
  const SliderCrank bar;
  const auto add = [&](World& world) -> Model& {
    return test::add_slider_crank(world, bar, 1.0, 5.0);
  };
  expect_first_order(bar.linkage(), add, 1.0, 5.0);
}

// The same answer from every solver.
TEST(Loops, EverySolverClosesTheFourBar) {
  const FourBar bar;
  std::vector<double> crank;
  for (const char* solver : {"conic", "lemke", "pgs"}) {
    World world(world_spec(1e-3, {}, "", solver));
    const Model& model = test::add_four_bar(world, bar, Closing::kWeld, 1.0, 5.0);
    int failed = 0;
    for (int k = 0; k < 1000; ++k) failed += world.step().failed_islands;
    EXPECT_EQ(failed, 0) << solver;
    crank.push_back(model.q()[0]);
    EXPECT_NEAR(crank.back(), crank.front(), 1e-6) << solver;
  }
}

}  // namespace
}  // namespace cardan
