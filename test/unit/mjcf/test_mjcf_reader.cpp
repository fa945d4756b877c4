#include <gtest/gtest.h>

#include <algorithm>

#include "cardan/core/error.h"
#include "cardan/dynamics/mjcf/mjcf_reader.h"
#include "cardan/dynamics/mjcf/mjcf_trees.h"
#include "cardan/dynamics/urdf/robot_model.h"

namespace cardan {
namespace {

MjcfDescription inspect(const std::string& inner) {
  return inspect_mjcf_text("<mujoco>\n" + inner + "\n</mujoco>\n", "model.xml");
}

// The message of this severity that holds a text, with its line; "" if there is none.
std::string said(const MjcfDescription& model, Severity severity, const std::string& part) {
  for (const Diagnostic& d : model.diagnostics) {
    if (d.severity == severity && d.message.find(part) != std::string::npos)
      return std::to_string(d.line) + ": " + d.message;
  }
  return "";
}

TEST(MjcfReader, RefusalsNameFileLineElementAndHint) {
  const std::string text =
      "<mujoco>\n<worldbody>\n<body name=\"a\">\n<joint axis=\"0 0 "
      "0\"/>\n</body></worldbody></mujoco>";
  try {
    (void)read_mjcf_text(text, "model.xml");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "model.xml:4: joint: the axis is zero");
  }
}

TEST(MjcfReader, WhatIsLeftOutIsToldWithItsLine) {
  const MjcfDescription model = inspect(
      "<worldbody>\n<geom type=\"box\" size=\"1 1 1\" frction=\"1\" margin=\".1\"/>\n"
      "<camera name=\"eye\"/>\n<body><composite type=\"rope\"/></body>\n</worldbody>\n"
      "<actuator>\n<muscle joint=\"none\"/></actuator><sensr/>");
  EXPECT_EQ(said(model, Severity::kWarning, "frction"),
            "3: attribute 'frction' is not known and left out; did you mean 'friction'?");
  EXPECT_EQ(said(model, Severity::kInfo, "margin").substr(0, 2), "3:");
  EXPECT_EQ(said(model, Severity::kInfo, "<camera>").substr(0, 2), "4:");
  EXPECT_EQ(said(model, Severity::kWarning, "<composite>").substr(0, 2), "5:");
  EXPECT_EQ(said(model, Severity::kWarning, "<muscle>").substr(0, 2), "8:");
  EXPECT_EQ(said(model, Severity::kWarning, "sensr"),
            "8: <sensr> is not known here and left out; did you mean <sensor>?");
  EXPECT_EQ(model.first_error(), nullptr);
}

TEST(MjcfReader, ErrorsAreFound) {
  const auto fails = [](const std::string& inner, const std::string& message) {
    const MjcfDescription model = inspect(inner);
    EXPECT_NE(said(model, Severity::kError, message), "") << inner;
  };
  fails("<worldbody><geom size=\"a\"/></worldbody>", "is not a number");
  fails("<worldbody><geom size=\"1 2 3 4\"/></worldbody>", "holds 4 numbers; expected 1 to 3");
  fails("<worldbody><geom type=\"bx\" size=\"1\"/></worldbody>", "geom type 'bx' is not known");
  fails("<worldbody><geom/></worldbody>", "needs 1 sizes above zero");
  fails("<worldbody><body name=\"a\"/><body name=\"a\"/></worldbody>", "are named 'a'");
  fails("<worldbody><geom class=\"c\" size=\"1\"/></worldbody>", "there is no class 'c'");
  fails("<worldbody><geom type=\"mesh\" mesh=\"m\"/></worldbody>", "there is no mesh 'm'");
  fails("<worldbody><body quat=\"0 0 0 0\"/></worldbody>", "defines no rotation");
  fails("<worldbody><body><body><freejoint/></body></body></worldbody>", "child of the world only");
  fails("<worldbody><body><joint range=\"1 0\"/></body></worldbody>", "range of a limited joint");
  fails("<compiler coordinate=\"global\"/><worldbody/>", "global coordinates");
  fails("<include file=\"none.xml\"/><worldbody/>", "not found");
  fails("<option timestep=\"0\"/><worldbody/>", "must be above zero");
  fails("<contact><exclude body1=\"a\" body2=\"b\"/></contact><worldbody/>",
        "there is no body 'a'");
  fails("", "no <worldbody>");
}

TEST(MjcfReader, RootDecidesWhetherAFileIsMjcf) {
  const std::string models = std::string(CARDAN_SOURCE_DIR) + "/test/unit/mjcf/models/";
  EXPECT_TRUE(is_mjcf_file(models + "hinge.xml"));
  EXPECT_FALSE(is_mjcf_file(models + "parts/leg.xml"));
  EXPECT_FALSE(is_mjcf_file(std::string(CARDAN_SOURCE_DIR) + "/data/robots/quadruped.urdf"));
  EXPECT_FALSE(is_mjcf_file("no_such_file.xml"));
}

TEST(MjcfReader, ElevationIsNormalisedAndItsFirstRowHasTheGreatestY) {
  const MjcfDescription model = inspect(
      "<asset><hfield name=\"h\" nrow=\"3\" ncol=\"2\" elevation=\"0 1 2 3 5 4\" "
      "size=\"2 1 .5 .1\"/></asset><worldbody><geom type=\"hfield\" hfield=\"h\"/></worldbody>");
  ASSERT_EQ(model.first_error(), nullptr);
  EXPECT_EQ(model.hfields.at(0).elevation, (std::vector<double>{1, 0.8, 0.4, 0.6, 0, 0.2}));
}

TEST(MjcfTrees, JointsHaveTheCoordinatesOfTheFile) {
  const MjcfDescription model = read_mjcf_text(
      "<mujoco><worldbody><body name=\"a\"><joint name=\"s\" type=\"slide\" range=\"-1 1\"/>"
      "<joint name=\"h\" pos=\"0 0 1\"/><geom size=\"1\"/></body></worldbody></mujoco>",
      "model.xml");
  const MjcfParts parts = mjcf_parts(model);
  ASSERT_EQ(parts.trees.size(), 1U);
  const RobotModel robot = build_robot(parts.trees[0].robot);
  EXPECT_EQ(robot.base, RobotBase::kFixed);
  ASSERT_EQ(robot.skeleton->num_joints(), 2);
  EXPECT_EQ(robot.skeleton->joints[0].name, "s");
  EXPECT_EQ(robot.skeleton->dof[0].lower, -1);
  EXPECT_GE(robot.skeleton->find_frame("a"), 0);
  EXPECT_FALSE(robot.skeleton->dof[0].actuated);
}

TEST(MjcfTrees, BodiesFixedToTheWorldBecomeStaticModels) {
  const MjcfDescription model = read_mjcf_text(
      "<mujoco><worldbody><geom type=\"plane\" size=\"1 1 1\"/><body name=\"wall\" pos=\"1 2 3\">"
      "<geom size=\"1\"/></body><body name=\"shown\"><geom size=\"1\" contype=\"0\" "
      "conaffinity=\"0\"/></body></worldbody></mujoco>",
      "model.xml");
  const MjcfParts parts = mjcf_parts(model);
  ASSERT_EQ(parts.statics.size(), 2U);
  EXPECT_EQ(parts.statics[0].name, "ground");
  EXPECT_EQ(parts.statics[1].name, "wall");
  EXPECT_EQ(parts.statics[1].pose.p, Vector3(1, 2, 3));
  EXPECT_TRUE(parts.trees.empty());
}

}  // namespace
}  // namespace cardan
