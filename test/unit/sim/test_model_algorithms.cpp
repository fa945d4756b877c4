#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <thread>

#include "cardan/error.h"
#include "cardan/skeleton.h"
#include "sim/data/world_impl.h"
#include "test/analytic/linkages.h"
#include "test/support/dense_algebra.h"
#include "test/support/random_tree.h"
#include "test/support/worlds.h"
#include "test/unit/sim/algorithms_example.h"

// Compares the algorithms of Model with finite differences of poses and energies, checks identities
// between them, and checks that they do not change the bits of steps.
namespace cardan {
namespace {

using test::algebra::multiply;

constexpr double kStep = 1e-4;

/// Robots of every kind, in motion: a fixed and a floating robot, followers with springs, a free
/// body, and a random tree with joints of every type.
struct Robots {
  Robots() {
    WorldSpec spec;
    spec.gravity = {0.4, -0.3, -9.5};
    world = World(spec);
    world.add_urdf(CARDAN_SOURCE_DIR "/data/robots/arm7.urdf",
                   RigidTransform::from_xyz_rpy({1, 2, 0.5}, {0.3, -0.2, 0.7}));
    world.add_urdf(CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf",
                   RigidTransform(Vector3(0, 0, 2)));
    SkeletonBuilder arms("arms");
    LinkSpec bob = test::rod_link("bob", "", 0, {1, 1});
    bob.dofs.resize(1);
    bob.dofs[0].stiffness = 3;
    bob.dofs[0].spring_reference = 0.4;
    bob.dofs[0].damping = 0.7;
    bob.dofs[0].armature = 0.2;
    arms.add_link(bob);
    LinkSpec tail = test::rod_link("tail", "bob", 1, {1, 1});
    tail.coupling = {"bob", -2, 0.1};
    arms.add_link(tail);
    world.add_skeleton("arms", arms.build());
    world.add(test::body("crate", test::box({0.2, 0.3, 0.4}), 2, test::at(5, 0, 3)));
    world.add(test::body("ball", test::sphere(0.2), 2, test::at(7, 0, 3)));
    test::RandomTreeOptions options;
    options.joints = 8;
    options.floating_base = true;
    options.armature = 0.1;
    world.add_skeleton("tree", test::random_tree(11, options).skeleton, test::at(10, 0, 3));
    test::Random random(4);
    for (int i = 0; i < world.num_models(); ++i) {
      Model& model = world.model(i);
      model.set_q(test::random_configuration(random, *model.skeleton()));
      model.set_v(test::random_vector(random, model.skeleton()->nv(), 1));
    }
  }
  void for_each(const std::function<void(Model&)>& check) {
    for (int i = 0; i < world.num_models(); ++i) {
      SCOPED_TRACE(world.model(i).name());
      check(world.model(i));
    }
  }

