// No cell is lost or counted twice, for every way in which a sweep ends.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <random>
#include <sstream>
#include <thread>

#include "sweep_study.h"

namespace cardan::test {
namespace {

// CARDAN_KILLS: 10 by default, 100 in the test labelled slow.
int kills_wanted() {
  const char* text = std::getenv("CARDAN_KILLS");
  return text != nullptr ? std::atoi(text) : 10;
}

std::vector<std::string> words_of(const SweepStudy& study, const std::string& out) {
  return {"sweep", study.study(), "--out", study.file(out), "--jobs", "2"};
}

constexpr const char* kSixty =
    "parameters: {materials.default.mu: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]}\n"
    "samples: {count: 10, distributions: {models.ball.mass: {uniform: [1, 2]}}}\n"
    "cells_per_task: 4\n";

TEST(SweepFaults, KilledRunsLoseNothingAndRepeatNothingInTheMerge) {
  const SweepStudy study(std::string(kSixty) + kMetrics, 1);
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(study.sweep("serial", "--jobs 1").exit_code, 0);
  const std::chrono::duration<double> length = std::chrono::steady_clock::now() - begin;
  std::mt19937 random(3);
  std::size_t rows = 0, done = 0;
  int alive = 0, round = 0;
  for (int i = 0; i < kills_wanted(); ++i) {
    const std::string out = "killed" + std::to_string(round);
    const pid_t child = start_cardan(words_of(study, out), study.file("output"));
    const double u = std::uniform_real_distribution<double>(0, 0.6)(random);
    std::this_thread::sleep_for(u * length);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    alive += WIFSIGNALED(status) ? 1 : 0;
    const CommandResult state = study.act("status", out);
    ASSERT_EQ(state.exit_code, 0) << state.out << state.err;
    std::sscanf(state.out.c_str(), "%zu cells: %zu done", &rows, &done);
    if (done == 60) {  // a finished study cannot be killed: another one
      EXPECT_EQ(study.sweep(out).exit_code, 0);
      EXPECT_EQ(study.csv(out), study.csv("serial")) << out;
      ++round;
    }
  }
  const std::string out = "killed" + std::to_string(round);
  const CommandResult last = study.sweep(out);
  ASSERT_EQ(last.exit_code, 0) << last.err;
  EXPECT_EQ(study.csv(out), study.csv("serial"));
  EXPECT_EQ(study.hdf5(out), study.hdf5("serial"));
  EXPECT_GT(alive, kills_wanted() / 4);
}

TEST(SweepFaults, InterruptedCellsGoOnBitForBit) {
  // Both cells run side by side, so the interrupt arrives in the middle of both.
  const SweepStudy study(std::string("parameters: {materials.default.mu: [0.1, 0.2]}\n") + kMetrics,
                         100);
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(study.sweep("serial", "--jobs 2").exit_code, 0);
  const std::chrono::duration<double> length = std::chrono::steady_clock::now() - begin;
  const pid_t child = start_cardan(words_of(study, "out"), study.file("output"));
  std::size_t states = 0;
  std::this_thread::sleep_for(0.5 * length);
  ::kill(child, SIGTERM);
  int status = 0;
  ::waitpid(child, &status, 0);
  for (const auto& entry : std::filesystem::directory_iterator(study.file("out") + "/states"))
    states += entry.path().extension() == ".state" ? 1 : 0;
  EXPECT_GT(states, 0u) << file_text(study.file("output"));
  expect_says(file_text(study.file("output")), "run the same command again");
  ASSERT_EQ(study.sweep("out").exit_code, 0);
  EXPECT_EQ(study.csv("out"), study.csv("serial"));
  EXPECT_TRUE(std::filesystem::is_empty(study.file("out") + "/states"));
}

TEST(SweepFaults, CrashingPluginsAndRefusedScenesAreRows) {
  const SweepStudy study(std::string("solvers: [conic, segfaults, exits, nonesuch]\n"
                                     "parameters: {materials.default.mu: [0.1, 0.2, -1]}\n") +
                         kMetrics);
  const CommandResult result =
      study.sweep("out", std::string("--plugins ") + CARDAN_BAD_PLUGIN_DIR "/ends_process");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  expect_says(result.out, "12 cells: 2 done, 6 refused, 4 crashed");
  const std::string csv = study.csv("out");
  expect_says(csv, "segfaults,0.1,crashed,nan,nan,nan,,ended by SIGSEGV");
  expect_says(csv, "exits,0.2,crashed,nan,nan,nan,,ended the process with exit code 0");
  expect_says(csv, "nonesuch,0.1,refused");
  // The results contain no paths of this machine.
  EXPECT_EQ(csv.find(study.folder().path()), std::string::npos) << csv;
}

// One job takes tasks of several cells, and every second cell ends its process.
TEST(SweepFaults, CellsBesideADyingOneAreRunOnceWithTheirOwnResults) {
  const std::string masses = "  models.ball.mass: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\n";
  const std::string plugins =
      std::string("--jobs 1 --plugins ") + CARDAN_BAD_PLUGIN_DIR "/ends_process";
  const SweepStudy study("parameters:\n" + masses + "  contact.solver.id: [conic, segfaults]\n" +
                         kMetrics);
  const CommandResult result = study.sweep("out", plugins);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  expect_says(result.out, "24 cells: 12 done, 12 crashed");
  EXPECT_EQ(study.rows_in("out"), 24u);
  study.folder().write("study.yaml", "scene: scene.yaml\nparameters:\n" + masses +
                                         "  contact.solver.id: [conic]\n" + kMetrics);
  ASSERT_EQ(study.sweep("good", plugins).exit_code, 0);
  // The lines of the healthy cells, without their numbers.
  const auto healthy = [&](const std::string& out) {
    std::string lines;
    std::istringstream text(study.csv(out));
    for (std::string line; std::getline(text, line);) {
      if (line.find(",conic,done,") != std::string::npos)
        lines.append(line.substr(line.find(','))).append("\n");
    }
    return lines;
  };
  EXPECT_NE(healthy("good"), "");
  EXPECT_EQ(healthy("out"), healthy("good"));
}

TEST(SweepFaults, HangingCellIsARowAndTheOthersEnd) {
  const SweepStudy study(std::string("solvers: [hangs, conic]\n"
                                     "parameters: {materials.default.mu: [0.1]}\n") +
                         kMetrics);
  const CommandResult result = study.sweep(
      "out", std::string("--timeout 1 --plugins ") + CARDAN_BAD_PLUGIN_DIR "/ends_process");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  expect_says(result.out, "2 cells: 1 done, 1 timed out");
  expect_says(study.csv("out"), "exceeded the limit of 1 s");
}

TEST(SweepFaults, RetryRunsFailedCellsAgain) {
  const SweepStudy study(std::string("solvers: [hangs, conic]\n"
                                     "parameters: {materials.default.mu: [0.1]}\n") +
                         kMetrics);
  const std::string options =
      std::string("--timeout 0.2 --plugins ") + CARDAN_BAD_PLUGIN_DIR "/ends_process";
  ASSERT_EQ(study.sweep("out", options).exit_code, 0);
  const std::size_t rows = study.rows_in("out");
  ASSERT_EQ(study.sweep("out", options).exit_code, 0);
  EXPECT_EQ(study.rows_in("out"), rows);
  ASSERT_EQ(study.sweep("out", options + " --retry").exit_code, 0);
  EXPECT_EQ(study.rows_in("out"), rows + 1);
}

// A limit on the size of files causes the same failures as a full disk and needs no rights.
TEST(SweepFaults, FullDiskIsOneLineAndLosesNothing) {
  const SweepStudy study(std::string(kSixty) + kMetrics);
  ASSERT_EQ(study.sweep("serial").exit_code, 0);
  const CommandResult full = run_shell("ulimit -f 4; '" CARDAN_COMMAND "' sweep " + study.study() +
                                       " --jobs 2 --out " + study.file("out"));
  EXPECT_EQ(full.exit_code, 2) << full.out;
  EXPECT_EQ(std::count(full.err.begin(), full.err.end(), '\n'), 1) << full.err;
  expect_says(full.err, "cannot write the file");
  std::size_t cells = 0, done = 0;
  std::sscanf(study.act("status", "out").out.c_str(), "%zu cells: %zu done", &cells, &done);
  EXPECT_GT(done, 0u);
  EXPECT_LT(done, 60u);
  ASSERT_EQ(study.sweep("out").exit_code, 0);
  EXPECT_EQ(study.csv("out"), study.csv("serial"));
}

TEST(SweepFaults, UnwritableFolderIsOneLine) {
  const SweepStudy study(std::string(kSixty) + kMetrics);
  const CommandResult result =
      cardan_command("sweep " + study.study() + " --out /proc/nonesuch/out");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  expect_says(result.err, "--out");
}

TEST(SweepFaults, RunInAFolderThatIsInUseIsRefused) {
  const SweepStudy study(std::string(kSixty) + kMetrics, 30);
  std::filesystem::create_directories(study.file("out"));
  const int held = ::open((study.file("out") + "/lock").c_str(), O_RDWR | O_CREAT, 0666);
  ASSERT_GE(held, 0);
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  ASSERT_EQ(::fcntl(held, F_SETLK, &lock), 0);
  const CommandResult second = study.sweep("out");
  ::close(held);
  EXPECT_EQ(second.exit_code, 2);
  expect_says(second.err, "another cardan sweep is working on this folder");
}

}  // namespace
}  // namespace cardan::test
