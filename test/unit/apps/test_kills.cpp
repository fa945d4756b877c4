// After a command is killed at any time, each of its files is the complete old or new one.
#include <hdf5.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "test/unit/apps/cardan_command.h"

namespace cardan::test {
namespace {

using Clock = std::chrono::steady_clock;

// CARDAN_KILLS: how many of each; few by default, 200 in the test labelled slow.
int number_of_kills() {
  const char* text = std::getenv("CARDAN_KILLS");
  return text != nullptr ? std::atoi(text) : 4;
}

// Seconds of a run that is left alone.
double length_of(const std::vector<std::string>& words, const std::string& output) {
  const Clock::time_point begin = Clock::now();
  int status = 0;
  ::waitpid(start_cardan(words, output), &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << file_text(output);
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Kills the command at a random time of its run, more often near the end. True: it was running.
bool kill_at_random(const std::vector<std::string>& words, const std::string& output, double length,
                    std::mt19937& random) {
  const double u = std::uniform_real_distribution<double>(0, 1.1)(random);
  const pid_t child = start_cardan(words, output);
  std::this_thread::sleep_for(std::chrono::duration<double>(length * std::sqrt(u)));
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status);
}

// Removes files that a killed process leaves under names of its own.
void remove_partials(const TemporaryDirectory& folder) {
  std::vector<std::filesystem::path> partials;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    if (entry.path().filename().string().find(".partial-") != std::string::npos) {
      partials.push_back(entry.path());
    }
  }
  for (const std::filesystem::path& path : partials) std::filesystem::remove(path);
}

std::vector<double> table(hid_t file, const char* path) {
  const hid_t dataset = ::H5Dopen2(file, path, H5P_DEFAULT), space = ::H5Dget_space(dataset);
  std::vector<double> values(static_cast<std::size_t>(::H5Sget_simple_extent_npoints(space)));
  EXPECT_GE(::H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  ::H5Sclose(space);
  ::H5Dclose(dataset);
  return values;
}

// The length of a whole recording [s].
double end_of_recording(const std::string& name) {
  const hid_t file = ::H5Fopen(name.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  EXPECT_GE(file, 0) << name;
  if (file < 0) return -1;
  const std::vector<double> time = table(file, "/time");
  EXPECT_EQ(table(file, "/models/ball/base_position").size(), 3 * time.size());
  ::H5Fclose(file);
  return time.empty() ? -1 : time.back();
}

// Long enough that recording takes most of its time.
constexpr const char* kScene =
    "cardan: 1\ntime: {step: 0.001, duration: 20}\nrecord: {every: 0.001}\nmodels:\n"
    "  - {name: ground, plane: {}, static: true}\n"
    "  - {name: ball, sphere: {radius: 0.1}, pose: {xyz: [0, 0, 0.2]}}\n";

TEST(Kills, KilledRunLeavesOldOrNewFiles) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("scene.yaml", kScene), output = folder.file("output");
  const std::string recording = folder.file("r.h5"), report = folder.file("r.json"),
                    state = folder.file("s.h5");
  const std::vector<std::string> outputs{"--record", recording,      "--report",
                                         report,     "--save-state", state};
  std::vector<std::string> before{"run", scene, "--duration", "0.1"}, after{"run", scene};
  before.insert(before.end(), outputs.begin(), outputs.end());
  after.insert(after.end(), outputs.begin(), outputs.end());
  const double length = length_of(after, output);
  std::mt19937 random(1);
  int alive = 0;
  for (int i = 0; i < number_of_kills(); ++i) {
    SCOPED_TRACE(i);
    length_of(before, output);
    alive += kill_at_random(after, output, length, random) ? 1 : 0;
    const double end = end_of_recording(recording);
    EXPECT_TRUE(std::abs(end - 0.1) < 1e-9 || std::abs(end - 20) < 1e-6) << end;
    const int steps = nlohmann::json::parse(file_text(report))["steps"];
    EXPECT_TRUE(steps == 100 || steps == 20000) << steps;
    const CommandResult from = cardan_command("run " + scene + " --duration 0 --from " + state);
    EXPECT_EQ(from.exit_code, 0) << from.err;
    remove_partials(folder);
  }
  EXPECT_GT(alive, 0);
}

TEST(Kills, KilledBlessLeavesOldOrNewFiles) {
  const TemporaryDirectory folder;
  const auto scene = [&](const std::string& height) {
    return folder.write("scene.yaml",
                        "cardan: 1\ntime: {step: 0.001, duration: 0.3}\nmodels:\n"
                        "  - {name: ball, sphere: {radius: 0.1}, pose: {xyz: [0, 0, " +
                            height +
                            "]}}\nexpect:\n"
                            "  - {golden: golden.csv, rtol: 1e-9, atol: 1e-12, columns: "
                            "[ball.base.height]}\n");
  };
  const std::string golden = folder.file("golden.csv"), output = folder.file("output");
  const std::string junit = folder.file("j.xml"), json = folder.file("j.json");
  const std::vector<std::string> words{
      "regress", folder.file("scene.yaml"), "--bless", "--junit", junit, "--json", json};
  std::string texts[2];
  double length = 0;
  for (int i = 0; i < 2; ++i) {
    scene(i == 0 ? "1" : "2");
    length = length_of(words, output);
    texts[i] = file_text(golden);
  }
  ASSERT_NE(texts[0], texts[1]);
  const std::string first_junit = file_text(junit);
  std::mt19937 random(2);
  int alive = 0;
  for (int i = 0; i < number_of_kills(); ++i) {
    SCOPED_TRACE(i);
    scene(i % 2 == 0 ? "1" : "2");
    alive += kill_at_random(words, output, length, random) ? 1 : 0;
    const std::string text = file_text(golden);
    EXPECT_TRUE(text == texts[0] || text == texts[1]) << text.substr(0, 200);
    const std::string xml = file_text(junit);
    EXPECT_EQ(xml.substr(xml.size() - 14), first_junit.substr(first_junit.size() - 14));
    EXPECT_TRUE(nlohmann::json::parse(file_text(json)).contains("cases"));
    remove_partials(folder);
  }
  EXPECT_GT(alive, 0);
}

}  // namespace
}  // namespace cardan::test
