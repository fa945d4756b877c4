#include <gtest/gtest.h>
#include <sys/stat.h>
#include <tinyxml2.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "test/unit/apps/cardan_command.h"

namespace cardan::test {
namespace {

using Json = nlohmann::json;

// A ball falls freely for 0.1 s: z = 1 − g t²/2, at the end 0.95095 m (0.9505 with steps of 1 ms).
std::string falling(const std::string& more, const std::string& height = "1") {
  return "cardan: 1\ntime: {step: 0.001, duration: 0.1}\nmodels:\n"
         "  - {name: ball, sphere: {radius: 0.1}, pose: {xyz: [0, 0, " +
         height + "]}}\n" + more;
}
const std::string kGood =
    falling("expect:\n  - {quantity: ball.base.height, at: 0.1, equals: 0.951, within: 0.001}\n");
const std::string kFails = falling(
    "expect:\n  - {quantity: ball.base.height, at: 0.1, above: 0.9}\n"
    "  - {quantity: ball.base.height, from: 0.05, above: 0.97}\n");
// A ball that touches the ground, so that a solver is called.
const std::string kTouches =
    "cardan: 1\ntime: {step: 0.001, duration: 0.01}\nmodels:\n"
    "  - {name: ground, plane: {}, static: true}\n"
    "  - {name: ball, sphere: {radius: 0.1}, pose: {xyz: [0, 0, 0.1]}}\n";

const std::string kEndsProcess =
    " --plugins " + std::string(CARDAN_BAD_PLUGIN_DIR) + "/ends_process ";

struct Regressed {
  CommandResult result;
  Json json;
  std::string junit;
};

Regressed regress(const TemporaryDirectory& folder, const std::string& arguments) {
  const std::string json = folder.file("out.json"), junit = folder.file("out.xml");
  Regressed regressed;
  regressed.result =
      cardan_command("regress " + arguments + " --json " + json + " --junit " + junit);
  if (std::filesystem::exists(json)) regressed.json = Json::parse(file_text(json));
  if (std::filesystem::exists(junit)) regressed.junit = file_text(junit);
  return regressed;
}

TEST(Regress, SatisfiedScenesPassAndViolationsAreReported) {
  const TemporaryDirectory folder;
  folder.write("scenes/good.yaml", kGood);
  const std::string bad = folder.write("scenes/deep/fails.yaml", kFails);
  const Regressed good = regress(folder, folder.file("scenes/good.yaml"));
  EXPECT_EQ(good.result.exit_code, 0) << good.result.out << good.result.err;
  EXPECT_EQ(good.json["counts"]["passed"], 1);
  const Regressed both = regress(folder, folder.file("scenes") + " --html " + folder.file("page"));
  EXPECT_EQ(both.result.exit_code, 1) << both.result.out << both.result.err;
  const std::string page = file_text(folder.file("page/index.html"));
  expect_says(page, "ball.base.height");
  // The failed run has a replay page, the other one has none.
  expect_says(page, "<a href=\"replays/fails_cone_conic.html\">");
  const std::string replay = file_text(folder.file("page/replays/fails_cone_conic.html"));
  expect_says(replay, "<title>fails cone/conic</title>");
  const auto replays = std::filesystem::directory_iterator(folder.file("page/replays"));
  EXPECT_EQ(std::distance(begin(replays), end(replays)), 1);
  EXPECT_EQ(both.json["counts"]["passed"], 1);
  EXPECT_EQ(both.json["counts"]["failed"], 1);
  const Json& failed = both.json["cases"][0];
  EXPECT_EQ(failed["id"]["scene"], "fails");
  EXPECT_EQ(failed["id"]["solver"], "conic");
  EXPECT_EQ(failed["checks"][0]["passed"], true);
  EXPECT_EQ(failed["checks"][1]["passed"], false);
  EXPECT_EQ(failed["checks"][1]["quantity"], "ball.base.height");
  EXPECT_NEAR(failed["checks"][1]["measured"], 0.9505, 1e-3);
  EXPECT_NEAR(failed["checks"][1]["time"], 0.1, 1e-9);
  expect_says(both.result.out, bad + ":7: ");
  expect_says(both.result.out, "ball.base.height: measured 0.950");
  expect_says(both.result.out, "allowed at least 0.97 m, at t = 0.1 s");
  tinyxml2::XMLDocument document;
  ASSERT_EQ(document.Parse(both.junit.c_str()), tinyxml2::XML_SUCCESS);
  EXPECT_EQ(document.RootElement()->IntAttribute("tests"), 2);
  EXPECT_EQ(document.RootElement()->IntAttribute("failures"), 1);
}

TEST(Regress, CrashFailsOneRunOnly) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("touches.yaml", kTouches);
  const Regressed run =
      regress(folder, scene + kEndsProcess + "--solvers conic,aborts,segfaults,exits");
  EXPECT_EQ(run.result.exit_code, 1) << run.result.out << run.result.err;
  ASSERT_EQ(run.json["cases"].size(), 4u);
  EXPECT_EQ(run.json["cases"][0]["status"], "passed");
  for (int i = 1; i < 4; ++i) EXPECT_EQ(run.json["cases"][i]["status"], "crashed") << i;
  expect_says(run.json["cases"][1]["message"], "SIGABRT");
  expect_says(run.json["cases"][1]["message"], "the plugin gives up");
  expect_says(run.json["cases"][2]["message"], "SIGSEGV");
  expect_says(run.json["cases"][3]["message"], "code 0 without a result");
  expect_says(run.result.out, "| the plugin gives up");
}

TEST(Regress, EndlessRunIsStoppedAtItsTimeLimit) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("touches.yaml", kTouches);
  const Regressed run =
      regress(folder, scene + kEndsProcess + "--solvers hangs,chatters --timeout 0.3 --jobs 2");
  EXPECT_EQ(run.result.exit_code, 1) << run.result.out << run.result.err;
  EXPECT_EQ(run.json["counts"]["timed_out"], 2);
  expect_says(run.json["cases"][0]["message"], "the limit of 0.3 s");
  // Endless output that is not UTF-8 is kept in part.
  tinyxml2::XMLDocument document;
  EXPECT_EQ(document.Parse(run.junit.c_str()), tinyxml2::XML_SUCCESS) << document.ErrorStr();
  EXPECT_LT(run.junit.size(), 200000u);
}

