#include <console_bridge/console.h>
#include <urdf_model/link.h>
#include <urdf_parser/urdf_parser.h>

#include "cardan/error.h"
#include "cardan/robot_writers.h"
#include "cardan/urdf.h"
#include "test/unit/urdf/shared_robots.h"

/// urdfdom as an oracle: files that it reads without loss must give an equal robot.
namespace cardan {
namespace {

constexpr double kSame = 1e-15;

RigidTransform transform_of(const urdf::Pose& pose) {
  const Quaternion q(pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z);
  return {q.toRotationMatrix(), Vector3(pose.position.x, pose.position.y, pose.position.z)};
}

void expect_same_pose(const RigidTransform& ours, const urdf::Pose& theirs) {
  const RigidTransform other = transform_of(theirs);
  EXPECT_LT((ours.p - other.p).norm(), kSame * (1 + other.p.norm()));
  EXPECT_LT((ours.R - other.R).norm(), 4 * kSame);  // urdfdom stores a quaternion
}

void expect_same_joint(const JointRecord& ours, const urdf::Joint& theirs) {
  SCOPED_TRACE("joint " + ours.name);
  static const std::map<int, JointType> kTypes = {{urdf::Joint::REVOLUTE, JointType::kRevolute},
                                                  {urdf::Joint::CONTINUOUS, JointType::kContinuous},
                                                  {urdf::Joint::PRISMATIC, JointType::kPrismatic},
                                                  {urdf::Joint::FLOATING, JointType::kFloating},
                                                  {urdf::Joint::PLANAR, JointType::kPlanar},
                                                  {urdf::Joint::FIXED, JointType::kFixed}};
  EXPECT_EQ(ours.type, kTypes.at(theirs.type));
  EXPECT_EQ(ours.parent, theirs.parent_link_name);
  EXPECT_EQ(ours.child, theirs.child_link_name);
  expect_same_pose(ours.origin.pose(), theirs.parent_to_joint_origin_transform);
  if (ours.type != JointType::kFixed && ours.type != JointType::kFloating) {
    const Vector3 axis(theirs.axis.x, theirs.axis.y, theirs.axis.z);
    EXPECT_LT((ours.axis - axis.normalized()).norm(), kSame);
  }
  if (ours.type != JointType::kFixed && theirs.dynamics) {
    EXPECT_NEAR(ours.damping, theirs.dynamics->damping, kSame);
    EXPECT_NEAR(ours.friction, theirs.dynamics->friction, kSame);
  }
  if (!theirs.limits) return;
  if (ours.lower && ours.upper) {
    EXPECT_NEAR(*ours.lower, theirs.limits->lower, kSame);
    EXPECT_NEAR(*ours.upper, theirs.limits->upper, kSame);
  }
  EXPECT_EQ(ours.effort.value_or(theirs.limits->effort), theirs.limits->effort);
  EXPECT_EQ(ours.velocity.value_or(theirs.limits->velocity), theirs.limits->velocity);
}

void expect_same_inertial(const LinkRecord& ours, const urdf::Link& theirs) {
  SCOPED_TRACE("link " + ours.name);
  ASSERT_EQ(ours.inertial.has_value(), theirs.inertial != nullptr);
  if (!ours.inertial) return;
  const urdf::Inertial& other = *theirs.inertial;
  EXPECT_EQ(ours.inertial->mass.value_or(0), other.mass);
  expect_same_pose(ours.inertial->origin.pose(), other.origin);
  Matrix3 inertia;
  inertia << other.ixx, other.ixy, other.ixz, other.ixy, other.iyy, other.iyz, other.ixz, other.iyz,
      other.izz;
  EXPECT_EQ(ours.inertial->inertia.value_or(Matrix3::Zero()), inertia);
}

void expect_same_shape(const ShapeRecord& ours, const urdf::Collision& theirs) {
  expect_same_pose(ours.origin.pose(), theirs.origin);
  const GeometryRecord& geometry = ours.geometry;
  if (theirs.geometry->type == urdf::Geometry::BOX) {
    const auto& box = static_cast<const urdf::Box&>(*theirs.geometry);
    EXPECT_EQ(geometry.size, Vector3(box.dim.x, box.dim.y, box.dim.z));
  } else if (theirs.geometry->type == urdf::Geometry::SPHERE) {
    EXPECT_EQ(geometry.size.x(), static_cast<const urdf::Sphere&>(*theirs.geometry).radius);
  } else if (theirs.geometry->type == urdf::Geometry::CYLINDER) {
    const auto& cylinder = static_cast<const urdf::Cylinder&>(*theirs.geometry);
    EXPECT_EQ(geometry.size.head<2>(), Vector2(cylinder.radius, cylinder.length));
  } else {
    const auto& mesh = static_cast<const urdf::Mesh&>(*theirs.geometry);
    EXPECT_EQ(ours.mesh_uri, mesh.filename);
    EXPECT_EQ(geometry.mesh_scale, Vector3(mesh.scale.x, mesh.scale.y, mesh.scale.z));
  }
}

void compare(const RobotDescription& ours, const urdf::ModelInterface& theirs) {
  EXPECT_EQ(ours.name, theirs.getName());
  EXPECT_EQ(ours.root, theirs.getRoot()->name);
  ASSERT_EQ(ours.links.size(), theirs.links_.size());
  ASSERT_EQ(ours.joints.size(), theirs.joints_.size());
  for (const JointRecord& joint : ours.joints) {
    const auto other = theirs.getJoint(joint.name);
    ASSERT_NE(other, nullptr) << joint.name;
    expect_same_joint(joint, *other);
  }
  for (const LinkRecord& link : ours.links) {
    const auto other = theirs.getLink(link.name);
    ASSERT_NE(other, nullptr) << link.name;
    expect_same_inertial(link, *other);
    ASSERT_EQ(link.collisions.size(), other->collision_array.size());
    for (std::size_t i = 0; i < link.collisions.size(); ++i) {
      expect_same_shape(link.collisions[i], *other->collision_array[i]);
    }
  }
}

int compare_file(const std::string& file) {
  SCOPED_TRACE(file);
  UrdfOptions options;
  options.allow_missing_meshes = true;
  console_bridge::setLogLevel(console_bridge::CONSOLE_BRIDGE_LOG_NONE);
  const auto theirs = urdf::parseURDFFile(file);
  if (!theirs) return 0;
  compare(read_urdf(file, options), *theirs);
  return 1;
}

// The other robots have capsules, which this urdfdom drops.
TEST(UrdfdomOracle, ShippedRobotsWithoutCapsulesAgreeWithUrdfdom) {
  const std::filesystem::path folder = std::filesystem::path(CARDAN_SOURCE_DIR) / "data" / "robots";
  for (const char* file : {"cube.urdf", "pendulum.urdf"}) {
    EXPECT_EQ(compare_file((folder / file).string()), 1);
  }
}

TEST(UrdfdomOracle, SharedRobotsAgreeWithUrdfdom) {
  int compared = 0;
  for (const test::RobotRow& row : test::shared_robot_rows()) {
    if (row.urdfdom == "OK") compared += compare_file(row.file);
  }
  if (compared == 0) GTEST_SKIP() << "no collection of robots beside the checkout";
  EXPECT_GE(compared, 50);
}

// A file written for trees of joints that URDF has must be URDF for others too.
int compare_written(const std::string& file) {
  SCOPED_TRACE(file);
  UrdfOptions options;
  options.allow_missing_meshes = true;
  const RobotModel robot = load_robot(file, options);
  for (const JointInfo& joint : robot.skeleton->joints) {
    if (joint.type == JointType::kSpherical) return 0;
  }
  console_bridge::setLogLevel(console_bridge::CONSOLE_BRIDGE_LOG_NONE);
  const std::string text = write_urdf(*robot.skeleton);
  const auto theirs = urdf::parseURDF(text);
  EXPECT_NE(theirs, nullptr) << text;
  if (!theirs) return 0;
  const RobotDescription ours = read_urdf_text(text, "written.urdf");
  EXPECT_EQ(ours.root, theirs->getRoot()->name);
  EXPECT_EQ(ours.links.size(), theirs->links_.size());
  for (const JointRecord& joint : ours.joints) {
    const auto other = theirs->getJoint(joint.name);
    EXPECT_NE(other, nullptr) << joint.name;
    if (!other) continue;
    EXPECT_EQ(ours.joints.size(), theirs->joints_.size());
    expect_same_pose(joint.origin.pose(), other->parent_to_joint_origin_transform);
    EXPECT_EQ(joint.mimic.has_value(), other->mimic != nullptr);
  }
  for (const LinkRecord& link : ours.links) {
    expect_same_inertial(link, *theirs->getLink(link.name));
  }
  return 1;
}

TEST(UrdfdomOracle, UrdfdomReadsExportedFiles) {
  const std::filesystem::path folder = std::filesystem::path(CARDAN_SOURCE_DIR) / "data" / "robots";
  int compared = 0;
  for (const char* file : {"cube.urdf", "pendulum.urdf", "arm7.urdf", "quadruped.urdf"}) {
    compared += compare_written((folder / file).string());
  }
  EXPECT_EQ(compared, 4);
  for (const test::RobotRow& row : test::shared_robot_rows()) compared += compare_written(row.file);
}

}  // namespace
}  // namespace cardan
