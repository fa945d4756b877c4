// Commands on SDF files: check, runs and their recordings, conversions, and the refusal of a build
// without libsdformat.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "test/unit/apps/cardan_command.h"

namespace cardan {
namespace {

using test::cardan_command;
using test::CommandResult;
using test::expect_says;
using test::file_text;

std::string sdf_file(const std::string& name) {
  return std::string(CARDAN_SOURCE_DIR) + "/test/unit/sdf/models/" + name;
}

nlohmann::json facts(const std::string& file) {
  return nlohmann::json::parse(cardan_command("check --json " + file).out, nullptr, false);
}

class SdfCommands : public testing::Test {
 protected:
  void SetUp() override {
    if (std::string(CARDAN_COMMAND) == CARDAN_COMMAND_WITHOUT_SDF) GTEST_SKIP() << "no libsdformat";
  }

  CommandResult convert(const std::string& from, const std::string& to) {
    return cardan_command("convert " + from + " " + folder_.file(to));
  }

  test::TemporaryDirectory folder_;
};

TEST_F(SdfCommands, RecordingIsReplayedWithoutTheFile) {
  const std::string model = folder_.write("m.sdf", file_text(sdf_file("18_quadruped.sdf")));
  const CommandResult run =
      cardan_command("run " + model + " --duration 0.2 --record " + folder_.file("r.h5"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  std::filesystem::remove(model);
  const CommandResult replay = cardan_command("replay " + folder_.file("r.h5"));
  EXPECT_EQ(replay.exit_code, 0) << replay.err;
}

// SDF to URDF to SDF to MJCF to SDF: four legs of one freedom and a floating seat, 4 + 4 · 0.3 kg.
TEST_F(SdfCommands, ARobotIsConvertedThroughAllFormats) {
  std::string from = sdf_file("18_quadruped.sdf");
  for (const char* to : {"a.urdf", "b.sdf", "c.xml", "d.sdf", "e.urdf"}) {
    SCOPED_TRACE(to);
    const CommandResult converted = convert(from, to);
    ASSERT_EQ(converted.exit_code, 0) << converted.err;
    from = folder_.file(to);
    const nlohmann::json json = facts(from);
    // "dof" of a URDF counts the joints of the file, and leaves out the floating base.
    EXPECT_EQ(json[json.contains("freedoms") ? "freedoms" : "dof"], 10);
    EXPECT_NEAR(json["mass"].get<double>(), 5.2, 1e-9);
  }
  const nlohmann::json robot = facts(from);
  EXPECT_EQ(robot["shapes"], (nlohmann::json{{"box", 1}, {"capsule", 4}}));
}

TEST_F(SdfCommands, ConversionNamesWhatIsLost) {
  const CommandResult rover = convert(sdf_file("13_sensors.world"), "rover.urdf");
  ASSERT_EQ(rover.exit_code, 0) << rover.err;
  expect_says(rover.out, "model \"floor\": a static model is left out");
  expect_says(rover.out, "model \"rover\": its pose in the world is left out");
  expect_says(rover.out, "sensor \"rover_imu\": a sensor is left out");
  const CommandResult loop = convert(sdf_file("10_loop.sdf"), "loop.urdf");
  ASSERT_EQ(loop.exit_code, 0) << loop.err;
  expect_says(loop.out, "loop \"four_bar::c\": a loop is left out");
  const CommandResult limits = convert(sdf_file("12_limits.sdf"), "limits.urdf");
  ASSERT_EQ(limits.exit_code, 0) << limits.err;
  expect_says(limits.out, "joint \"soft\": the softness of its limit is left out");
  const CommandResult several = convert(sdf_file("16_several_trees.sdf"), "several.urdf");
  EXPECT_EQ(several.exit_code, 2);
  expect_says(several.err, "3 moving models");
}

// The scene of a file moves as the file itself.
TEST_F(SdfCommands, ConvertedSceneHasEqualBits) {
  const auto report_of = [&](const std::string& file) {
    const CommandResult run =
        cardan_command("run " + file + " --duration 0.3 --report " + folder_.file("r.json"));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return nlohmann::json::parse(file_text(folder_.file("r.json")), nullptr, false);
  };
  for (const char* name : {"18_quadruped.sdf", "06_surfaces.world", "10_loop.sdf"}) {
    SCOPED_TRACE(name);
    const CommandResult converted = convert(sdf_file(name), "scene.yaml");
    ASSERT_EQ(converted.exit_code, 0) << converted.err;
    expect_says(converted.out, "_NAME in the scene");
    const nlohmann::json a = report_of(sdf_file(name)), b = report_of(folder_.file("scene.yaml"));
    EXPECT_EQ(a["steps"], b["steps"]);
    EXPECT_EQ(a["energy"], b["energy"]);
    EXPECT_EQ(a["contacts"], b["contacts"]);
  }
}

TEST_F(SdfCommands, RobotOfASceneIsConverted) {
  const std::string scene = folder_.write(
      "s.yaml", "cardan: 1\nmodels:\n  - {name: x, sdf: " + sdf_file("18_quadruped.sdf") + "}\n");
  const CommandResult converted = convert(scene, "x.urdf");
  ASSERT_EQ(converted.exit_code, 0) << converted.err;
  EXPECT_EQ(facts(folder_.file("x.urdf"))["freedoms"], 10);
  const CommandResult refused =
      cardan_command("run " + scene + " --report " + sdf_file("18_quadruped.sdf"));
  EXPECT_EQ(refused.exit_code, 2);
}

TEST_F(SdfCommands, CheckTellsLinesAndStrictRejects) {
  const CommandResult loose = cardan_command("check " + sdf_file("14_left_out.world"));
  EXPECT_EQ(loose.exit_code, 0) << loose.err;
  expect_says(loose.out, "14_left_out.world:7: warning");
  const CommandResult strict = cardan_command("check --strict " + sdf_file("14_left_out.world"));
  EXPECT_NE(strict.exit_code, 0);
}

// A build without libsdformat refuses each command with one line.
TEST(WithoutSdf, EachCommandRefusesWithOneLine) {
  const test::TemporaryDirectory folder;
  const std::string file = sdf_file("18_quadruped.sdf");
  const std::string xml = folder.write("m.xml", file_text(file));
  const std::string scene =
      folder.write("s.yaml", "cardan: 1\nmodels:\n  - {name: x, sdf: " + file + "}\n");
  for (const std::string& arguments :
       {"check " + file, "check --json " + file, "check " + xml, "run " + file, "run " + scene,
        "run " + sdf_file("13_sensors.world"), "view " + file,
        "convert " + file + " " + folder.file("r.urdf"),
        "convert " + test::robot_file("quadruped") + " " + folder.file("r.sdf")}) {
    SCOPED_TRACE(arguments);
    const CommandResult result =
        test::run_shell(std::string("'") + CARDAN_COMMAND_WITHOUT_SDF + "' " + arguments);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    expect_says(result.err, "built without libsdformat");
    expect_says(result.err, "install libsdformat-dev");
  }
  for (const char* output : {"r.urdf", "r.sdf"})
    EXPECT_FALSE(std::filesystem::exists(folder.file(output)));
  const CommandResult urdf = test::run_shell(std::string("'") + CARDAN_COMMAND_WITHOUT_SDF +
                                             "' check " + test::robot_file("quadruped"));
  EXPECT_EQ(urdf.exit_code, 0) << urdf.err;
}

}  // namespace
}  // namespace cardan