TEST(Regress, RunStoppedAtItsTimeLimitReportsItsProgress) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("touches.yaml", kTouches);
  const Regressed run =
      regress(folder, scene + " --duration 1e5 --set time.step=0.0001 --timeout 2");
  EXPECT_EQ(run.result.exit_code, 1) << run.result.out << run.result.err;
  EXPECT_EQ(run.json["counts"]["timed_out"], 1);
  EXPECT_GT(run.json["cases"][0]["steps"], 0);
  EXPECT_EQ(run.json["cases"][0]["step"], 0.0001);
  expect_says(run.json["cases"][0]["message"], "of the simulation");
}

// A pair with a known time limit runs to its limit and does not fail; another pair does.
TEST(Regress, TimeLimitCanBeAKnownFailure) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write(
      "touches.yaml", kTouches +
                          "known_failures: [{solvers: [conic], quantities: [time_limit], "
                          "because: it is long}]\n");
  const std::string long_run = " --duration 1e5 --set time.step=0.0001 --timeout 2";
  const Regressed known = regress(folder, scene + long_run);
  EXPECT_EQ(known.result.exit_code, 0) << known.result.out << known.result.err;
  EXPECT_EQ(known.json["counts"]["known"], 1);
  EXPECT_EQ(regress(folder, scene + long_run + " --solvers pgs").result.exit_code, 1);
}