  World world;
};

VectorX moved(const Model& model, const VectorX& step) {
  VectorX q(model.q().size());
  integrate(*model.skeleton(), model.q().data(), step.data(), 1, q.data());
  return q;
}

/// d/dt value() at q ⊕ t step, v + t change: central differences of fourth order.
template <class Value>
auto derivative(Model& model, const VectorX& step, const VectorX& change, const Value& value) {
  const VectorX q = model.q(), v = model.v();
  const auto at = [&](double t) {
    model.set_q(q);
    model.set_q(moved(model, t * step));
    model.set_v(v + t * change);
    auto result = value();
    return result;
  };
  const auto m2 = at(-2 * kStep), m1 = at(-kStep), p1 = at(kStep), p2 = at(2 * kStep);
  model.set_q(q);
  model.set_v(v);
  auto result = m1;
  result = ((m2 - p2) + 8 * (p1 - m1)) / (12 * kStep);
  return result;
}

Vector6 stacked(const SpatialVelocity& V) {
  Vector6 x;
  x << V.angular, V.linear;
  return x;
}

Vector6 stacked(const SpatialForce& F) {
  Vector6 x;
  x << F.moment, F.force;
  return x;
}

VectorX unit(const Model& model, int k) { return VectorX::Unit(model.v().size(), k); }
VectorX zero(const Model& model) { return VectorX::Zero(model.v().size()); }
VectorX some(const Model& model) {
  test::Random random(31);
  return test::random_vector(random, static_cast<int>(model.v().size()), 2);
}

TEST(ModelAlgorithms, MassMatrixIsThatOfInverseDynamics) {
  Robots robots;
  robots.for_each([](Model& model) {
    const MatrixX M = model.mass_matrix();
    const VectorX rest = model.inverse_dynamics(zero(model));
    for (int k = 0; k < M.cols(); ++k) {
      const VectorX column = model.inverse_dynamics(unit(model, k)) - rest;
      EXPECT_LT((M.col(k) - column).norm(), 1e-10 * (1 + M.norm()));
    }
    const VectorX v = model.v();
    EXPECT_NEAR(0.5 * v.dot(M * v), model.kinetic_energy(), 1e-10 * (1 + model.kinetic_energy()));
    EXPECT_EQ(M, M.transpose());
    const MatrixX one = multiply(M, model.inverse_mass_matrix());
    EXPECT_LT((one - MatrixX::Identity(M.rows(), M.cols())).norm(), 1e-8);
  });
}

TEST(ModelAlgorithms, MassIsTheInertiaOfATranslation) {
  Robots robots;
  const Model& quadruped = *robots.world.find("quadruped");
  EXPECT_NEAR(quadruped.mass_matrix()(3, 3), quadruped.mass(), 1e-12);
  EXPECT_EQ(robots.world.find("crate")->mass(), 2);
}

// The energy includes that of the springs, whose force is passive.
TEST(ModelAlgorithms, GravityAndSpringsAreTheGradientOfTheEnergy) {
  Robots robots;
  robots.for_each([](Model& model) {
    model.set_v(zero(model));
    const VectorX force = model.gravity_forces() - model.passive_forces();
    for (int k = 0; k < force.size(); ++k) {
      const double slope =
          derivative(model, unit(model, k), zero(model), [&] { return model.potential_energy(); });
      EXPECT_NEAR(force[k], slope, 1e-7 * (1 + force.norm())) << k;
    }
  });
}

TEST(ModelAlgorithms, DampersTakePower) {
  Robots robots;
  Model& arms = *robots.world.find("arms");
  const VectorX moving = arms.passive_forces();
  const double v = arms.v()[0];
  arms.set_v(zero(arms));
  EXPECT_NEAR(moving[0] - arms.passive_forces()[0], -0.7 * v, 1e-14);
}

TEST(ModelAlgorithms, BiasForcesAreInverseDynamicsAtRest) {
  Robots robots;
  robots.for_each([](Model& model) {
    const VectorX C = model.bias_forces();
    const double scale = 1e-10 * (1 + C.norm());
    EXPECT_LT((C - model.inverse_dynamics(zero(model))).norm(), scale);
    EXPECT_LT((model.coriolis_matrix() * model.v() + model.gravity_forces() - C).norm(), scale);
  });
}

// d/dt (½ vᵀ M v) = vᵀ (τ − g) for the accelerations of forward dynamics.
TEST(ModelAlgorithms, ForwardDynamicsKeepsTheBalanceOfPower) {
  Robots robots;
  robots.for_each([](Model& model) {
    const VectorX tau = some(model), a = model.forward_dynamics(tau);
    const VectorX v = model.v();
    const double power = v.dot(tau - model.gravity_forces());
    const double rate = derivative(model, v, a, [&] { return model.kinetic_energy(); });
    EXPECT_NEAR(rate, power, 1e-6 * (1 + std::abs(power) + model.kinetic_energy()));
    EXPECT_LT((model.inverse_dynamics(a) - tau).norm(), 1e-9 * (1 + tau.norm() + a.norm()));
  });
}

const Vector3 kPoint(0.1, -0.2, 0.3);

// Pose of the point, and components of its velocity in three frames, from poses alone.
TEST(ModelAlgorithms, JacobianIsTheDerivativeOfPoses) {
  Robots robots;
  robots.for_each([](Model& model) {
    for (int i = 0; i < model.num_links(); ++i) {
      const LinkId link = model.link(i);
      const RigidTransform X = model.pose(link);
      const Vector3 p = X * kPoint;
      const Matrix6X world = model.jacobian(link, kPoint, ReferenceFrame::kWorld);
      const Matrix6X local = model.jacobian(link, kPoint, ReferenceFrame::kLocal);
      const Matrix6X aligned = model.jacobian(link, kPoint);
      for (int k = 0; k < aligned.cols(); ++k) {
        const Vector3 v_p = derivative(model, unit(model, k), zero(model),
                                       [&] { return Vector3(model.pose(link) * kPoint); });
        const Matrix3 R_dot = derivative(model, unit(model, k), zero(model),
                                         [&] { return Matrix3(model.pose(link).R); });
        const Vector3 omega = test::vee(R_dot * X.R.transpose());
        Vector6 expected;
        expected << omega, v_p;
        EXPECT_LT((aligned.col(k) - expected).norm(), 1e-8);
        expected << X.R.transpose() * omega, X.R.transpose() * v_p;
        EXPECT_LT((local.col(k) - expected).norm(), 1e-8);
        expected << omega, v_p - omega.cross(p);
        EXPECT_LT((world.col(k) - expected).norm(), 1e-7);
      }
      const Matrix6X at_origin = model.jacobian(link);
      EXPECT_LT((at_origin * model.v() - stacked(model.velocity(link))).norm(), 1e-10);
    }
  });
}

TEST(ModelAlgorithms, JacobianRateIsTheDerivativeOfComponents) {
  Robots robots;
  robots.for_each([](Model& model) {
    const VectorX v = model.v();
    for (const ReferenceFrame frame :
         {ReferenceFrame::kWorld, ReferenceFrame::kLocal, ReferenceFrame::kLocalWorldAligned}) {
      const LinkId link = model.link(model.num_links() - 1);
      const Vector6 rate = derivative(
          model, v, zero(model), [&] { return Vector6(model.jacobian(link, kPoint, frame) * v); });
      EXPECT_LT((stacked(model.jacobian_rate(link, kPoint, frame)) - rate).norm(),
                1e-6 * (1 + rate.norm()));
    }
  });
}

TEST(ModelAlgorithms, AccelerationIsTheDerivativeOfVelocity) {
  Robots robots;
  robots.for_each([](Model& model) {
    const LinkId link = model.link(model.num_links() - 1);
    const VectorX a = some(model), v = model.v();
    const Vector6 rate =
        derivative(model, v, a, [&] { return Vector6(model.jacobian(link, kPoint) * model.v()); });
    EXPECT_LT((stacked(model.acceleration(link, a, kPoint)) - rate).norm(),
              1e-6 * (1 + rate.norm()));
  });
}

TEST(ModelAlgorithms, CentreOfMassMovesWithItsJacobian) {
  Robots robots;
  robots.for_each([](Model& model) {
    const Matrix3X J = model.center_of_mass_jacobian();
    for (int k = 0; k < J.cols(); ++k) {
      const Vector3 slope =
          derivative(model, unit(model, k), zero(model), [&] { return model.center_of_mass(); });
      EXPECT_LT((J.col(k) - slope).norm(), 1e-8);
    }
    EXPECT_LT((J * model.v() - model.center_of_mass_velocity()).norm(), 1e-12);
  });
}

TEST(ModelAlgorithms, CentroidalMomentumIsThatOfTheMatrix) {
  Robots robots;
  robots.for_each([](Model& model) {
    const Vector6 h = stacked(model.centroidal_momentum());
    const double scale = 1 + h.norm();
    EXPECT_LT((model.centroidal_momentum_matrix() * model.v() - h).norm(), 1e-10 * scale);
    EXPECT_LT((model.mass() * model.center_of_mass_velocity() - h.tail<3>()).norm(), 1e-10 * scale);
    // About the origin of W it is the sum over the bodies.
    const SpatialForce about_W = model.momentum();
    EXPECT_LT((about_W.moment - model.center_of_mass().cross(about_W.force) - h.head<3>()).norm(),
              1e-10 * (scale + about_W.moment.norm()));
    const Vector6 rate = derivative(model, model.v(), zero(model),
                                    [&] { return stacked(model.centroidal_momentum()); });
    EXPECT_LT((stacked(model.centroidal_momentum_rate()) - rate).norm(), 1e-6 * (1 + rate.norm()));
  });
}

TEST(ModelAlgorithms, DerivativesOfDynamicsEqualDifferences) {
  Robots robots;
  robots.for_each([](Model& model) {
    const VectorX a = some(model), tau = some(model);
    const RneaDerivatives inverse = model.inverse_dynamics_derivatives(a);
    const ForwardDynamicsDerivatives forward = model.forward_dynamics_derivatives(tau);
    EXPECT_LT((forward.a - model.forward_dynamics(tau)).norm(), 1e-8 * (1 + forward.a.norm()));
    const double scale_tau = 1 + inverse.dtau_dq.norm() + inverse.dtau_dv.norm();
    const double scale_a = 1 + forward.da_dq.norm() + forward.da_dv.norm();
    for (int k = 0; k < a.size(); ++k) {
      const auto torque = [&] { return model.inverse_dynamics(a); };
      const auto acceleration = [&] { return model.forward_dynamics(tau); };
      const VectorX one = unit(model, k), none = zero(model);
      EXPECT_LT((inverse.dtau_dq.col(k) - derivative(model, one, none, torque)).norm(),
                1e-6 * scale_tau);
      EXPECT_LT((inverse.dtau_dv.col(k) - derivative(model, none, one, torque)).norm(),
                1e-6 * scale_tau);
      EXPECT_LT((forward.da_dq.col(k) - derivative(model, one, none, acceleration)).norm(),
                1e-5 * scale_a);
      EXPECT_LT((forward.da_dv.col(k) - derivative(model, none, one, acceleration)).norm(),
                1e-5 * scale_a);
    }
    EXPECT_LT((inverse.dtau_da - model.mass_matrix()).norm(), 1e-10 * (1 + scale_tau));
    EXPECT_LT((forward.da_dtau - model.inverse_mass_matrix()).norm(), 1e-9 * (1 + scale_a));
  });
}

TEST(ModelAlgorithms, ArgumentAndResultMayBeTheSameVector) {
  Robots robots;
  robots.for_each([](Model& model) {
    VectorX x = some(model);
    const VectorX tau = model.inverse_dynamics(x);
    model.inverse_dynamics(x, x);
    EXPECT_EQ(x, tau);
    const VectorX a = model.forward_dynamics(tau);
    model.forward_dynamics(x, x);
    EXPECT_EQ(x, a);
  });
}

TEST(ModelAlgorithms, ModelsWithoutFreedomsHaveEmptyResults) {
  World world;
  Model& ground = world.add_ground();
  ModelSpec belt = test::body("belt", test::box({1, 1, 1}), 1, test::at(0, 0, 5));
  belt.mass.reset();
  belt.kinematic = KinematicSpec{};
  belt.kinematic->velocity.linear = Vector3(1, 0, 0);
  Model& moving = world.add(belt);
  for (Model* model : {&ground, &moving}) {
    EXPECT_EQ(model->mass(), 0);
    EXPECT_EQ(model->mass_matrix().size(), 0);
    EXPECT_EQ(model->bias_forces().size(), 0);
    EXPECT_EQ(model->inverse_dynamics(VectorX()).size(), 0);
    EXPECT_EQ(model->forward_dynamics_derivatives(VectorX()).da_dq.size(), 0);
    EXPECT_EQ(model->jacobian(model->link("")).cols(), 0);
    EXPECT_THROW(model->center_of_mass(), Error);
    EXPECT_THROW(model->centroidal_momentum_matrix(), Error);
    EXPECT_THROW(model->joint("hip"), Error);
    IkTarget target;
    target.frame = "hand";
    target.position = Vector3::Zero();
    try {
      model->solve_ik({target});
      ADD_FAILURE() << "no error";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("has no joints"), std::string::npos) << error.what();
    }
  }
  EXPECT_EQ(stacked(ground.acceleration(ground.link(""), VectorX())).norm(), 0);
  EXPECT_THROW(moving.acceleration(moving.link(""), VectorX()), Error);
}

std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ModelAlgorithms, WrongSizesAndNumbersAreNamed) {
  Robots robots;
  const Model& arm = *robots.world.find("arm7");
  MatrixX M(6, 7);
  EXPECT_NE(error_of([&] { arm.mass_matrix(M); }).find("7 × 7"), std::string::npos);
  VectorX C(8);
  EXPECT_NE(error_of([&] { arm.bias_forces(C); }).find("'arm7'"), std::string::npos);
  EXPECT_NE(error_of([&] { arm.inverse_dynamics(VectorX::Zero(6)); }).find("expected 7"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              arm.forward_dynamics(VectorX::Constant(7, std::nan("")));
            }).find("non-finite"),
            std::string::npos);
  Matrix6X J(6, 6);
  EXPECT_NE(error_of([&] {
              arm.jacobian(arm.link(0), Vector3::Zero(), ReferenceFrame::kLocal, J);
            }).find("6 × 7"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              arm.jacobian(arm.link(0), Vector3::Constant(std::nan("")));
            }).find("not finite"),
            std::string::npos);
}

