#include "cardan/error.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "test/support/random_tree.h"

namespace cardan {
namespace {

LinkSpec make_link(const std::string& name, const std::string& parent,
                   JointType type = JointType::kRevolute) {
  LinkSpec link;
  link.name = name;
  link.parent = parent;
  link.joint_name = name + "_joint";
  link.joint_type = type;
  link.inertia = {1, Vector3(0.1, 0.2, 0.1), Matrix3::Identity()};
  return link;
}

std::shared_ptr<const Skeleton> build(const std::vector<LinkSpec>& links,
                                      std::vector<Diagnostic>* diagnostics = nullptr) {
  SkeletonBuilder builder("robot");
  for (const LinkSpec& link : links) builder.add_link(link);
  const auto skeleton = builder.build();
  if (diagnostics) *diagnostics = builder.diagnostics();
  return skeleton;
}

/// The line of the Error that building throws; "" if it does not throw.
std::string refusal(const std::vector<LinkSpec>& links) {
  try {
    build(links);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

void expect_refused(const std::vector<LinkSpec>& links, const std::vector<std::string>& parts) {
  const std::string line = refusal(links);
  for (const std::string& part : parts)
    EXPECT_NE(line.find(part), std::string::npos) << "no \"" << part << "\" in: " << line;
  EXPECT_EQ(line.find('\n'), std::string::npos);
}

TEST(Builder, BodiesAreSortedDepthFirstInTheOrderOfAddition) {
  const auto s = build({make_link("c", "a"), make_link("a", ""), make_link("d", "b"),
                        make_link("b", "a"), make_link("e", "c")});
  EXPECT_EQ(s->body_name, (std::vector<std::string>{"a", "c", "e", "b", "d"}));
  EXPECT_EQ(s->parent, (std::vector<int>{-1, 0, 1, 0, 3}));
  EXPECT_EQ(s->dof_parent, (std::vector<int>{-1, 0, 1, 0, 3}));
  EXPECT_EQ(s->depth, (std::vector<int>{0, 1, 2, 1, 2}));
  const auto path = s->path(4);
  EXPECT_EQ(std::vector<int>(path.begin(), path.end()), (std::vector<int>{0, 3, 4}));
  ASSERT_EQ(s->ancestor_segments(4).size(), 2u);
  EXPECT_EQ(s->ancestor_segments(4)[1].first, 3);
  EXPECT_EQ(s->ancestor_segments(2).size(), 1u);
  EXPECT_EQ(s->dof_name(1), "c_joint");
}

TEST(Builder, PathsOfRandomTreesFollowTheParents) {
  for (int index = 0; index < 36; ++index) {
    const auto s = test::random_tree_of_set(index).skeleton;
    for (int d = 0; d < s->nv(); ++d) {
      const auto path = s->path(d);
      ASSERT_EQ(static_cast<int>(path.size()), s->depth[d] + 1);
      int k = d;
      for (size_t e = path.size(); e-- > 0; k = s->dof_parent[k]) ASSERT_EQ(path[e], k);
      ASSERT_EQ(k, -1);
      int entry = 0;
      for (const PathSegment& run : s->ancestor_segments(d)) {
        ASSERT_EQ(run.entry, entry);
        for (int e = 0; e < run.count; ++e) ASSERT_EQ(path[entry + e], run.first + e);
        entry += run.count;
      }
      ASSERT_EQ(entry, s->depth[d]);
    }
  }
}

TEST(Builder, FixedLinksAreLumpedAndKeepTheirFrames) {
  LinkSpec hand = make_link("hand", "arm", JointType::kFixed);
  hand.X_PJ = RigidTransform(Vector3(0, 0, 1));
  hand.inertia.mass = 3;
  const auto s = build({make_link("arm", ""), hand});
  EXPECT_EQ(s->num_bodies(), 1);
  EXPECT_EQ(s->num_joints(), 1);
  EXPECT_DOUBLE_EQ(s->inertia[0].mass, 4);
  const Vector3 com = (1 * Vector3(0.1, 0.2, 0.1) + 3 * Vector3(0.1, 0.2, 1.1)) / 4;
  EXPECT_LT((s->inertia[0].com - com).norm(), 1e-15);
  // Two bodies a distance 1 apart: reduced mass 3/4 across z.
  EXPECT_NEAR(s->inertia[0].inertia(0, 0), 2 + 0.75, 1e-14);
  EXPECT_NEAR(s->inertia[0].inertia(2, 2), 2, 1e-14);
  const int frame = s->require_frame("hand");
  EXPECT_EQ(s->frames[frame].body, 0);
  EXPECT_EQ(s->frames[frame].X_BF.p, Vector3(0, 0, 1));
}

TEST(Builder, LinksFixedToTheBaseAreNotBodies) {
  LinkSpec foot = make_link("foot", "", JointType::kFixed);
  foot.X_PJ = RigidTransform(Vector3(0, 0, 2));
  const auto s = build({foot, make_link("arm", "foot")});
  EXPECT_EQ(s->num_bodies(), 1);
  EXPECT_EQ(s->frames[s->require_frame("foot")].body, -1);
  EXPECT_EQ(s->X_PF[0].p, Vector3(0, 0, 2));
  EXPECT_FALSE(s->floating_base());
  EXPECT_DOUBLE_EQ(s->total_mass(), 1);
}

TEST(Builder, ImmovableTreeIsAccepted) {
  const auto s = build({make_link("floor", "", JointType::kFixed)});
  EXPECT_EQ(s->nv(), 0);
  Data data(*s);
  forward_kinematics(*s, data, nullptr);
  compute_world_inertias(*s, data);
  crba(*s, data);
  EXPECT_TRUE(factorize_ltl(*s, data));
  EXPECT_EQ(build({})->num_bodies(), 0);
}

TEST(Builder, FloatingBaseMustBeTheOnlyRoot) {
  const LinkSpec base = make_link("base", "", JointType::kFloating);
  EXPECT_TRUE(build({base, make_link("arm", "base")})->floating_base());
  EXPECT_FALSE(build({base, make_link("other", "")})->floating_base());
  LinkSpec elsewhere = base;
  elsewhere.X_PJ = RigidTransform(Vector3(1, 0, 0));
  EXPECT_FALSE(build({elsewhere})->floating_base());
  const auto s = build({base, make_link("other", "", JointType::kFloating)});
  EXPECT_EQ(s->lane[0], 0);
  EXPECT_EQ(s->lane[6], 1);
  EXPECT_FALSE(s->dof[0].actuated);
}

TEST(Builder, NeutralConfigurationRespectsLimits) {
  LinkSpec knee = make_link("knee", "base");
  knee.dofs.resize(1);
  knee.dofs[0].lower = 0.5;
  knee.dofs[0].upper = 1.5;
  const auto s = build({make_link("base", "", JointType::kFloating), knee});
  VectorX expected = VectorX::Zero(8);
  expected[3] = 1;
  expected[7] = 0.5;
  EXPECT_EQ(s->neutral_configuration(), expected);
}

TEST(Builder, UnknownNameSuggestsTheNearest) {
  const auto s = build({make_link("knee", ""), make_link("ankle", "knee")});
  EXPECT_EQ(s->find_joint("ankle_joint"), 1);
  EXPECT_EQ(s->find_frame("toe"), -1);
  try {
    s->require_joint("ancle_joint");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("\"ankle_joint\""), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("robot"), std::string::npos) << error.what();
  }
}

TEST(BuilderErrors, ErrorsNameLinkAndJoint) {
  const std::vector<std::string> place = {"link \"b\"", "joint \"b_joint\""};
  const auto with = [&](std::string what) {
    std::vector<std::string> parts = place;
    parts.push_back(std::move(what));
    return parts;
  };
  const LinkSpec a = make_link("a", "");
  LinkSpec b = make_link("b", "a");
  const auto refused_after = [&](const auto& change, const std::string& what) {
    LinkSpec changed = b;
    change(changed);
    expect_refused({a, changed}, with(what));
  };
  refused_after([](LinkSpec& l) { l.parent = "nowhere"; }, "parent link \"nowhere\"");
  refused_after([](LinkSpec& l) { l.axis.setZero(); }, "axis");
  refused_after([](LinkSpec& l) { l.inertia.mass = -1; }, "mass is negative (-1 kg)");
  refused_after([](LinkSpec& l) { l.inertia.mass = std::nan(""); }, "not finite");
  refused_after([](LinkSpec& l) { l.inertia.com.x() = kInfinity; }, "not finite");
  refused_after([](LinkSpec& l) { l.inertia.inertia(1, 2) = std::nan(""); }, "not finite");
  refused_after([](LinkSpec& l) { l.X_PJ.p.z() = std::nan(""); }, "not finite");
  refused_after([](LinkSpec& l) { l.X_PJ.R *= 2; }, "not a rotation");
  refused_after([](LinkSpec& l) { l.axis.y() = std::nan(""); }, "not finite");
  refused_after([](LinkSpec& l) { l.pitch = std::nan(""); }, "not finite");
  refused_after([](LinkSpec& l) { l.dofs.resize(2); }, "properties for 2 degrees of freedom");
  refused_after(
      [](LinkSpec& l) {
        l.dofs.resize(1);
        l.dofs[0].damping = -2;
      },
      "negative (-2)");
  refused_after(
      [](LinkSpec& l) {
        l.dofs.resize(1);
        l.dofs[0].lower = 2;
        l.dofs[0].upper = 1;
      },
      "lower limit 2 is above upper limit 1");
  refused_after(
      [](LinkSpec& l) {
        l.joint_type = JointType::kUniversal;
        l.axis2.setZero();
      },
      "axis");
  refused_after(
      [](LinkSpec& l) {
        l.joint_type = JointType::kUniversal;
        l.axis2 = -3 * l.axis;
      },
      "axes of a universal joint are parallel");
  const auto freedom_refused = [&](const auto& change, const std::string& what) {
    refused_after(
        [&](LinkSpec& l) {
          l.dofs.resize(1);
          change(l.dofs[0]);
        },
        what);
  };
  const double nan = std::nan("");
  freedom_refused([&](DofProperties& d) { d.friction = nan; }, "not finite");
  freedom_refused([&](DofProperties& d) { d.stiffness = kInfinity; }, "not finite");
  freedom_refused([&](DofProperties& d) { d.spring_reference = nan; }, "not finite");
  freedom_refused([&](DofProperties& d) { d.lower = nan; }, "not finite");
  freedom_refused([&](DofProperties& d) { d.effort_limit = nan; }, "not finite");
  freedom_refused([&](DofProperties& d) { d.lower = kInfinity; }, "a lower limit of +infinity");
  freedom_refused([&](DofProperties& d) { d.upper = -kInfinity; }, "an upper one of -infinity");
  freedom_refused([&](DofProperties& d) { d.effort_limit = -1; }, "negative (-1)");
  freedom_refused([&](DofProperties& d) { d.velocity_limit = -2; }, "negative (-2)");
}

TEST(BuilderErrors, InvalidCouplingsAreRejected) {
  const auto follower = [](const std::string& name, const std::string& leader) {
    LinkSpec link = make_link(name, "");
    link.coupling.leader = leader;
    return link;
  };
  const LinkSpec a = make_link("a", "");
  const auto refused = [&](const LinkSpec& b, const std::string& what) {
    expect_refused({a, b}, {"link \"b\"", "joint \"b_joint\"", what});
  };
  refused(follower("b", "ghost"), "follows joint \"ghost\", which does not exist");
  refused(follower("b", "b_joint"), "cycle");
  expect_refused({follower("a", "b_joint"), follower("b", "a_joint")}, {"cycle", "link \"a\""});
  LinkSpec ball = follower("b", "a_joint");
  ball.joint_type = JointType::kSpherical;
  refused(ball, "a spherical joint cannot follow");
  LinkSpec fixed = follower("b", "a_joint");
  fixed.joint_type = JointType::kFixed;
  refused(fixed, "a fixed joint cannot follow");
  LinkSpec steep = follower("b", "a_joint");
  steep.coupling.multiplier = std::nan("");
  refused(steep, "not finite");
  expect_refused({make_link("a", "", JointType::kPlanar), follower("b", "a_joint")},
                 {"follows joint \"a_joint\", a planar joint"});
}

TEST(BuilderErrors, OverflowingSumsAreRejected) {
  LinkSpec far = make_link("b", "a", JointType::kFixed);
  far.X_PJ.p.x() = 1e200;
  expect_refused({make_link("a", ""), far}, {"overflows", "link \"a\""});
  LinkSpec near = make_link("a", "", JointType::kFixed), further = near;
  near.X_PJ.p.x() = further.X_PJ.p.x() = 1e308;
  further.name = "b";
  further.joint_name = "b_joint";
  further.parent = "a";
  expect_refused({near, further}, {"overflows", "link \"b\""});
}

TEST(BuilderErrors, TooLargeTreesAreRejected) {
  std::vector<LinkSpec> chain{make_link("0", "")};
  for (int i = 1; i < 7000; ++i) {
    chain.push_back(make_link(std::to_string(i), std::to_string(i - 1)));
  }
  expect_refused(chain, {"too deep", "model \"robot\""});
  expect_refused(std::vector<LinkSpec>(100001, make_link("a", "")), {"100001 links"});
}

TEST(BuilderErrors, DuplicatesAndCyclesAreRejected) {
  const LinkSpec a = make_link("a", "");
  expect_refused({a, a}, {"link name is used twice", "link \"a\""});
  LinkSpec b = make_link("b", "a");
  b.joint_name = "a_joint";
  expect_refused({a, b}, {"joint name is used twice", "link \"b\"", "joint \"a_joint\""});
  expect_refused({a, make_link("b", "c"), make_link("c", "b")}, {"cycle", "link \""});
  expect_refused({make_link("b", "b")}, {"cycle", "link \"b\""});
  LinkSpec nameless = make_link("", "a");
  nameless.name = "";
  expect_refused({a, nameless}, {"no name"});
}

TEST(BuilderErrors, TreeWithoutMassIsRejected) {
  LinkSpec a = make_link("a", "");
  a.inertia = SpatialInertia();
  expect_refused({a}, {"no moving link has mass", "link \"a\"", "joint \"a_joint\""});
}

/// Whether M factors at the neutral configuration.
bool regular(const Skeleton& s) {
  Data data(s);
  const VectorX q = s.neutral_configuration(), v = VectorX::Zero(s.nv());
  forward_kinematics(s, data, q.data(), v.data());
  bias_forces(s, data, v.data(), Vector3::Zero());
  crba(s, data);
  return factorize_ltl(s, data);
}

TEST(MinimalInertia, MasslessLeafGetsMinimalInertiaWithAWarning) {
  for (JointType type : {JointType::kRevolute, JointType::kPrismatic, JointType::kSpherical,
                         JointType::kPlanar, JointType::kFloating, JointType::kUniversal}) {
    LinkSpec leaf = make_link("leaf", "a", type);
    leaf.inertia = SpatialInertia();
    std::vector<Diagnostic> found;
    const auto s = build({make_link("a", ""), leaf}, &found);
    ASSERT_EQ(found.size(), 1u) << joint_type_name(type);
    EXPECT_EQ(found[0].severity, Severity::kWarning);
    EXPECT_NE(found[0].element.find("link \"leaf\" (joint \"leaf_joint\")"), std::string::npos);
    EXPECT_DOUBLE_EQ(s->inertia.back().mass, 1e-6);
    EXPECT_DOUBLE_EQ(s->inertia.back().inertia(0, 0), 1e-9);
    EXPECT_TRUE(regular(*s));
  }
}

TEST(MinimalInertia, ExistingMassIsUnchanged) {
  // A wheel given as a point on its axle.
  LinkSpec wheel = make_link("wheel", "a");
  wheel.inertia = {2, Vector3::Zero(), Matrix3::Zero()};
  std::vector<Diagnostic> found;
  const auto s = build({make_link("a", ""), wheel}, &found);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(s->inertia[1].mass, 2);
  EXPECT_DOUBLE_EQ(s->inertia[1].inertia(0, 0), 3e-9);
  EXPECT_TRUE(regular(*s));
}

TEST(MinimalInertia, MasslessBodyInsideAChainGetsNoInertia) {
  LinkSpec cross = make_link("cross", "a");
  cross.inertia = SpatialInertia();
  LinkSpec hand = make_link("hand", "cross");
  hand.axis = Vector3::UnitY();
  std::vector<Diagnostic> found;
  const auto s = build({make_link("a", ""), cross, hand}, &found);
  EXPECT_TRUE(found.empty());
  EXPECT_EQ(s->inertia[1].mass, 0);
  EXPECT_TRUE(regular(*s));
}

TEST(MinimalInertia, ArmatureReplacesMinimalInertia) {
  LinkSpec leaf = make_link("leaf", "a");
  leaf.inertia = SpatialInertia();
  leaf.dofs.resize(1);
  leaf.dofs[0].armature = 0.01;
  std::vector<Diagnostic> found;
  build({make_link("a", ""), leaf}, &found);
  EXPECT_TRUE(found.empty());
}

TEST(MinimalInertia, MinimalInertiaCoversTwoHingesOnOneLine) {
  LinkSpec between = make_link("between", "a");
  between.inertia = SpatialInertia();
  std::vector<Diagnostic> found;
  const auto s = build({make_link("a", ""), between, make_link("hand", "between")}, &found);
  EXPECT_EQ(found.size(), 1u);
  EXPECT_TRUE(regular(*s));
}

TEST(MinimalInertia, PointMassInThePlaneOfTwoAxesGetsInertia) {
  LinkSpec neck = make_link("neck", "a");
  neck.inertia = SpatialInertia();
  neck.axis = Vector3::UnitZ();
  LinkSpec head = make_link("head", "neck");
  head.axis = Vector3::UnitX();
  head.inertia = {1.3, Vector3(0.02, 0.03, 0.1), Matrix3::Zero()};
  std::vector<Diagnostic> found;
  build({make_link("a", ""), neck, head}, &found);
  EXPECT_TRUE(found.empty());  // singular only where the head has turned into the plane
  for (const double offset : {0.0, 1e-7}) {  // exact, and as rounded in a file
    head.inertia.com.y() = offset;
    const auto s = build({make_link("a", ""), neck, head}, &found);
    EXPECT_EQ(found.size(), 1u);
    EXPECT_TRUE(regular(*s));
  }
}

// The inertia that counts as zero grows with the square of the lever.
TEST(MinimalInertia, LongStretchedArmIsAccepted) {
  LinkSpec upper = make_link("upper", "");
  upper.inertia = SpatialInertia();
  LinkSpec lower = make_link("lower", "upper");
  lower.X_PJ.p = {20, 0, 0};
  lower.inertia = {5, Vector3(20, 0, 0), Matrix3::Zero()};
  std::vector<Diagnostic> found;
  build({upper, lower}, &found);
  EXPECT_FALSE(found.empty());
}

TEST(Builder, ImpossibleInertiaIsKeptWithAWarning) {
  LinkSpec a = make_link("a", "");
  a.inertia.inertia = Vector3(1, 1, 3).asDiagonal();
  std::vector<Diagnostic> found;
  const auto s = build({a}, &found);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].message.find("triangle inequality"), std::string::npos) << found[0].message;
  EXPECT_EQ(s->inertia[0].inertia(2, 2), 3);
  a.inertia.inertia = Vector3(1, 1, 2.0005).asDiagonal();  // rounding in a file
  build({a}, &found);
  EXPECT_TRUE(found.empty());
  a.inertia.inertia = Vector3(-0.5, 1, 1).asDiagonal();
  a.axis = Vector3::UnitZ();
  build({a}, &found);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].message.find("not positive"), std::string::npos) << found[0].message;
}

TEST(Builder, EqualSeedsGiveEqualRandomTrees) {
  const auto a = test::random_tree_of_set(16), b = test::random_tree_of_set(16);
  EXPECT_EQ(a.skeleton->parent, b.skeleton->parent);
  EXPECT_EQ(a.skeleton->path_dofs, b.skeleton->path_dofs);
  for (int i = 0; i < a.skeleton->num_bodies(); ++i)
    EXPECT_EQ(a.skeleton->inertia[i].inertia, b.skeleton->inertia[i].inertia);
}

}  // namespace
}  // namespace cardan
