#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "test/support/run_command.h"
#include "test/unit/apps/cardan_command.h"

namespace {

using cardan::test::cardan_command;
using cardan::test::CommandResult;
using cardan::test::file_text;
using cardan::test::TemporaryDirectory;

constexpr const char* kScene = R"(
cardan: 1
name: ball
time: {step: 0.01, duration: 0.5}
models:
  - {name: ground, plane: {normal: [0, 0, 1], offset: 0}, static: true}
  - {name: ball, sphere: {radius: 0.1}, mass: 1, pose: {xyz: [0, 0, 0.3]}}
)";

void expect_refused(const std::string& arguments, const std::string& why) {
  const CommandResult result = cardan_command(arguments);
  EXPECT_EQ(result.exit_code, 2) << arguments;
  EXPECT_NE(result.err.find(why), std::string::npos) << result.err;
}

// The recording and the scene have one name, so that their pages have equal titles.
TEST(ViewCommand, PageOfARecordingIsThatOfTheRun) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("ball.yaml", kScene);
  const std::string page = folder.file("run.html"), recording = folder.file("ball.h5");
  EXPECT_EQ(cardan_command("run " + scene + " --html " + page + " --record " + recording).exit_code,
            0);
  const CommandResult view = cardan_command("view " + recording);
  EXPECT_EQ(view.exit_code, 0) << view.err;
  EXPECT_NE(view.out.find("31 frames"), std::string::npos) << view.out;
  // The page of the recording names its file.
  std::string of_recording = file_text(folder.file("ball.html"));
  const std::string name = R"("recording":"ball.h5")";
  const std::size_t at = of_recording.find(name);
  ASSERT_NE(at, std::string::npos);
  of_recording.replace(at, name.size(), R"("recording":"")");
  EXPECT_TRUE(of_recording == file_text(page)) << "the pages differ";
}

TEST(ViewCommand, BadInputIsOneLine) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write("ball.yaml", kScene);
  const std::string recording = folder.file("ball.h5"), text = folder.write("text.h5", "text");
  cardan_command("run " + scene + " --record " + recording);
  expect_refused("view " + folder.file("none.h5"), "file not found");
  expect_refused("view " + text, "not a readable HDF5 file");
  expect_refused("view " + recording + " -o " + recording, "the same file is named twice");
  expect_refused("view " + recording + " -o " + folder.file("none/page.html"), "cannot create");
  expect_refused("view " + recording + " --rate 0", "--rate");
  expect_refused("view " + recording + " --glb " + recording, "the same file is named twice");
  expect_refused("view " + recording + " --glb " + folder.file("x.glb") + " --inspect", "--glb");
  expect_refused("view " + recording + " --mcap " + recording, "the same file is named twice");
  expect_refused("view " + recording + " --mcap ''", "the name of the file is empty");
  expect_refused("view " + recording + " --image x.bmp", ".png, .jpg or .webp");
  expect_refused("view " + recording + " --video x.avi", ".mp4, .webm, .gif or .webp");
  expect_refused("view " + recording + " --video x.mp4 --at 1",
                 "applies only to --image and to the live view");
  expect_refused("view " + recording + " --image x.png --speed 2", "applies only to --video");
  expect_refused("view " + recording + " --dark", "applies only to --image and --video");
  for (const char* size : {"640", "640x", "8x8", "640x480x2", "640.5x480", "9000x10", "nanxinf"})
    expect_refused("view " + recording + " --image x.png --size " + size, "WIDTHxHEIGHT");
  for (const char* camera : {"1", "0,90", "0,0,0", "0,0,1,1", "a,b", "0,nan"})
    expect_refused("view " + recording + " --image x.png --camera " + camera, "AZIMUTH,ELEVATION");
  expect_refused("view " + scene + " --mcap x.mcap", "does not apply to the live view");
  expect_refused("view " + recording + " --package a=b", "--inspect");
  expect_refused("view " + scene + " --full-images", "does not apply to the live view");
  expect_refused("view " + recording + " --full-images --no-images", "--no-images");
  expect_refused("view " + scene + " --inspect", "robot");
  expect_refused("view robot.urdf --inspect --package folder", "NAME=DIR");
  expect_refused("check robot.urdf --package folder", "NAME=DIR");
  expect_refused("run " + scene + " --html-rate 5", "--html");
  expect_refused("run " + scene + " --html " + scene, "the same file is named twice");
  // With --glb alone, there is no page.
  EXPECT_EQ(cardan_command("view " + recording + " --glb " + folder.file("x.glb")).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder.file("x.glb")));
  EXPECT_FALSE(std::filesystem::exists(folder.file("ball.html")));
}

// A recording of another run has no page.
TEST(ViewCommand, RecordingWithOtherBitsIsRefused) {
  const TemporaryDirectory folder;
  const std::string robot = folder.write("ball.urdf", R"(<robot name="ball"><link name="ball">
    <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><sphere radius="0.1"/></geometry></collision></link></robot>)");
  const std::string scene = folder.write("scene.yaml", R"(
cardan: 1
time: {step: 0.01, duration: 0.1}
models:
  - {name: ball, urdf: ball.urdf, base: floating}
)");
  const std::string recording = folder.file("run.h5");
  EXPECT_EQ(cardan_command("run " + scene + " --record " + recording).exit_code, 0);
  folder.write("ball.urdf", file_text(robot) + "\n");
  expect_refused("view " + recording, "has changed since the recording was made");
}

}  // namespace
