#include "cardan/kinematics.h"
#include "cardan/skeleton_data.h"
#include "test/unit/urdf/urdf_text.h"

namespace cardan {
namespace {

using test::jointed;
using test::link;
using test::robot;

RobotModel build(const std::string& text, const UrdfOptions& options = {}) {
  return build_robot(read_urdf_text(text, "t.urdf", options), options);
}

UrdfOptions with_base(UrdfBase base) {
  UrdfOptions options;
  options.base = base;
  return options;
}

std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                  const std::string& child, const std::string& inside = "") {
  return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + parent +
         "\"/><child link=\"" + child + "\"/>" + inside + "</joint>\n";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string ball(const std::string& name, const std::string& inertial) {
  return "<link name=\"" + name + "\">" + inertial +
         "<collision name=\"ball\"><origin xyz=\"0 0 1\"/><geometry><sphere "
         "radius=\"0.5\"/></geometry></collision>"
         "</link>\n";
}

const std::string kOneKilogram =
    "<inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" "
    "izz=\"1\"/></inertial>";

TEST(BuildRobot, BaseIsFixedOrFloatingByTheDocumentedRule) {
  struct Case {
    const char* name;
    std::string text;
    UrdfBase asked;
    RobotBase base;
    int nv;
  };
  const std::string free = jointed("continuous", "");
  const std::string world =
      robot("<link name=\"world\"/>" + link("b") + joint("j", "continuous", "world", "b"));
  const std::string massless =
      robot("<link name=\"rail\"/>" + link("b") + joint("j", "prismatic", "rail", "b"));
  const std::string frame =
      "<link name=\"frame\"/>" + link("a") + joint("w", "fixed", "frame", "a");
  const std::string body = robot(frame);
  const std::string arm = robot(frame + link("b") + joint("j", "continuous", "a", "b"));
  const std::string no_mass =
      replaced(arm, "<link name=\"frame\"/>",
               "<link name=\"frame\"><inertial><mass value=\"0\"/></inertial></link>");
  const std::string legs =
      robot(frame + link("b") + link("c") + joint("j", "continuous", "a", "b") +
            joint("k", "continuous", "a", "c"));
  const std::string footprint = replaced(arm, "frame", "base_footprint");
  const std::string heavy =
      robot(link("base_footprint") + link("b") + joint("j", "continuous", "base_footprint", "b"));
  const std::string own_joint =
      robot("<link name=\"world\"/>" + link("b") + joint("root", "floating", "world", "b"));
  const std::string table = robot("<link name=\"table\"/>");
  for (const Case& c : {
           Case{"free", free, UrdfBase::kAuto, RobotBase::kFloating, 7},
           Case{"free, fixed", free, UrdfBase::kFixed, RobotBase::kFixed, 1},
           Case{"world", world, UrdfBase::kAuto, RobotBase::kFixed, 1},
           Case{"rail without mass", massless, UrdfBase::kAuto, RobotBase::kFixed, 1},
           Case{"arm above a bare frame", arm, UrdfBase::kAuto, RobotBase::kFixed, 1},
           Case{"arm above a frame of mass 0", no_mass, UrdfBase::kAuto, RobotBase::kFixed, 1},
           Case{"arm above a frame, floating", arm, UrdfBase::kFloating, RobotBase::kFloating, 7},
           Case{"legs below a bare frame", legs, UrdfBase::kAuto, RobotBase::kFloating, 8},
           Case{"body below a bare frame", body, UrdfBase::kAuto, RobotBase::kFloating, 6},
           Case{"base_footprint", footprint, UrdfBase::kAuto, RobotBase::kFixed, 1},
           Case{"heavy base_footprint", heavy, UrdfBase::kAuto, RobotBase::kFixed, 1},
           Case{"heavy world", replaced(heavy, "base_footprint", "world"), UrdfBase::kAuto,
                RobotBase::kFixed, 1},
           Case{"no other name", replaced(heavy, "base_footprint", "footprint"), UrdfBase::kAuto,
                RobotBase::kFloating, 7},
           Case{"own floating joint", own_joint, UrdfBase::kAuto, RobotBase::kFloating, 6},
           Case{"own floating joint, asked", own_joint, UrdfBase::kFloating, RobotBase::kFloating,
                6},
           Case{"one body", robot(link("a")), UrdfBase::kAuto, RobotBase::kFloating, 6},
           Case{"static", table, UrdfBase::kAuto, RobotBase::kStatic, 0},
       }) {
    SCOPED_TRACE(c.name);
    const RobotModel model = build(c.text, with_base(c.asked));
    EXPECT_EQ(model.base, c.base);
    EXPECT_EQ(model.skeleton->nv(), c.nv);
    EXPECT_EQ(model.skeleton->floating_base(), c.base == RobotBase::kFloating);
    EXPECT_TRUE(test::find(model.diagnostics, Severity::kInfo,
                           std::string("base: ") + robot_base_name(c.base) + " ("));
  }
  EXPECT_GE(build(free).skeleton->find_joint("floating_base"), 0);
  EXPECT_THROW(build(table, with_base(UrdfBase::kFloating)), Error);
}

TEST(BuildRobot, DegreesOfFreedomHaveTheirProperties) {
  const DofProperties dof =
      build(jointed("revolute",
                    "<limit lower=\"-1\" upper=\"2\" effort=\"3\" velocity=\"4\"/>"
                    "<dynamics damping=\"5\" friction=\"6\"/>"),
            with_base(UrdfBase::kFixed))
          .skeleton->dof.at(0);
  EXPECT_EQ(dof.lower, -1);
  EXPECT_EQ(dof.upper, 2);
  EXPECT_EQ(dof.effort_limit, 3);
  EXPECT_EQ(dof.velocity_limit, 4);
  EXPECT_EQ(dof.damping, 5);
  EXPECT_EQ(dof.friction, 6);
  EXPECT_TRUE(dof.actuated);
  const auto effort = [](const std::string& value) {
    return build(jointed("revolute", "<limit lower=\"-1\" upper=\"1\" velocity=\"0\" effort=\"" +
                                         value + "\"/>"),
                 with_base(UrdfBase::kFixed))
        .skeleton->dof.at(0);
  };
  EXPECT_FALSE(effort("0").actuated);
  EXPECT_EQ(effort("0").effort_limit, kInfinity);
  EXPECT_TRUE(effort("-1").actuated);
  EXPECT_EQ(effort("-1").effort_limit, kInfinity);
  EXPECT_EQ(effort("1").velocity_limit, kInfinity);
  const DofProperties none =
      build(jointed("revolute", ""), with_base(UrdfBase::kFixed)).skeleton->dof.at(0);
  EXPECT_EQ(none.lower, -kInfinity);
  EXPECT_EQ(none.upper, kInfinity);
  EXPECT_EQ(none.effort_limit, kInfinity);
}

// Poses of shapes against the chain of transforms written out by hand.
TEST(BuildRobot, ShapesOfLumpedLinksKeepTheirPose) {
  const RobotModel model =
      build(robot(link("a") + ball("b", kOneKilogram) + ball("c", "") +
                  joint("j", "revolute", "a", "b",
                        "<origin xyz=\"1 0 0\" rpy=\"0 0 0.3\"/><axis xyz=\"0 0 1\"/>"
                        "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/>") +
                  joint("k", "fixed", "b", "c", "<origin xyz=\"0 2 0\" rpy=\"0.5 0 0\"/>")),
            with_base(UrdfBase::kFixed));
  ASSERT_EQ(model.shapes.size(), 2u);
  EXPECT_EQ(model.shapes[0].body, 0);
  EXPECT_EQ(model.shapes[1].body, 0);
  EXPECT_EQ(model.shapes[1].link, "c");
  EXPECT_EQ(model.shapes[1].name, "ball");
  Data data(*model.skeleton);
  VectorX q(1);
  q << 0.7;
  forward_kinematics(*model.skeleton, data, q.data());
  const RigidTransform X_WS = data.pose(0) * model.shapes[1].X_BS;
  const RigidTransform expected =
      RigidTransform::from_xyz_rpy(Vector3(1, 0, 0), Vector3(0, 0, 0.3 + 0.7)) *
      RigidTransform::from_xyz_rpy(Vector3(0, 2, 0), Vector3(0.5, 0, 0)) *
      RigidTransform(Vector3(0, 0, 1));
  EXPECT_LT((X_WS.p - expected.p).norm(), 1e-14);
  EXPECT_LT((X_WS.R - expected.R).norm(), 1e-14);
}

TEST(BuildRobot, AdjacencySkipsBodiesWithoutShapesAndEndsAtAFloatingJoint) {
  // hip – (no shape) – thigh – shank, on a pelvis that floats above a floor.
  const RobotModel model = build(robot(
      "<link name=\"world\"><collision><geometry><plane/></geometry></collision></link>" +
      ball("pelvis", kOneKilogram) + link("middle") + ball("thigh", kOneKilogram) +
      ball("shank", kOneKilogram) + joint("f", "floating", "world", "pelvis") +
      joint("h", "continuous", "pelvis", "middle") + joint("t", "continuous", "middle", "thigh") +
      joint("k", "continuous", "thigh", "shank")));
  const Skeleton& s = *model.skeleton;
  const auto body = [&](const char* name) {
    return s.frames[static_cast<std::size_t>(s.require_frame(name))].body;
  };
  const std::vector<std::pair<int, int>> expected = {{body("pelvis"), body("middle")},
                                                     {body("pelvis"), body("thigh")},
                                                     {body("thigh"), body("shank")}};
  EXPECT_EQ(model.adjacent_bodies, expected);
}

TEST(BuildRobot, MimicChainsCrossTypesAndMayPrecedeTheirLeader) {
  const std::string text = robot(
      link("a") + link("b") + link("c") + link("d") +
      joint("k", "prismatic", "a", "c",
            "<limit lower=\"0\" upper=\"1\" effort=\"1\" velocity=\"1\"/>"
            "<mimic joint=\"j\" multiplier=\"-2\" offset=\"0.5\"/>") +
      joint("l", "continuous", "a", "d", "<mimic joint=\"k\" multiplier=\"3\" offset=\"1\"/>") +
      joint("j", "continuous", "a", "b"));
  const RobotModel model = build(text, with_base(UrdfBase::kFixed));
  ASSERT_EQ(model.mimics.size(), 2u);
  const MimicCoupling& l = model.mimics[1];
  EXPECT_EQ(l.follower, "l");
  EXPECT_EQ(l.leader, "j");
  EXPECT_EQ(l.multiplier, -6);  // 3 (−2 q + 0.5) + 1
  EXPECT_EQ(l.offset, 2.5);
  const Skeleton& s = *model.skeleton;
  EXPECT_EQ(l.leader_dof, s.joints[static_cast<std::size_t>(s.require_joint("j"))].v_start);
  EXPECT_EQ(s.nv(), 1);
  EXPECT_EQ(s.dof[0].upper, kInfinity);  // a follower's own limits are not enforced
  EXPECT_EQ(s.followers[static_cast<std::size_t>(l.follower_index)].multiplier, -6);
}

TEST(BuildRobot, MimicOfAnUnknownOrFixedJointIsReported) {
  const auto mimics = [](const std::string& type, const std::string& leader,
                         const std::string& mimic) {
    return build(robot(link("a") + link("b") + link("c") +
                       joint("j", type, "a", "b", "<axis xyz=\"0 0 1\"/>" + mimic) +
                       joint("k", leader, "a", "c")),
                 with_base(UrdfBase::kFixed));
  };
  const RobotModel unknown = mimics("continuous", "continuous", "<mimic joint=\"x\"/>");
  EXPECT_TRUE(unknown.mimics.empty());
  EXPECT_TRUE(test::find(unknown.diagnostics, Severity::kWarning, "not in the file"));
  const RobotModel of_fixed =
      mimics("continuous", "fixed", "<mimic joint=\"k\" multiplier=\"5\" offset=\"0.25\"/>");
  EXPECT_EQ(of_fixed.skeleton->nv(), 0);
  const RigidTransform& X =
      of_fixed.skeleton->frames[static_cast<std::size_t>(of_fixed.skeleton->require_frame("b"))]
          .X_BF;
  EXPECT_LT((X.R - Eigen::AngleAxisd(0.25, Vector3::UnitZ()).toRotationMatrix()).norm(), 1e-15);
  EXPECT_EQ(mimics("fixed", "continuous", "<mimic joint=\"k\"/>").skeleton->nv(), 1);
  EXPECT_TRUE(mimics("continuous", "continuous", "<mimic joint=\"j\"/>").mimics.empty());
  EXPECT_TRUE(mimics("spherical", "continuous", "<mimic joint=\"k\"/>").mimics.empty());
}

TEST(BuildRobot, CyclicMimicsMoveFreely) {
  const RobotModel model = build(robot(link("a") + link("b") + link("c") +
                                       joint("j", "continuous", "a", "b", "<mimic joint=\"k\"/>") +
                                       joint("k", "continuous", "a", "c", "<mimic joint=\"j\"/>")),
                                 with_base(UrdfBase::kFixed));
  EXPECT_TRUE(model.mimics.empty());
  EXPECT_EQ(model.skeleton->nv(), 2);
  EXPECT_TRUE(test::find(model.diagnostics, Severity::kWarning, "cycle"));
}

// A floating ball with a mass but no inertia gets the inertia of its shape; a point mass on a lever
// needs no inertia.
TEST(BuildRobot, MissingInertiaIsComputedFromTheShapes) {
  const std::string point = "<inertial><origin xyz=\"0 0 1\"/><mass value=\"10\"/></inertial>";
  const RobotModel free = build(robot(ball("a", point)));
  EXPECT_LT(
      (free.skeleton->inertia[0].inertia - Matrix3(Matrix3::Identity() * (0.4 * 10 * 0.25))).norm(),
      1e-14);
  EXPECT_TRUE(
      test::find(free.diagnostics, Severity::kWarning, "computed from the collision shapes"));
  const RobotModel lever =
      build(robot(link("a") + ball("b", point) + joint("j", "continuous", "a", "b")),
            with_base(UrdfBase::kFixed));
  EXPECT_TRUE(lever.skeleton->inertia[0].inertia.isZero(0));
}

// A capsule is a cylinder and two half spheres: against numbers from integrating its slices.
TEST(BuildRobot, CapsuleInertiaIsComputedFromItsShape) {
  const std::string text = robot(
      "<link name=\"a\"><inertial><mass value=\"3\"/></inertial><collision><geometry>"
      "<capsule radius=\"0.3\" length=\"0.8\"/></geometry></collision></link>");
  double mass = 0, axial = 0, across = 0;
  const int n = 200000;
  const double half = 0.4 + 0.3;
  for (int i = 0; i < n; ++i) {
    const double z = -half + (i + 0.5) * 2 * half / n;
    const double over = std::max(0.0, std::abs(z) - 0.4);
    const double r2 = 0.09 - over * over;  // squared radius of the slice
    mass += r2;
    axial += 0.5 * r2 * r2;
    across += 0.25 * r2 * r2 + r2 * z * z;
  }
  const Matrix3 I = build(text).skeleton->inertia[0].inertia;
  EXPECT_NEAR(I(2, 2), 3 * axial / mass, 1e-9);
  EXPECT_NEAR(I(0, 0), 3 * across / mass, 1e-9);
  EXPECT_NEAR(I(1, 1), 3 * across / mass, 1e-9);
}

// The diagnostic names link, line and both inertias; without the option the inertia is kept.
TEST(BuildRobot, ImpossibleInertiasAreKeptOrProjected) {
  const std::string text = robot(
      "<link name=\"a\">\n<inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" "
      "iyy=\"1\" iyz=\"0\" izz=\"3\"/></inertial></link>");
  const RobotModel kept = build(text);
  EXPECT_EQ(kept.skeleton->inertia[0].inertia(2, 2), 3);
  EXPECT_TRUE(test::find(kept.diagnostics, Severity::kWarning, "kept as given"));
  UrdfOptions options;
  options.project_inertias = true;
  const RobotModel projected = build(text, options);
  EXPECT_NEAR(projected.skeleton->inertia[0].inertia(2, 2), 8.0 / 3, 1e-5);
  EXPECT_FALSE(test::find(projected.diagnostics, Severity::kWarning, "kept as given"));
  const Diagnostic* said = test::find(projected.diagnostics, Severity::kWarning, "projected to");
  ASSERT_NE(said, nullptr) << test::listed(projected.diagnostics);
  EXPECT_EQ(said->line, 3);
  EXPECT_EQ(said->element, "link \"a\" / inertial");
  EXPECT_NE(said->message.find("triangle inequality: principal moments 1, 1, 3 kg m²"),
            std::string::npos)
      << said->message;
  EXPECT_NE(said->message.find("projected to 1.33334, 1.33334, 2.66666"), std::string::npos)
      << said->message;
}

}  // namespace
}  // namespace cardan
