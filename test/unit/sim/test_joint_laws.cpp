#include <gtest/gtest.h>

#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/skeleton.h"
#include "cardan/world.h"
#include "cardan/world_spec.h"
#include "sim/data/model_state.h"
#include "test/support/dense_algebra.h"
#include "test/support/random_tree.h"

namespace cardan {
namespace {

using test::Random;
using test::uniform;

std::shared_ptr<const Skeleton> springy_tree(Random& random, bool floating) {
  test::RandomTreeOptions options;
  options.joints = 8;
  options.floating_base = floating;
  options.armature = 0.1;
  options.types = {JointType::kRevolute,  JointType::kPrismatic, JointType::kPlanar,
                   JointType::kSpherical, JointType::kUniversal, JointType::kContinuous};
  test::RandomTree tree = test::random_tree(random(), options);
  SkeletonBuilder builder("springy");
  for (LinkSpec& link : tree.links) {
    for (DofProperties& dof : link.dofs) {
      dof.damping = uniform(random, 0, 2);
      if (link.dofs.size() != 1) continue;
      dof.stiffness = uniform(random, 0, 50);
      dof.spring_reference = uniform(random, -1, 1);
    }
    builder.add_link(link);
  }
  return builder.build();
}

struct Gains {
  VectorX kp, kd, target, velocity;
};

Gains set_laws(Model& model, Random& random) {
  const Skeleton& skeleton = *model.skeleton();
  const VectorX none = VectorX::Zero(skeleton.nv());
  Gains gains{none, none, none, none};
  for (const JointInfo& joint : skeleton.joints) {
    if (joint.nv != 1 || random() % 3 == 0) continue;
    const int i = joint.v_start;
    gains.kp[i] = uniform(random, 0, 100);
    gains.kd[i] = uniform(random, 0, 5);
    gains.target[i] = uniform(random, -1, 1);
    gains.velocity[i] = uniform(random, -1, 1);
    model.set_pd(joint.name, gains.kp[i], gains.kd[i], gains.target[i], gains.velocity[i]);
  }
  return gains;
}

// Inertia of each DoF in the neutral configuration if all others are free.
VectorX free_inertias(const Skeleton& s) {
  Data data(s);
  const VectorX q = s.neutral_configuration(), v = VectorX::Zero(s.nv());
  forward_kinematics(s, data, q.data(), v.data());
  compute_world_inertias(s, data);
  crba(s, data);
  return dense_mass_matrix(s, data).inverse().diagonal().cwiseInverse();
}

/// δ of docs/theory/robot-rows.md#springs.
double delta_of(double stiffness, double inertia, double h) {
  return std::clamp((h * std::sqrt(stiffness / inertia) - 0.5) / 1.5, 0.0, 1.0);
}

double gamma_of(double delta) { return 0.25 * (1 + delta) * (1 + delta); }

// One step of trees with joints of all kinds, in dense algebra: implicit Euler for dampers,
// (M + h D + γ_p h² K_p + γ h² K) Δv = h (τ − C − D v + K_p (q_ref − q + δ_p h (q̇_ref − v))
// + K (q_0 − q − δ h v) + …), with δ and γ of docs/theory/robot-rows.md#springs.
TEST(JointLaws, StepAgreesWithDenseAlgebra) {
  Random random(8);
  constexpr double h = 2e-3;
  for (int round = 0; round < 40; ++round) {
    const std::shared_ptr<const Skeleton> tree = springy_tree(random, round % 2 == 0);
    const Skeleton& s = *tree;
    WorldSpec spec;
    spec.step = h;
    const bool euler = round % 3 == 0;
    if (euler) spec.pd_laws = PdDiscretization::kImplicitEuler;
    World world(spec);
    Model& model = world.add_skeleton("tree", tree, {});
    VectorX q(s.nq());
    random_configuration(s, random(), q.data());
    // Slow: C belongs to v (finish_undisturbed).
    const VectorX v = test::random_vector(random, s.nv(), 0.2);
    const VectorX tau = test::random_vector(random, s.nv(), 10);
    model.set_q(q);
    model.set_v(v);
    model.set_efforts(tau);
    const Gains gains = set_laws(model, random);

    Data data(s);
    forward_kinematics(s, data, q.data(), v.data());
    bias_forces(s, data, v.data(), world.gravity());
    crba(s, data);
    MatrixX M = dense_mass_matrix(s, data);
    const VectorX inertias = free_inertias(s);
    VectorX right = tau;
    for (int i = 0; i < s.nv(); ++i) {
      const DofProperties& dof = s.dof[i];
      const int k = s.single_q_index(i);
      const double q_i = k < 0 ? 0 : q[k], stiffness = k < 0 ? 0 : dof.stiffness;
      const double delta = delta_of(stiffness, inertias[i], h);
      const double pd_delta = euler ? 1 : delta_of(gains.kp[i], inertias[i], h);
      M(i, i) += h * (dof.damping + gains.kd[i]) +
                 h * h * (gamma_of(delta) * stiffness + gamma_of(pd_delta) * gains.kp[i]);
      right[i] +=
          -data.bias[i] - dof.damping * v[i] +
          stiffness * (dof.spring_reference - q_i - delta * h * v[i]) +
          gains.kp[i] * (gains.target[i] - q_i + pd_delta * h * (gains.velocity[i] - v[i])) +
          gains.kd[i] * (gains.velocity[i] - v[i]);
    }
    const VectorX expected = v + test::algebra::solve_positive_definite(M, h * right);
    world.step();
    EXPECT_LT((model.v() - expected).norm(), 1e-9 * expected.norm()) << round;
  }
}

TEST(JointLaws, LawsSolvedAsRowsAreNotInTheMassMatrix) {
  Random random(2);
  const std::shared_ptr<const Skeleton> tree = springy_tree(random, true);
  ModelStates states;
  states.add(tree->nq(), tree->nv());
  const JointLaws laws = states[0].laws();
  laws.clear(0);
  ASSERT_EQ(laws.size(), static_cast<std::size_t>(tree->nv()));
  EXPECT_FALSE(laws.bounded());
  EXPECT_FALSE(laws.has_rows());
  PdLaw law;
  law.active = true;
  law.kp = 3;
  law.max_effort = 5;
  laws.set(7, law);
  EXPECT_TRUE(laws.bounded());
  EXPECT_FALSE(laws.has_rows());
  EXPECT_EQ(laws.kp()[7], 3);
  law.as_row = true;
  laws.set(7, law);
  EXPECT_FALSE(laws.bounded());
  EXPECT_TRUE(laws.has_rows());
  EXPECT_EQ(laws.kp()[7], 0);
  EXPECT_EQ(laws[7].kp, 3);
  laws.set(7, PdLaw());
  EXPECT_FALSE(laws.bounded());
  EXPECT_FALSE(laws.has_rows());
}

}  // namespace
}  // namespace cardan
