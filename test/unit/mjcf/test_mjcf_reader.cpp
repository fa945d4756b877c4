#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "cardan/mjcf_description.h"
#include "cardan/robot_model.h"
#include "dynamics/mjcf/mjcf_trees.h"

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

// In MuJoCo, a motor sets every parameter of an actuator that is not its own.
TEST(MjcfReader, MotorsAndServosHaveNoFilterOfADefault) {
  const MjcfDescription model = inspect(
      "<default><general dyntype=\"filter\" dynprm=\".5\"/></default>"
      "<worldbody><body><joint name=\"j\"/><geom size=\".1\"/></body></worldbody><actuator>"
      "<motor joint=\"j\"/><velocity joint=\"j\"/><damper joint=\"j\"/><general joint=\"j\"/>"
      "<position joint=\"j\" timeconst=\"0\"/></actuator>");
  ASSERT_EQ(model.actuators.size(), 5U);
  EXPECT_EQ(model.actuators[0].dynamics, "none");
  EXPECT_EQ(model.actuators[1].dynamics, "none");
  EXPECT_EQ(model.actuators[2].dynamics, "none");
  EXPECT_EQ(model.actuators[3].dynamics, "filter");
  EXPECT_EQ(model.actuators[4].dynamics, "none");
}

// kv = 2 ζ √(kp m), with the inertia m that the joint moves over gear² [MuJoCo: dof_M0].
TEST(MjcfReader, ARatioOfDampingUsesTheInertiaThatTheJointMoves) {
  const MjcfDescription model = inspect(
      "<worldbody><body><joint name=\"h\" axis=\"0 1 0\" pos=\"0 0 1\" armature=\".3\"/>"
      "<geom size=\".1\" mass=\"2\"/><body pos=\"0 0 -1\"><joint name=\"s\" type=\"slide\"/>"
      "<geom size=\".1\" mass=\"3\"/></body></body></worldbody>"
      "<tendon><fixed name=\"t\"><joint joint=\"h\" coef=\"2\"/><joint joint=\"s\" coef=\"1\"/>"
      "</fixed></tendon><actuator>"
      "<position joint=\"h\" kp=\"50\" dampratio=\".7\" gear=\"4\"/>"
      "<position joint=\"s\" kp=\"50\" dampratio=\"1\"/>"
      "<position tendon=\"t\" kp=\"50\" dampratio=\"1\"/>"
      "<general joint=\"s\" gainprm=\"50\" biastype=\"affine\" biasprm=\"0 -50 1\"/></actuator>");
  ASSERT_EQ(model.first_error(), nullptr);
  const double ball = 0.4 * 0.01, hinge = 0.3 + 2 * (ball + 1) + 3 * (ball + 4);
  EXPECT_NEAR(model.actuators[0].bias[2], -2 * 0.7 * std::sqrt(50 * hinge / 16), 1e-12);
  EXPECT_NEAR(model.actuators[1].bias[2], -2 * std::sqrt(50 * 3.0), 1e-12);
  EXPECT_NEAR(model.actuators[2].bias[2], -2 * std::sqrt(50 * (hinge / 4 + 3)), 1e-12);
  EXPECT_NEAR(model.actuators[3].bias[2], -2 * std::sqrt(50 * 3.0), 1e-12);
}

TEST(MjcfReader, ARangeOfCtrlIsInherited) {
  const auto read = [](const std::string& servo, const std::string& joint) {
    return inspect("<worldbody><body><joint name=\"j\" type=\"slide\" " + joint +
                   "/><geom size=\".1\"/></body></worldbody><actuator><position joint=\"j\" " +
                   servo + "/></actuator>");
  };
  const MjcfDescription model = read("inheritrange=\".5\"", "range=\"1 3\"");
  ASSERT_EQ(model.first_error(), nullptr);
  EXPECT_TRUE(model.actuators.at(0).ctrl_limited);
  EXPECT_EQ(model.actuators.at(0).ctrl_range, (std::array<double, 2>{1.5, 2.5}));
  EXPECT_NE(said(read("inheritrange=\"1\"", ""), Severity::kError, "needs a joint"), "");
  EXPECT_NE(said(read("inheritrange=\"1\" ctrlrange=\"0 1\"", "range=\"1 3\""), Severity::kError,
                 "cannot be combined"),
            "");
}