TEST(ModelHandles, ReferToTheSameObjectsAsNames) {
  Robots robots;
  robots.for_each([](Model& model) {
    for (int i = 0; i < model.num_links(); ++i) {
      const std::string name = model.link_name(model.link(i));
      EXPECT_EQ(model.link(name), model.link(i));
      EXPECT_EQ(model.pose(model.link(i)).p, model.pose(name).p);
      EXPECT_EQ(model.velocity(model.link(i)).linear, model.velocity(name).linear);
    }
    EXPECT_EQ(model.pose(model.link("")).p, model.base_pose().p);
    EXPECT_EQ(model.velocity(model.link("")).linear, model.base_velocity().linear);
    for (int i = 0; i < model.num_joints(); ++i) {
      EXPECT_EQ(model.joint(i).index(), i);
      EXPECT_EQ(model.joint(model.joint_name(model.joint(i))), model.joint(i));
    }
  });
  Model& arm = *robots.world.find("arm7");
  const JointId elbow = arm.joint("joint_4");
  arm.set_joint_position(elbow, 0.25);
  EXPECT_EQ(arm.joint_position("joint_4"), 0.25);
  arm.set_effort(elbow, 3);
  EXPECT_EQ(arm.joint_effort("joint_4"), 3);
  arm.set_pd(elbow, 10, 0, 1.25);
  arm.set_pd_target(elbow, 0.75);
  EXPECT_NEAR(arm.joint_effort(elbow), 3 + 5, 1e-12);
  EXPECT_EQ(arm.joint_velocity(elbow), arm.v()[3]);
}

