#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "test/support/temporary_directory.h"
#include "test/unit/apps/cardan_command.h"

// `cardan check --as-ros` and `--for-ros`, and robots written in xacro.
namespace cardan::test {
namespace {

using Json = nlohmann::json;

constexpr const char* kInertia =
    "<inertial><mass value=\"2\"/><inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" "
    "izz=\"0.1\"/></inertial>";

std::string foot(const std::string& shape) {
  return std::string("<robot name=\"r\">\n<link name=\"foot\">") + kInertia +
         "\n<collision><geometry>" + shape + "</geometry></collision></link>\n</robot>\n";
}

constexpr const char* kCapsule = "<capsule radius=\"0.1\" length=\"0.2\"/>";

class RosCommands : public ::testing::Test {
 protected:
  TemporaryDirectory folder_;
};

// A build without urdfdom says so.
bool has_urdfdom(const CommandResult& result) {
  return result.err.find("built without urdfdom") == std::string::npos;
}

TEST_F(RosCommands, LostShapeIsToldWithLineAndExitCode) {
  const std::string file = folder_.write("arm.urdf", foot(kCapsule));
  const CommandResult result = cardan_command("check " + file + " --as-ros");
  if (!has_urdfdom(result)) GTEST_SKIP() << result.err;
  EXPECT_EQ(result.exit_code, 1);
  expect_says(result.out, "arm.urdf:3: warning: link \"foot\" / collision[0]: urdfdom stops here");
  expect_says(result.out, "as read by urdfdom 3");
  expect_says(result.out, "1 difference(s)");
  EXPECT_EQ(result.err, "");
  const Json json = Json::parse(cardan_command("check " + file + " --as-ros --json").out);
  EXPECT_EQ(json["cardan"]["shapes"], 1);
  EXPECT_EQ(json["urdfdom"]["shapes"], 0);
  EXPECT_EQ(json["cardan"]["mass"], json["urdfdom"]["mass"]);
  EXPECT_EQ(json["differences"][0]["line"], 3);
  EXPECT_EQ(json["messages"][0]["text"], "Unknown geometry type 'capsule'");
}

TEST_F(RosCommands, FileForRosHasNoDifference) {
  const std::string file = folder_.write("arm.urdf", foot(kCapsule));
  const std::string out = folder_.file("ros.urdf");
  const CommandResult result = cardan_command("check " + file + " --for-ros --export " + out);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  expect_says(result.out, "arm.urdf:3: info: link \"foot\" / collision: a capsule becomes");
  const CommandResult back = cardan_command("check " + out + " --as-ros");
  if (!has_urdfdom(back)) GTEST_SKIP() << back.err;
  expect_says(result.out, "read back by urdfdom");
  EXPECT_EQ(back.exit_code, 0) << back.out;
  expect_says(back.out, "the same robot");
  EXPECT_EQ(cardan_command("check " + file + " --for-ros").exit_code, 2);
}

TEST_F(RosCommands, BadFilesAreOneLine) {
  const std::string whole = foot(kCapsule);
  const std::string huge = "<robot name=\"r\">" + std::string((16u << 20) + 1, ' ') + "</robot>";
  const std::string mesh = foot("<mesh filename=\"none.stl\"/>");
  for (const std::string& text : {std::string(), whole.substr(0, whole.size() / 2),
                                  std::string("\0\x01garbage<<>>", 13), huge, mesh}) {
    const std::string file = folder_.write("bad.urdf", text);
    const CommandResult result = cardan_command("check " + file + " --as-ros");
    if (!has_urdfdom(result)) GTEST_SKIP() << result.err;
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    expect_says(result.err, "bad.urdf");
  }
  EXPECT_EQ(cardan_command("check " + folder_.file("none.urdf") + " --as-ros").exit_code, 2);
}

// A stand-in for xacro on PATH: it writes the second file, with SIZE replaced by the argument.
class XacroCommands : public RosCommands {
 protected:
  void SetUp() override {
    folder_.write("expanded", foot("<box size=\"SIZE SIZE SIZE\"/>"));
    const std::string program = folder_.write(
        "xacro",
        "#!/bin/sh\n[ \"$2\" = size:=bad ] && { echo trace >&2; echo 'bad size' >&2; exit 3; }\n"
        "sed \"s/SIZE/${2#size:=}/g\" '" +
            folder_.file("expanded") + "'\n");
    ::chmod(program.c_str(), 0700);
    robot_ = folder_.write("arm.urdf.xacro",
                           "<robot name=\"r\" xmlns:xacro=\"http://www.ros.org/wiki/xacro\">\n"
                           "<xacro:arg name=\"size\" default=\"1\"/>\n"
                           "<xacro:foot size=\"$(arg size)\"/>\n</robot>\n");
    folder_.write("s.yaml",
                  "cardan: 1\nname: s\ntime: {step: 0.001, duration: 0.005}\nmodels:\n"
                  "  - {name: m, urdf: arm.urdf.xacro}\n");
  }
  CommandResult with_xacro(const std::string& arguments) {
    const std::string path = "PATH='" + folder_.file("") + "':\"$PATH\" ";
    return run_shell(path + "'" + CARDAN_COMMAND + "' " + arguments);
  }
  std::string robot_;
};

TEST_F(XacroCommands, CheckAndRunExpandTheFile) {
  const CommandResult check = with_xacro("check " + robot_ + " --json -- size:=0.5");
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_EQ(Json::parse(check.out)["shapes"]["box"], 1);
  const CommandResult run = with_xacro("run " + folder_.file("s.yaml") + " -- size:=0.5");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  expect_says(run.out, "is expanded by xacro");
}

TEST_F(XacroCommands, FailuresOfXacroAreOneLine) {
  const CommandResult result = with_xacro("check " + robot_ + " -- size:=bad");
  EXPECT_EQ(result.exit_code, 2);
  expect_says(result.err, "xacro cannot expand the file: bad size");
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  expect_says(with_xacro("check " + robot_ + " -- size").err, "NAME:=VALUE");
  const std::string plain = folder_.write("plain.urdf", foot("<box size=\"1 1 1\"/>"));
  expect_says(with_xacro("check " + plain + " -- size:=1").err,
              "arguments apply only to xacro files");
}

TEST_F(XacroCommands, WithoutXacroTheMessageSaysHow) {
  const std::string bare = "PATH=/nowhere '" + std::string(CARDAN_COMMAND) + "' check ";
  const CommandResult result = run_shell(bare + robot_);
  EXPECT_EQ(result.exit_code, 2);
  expect_says(result.err, "arm.urdf.xacro:3: ");
  expect_says(result.err, "`pip install xacro`");
  expect_says(run_shell(bare + robot_ + " -- size:=1").err, "it is not in PATH");
}

}  // namespace
}  // namespace cardan::test
