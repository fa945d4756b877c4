#include <algorithm>
#include <clocale>
#include <cmath>

#include "cardan/robot_writers.h"
#include "test/support/random_tree.h"
#include "test/unit/urdf/same_skeleton.h"
#include "test/unit/urdf/shared_robots.h"
#include "test/unit/urdf/urdf_text.h"

/// A written file is read back as an equal robot.
namespace cardan {
namespace {

namespace fs = std::filesystem;

RobotModel read_back(const std::string& text, const std::string& directory = "") {
  UrdfOptions options;
  options.directory = directory;
  options.allow_outside = true;  // the meshes stay where they are
  return build_robot(read_urdf_text(text, "written.urdf", options), options);
}

void expect_round_trip(const Skeleton& skeleton) {
  const std::string text = write_urdf(skeleton);
  const RobotModel again = read_back(text);
  test::expect_same_skeleton(skeleton, *again.skeleton);
  if (::testing::Test::HasFailure()) FAIL() << text;
}

DofProperties random_freedom(test::Random& random, JointType type) {
  const auto chance = [&](double p) { return test::uniform(random, 0, 1) < p; };
  DofProperties dof;
  if (chance(0.5)) dof.damping = test::uniform(random, 0, 2);
  if (chance(0.3)) dof.friction = test::uniform(random, 0, 2);
  if (chance(0.3)) dof.stiffness = test::uniform(random, 0, 100);
  if (chance(0.3)) dof.spring_reference = test::uniform(random, -1, 1);
  if (chance(0.3)) dof.armature = test::uniform(random, 0, 0.1);
  if (chance(0.5)) dof.lower = test::uniform(random, -3, 0);
  if (chance(0.5)) dof.upper = test::uniform(random, 0, 3);
  if (chance(0.1)) dof.lower = -1e6;  // beyond the limits of plain URDF
  if (chance(0.1)) dof.upper = dof.lower;
  if (chance(0.5)) dof.effort_limit = test::uniform(random, 1, 200);
  if (chance(0.05)) dof.effort_limit = 0;
  if (chance(0.5)) dof.velocity_limit = test::uniform(random, 1, 20);
  if (chance(0.05)) dof.velocity_limit = 1e12;
  dof.actuated = type != JointType::kFloating && chance(0.7);
  if (!std::isfinite(dof.upper) && dof.upper < 0) dof.upper = kInfinity;
  return dof;
}

// Every joint type, several roots, every property, couplings; names that XML has to spell out.
std::shared_ptr<const Skeleton> random_skeleton(int seed) {
  test::RandomTreeOptions options;
  const int sizes[] = {1, 2, 3, 5, 8, 13, 21};
  options.joints = sizes[seed % 7];
  options.floating_base = seed % 3 == 1;
  options.branching = 0.4;
  options.coupling = seed % 2 == 0 ? 0.0 : 0.3;
  test::RandomTree tree = test::random_tree(9000 + static_cast<std::uint64_t>(seed), options);
  test::Random random(static_cast<std::uint64_t>(seed));
  const std::string odd_name = "odd <&\"'> \xC3\xA4 ${x}/.";
  for (LinkSpec& link : tree.links) {
    for (DofProperties& dof : link.dofs) dof = random_freedom(random, link.joint_type);
    if (link.name == "link_2") link.name = odd_name;
    if (link.parent == "link_2") link.parent = odd_name;
    if (seed % 5 == 4 && link.name == "link_3") link.parent.clear();  // a second root
    if (seed % 11 == 7 && link.parent.empty()) link.X_PJ = test::random_pose(random, 1);
  }
  SkeletonBuilder builder("robot " + std::to_string(seed));
  if (seed % 4 == 3) {  // a body that is fixed to the base comes first
    LinkSpec stand;
    stand.name = seed % 8 == 3 ? "world" : "stand";
    if (seed % 8 == 7) stand.X_PJ = test::random_pose(random, 1);
    builder.add_link(stand);
  }
  for (const LinkSpec& link : tree.links) builder.add_link(link);
  return builder.build();
}

TEST(UrdfRoundTrip, RandomSkeletonsSurviveTheRoundTrip) {
  std::set<JointType> types;
  for (int seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto skeleton = random_skeleton(seed);
    for (const JointInfo& joint : skeleton->joints) types.insert(joint.type);
    expect_round_trip(*skeleton);
    if (HasFailure()) return;
  }
  EXPECT_EQ(types.size(), 8u);  // all but fixed, which are no joints any more
}

TEST(UrdfRoundTrip, TreesOfTheDynamicsTestsSurviveTheRoundTrip) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    SCOPED_TRACE("tree " + std::to_string(index));
    expect_round_trip(*test::random_tree_of_all(index, 0.1).skeleton);
    if (HasFailure()) return;
  }
}

