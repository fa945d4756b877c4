#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "test/unit/apps/cardan_command.h"

namespace cardan::test {
namespace {

using Json = nlohmann::json;

// 0 ≤ z ⊥ [2 1; 1 2] z − (5, 6) ≥ 0: z = (4/3, 7/3). A symmetric LCP, so that many take it.
const char* const kLcp = "2 0 2 2 2 2  2 1 1 2  -5 -6\n";
// One contact, pushed down and along.
const char* const kContact = "3 1 0 3 3 3 3  1 0 0 0 1 0 0 0 1  -1 0.3 0  0.5\n";
// Nothing can bring w₁ = −z₂ − 1 above zero.
const char* const kInfeasible = "2 0 2 2 2 2  0 0 -1 0  -1 1\n";

TEST(Solve, JsonHasTheDocumentedKeys) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("contact.dat", kContact);
  const CommandResult result = cardan_command("solve " + file + " --json");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const Json list = Json::parse(result.out);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0]["file"], file);
  EXPECT_EQ(list[0]["solver"], "conic");
  EXPECT_EQ(list[0]["status"], "SOLVED");
  EXPECT_LE(list[0]["residual"], 1e-9);
  EXPECT_LE(list[0]["siconos_error"], 1e-9);
  EXPECT_TRUE(list[0]["iterations"].is_number_integer());
  EXPECT_GE(list[0]["seconds"], 0.0);
}

// W with a skew part of 15 % of its largest entry: its symmetric part is another problem.
TEST(Solve, UnsymmetricFileIsJudgedWithItsOwnMatrix) {
  const TemporaryDirectory folder;
  const std::string file =
      folder.write("skew.dat", "3 1 0 3 3 3 3  2 0.3 0  -0.3 1 0  0 0 1  -1 0.2 0  0.5\n");
  const CommandResult result = cardan_command("solve " + file + " --solver conic --json");
  EXPECT_EQ(result.exit_code, 1) << result.out;
  const Json answer = Json::parse(result.out)[0];
  EXPECT_EQ(answer["status"], "APPROXIMATE");
  EXPECT_LE(answer["residual"], 1e-9);
  // λ = (0.5, −0.2, 0) solves the symmetric part; u = W λ + q misses (0, 0, 0) by |0.06, 0.15|.
  EXPECT_GT(answer["own_residual"], 0.01);
}

TEST(Solve, SmallSkewPartIsRemovedAndBothResidualsAreReported) {
  const TemporaryDirectory folder;
  const std::string file =
      folder.write("skew.dat", "3 1 0 3 3 3 3  2 0.001 0  0 1 0  0 0 1  -1 0.2 0  0.5\n");
  const CommandResult result = cardan_command("solve " + file + " --solver conic --json");
  EXPECT_EQ(result.exit_code, 0) << result.out;
  const Json answer = Json::parse(result.out)[0];
  EXPECT_EQ(answer["status"], "SOLVED");
  EXPECT_GT(answer["own_residual"], 1e-5);
}

TEST(Solve, CompatibleSolversAgreeAndOthersGiveAReason) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("lcp.dat", kLcp);
  const CommandResult result = cardan_command("solve " + file + " --solver all --json");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  int solved = 0;
  for (const Json& entry : Json::parse(result.out)) {
    EXPECT_TRUE(entry["siconos_error"].is_null());
    if (entry.contains("unfit")) {
      EXPECT_NE(entry["unfit"].get<std::string>().find(entry["solver"].get<std::string>()),
                std::string::npos);
      EXPECT_TRUE(entry["residual"].is_null());
      continue;
    }
    if (entry["status"] != "SOLVED") continue;
    ++solved;
    EXPECT_LE(entry["residual"], 6.1e-9) << entry;
    EXPECT_LE(entry["impulse_difference"], 1e-7) << entry;
    EXPECT_LE(entry["velocity_difference"], 1e-7) << entry;
  }
  EXPECT_GE(solved, 3);
}