// Closed forms: the area of a spheroid, and the moments of a thin spherical shell. MuJoCo 2.2.2
// refuses this attribute.
TEST(MjcfReader, AShellThatIsAnEllipsoidHasItsMassOnTheSurface) {
  const auto shell = [](const std::string& attributes) {
    const MjcfDescription model = inspect(
        "<worldbody><body><geom type=\"ellipsoid\" "
        "shellinertia=\"true\" " +
        attributes + "/></body></worldbody>");
    EXPECT_EQ(model.first_error(), nullptr);
    return model.bodies.at(1).inertia;
  };
  constexpr double kPi = 3.14159265358979323846;
  const SpatialInertia ball = shell("size=\".2 .2 .2\" mass=\"3\"");
  EXPECT_NEAR(ball.mass, 3, 1e-12);
  EXPECT_LT((ball.inertia - 2.0 / 3 * 3 * 0.04 * Matrix3::Identity()).norm(), 1e-12);
  const double a = 0.1, c = 0.3, e = std::sqrt(1 - a * a / (c * c));
  EXPECT_NEAR(shell("size=\".1 .1 .3\" density=\"5\"").mass,
              5 * 2 * kPi * a * (a + c / e * std::asin(e)), 1e-10);
  // A box around it has larger moments, and the order of the axes is that of the sizes.
  const SpatialInertia uneven = shell("size=\".1 .2 .3\" mass=\"2\"");
  EXPECT_NEAR(uneven.mass, 2, 1e-12);
  EXPECT_GT(uneven.inertia(0, 0), uneven.inertia(1, 1));
  EXPECT_GT(uneven.inertia(1, 1), uneven.inertia(2, 2));
  // By a sum over a fine grid of angles.
  Vector4 sum = Vector4::Zero();
  constexpr int kParts = 800;
  for (int i = 0; i < kParts; ++i)
    for (int j = 0; j < kParts; ++j) {
      const double t = (i + 0.5) * kPi / kParts, p = (j + 0.5) * 2 * kPi / kParts;
      const Vector3 x(0.1 * std::sin(t) * std::cos(p), 0.2 * std::sin(t) * std::sin(p),
                      0.3 * std::cos(t));
      const Vector3 dt(0.1 * std::cos(t) * std::cos(p), 0.2 * std::cos(t) * std::sin(p),
                       -0.3 * std::sin(t));
      const Vector3 dp(-0.1 * std::sin(t) * std::sin(p), 0.2 * std::sin(t) * std::cos(p), 0);
      const double area = dt.cross(dp).norm();
      sum += area * Vector4(1, x.x() * x.x(), x.y() * x.y(), x.z() * x.z());
    }
  EXPECT_NEAR(uneven.inertia(0, 0), 2 * (sum[2] + sum[3]) / sum[0], 1e-6);
  EXPECT_NEAR(uneven.inertia(2, 2), 2 * (sum[1] + sum[2]) / sum[0], 1e-6);
}