TEST(Regress, BadSceneDoesNotStopTheOthers) {
  const TemporaryDirectory folder;
  folder.write("scenes/bad.yaml", "cardan: 1\nmodles: []\n");
  folder.write("scenes/good.yaml", kGood);
  folder.write("scenes/no_golden.yaml",
               falling("expect:\n  - {golden: none.csv, rtol: 1e-6, atol: 1e-9}\n"));
  const Regressed run = regress(folder, folder.file("scenes"));
  EXPECT_EQ(run.result.exit_code, 2) << run.result.out << run.result.err;
  EXPECT_EQ(run.json["counts"]["error"], 2);
  EXPECT_EQ(run.json["counts"]["passed"], 1);
  expect_says(run.result.err, "bad.yaml:2: unknown key 'modles'");
  expect_says(run.result.err, "none.csv");
  EXPECT_EQ(std::count(run.result.err.begin(), run.result.err.end(), '\n'), 2) << run.result.err;
  expect_says(run.junit, "unknown key");
}

TEST(Regress, UsageErrorsAreOneLine) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("good.yaml", kGood);
  std::filesystem::create_directory(folder.file("empty"));
  const auto refuse = [](const std::string& arguments, const std::string& says) {
    const CommandResult result = cardan_command("regress " + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    expect_says(result.err, says);
  };
  refuse(folder.file("none.yaml"), "none.yaml");
  refuse(folder.file("empty"), "no scene in this folder");
  refuse(scene + " --tag smoke", "none of 1 scenes matches");
  refuse(scene + " --solvers conich", "did you mean 'conic'");
  refuse(scene + " --formulations coone", "did you mean 'cone'");
  refuse(scene + " --set materials", "NAME=VALUE");
  refuse(scene + " --junit " + folder.file("no/such/j.xml"), "j.xml");
  refuse(scene + " --html " + folder.file("good.yaml"), "good.yaml");
  refuse(scene + " --timeout 0", "above 0");
  refuse(scene + " --bless", "golden");
  refuse(scene + " --bless --solvers pgs", "own pair");
  refuse(scene + " --bless --set time.step=0.01", "--set");
  refuse(scene + " --only-own --solvers pgs", "remove --solvers");
  refuse(folder.file(std::string(5000, 'x')), "cannot reach this path");
  std::filesystem::create_symlink("loop.yaml", folder.file("loop.yaml"));
  refuse(folder.file("loop.yaml"), "loop.yaml");
  refuse(scene + " --junit " + folder.file(std::string(300, 'x')), "xxx");
  refuse(scene + " --dry-run", "--bless");
}

TEST(Regress, RunWithoutCasesFails) {
  const TemporaryDirectory folder;
  folder.write("s/needy.yaml", "needs: [../none]\ntags: [robots]\n" + kGood);
  folder.write("s/good.yaml", "tags: [smoke]\n" + kGood);
  const auto run = [&](const std::string& more) {
    return cardan_command("regress " + folder.file("s") + more);
  };
  const CommandResult all = run("");
  EXPECT_EQ(all.exit_code, 0) << all.err;
  expect_says(all.out, "1 passed, 1 skipped");
  // A scene outside the selection does not count as skipped.
  expect_says(run(" --tag smoke").out, "1 cases in");
  expect_says(run(" --name 'good*'").out, "1 cases in");
  const CommandResult none = run(" --tag robots");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_EQ(std::count(none.err.begin(), none.err.end(), '\n'), 1) << none.err;
  expect_says(none.err, "no case was run: all 1 were skipped");
  EXPECT_EQ(run(" --tag robots --allow-empty").exit_code, 0);
  EXPECT_EQ(run(" --tag robots --skip-code 77").exit_code, 77);
  EXPECT_EQ(run(" --tag none").exit_code, 2);
  EXPECT_EQ(run(" --tag none --allow-empty").exit_code, 0);
  // An error apart from the missing need is an error on every machine.
  folder.write("s/needy.yaml", "needs: [../none]\ntags: [robots]\nwrong: 1\n" + kGood);
  const CommandResult wrong = run(" --tag robots --skip-code 77");
  EXPECT_EQ(wrong.exit_code, 2);
  expect_says(wrong.err, "unknown key 'wrong'");
  EXPECT_EQ(run(" --tag smoke").exit_code, 0);
}