TEST(Solve, TableNamesSolversStatusesAndMisfits) {
  const TemporaryDirectory folder;
  const CommandResult result =
      cardan_command("solve " + folder.write("c.dat", kContact) + " --solver all");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("friction text, 3 rows, 1 blocks (CONE)"), std::string::npos);
  EXPECT_NE(result.out.find("SOLVED"), std::string::npos);
  EXPECT_NE(result.out.find("not supported: lemke takes"), std::string::npos) << result.out;
}

TEST(Solve, ExitCodeIsOneIfNoSolverSucceeds) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("none.dat", kInfeasible);
  const CommandResult result = cardan_command("solve " + file + " --solver lemke --json");
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_EQ(Json::parse(result.out)[0]["status"], "INFEASIBLE");
  EXPECT_EQ(cardan_command("solve " + file).exit_code, 1);
}

TEST(Solve, BadFileIsReportedInOneLineAndTheOthersAreSolved) {
  const TemporaryDirectory folder;
  folder.write("a.dat", kLcp);
  folder.write("b.dat", "3 1 0 3 3 3 3 nonsense");
  folder.write("c.dat", kLcp);
  const CommandResult result = cardan_command("solve " + folder.path() + " --json");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(Json::parse(result.out).size(), 2U);
  EXPECT_NE(result.err.find("b.dat:1: the file is too short"), std::string::npos) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1);
}

TEST(Solve, UsageErrorsAreOneLine) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("lcp.dat", kLcp);
  const std::filesystem::path empty = folder.file("empty");
  std::filesystem::create_directory(empty);
  struct Mistake {
    std::string arguments, says;
  };
  const Mistake cases[] = {{file + " --solver lemkee", "lemke"},
                           {file + " --option nonsense=1", "no solver has the option 'nonsense'"},
                           {file + " --option nonsense", "NAME=VALUE"},
                           {file + " --tolerance 0", "--tolerance"},
                           {file + " --tolerance nan", "not a finite number above 0"},
                           {file + " --tolerance inf", "not a finite number above 0"},
                           {file + " --keep ''", "expected a name"},
                           {file + " --keep a --expect UNSUPPORTED", "not a status"},
                           {file + " --keep a --option max_iterations=9", "remove --option"},
                           {file + " --keep a --solver all", "one file and one solver"},
                           {file + " --keep ../a", "plain name"},
                           {file + " --keep a --expect GOOD", "not a status"},
                           {empty.string(), "no problem file in this folder"},
                           {folder.file("missing"), "the file does not exist"},
                           {"/dev/zero", "this is a device, not a file"},
                           {"/proc/self/mem", "/proc/self/mem: cannot read the file"}};
  for (const Mistake& mistake : cases) {
    const CommandResult result = cardan_command("solve " + mistake.arguments);
    EXPECT_EQ(result.exit_code, 2) << mistake.arguments;
    EXPECT_NE(result.err.find(mistake.says), std::string::npos) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

TEST(Solve, ToleranceDecidesIfAProblemCountsAsSolved) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("lcp.dat", kLcp);

  // One sweep from zero is not a solution, and less than 1e3 m/s away from one.
  const std::string hasty =
      "solve " + file + " --solver pgs --option max_iterations=1 --cold --json";
  const CommandResult strict = cardan_command(hasty + " --tolerance 1e-300");
  EXPECT_EQ(strict.exit_code, 1) << strict.err;
  EXPECT_NE(Json::parse(strict.out)[0]["status"], "SOLVED");
  const CommandResult lenient = cardan_command(hasty + " --tolerance 1e3");
  EXPECT_EQ(lenient.exit_code, 0) << lenient.err;
  EXPECT_EQ(Json::parse(lenient.out)[0]["status"], "SOLVED");
}

TEST(Solve, InvalidUtf8InANameIsReplacedInJson) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("a\xff.dat", kLcp);
  for (const char* command : {"solve ", "explain "}) {
    const CommandResult result = cardan_command(command + file + " --json");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(Json::parse(result.out).size(), 1U);
  }
}

TEST(Solve, EmptyFolderDoesNotStopTheOthers) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("lcp.dat", kLcp);
  std::filesystem::create_directory(folder.file("empty"));
  const CommandResult result =
      cardan_command("solve " + file + " " + folder.file("empty") + " --json");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(Json::parse(result.out).size(), 1U);
  EXPECT_NE(result.err.find("no problem file in this folder"), std::string::npos) << result.err;
}

