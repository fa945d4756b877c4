#include <algorithm>
#include <filesystem>

#include "test/support/temporary_directory.h"
#include "test/unit/apps/cardan_command.h"

// Mistakes at the command line and in its files: each is refused or told in one line that names the
// fault, the place and the remedy.
namespace cardan::test {
namespace {

struct CommandMistake {
  const char* name;
  std::string arguments;          ///< FILE: the file
  std::string file;               ///< name of the file, "" if none
  std::string text;               ///< its contents
  std::vector<std::string> says;  ///< place, fault, remedy
};

const std::string kBallModels = "models:\n  - {name: ball, sphere: {radius: 0.1}}\n";
const std::string kBallScene = "cardan: 1\n" + kBallModels;
const std::string kHeavyLink =
    "<link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" "
    "ixy=\"0\" "
    "ixz=\"0\" iyz=\"0\"/></inertial></link>";

std::vector<CommandMistake> command_mistakes() {
  const std::string run = "run FILE", scene = "scene.yaml";
  return {
      {"rnu", "rnu FILE", scene, kBallScene, {"unknown command 'rnu'", "did you mean 'run'?"}},
      {"chek", "chek FILE", scene, kBallScene, {"unknown command 'chek'", "did you mean 'check'?"}},
      {"xyzzy", "xyzzy", "", "", {"unknown command 'xyzzy'", "known are", "run"}},
      {"verson", "--verson", "", "", {"option '--verson'", "did you mean '--version'?"}},
      {"duratoin",
       run + " --duratoin 1",
       scene,
       kBallScene,
       {"option '--duratoin' of cardan run", "did you mean '--duration'?"}},
      {"packge",
       "check FILE --packge=a=b",
       "r.urdf",
       "<robot name=\"r\">" + kHeavyLink + "</robot>",
       {"option '--packge' of cardan check", "did you mean '--package'?"}},
      {"solvres",
       "compare FILE --solvres conic",
       scene,
       kBallScene,
       {"option '--solvres' of cardan compare", "did you mean '--solvers'?"}},
      {"no_value", run + " --solver", scene, kBallScene, {"--solver", "see cardan --help"}},
      {"set_key",
       run + " --set time.stepp=1",
       scene,
       kBallScene,
       {"time.stepp", "did you mean 'step'?"}},
      {"set_value",
       run + " --set time.step=fast",
       scene,
       kBallScene,
       {"time.step", "expected a number in s", "'fast'"}},
      {"set_model", run + " --set models.bal.mass=1", scene, kBallScene, {"models.bal", "ball"}},
      {"set_form", run + " --set gravity", scene, kBallScene, {"'gravity'", "--set", "PATH=VALUE"}},
      {"tab",
       run,
       scene,
       "cardan: 1\nmodels:\n\t- {name: a, sphere: {radius: 1}}\n",
       {"scene.yaml:3: ", "a tab indents a line; indent with blanks"}},
      {"tab_in_map",
       run,
       scene,
       "cardan: 1\ntime:\n\tstep: 0.1\n" + kBallModels,
       {"scene.yaml:3: ", "a tab indents a line; indent with blanks"}},
      {"bracket", run, scene, kBallScene + "gravity: [0, 0\n", {"scene.yaml:", "'[' without ']'"}},
      {"quotes",
       run,
       scene,
       "cardan: 1\nname: \"ball\n" + kBallModels,
       {"scene.yaml:", "quotes that are not closed"}},
      {"colon",
       run,
       scene,
       "cardan: 1\nname: a: b\n" + kBallModels,
       {"scene.yaml:2: ", "':' where no value can stand", "quote"}},
      {"at_sign",
       run,
       scene,
       "cardan: 1\nname: @ball\n" + kBallModels,
       {"scene.yaml:2: ", "a character that can begin no value", "quote"}},
      {"latin1",
       run,
       scene,
       "cardan: 1\nname: B\xe4lle\n" + kBallModels,
       {"scene.yaml:2: ", "byte 18 of the text (0xE4) is not UTF-8", "save the file as UTF-8"}},
      {"xml",
       run,
       scene,
       "<robot name=\"r\">\n" + std::string(5000, 'x') + "</robot>",
       {"scene.yaml: this is XML", "FILE.urdf"}},
      {"plain_text",
       run,
       scene,
       std::string(5000, 'x'),
       {"scene.yaml:1: ", "expected a map", "bytes left out"}},
      {"latin1_urdf",
       run,
       "r.urdf",
       "<robot name=\"r\">\n<link name=\"f\xfc\xdf\"/></robot>",
       {"r.urdf:2: ", "(0xFC) is not UTF-8", "ISO-8859-1"}},
      {"latin1_mjcf",
       run,
       "r.xml",
       "<mujoco>\n<worldbody><body name=\"f\xfc\"/></worldbody></mujoco>",
       {"r.xml:2", "(0xFC) is not UTF-8", "ISO-8859-1"}},
      {"flat_box",
       run,
       scene,
       "cardan: 1\nmodels:\n  - {name: a, box: {size: [0, 1, 1]}}\n",
       {"scene.yaml:3: ", "size", "must be above zero, got '0'"}},
      {"no_length",
       run,
       scene,
       "cardan: 1\nmodels:\n  - {name: a, cylinder: {radius: 1}}\n",
       {"scene.yaml:3: ", "model 'a'", "length"}},
      {"two_shapes",
       run,
       scene,
       "cardan: 1\nmodels:\n  - {name: a, sphere: {radius: 1}, box: {size: [1, 1, 1]}}\n",
       {"scene.yaml:3: ", "sphere", "box"}},
      {"same_name",
       run,
       scene,
       kBallScene + "  - {name: ball, sphere: {radius: 1}}\n",
       {"scene.yaml:4: ", "'ball'", "must be unique"}},
      {"version", run, scene, "cardan: 2\n" + kBallModels, {"scene.yaml:1: ", "cardan", "1"}},
      {"joint_of_two_names",
       run,
       scene,
       "cardan: 1\nmodels:\n  - {name: left, urdf: " + robot_file("pendulum") + ", q: {swin: 1}}\n",
       {"scene.yaml:3: model 'left': no moving joint \"swin\"", "the nearest name is \"swing\""}},
      {"two_outputs",
       run + " --record FILE.out --report FILE.out",
       scene,
       kBallScene,
       {"scene.yaml.out", "named twice"}},
      {"capture_word",
       run + " --capture some",
       scene,
       kBallScene,
       {"--capture", "'some'", "failed, all or step=N"}},
      {"solve_scene", "solve FILE", scene, kBallScene, {"scene.yaml", "HDF5"}},
      {"replay_scene", "replay FILE", scene, kBallScene, {"scene.yaml", "HDF5"}},
  };
}

TEST(Mistakes, EachIsRefusedWithPlaceAndRemedy) {
  for (const CommandMistake& mistake : command_mistakes()) {
    SCOPED_TRACE(mistake.name);
    const TemporaryDirectory folder;
    std::string arguments = mistake.arguments;
    if (!mistake.file.empty()) folder.write(mistake.file, mistake.text);
    for (std::size_t at = arguments.find("FILE"); at != arguments.npos; at = arguments.find("FILE"))
      arguments.replace(at, 4, folder.file(mistake.file));
    if (arguments.rfind("run", 0) == 0) arguments.insert(3, " --allow-outside");
    const CommandResult result = cardan_command(arguments);
    EXPECT_EQ(result.exit_code, 2) << result.out << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_LT(result.err.size(), 700u);
    EXPECT_EQ(result.err.find("pendulum\""), std::string::npos) << result.err;
    for (const std::string& part : mistake.says) expect_says(result.err, part);
  }
}

// Accepted, but told: in the summary of the run, or by `cardan check`.
TEST(Mistakes, DoubtfulRobotsAreTold) {
  const struct {
    const char* name;
    std::string text;
    std::vector<std::string> says;
  } cases[] = {
      {"attribute",
       "<robot nmae=\"r\">" + kHeavyLink + "</robot>",
       {":1: ", "did you mean 'name'?"}},
      {"sensor",
       "<robot name=\"r\">" + kHeavyLink +
           "\n<gazebo reference=\"a\"><sensor name=\"s\" type=\"imu\"/></gazebo></robot>",
       {":2: ", "<sensor> is not read", "in the scene"}},
      {"gravity",
       "<robot name=\"r\">" + kHeavyLink +
           "\n<gazebo reference=\"a\"><turnGravityOff>1</turnGravityOff></gazebo></robot>",
       {":2: ", "<turnGravityOff> is not read"}},
      {"floats",
       "<robot name=\"r\">" + kHeavyLink + "</robot>",
       {"model 'robot': base: floating (the root link \"a\" has inertia", "base: fixed"}},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.name);
    const TemporaryDirectory folder;
    const CommandResult run =
        cardan_command("run " + folder.write("r.urdf", one.text) + " --duration 0.01");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    for (const std::string& part : one.says) expect_says(run.out, part);
  }
}

TEST(Mistakes, BaseOfADroppedRobotIsToldFirst) {
  const std::string arm =
      "<link name=\"b\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" "
      "ixy=\"0\" "
      "ixz=\"0\" iyz=\"0\"/></inertial></link><joint name=\"j\" type=\"revolute\"><parent "
      "link=\"a\"/>"
      "<child link=\"b\"/><limit lower=\"-1\" upper=\"1\" effort=\"9\" velocity=\"2\"/></joint>";
  const TemporaryDirectory folder;
  const std::string bolted =
      folder.write("panda.urdf", "<robot name=\"panda\"><link name=\"a\"/>" + arm + "</robot>");
  const CommandResult run = cardan_command("run " + bolted + " --duration 0.01");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string second = run.out.substr(run.out.find('\n') + 1);
  EXPECT_EQ(second.substr(0, second.find('\n')),
            "  model 'robot': base: fixed (the root body \"a\" has no mass and can't float)");
  expect_says(run.out, "no step enforces the velocity limits of its joints (1)");
  // The name of the robot decides nothing.
  const std::string free =
      folder.write("free.urdf", "<robot name=\"panda\">" + kHeavyLink + arm + "</robot>");
  expect_says(cardan_command("run " + free + " --duration 0.01").out, "base: floating (");
  expect_says(cardan_command("run " + free + " --duration 0.01 --set models.robot.base=fixed").out,
              "base: fixed (as requested)");
}

// xacro is replaced by a program that writes a robot, with the argument as its name.
TEST(Mistakes, RobotWrittenInXacroIsExpandedByRun) {
  const TemporaryDirectory folder;
  const std::string tool =
      folder.write("xacro", "#!/bin/sh\necho '<robot name=\"'$2'\">" + kHeavyLink + "</robot>'\n");
  std::filesystem::permissions(tool, std::filesystem::perms::owner_all);
  const std::string file = folder.write(
      "r.urdf.xacro", "<robot xmlns:xacro=\"http://www.ros.org/wiki/xacro\"><xacro:arm/></robot>");
  const std::string path = "PATH='" + folder.file("") + "':$PATH ";
  const CommandResult run =
      run_shell(path + "'" CARDAN_COMMAND "' run " + file + " --duration 0.01 -- side:=left");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  expect_says(run.out, "is expanded by xacro");
  const CommandResult without = run_shell("PATH=/usr/bin:/bin '" CARDAN_COMMAND "' run " + file);
  if (without.exit_code == 0) return;  // xacro is installed
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_EQ(std::count(without.err.begin(), without.err.end(), '\n'), 1) << without.err;
  expect_says(without.err, "r.urdf.xacro");
  expect_says(without.err, "xacro");
}

TEST(Mistakes, StateOfASmallerWorldIsToldWithWhatItLacks) {
  const TemporaryDirectory folder;
  const std::string small = folder.write("small.yaml", kBallScene);
  const std::string large =
      folder.write("large.yaml", kBallScene + "  - {name: zeppelin, sphere: {radius: 1}}\n");
  const std::string duration = " --duration 0.01";
  ASSERT_EQ(
      cardan_command("run " + small + duration + " --save-state " + folder.file("s.h5")).exit_code,
      0);
  ASSERT_EQ(
      cardan_command("run " + large + duration + " --save-state " + folder.file("l.h5")).exit_code,
      0);
  const CommandResult lacks =
      cardan_command("run " + large + duration + " --from " + folder.file("s.h5"));
  EXPECT_EQ(lacks.exit_code, 2);
  expect_says(lacks.err, "the state lacks '");
  expect_says(lacks.err, "zeppelin");
  const CommandResult more =
      cardan_command("run " + small + duration + " --from " + folder.file("l.h5"));
  EXPECT_EQ(more.exit_code, 2);
  expect_says(more.err, "the state also has '");
  expect_says(more.err, "zeppelin");
}

}  // namespace
}  // namespace cardan::test
