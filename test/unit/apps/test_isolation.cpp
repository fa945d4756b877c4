// A plugin that ends the process, crashes it or does not return: no command exits with 0, and the
// results of the other solvers are still printed.
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "test/unit/apps/cardan_command.h"

namespace cardan::test {
namespace {

using Json = nlohmann::json;

// One contact, pushed down and along.
const char* const kContact = "3 1 0 3 3 3 3  1 0 0 0 1 0 0 0 1  -1 0.3 0  0.5\n";
// A box on the ground: an island that needs a solver.
const char* const kBox =
    "cardan: 1\ntime: {step: 0.001, duration: 0.02}\nmodels:\n"
    "  - {name: ground, plane: {}, static: true}\n"
    "  - {name: box, box: {size: [1, 1, 1]}, pose: {xyz: [0, 0, 0.5]}}\n";

std::string bad_plugins(const std::string& name) {
  return std::string(" --plugins " CARDAN_BAD_PLUGIN_DIR "/") + name;
}

std::string bad_library(const std::string& name) {
  return CARDAN_BAD_PLUGIN_DIR "/" + name + "/" + name + ".cardan-solver.so";
}

TEST(Isolation, SolveReportsTheCrashedSolverAndRunsTheOthers) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("c.dat", kContact);
  const CommandResult result =
      cardan_command("solve " + file + " --solver all --timeout 0.2" + bad_plugins("ends_process"));
  EXPECT_EQ(result.exit_code, 3) << result.err;
  for (const char* part :
       {"aborts          ended by SIGABRT; its last line: the plugin gives up",
        "segfaults       ended by SIGSEGV", "exits           ended the process with exit code 0",
        "hangs           ended at the limit of 0.2 s",
        "chatters        ended at the limit of 0.2 s", "conic           SOLVED",
        "pgs             SOLVED"}) {
    expect_says(result.out, part);
  }
}

TEST(Isolation, SolveJsonReportsHowASolverEnded) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("c.dat", kContact);
  const CommandResult result =
      cardan_command("solve " + file + " --solver exits --json" + bad_plugins("ends_process"));
  EXPECT_EQ(result.exit_code, 3) << result.err;
  const Json entry = Json::parse(result.out).at(0);
  EXPECT_EQ(entry["status"], "ENDED");
  expect_says(entry["ended"], "exit code 0");
}

TEST(Isolation, RunNamesTheSolversWhenThePluginEndsTheProcess) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("s.yaml", kBox);
  const struct {
    const char *solver, *how;
  } cases[] = {{"exits", "with exit code 0"}, {"segfaults", "SIGSEGV"}, {"aborts", "SIGABRT"}};
  for (const auto& one : cases) {
    SCOPED_TRACE(one.solver);
    const CommandResult result =
        cardan_command("run " + scene + " --solver " + one.solver + bad_plugins("ends_process"));
    EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
    expect_says(result.err, std::string("stepped with ") + one.solver);
    expect_says(result.err, one.how);
  }
}

// A box that falls through the floor fails in every command, even if a budget is set but not
// reached.
TEST(Isolation, SolverThatReturnsItsGuessFailsEverySteppingCommand) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("s.yaml", kBox);
  const std::string with = bad_plugins("lies") + " --duration 0.1";
  for (const std::string& command :
       {"run " + scene + " --solver returns_its_guess" + with,
        "run " + scene + " --solver returns_its_guess --set contact.solver.max_iterations=100000" +
            with,
        "compare " + scene + " --solvers returns_its_guess" + with}) {
    const CommandResult result = cardan_command(command);
    EXPECT_EQ(result.exit_code, 3) << command << "\n" << result.out << result.err;
    expect_says(result.err, "islands that called a solver have residuals above the tolerance");
  }
}

TEST(Isolation, CompareFailsIfTheEnergyOverflows) {
  const TemporaryDirectory folder;
  const std::string scene =
      folder.write("s.yaml",
                   "cardan: 1\ntime: {step: 0.001, duration: 0.01}\nmodels:\n"
                   "  - {name: ball, sphere: {radius: 0.1}, velocity: {linear: [1e200, 0, 0]}}\n");
  EXPECT_EQ(cardan_command("run " + scene).exit_code, 3);
  EXPECT_EQ(cardan_command("compare " + scene + " --solvers conic").exit_code, 3);
}

// A parent may ignore the signals of children. bash passes this on; dash and timeout do not.
TEST(Isolation, ChildrenAreReapedWhileSigchldIsIgnored) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("c.dat", kContact);
  const CommandResult result =
      run_shell("timeout -s KILL 20 bash -c \"trap '' CHLD; exec '" CARDAN_COMMAND "' solve '" +
                file + "'\"");
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST(Isolation, HangingRunEndsAtItsTimeLimitAndKeepsItsFiles) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("s.yaml", kBox), report = folder.file("r.json");
  const CommandResult result =
      cardan_command("run " + scene + " --solver hangs --timeout 0.2 --report " + report +
                     " --record " + folder.file("r.h5") + " --save-state " + folder.file("s.h5") +
                     " --html " + folder.file("r.html") + bad_plugins("ends_process"));
  EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
  expect_says(result.out, "r.html: 1 frame");  // the state before the step that did not return
  expect_says(result.err,
              "ended at the limit of 0.2 s after 0 of 20 steps; step 1 did not return "
              "from hangs");
  expect_says(result.err, "s.h5: not written");
  expect_says(result.out, "state hash");
  EXPECT_EQ(Json::parse(file_text(report))["ended"], "limit");
  const CommandResult same =
      cardan_command("diff " + folder.file("r.h5") + " " + folder.file("r.h5"));
  EXPECT_EQ(same.exit_code, 0) << same.err;
}

