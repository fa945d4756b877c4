#include "cardan/energy.h"
#include "cardan/error.h"
#include "cardan/forward_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "test/support/dense_algebra.h"
#include "test/unit/dynamics/random_motion.h"

namespace cardan {
namespace {

using test::kGravity;
using test::Random;

/// A tree with followers beside the same tree in which every joint is free, and G between them.
struct Pair {
  explicit Pair(int index) : coupled(test::random_coupled_tree(index, 0.1)) {
    SkeletonBuilder builder("free");
    for (LinkSpec link : coupled.links) {
      link.coupling = {};
      builder.add_link(link);
    }
    free = builder.build();
    G = MatrixX::Zero(free->nv(), coupled.skeleton->nv());
    offset = VectorX::Zero(free->nv());
    for (const JointInfo& joint : free->joints) {
      for (int k = 0; k < joint.nv; ++k) {
        const auto [column, ratio, shift] = leader_of(joint.name);
        G(joint.v_start + k, column + k) = ratio;
        offset[joint.v_start + k] = shift;
      }
    }
  }

  /// Freedom, multiplier and offset of a joint by following the links one by one.
  std::tuple<int, double, double> leader_of(const std::string& joint) const {
    for (const LinkSpec& link : coupled.links) {
      if (link.joint_name != joint) continue;
      if (link.coupling.leader.empty()) {
        const Skeleton& s = *coupled.skeleton;
        return {s.joints[s.require_joint(joint)].v_start, 1.0, 0.0};
      }
      const auto [column, ratio, shift] = leader_of(link.coupling.leader);
      return {column, ratio * link.coupling.multiplier,
              link.coupling.multiplier * shift + link.coupling.offset};
    }
    ADD_FAILURE() << "no joint " << joint;
    return {0, 0, 0};
  }

  VectorX free_configuration(const VectorX& q) const {
    VectorX q_free = free->neutral_configuration();
    const Skeleton& s = *coupled.skeleton;
    for (const JointInfo& joint : free->joints) {
      const auto [column, ratio, shift] = leader_of(joint.name);
      if (joint.nq == joint.nv && joint.nv == 1) {
        q_free[joint.q_start] = ratio * q[s.single_q_index(column)] + shift;
      } else {
        const JointInfo& same = s.joints[s.require_joint(joint.name)];
        q_free.segment(joint.q_start, joint.nq) = q.segment(same.q_start, same.nq);
      }
    }
    return q_free;
  }

