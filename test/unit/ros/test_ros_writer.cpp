#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "cardan/robot_writers.h"
#include "cardan/urdfdom.h"
#include "test/unit/urdf/urdf_text.h"

// Files for ROS, read back by urdfdom, which is the oracle.
namespace cardan {
namespace {

using test::jointed;
using test::link;
using test::robot;
using test::shaped;

// urdfdom's model of what is written, and a comparison with cardan's reading of it.
std::shared_ptr<const urdf::ModelInterface> written_model(const std::string& source) {
  UrdfOptions options;
  options.allow_missing_meshes = true;
  const RosUrdf urdf = write_urdf_for_ros(test::inspect(source, options), source);
  const ros::UrdfdomReading reading = ros::parse_with_urdfdom(urdf.text);
  EXPECT_NE(reading.model, nullptr) << urdf.text;
  const std::vector<Diagnostic> found = ros::compare(test::inspect(urdf.text, options), reading);
  for (const Diagnostic& d : found) {
    const bool inevitable = d.message.find("does not keep") != d.message.npos;
    EXPECT_TRUE(d.severity == Severity::kInfo || inevitable) << d.message << "\n" << urdf.text;
  }
  return reading.model;
}

Vector3 in_frame(const urdf::Pose& pose, const Vector3& point) {
  const Quaternion R(pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z);
  return R.conjugate() * (point - Vector3(pose.position.x, pose.position.y, pose.position.z));
}

bool holds(const urdf::Collision& collision, const Vector3& point) {
  const Vector3 p = in_frame(collision.origin, point);
  if (collision.geometry->type == urdf::Geometry::SPHERE)
    return p.norm() <= static_cast<const urdf::Sphere&>(*collision.geometry).radius;
  const auto& cylinder = static_cast<const urdf::Cylinder&>(*collision.geometry);
  return p.head<2>().norm() <= cylinder.radius && std::abs(p.z()) <= 0.5 * cylinder.length;
}

// A point is in a capsule if its distance from the segment is at most the radius.
TEST(UrdfForRos, CapsuleIsTheUnionOfItsThreeShapes) {
  const std::string source = robot(
      "<link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" "
      "iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial><collision name=\"c\"><origin xyz=\"0.1 0.2 "
      "-0.3\" rpy=\"0.5 -0.7 1.1\"/><geometry><capsule radius=\"0.3\" length=\"0.8\"/></geometry>"
      "</collision></link>");
  const auto model = written_model(source);
  ASSERT_NE(model, nullptr);
  const auto& shapes = model->getLink("a")->collision_array;
  ASSERT_EQ(shapes.size(), 3u);
  const RigidTransform X = RigidTransform::from_xyz_rpy({0.1, 0.2, -0.3}, {0.5, -0.7, 1.1});
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int inside = 0;
  for (int k = 0; k < 20000; ++k) {
    const Vector3 point(uniform(random), uniform(random), uniform(random));
    const Vector3 p = X.inverse() * point;
    const double z = std::clamp(p.z(), -0.4, 0.4), distance = (p - Vector3(0, 0, z)).norm();
    if (std::abs(distance - 0.3) < 1e-9) continue;
    const bool any =
        holds(*shapes[0], point) || holds(*shapes[1], point) || holds(*shapes[2], point);
    EXPECT_EQ(any, distance < 0.3);
    inside += any ? 1 : 0;
  }
  EXPECT_GT(inside, 500);
}

TEST(UrdfForRos, LimitsAreSpelledOut) {
  const auto limits = [](const std::string& type, const std::string& inside) {
    const auto model = written_model(jointed(type, inside));
    return model->getJoint("j");
  };
  const auto half = limits("prismatic", "<limit lower=\"-1\"/>");
  EXPECT_EQ(half->limits->lower, -1);
  EXPECT_EQ(half->limits->upper, 1e16);
  EXPECT_EQ(half->limits->effort, 1e16);
  EXPECT_EQ(half->limits->velocity, 1e16);
  EXPECT_EQ(limits("revolute", "")->type, urdf::Joint::CONTINUOUS);
  EXPECT_EQ(limits("prismatic", "")->limits->lower, -1e16);
  const auto placeholder =
      limits("revolute", "<limit lower=\"0\" upper=\"0\" effort=\"0\" velocity=\"0\"/>");
  EXPECT_EQ(placeholder->type, urdf::Joint::CONTINUOUS);
  EXPECT_EQ(placeholder->limits->effort, 0);
  const auto damped = limits("continuous", "<dynamics friction=\"2\" spring_stiffness=\"3\"/>");
  EXPECT_EQ(damped->dynamics->damping, 0);
  EXPECT_EQ(damped->dynamics->friction, 2);
  EXPECT_EQ(limits("continuous", "<axis xyz=\"3 0 4\"/>")->axis.x, 0.6);
}

TEST(UrdfForRos, RotationsSurviveQuaternionsAndTheGimbal) {
  for (const char* origin :
       {"quat_xyzw=\"0.1 -0.2 0.3 0.927361849549570\"", "rpy=\"0.3 1.5707963267948966 0.2\"",
        "quat_xyzw=\"0 0.70710678118654757 0 0.70710678118654757\""}) {
    const std::string source =
        jointed("fixed", std::string("<origin xyz=\"1 2 3\" ") + origin + "/>");
    const Matrix3 R = test::inspect(source).joints[0].origin.pose().R;
    const auto pose = written_model(source)->getJoint("j")->parent_to_joint_origin_transform;
    const Quaternion theirs(pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z);
    EXPECT_LT((R - theirs.toRotationMatrix()).norm(), 1e-12) << origin;
  }
}

TEST(UrdfForRos, BallAndUniversalJointsBecomeHinges) {
  const auto ball = written_model(jointed("spherical", "<dynamics damping=\"0.5\"/>"));
  ASSERT_EQ(ball->joints_.size(), 3u);
  EXPECT_EQ(ball->getJoint("j")->axis.z, 1);
  for (const auto& [name, joint] : ball->joints_) {
    EXPECT_EQ(joint->type, urdf::Joint::CONTINUOUS);
    EXPECT_EQ(joint->dynamics->damping, 0.5);
  }
  const auto universal = written_model(jointed("universal", "<axis xyz=\"0 0 1\"/>"));
  ASSERT_EQ(universal->joints_.size(), 2u);
  EXPECT_EQ(universal->getJoint("j_axis1")->axis.z, 1);
  EXPECT_EQ(universal->getJoint("j")->axis.y, 1);
}

TEST(UrdfForRos, OtherElementsOfTheFileAreKept) {
  const std::string source =
      "<!-- licence -->\n<robot name=\"r\" xmlns:xacro=\"x\" version=\"1.1\">" + link("a") +
      "<transmission name=\"t\"><type>x</type></transmission>"
      "<gazebo reference=\"a\"><mu1>0.3</mu1></gazebo></robot>";
  const std::string text = write_urdf_for_ros(test::inspect(source), source).text;
  for (const char* part : {"licence", "<transmission name=\"t\">", "<mu1>0.3</mu1>"})
    EXPECT_NE(text.find(part), std::string::npos) << text;
  for (const char* part : {"xacro", "version"})
    EXPECT_EQ(text.find(part), std::string::npos) << text;
}

TEST(UrdfForRos, ColoursOfOneNameStayApart) {
  std::string visuals;
  for (const char* color : {"1 0 0 1", "0 1 0 1", "1 0 0 1"}) {
    visuals += std::string(
                   "<visual><geometry><sphere radius=\"1\"/></geometry><material "
                   "name=\"m\"><color rgba=\"") +
               color + "\"/></material></visual>";
  }
  const auto model = written_model(robot("<link name=\"a\">" + visuals + "</link>"));
  const auto& shapes = model->getLink("a")->visual_array;
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_EQ(shapes[0]->material->color.r, 1);
  EXPECT_EQ(shapes[1]->material->color.g, 1);
  EXPECT_EQ(shapes[2]->material->color.r, 1);
}

TEST(UrdfForRos, ShapesAndJointsWithoutCounterpartAreNamed) {
  for (const std::string& source : {shaped("<ellipsoid a=\"1\" b=\"2\" c=\"3\"/>"),
                                    jointed("screw", "<cardan:screw pitch=\"0.1\"/>")}) {
    try {
      write_urdf_for_ros(test::inspect(source), source);
      FAIL() << source;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("t.urdf:"), std::string::npos) << error.what();
    }
  }
}

TEST(UrdfForRos, OwnRobotsAreReadBack) {
  int robots = 0;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(CARDAN_SOURCE_DIR) / "data" / "robots")) {
    if (entry.path().extension() != ".urdf") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    SCOPED_TRACE(entry.path().string());
    UrdfOptions options;
    options.directory = entry.path().parent_path().string();
    const RosUrdf urdf = write_urdf_for_ros(
        inspect_urdf_text(text.str(), entry.path().string(), options), text.str());
    EXPECT_NE(ros::parse_with_urdfdom(urdf.text).model, nullptr);
    options.allow_outside = true;
    const RobotModel before =
        build_robot(read_urdf_text(text.str(), entry.path().string(), options));
    const RobotModel after = build_robot(read_urdf_text(urdf.text, entry.path().string(), options));
    ASSERT_EQ(before.skeleton->nv(), after.skeleton->nv());
    for (int body = 0; body < before.skeleton->num_bodies(); ++body) {
      const auto i = static_cast<std::size_t>(body);
      EXPECT_LT((before.skeleton->inertia[i].inertia - after.skeleton->inertia[i].inertia).norm(),
                1e-12);
      EXPECT_NEAR(before.skeleton->inertia[i].mass, after.skeleton->inertia[i].mass, 1e-12);
    }
    ++robots;
  }
  EXPECT_GE(robots, 4);
}

}  // namespace
}  // namespace cardan