TEST(ModelHandles, WrenchOnAHandleActsAsOnTheName) {
  Robots first, second;
  first.world.find("arm7")->apply_wrench("link_7", {1, 2, 3}, {4, 5, 6}, kPoint);
  Model& arm = *second.world.find("arm7");
  arm.apply_wrench(arm.link("link_7"), {1, 2, 3}, {4, 5, 6}, kPoint);
  first.world.step();
  second.world.step();
  EXPECT_EQ(first.world.state_hash(), second.world.state_hash());
  Robots without;
  without.world.step();
  EXPECT_NE(first.world.state_hash(), without.world.state_hash());
  EXPECT_THROW(arm.apply_wrench(arm.link(""), {1, 2, 3}), Error);  // a fixed base
}

TEST(ModelHandles, WrongHandlesAreRefused) {
  Robots robots;
  const Model &arm = *robots.world.find("arm7"), &dog = *robots.world.find("quadruped");
  EXPECT_NE(error_of([&] { arm.pose(dog.link("front_left_foot")); }).find("does not belong"),
            std::string::npos);
  EXPECT_NE(error_of([&] { arm.joint_position(dog.joint(1)); }).find("does not belong"),
            std::string::npos);
  EXPECT_THROW(arm.pose(LinkId()), Error);
  EXPECT_THROW(arm.joint_position(JointId()), Error);
  EXPECT_NE(error_of([&] { arm.link("link_8"); }).find("link_8"), std::string::npos);
  EXPECT_NE(error_of([&] { arm.joint("joint_8"); }).find("joint_8"), std::string::npos);
  EXPECT_THROW(arm.link(-1), Error);
  EXPECT_THROW(arm.link(arm.num_links()), Error);
  EXPECT_THROW(arm.joint(7), Error);
}

