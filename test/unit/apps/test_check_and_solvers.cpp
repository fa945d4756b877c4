#include <nlohmann/json.hpp>

#include "cardan_command.h"

namespace cardan::test {
namespace {

using Json = nlohmann::json;

TEST(Check, JsonHasTheKeysThatProgramsRead) {
  const CommandResult result = cardan_command("check --json " + robot_file("quadruped"));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json report = Json::parse(result.out);
  for (const char* key : {"accepted", "name", "links", "joints", "joint_types", "dof", "mimic",
                          "mass", "shapes", "missing_visuals", "base", "diagnostics"}) {
    EXPECT_TRUE(report.contains(key)) << key;
  }
  EXPECT_EQ(report["accepted"], true);
  EXPECT_EQ(report["name"], "quadruped");
  EXPECT_EQ(report["links"], 17);
  EXPECT_EQ(report["joint_types"]["revolute"], 12);
  EXPECT_EQ(report["dof"], 12);
  EXPECT_NEAR(report["mass"].get<double>(), 14.4, 1e-12);
  EXPECT_EQ(report["shapes"]["sphere"], 4);
  EXPECT_EQ(report["base"], "floating");
  const Json fixed =
      Json::parse(cardan_command("check --json --base fixed " + robot_file("quadruped")).out);
  EXPECT_EQ(fixed["base"], "fixed");
}

TEST(Check, JsonStandsAlsoWhereTheFileIsRefused) {
  const TemporaryDirectory folder;
  const std::string file = folder.write(
      "bad.urdf",
      "<robot name=\"r\">\n<link name=\"a\"/>\n"
      "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"ghost\"/></joint>\n"
      "</robot>\n");
  const CommandResult result = cardan_command("check --json " + file);
  EXPECT_EQ(result.exit_code, 2);
  const Json report = Json::parse(result.out);
  EXPECT_EQ(report["accepted"], false);
  EXPECT_EQ(report["links"], 1);
  EXPECT_FALSE(report["diagnostics"].empty());
  for (const char* key : {"severity", "line", "element", "message"}) {
    EXPECT_TRUE(report["diagnostics"][0].contains(key)) << key;
  }
}

TEST(Solvers, ListNamesWhereEachWasFoundAndWhatItTakes) {
  const CommandResult result = cardan_command("solvers");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const char* part :
       {"conic", "lemke", "pgs", "cone", "polyhedral", "cardan/solvers", "searched"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part;
  }
}

TEST(Solvers, DescribeListsTheOptions) {
  const CommandResult result = cardan_command("solvers --describe lemke");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const char* part : {"lemke", "takes: FREE, NONNEGATIVE", "default formulation: polyhedral",
                           "options:", "default "}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << "\n" << result.out;
  }
}

std::string plugin_file(const std::string& name) {
  return std::filesystem::path(CARDAN_COMMAND).parent_path().parent_path().string() +
         "/" CARDAN_PLUGIN_FOLDER "/" + name + ".cardan-solver.so";
}

TEST(Solvers, CheckPutsTheConformanceKit) {
  for (const char* name : {"conic", "lemke", "pgs"}) {
    const CommandResult result = cardan_command("solvers --check " + plugin_file(name));
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
    EXPECT_NE(result.out.find(name), std::string::npos);
  }
  const std::string bad = std::string(CARDAN_BAD_PLUGIN_DIR);
  EXPECT_EQ(cardan_command("solvers --check " + bad + "/throws_raw/throws_raw.cardan-solver.so")
                .exit_code,
            1);
  EXPECT_EQ(
      cardan_command("solvers --check " + bad + "/no_symbol/no_symbol.cardan-solver.so").exit_code,
      2);
  EXPECT_EQ(cardan_command("solvers --check none.so").exit_code, 2);
}

}  // namespace
}  // namespace cardan::test
