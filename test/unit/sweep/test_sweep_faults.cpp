// No cell is lost or counted twice, for every way in which a sweep ends.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <random>
#include <sstream>
#include <thread>

#include "core/hash.h"
#include "core/hex_text.h"
#include "test/unit/sweep/sweep_study.h"

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
  // An interrupt before the first step or after the last leaves no state: other instants then.
  std::string out;
  std::size_t states = 0;
  for (const double instant : {0.5, 0.7, 0.9, 1.2, 0.3}) {
    out = "out" + std::to_string(int(10 * instant));
    const pid_t child = start_cardan(words_of(study, out), study.file("output"));
    std::this_thread::sleep_for(instant * length);
    ::kill(child, SIGTERM);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!std::filesystem::exists(study.file(out) + "/states")) continue;
    for (const auto& entry : std::filesystem::directory_iterator(study.file(out) + "/states"))
      states += entry.path().extension() == ".state" ? 1 : 0;
    if (states > 0) break;
  }
  ASSERT_GT(states, 0u) << file_text(study.file("output"));
  expect_says(file_text(study.file("output")), "run the same command again");
  ASSERT_EQ(study.sweep(out).exit_code, 0);
  EXPECT_EQ(study.csv(out), study.csv("serial"));
  EXPECT_TRUE(std::filesystem::is_empty(study.file(out) + "/states"));
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

// Every command that reads rows, within a second or two and with one line.
void expect_one_line_of_each(const SweepStudy& study, const std::string& words) {
  for (const char* action : {"", "status", "merge --partial", "plot", "--plan", "--audit 1"}) {
    const std::string act = action;
    const CommandResult result = act.empty() || act[0] == '-' ? study.sweep("out", act)
                                 : act == "merge --partial" ? study.act("merge", "out", "--partial")
                                                            : study.act(act, "out");
    EXPECT_EQ(result.exit_code, 2) << act << result.out << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << act << result.err;
    expect_says(result.err, words);
  }
}

TEST(SweepFaults, OnlyRegularFilesAreReadAsRows) {
  const SweepStudy study(std::string("parameters: {materials.default.mu: [0.1]}\n") + kMetrics);
  ASSERT_EQ(study.sweep("out").exit_code, 0);
  const std::string file = study.file("out") + "/rows/x.rows";
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  expect_one_line_of_each(study, "x.rows: cannot read the rows: this is a pipe");
  std::filesystem::remove(file);
  std::filesystem::create_symlink("/dev/zero", file);
  expect_one_line_of_each(study, "x.rows: cannot read the rows: this is a device");
  std::filesystem::remove(file);
  std::filesystem::create_directory(file);
  expect_one_line_of_each(study, "x.rows: cannot read the rows: this is a folder");
  std::filesystem::remove(file);
  const int number = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  file.copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(number, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  expect_one_line_of_each(study, "x.rows: cannot read the rows: this is a socket");
  ::close(number);
  std::filesystem::remove(file);
  // A terabyte without a line break takes no room on the disk.
  std::ofstream(file).flush();
  ASSERT_EQ(::truncate(file.c_str(), off_t{1} << 40), 0);
  expect_one_line_of_each(study, "x.rows:1: the line is too long");
  std::filesystem::remove(file);
  std::filesystem::remove_all(study.file("out") + "/rows");
  std::ofstream(study.file("out") + "/rows").flush();
  expect_one_line_of_each(study, "rows: cannot read the folder");
}

// The only row of a study with one cell, changed and given a correct checksum again.
class ForgedRow {
 public:
  explicit ForgedRow(const SweepStudy& study) {
    for (const auto& entry : std::filesystem::directory_iterator(study.file("out") + "/rows"))
      file_ = entry.path().string();
    std::istringstream lines(file_text(file_));
    std::getline(lines, origin_);
    std::getline(lines, row_);
    row_.erase(row_.rfind('\t'));
  }

  const std::string& row() const { return row_; }
  void write(const std::string& row) const {
    Hash hash;
    hash.add(std::string_view(row));
    std::ofstream(file_) << origin_ << "\n" << row << "\t" << hex_text(hash.value()) << "\n";
  }

 private:
  std::string file_, origin_, row_;
};

TEST(SweepFaults, RowThatDoesNotFitTheStudyIsRefused) {
  const SweepStudy study(std::string("parameters: {materials.default.mu: [0.1]}\n") + kMetrics);
  ASSERT_EQ(study.sweep("out").exit_code, 0);
  const ForgedRow forged(study);
  std::vector<std::string> fields;
  std::istringstream text(forged.row());
  for (std::string field; std::getline(text, field, '\t');) fields.push_back(field);
  fields.resize(11);  // the remark is empty
  const auto joined = [](const std::vector<std::string>& parts) {
    std::string line;
    for (const std::string& part : parts) line.append(line.empty() ? "" : "\t").append(part);
    return line;
  };
  ASSERT_EQ(fields[4], "3");
  forged.write(joined(fields));
  ASSERT_EQ(study.act("merge", "out").exit_code, 0);  // the forger works

  std::vector<std::string> fewer = fields, more = fields, none = fields, renamed = fields;
  fewer.erase(fewer.begin() + 5);
  fewer[4] = "2";
  more.insert(more.begin() + 5, "7");
  more[4] = "4";
  none.erase(none.begin() + 5, none.begin() + 8);
  none[4] = "0";
  for (const auto& row : {fewer, more, none}) {
    forged.write(joined(row));
    expect_one_line_of_each(study, "metrics, but the study has 3");
  }
  renamed[1] = "crashed";
  forged.write(joined(renamed));
  expect_one_line_of_each(study, ".rows:2: the row of cell 0 is crashed, but has results");
  std::vector<std::string> text_metric = fields, other_hash = fields;
  text_metric[5] = "high";
  forged.write(joined(text_metric));
  expect_one_line_of_each(study, ".rows:2: this line is not a row");
  other_hash[2] = "0";
  forged.write(joined(other_hash));
  expect_one_line_of_each(study, "has no valid hash of the final state");
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