TEST(ModelIk, StartsAtTheModelAndLeavesItAlone) {
  Robots robots;
  Model& arm = *robots.world.find("arm7");
  arm.set_q(VectorX::LinSpaced(7, -1.2, 1.5));
  const VectorX q = arm.q();
  IkTarget here;
  here.frame = "link_7";
  here.position = arm.pose("link_7").p;
  here.orientation = arm.pose("link_7").R;
  const IkResult stayed = arm.solve_ik({here});
  EXPECT_EQ(stayed.iterations, 0);
  EXPECT_EQ(stayed.q, q);
  arm.set_q(VectorX::Constant(7, 0.1));
  const IkResult found = arm.solve_ik({here});
  ASSERT_TRUE(found.converged) << found.message;
  EXPECT_EQ(arm.q(), VectorX::Constant(7, 0.1));
  arm.set_q(found.q);
  EXPECT_LT((arm.pose("link_7").p - *here.position).norm(), 1e-8);
}

TEST(ModelAlgorithms, ExampleOfTheDocumentBringsTheHandToItsGoal) {
  World world;
  Model& arm = world.add_urdf(CARDAN_SOURCE_DIR "/data/robots/arm7.urdf");
  VectorX bent(7);
  bent << 0, 0.5, 0, 1.2, 0, 0.5, 0;
  arm.set_q(bent);
  run(world, arm);
  EXPECT_LT((arm.pose("link_7").p - Vector3(0.4, 0, 0.5)).norm(), 1e-3);
}