TEST(Regress, EveryFileOfAFolderIsRunOrReported) {
  const TemporaryDirectory folder;
  const auto run = [&] { return regress(folder, folder.file("s")); };
  folder.write("s/flow.yaml",
               "{cardan: 1, time: {step: 0.001, duration: 0.01}, models: [{name: b, sphere: "
               "{radius: 1}}]}\n");
  std::string quoted = kGood;
  quoted.replace(0, 6, "\"cardan\"");
  folder.write("s/quoted.yaml", quoted);
  folder.write("s/marked.yaml", "\xEF\xBB\xBF" + kGood);
  folder.write("s/other.yaml", "hydra: 1\n");
  const Regressed good = run();
  EXPECT_EQ(good.result.exit_code, 0) << good.result.out << good.result.err;
  EXPECT_EQ(good.json["counts"]["passed"], 3);
  expect_says(good.result.err, "ignored: no key 'cardan' in 1 file: " + folder.file("s/other"));

  folder.write("s/empty.yaml", "");
  folder.write("s/no_yaml.yml", "cardan: [1\n");
  std::filesystem::create_symlink("nowhere", folder.file("s/dangling.yaml"));
  ASSERT_EQ(::mkfifo(folder.file("s/pipe.yaml").c_str(), 0600), 0);
  const Regressed bad = run();
  EXPECT_EQ(bad.result.exit_code, 2) << bad.result.out << bad.result.err;
  EXPECT_EQ(bad.json["counts"]["passed"], 3);
  EXPECT_EQ(bad.json["counts"]["error"], 4);
  for (const char* name : {"empty.yaml", "no_yaml.yml", "dangling.yaml", "pipe.yaml"}) {
    expect_says(bad.result.err, name);
  }
}

TEST(Regress, OutputsDoNotOverwriteEachOtherOrAScene) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("s/good.yaml", kGood);
  std::filesystem::create_directory_symlink("s", folder.file("link"));
  const auto refuse = [&](const std::string& more) {
    const CommandResult result = cardan_command("regress " + folder.file("s") + more);
    EXPECT_EQ(result.exit_code, 2) << more;
    expect_says(result.err, "the same file is named twice");
  };
  refuse(" --junit " + folder.file("x") + " --json " + folder.path() + "/./x");
  refuse(" --html " + folder.file("h") + " --markdown " + folder.file("h/../h/index.html"));
  refuse(" --junit " + scene);
  refuse(" --json " + folder.file("link/good.yaml"));
  EXPECT_EQ(file_text(scene), kGood);
}

TEST(Regress, ScenesWithEqualNamesStaySeparate) {
  const TemporaryDirectory folder;
  const std::string a = folder.write("a/same.yaml", "tags: [one]\n" + kGood);
  const std::string b = folder.write("b/other.yaml", "name: same\n" + kGood);
  const CommandResult both = cardan_command("regress " + folder.path());
  EXPECT_EQ(both.exit_code, 2);
  expect_says(both.err, a);
  expect_says(both.err, b);
  EXPECT_EQ(cardan_command("regress " + folder.path() + " --tag one").exit_code, 0);
}

TEST(Regress, ControlCharactersInNamesAreEscaped) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("s.yaml", "name: \"a\\e[31m\\nb\\x9b\"\n" + kFails);
  for (const char* more : {"", " --list"}) {
    const CommandResult run = cardan_command("regress " + scene + more);
    EXPECT_EQ(run.out.find('\x1b'), std::string::npos) << run.out;
    EXPECT_EQ(run.out.find("\xc2\x9b"), std::string::npos) << run.out;
    expect_says(run.out, "a\\x1b[31m\\nb\\x9b");
  }
}

TEST(Regress, JsonReportHoldsTheExitCode) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("touches.yaml", kTouches), json = folder.file("j.json");
  // lemke does not support cones, so nothing runs.
  const CommandResult run = cardan_command("regress " + scene + " --skip-code 77 --json " + json +
                                           " --formulations cone --solvers lemke");
  EXPECT_EQ(run.exit_code, 77) << run.out << run.err;
  EXPECT_EQ(Json::parse(file_text(json))["exit_code"], 77);
}

