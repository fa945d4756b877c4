#include "cardan/capture.h"
#include "cardan/contact_solver.h"
#include "cardan/error.h"
#include "cardan/problem_file.h"
#include "cardan/solver_registry.h"
#include "constraint/judge/residual.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"

namespace cardan::test {
namespace {

// A crate and a ball fall a little onto the ground: two islands.
World falling_world(const std::string& formulation = "cone", const std::string& solver = "conic") {
  World world(world_spec(1e-3, {}, formulation, solver));
  world.add_ground();
  world.add(body("ball", sphere(0.1), 1, RigidTransform(Vector3(2, 0, 0.099))));
  world.add(body("crate", box({1, 1, 1}), 1, RigidTransform(Vector3(0, 0, 0.499))));
  return world;
}

struct Answer {
  double residual = 0;
  int iterations = 0;
};

// The current answer of the solver to the file, judged.
Answer solve_again(const ProblemFile& file, const std::string& solver) {
  Problem problem = file.problem;
  problem.form_dense();
  const cardan_problem view = problem.view();
  ContactSolver instance(SolverRegistry().require(solver));
  instance.reserve(size_of(view));
  std::vector<double> lambda = file.guess, u(lambda.size()), z(std::max(problem.Y.cols, 1));
  const SolveReport report = instance.solve(view, lambda, {});
  compute_velocity(view, lambda.data(), z.data(), u.data());
  return {judge(view, lambda.data(), u.data()).value, report.iterations};
}

TEST(Capture, AllProblemsOfAStepAreCapturedWithNamesAndAttempts) {
  const TemporaryDirectory folder;
  World world = falling_world();
  CaptureSpec spec;
  spec.which = CaptureSpec::Which::kStep;
  spec.step = 3;
  spec.directory = folder.file("a/b");
  spec.scene = "two things/é";
  capture_problems(world, spec);
  for (int i = 0; i < 5; ++i) world.step();
  EXPECT_EQ(captured(world).written, 2);
  EXPECT_EQ(captured(world).left_out, 0);
  const std::string ball = folder.file("a/b/two_things___-cone-step000003-island00-1.hdf5");
  const std::string crate = folder.file("a/b/two_things___-cone-step000003-island01-4.hdf5");
  const ProblemFile file = read_problem(crate);
  ASSERT_EQ(file.names.size(), 4U);
  EXPECT_EQ(file.names[2], "crate on ground, contact 3");
  EXPECT_EQ(file.origin.scene, spec.scene);
  EXPECT_EQ(file.origin.step, 3);
  EXPECT_EQ(file.origin.island, 1);
  EXPECT_DOUBLE_EQ(file.origin.time, 2e-3);
  EXPECT_EQ(file.origin.formulation, "cone");
  ASSERT_EQ(file.attempts.size(), 1U);
  EXPECT_EQ(file.attempts[0].solver, "conic");
  EXPECT_EQ(file.attempts[0].status, CARDAN_SOLVED);
  EXPECT_EQ(read_problem(ball).names, std::vector<std::string>{"ball on ground"});
  // Solving the file again gives the same bits.
  for (const std::string& path : {ball, crate}) {
    const ProblemFile again = read_problem(path);
    const Answer answer = solve_again(again, "conic");
    EXPECT_EQ(answer.residual, again.attempts[0].residual);
    EXPECT_EQ(answer.iterations, again.attempts[0].iterations);
  }
}

TEST(Capture, OnlyProblemsMissedByTheFirstSolverAreCaptured) {
  const TemporaryDirectory folder;
  World world = falling_world();
  CaptureSpec spec;
  spec.directory = folder.path();
  capture_problems(world, spec);
  for (int i = 0; i < 5; ++i) world.step();
  EXPECT_EQ(captured(world).written, 0);

  // A budget of one sweep is not enough for the crate.
  WorldSpec tight = world_spec(1e-3, {}, "cone", "pgs");
  tight.contact.solver.max_iterations = 1;
  World missed(tight);
  missed.add_ground();
  missed.add(body("crate", box({1, 1, 1}), 1, RigidTransform(Vector3(0, 0, 0.499))));
  capture_problems(missed, spec);
  missed.step();
  EXPECT_EQ(captured(missed).written, 1);
  const ProblemFile file = read_problem(folder.file("world-cone-step000001-island00-4.hdf5"));
  ASSERT_GE(file.attempts.size(), 1U);
  EXPECT_EQ(file.attempts[0].solver, "pgs");
  EXPECT_NE(file.attempts[0].status, CARDAN_SOLVED);
  EXPECT_EQ(file.problem.max_iterations, 1);
}

TEST(Capture, LimitIsKeptAndTheRestIsCounted) {
  const TemporaryDirectory folder;
  World world = falling_world();
  CaptureSpec spec;
  spec.which = CaptureSpec::Which::kAll;
  spec.directory = folder.path();
  spec.limit = 3;
  capture_problems(world, spec);
  for (int i = 0; i < 4; ++i) world.step();
  EXPECT_EQ(captured(world).written, 3);
  EXPECT_EQ(captured(world).left_out, 5);
  EXPECT_EQ(captured(world).failure, "");
}

TEST(Capture, CaptureDoesNotChangeBits) {
  const TemporaryDirectory folder;
  World plain = falling_world("phantom", "block_pivot");
  World watched = falling_world("phantom", "block_pivot");
  CaptureSpec spec;
  spec.which = CaptureSpec::Which::kAll;
  spec.directory = folder.path();
  capture_problems(watched, spec);
  for (int i = 0; i < 20; ++i) {
    plain.step();
    watched.step();
  }
  EXPECT_EQ(plain.state_hash(), watched.state_hash());
}

TEST(Capture, UncreatableFolderIsRejectedAtOnce) {
  const TemporaryDirectory folder;
  World world = falling_world();
  CaptureSpec spec;
  spec.directory = folder.write("taken", "") + "/inside";
  EXPECT_THROW(capture_problems(world, spec), Error);
}

// A disk that fails during a run does not end the run.
TEST(Capture, UnwritableFileIsCounted) {
  const TemporaryDirectory folder;
  World world = falling_world();
  CaptureSpec spec;
  spec.which = CaptureSpec::Which::kAll;
  spec.directory = folder.file("gone");
  capture_problems(world, spec);
  std::filesystem::remove_all(spec.directory);
  world.step();
  EXPECT_EQ(captured(world).written, 0);
  EXPECT_EQ(captured(world).left_out, 2);
  EXPECT_NE(captured(world).failure, "");
}

}  // namespace
}  // namespace cardan::test