/// A standing quadruped, a driven arm, a box and a ball on the ground.
World scene_in_motion() {
  World world;
  world.add_ground();
  ModelSpec dog;
  dog.name = "dog";
  dog.urdf = CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf";
  dog.pose = test::at(0, 0, 0.5);
  dog.pd = test::pd(100, 5);
  world.add(dog);
  ModelSpec arm;
  arm.name = "arm";
  arm.urdf = CARDAN_SOURCE_DIR "/data/robots/arm7.urdf";
  arm.pose = test::at(3, 0, 0);
  arm.q["joint_2"] = 0.5;
  arm.pd_joints["joint_4"] = test::pd(50, 5);
  world.add(arm);
  world.add(test::body("box", test::box({0.2, 0.2, 0.2}), 1, test::at(5, 0, 0.2),
                       {{1, 2, 3}, {0.5, 0, 0}}));
  world.add(
      test::body("ball", test::sphere(0.1), 1, test::at(7, 0, 0.3), {{1, 2, 3}, Vector3::Zero()}));
  return world;
}

void call_everything(const World& world) {
  for (int i = 0; i < world.num_models(); ++i) {
    const Model& model = world.model(i);
    if (!model.skeleton()) continue;
    const VectorX a = some(model);
    model.mass_matrix();
    model.inverse_mass_matrix();
    model.bias_forces();
    model.gravity_forces();
    model.passive_forces();
    model.coriolis_matrix();
    model.inverse_dynamics(a);
    model.forward_dynamics(a);
    model.inverse_dynamics_derivatives(a);
    model.forward_dynamics_derivatives(a);
    model.jacobian(model.link(0), kPoint);
    model.jacobian_rate(model.link(0), kPoint);
    model.acceleration(model.link(0), a, kPoint);
    model.center_of_mass_velocity();
    model.center_of_mass_jacobian();
    model.centroidal_momentum();
    model.centroidal_momentum_matrix();
    model.centroidal_momentum_rate();
  }
}

TEST(ModelAlgorithms, StepsHaveTheSameBitsWithAndWithoutThem) {
  World plain = scene_in_motion(), queried = scene_in_motion();
  for (int k = 0; k < 150; ++k) {
    plain.step();
    if (k % 2 == 0) call_everything(queried);
    queried.begin_step();
    call_everything(queried);
    queried.finish_step();
    ASSERT_EQ(plain.state_hash(), queried.state_hash()) << "step " << k;
  }
}