TEST(Regress, ReportsAreWrittenAfterTheReaderClosesThePipe) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("good.yaml", kGood), junit = folder.file("j.xml");
  run_shell("'" CARDAN_COMMAND "' regress " + scene + " --junit " + junit + " | true");
  tinyxml2::XMLDocument document;
  EXPECT_EQ(document.Parse(file_text(junit).c_str()), tinyxml2::XML_SUCCESS);
}

TEST(Regress, ScenesAreSelectedListedAndOverridden) {
  const TemporaryDirectory folder;
  folder.write("s/a.yaml", "tags: [smoke]\n" + kGood);
  folder.write("s/b.yaml", "tags: [smoke, slow]\n" + kGood);
  const auto list = [&](const std::string& more) {
    return cardan_command("regress --list " + folder.file("s") + more).out;
  };
  EXPECT_EQ(list(""), "a cone/conic #smoke\nb cone/conic #smoke #slow\n");
  EXPECT_EQ(list(" --tag smoke --not-tag slow"), "a cone/conic #smoke\n");
  EXPECT_EQ(list(" --name 'b*'"), "b cone/conic #smoke #slow\n");
  expect_says(list(" --solvers conic,lemke"), "skipped a cone/lemke: lemke takes");
  const Regressed moon = regress(folder, folder.file("s/a.yaml") + " --set 'gravity=[0, 0, -1.6]'");
  EXPECT_EQ(moon.result.exit_code, 1);
  EXPECT_EQ(moon.json["cases"][0]["id"]["point"][0][1], "[0, 0, -1.6]");
}

std::string golden_scene(const std::string& height) {
  return falling(
      "expect:\n  - {golden: golden.csv, rtol: 1e-9, atol: 1e-12, columns: "
      "[ball.base.height]}\n",
      height);
}

TEST(Regress, BlessShowsWhatItChangesAndWritesIt) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("scene.yaml", golden_scene("1"));
  const std::string golden = folder.file("golden.csv");
  EXPECT_EQ(cardan_command("regress " + scene + " --bless --dry-run").exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(golden));
  const CommandResult first = cardan_command("regress " + scene + " --bless");
  EXPECT_EQ(first.exit_code, 0) << first.out << first.err;
  expect_says(first.out, "wrote " + golden);
  const std::string text = file_text(golden);
  EXPECT_EQ(text.rfind("time,ball.base.height\n", 0), 0u) << text;
  EXPECT_EQ(cardan_command("regress " + scene).exit_code, 0);
  expect_says(cardan_command("regress " + scene + " --bless").out, "golden.csv: unchanged");

  for (const std::string flags : {" --json ", " --bless --json "}) {
    const CommandResult over = cardan_command("regress " + scene + flags + golden);
    EXPECT_EQ(over.exit_code, 2);
    expect_says(over.err, "the same file is named twice, as a golden trajectory of the scene");
    EXPECT_EQ(file_text(golden), text);
  }

  folder.write("scene.yaml", golden_scene("1.5"));
  const Regressed changed = regress(folder, scene);
  EXPECT_EQ(changed.result.exit_code, 1) << changed.result.err;
  EXPECT_EQ(changed.json["cases"][0]["checks"][0]["quantity"], "ball.base.height");
  const CommandResult dry = cardan_command("regress " + scene + " --bless --dry-run");
  expect_says(dry.out, "ball.base.height");
  EXPECT_EQ(file_text(golden), text);
  EXPECT_EQ(cardan_command("regress " + scene + " --bless").exit_code, 0);
  EXPECT_NE(file_text(golden), text);
  EXPECT_EQ(cardan_command("regress " + scene).exit_code, 0);
}