TEST(Solve, CertificatesAreNotComparedWithImpulses) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("none.dat", kInfeasible);
  const CommandResult result = cardan_command("solve " + file + " --solver all --json");
  for (const Json& entry : Json::parse(result.out)) {
    EXPECT_TRUE(entry["impulse_difference"].is_null()) << entry;
    EXPECT_TRUE(entry["velocity_difference"].is_null()) << entry;
  }
}

TEST(Solve, KeptCaseIsCheckedOnlyWithItsOwnSolver) {
  const TemporaryDirectory folder;
  const std::string lcp = folder.write("lcp.dat", kLcp);
  const std::string into = " --into " + folder.file("cases");
  EXPECT_EQ(cardan_command("solve " + lcp + " --solver lemke --keep good" + into).exit_code, 0);
  const CommandResult other =
      cardan_command("solve " + folder.file("cases") + " --solver pgs --tolerance 1e-300");
  EXPECT_NE(other.out.find("lemke was not called"), std::string::npos) << other.out;
  EXPECT_EQ(other.out.find("MISSED"), std::string::npos) << other.out;

  const CommandResult file = cardan_command("solve " + lcp + " --keep more --into " + lcp);
  EXPECT_EQ(file.exit_code, 2);
  EXPECT_NE(file.err.find("cannot make this folder"), std::string::npos) << file.err;
}

TEST(Solve, KeptCaseIsCheckedAgain) {
  const TemporaryDirectory folder;
  const std::string lcp = folder.write("lcp.dat", kLcp), none = folder.write("n.dat", kInfeasible);
  const std::string into = " --into " + folder.file("cases");
  EXPECT_EQ(cardan_command("solve " + lcp + " --solver lemke --keep good" + into).exit_code, 0);
  cardan_command("solve " + none + " --solver lemke --keep jam" + into);
  const CommandResult again = cardan_command("solve " + folder.file("cases") + " --json");
  EXPECT_EQ(again.exit_code, 0) << again.out;
  const Json list = Json::parse(again.out);
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0]["expected"], "SOLVED");
  EXPECT_EQ(list[1]["expected"], "INFEASIBLE");
  EXPECT_EQ(list[1]["status"], "INFEASIBLE");

  // A name is taken once.
  const CommandResult twice = cardan_command("solve " + lcp + " --solver lemke --keep good" + into);
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_NE(twice.err.find("a case with this name already exists"), std::string::npos);

  // An expectation that is not met.
  cardan_command("solve " + none + " --solver lemke --keep red --expect SOLVED" + into);
  const CommandResult red = cardan_command("solve " + folder.file("cases"));
  EXPECT_EQ(red.exit_code, 1);
  EXPECT_NE(red.out.find("MISSED"), std::string::npos);
}

TEST(Solve, ShippedProblemsAreSolvedByEverySolver) {
  const std::string folder = std::string(CARDAN_SOURCE_DIR) + "/data/problems";
  EXPECT_EQ(cardan_command("solve " + folder).exit_code, 0);
  const CommandResult result = cardan_command("solve " + folder + " --solver all --json");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  std::map<std::string, int> answers;
  for (const Json& entry : Json::parse(result.out)) {
    const std::string file = std::filesystem::path(entry["file"].get<std::string>()).stem();
    if (file == "jam") {
      EXPECT_NE(entry["status"], "SOLVED") << entry;
      answers[file] += entry["status"] == "JAMMED" || entry["status"] == "INFEASIBLE";
    } else if (entry["status"] == "SOLVED") {
      // Only conic solves these problems: one needs interior-point paths from zero impulses, the
      // other Newton steps from zero.
      if (file == "boxes" || file == "heap") {
        EXPECT_EQ(entry["solver"], "conic");
      }
      ++answers[file];
      EXPECT_LE(entry["residual"], 1e-8) << entry;
    }
  }
  EXPECT_EQ(answers.size(), 6U);
  const auto least = [](const std::string& file) {
    return file == "jam" || file == "boxes" || file == "heap" ? 1 : 2;
  };
  for (const auto& [file, count] : answers) EXPECT_GE(count, least(file)) << file;
}

