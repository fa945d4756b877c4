// Output of commands: it never overwrites an input, is complete after an interrupt, and cannot be
// forged by names in files.
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "test/unit/apps/cardan_command.h"

namespace cardan::test {
namespace {

using Json = nlohmann::json;

const char* const kBall =
    "cardan: 1\ntime: {step: 0.001, duration: 0.01}\nmodels:\n"
    "  - {name: ball, sphere: {radius: 0.1}, pose: {xyz: [0, 0, 1]}}\n";
const char* const kBox =
    "cardan: 1\ntime: {step: 0.001, duration: 0.02}\nmodels:\n"
    "  - {name: ground, plane: {}, static: true}\n"
    "  - {name: box, box: {size: [1, 1, 1]}, pose: {xyz: [0, 0, 0.5]}}\n";

void expect_refused(const std::string& arguments, const std::string& part) {
  const CommandResult result = cardan_command(arguments);
  EXPECT_EQ(result.exit_code, 2) << arguments << "\n" << result.out << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  expect_says(result.err, part);
}

TEST(Outputs, CommandsDoNotOverwriteTheirInputs) {
  const TemporaryDirectory folder;
  const std::string robot_text = file_text(robot_file("pendulum"));
  const std::string robot = folder.write("r.urdf", robot_text);
  const std::string scene_text =
      "cardan: 1\ntime: {step: 0.001, duration: 0.01}\nmodels:\n"
      "  - {name: r, urdf: r.urdf}\n";
  const std::string scene = folder.write("s.yaml", scene_text);
  const std::string problem =
      folder.write("c.dat", "3 1 0 3 3 3 3  1 0 0 0 1 0 0 0 1  -1 0 0 0.5\n");
  std::filesystem::create_hard_link(scene, folder.file("hard"));
  std::filesystem::create_hard_link(robot, folder.file("hard_robot"));
  std::filesystem::create_symlink("r.urdf", folder.file("soft_robot"));
  const char* says = "the same file is named twice";
  for (const char* name : {"r.urdf", "hard_robot", "soft_robot"}) {
    SCOPED_TRACE(name);
    expect_refused("check " + robot + " --export " + folder.file(name) + " >/dev/null", says);
    expect_refused("run " + scene + " --report " + folder.file(name), says);
    expect_refused("compare " + scene + " --json " + folder.file(name), says);
    expect_refused("regress " + scene + " --junit " + folder.file(name), says);
  }
  for (const char* name : {"s.yaml", "hard"}) {
    SCOPED_TRACE(name);
    for (const char* option : {"--plot", "--html", "--json", "--markdown"}) {
      expect_refused("compare " + scene + " " + option + " " + folder.file(name), says);
    }
    for (const char* option : {"--record", "--report", "--save-state"}) {
      expect_refused("run " + scene + " " + option + " " + folder.file(name), says);
    }
    expect_refused("regress " + scene + " --markdown " + folder.file(name), says);
  }
  expect_refused("solve " + problem + " --write " + problem, says);
  EXPECT_EQ(file_text(scene), scene_text);
  EXPECT_EQ(file_text(robot), robot_text);
}

TEST(Outputs, BlessWritesOnlyBesideTheScene) {
  const TemporaryDirectory folder;
  const auto scene = [&](const std::string& golden) {
    return folder.write("s/scene.yaml", std::string(kBall) + "expect:\n  - {golden: " + golden +
                                            ", rtol: 1e-9, atol: 1e-12, every: 0.002, columns: "
                                            "[ball.base.height]}\n");
  };
  std::filesystem::create_directory(folder.file("elsewhere"));
  std::filesystem::create_directory(folder.file("s"));
  std::filesystem::create_directory_symlink("../elsewhere", folder.file("s/link"));
  for (const char* golden : {"../g.csv", "../elsewhere/g.csv", "link/g.csv"}) {
    SCOPED_TRACE(golden);
    const std::string bless = "regress " + scene(golden) + " --bless";
    const CommandResult outside = cardan_command(bless);
    EXPECT_EQ(outside.exit_code, 2) << outside.out << outside.err;
    expect_says(outside.err, "is outside the project of the scene");
    // A scene may be allowed to read there; --bless does not write there.
    const CommandResult result = cardan_command(bless + " --allow-outside");
    EXPECT_EQ(result.exit_code, 2) << result.out << result.err;
    expect_says(result.err, "--bless writes only there");
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.file("elsewhere")));
  EXPECT_FALSE(std::filesystem::exists(folder.file("g.csv")));
  EXPECT_EQ(cardan_command("regress " + scene("below/g.csv") + " --bless").exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder.file("s/below/g.csv")));
}