TEST(Regress, BlessWritesNothingForAFailedRun) {
  const TemporaryDirectory folder;
  folder.write("s/good.yaml", golden_scene("1"));
  std::string bad =
      kTouches + "expect:\n  - {golden: bad.csv, every: 0.002, columns: [ball.base.height]}\n";
  bad.insert(bad.find("models"), "contact: {solver: aborts}\n");
  folder.write("s/touches.yaml", bad);
  const CommandResult run =
      cardan_command("regress " + folder.file("s") + kEndsProcess + " --bless");
  EXPECT_EQ(run.exit_code, 1) << run.out << run.err;
  expect_says(run.err, "not blessed: the process was ended by SIGABRT");
  EXPECT_FALSE(std::filesystem::exists(folder.file("s/golden.csv")));
}

TEST(Regress, BlessRecordsOnlyThePairOfTheScene) {
  const TemporaryDirectory folder;
  // A golden file in a folder that does not exist yet.
  std::string scene = golden_scene("1");
  scene.replace(scene.find("golden.csv"), 10, "deep/er/g.csv");
  const std::string swept = scene + "sweep: {solvers: [conic, pgs], steps: [0.001, 0.002]}\n";
  const std::string file = folder.write("s.yaml", swept), golden = folder.file("deep/er/g.csv");
  const CommandResult run = cardan_command("regress " + file + " --bless");
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  expect_says(run.out, "1 cases in");
  folder.write("s.yaml", scene);
  EXPECT_EQ(cardan_command("regress " + file).exit_code, 0);

  // A run with another fault is not recorded.
  const std::string before = file_text(golden);
  folder.write("s.yaml", golden_scene("2").replace(golden_scene("2").find("golden.csv"), 10,
                                                   "deep/er/g.csv") +
                             "  - {quantity: ball.base.height, below: 1.5}\n");
  const CommandResult wrong = cardan_command("regress " + file + " --bless");
  EXPECT_EQ(wrong.exit_code, 1) << wrong.out << wrong.err;
  expect_says(wrong.err, "not blessed: line 7 does not hold");
  EXPECT_EQ(file_text(golden), before);
}

// Every process whose command line names this folder.
int processes_about(const std::string& folder) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    count += file_text(entry.path().string() + "/cmdline").find(folder) != std::string::npos;
  }
  return count;
}

bool soon(const std::function<bool()>& holds) {
  for (int i = 0; i < 400; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
  }
  return false;
}

struct Running {
  TemporaryDirectory folder;
  std::string output = folder.file("output"), junit = folder.file("j.xml");
  pid_t process = -1;

  // One run ends at once, the other never.
  Running() {
    const std::string scene = folder.write("touches.yaml", kTouches);
    process = start_cardan(
        {"regress", scene, "--plugins", std::string(CARDAN_BAD_PLUGIN_DIR) + "/ends_process",
         "--solvers", "conic,hangs,aborts", "--jobs", "1", "--junit", junit},
        output);
    EXPECT_TRUE(soon([&] { return file_text(output).find("passed") != std::string::npos; }));
    // The supervisor, the command that it supervises, and the run that never ends.
    EXPECT_TRUE(soon([&] { return processes_about(folder.path()) == 3; }));
  }
};

TEST(Regress, InterruptReportsTheMeasurementsSoFar) {
  const Running running;
  ::kill(running.process, SIGINT);
  int status = 0;
  ::waitpid(running.process, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_EQ(processes_about(running.folder.path()), 0);
  const std::string junit = file_text(running.junit);
  tinyxml2::XMLDocument document;
  ASSERT_EQ(document.Parse(junit.c_str()), tinyxml2::XML_SUCCESS);
  EXPECT_EQ(document.RootElement()->IntAttribute("tests"), 3);
  EXPECT_EQ(document.RootElement()->IntAttribute("errors"), 2);
  expect_says(junit, "type=\"interrupted\"");
  expect_says(file_text(running.output), "1 passed, 2 interrupted");
}

TEST(Regress, KilledCommandKillsItsChildren) {
  const Running running;
  ::kill(running.process, SIGKILL);
  ::waitpid(running.process, nullptr, 0);
  EXPECT_TRUE(soon([&] { return processes_about(running.folder.path()) == 0; }));
}

}  // namespace
}  // namespace cardan::test
