#include "cardan/error.h"
#include "cardan/inverse_kinematics.h"
#include "cardan/kinematics.h"
#include "cardan/robot_model.h"
#include "cardan/skeleton.h"
#include "test/support/dense_algebra.h"
#include "test/support/random_tree.h"

// The results are checked by forward kinematics at the returned posture and by closed forms.
namespace cardan {
namespace {

std::shared_ptr<const Skeleton> robot(const std::string& name) {
  return load_robot(CARDAN_SOURCE_DIR "/data/robots/" + name).skeleton;
}

RigidTransform frame_at(const Skeleton& skeleton, const VectorX& q, const std::string& frame,
                        const RigidTransform& X_W0 = {}) {
  Data data(skeleton);
  if (!skeleton.floating_base()) data.X_W0 = X_W0;
  forward_kinematics(skeleton, data, q.data());
  return frame_pose(skeleton, data, skeleton.require_frame(frame));
}

IkTarget pose_target(const std::string& frame, const Vector3& point, const RigidTransform& X_WF) {
  IkTarget target;
  target.frame = frame;
  target.point = point;
  target.position = X_WF * point;
  target.orientation = X_WF.R;
  return target;
}

IkTarget point_target(const std::string& frame, const Vector3& position) {
  IkTarget target;
  target.frame = frame;
  target.position = position;
  return target;
}

double turn_between(const Matrix3& A, const Matrix3& B) {
  return Eigen::AngleAxisd(A.transpose() * B).angle();
}

void expect_within_limits(const Skeleton& skeleton, const VectorX& q) {
  for (int i = 0; i < skeleton.nv(); ++i) {
    const int own = skeleton.single_q_index(i);
    if (own < 0) continue;
    EXPECT_GE(q[own], skeleton.dof[i].lower) << skeleton.dof_name(i);
    EXPECT_LE(q[own], skeleton.dof[i].upper) << skeleton.dof_name(i);
  }
}

TEST(InverseKinematics, PoseOfARandomPostureOfTheArmIsRecovered) {
  const auto arm = robot("arm7.urdf");
  const RigidTransform base = RigidTransform::from_xyz_rpy({0.3, -0.2, 0.5}, {0.1, -0.4, 2});
  const Vector3 tool(0.02, -0.03, 0.1);
  int first_attempts = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    VectorX q(arm->nq());
    random_configuration(*arm, 900 + seed, q.data());
    const RigidTransform goal = frame_at(*arm, q, "link_7", base);
    const IkResult result = solve_ik(*arm, {pose_target("link_7", tool, goal)}, {}, base);
    ASSERT_TRUE(result.converged) << seed << ": " << result.message;
    const RigidTransform found = frame_at(*arm, result.q, "link_7", base);
    EXPECT_LT((found * tool - goal * tool).norm(), 1e-8) << seed;
    EXPECT_LT(turn_between(found.R, goal.R), 1e-8) << seed;
    EXPECT_NEAR(result.position_error, (found * tool - goal * tool).norm(), 1e-12);
    expect_within_limits(*arm, result.q);
    first_attempts += result.attempts == 1;
  }
  EXPECT_GT(first_attempts, 100);  // random starts are the exception
}

TEST(InverseKinematics, FeetOfTheQuadrupedMeetTheirPlacesTogether) {
  const auto quadruped = robot("quadruped.urdf");
  ASSERT_TRUE(quadruped->floating_base());
  const std::vector<std::string> feet = {"front_left_foot", "front_right_foot", "rear_left_foot",
                                         "rear_right_foot"};
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    VectorX q(quadruped->nq());
    random_configuration(*quadruped, seed, q.data());
    std::vector<IkTarget> targets;
    for (const std::string& foot : feet)
      targets.push_back(point_target(foot, frame_at(*quadruped, q, foot).p));
    const IkResult result = solve_ik(*quadruped, targets);
    ASSERT_TRUE(result.converged) << seed << ": " << result.message;
    for (const IkTarget& target : targets) {
      EXPECT_LT((frame_at(*quadruped, result.q, target.frame).p - *target.position).norm(), 1e-8);
    }
    EXPECT_NEAR(result.q.segment<4>(3).norm(), 1, 1e-12);
    expect_within_limits(*quadruped, result.q);
  }
}