TEST(UrdfRoundTrip, SkeletonsWithoutBodiesOrWithALinkNamedWorldSurviveTheRoundTrip) {
  SkeletonBuilder nothing("nothing");
  expect_round_trip(*nothing.build());
  LinkSpec world;
  world.name = world.joint_name = "world";
  world.joint_type = JointType::kFloating;
  world.inertia = {1, Vector3(0.1, 0, 0), Matrix3::Identity()};
  SkeletonBuilder builder("moving world");
  builder.add_link(world);
  expect_round_trip(*builder.build());
  expect_round_trip(*make_free_body("body", world.inertia));
}

void expect_same_shapes(const RobotModel& a, const RobotModel& b) {
  ASSERT_EQ(a.shapes.size(), b.shapes.size());
  const auto sorted = [](const RobotModel& robot) {
    std::vector<const RobotShape*> shapes;
    for (const RobotShape& shape : robot.shapes) shapes.push_back(&shape);
    std::stable_sort(shapes.begin(), shapes.end(), [](const RobotShape* x, const RobotShape* y) {
      return std::tie(x->link, x->index) < std::tie(y->link, y->index);
    });
    return shapes;
  };
  const auto of_a = sorted(a), of_b = sorted(b);
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    const RobotShape &x = *of_a[i], &y = *of_b[i];
    SCOPED_TRACE("shape of " + x.link);
    EXPECT_EQ(x.link, y.link);
    EXPECT_EQ(x.name, y.name);
    EXPECT_EQ(x.body, y.body);
    test::expect_same_pose(x.X_BS, y.X_BS);
    EXPECT_EQ(x.geometry.kind, y.geometry.kind);
    EXPECT_EQ(x.geometry.size, y.geometry.size);
    EXPECT_EQ(x.geometry.mesh_file, y.geometry.mesh_file);
    EXPECT_EQ(x.geometry.mesh_scale, y.geometry.mesh_scale);
    EXPECT_EQ(x.geometry.convex, y.geometry.convex);
    EXPECT_EQ(x.geometry.parts.size(), y.geometry.parts.size());
    const auto fields = [](const MaterialRecord& m) {
      return std::vector<double>{m.mu_static, m.mu_kinetic, m.restitution, m.stiffness,
                                 m.damping,   m.mu_torsion, m.mu_rolling};
    };
    const auto of_x = fields(x.material), of_y = fields(y.material);
    for (std::size_t k = 0; k < of_x.size(); ++k) {
      EXPECT_TRUE(of_x[k] == of_y[k] || (std::isnan(of_x[k]) && std::isnan(of_y[k])));
    }
  }
}

void expect_same_robot(const RobotModel& a, const RobotModel& b) {
  test::expect_same_skeleton(*a.skeleton, *b.skeleton);
  expect_same_shapes(a, b);
  // A file cannot request a base; a robot without moving bodies is read as static.
  EXPECT_TRUE(a.base == b.base || a.skeleton->num_bodies() == 0);
  EXPECT_EQ(a.adjacent_bodies, b.adjacent_bodies);
  EXPECT_EQ(a.disabled_links, b.disabled_links);
  ASSERT_EQ(a.mimics.size(), b.mimics.size());
  ASSERT_EQ(a.postures.size(), b.postures.size());
  for (std::size_t i = 0; i < a.postures.size(); ++i) {
    EXPECT_EQ(a.postures[i].name, b.postures[i].name);
    EXPECT_EQ(a.postures[i].q, b.postures[i].q);
  }
}

