#include <console_bridge/console.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cardan/urdfdom.h"
#include "test/unit/urdf/urdf_text.h"

// Robots as read by ROS tools. The expected words follow from urdfdom's source and the XML, not
// from cardan's comparison.
namespace cardan {
namespace {

using test::jointed;
using test::link;
using test::robot;
using test::shaped;

std::vector<Diagnostic> compared(const std::string& text) {
  UrdfOptions options;
  options.allow_missing_meshes = true;
  return ros::compare(test::inspect(text, options), ros::parse_with_urdfdom(text));
}

struct Difference {
  std::string text;
  int line;
  const char* words;
};

constexpr const char* kLimit = "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/>";

TEST(AsRos, EachDifferenceIsToldOnceWithItsLine) {
  const Difference differences[] = {
      {shaped("<capsule radius=\"1\" length=\"2\"/>"), 2, "no collision shape"},
      {shaped("<box size=\"1 1 1\"/></geometry></collision><collision><geometry><ellipsoid "
              "a=\"1\" b=\"1\" c=\"1\"/></geometry></collision><collision><geometry>"
              "<box size=\"1 1 1\"/>"),
       3, "1 of 3 collision shapes"},
      {robot("<link name=\"a\">\n<inertial><mass value=\"2\"/><inertia ixx=\"1\" iyy=\"1\" "
             "izz=\"1\"/></inertial>\n<collision><geometry><sphere radius=\"1\"/></geometry>"
             "</collision></link>"),
       3, "a mass of 2 kg without inertia, no collision shape"},
      {robot("<link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" "
             "ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>\n<visual><geometry>"
             "<cone/></geometry></visual><collision><geometry><sphere radius=\"1\"/></geometry>"
             "</collision></link>"),
       3, "no visual, no collision shape"},
      {jointed("revolute", "<limit effort=\"1\" velocity=\"1\"/>"), 5, "lock the joint"},
      {jointed("revolute", "<limit lower=\"-1\" effort=\"1\" velocity=\"1\"/>"), 5,
       "cardan reads -1 and none"},
      {jointed("revolute", "<limit lower=\"2\" upper=\"1\" effort=\"1\" velocity=\"1\"/>"), 5,
       "the bounds 2 and 1; cardan reads none"},
      {jointed("revolute", "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"0\"/>"), 5,
       "the limit 0 of the velocity"},
      {jointed("revolute", "<limit lower=\"-1\" upper=\"1\" effort=\"-1\" velocity=\"1\"/>"), 5,
       "the limit -1 of the effort"},
      {jointed("revolute", "<limit lower=\"-1\" upper=\"1\" effort=\"1\"/>"), 5, "no velocity"},
      {jointed("revolute", ""), 4, "does not specify limits"},
      {jointed("prismatic", ""), 4, "refuses the robot"},
      {jointed("spherical", ""), 4, "no known type"},
      {jointed("continuous", "<dynamics/>"), 4, "refuses the robot"},
      {jointed("continuous", "<axis xyz=\"1 0 0.5\"/>"), 4, "length of 1.11803"},
      {jointed("continuous", "<dynamics damping=\"1\" spring_stiffness=\"2\"/>"), 4,
       "the spring of 2"},
      {jointed("continuous", "<dynamics damping=\"1\" armature=\"0.5\"/>"), 4,
       "the armature of 0.5"},
      {jointed("continuous", "<mimic joint=\"k\"/>"), 4, "cardan lets the joint move freely"},
      {jointed("fixed", "<origin xyz=\"0,0,1\"/>"), 4, "refuses the robot"},
      {jointed("fixed", "<origin quat_xyzw=\"1 0 0 0\"/>"), 4, "reads no rotation"},
      {"<robot name=\"r\" version=\"1.1\">\n" + link("a") + "</robot>", 1, "refuses the robot"},
      {robot(link("a") + "<joint name=\"j\" type=\"fixed\"><parent link=\"world\"/><child "
                         "link=\"a\"/></joint>"),
       3, "parent link [world]"},
      {robot("<link name=\"a\"><inertial><mass value=\"1 \"/><inertia ixx=\"1\" ixy=\"0\" "
             "ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>"),
       2, "urdfdom stops here"},
  };
  for (const Difference& difference : differences) {
    const std::vector<Diagnostic> found = compared(difference.text);
    const std::string all = difference.text + "\n" + test::listed(found);
    EXPECT_EQ(test::count(found, Severity::kWarning), 1) << all;
    const Diagnostic* one = test::find(found, Severity::kWarning, difference.words);
    ASSERT_NE(one, nullptr) << all;
    EXPECT_EQ(one->line, difference.line) << all;
  }
}

TEST(AsRos, WhatIsTheSameCausesNoDifference) {
  for (const std::string& text :
       {jointed("revolute", kLimit), jointed("planar", "<axis xyz=\"0 0 1\"/>"),
        jointed("prismatic",
                "<limit lower=\"-1e16\" upper=\"1e16\" effort=\"1e9\" "
                "velocity=\"1e9\"/><dynamics damping=\"1\" friction=\"2\"/>"),
        jointed("continuous", "<limit effort=\"0\" velocity=\"1\"/>"), jointed("floating", ""),
        jointed("fixed", "<origin xyz=\"1 2 3\" rpy=\"0.1 -1.5 3\"/><mimic joint=\"j\"/>"),
        shaped("<mesh filename=\"a.stl\" scale=\"1 -1 1\"/>"), shaped("<sphere radius=\"0\"/>"),
        shaped("<cylinder radius=\"1\" length=\"2\"/>")}) {
    const std::vector<Diagnostic> found = compared(text);
    EXPECT_EQ(test::count(found, Severity::kWarning), 0) << text << test::listed(found);
  }
}

TEST(AsRos, OrderAndSurfaceDataAreNotes) {
  const std::string joint =
      "<joint name=\"%\" type=\"continuous\"><parent link=\"a\"/><child link=\"%\"/></joint>";
  std::string text = link("a") + link("z") + link("b");
  for (const char* name : {"z", "b"}) {
    std::string one = joint;
    for (std::size_t at = 0; (at = one.find('%')) != one.npos;) one.replace(at, 1, name);
    text += one;
  }
  const std::vector<Diagnostic> found = compared(robot(text));
  EXPECT_EQ(test::count(found, Severity::kWarning), 0);
  EXPECT_NE(test::find(found, Severity::kInfo, "by name: b, z;"), nullptr) << test::listed(found);
}

TEST(AsRos, MessagesAreCaughtAndTheReceiverIsRestored) {
  console_bridge::OutputHandler* const before = console_bridge::getOutputHandler();
  const console_bridge::LogLevel level = console_bridge::getLogLevel();
  testing::internal::CaptureStderr();
  const ros::UrdfdomReading reading =
      ros::parse_with_urdfdom(shaped("<capsule radius=\"1\" length=\"1\"/>"));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  ASSERT_EQ(reading.messages.size(), 2u);
  EXPECT_EQ(reading.messages[0].text, "Unknown geometry type 'capsule'");
  EXPECT_EQ(console_bridge::getOutputHandler(), before);
  EXPECT_EQ(console_bridge::getLogLevel(), level);
}

TEST(AsRos, DamagedTextsAreRefusedWithoutAnException) {
  const std::string whole = jointed("revolute", kLimit);
  for (std::size_t length = 0; length < whole.size(); length += 7) {
    const std::string text = whole.substr(0, length);
    EXPECT_NO_THROW(compared(text)) << text;
  }
  for (const std::string& text :
       {std::string("\0\1\2", 3), std::string("<robot"),
        std::string("<robot name=\"r\" version=\"x\"/>"), std::string(1 << 20, '<')}) {
    EXPECT_EQ(ros::parse_with_urdfdom(text).model, nullptr);
  }
}

}  // namespace
}  // namespace cardan