TEST(Solve, CapturedProblemsAreSolvedAgain) {
  const TemporaryDirectory folder;
  const std::string jam = std::string(CARDAN_SOURCE_DIR) + "/data/problems/jam.yaml";
  const CommandResult run = cardan_command(
      "run " + jam + " --capture failed --capture-limit 1 --capture-dir " + folder.file("caught"));
  EXPECT_NE(run.out.find("captured 1 problems in " + folder.file("caught")), std::string::npos)
      << run.out << run.err;
  EXPECT_NE(run.err.find("1 more problems were not written"), std::string::npos) << run.err;
  const CommandResult solve = cardan_command("solve " + folder.file("caught") + " --json");
  EXPECT_EQ(solve.exit_code, 1);
  EXPECT_EQ(Json::parse(solve.out)[0]["format"], "cardan");

  // Without --capture-dir beside the report.
  const CommandResult beside =
      cardan_command("run " + jam + " --capture step=2 --report " + folder.file("r.json"));
  EXPECT_NE(beside.out.find("captured 1 problems in " + folder.file("captured")), std::string::npos)
      << beside.out;
  for (const char* wrong : {"some", "step=", "step=0", "step=1x"}) {
    const CommandResult refused =
        cardan_command("run " + jam + " --capture " + wrong + " --capture-dir " + folder.path());
    EXPECT_EQ(refused.exit_code, 2) << wrong;
    EXPECT_NE(refused.err.find("--capture"), std::string::npos) << refused.err;
  }
}

std::string bad_plugins(const std::string& name) {
  return std::string(" --plugins " CARDAN_BAD_PLUGIN_DIR "/") + name;
}

TEST(Solve, FallbackChainContinuesUntilASolverSucceeds) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("c.dat", kContact);
  const CommandResult result =
      cardan_command("solve " + file + " --json --cold --solver allocates --fallback pgs,conic" +
                     bad_plugins("misbehaves"));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const Json list = Json::parse(result.out);
  ASSERT_EQ(list.size(), 2U) << list;  // conic is not run any more
  EXPECT_EQ(list[0]["solver"], "allocates");
  EXPECT_NE(list[0]["status"], "SOLVED");
  EXPECT_EQ(list[1]["solver"], "pgs");
  EXPECT_EQ(list[1]["status"], "SOLVED");
  EXPECT_EQ(cardan_command("solve " + file + " --solver all --fallback pgs").exit_code, 2);
  EXPECT_EQ(cardan_command("solve " + file + " --fallback pgz").exit_code, 2);
}

// W = 1, pushed with 1 and slipping with 0.3 below mu = 0.5: it sticks with λ = (1, −0.3, 0).
TEST(Solve, WriteOptionSavesImpulsesAndVelocities) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("c.dat", kContact), answers = folder.file("a.json");
  const CommandResult result = cardan_command("solve " + file + " --solver all --write " + answers);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const Json list = Json::parse(file_text(answers));
  ASSERT_GE(list.size(), 3U);
  const double lambda[] = {1, -0.3, 0};
  for (const Json& answer : list) {
    EXPECT_EQ(answer["file"], file);
    if (answer["status"] != "SOLVED") continue;
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(answer["lambda"][i], lambda[i], 1e-6) << answer;
      EXPECT_NEAR(answer["u"][i], 0, 1e-6) << answer;
    }
  }
}

TEST(Solve, JsonHasNotesToleranceAndRemarks) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("c.dat", kContact);
  const Json list =
      Json::parse(cardan_command("solve " + file + " --json --tolerance 1e-7 --solver throws" +
                                 bad_plugins("misbehaves"))
                      .out);
  EXPECT_EQ(list.at(0)["tolerance"], 1e-7);
  EXPECT_TRUE(list[0]["notes"].is_array());
  EXPECT_EQ(list[0]["remark"], "thrown by the plugin");
}

}  // namespace
}  // namespace cardan::test
