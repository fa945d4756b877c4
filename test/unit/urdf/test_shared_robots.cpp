#include <set>

#include "cardan/robot_model.h"
#include "cardan/urdf.h"
#include "test/unit/urdf/shared_robots.h"

namespace cardan {
namespace {

using test::RobotRow;

// Every file is accepted, except the one with missing collision meshes.
bool lacks_collision_meshes(const RobotRow& row) {
  return row.notes.find("collision meshes are NOT here") != row.notes.npos;
}

std::string all_messages(const CheckReport& report) {
  std::string text;
  for (const Diagnostic& d : report.diagnostics) {
    if (d.severity == Severity::kError) text += d.element + ": " + d.message + "\n";
  }
  return text;
}

TEST(SharedRobots, CountsAgreeWithTheTable) {
  const std::vector<RobotRow> rows = test::shared_robot_rows();
  if (rows.empty()) GTEST_SKIP() << "no collection of robots beside the checkout";
  EXPECT_GE(rows.size(), 50u);
  for (const RobotRow& row : rows) {
    SCOPED_TRACE(row.file);
    const CheckReport report = check_urdf(row.file);
    EXPECT_EQ(report.accepted, !lacks_collision_meshes(row)) << all_messages(report);
    EXPECT_EQ(report.links, row.links);
    EXPECT_EQ(report.joints, row.joints);
    EXPECT_EQ(report.dof, row.dof);
    EXPECT_EQ(report.mimic, row.mimic);
    EXPECT_EQ(report.joint_types, row.joint_types);
    EXPECT_EQ(report.shapes, row.shapes);
    EXPECT_EQ(report.missing_visuals, row.missing_visuals);
    EXPECT_NEAR(report.mass, row.mass, 5.1e-4);  // the table has three decimals
  }
}

// Arms above a bare frame are bolted down; quadrupeds, humanoids and most mobile robots float.
TEST(SharedRobots, BasesAreThoseOfTheRobots) {
  struct Base {
    const char* robot;
    const char* part;  // of the path
    RobotBase base;
  };
  const std::vector<RobotRow> rows = test::shared_robot_rows();
  if (rows.empty()) GTEST_SKIP() << "no collection of robots beside the checkout";
  std::set<std::string> found;
  for (const RobotRow& row : rows) {
    SCOPED_TRACE(row.file);
    for (const Base& base :
         {Base{"iiwa14", "", RobotBase::kFixed}, Base{"ur5", "", RobotBase::kFixed},
          Base{"pendulums", "bullet3", RobotBase::kFixed},
          Base{"pendulums", "drake/examples", RobotBase::kFixed},
          Base{"husky", "", RobotBase::kFixed},  // by the name base_footprint
          Base{"anymal_c", "", RobotBase::kFloating}, Base{"atlas", "", RobotBase::kFloating},
          Base{"solo", "", RobotBase::kFloating}, Base{"talos", "talos_full", RobotBase::kFloating},
          Base{"unitree_go2", "", RobotBase::kFloating}, Base{"icub", "", RobotBase::kFloating},
          Base{"turtlebot3", "", RobotBase::kFloating},
          Base{"bullet_humanoid", "", RobotBase::kFloating},
          Base{"free_objects", "cube", RobotBase::kFloating},
          Base{"free_objects", "plane", RobotBase::kStatic},
          Base{"free_objects", "tray", RobotBase::kStatic}}) {
      if (row.robot != base.robot || row.file.find(base.part) == row.file.npos) continue;
      found.insert(std::string(base.robot) + base.part);
      EXPECT_EQ(load_robot(row.file).base, base.base);
    }
  }
  EXPECT_EQ(found.size(), 16u);
}

TEST(SharedRobots, MissingCollisionMeshesAreReportedAndSkipped) {
  for (const RobotRow& row : test::shared_robot_rows()) {
    if (!lacks_collision_meshes(row)) continue;
    const CheckReport refused = check_urdf(row.file);
    EXPECT_NE(all_messages(refused).find(".stl\" not found (tried "), std::string::npos);
    UrdfOptions options;
    options.allow_missing_meshes = true;
    EXPECT_TRUE(check_urdf(row.file, options).accepted);
    EXPECT_EQ(load_robot(row.file, options).skeleton->nv(), row.dof + 6);
    return;
  }
  GTEST_SKIP() << "no collection of robots beside the checkout";
}

TEST(SharedRobots, SkeletonKeepsEveryShapeAndMass) {
  const std::vector<RobotRow> rows = test::shared_robot_rows();
  if (rows.empty()) GTEST_SKIP() << "no collection of robots beside the checkout";
  for (const RobotRow& row : rows) {
    if (lacks_collision_meshes(row)) continue;
    SCOPED_TRACE(row.file);
    const RobotModel model = load_robot(row.file);
    int shapes = 0;
    for (const auto& [kind, count] : row.shapes) shapes += count;
    EXPECT_EQ(static_cast<int>(model.shapes.size()), shapes);
    for (const RobotShape& shape : model.shapes) {
      EXPECT_EQ(shape.geometry.kind == GeometryKind::kMesh, !shape.geometry.parts.empty());
    }
    if (model.base == RobotBase::kFloating) {
      // Leaves without mass are given a millionth of the robot's.
      EXPECT_NEAR(model.skeleton->total_mass(), row.mass, 5.1e-4 + 1e-4 * row.mass);
    }
    const VectorX q = model.skeleton->neutral_configuration();
    EXPECT_EQ(q.size(), model.skeleton->nq());
    EXPECT_EQ(model.skeleton->followers.size(), model.mimics.size());
    for (const MimicCoupling& mimic : model.mimics) {
      EXPECT_GE(mimic.follower_index, 0);
      EXPECT_GE(mimic.leader_dof, 0);
    }
  }
}

}  // namespace
}  // namespace cardan
