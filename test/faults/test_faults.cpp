// Each allocation and each write of a small run fails in turn: no crash, a one-line error, no
// partial file.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "test/support/run_command.h"

namespace cardan::test {
namespace {

constexpr const char* kScene =
    "cardan: 1\ntime: {step: 0.002, duration: 0.02}\nrecord: {every: 0.002}\nmodels:\n"
    "  - {name: ground, plane: {}, static: true}\n"
    "  - {name: box, box: {size: [0.1, 0.1, 0.1]}, pose: {xyz: [0, 0, 0.051]}}\n"
    "  - {name: ball, sphere: {radius: 0.1}, pose: {xyz: [0.3, 0, 0.1]}}\n";

// CARDAN_FAULTS=all fails every call in turn (slow); else a sample that is spread evenly.
bool tries_all() { return std::getenv("CARDAN_FAULTS") != nullptr; }

class Faults : public ::testing::Test {
 protected:
  void expect_controlled_ends_of_allocations(long sample) {
    const std::string library = CARDAN_FAULT_DIR "/failing_allocations.so";
    const long calls = count_calls(library);
    ASSERT_GT(calls, 1000);
    for (const long number : numbers(calls, sample)) {
      SCOPED_TRACE("allocation " + std::to_string(number) + " of " + std::to_string(calls));
      expect_controlled_end(
          run("LD_PRELOAD=" + library + " CARDAN_FAILING_ALLOCATION=" + std::to_string(number)));
      if (HasFailure()) return;
    }
  }

  void SetUp() override {
    scene_ = folder_.write("scene.yaml", kScene);
    outputs_ = " --record " + folder_.file("run.h5") + " --report " + folder_.file("run.json") +
               " --save-state " + folder_.file("state.h5");
  }

  CommandResult run(const std::string& environment) {
    // The next run reports unfinished files of an ended run in one line.
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      if (entry.path() != scene_) std::filesystem::remove(entry.path());
    }
    return run_shell("ulimit -c 0; ulimit -t 20; env " + process_ + environment +
                     " '" CARDAN_COMMAND "' run " + scene_ + outputs_);
  }

  // The number of calls of a run without failures.
  long count_calls(const std::string& library) {
    const std::string counter = folder_.file("count");
    const CommandResult result =
        run("CARDAN_IN_PROCESS=1 LD_PRELOAD=" + library + " CARDAN_COUNT_FILE=" + counter);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return std::atol(file_text(counter).c_str());
  }

  static std::vector<long> numbers(long calls, long sample) {
    const long stride = tries_all() ? 1 : std::max(1L, calls / sample);
    std::vector<long> chosen;
    for (long number = 1; number <= calls; number += stride) chosen.push_back(number);
    return chosen;
  }

  // A file under its final name is complete.
  void expect_whole_files() const {
    for (const char* name : {"run.h5", "state.h5"}) {
      const std::string file = folder_.file(name);
      if (!std::filesystem::exists(file)) continue;
      const hid_t id = ::H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
      EXPECT_GE(id, 0) << name << " is a half file";
      if (id >= 0) ::H5Fclose(id);
    }
    const std::string report = folder_.file("run.json");
    if (std::filesystem::exists(report)) {
      EXPECT_TRUE(nlohmann::json::accept(file_text(report))) << "run.json is a half file";
    }
  }

  void expect_controlled_end(const CommandResult& result) const {
    const std::set<int> known{0, 1, 2, 3};
    EXPECT_TRUE(known.contains(result.exit_code)) << "exit code " << result.exit_code << "\n"
                                                  << result.err;
    if (result.exit_code == 2) {
      EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
      EXPECT_EQ(result.err.find("bad_alloc"), std::string::npos) << result.err;
    }
    expect_whole_files();
  }

  TemporaryDirectory folder_;
  std::string scene_, outputs_;
  // Without the supervisor, which converts a crash to exit code 3 and makes calls that would be
  // counted.
  std::string process_ = "CARDAN_IN_PROCESS=1 ";
};

// The library itself: without a report, since destructors of nlohmann::json allocate, and a failure
// there reaches no handler of exceptions.
TEST_F(Faults, RunHandlesFailingAllocations) {
  outputs_ = " --record " + folder_.file("run.h5") + " --save-state " + folder_.file("state.h5");
  expect_controlled_ends_of_allocations(150);
}

// The command as it is used, with its report.
TEST_F(Faults, CommandHandlesFailingAllocations) {
  process_ = "";
  expect_controlled_ends_of_allocations(60);
}

// The last twentieth of the calls writes the report.
TEST_F(Faults, CommandHandlesFailingAllocationsInDestructors) {
  process_ = "";
  const std::string library = CARDAN_FAULT_DIR "/failing_allocations.so";
  const long calls = count_calls(library);
  int in_destructors = 0;
  for (long number = calls - calls / 20; number < calls; number += 3) {
    SCOPED_TRACE("allocation " + std::to_string(number) + " of " + std::to_string(calls));
    const CommandResult result =
        run("LD_PRELOAD=" + library + " CARDAN_FAILING_ALLOCATION=" + std::to_string(number));
    expect_controlled_end(result);
    if (HasFailure()) return;
    if (result.err.find("not enough memory\n") == std::string::npos) continue;
    EXPECT_EQ(result.exit_code, 3) << result.err;
    ++in_destructors;
  }
  EXPECT_GT(in_destructors, 0);
}

TEST_F(Faults, RunHandlesFailingWrites) {
  const std::string library = CARDAN_FAULT_DIR "/failing_writes.so";
  const long calls = count_calls(library);
  ASSERT_GT(calls, 10);
  for (const char* once : {"0", "1"}) {
    for (const long number : numbers(calls, 40)) {
      SCOPED_TRACE("call " + std::to_string(number) + " of " + std::to_string(calls) + ", once " +
                   once);
      const CommandResult result = run("LD_PRELOAD=" + library + " CARDAN_FAILING_ONCE=" + once +
                                       " CARDAN_FAILING_WRITE=" + std::to_string(number));
      expect_controlled_end(result);
      if (std::string(once) == "0") {
        EXPECT_EQ(result.exit_code, 2) << result.err;
      }
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace cardan::test
