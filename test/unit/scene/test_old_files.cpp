// Files of released versions (test/data/VERSION): the current code reads them, or rejects them with
// a message that names a version that reads them. Expected numbers were printed by the old command.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cardan/problem_file.h"
#include "cardan/recording.h"
#include "cardan/scene.h"
#include "constraint/judge/residual.h"
#include "test/support/run_command.h"

namespace cardan {
namespace {

const std::string kFolder = std::string(CARDAN_SOURCE_DIR) + "/test/data/0.1.0/";

// The recording is compressed: HDF5 allocates 256 rows for each of its tables.
std::string unpacked_recording(const test::TemporaryDirectory& folder) {
  const std::string file = folder.file("recording.h5");
  const test::CommandResult result =
      test::run_shell("gzip -dc '" + kFolder + "recording.h5.gz' > '" + file + "'");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return file;
}

const RecordedModel& model_of(const std::vector<RecordedModel>& models, const std::string& name) {
  const auto found = std::find_if(models.begin(), models.end(),
                                  [&](const RecordedModel& model) { return model.name == name; });
  if (found == models.end()) throw std::out_of_range("no model " + name);
  return *found;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return INFINITY;
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// Positions at the end of the run, which recording and state both hold.
constexpr double kUpperBoxX = 0.03587980629739173, kBallY = 0.03587980196201183,
                 kElbow = 0.42579985728239644;

TEST(OldFiles, RecordingHasItsRowsAndHashes) {
  const test::TemporaryDirectory folder;
  const Recording recording(unpacked_recording(folder));
  EXPECT_NO_THROW(recording.require_intact());
  EXPECT_EQ(recording.formulation(), "cone");
  EXPECT_EQ(recording.solver(), "conic");
  EXPECT_EQ(recording.time_step(), 0.002);
  EXPECT_EQ(recording.first_step(), 0);
  EXPECT_EQ(recording.last_step(), 20);
  std::vector<std::int64_t> steps;
  while (const auto row = recording.row_from(steps.empty() ? 0 : steps.back() + 1)) {
    steps.push_back(recording.step_of(*row));
  }
  EXPECT_EQ(steps, (std::vector<std::int64_t>{0, 5, 10, 15, 20}));
  const std::vector<RecordedModel> end = recording.models(4);
  ASSERT_EQ(end.size(), 4u);
  EXPECT_EQ(model_of(end, "upper_box").q[0], kUpperBoxX);
  EXPECT_EQ(model_of(end, "ball").q[1], kBallY);
  EXPECT_EQ(model_of(end, "arm").q, (std::vector<double>{0.3, kElbow}));
}

// Other compilers and libraries round differently, so bits are not compared. The scene does not
// give the compliance; its default was 1e-4.
TEST(OldFiles, RecordedRunIsRepeated) {
  const test::TemporaryDirectory folder;
  const Recording recording(unpacked_recording(folder));
  World world =
      make_world(load_scene(kFolder + "scene.yaml", {{"materials.default.compliance", "1e-4"}}));
  recording.restore_start(world);
  for (std::int64_t row = 0; row < 5; ++row) {
    while (world.steps() < recording.step_of(row)) world.step();
    const std::vector<RecordedModel> then = recording.models(row), now = recorded_models(world);
    ASSERT_EQ(then.size(), now.size());
    for (std::size_t i = 0; i < then.size(); ++i) {
      EXPECT_EQ(then[i].name, now[i].name);
      EXPECT_EQ(then[i].joint_names, now[i].joint_names);
      EXPECT_LT(largest_difference(then[i].q, now[i].q), 1e-9) << then[i].name << " row " << row;
      // The rule of the slip in the middle of the motion (docs/theory/rotation.md) is newer.
      EXPECT_LT(largest_difference(then[i].v, now[i].v), 1e-8) << then[i].name << " row " << row;
    }
  }
}

TEST(OldFiles, StateIsRestored) {
  World world = make_world(load_scene(kFolder + "scene.yaml"));
  world.restore_state(kFolder + "state.h5");
  EXPECT_EQ(world.steps(), 20);
  EXPECT_EQ(world.time(), 0.04);
  EXPECT_EQ(world.state_hash(), 0xaa8df5e3db51f143U);
  EXPECT_EQ(world.find("upper_box")->base_pose().p.x(), kUpperBoxX);
  EXPECT_EQ(world.find("ball")->base_pose().p.y(), kBallY);
  EXPECT_EQ(world.find("arm")->joint_position("elbow"), kElbow);
  const StepReport& report = world.step();
  EXPECT_EQ(report.failed_islands, 0);
  EXPECT_EQ(report.contacts, 9);
}

struct Judged {
  double residual = 0;
  std::vector<double> u;
};

Judged judged(const Problem& problem, const std::vector<double>& lambda) {
  Judged result;
  std::vector<double> z(static_cast<std::size_t>(problem.Y.cols));
  result.u.resize(lambda.size());
  const cardan_problem view = problem.view();
  compute_velocity(view, lambda.data(), z.data(), result.u.data());
  result.residual = judge(view, lambda.data(), result.u.data()).value;
  return result;
}

// Two sweeps of pgs, far from the solution: the residual was computed by the old judge.
TEST(OldFiles, ProblemOfContactsIsJudgedTheSame) {
  const ProblemFile file = read_problem(kFolder + "boxes.hdf5");
  EXPECT_EQ(file.format, "cardan");
  EXPECT_TRUE(file.notes.empty());
  EXPECT_EQ(file.origin.scene, "samples");
  EXPECT_EQ(file.origin.step, 20);
  EXPECT_EQ(file.origin.formulation, "cone");
  ASSERT_EQ(file.names.size(), 8u);
  EXPECT_EQ(file.names[7], "upper_box on lower_box, contact 4");
  ASSERT_EQ(file.attempts.size(), 1u);
  EXPECT_EQ(file.attempts[0].solver, "conic");
  EXPECT_EQ(file.attempts[0].iterations, 29);
  const Judged answer =
      judged(file.problem, {0.006346564750107711,  0.0005772518584626746,  -0.0011535473874526078,
                            0.02210542477011127,   -0.007090809001583204,  0.008307737141149867,
                            0.0073608792451475315, 0.0032279190477918435,  -0.000944378383815124,
                            0.023051331461018437,  -0.006525856239034415,  -0.00620917332856604,
                            0.007395436989359854,  -0.0036977184944588545, 4.043421963278584e-08,
                            0.007321274307968826,  -0.003660637153878416,  2.7857312753992045e-08,
                            0.002415395754494846,  -0.0012076978772435339, 3.064914750955582e-09,
                            0.0024896143767817675, -0.001244807188382469,  4.577055733128599e-09});
  EXPECT_NEAR(answer.residual, 2.9347863212007473e-06, 1e-14);
  EXPECT_NEAR(answer.u[13], 0.3038010077666789, 1e-14);
  EXPECT_NEAR(answer.u[22], 0.3038005251995286, 1e-14);
}

TEST(OldFiles, ProblemOfJointsIsJudgedTheSame) {
  const ProblemFile file = read_problem(kFolder + "arm.hdf5");
  EXPECT_EQ(file.names, (std::vector<std::string>{"arm/shoulder, lower limit",
                                                  "arm/elbow, friction", "arm/elbow, motor"}));
  // One iteration of apgd, of admm and of fischer_newton.
  const struct {
    double residual;
    std::vector<double> lambda, u;
  } answers[] = {
      {0.06344774700626495,
       {0.0007272580411463138, -0.0002, 0.004},
       {-0.06344774700626496, 1.3882234849150523, -23.912697608100697}},
      {0.05828902102512544,
       {0.001594840426030027, -0.0002, 0.004},
       {-0.05828902102512544, 1.373737656582633, -23.927183436433115}},
      {0.3417737774510177,
       {0.0055147422744531065, -0.00020081857892196114, 0.0028877095547595673},
       {-0.016395586601451642, 1.2192419565896162, -24.334472419435322}},
  };
  for (const auto& old : answers) {
    const Judged answer = judged(file.problem, old.lambda);
    EXPECT_NEAR(answer.residual, old.residual, 1e-12);
    EXPECT_LT(largest_difference(answer.u, old.u), 1e-12);
  }
}

}  // namespace
}  // namespace cardan
