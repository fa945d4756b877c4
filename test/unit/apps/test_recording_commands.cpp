// `cardan replay`, `repair` and `export`.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "test/unit/apps/cardan_command.h"

namespace cardan::test {
namespace {

std::string pushed_box(const TemporaryDirectory& folder, const std::string& name,
                       const std::string& duration) {
  return folder.write(
      name, "cardan: 1\ntime: {step: 0.001, duration: " + duration +
                "}\nrecord: {every: 0.002}\nmodels:\n"
                "  - {name: ground, plane: {normal: [0, 0, 1], offset: 0}, static: true}\n"
                "  - {name: box, box: {size: [0.2, 0.2, 0.2]}, pose: {xyz: [0, 0, 0.1]}}\n"
                "  - {name: arm, urdf: arm.urdf, pose: {xyz: [2, 0, 0]}}\n"
                "forces: [{on: box, from: 0.02, until: 0.05, force: [90, 0, 0]}]\n");
}

// A scene with a robot, and a recording of it.
struct Recorded {
  TemporaryDirectory folder;
  std::string scene, file = folder.file("r.h5");

  Recorded() {
    std::filesystem::copy_file(robot_file("arm7"), folder.file("arm.urdf"));
    scene = pushed_box(folder, "s.yaml", "0.1");
    const CommandResult result = cardan_command(
        "run '" + scene + "' --set materials.default.mu=0.3 --record '" + file + "'");
    EXPECT_EQ(result.exit_code, 0) << result.err;
  }
};

TEST(Replay, RunsWithoutItsScene) {
  const Recorded recorded;
  std::filesystem::remove(recorded.scene);
  const std::string again = recorded.folder.file("again.h5");
  for (const char* more : {"", " --threads 2"}) {
    const CommandResult result = cardan_command("replay '" + recorded.file + "'" + more);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    expect_says(result.out, "verified: 100 steps are bit-identical");
  }
  ASSERT_EQ(cardan_command("replay '" + recorded.file + "' --record '" + again + "'").exit_code, 0);
  const CommandResult diff = cardan_command("diff '" + recorded.file + "' '" + again + "'");
  EXPECT_EQ(diff.exit_code, 0) << diff.out << diff.err;
  expect_says(diff.out, "equal bits from step 0 to 100");
}

TEST(Replay, SceneWithOtherForcesDiffersFromItsRecording) {
  const Recorded recorded;
  const std::string set = " --set materials.default.mu=0.3 --verify '" + recorded.file + "'";
  EXPECT_EQ(cardan_command("run '" + recorded.scene + "'" + set).exit_code, 0);
  std::string text = file_text(recorded.scene);
  text.replace(text.find("[90"), 3, "[91");
  const std::string other = recorded.folder.write("t.yaml", text);
  const CommandResult result = cardan_command("run '" + other + "'" + set);
  EXPECT_EQ(result.exit_code, 1) << result.out;
  expect_says(result.err, "step 21 ");
}

TEST(Replay, ChangedAndMissingRobotsAreNamed) {
  const Recorded recorded;
  std::ofstream(recorded.folder.file("arm.urdf"), std::ios::app) << "<!-- -->";
  CommandResult result = cardan_command("replay '" + recorded.file + "'");
  EXPECT_EQ(result.exit_code, 2);
  expect_says(result.err, "arm.urdf' has changed since the recording was made");
  std::filesystem::remove(recorded.folder.file("arm.urdf"));
  result = cardan_command("replay '" + recorded.file + "'");
  EXPECT_EQ(result.exit_code, 2);
  expect_says(result.err, "which does not exist");
}

TEST(Replay, RecordingsOfVersionTwoAreReadButNotReplayed) {
  const TemporaryDirectory folder;
  const std::string old = folder.file("old.h5");
  ASSERT_EQ(run_shell("gzip -dc '" + std::string(CARDAN_SOURCE_DIR) +
                      "/test/data/0.1.0/recording.h5.gz' > '" + old + "'")
                .exit_code,
            0);
  const CommandResult result = cardan_command("replay '" + old + "'");
  EXPECT_EQ(result.exit_code, 2);
  expect_says(result.err, "contains no description of its world");
  EXPECT_EQ(cardan_command("diff '" + old + "' '" + old + "'").exit_code, 0);
  const CommandResult csv = cardan_command("export '" + old + "' --csv");
  EXPECT_EQ(csv.exit_code, 0) << csv.err;
  EXPECT_EQ(csv.out.rfind("step,time,kinetic_energy,", 0), 0U) << "old tables have no units";
}

TEST(Export, TableHasUnitsAndAllRows) {
  const Recorded recorded;
  const CommandResult result = cardan_command("export '" + recorded.file + "' --csv");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 52);
  expect_says(result.out, "step,time [s],kinetic_energy [J]");
  expect_says(result.out, "box/base_z [m]");
  const std::string into = recorded.folder.file("csv");
  ASSERT_EQ(cardan_command("export '" + recorded.file + "' --csv --into '" + into + "'").exit_code,
            0);
  for (const char* name : {"/world.csv", "/model_box.csv", "/model_arm.csv", "/changes.csv"})
    EXPECT_FALSE(file_text(into + name).empty()) << name;
  EXPECT_EQ(cardan_command("export '" + recorded.file + "'").exit_code, 2);
}

std::string partial_of(const TemporaryDirectory& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    if (entry.path().filename().string().find(".partial-") != std::string::npos)
      return entry.path().string();
  return "";
}

TEST(Repair, KilledRunIsRecoveredAndReplayed) {
  const TemporaryDirectory folder;
  std::filesystem::copy_file(robot_file("arm7"), folder.file("arm.urdf"));
  const std::string scene = pushed_box(folder, "s.yaml", "1e5"), file = folder.file("r.h5");
  const pid_t child = start_cardan({"run", scene, "--record", file}, folder.file("out"));
  // Waits until the process has flushed rows, half a second after its start.
  for (int k = 0; k < 600; ++k) {
    const std::string partial = partial_of(folder);
    std::error_code none;
    if (!partial.empty() && std::filesystem::file_size(partial, none) > 500000) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // the child ends with the process
  const std::string partial = partial_of(folder);
  ASSERT_FALSE(partial.empty());
  const std::string bytes = file_text(partial);
  const CommandResult result = cardan_command("repair '" + partial + "'");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  expect_says(result.out, "rows and ");
  EXPECT_EQ(file_text(partial), bytes);
  const CommandResult again = cardan_command("replay '" + file + "'");
  EXPECT_EQ(again.exit_code, 0) << again.err;
  // An existing file is not overwritten.
  const CommandResult twice = cardan_command("repair '" + partial + "'");
  EXPECT_EQ(twice.exit_code, 2);
  expect_says(twice.err, "the file exists already");
  EXPECT_EQ(
      cardan_command("repair '" + partial + "' --into '" + folder.file("other.h5") + "'").exit_code,
      0);
}

TEST(Repair, OtherFilesAreRefused) {
  const TemporaryDirectory folder;
  const std::string text = folder.write("t.h5.partial-1-0", "no recording\n");
  CommandResult result = cardan_command("repair '" + text + "'");
  EXPECT_EQ(result.exit_code, 2);
  expect_says(result.err, "HDF5");
  EXPECT_FALSE(std::filesystem::exists(folder.file("t.h5")));
  result = cardan_command("repair '" + folder.write("u.h5", "x") + "'");
  EXPECT_EQ(result.exit_code, 2);
  expect_says(result.err, "--into");
}

}  // namespace
}  // namespace cardan::test