  test::RandomTree coupled;
  std::shared_ptr<const Skeleton> free;
  MatrixX G;
  VectorX offset;
};

TEST(Coupling, CoupledTreeEqualsTheFreeTreeReducedByG) {
  int followers = 0;
  for (int index = 0; index < 30; ++index) {
    const Pair pair(index);
    const Skeleton& s = *pair.coupled.skeleton;
    const Skeleton& t = *pair.free;
    followers += static_cast<int>(s.followers.size());
    ASSERT_EQ(s.nv() + static_cast<int>(s.followers.size()), t.nv());
    Random random(index + 4000);
    Data data(s), free_data(t);
    const VectorX q = test::random_configuration(random, s);
    const VectorX v = test::random_vector(random, s.nv(), 1);
    const VectorX a = test::random_vector(random, s.nv(), 1);
    const VectorX q_free = pair.free_configuration(q), v_free = pair.G * v, a_free = pair.G * a;
    forward_kinematics(s, data, q.data(), v.data());
    forward_kinematics(t, free_data, q_free.data(), v_free.data());
    for (int i = 0; i < s.num_bodies(); ++i) {
      EXPECT_LT((data.pose(i).p - free_data.pose(i).p).norm(), 1e-13);
      EXPECT_LT((data.pose(i).R - free_data.pose(i).R).norm(), 1e-13);
    }
    VectorX tau(s.nv()), tau_free(t.nv());
    rnea(s, data, v.data(), a.data(), kGravity, tau.data());
    rnea(t, free_data, v_free.data(), a_free.data(), kGravity, tau_free.data());
    EXPECT_LT((tau - pair.G.transpose() * tau_free).norm(), 1e-11 * (1 + tau_free.norm()));
    crba(s, data);
    crba(t, free_data);
    const MatrixX M = dense_mass_matrix(s, data);
    const MatrixX M_free = dense_mass_matrix(t, free_data);
    EXPECT_LT((M - test::algebra::congruence(pair.G, M_free)).norm(), 1e-12 * (1 + M_free.norm()))
        << "tree " << index;
    // The factors solve, and the forward dynamics undo the inverse.
    ASSERT_TRUE(factorize_ltl(s, data));
    VectorX x = a;
    solve_ltl(s, data, x.data());
    EXPECT_LT((M * x - a).norm(), 1e-8 * (1 + M.norm() * x.norm())) << "tree " << index;
    VectorX back(s.nv());
    aba(s, data, v.data(), tau.data(), kGravity, back.data());
    EXPECT_LT((back - a).norm(), 1e-8 * (1 + a.norm())) << "tree " << index;
    EXPECT_NEAR(kinetic_energy(s, data, v.data()), 0.5 * v.dot(M * v), 1e-10 * (1 + M.norm()));
  }
  EXPECT_GT(followers, 60);
}

TEST(Coupling, BodyJacobiansEqualThoseOfTheFreeTreeTimesG) {
  for (int index = 0; index < 20; ++index) {
    const Pair pair(index);
    const Skeleton& s = *pair.coupled.skeleton;
    Random random(index + 4100);
    Data data(s), free_data(*pair.free);
    const VectorX q = test::random_configuration(random, s);
    forward_kinematics(s, data, q.data());
    forward_kinematics(*pair.free, free_data, pair.free_configuration(q).data());
    Matrix6X J(6, s.nv()), J_free(6, pair.free->nv());
    for (int frame = 0; frame < static_cast<int>(s.frames.size()); ++frame) {
      const int same = pair.free->require_frame(s.frames[frame].name);
      frame_jacobian(s, data, frame, ReferenceFrame::kLocal, J);
      frame_jacobian(*pair.free, free_data, same, ReferenceFrame::kLocal, J_free);
      EXPECT_LT((J - test::algebra::multiply(J_free, pair.G)).norm(), 1e-12 * (1 + J_free.norm()));
      // The columns on the packed path hold the same Jacobian, about O.
      const int body = s.frames[frame].body;
      if (body < 0) continue;
      const auto path = s.path(s.body_last_dof[body]);
      std::vector<double> columns(6 * path.size());
      body_columns(s, data, body, columns.data());
      Matrix6X dense = Matrix6X::Zero(6, s.nv());
      for (size_t e = 0; e < path.size(); ++e)
        dense.col(path[e]) = Eigen::Map<const Vector6>(&columns[6 * e]);
      Matrix6X expected(6, s.nv());
      frame_jacobian(s, data, frame, ReferenceFrame::kWorld, expected);
      for (int k = 0; k < s.nv(); ++k) {
        const Vector3 w = expected.col(k).head<3>();
        expected.col(k).tail<3>() += w.cross(data.O_W);
      }
      EXPECT_LT((dense - expected).norm(), 1e-12 * (1 + expected.norm()));
    }
  }
}

TEST(Coupling, WhitenedPathRowsGiveTheDelassusEntries) {
  for (int index = 0; index < 20; ++index) {
    const test::RandomTree tree = test::random_coupled_tree(index);
    const Skeleton& s = *tree.skeleton;
    Random random(index + 4200);
    Data data(s);
    const VectorX q = test::random_configuration(random, s), v = VectorX::Zero(s.nv());
    forward_kinematics(s, data, q.data(), v.data());
    bias_forces(s, data, v.data(), kGravity);
    crba(s, data);
    const MatrixX M = dense_mass_matrix(s, data);
    ASSERT_TRUE(factorize_ltl(s, data));
    for (int body = 0; body < s.num_bodies(); ++body) {
      const int last = s.body_last_dof[body];
      const auto path = s.path(last);
      std::vector<double> columns(6 * path.size()), y(path.size());
      body_columns(s, data, body, columns.data());
      VectorX J = VectorX::Zero(s.nv());
      for (size_t e = 0; e < path.size(); ++e) J[path[e]] = y[e] = columns[6 * e + 4];
      whiten_path_rows(s, data, last, 1, y.data());
      double squared = 0;
      for (double entry : y) squared += entry * entry;
      EXPECT_NEAR(squared, J.dot(test::algebra::solve_symmetric(M, J)), 1e-8 * (1 + squared))
          << "tree " << index;
    }
  }
}

TEST(Coupling, PassivePropertiesOfTheFollowerActOnTheLeader) {
  SkeletonBuilder builder("two");
  LinkSpec leader;
  leader.name = "a";
  leader.joint_name = "lead";
  leader.joint_type = JointType::kRevolute;
  leader.inertia = {1, Vector3(0.1, 0, 0), Matrix3::Identity()};
  leader.dofs.resize(1);
  leader.dofs[0] = {0.1, 0.2, 3, 0.5, 0.01, -1, 1, 5, 6, true};
  LinkSpec follower = leader;
  follower.name = "b";
  follower.joint_name = "follow";
  follower.joint_type = JointType::kPrismatic;
  follower.dofs[0] = {0.3, 0.4, 7, -0.2, 0.05, -2, 2, 5, 6, true};
  follower.coupling = {"lead", -2, 0.25};
  builder.add_link(follower);
  builder.add_link(leader);
  const auto s = builder.build();
  ASSERT_EQ(s->nv(), 1);
  ASSERT_EQ(s->nq(), 1);
  const DofProperties& dof = s->dof[0];
  EXPECT_DOUBLE_EQ(dof.damping, 0.1 + 4 * 0.3);
  EXPECT_DOUBLE_EQ(dof.friction, 0.2 + 2 * 0.4);
  EXPECT_DOUBLE_EQ(dof.armature, 0.01 + 4 * 0.05);
  EXPECT_DOUBLE_EQ(dof.stiffness, 3 + 4 * 7);
  EXPECT_EQ(dof.lower, -1);
  // The same energy up to a constant.
  const auto springs = [](double q) {
    const double f = -2 * q + 0.25;
    return 1.5 * (q - 0.5) * (q - 0.5) + 3.5 * (f + 0.2) * (f + 0.2);
  };
  Data data(*s);
  const auto energy = [&](double q) {
    forward_kinematics(*s, data, &q);
    return potential_energy(*s, data, &q, Vector3::Zero());
  };
  EXPECT_NEAR(energy(0.7) - energy(-0.4), springs(0.7) - springs(-0.4), 1e-13);
  EXPECT_EQ(s->joints[s->require_joint("follow")].nv, 0);
  EXPECT_EQ(s->joints[s->require_joint("follow")].v_start, 0);
}

TEST(Coupling, EnergyOfAGripperIsConserved) {
  // Two fingers of two hinges each, all driven by one: an inner hinge follows the knuckle turned
  // backwards, so that the pads stay parallel; the other finger mirrors.
  SkeletonBuilder builder("gripper");
  const auto add = [&](const std::string& name, const std::string& parent, const Vector3& at,
                       double multiplier, JointType type) {
    LinkSpec link;
    link.name = name;
    link.joint_name = name;
    link.parent = parent;
    link.joint_type = type;
    link.X_PJ = RigidTransform(at);
    link.axis = Vector3::UnitY();
    link.inertia = {0.1, Vector3(0.02, 0, 0.05), 1e-4 * Matrix3::Identity()};
    if (multiplier != 0) link.coupling = {"left_knuckle", multiplier, 0.05};
    builder.add_link(link);
  };
  add("hand", "", Vector3::Zero(), 0, JointType::kPrismatic);
  add("left_pad", "left_knuckle", Vector3(0, 0, 0.1), -1, JointType::kRevolute);
  add("left_knuckle", "hand", Vector3(0.05, 0, 0), 0, JointType::kRevolute);
  add("right_knuckle", "hand", Vector3(-0.05, 0, 0), -1, JointType::kRevolute);
  add("right_pad", "right_knuckle", Vector3(0, 0, 0.1), 1, JointType::kRevolute);
  add("slider", "hand", Vector3(0, 0, 0.02), 0.03, JointType::kPrismatic);
  const auto skeleton = builder.build();
  const Skeleton& s = *skeleton;
  ASSERT_EQ(s.nv(), 2);
  Data data(s);
  VectorX q = VectorX::Zero(2), v(2), a(2), tau = VectorX::Zero(2);
  v << 0.1, 2;
  const auto acceleration = [&](const VectorX& at, const VectorX& rate) {
    forward_kinematics(s, data, at.data(), rate.data());
    aba(s, data, rate.data(), tau.data(), kGravity, a.data());
    return VectorX(a);
  };
  const auto energy = [&] {
    forward_kinematics(s, data, q.data(), v.data());
    return kinetic_energy(s, data, v.data()) + potential_energy(s, data, q.data(), kGravity);
  };
  const double before = energy(), h = 1e-3;
  for (int step = 0; step < 2000; ++step) {  // classical Runge–Kutta
    const VectorX a1 = acceleration(q, v), v2 = v + 0.5 * h * a1;
    const VectorX a2 = acceleration(q + 0.5 * h * v, v2), v3 = v + 0.5 * h * a2;
    const VectorX a3 = acceleration(q + 0.5 * h * v2, v3), v4 = v + h * a3;
    const VectorX a4 = acceleration(q + h * v3, v4);
    q += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  EXPECT_GT(q.norm(), 1);
  EXPECT_NEAR(energy(), before, 1e-8);
}

TEST(Coupling, InvalidCouplingsAreRejectedByName) {
  const auto build = [](const JointCoupling& first, const JointCoupling& second,
                        JointType second_type) {
    SkeletonBuilder builder("bad");
    LinkSpec link;
    link.inertia = {1, Vector3::Zero(), Matrix3::Identity()};
    link.joint_type = JointType::kRevolute;
    link.name = link.joint_name = "one";
    link.coupling = first;
    builder.add_link(link);
    link.name = link.joint_name = "two";
    link.joint_type = second_type;
    link.coupling = second;
    builder.add_link(link);
    try {
      builder.build();
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  const JointType turn = JointType::kRevolute;
  EXPECT_EQ(build({"two", 1, 0}, {}, turn), "accepted");
  EXPECT_NE(build({"three", 1, 0}, {}, turn).find("does not exist"), std::string::npos);
  EXPECT_NE(build({"two", 1, 0}, {"one", 1, 0}, turn).find("cycle"), std::string::npos);
  EXPECT_NE(build({"one", 1, 0}, {}, turn).find("cycle"), std::string::npos);
  EXPECT_NE(build({"two", 1, 0}, {}, JointType::kFixed).find("one degree of freedom"),
            std::string::npos);
  EXPECT_NE(build({}, {"one", 1, 0}, JointType::kPlanar).find("cannot follow"), std::string::npos);
  EXPECT_NE(build({"two", kInfinity, 0}, {}, turn).find("not finite"), std::string::npos);
}

}  // namespace
}  // namespace cardan