TEST(Isolation, CompareShowsTheRemainingPairsAfterACrash) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("s.yaml", kBox), json = folder.file("t.json");
  const CommandResult result = cardan_command(
      "compare " + scene + " --solvers exits,conic,segfaults,hangs --timeout 0.2" + " --json " +
      json + " --markdown " + folder.file("t.md") + bad_plugins("ends_process"));
  EXPECT_EQ(result.exit_code, 3) << result.err;
  const Json table = Json::parse(file_text(json));
  ASSERT_EQ(table.size(), 4u);
  expect_says(table[0]["ended"], "exit code 0");
  EXPECT_EQ(table[1]["steps"], 20);
  EXPECT_EQ(table[1]["reference"], true);
  expect_says(table[2]["ended"], "SIGSEGV");
  expect_says(table[3]["ended"], "limit of 0.2 s");
  expect_says(file_text(folder.file("t.md")), "ended by SIGSEGV");
}

TEST(Isolation, CompareFailsIfNoRunCompletes) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("s.yaml", kBox);
  const CommandResult result = cardan_command("compare " + scene + " --solvers exits --plot " +
                                              folder.file("p.svg") + bad_plugins("ends_process"));
  EXPECT_EQ(result.exit_code, 3) << result.err;
  expect_says(result.out, "ended the process with exit code 0");
}

TEST(Isolation, ConformanceKitContinuesAfterACrashedSolver) {
  const CommandResult result =
      cardan_command("solvers --timeout 0.2 --check " + bad_library("ends_process"));
  EXPECT_EQ(result.exit_code, 1) << result.err;
  for (const char* part :
       {"aborts: ended by SIGABRT", "segfaults: ended by SIGSEGV",
        "exits: ended the process with exit code 0", "hangs: ended at the limit of 0.2 s",
        "FAILED    returns from every call (ended at the limit of 0.2 s"}) {
    expect_says(result.out, part);
  }
}

std::vector<std::string> plugin_folders() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(CARDAN_BAD_PLUGIN_DIR)) {
    const std::string name = entry.path().filename().string();
    if (std::filesystem::exists(bad_library(name))) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Ids of the solvers that a folder adds, from `cardan solvers`; none if the folder cannot be
// loaded.
std::vector<std::string> solvers_of(const std::string& name) {
  const std::string out = cardan_command("solvers" + bad_plugins(name)).out;
  std::vector<std::string> ids;
  std::istringstream lines(out);
  std::string id;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line[0] != ' ') id = line.substr(0, line.find(' '));
    if (line.find("found in " CARDAN_BAD_PLUGIN_DIR "/" + name) != std::string::npos) {
      ids.push_back(id);
    }
  }
  return ids;
}

// No false success, no signal and no endless wait.
void expect_honest(const std::string& arguments, const std::string& report) {
  using Clock = std::chrono::steady_clock;
  SCOPED_TRACE(arguments);
  std::filesystem::remove(report);
  const Clock::time_point start = Clock::now();
  // One of them prints without end.
  const CommandResult result = run_shell("ulimit -f 20000; '" CARDAN_COMMAND "' " + arguments);
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - start).count(), 8);
  EXPECT_GE(result.exit_code, 0);
  EXPECT_LE(result.exit_code, 3);
  for (const char c : result.err) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  if (result.exit_code != 0) return;
  // Exit code 0 stands for correct answers: misconduct alone does not make an answer wrong.
  const Json json = Json::parse(file_text(report));
  EXPECT_EQ(json["failed_islands"], 0);
  EXPECT_LE(2 * json["approximate_islands"].get<int>(), json["called_islands"].get<int>());
  EXPECT_LE(json["worst_residual"].get<double>(), 1e-7);
}

TEST(Isolation, RunFailsWithEveryBadPlugin) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("s.yaml", kBox), report = folder.file("r.json");
  int asked = 0;
  for (const std::string& name : plugin_folders()) {
    for (const std::string& id : solvers_of(name)) {
      ++asked;
      expect_honest("run " + scene + " --timeout 0.3 --solver " + id + " --report " + report +
                        bad_plugins(name),
                    report);
    }
  }
  EXPECT_GE(asked, 15);
}

TEST(Isolation, BadPluginDoesNotStopTheTableOfTheOthers) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("c.dat", kContact);
  for (const std::string& name : plugin_folders()) {
    SCOPED_TRACE(name);
    if (solvers_of(name).empty()) continue;  // it cannot be loaded, and the call reports this
    const CommandResult result = cardan_command("solve " + file + " --solver all --json --timeout" +
                                                " 0.2" + bad_plugins(name));
    EXPECT_GE(result.exit_code, 0);
    EXPECT_LE(result.exit_code, 3);
    bool conic = false;
    for (const Json& entry : Json::parse(result.out)) {
      conic = conic || (entry["solver"] == "conic" && entry["status"] == "SOLVED");
      // The judge of this test: the contact is pushed with 1 and slips with 0.3.
      if (entry["status"] == "SOLVED") {
        EXPECT_LE(entry["impulse_difference"], 1e-6) << entry;
      }
    }
    EXPECT_TRUE(conic) << result.out << result.err;
  }
}

}  // namespace
}  // namespace cardan::test