TEST(BeginStep, ShowsTheStateOfThisStep) {
  World split = scene_in_motion(), fresh = scene_in_motion();
  for (int k = 0; k < 20; ++k) split.step();
  split.begin_step();
  for (int i = 0; i < split.num_models(); ++i) {
    const Model& model = split.model(i);
    if (!model.skeleton()) continue;
    SCOPED_TRACE(model.name());
    Model& other = fresh.model(i);
    other.set_q(model.q());
    other.set_v(model.v());
    const LinkId link = model.link(model.num_links() - 1);
    EXPECT_EQ(model.pose(link).p, other.pose(link).p);
    EXPECT_EQ(model.velocity(link).linear, other.velocity(link).linear);
    EXPECT_EQ(model.jacobian(link), other.jacobian(link));
    EXPECT_EQ(model.mass_matrix(), other.mass_matrix());
    EXPECT_EQ(model.bias_forces(), other.bias_forces());
  }
}

// The test falsifies the kinematics; every call returns the false values, so none computes them
// again.
TEST(BeginStep, NothingComputesKinematicsASecondTime) {
  World world = scene_in_motion();
  Model& dog = *world.find("dog");
  const LinkId base = dog.link("base");
  world.begin_step();
  Data& data = *dog.impl().work().data;
  const Vector3 p = dog.pose(base).p, com = dog.center_of_mass();
  data.O_W += Vector3(0, 0, 100);  // moves every pose, but no Jacobian about it
  data.V[5] += 3;                  // the base alone
  EXPECT_LT((dog.pose(base).p - p - Vector3(0, 0, 100)).norm(), 1e-12);
  EXPECT_LT((dog.center_of_mass() - com - Vector3(0, 0, 100)).norm(), 1e-12);
  EXPECT_NEAR(dog.velocity(base).linear.z() - dog.v()[5], 3, 1e-12);
  data.S[6 * 6] += 10;  // of the first hinge
  EXPECT_GT(dog.jacobian(dog.link("front_left_foot")).col(6).norm(), 9);
  EXPECT_GT(dog.mass_matrix()(6, 6), 1);
  data.bias[6] -= 1e6;  // the step uses the bias forces without computing them again
  world.finish_step();
  EXPECT_GT(dog.v()[6], 10);
}

TEST(BeginStep, StateThatIsSetInBetweenCounts) {
  World split = scene_in_motion(), whole = scene_in_motion();
  const auto push = [](World& world) {
    Model& arm = *world.find("arm");
    arm.set_v(VectorX::Constant(7, 0.3));
    arm.set_effort("joint_1", 20);
  };
  split.begin_step();
  push(split);
  EXPECT_EQ(split.find("arm")->mass_matrix(), whole.find("arm")->mass_matrix());
  split.finish_step();
  push(whole);
  whole.step();
  EXPECT_EQ(split.state_hash(), whole.state_hash());
}

TEST(ModelAlgorithms, ConstCallsOfSeveralThreadsAgree) {
  World world = scene_in_motion(), alone = scene_in_motion();
  const auto ask = [](const World& asked) {
    const Model& dog = *asked.find("dog");
    MatrixX result = dog.mass_matrix();
    result.col(0) += dog.bias_forces() + dog.jacobian(dog.link(3)).row(2).transpose();
    result(0, 1) += dog.pose("base").p.z() + dog.kinetic_energy();
    return result;
  };
  for (int k = 0; k < 5; ++k) {
    world.step();
    alone.step();
  }
  std::vector<MatrixX> seen(4);
  std::vector<std::thread> threads;
  for (MatrixX& result : seen) {
    threads.emplace_back([&world, &result, &ask] {
      for (int k = 0; k < 50; ++k) result = ask(world);
    });
  }
  for (std::thread& thread : threads) thread.join();
  // The results equal those of an equal world that only this thread reads.
  for (const MatrixX& result : seen) EXPECT_EQ(result, ask(alone));
}

}  // namespace
}  // namespace cardan
