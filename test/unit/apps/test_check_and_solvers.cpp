#include <nlohmann/json.hpp>

#include "test/unit/apps/cardan_command.h"

namespace cardan::test {
namespace {

using Json = nlohmann::json;

TEST(Check, JsonHasTheDocumentedKeys) {
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

TEST(Check, RejectedFileStillGivesJson) {
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

// An exported file reads as the same robot, and the file is there whole or not at all.
TEST(Check, ExportWritesAnEquivalentUrdf) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("out.urdf");
  const CommandResult written =
      cardan_command("check " + robot_file("quadruped") + " --export " + file);
  EXPECT_EQ(written.exit_code, 0) << written.err;
  EXPECT_NE(written.out.find("written " + file), std::string::npos);
  EXPECT_EQ(folder.listing(), "out.urdf\n");
  Json before = Json::parse(cardan_command("check --json " + robot_file("quadruped")).out);
  Json after = Json::parse(cardan_command("check --json --strict " + file).out);
  for (const char* key :
       {"accepted", "name", "dof", "links", "joints", "shapes", "base", "bodies"}) {
    EXPECT_EQ(before[key], after[key]) << key;
  }
  EXPECT_NEAR(before["mass"].get<double>(), after["mass"].get<double>(), 1e-12);
}

TEST(Check, ExportToAMissingFolderOrOfARejectedFileWritesNoFile) {
  const TemporaryDirectory folder;
  const std::string bad = folder.write("bad.urdf", "<robot name=\"r\"/>");
  EXPECT_EQ(cardan_command("check " + bad + " --export " + folder.file("out.urdf")).exit_code, 2);
  EXPECT_EQ(folder.listing(), "bad.urdf\n");
  const CommandResult nowhere =
      cardan_command("check " + robot_file("cube") + " --export " + folder.file("none/out.urdf"));
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_NE(nowhere.err.find("none/out.urdf"), std::string::npos) << nowhere.err;
}

TEST(Check, ImpossibleInertiaIsRejectedByStrictAndMendedByProjection) {
  const TemporaryDirectory folder;
  const std::string file = folder.write(
      "r.urdf",
      "<robot name=\"r\">\n<link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" "
      "ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"3\"/></inertial></link>\n</robot>\n");
  EXPECT_EQ(cardan_command("check " + file).exit_code, 0);
  const CommandResult strict = cardan_command("check --strict " + file);
  EXPECT_EQ(strict.exit_code, 2);
  EXPECT_NE(strict.err.find("r.urdf:2: link \"a\""), std::string::npos) << strict.err;
  const CommandResult mended = cardan_command("check --project-inertias " + file + " --export " +
                                              folder.file("mended.urdf"));
  EXPECT_EQ(mended.exit_code, 0) << mended.err;
  EXPECT_NE(mended.out.find("projected to"), std::string::npos) << mended.out;
  EXPECT_EQ(cardan_command("check --strict " + folder.file("mended.urdf")).exit_code, 0);
}

TEST(Solvers, ListShowsSolversFormulationsAndSearchedFolders) {
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
  for (const char* part : {"lemke", "block kinds: FREE, NONNEGATIVE",
                           "default formulation: polyhedral", "options:", "default "}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << "\n" << result.out;
  }
}

std::string plugin_file(const std::string& name) {
  return std::filesystem::path(CARDAN_COMMAND).parent_path().parent_path().string() +
         "/" CARDAN_PLUGIN_FOLDER "/" + name + ".cardan-solver.so";
}

TEST(Solvers, CheckRunsTheConformanceKit) {
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