TEST(Outputs, FailedCaptureIsAnError) {
  const TemporaryDirectory folder;
  const CommandResult result =
      run_shell("ulimit -f 1; '" CARDAN_COMMAND "' run " + folder.write("s.yaml", kBox) +
                " --capture all --capture-dir " + folder.file("c"));
  EXPECT_EQ(result.exit_code, 2) << result.out << result.err;
  expect_says(result.err, "were not captured: ");
}

/// A run of many steps that is sent a signal in the middle.
struct Interrupted {
  int exit_code = -1;
  std::string printed;
};

Interrupted interrupt(const std::vector<std::string>& words, const std::string& output, int signal,
                      const std::string& begun) {
  // A shell that starts the tests in the background ignores some; a child would inherit that.
  if (signal != SIGKILL) ::signal(signal, SIG_DFL);
  const pid_t child = start_cardan(words, output);
  // The recording has begun.
  for (int i = 0; i < 500 && !std::filesystem::exists(begun); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(begun).parent_path())) {
      if (entry.path().string().rfind(begun + ".partial-", 0) == 0) i = 500;
    }
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  ::kill(child, signal);
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, file_text(output)};
}

TEST(Outputs, InterruptedRunWritesItsFiles) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    SCOPED_TRACE(signal);
    const TemporaryDirectory folder, elsewhere;
    const std::string scene = elsewhere.write("s.yaml", kBox);
    const std::string record = folder.file("r.h5"), report = folder.file("r.json"),
                      state = folder.file("s.h5");
    const Interrupted run = interrupt({"run", scene, "--duration", "100000", "--record", record,
                                       "--report", report, "--save-state", state},
                                      elsewhere.file("out"), signal, record);
    EXPECT_EQ(run.exit_code, 128 + signal) << run.printed;
    expect_says(run.printed, "state hash");
    expect_says(run.printed, std::string("interrupted by SIG") + ::sigabbrev_np(signal));
    const Json json = Json::parse(file_text(report));
    EXPECT_EQ(json["ended"], "interrupted");
    EXPECT_GT(json["steps"], 0);
    EXPECT_LT(json["steps"], 100000000);
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      names.push_back(entry.path().filename().string());
    }
    EXPECT_EQ(names.size(), 3u);  // nothing unfinished
    // The uninterrupted run has equal bits up to there, and continues from the state.
    const CommandResult verified = cardan_command("run " + scene + " --verify " + record);
    EXPECT_EQ(verified.exit_code, 0) << verified.err;
    expect_says(verified.out, "verified: " + std::to_string(json["steps"].get<long>()) + " steps");
    EXPECT_EQ(cardan_command("run " + scene + " --from " + state).exit_code, 0);
  }
}

TEST(Outputs, TimeLimitEndsARunWithExitCodeThreeAndItsFiles) {
  const TemporaryDirectory folder;
  const CommandResult result =
      cardan_command("run " + folder.write("s.yaml", kBox) +
                     " --duration 100000 --timeout 0.3 --report " + folder.file("r.json"));
  EXPECT_EQ(result.exit_code, 3) << result.err;
  expect_says(result.err, "ended at the limit of 0.3 s after ");
  EXPECT_EQ(Json::parse(file_text(folder.file("r.json")))["ended"], "limit");
}

