// M, bias forces, Jacobians and forward dynamics of real robots against other engines.

#include <gtest/gtest.h>

#include <cstdio>

#include "peers/peer.h"
#include "peers/robots.h"

namespace cardan {
namespace {

using Factory = std::unique_ptr<peers::Peer> (*)(std::shared_ptr<const Skeleton>);

constexpr double kTolerance = 1e-9;

double relative_error(const MatrixX& ours, const MatrixX& theirs) {
  return (ours - theirs).norm() / theirs.norm();
}

/// Largest relative errors over all states.
struct Errors {
  double mass_matrix = 0, bias = 0, jacobian = 0, forward_dynamics = 0;
};

Errors compare(const std::shared_ptr<const Skeleton>& skeleton, Factory make_other) {
  const auto ours = peers::make_cardan(skeleton), theirs = make_other(skeleton);
  const peers::States states = peers::make_states(*skeleton, 8);
  Errors errors;
  for (size_t k = 0; k < states.q.size(); ++k) {
    const VectorX &q = states.q[k], &v = states.v[k], &tau = states.tau[k];
    const auto grow = [](double& error, const MatrixX& a, const MatrixX& b) {
      error = std::max(error, relative_error(a, b));
    };
    grow(errors.mass_matrix, ours->mass_matrix(q), theirs->mass_matrix(q));
    grow(errors.bias, ours->bias(q, v), theirs->bias(q, v));
    for (int body = 0; body < skeleton->num_bodies(); ++body)
      grow(errors.jacobian, ours->body_jacobian(q, body), theirs->body_jacobian(q, body));
    grow(errors.forward_dynamics, ours->forward_dynamics(q, v, tau),
         theirs->forward_dynamics(q, v, tau));
  }
  return errors;
}

void expect_agreement(const peers::Robot& robot, Factory make_other, double armature) {
  if (robot.skeleton == nullptr) {
    std::printf("%s skipped: not beside the checkout\n", robot.name.c_str());
    return;
  }
  const auto skeleton = peers::with_armature(*robot.skeleton, armature);
  const Errors errors = compare(skeleton, make_other);
  std::printf("%-12s M %.1e  bias %.1e  J %.1e  forward dynamics %.1e\n", robot.name.c_str(),
              errors.mass_matrix, errors.bias, errors.jacobian, errors.forward_dynamics);
  EXPECT_LT(errors.mass_matrix, kTolerance) << robot.name;
  EXPECT_LT(errors.bias, kTolerance) << robot.name;
  EXPECT_LT(errors.jacobian, kTolerance) << robot.name;
  EXPECT_LT(errors.forward_dynamics, kTolerance) << robot.name;
}

void expect_agreement_on_all(Factory make_other, double armature) {
  std::vector<peers::Robot> robots = peers::load_robots(CARDAN_SOURCE_DIR "/../shared/robots");
  robots.push_back({"chain of 10", peers::make_chain(10)});
  for (const peers::Robot& robot : robots) expect_agreement(robot, make_other, armature);
}

TEST(Agreement, WithMujoco) {
#ifdef CARDAN_PEER_MUJOCO
  expect_agreement_on_all(peers::make_mujoco, 0.05);
#else
  GTEST_SKIP() << "MuJoCo is not installed";
#endif
}

TEST(Agreement, WithDart) {
#ifdef CARDAN_PEER_DART
  expect_agreement_on_all(peers::make_dart, 0);  // DART has no armature
#else
  GTEST_SKIP() << "DART is not installed";
#endif
}

}  // namespace
}  // namespace cardan
