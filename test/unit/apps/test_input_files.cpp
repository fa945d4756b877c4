// No output of a command overwrites a file that its scene or robot reads.
#include <gtest/gtest.h>

#include "test/support/temporary_directory.h"
#include "test/unit/apps/cardan_command.h"

namespace cardan::test {
namespace {

const char* const kTetrahedron =
    "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

std::string robot_with_meshes(const std::string& visual, const std::string& collision) {
  const auto shape = [](const std::string& tag, const std::string& mesh) {
    return "<" + tag + "><geometry><mesh filename=\"" + mesh + "\"/></geometry></" + tag + ">";
  };
  return "<robot name=\"r\"><link name=\"base\"><inertial><mass value=\"1\"/>"
         "<inertia ixx=\"0.1\" iyy=\"0.1\" izz=\"0.1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>" +
         shape("visual", visual) + shape("collision", collision) + "</link></robot>\n";
}

std::string scene_of_models(const std::string& models) {
  return "cardan: 1\ntime: {step: 0.001, duration: 0.01}\nmodels:\n" + models;
}

// The command is refused, and the file stays as it is.
void expect_kept(const std::string& command, const std::string& file, const std::string& says) {
  const std::string before = file_text(file);
  const CommandResult result = cardan_command(command + " " + file + " >/dev/null");
  EXPECT_EQ(result.exit_code, 2) << command << " " << file;
  expect_says(result.err, "the same file is named twice, as " + says);
  EXPECT_EQ(file_text(file), before) << command;
}

TEST(InputFiles, FilesOfARobotAreNotOverwritten) {
  const TemporaryDirectory folder;
  const std::string robot = folder.write("r.urdf", robot_with_meshes("viz.obj", "tri.obj"));
  const std::string scene =
      folder.write("s.yaml", scene_of_models("  - {name: r, urdf: r.urdf}\n"));
  const std::string srdf = folder.write("r.srdf", "<robot name=\"r\"></robot>\n");
  const std::string visual = folder.write("viz.obj", kTetrahedron);
  const std::string collision = folder.write("tri.obj", kTetrahedron);
  for (const std::string& file : {visual, collision}) {
    expect_kept("check " + robot + " --export", file, "a mesh of the robot");
    expect_kept("run " + scene + " --record", file, "a mesh of the robot 'r'");
    expect_kept("run " + scene + " --report", file, "a mesh of the robot 'r'");
  }
  expect_kept("check " + robot + " --export", srdf, "the SRDF file of the robot");
  expect_kept("run " + scene + " --report", srdf, "the SRDF file of the robot 'r'");
  EXPECT_EQ(cardan_command("check " + robot + " --export " + folder.file("new.urdf")).exit_code, 0);
  EXPECT_EQ(cardan_command("run " + scene + " --report " + folder.file("new.json")).exit_code, 0);
}

TEST(InputFiles, MeshesOfPackagesAndOfMujocoAreNotOverwritten) {
  const TemporaryDirectory folder;
  std::string text = robot_with_meshes("package://p/m/viz.obj", "tri.obj");
  text.replace(text.find("<link"), 0, "<mujoco><compiler meshdir=\"assets\"/></mujoco>");
  const std::string robot = folder.write("robot/r.urdf", text);
  const std::string collision = folder.write("robot/assets/tri.obj", kTetrahedron);
  const std::string visual = folder.write("given/m/viz.obj", kTetrahedron);
  const std::string check = "check " + robot + " --package p=" + folder.file("given") + " --export";
  expect_kept(check, collision, "a mesh of the robot");
  expect_kept(check, visual, "a mesh of the robot");
}

TEST(InputFiles, HeightsAndMeshesOfASceneAreNotOverwritten) {
  const TemporaryDirectory folder;
  const std::string hills = folder.write("hills.txt", "0 0 0\n0 0.1 0\n0 0 0\n");
  const std::string mesh = folder.write("rock.obj", kTetrahedron);
  const std::string scene = folder.write(
      "s.yaml",
      scene_of_models("  - {name: hills, heightfield: {file: hills.txt, size: [2, 2]}, "
                      "static: true}\n"
                      "  - {name: rock, mesh: {file: rock.obj}, pose: {xyz: [0, 0, 1]}}\n"));
  for (const char* option : {" --report", " --record", " --save-state"}) {
    expect_kept("run " + scene + option, hills, "the heights of model 'hills'");
    expect_kept("run " + scene + option, mesh, "a mesh of model 'rock'");
  }
  expect_kept("compare " + scene + " --json", hills, "the heights of model 'hills'");
  expect_kept("regress " + scene + " --junit", hills, "the heights of model 'hills'");
}

}  // namespace
}  // namespace cardan::test