TEST(InverseKinematics, LockedBaseStaysWhereItIs) {
  const auto quadruped = robot("quadruped.urdf");
  VectorX goal = quadruped->neutral_configuration();
  goal.tail(12).setConstant(0.3);
  IkOptions options;
  options.start = quadruped->neutral_configuration();
  (*options.start)[2] = 0.5;
  goal[2] = 0.5;
  options.locked_joints = {quadruped->joints[0].name};
  std::vector<IkTarget> targets;
  for (const std::string foot : {"front_left_foot", "rear_right_foot"})
    targets.push_back(point_target(foot, frame_at(*quadruped, goal, foot).p));
  const IkResult result = solve_ik(*quadruped, targets, options);
  ASSERT_TRUE(result.converged) << result.message;
  EXPECT_EQ(result.q.head<7>(), options.start->head<7>());
  for (const IkTarget& target : targets)
    EXPECT_LT((frame_at(*quadruped, result.q, target.frame).p - *target.position).norm(), 1e-8);
}

// At q = 0 the arm is stretched: its last link is 1.22 m above its foot, as far as it reaches.
TEST(InverseKinematics, TargetOutOfReachGivesTheNearestPostureAndSaysSo) {
  const auto arm = robot("arm7.urdf");
  IkOptions options;
  options.start = VectorX::Constant(7, 0.2);
  options.attempts = 3;
  options.max_iterations = 400;
  const IkResult result = solve_ik(*arm, {point_target("link_7", {0, 0, 3})}, options);
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.attempts, 3);
  EXPECT_NEAR(result.position_error, 3 - 1.22, 1e-6);
  EXPECT_NE(result.message.find("'link_7' is 1.78 m off"), std::string::npos) << result.message;
}

std::shared_ptr<const Skeleton> hinge(double upper) {
  SkeletonBuilder builder("hinge");
  LinkSpec link;
  link.name = "rod";
  link.joint_type = JointType::kRevolute;
  link.axis = Vector3::UnitZ();
  link.inertia.mass = 1;
  link.inertia.inertia = Matrix3::Identity();
  link.dofs.resize(1);
  link.dofs[0].lower = -3;
  link.dofs[0].upper = upper;
  builder.add_link(link);
  return builder.build();
}

// The point of a rod of 1 m on a hinge; the goal lies half a radian beyond the limit.
TEST(InverseKinematics, JointStopsAtItsLimit) {
  const auto rod = hinge(0.5);
  IkTarget target = point_target("rod", {std::cos(1.0), std::sin(1.0), 0});
  target.point = Vector3::UnitX();
  const IkResult result = solve_ik(*rod, {target});
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.q[0], 0.5);
  EXPECT_NEAR(result.position_error, 2 * std::sin(0.25), 1e-12);
  EXPECT_EQ(result.at_limit, std::vector<std::string>{"rod"});
  EXPECT_NE(result.message.find("at a limit: rod"), std::string::npos) << result.message;
}

TEST(InverseKinematics, OrientationAloneIsATarget) {
  const auto rod = hinge(3);
  IkTarget target;
  target.frame = "rod";
  target.orientation = Eigen::AngleAxisd(-2.5, Vector3::UnitZ()).toRotationMatrix();
  const IkResult result = solve_ik(*rod, {target});
  ASSERT_TRUE(result.converged) << result.message;
  EXPECT_NEAR(result.q[0], -2.5, 1e-8);
  EXPECT_EQ(result.position_error, 0);
}

// min w (x − a)² + u (x − b)² is at (w a + u b) / (w + u).
TEST(InverseKinematics, WeightsDivideTheRemainingError) {
  SkeletonBuilder builder("slider");
  LinkSpec link;
  link.name = "cart";
  link.joint_type = JointType::kPrismatic;
  link.axis = Vector3::UnitX();
  link.inertia.mass = 1;
  link.dofs.resize(1);
  builder.add_link(link);
  IkTarget a = point_target("cart", {1, 0, 0}), b = point_target("cart", {4, 0, 0});
  a.position_weight = 5;
  const IkResult result = solve_ik(*builder.build(), {a, b});
  EXPECT_FALSE(result.converged);
  EXPECT_NEAR(result.q[0], (5 * 1 + 4) / 6.0, 1e-6);
  EXPECT_NEAR(result.residuals[0].position, 0.5, 1e-6);
  EXPECT_NEAR(result.residuals[1].position, 2.5, 1e-6);
}

// Derivatives of the point by central differences.
MatrixX numerical_jacobian(const Skeleton& skeleton, const VectorX& q, const std::string& frame) {
  MatrixX J(3, q.size());
  for (int k = 0; k < q.size(); ++k) {
    constexpr double kStep = 1e-5;
    VectorX up = q, down = q;
    up[k] += kStep;
    down[k] -= kStep;
    J.col(k) = (frame_at(skeleton, up, frame).p - frame_at(skeleton, down, frame).p) / (2 * kStep);
  }
  return J;
}

