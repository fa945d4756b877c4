#include <fstream>
#include <nlohmann/json.hpp>

#include "test/support/temporary_directory.h"
#include "test/unit/apps/cardan_command.h"

namespace cardan::test {
namespace {

using Json = nlohmann::json;

std::string write(const TemporaryDirectory& folder, const std::string& name,
                  const std::string& text) {
  std::ofstream(folder.file(name)) << text;
  return folder.file(name);
}

CommandResult explain(const std::string& arguments) {
  std::string line = "'";
  line.append(CARDAN_COMMAND).append("' explain ").append(arguments);
  return run_shell(line);
}

TEST(Explain, CrateOnFourCornersHasSixRedundantRows) {
  TemporaryDirectory folder;
  const std::string scene = write(folder, "crate.yaml", R"(cardan: 1
name: crate
time: {step: 0.001, duration: 0.01}
materials: {default: {mu: 0.5, compliance: 0}}
models:
  - {name: ground, plane: {}, static: true}
  - {name: crate, box: {size: [1, 1, 1]}, mass: 2, pose: {xyz: [0, 0, 0.5]}}
)");
  const CommandResult result = explain("--json --step 3 " + scene);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json island = Json::parse(result.out).at(0);
  EXPECT_EQ(island["models"]["crate"], 2);
  EXPECT_EQ(island["rows"].size(), 12u);
  EXPECT_EQ(island["rows"][3], "crate on ground, contact 2, normal");
  EXPECT_EQ(island["constraints"][0]["kind"], "CONE");
  // Six degrees of freedom, twelve rows.
  EXPECT_EQ(island["algebra"]["rank"], 6);
  EXPECT_EQ(island["algebra"]["redundant"].size(), 6u);
  EXPECT_TRUE(island["algebra"]["jam"].is_null());
  EXPECT_EQ(island["attempts"][0]["status"], "SOLVED");
  double carried = 0;
  for (const Json& block : island["constraints"]) carried += block["impulse"][0].get<double>();
  EXPECT_NEAR(carried, 2 * 9.81e-3, 1e-6);
  // The text says the same.
  const CommandResult text = explain("--step 3 " + scene);
  EXPECT_NE(text.out.find("rank 6 of 12"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("redundant: 6 rows"), std::string::npos) << text.out;
}

TEST(Explain, ClosingWallsAreNamedByTheirStress) {
  TemporaryDirectory folder;
  const std::string scene = write(folder, "press.yaml", R"(cardan: 1
name: press
gravity: [0, 0, 0]
time: {step: 0.001, duration: 0.02}
materials: {default: {mu: 0.3, compliance: 0}}
models:
  - {name: ball, sphere: {radius: 0.1}, mass: 1}
  - {name: left, box: {size: [0.1, 1, 1]}, pose: {xyz: [-0.15, 0, 0]}, kinematic: {path: [{time: 0, xyz: [0, 0, 0]}, {time: 1, xyz: [1, 0, 0]}]}}
  - {name: right, box: {size: [0.1, 1, 1]}, pose: {xyz: [0.15, 0, 0]}, kinematic: {path: [{time: 0, xyz: [0, 0, 0]}, {time: 1, xyz: [-1, 0, 0]}]}}
)");
  const CommandResult result = explain(scene);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("jam stress"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("ball on left"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("ball on right"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("press against each other"), std::string::npos) << result.out;
}

TEST(Explain, TextProblemFileIsAnalysed) {
  TemporaryDirectory folder;
  // M = [2 1; 1 2], q = (−5, −6).
  const std::string file = write(folder, "small.dat", "2 0 2 2 2 2\n2 1\n1 2\n-5 -6\n");
  const CommandResult result = explain("--json " + file);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json problem = Json::parse(result.out).at(0);
  EXPECT_EQ(problem["algebra"]["rank"], 2);
  EXPECT_NEAR(problem["algebra"]["condition"].get<double>(), 3, 1e-12);
}

TEST(Explain, JamIsAttributedToFrictionOnlyIfItVanishesWithoutFriction) {
  TemporaryDirectory folder;
  // A = 0 and the gap closes: there is no solution, with or without friction.
  const std::string file =
      write(folder, "closing.dat", "3 1 0 3 3 3 3  0 0 0 0 0 0 0 0 0  -1 0.3 0  0.1\n");
  const CommandResult result = explain(file);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("a proof that no rigid solution exists"), std::string::npos)
      << result.out;
  EXPECT_EQ(result.out.find("depends on friction"), std::string::npos) << result.out;
  // A = 0, and only the tangent needs an impulse: b·λ = 0.05 − 0.3·0.1 fails at mu = 0.1, not at
  // 0.5.
  const std::string sliding =
      write(folder, "sliding.dat", "3 1 0 3 3 3 3  0 0 0 0 0 0 0 0 0  0.05 0.3 0  0.5\n");
  const CommandResult held = explain(sliding);
  EXPECT_NE(held.out.find("depends on friction"), std::string::npos) << held.out;
  // No impulse at all solves it: u_n = 0.05.
  EXPECT_EQ(held.out.find("a proof"), std::string::npos) << held.out;
  EXPECT_NE(held.out.find("self-stress with friction"), std::string::npos) << held.out;
}

TEST(Explain, OutputDoesNotDependOnThreads) {
  std::string scene = "--step 2 ";
  scene.append(CARDAN_SOURCE_DIR).append("/data/scenes/cube_drop.yaml");
  const CommandResult one = explain(scene);
  EXPECT_EQ(one.exit_code, 0) << one.err;
  EXPECT_EQ(explain(scene.append(" --threads 2")).out, one.out);
}

TEST(Explain, StepBeyondTheEndIsRejected) {
  std::string scene = "--step 99999999 ";
  scene.append(CARDAN_SOURCE_DIR).append("/data/scenes/cube_drop.yaml");
  const CommandResult step = explain(scene);
  EXPECT_EQ(step.exit_code, 2);
  EXPECT_NE(step.err.find("there is no step 99999999"), std::string::npos) << step.err;
}

TEST(Explain, UsageErrorsAreOneLine) {
  const CommandResult island = explain(scene_file("cube_drop") + " --step 1 --island 7");
  EXPECT_EQ(island.exit_code, 2);
  EXPECT_NE(island.err.find("there is no island 7"), std::string::npos) << island.err;
  EXPECT_EQ(explain("none.yaml").exit_code, 2);
  EXPECT_EQ(explain("none.h5").exit_code, 2);
}

TEST(Explain, SceneOptionsAreRejectedForAProblemFile) {
  const std::string file = std::string(CARDAN_SOURCE_DIR) + "/data/problems/table.hdf5";
  for (const char* option : {"--solver nonsense", "--solver conic", "--formulation cone",
                             "--threads 2", "--plugins /tmp", "--step 1", "--island 0"}) {
    const CommandResult result = explain(file + " " + option);
    EXPECT_EQ(result.exit_code, 2) << option << result.out;
    EXPECT_NE(result.err.find("this is a problem file"), std::string::npos) << result.err;
  }
}

TEST(Explain, TimeoutEndsTheCommand) {
  const CommandResult result = explain(scene_file("arch") + " --timeout 0.1");
  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_NE(result.err.find("time limit"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace cardan::test
