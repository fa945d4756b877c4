// Commands on MJCF files: runs and their recordings, scenes that name them, conversions, and the
// comparison with MuJoCo.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "test/unit/apps/cardan_command.h"

namespace cardan {
namespace {

using test::cardan_command;
using test::CommandResult;
using test::expect_says;
using test::file_text;

std::string mjcf_file(const std::string& name) {
  return std::string(CARDAN_SOURCE_DIR) + "/data/mjcf/" + name + ".xml";
}

nlohmann::json report_of(const std::string& file, const std::string& options) {
  const test::TemporaryDirectory folder;
  const CommandResult run =
      cardan_command("run '" + file + "' " + options + " --report " + folder.file("r.json"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return nlohmann::json::parse(file_text(folder.file("r.json")), nullptr, false);
}

TEST(MjcfCommands, RecordingIsReplayedViewedAndCompared) {
  const test::TemporaryDirectory folder;
  const std::string model = folder.write("m.xml", file_text(mjcf_file("balls")));
  for (const char* name : {"a.h5", "b.h5"})
    EXPECT_EQ(
        cardan_command("run " + model + " --duration 0.2 --record " + folder.file(name)).exit_code,
        0);
  std::filesystem::remove(model);
  const CommandResult replay = cardan_command("replay " + folder.file("a.h5"));
  EXPECT_EQ(replay.exit_code, 0) << replay.err;
  const CommandResult diff =
      cardan_command("diff " + folder.file("a.h5") + " " + folder.file("b.h5"));
  EXPECT_EQ(diff.exit_code, 0) << diff.out << diff.err;
  const CommandResult view =
      cardan_command("view " + folder.file("a.h5") + " -o " + folder.file("a.html"));
  EXPECT_EQ(view.exit_code, 0) << view.err;
  expect_says(file_text(folder.file("a.html")), "48 spheres of 0.1 kg");
}

TEST(MjcfCommands, InputFilesAreNotOverwritten) {
  const test::TemporaryDirectory folder;
  const std::string model = folder.write("m.xml", file_text(mjcf_file("incline")));
  const std::string scene =
      folder.write("s.yaml", "cardan: 1\nmodels:\n  - {name: x, mjcf: m.xml}\n");
  const CommandResult run = cardan_command("run " + scene + " --report " + model);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(file_text(model), file_text(mjcf_file("incline")));
}

// The scene of a file moves as the file itself.
TEST(MjcfCommands, ConvertedSceneHasEqualBits) {
  const test::TemporaryDirectory folder;
  for (const char* name : {"incline", "pinch", "stack"}) {
    SCOPED_TRACE(name);
    const std::string scene = folder.file(std::string(name) + ".yaml");
    const CommandResult convert = cardan_command("convert " + mjcf_file(name) + " " + scene);
    ASSERT_EQ(convert.exit_code, 0) << convert.err;
    expect_says(convert.out, std::string(name) + "_NAME");
    const nlohmann::json a = report_of(mjcf_file(name), "--duration 0.3");
    const nlohmann::json b = report_of(scene, "--duration 0.3");
    EXPECT_EQ(a["steps"], b["steps"]);
    EXPECT_EQ(a["energy"], b["energy"]);
    EXPECT_EQ(a["contacts"], b["contacts"]);
  }
}

TEST(MjcfCommands, RobotOfASceneIsConvertedThereAndBack) {
  const test::TemporaryDirectory folder;
  const CommandResult urdf =
      cardan_command("convert " + test::scene_file("stand") + " " + folder.file("r.urdf"));
  ASSERT_EQ(urdf.exit_code, 0) << urdf.err;
  expect_says(urdf.out, "model 'robot': its control is not in the output");
  expect_says(urdf.out, "model 'ground': it is not in the output");
  const CommandResult mjcf =
      cardan_command("convert " + test::scene_file("stand") + " " + folder.file("r.xml"));
  ASSERT_EQ(mjcf.exit_code, 0) << mjcf.err;
  ASSERT_EQ(
      cardan_command("convert " + folder.file("r.xml") + " " + folder.file("again.urdf")).exit_code,
      0);
  const auto facts = [](const std::string& file) {
    return nlohmann::json::parse(cardan_command("check --json " + file).out, nullptr, false);
  };
  const nlohmann::json first = facts(folder.file("r.urdf")),
                       again = facts(folder.file("again.urdf"));
  const nlohmann::json source = facts(test::robot_file("quadruped"));
  for (const char* key : {"dof", "bodies", "shapes", "freedoms"}) {
    EXPECT_EQ(first[key], source[key]) << key;
    EXPECT_EQ(again[key], source[key]) << key;
  }
  EXPECT_NEAR(again["mass"].get<double>(), source["mass"].get<double>(), 1e-9);
  const std::string none =
      folder.write("none.yaml", "cardan: 1\nmodels: [{name: a, sphere: {radius: 1}}]\n");
  const CommandResult refused = cardan_command("convert " + none + " " + folder.file("x.urdf"));
  EXPECT_EQ(refused.exit_code, 2);
  expect_says(refused.err, "0 robots");
}

TEST(MjcfCommands, ConversionNamesWhatIsLost) {
  const test::TemporaryDirectory folder;
  const std::string model = folder.write(
      "m.xml",
      "<mujoco><worldbody><geom name='floor' type='plane' size='1 1 1'/>"
      "<body name='a' pos='0 0 1'><joint name='j' axis='0 1 0' range='-60 60' limited='true' "
      "solreflimit='0.01 1'/><geom name='g' size='0.1' solref='0.01 1'/></body></worldbody>"
      "<equality><joint name='e' joint1='j'/></equality>"
      "<actuator><position name='p' joint='j' kp='10'/></actuator>"
      "<sensor><jointpos name='q' joint='j'/></sensor></mujoco>");
  for (const char* name : {"m.urdf", "m.sdf"}) {
    SCOPED_TRACE(name);
    const CommandResult result = cardan_command("convert " + model + " " + folder.file(name));
    if (result.err.find("built without libsdformat") != std::string::npos) continue;
    ASSERT_EQ(result.exit_code, 0) << result.err;
    for (const char* loss :
         {"body \"a\": its pose in the world is", "body \"ground\": a body that is fixed to the",
          "equality \"e\": is", "position \"p\": its law is", "\"q\"",
          "joint \"j\": solreflimit is", "geom \"g\": softness is"})
      expect_says(result.out, loss);
  }
}

/// The table of a file beside MuJoCo; null and a skipped test without libmujoco.
nlohmann::json beside(const std::string& name, const std::string& options) {
  const test::TemporaryDirectory folder;
  const CommandResult run = cardan_command("compare " + mjcf_file(name) + " --beside mujoco " +
                                           options + " --json " + folder.file("t.json"));
  if (run.err.find("was built without it") != std::string::npos) {
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1);
    return nullptr;
  }
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return nlohmann::json::parse(file_text(folder.file("t.json")), nullptr, false);
}

// A sliding cube: a = g (sin 20° − 0.2 cos 20°) = 1.5115 m/s² for 1 s from rest.
TEST(BesideMujoco, SlidingCubeHasTheFiguresOfItsClosedForm) {
  const nlohmann::json table = beside("slide", "--duration 1 --step 0.001");
  if (table.is_null()) GTEST_SKIP() << "no libmujoco";
  constexpr double g = 9.81;
  const double slope = std::acos(-1) / 9, a = g * (std::sin(slope) - 0.2 * std::cos(slope));
  const double force = g * std::cos(slope), path = a / 2;
  ASSERT_EQ(table["engines"].size(), 2U);
  for (const nlohmann::json& engine : table["engines"]) {
    SCOPED_TRACE(engine.dump());
    EXPECT_EQ(engine["trouble"], "");
    const double loose = engine["engine"].get<std::string>().starts_with("cardan") ? 0.005 : 0.03;
    EXPECT_NEAR(engine["slip"].get<double>() / (a / 2), 1, loose);
    EXPECT_NEAR(engine["creep"].get<double>() / (0.875 * a), 1, loose);
    EXPECT_NEAR(engine["normal_force"].get<double>() / force, 1, loose);
    EXPECT_NEAR(engine["energy_change"].get<double>() / (-0.2 * force * path), 1, loose);
    EXPECT_GT(engine["steps_per_second"].get<double>(), 0);
  }
  EXPECT_LT(table["difference"]["position"].get<double>(), 0.03 * path);
}

// Exact friction holds the cube; soft contacts sink in by a tenth of a millimetre or so, and creep.
TEST(BesideMujoco, RestingCubeOfCardanNeitherSinksNorCreeps) {
  const nlohmann::json table = beside("incline", "--duration 1");
  if (table.is_null()) GTEST_SKIP() << "no libmujoco";
  const nlohmann::json &own = table["engines"][0], &other = table["engines"][1];
  EXPECT_LT(own["penetration_at_end"].get<double>(), 1e-6);
  EXPECT_LT(own["creep"].get<double>(), 1e-6);
  EXPECT_GT(other["penetration_at_end"].get<double>(), 1e-6);
  EXPECT_GT(other["creep"].get<double>(), 1e-6);
}

TEST(BesideMujoco, RefusesScenesAndOtherOptions) {
  const CommandResult scene =
      cardan_command("compare " + test::scene_file("stand") + " --beside mujoco");
  EXPECT_EQ(scene.exit_code, 2);
  EXPECT_NE(
      cardan_command("compare " + mjcf_file("stack") + " --beside mujoco --solvers all").exit_code,
      0);
  EXPECT_NE(cardan_command("compare " + mjcf_file("stack") + " --beside other").exit_code, 0);
}

}  // namespace
}  // namespace cardan