TEST(InverseKinematics, PreferredPostureIsFollowedInTheNullSpace) {
  const auto arm = robot("arm7.urdf");
  int interior = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    VectorX q(7), posture(7);
    random_configuration(*arm, seed, q.data());
    random_configuration(*arm, 100 + seed, posture.data());
    posture *= 0.5;
    const IkTarget target = point_target("link_7", frame_at(*arm, 0.7 * q, "link_7").p);
    IkOptions options;
    options.start = 0.7 * q;
    options.posture = posture;
    const IkResult result = solve_ik(*arm, {target}, options);
    ASSERT_TRUE(result.converged) << result.message;
    EXPECT_LT((frame_at(*arm, result.q, "link_7").p - *target.position).norm(), 1e-8);
    expect_within_limits(*arm, result.q);
    EXPECT_NEAR(result.posture_distance, (result.q - posture).norm(), 1e-12);
    EXPECT_LT(result.posture_distance, (0.7 * q - posture).norm());
    if (!result.at_limit.empty()) continue;
    ++interior;
    // At a minimum, the gradient of the distance has no component in the null space of the target.
    const MatrixX J = numerical_jacobian(*arm, result.q, "link_7");
    const VectorX d = posture - result.q;
    const VectorX rest = d - test::algebra::pseudo_inverse(J) * (J * d);
    EXPECT_LT(rest.norm(), 1e-5) << seed;
  }
  EXPECT_GT(interior, 5);
}

TEST(InverseKinematics, FollowersMoveWithTheirLeader) {
  test::RandomTreeOptions options;
  options.joints = 6;
  options.branching = 0;
  options.coupling = 0.5;
  options.types = {JointType::kRevolute};
  const test::RandomTree tree = test::random_tree(77, options);
  ASSERT_TRUE(tree.skeleton->coupled());
  test::Random random(5);
  const VectorX q = test::random_vector(random, tree.skeleton->nq(), 0.5);
  const std::string tip = tree.links.back().name;
  const IkTarget target = pose_target(tip, Vector3::Zero(), frame_at(*tree.skeleton, q, tip));
  const IkResult result = solve_ik(*tree.skeleton, {target});
  ASSERT_TRUE(result.converged) << result.message;
  EXPECT_LT((frame_at(*tree.skeleton, result.q, tip).p - *target.position).norm(), 1e-8);
}

TEST(InverseKinematics, SameInputGivesTheSameBits) {
  const auto arm = robot("arm7.urdf");
  VectorX q(7);
  random_configuration(*arm, 3, q.data());
  const IkTarget target = pose_target("link_7", Vector3::Zero(), frame_at(*arm, q, "link_7"));
  EXPECT_EQ(solve_ik(*arm, {target}).q, solve_ik(*arm, {target}).q);
}

std::string error_of(const std::vector<IkTarget>& targets, const IkOptions& options = {}) {
  try {
    solve_ik(*robot("arm7.urdf"), targets, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(InverseKinematics, BadInputIsRefused) {
  const IkTarget good = point_target("link_7", {0.3, 0, 0.5});
  EXPECT_NE(error_of({point_target("link_8", {0, 0, 1})}).find("link_8"), std::string::npos);
  EXPECT_NE(error_of({}).find("no target"), std::string::npos);
  IkTarget bad = good;
  bad.position.reset();
  EXPECT_NE(error_of({bad}).find("neither"), std::string::npos);
  bad = good;
  bad.position->x() = std::nan("");
  EXPECT_NE(error_of({bad}).find("not finite"), std::string::npos);
  bad = good;
  bad.orientation = 2 * Matrix3::Identity();
  EXPECT_NE(error_of({bad}).find("rotation"), std::string::npos);
  bad = good;
  bad.position_weight = -1;
  EXPECT_NE(error_of({bad}).find("weight"), std::string::npos);
  IkOptions options;
  options.start = VectorX::Zero(6);
  EXPECT_NE(error_of({good}, options).find("expected 7"), std::string::npos);
  options = {};
  options.posture = VectorX::Constant(7, std::nan(""));
  EXPECT_NE(error_of({good}, options).find("non-finite"), std::string::npos);
  options = {};
  options.position_tolerance = 0;
  EXPECT_NE(error_of({good}, options).find("tolerance"), std::string::npos);
  options = {};
  options.attempts = 0;
  EXPECT_NE(error_of({good}, options).find("at least 1"), std::string::npos);
  options = {};
  options.locked_joints = {"joint_9"};
  EXPECT_NE(error_of({good}, options).find("joint_9"), std::string::npos);
}

}  // namespace
}  // namespace cardan