// With every option for the base.
void expect_robot_round_trip(const std::string& file) {
  SCOPED_TRACE(file);
  for (const UrdfBase base : {UrdfBase::kAuto, UrdfBase::kFixed}) {
    UrdfOptions options;
    options.base = base;
    options.allow_missing_meshes = true;
    const RobotModel robot = load_robot(file, options);
    const std::string folder = fs::path(file).parent_path().string();
    const std::string text = write_urdf(robot, folder);
    expect_same_robot(robot, read_back(text, folder));
    if (base == UrdfBase::kAuto && !robot.shapes.empty()) {
      expect_same_robot(robot, read_back(write_urdf(robot)));  // absolute paths of meshes
    }
  }
}

TEST(UrdfRoundTrip, ShippedRobotsSurviveTheRoundTrip) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(CARDAN_SOURCE_DIR) / "data/robots")) {
    if (entry.path().extension() != ".urdf") continue;
    expect_robot_round_trip(entry.path().string());
    ++count;
  }
  EXPECT_GE(count, 4);
}

TEST(UrdfRoundTrip, SharedRobotsSurviveTheRoundTrip) {
  const std::vector<test::RobotRow> rows = test::shared_robot_rows();
  if (rows.empty()) GTEST_SKIP() << "no collection of robots beside the checkout";
  for (const test::RobotRow& row : rows) expect_robot_round_trip(row.file);
}

TEST(UrdfRoundTrip, ShapesMaterialsPairsAndPosturesSurviveTheRoundTrip) {
  UrdfOptions options;
  options.srdf_text =
      "<robot name=\"r\"><disable_collisions link1=\"a\" link2=\"b\"/>"
      "<group_state name=\"home\" group=\"g\"><joint name=\"j\" value=\"0.25\"/>"
      "<joint name=\"ghost\" value=\"1\"/></group_state></robot>";
  const RobotModel robot = build_robot(read_urdf_text(
      test::robot(test::link("a") +
                  "<link name=\"b\"><inertial><mass value=\"1\"/></inertial><contact>"
                  "<lateral_friction value=\"0.7\"/><restitution value=\"0.1\"/></contact>"
                  "<collision name=\"n\"><origin xyz=\"1 2 3\" rpy=\"0.1 1.5707963267948966 0.2\"/>"
                  "<geometry><capsule radius=\"0.1\" length=\"0.3\"/></geometry></collision>"
                  "<collision><geometry><ellipsoid a=\"1\" b=\"2\" c=\"3\"/></geometry></collision>"
                  "<collision><geometry><plane normal=\"1 2 3\"/></geometry></collision></link>"
                  "<joint name=\"j\" type=\"continuous\"><parent link=\"a\"/><child "
                  "link=\"b\"/></joint>"),
      "t.urdf", options));
  EXPECT_EQ(robot.disabled_links.size(), 1u);
  ASSERT_EQ(robot.postures.size(), 1u);
  EXPECT_EQ(robot.postures[0].q.size(), 1u);
  expect_same_robot(robot, read_back(write_urdf(robot)));
}

TEST(UrdfRoundTrip, UnrepresentablePropertyIsRejectedByName) {
  const auto refusal = [](const RobotModel& robot) {
    try {
      write_urdf(robot);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  RobotModel robot = read_back(test::shaped("<box size=\"1 1 1\"/>"));
  robot.shapes[0].geometry.kind = GeometryKind::kCone;
  EXPECT_NE(refusal(robot).find("link \"a\" / collision[0]: a cone"), std::string::npos)
      << refusal(robot);
  robot.shapes[0].geometry.kind = GeometryKind::kMesh;
  EXPECT_NE(refusal(robot).find("a mesh without a file"), std::string::npos);
  const auto skeleton = make_free_body("two\nlines", {1, Vector3::Zero(), Matrix3::Identity()});
  EXPECT_THROW(write_urdf(*skeleton), Error);
}

TEST(UrdfRoundTrip, NumbersDoNotDependOnTheLocale) {
  const auto skeleton = random_skeleton(3);
  const std::string expected = write_urdf(*skeleton);
  const std::string before = std::setlocale(LC_ALL, nullptr);
  if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) std::setlocale(LC_ALL, "fr_FR.UTF-8");
  const std::string text = write_urdf(*skeleton);
  std::setlocale(LC_ALL, before.c_str());
  EXPECT_EQ(text, expected);
}

}  // namespace
}  // namespace cardan
