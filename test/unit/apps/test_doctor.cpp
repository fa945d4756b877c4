#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "test/unit/apps/cardan_command.h"

namespace cardan::test {
namespace {

using Json = nlohmann::json;

// Finding of a name; null if there is none.
Json finding(const Json& report, const std::string& name) {
  for (const Json& one : report["findings"])
    if (one["name"] == name) return one;
  return nullptr;
}

Json doctor_report(const std::string& environment, int exit_code) {
  const CommandResult result =
      run_shell(environment + " '" + std::string(CARDAN_COMMAND) + "' doctor --json");
  EXPECT_EQ(result.exit_code, exit_code) << result.out << result.err;
  return Json::parse(result.out);
}

TEST(Doctor, WholeInstallationIsHealthy) {
  const Json report = doctor_report("", 0);
  EXPECT_TRUE(report["healthy"].get<bool>());
  const std::string version = cardan_command("--version").out;
  EXPECT_EQ("cardan " + finding(report, "version")["value"].get<std::string>() + "\n", version);
  EXPECT_EQ(finding(report, "path")["value"], std::filesystem::canonical(CARDAN_COMMAND).string());
  for (const char* part : {"a step", "mesh reader", "scenes", "viewer"})
    EXPECT_EQ(finding(report, part)["state"], "fine") << part;
  for (const char* library : {"Eigen", "FCL", "HDF5", "tinyxml2"})
    EXPECT_NE(finding(report, library)["value"], "unknown version") << library;
}

TEST(Doctor, PluginsAreThoseOfCardanSolvers) {
  const Json report = doctor_report("", 0);
  const std::string listed = cardan_command("solvers").out;
  int plugins = 0;
  for (const Json& one : report["findings"]) {
    if (one["group"] != "plugins") continue;
    ++plugins;
    expect_says("\n" + listed, "\n" + one["name"].get<std::string>() + " ");
  }
  std::size_t files = 0;
  const std::filesystem::path folder =
      std::filesystem::path(CARDAN_COMMAND).parent_path() / ".." / CARDAN_PLUGIN_FOLDER;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files += entry.path().string().ends_with(".cardan-solver.so");
  EXPECT_EQ(plugins, files);
}

TEST(Doctor, RefusedPluginIsBroken) {
  const TemporaryDirectory folder;
  folder.write("bad.cardan-solver.so", "not a library");
  const Json report = doctor_report("CARDAN_SOLVER_PATH='" + folder.file("") + "'", 1);
  EXPECT_FALSE(report["healthy"].get<bool>());
  const Json refused = finding(report, "refused");
  ASSERT_FALSE(refused.is_null());
  expect_says(refused["value"], "bad.cardan-solver.so");
  const CommandResult text =
      run_shell("CARDAN_SOLVER_PATH='" + folder.file("") + "' '" CARDAN_COMMAND "' doctor");
  expect_says(text.out, "1 part is broken");
}

// A stand-in for python3 reports a package.
TEST(Doctor, PythonPackageOfAnotherVersionIsBroken) {
  const TemporaryDirectory folder;
  folder.write("python3", "#!/bin/sh\necho 9.9.9 /opt/cardan/__init__.py\n");
  std::filesystem::permissions(folder.file("python3"), std::filesystem::perms::owner_all);
  const Json report = doctor_report("PATH='" + folder.file("") + "':\"$PATH\"", 1);
  EXPECT_EQ(finding(report, "Python package")["state"], "broken");
  folder.write("python3", "#!/bin/sh\nexit 1\n");
  EXPECT_EQ(finding(doctor_report("PATH='" + folder.file("") + "':\"$PATH\"", 0),
                    "Python package")["state"],
            "absent");
}

TEST(Doctor, KernelsFollowTheProcessorAndTheEnvironment) {
  expect_says(finding(doctor_report("CARDAN_PORTABLE_KERNELS=1", 0), "kernels of conic")["value"],
              "portable");
  const std::string flags = file_text("/proc/cpuinfo");
  if (flags.find(" avx2 ") == std::string::npos) GTEST_SKIP() << "no AVX2";
  const bool wide = flags.find(" avx512f ") != std::string::npos &&
                    flags.find(" avx512dq ") != std::string::npos &&
                    flags.find(" avx512vl ") != std::string::npos;
  EXPECT_EQ(finding(doctor_report("", 0), "kernels of conic")["value"], wide ? "AVX-512" : "AVX2");
}

Json run_report(const std::string& before, const std::string& arguments) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("r.json");
  const CommandResult result =
      run_shell(before + " '" CARDAN_COMMAND "' run " + arguments + " --report '" + file + "'");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return Json::parse(file_text(file));
}

// The motors hold the posture, in which the base is at 0.3501 m (data/scenes/stand.yaml).
TEST(RunRobot, MotorsHoldADroppedRobot) {
  const Json report = run_report("", robot_file("quadruped"));
  EXPECT_EQ(report["scene"], "quadruped");
  EXPECT_EQ(report["failed_islands"], 0);
  EXPECT_EQ(report["contacts"], 4);
  EXPECT_NEAR(report["models"]["robot"]["base"]["xyz"][2], 0.3501, 0.01);
}

// A joint without an effort limit moves as in a scene without control.
TEST(RunRobot, JointsWithoutMotorAreFree) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write(
      "scene.yaml",
      "{cardan: 1, time: {duration: 4}, models: [{name: ground, static: true, plane: {normal: "
      "[0, 0, 1], offset: 0}}, {name: robot, urdf: '" +
          robot_file("double_pendulum") + "', pose: {xyz: [0, 0, 5]}, q: {shoulder: 0.5}}]}");
  const Json free = run_report("", scene + " --allow-outside");
  const Json dropped = run_report("", robot_file("double_pendulum") +
                                          " --set models.robot.pose.xyz=[0,0,5]"
                                          " --set 'models.robot.q={shoulder: 0.5}'");
  EXPECT_EQ(dropped["state_hash"], free["state_hash"]);
  EXPECT_NE(free["models"]["robot"]["q"]["shoulder"], 0.5);
}

TEST(RunStandardInput, GivesTheBitsOfTheFile) {
  const std::string folder = std::string(CARDAN_SOURCE_DIR) + "/data/scenes";
  const Json piped =
      run_report("cd '" + folder + "' && cat stand.yaml |", "- --duration 0.2 --solver lemke");
  EXPECT_EQ(piped["scene"], "stand");
  EXPECT_EQ(piped["state_hash"],
            run_report("", scene_file("stand") + " --duration 0.2 --solver lemke")["state_hash"]);
}

TEST(RunStandardInput, RefusesARobotAndNothing) {
  const CommandResult robot = cardan_command("run - < '" + robot_file("quadruped") + "'");
  EXPECT_EQ(robot.exit_code, 2);
  expect_says(robot.err, "standard input: this is a robot (XML)");
  const CommandResult empty = cardan_command("run - < /dev/null");
  EXPECT_EQ(empty.exit_code, 2);
  expect_says(empty.err, "the input is empty");
}

TEST(InstalledScenes, AreThoseWithoutAPath) {
  const CommandResult installed = cardan_command("regress --tag smoke --list");
  const CommandResult named = cardan_command("regress --tag smoke --list '" +
                                             std::string(CARDAN_SOURCE_DIR) + "/data/scenes'");
  EXPECT_EQ(installed.exit_code, 0) << installed.err;
  EXPECT_EQ(installed.out, named.out);
}

}  // namespace
}  // namespace cardan::test