TEST(Outputs, PartialFilesOfAKilledRunAreReportedAndRemovedOnRequest) {
  const TemporaryDirectory folder, elsewhere;
  const std::string scene = elsewhere.write("s.yaml", kBox), record = folder.file("r.h5");
  interrupt({"run", scene, "--duration", "100000", "--record", record}, elsewhere.file("out"),
            SIGKILL, record);
  expect_says(folder.listing(), "r.h5.partial-");
  const std::string again = "run " + scene + " --record " + record;
  expect_says(cardan_command(again).err, "left unfinished by an earlier run");
  expect_says(folder.listing(), "r.h5.partial-");
  expect_says(cardan_command(again + " --remove-partials").err, "removed");
  EXPECT_EQ(folder.listing(), "r.h5\n");
  // A file whose name only begins in the same way is not removed.
  folder.write("r.h5.partial-notes.txt", "mine");
  EXPECT_EQ(cardan_command(again + " --remove-partials").err.find("unfinished"), std::string::npos);
  EXPECT_EQ(file_text(folder.file("r.h5.partial-notes.txt")), "mine");
}

// A name with a line break would print a line of its own.
TEST(Outputs, NamesCannotForgeOutputLines) {
  const TemporaryDirectory folder;
  const std::string forged = "x\\n  state hash 0123456789abcdef\\e[2J\\x9b";
  const auto with_model = [&](const std::string& file, const std::string& name) {
    return folder.write(file, "name: \"" + forged + "\"\n" + std::string(kBox) + "  - {name: \"" +
                                  name + "\", sphere: {radius: 0.1}, pose: {xyz: [0, 0, 5]}}\n");
  };
  const CommandResult refused = cardan_command("run " + with_model("refused.yaml", forged));
  EXPECT_EQ(refused.exit_code, 2) << refused.out;
  EXPECT_EQ(refused.out, "");
  EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
  expect_says(refused.err, "a line break or another control character in the name");
  const std::string scene = with_model("s.yaml", "y\\x9b");
  for (const std::string& command :
       {"run " + scene, "compare " + scene, "explain " + scene + " --step 2"}) {
    SCOPED_TRACE(command);
    const CommandResult result = cardan_command(command);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    int lines = 0;
    std::istringstream out(result.out);
    for (std::string line; std::getline(out, line);) lines += line.rfind("  state hash ", 0) == 0;
    EXPECT_EQ(lines, command.rfind("run", 0) == 0 ? 1 : 0) << result.out;
    EXPECT_EQ((result.out + result.err).find('\x1b'), std::string::npos);
    EXPECT_EQ((result.out + result.err).find("\xc2\x9b"), std::string::npos);
    expect_says(result.out, "x\\n  state hash 0123456789abcdef\\x1b[2J\\x9b");
  }
}

TEST(Outputs, MessagesAreShort) {
  const TemporaryDirectory folder;
  const std::string name(20000, 'n');
  const std::string scene =
      folder.write("s.yaml", std::string(kBall) + "forces:\n  - {on: " + name + "}\n");
  for (const std::string& command :
       {"run " + scene, "run " + name, "run " + scene + " --solver " + name, "check " + name,
        "run " + scene + " --step 0", "run " + scene + " --step " + name,
        "run " + scene + " --duration -1"}) {
    const CommandResult result = cardan_command(command);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_LT(result.err.size(), 2000u) << command.substr(0, 40);
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1);
  }
  const CommandResult zero = cardan_command("run " + scene + " --step 0");
  EXPECT_LT(zero.err.size(), 200u) << zero.err;
  expect_says(zero.err, "'0' is not a finite number above 0");
}

TEST(Outputs, MarkdownEscapesHtml) {
  const TemporaryDirectory folder;
  const std::string text =
      "name: \"<img src=x>|y\"\ncardan: 1\ntime: {step: 0.001, duration: 0.01}\nmodels:\n"
      "  - {name: \"<b>&\", sphere: {radius: 0.1}, pose: {xyz: [0, 0, 1]}}\n"
      "expect:\n  - {quantity: energy, below: -1}\n";
  const std::string scene = folder.write("s.yaml", text), file = folder.file("t.md");
  cardan_command("compare " + scene + " --markdown " + file);
  expect_says(file_text(file), "travel of &lt;b&gt;&amp; [m]");
  EXPECT_EQ(file_text(file).find('<'), std::string::npos) << file_text(file);
  cardan_command("regress " + scene + " --markdown " + file);
  expect_says(file_text(file), "&lt;img src=x&gt;\\|y");
  EXPECT_EQ(file_text(file).find('<'), std::string::npos) << file_text(file);
}

}  // namespace
}  // namespace cardan::test