// MuJoCo's documentation of <replicate> has these names and poses.
TEST(MjcfReader, CopiesHaveTheNamesAndPosesOfMujoco) {
  const MjcfDescription model = inspect(
      "<worldbody><replicate count=\"2\" offset=\"0 1 0\" euler=\"90 0 0\">"
      "<replicate count=\"2\" sep=\"-\" offset=\"1 0 0\" euler=\"0 90 0\">"
      "<body name=\"b\"><joint name=\"j\"/><geom size=\".1\"/><site name=\"s\"/></body>"
      "</replicate></replicate><replicate count=\"12\"><site name=\"t\"/></replicate></worldbody>"
      "<actuator><motor name=\"m\" joint=\"j\"/></actuator>"
      "<sensor><gyro name=\"g\" site=\"s\"/></sensor>");
  ASSERT_EQ(model.first_error(), nullptr) << model.first_error()->message;
  const std::vector<std::string> names{"b-00", "b-10", "b-01", "b-11"};
  const std::vector<Vector3> places{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  const std::vector<Quaternion> turns{Quaternion(1, 0, 0, 0), Quaternion(1, 0, 1, 0),
                                      Quaternion(1, 1, 0, 0), Quaternion(0.5, 0.5, 0.5, 0.5)};
  ASSERT_EQ(model.bodies.size(), 5U);
  ASSERT_EQ(model.actuators.size(), 4U);
  ASSERT_EQ(model.sensors.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    const mjcf::Body& body = model.bodies[i + 1];
    EXPECT_EQ(body.name, names[i]);
    EXPECT_LT((body.X_PB.p - places[i]).norm(), 1e-12);
    EXPECT_LT((body.X_PB.R - turns[i].normalized().toRotationMatrix()).norm(), 1e-12);
    EXPECT_EQ(model.joints[static_cast<std::size_t>(model.actuators[i].target)].body,
              static_cast<int>(i + 1));
    EXPECT_EQ(model.sensors[i].object, "s" + names[i].substr(1));
    EXPECT_EQ(model.sensors[i].name, "g" + names[i].substr(1));
  }
  EXPECT_EQ(model.sites.at(0).name, "t00");
  EXPECT_EQ(model.sites.at(11).name, "t11");
  // Each level multiplies the copies.
  std::string nested = "<site/>";
  for (int i = 0; i < 9; ++i) nested = "<replicate count=\"100\">" + nested + "</replicate>";
  EXPECT_NE(said(inspect("<worldbody>" + nested + "</worldbody>"), Severity::kError, "too many"),
            "");
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

// MuJoCo's filters: a joint, and the joints of one body, separate two bodies that do not collide;
// a body with mass between two others does not.
TEST(MjcfTrees, BodiesOnBothSidesOfAnEmptyBodyCollide) {
  const auto adjacent = [](const std::string& flag) {
    const MjcfDescription model = read_mjcf_text(
        "<mujoco><option><flag " + flag +
            "/></option><worldbody><body name=\"a\"><joint/><geom size=\"1\"/>"
            "<body name=\"empty\"><joint/><inertial pos=\"0 0 0\" mass=\"1\" "
            "diaginertia=\"1 1 1\"/><body name=\"b\"><joint axis=\"1 0 0\"/><joint axis=\"0 1 0\"/>"
            "<geom size=\"1\"/><body name=\"c\"><joint/><joint pos=\"0 0 1\"/><geom size=\"1\"/>"
            "</body></body></body></body></worldbody></mujoco>",
        "model.xml");
    const RobotModel robot = build_robot(mjcf_parts(model).trees.at(0).robot);
    std::vector<std::string> pairs;
    const auto name = [&](int body) {
      return body < 0 ? "" : robot.skeleton->body_name[static_cast<std::size_t>(body)];
    };
    for (const auto& [x, y] : robot.adjacent_bodies) pairs.push_back(name(x) + " " + name(y));
    return pairs;
  };
  const std::vector<std::string> pairs = adjacent("filterparent=\"enable\"");
  for (const char* expected : {"a empty", "empty b", "b c:c_hinge2"})
    EXPECT_EQ(std::count(pairs.begin(), pairs.end(), expected), 1)
        << expected << testing::PrintToString(pairs);
  EXPECT_EQ(std::count(pairs.begin(), pairs.end(), "a b"), 0);
  EXPECT_TRUE(adjacent("filterparent=\"disable\"").empty());
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
