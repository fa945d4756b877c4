#include <cmath>
#include <dart/config.hpp>
#include <dart/dynamics/dynamics.hpp>

#include "bench/peers/flight.h"
#include "bench/peers/peer.h"
#include "cardan/error.h"

namespace cardan::peers {

namespace {

namespace dd = dart::dynamics;

Eigen::Isometry3d isometry(const RigidTransform& X) {
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  result.linear() = X.R;
  result.translation() = X.p;
  return result;
}

/// Joint and body in DART of one body of cardan; parent is null at the base.
template <typename Joint>
dd::BodyNode* add_body(const dd::SkeletonPtr& robot, dd::BodyNode* parent,
                       const RigidTransform& X_PF, typename Joint::Properties properties,
                       const std::string& name) {
  properties.mName = "joint " + name;
  properties.mT_ParentBodyToJoint = isometry(X_PF);
  return robot
      ->createJointAndBodyNodePair<Joint>(parent, properties, dd::BodyNode::AspectProperties(name))
      .second;
}

void add_dart_body(const Skeleton& s, int body, const dd::SkeletonPtr& robot) {
  dd::BodyNode* parent = s.parent[body] >= 0 ? robot->getBodyNode(s.parent[body]) : nullptr;
  const std::string name = std::to_string(body);
  dd::BodyNode* node = nullptr;
  if (s.body_joint[body] == BodyJoint::kFloating) {
    node = add_body<dd::FreeJoint>(robot, parent, s.X_PF[body], {}, name);
  } else if (s.body_joint[body] == BodyJoint::kRevolute) {
    dd::RevoluteJoint::Properties properties;
    properties.mAxis = s.axis[body];
    node = add_body<dd::RevoluteJoint>(robot, parent, s.X_PF[body], properties, name);
  } else {
    dd::PrismaticJoint::Properties properties;
    properties.mAxis = s.axis[body];
    node = add_body<dd::PrismaticJoint>(robot, parent, s.X_PF[body], properties, name);
  }
  const SpatialInertia& inertia = s.inertia[body];
  const Matrix3& I = inertia.inertia;
  node->setInertia(dd::Inertia(inertia.mass, inertia.com.x(), inertia.com.y(), inertia.com.z(),
                               I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)));
  node->getParentJoint()->setLimitEnforcement(false);
}

dd::SkeletonPtr make_dart_skeleton(const Skeleton& skeleton) {
  dd::SkeletonPtr robot = dd::Skeleton::create("robot");
  for (int body = 0; body < skeleton.num_bodies(); ++body) add_dart_body(skeleton, body, robot);
  for (int d = 0; d < skeleton.nv(); ++d) {
    if (skeleton.dof[d].armature != 0)
      throw Error("DART has no armature", skeleton.name(), "leave it zero");
  }
  return robot;
}

VectorX dart_positions(const Skeleton& skeleton, const VectorX& q) {
  if (!skeleton.floating_base()) return q;
  RigidTransform X;
  X.R = Quaternion(q[3], q[4], q[5], q[6]).normalized().toRotationMatrix();
  X.p = q.head<3>();
  VectorX result(skeleton.nv());
  result << dd::FreeJoint::convertToPositions(isometry(X)), q.tail(q.size() - 7);
  return result;
}

/// T of v_theirs = T v_ours: orthogonal, so forces go the same way.
MatrixX dart_velocity_map(const Skeleton& skeleton, const VectorX& q) {
  MatrixX T = MatrixX::Identity(skeleton.nv(), skeleton.nv());
  if (!skeleton.floating_base()) return T;
  const Matrix3 R = Quaternion(q[3], q[4], q[5], q[6]).normalized().toRotationMatrix();
  T.block<3, 3>(0, 0) = R.transpose();
  T.block<3, 3>(3, 3) = R.transpose();
  return T;
}

/// A skeleton in DART. A floating base in DART has q = [rotation vector; p] and velocity [ω_B;
/// v_B], in cardan [ω_W; v_W].
class DartPeer : public Peer {
 public:
  explicit DartPeer(std::shared_ptr<const Skeleton> skeleton)
      : skeleton_(std::move(skeleton)), robot_(make_dart_skeleton(*skeleton_)) {
    robot_->setGravity({0, 0, -9.81});
  }

  std::string name() const override { return "DART " DART_VERSION; }
  bool offers(Kernel kernel) const override {
    return kernel != Kernel::kMassMatrixFactor && kernel != Kernel::kArticulatedBodies;
  }

  void load_states(const States& states) override {
    states_ = states;
    for (size_t k = 0; k < states_.q.size(); ++k) {
      const MatrixX T = to_theirs(states_.q[k]);
      states_.a[k] = T * states_.a[k] + rate_times_velocity(states_.q[k], states_.v[k]);
      states_.tau[k] = T * states_.tau[k];
      states_.v[k] = T * states_.v[k];
      states_.q[k] = positions(states_.q[k]);
    }
  }

  void run(Kernel kernel, int calls) override {
    for (int call = 0; call < calls; ++call) {
      turn_ = (turn_ + 1) % states_.q.size();
      run_once(kernel);
    }
  }

  MatrixX mass_matrix(const VectorX& q) override {
    const MatrixX T = to_theirs(q);
    robot_->setPositions(positions(q));
    return T.transpose() * robot_->getMassMatrix() * T;
  }

  VectorX bias(const VectorX& q, const VectorX& v) override {
    const MatrixX T = to_theirs(q);
    robot_->setPositions(positions(q));
    robot_->setVelocities(T * v);
    return T.transpose() * (robot_->getCoriolisAndGravityForces() +
                            robot_->getMassMatrix() * rate_times_velocity(q, v));
  }

  VectorX forward_dynamics(const VectorX& q, const VectorX& v, const VectorX& tau) override {
    const MatrixX T = to_theirs(q);
    robot_->setPositions(positions(q));
    robot_->setVelocities(T * v);
    robot_->setForces(T * tau);
    robot_->computeForwardDynamics();
    return T.transpose() * (robot_->getAccelerations() - rate_times_velocity(q, v));
  }

  Matrix6X body_jacobian(const VectorX& q, int body) override {
    robot_->setPositions(positions(q));
    // Columns of the degrees of freedom that move the body only.
    const dd::BodyNode* node = robot_->getBodyNode(body);
    const auto& packed = node->getWorldJacobian();
    Matrix6X J = Matrix6X::Zero(6, skeleton_->nv());
    for (size_t k = 0; k < node->getNumDependentGenCoords(); ++k)
      J.col(static_cast<int>(node->getDependentGenCoordIndex(k))) = packed.col(static_cast<int>(k));
    return J * to_theirs(q);
  }

 private:
  VectorX positions(const VectorX& q) const { return dart_positions(*skeleton_, q); }
  MatrixX to_theirs(const VectorX& q) const { return dart_velocity_map(*skeleton_, q); }

  /// Ṫ v: d/dt (Rᵀ v_W) at v̇_W = 0 is −ω_B × v_B.
  VectorX rate_times_velocity(const VectorX& q, const VectorX& v) const {
    VectorX result = VectorX::Zero(skeleton_->nv());
    if (!skeleton_->floating_base()) return result;
    const VectorX v_B = to_theirs(q) * v;
    result.segment<3>(3) = -v_B.head<3>().cross(v_B.segment<3>(3));
    return result;
  }

  void run_once(Kernel kernel) {
    robot_->setPositions(states_.q[turn_]);
    switch (kernel) {
      case Kernel::kForwardKinematics:
        for (size_t i = 0; i < robot_->getNumBodyNodes(); ++i)
          sink_ += robot_->getBodyNode(i)->getWorldTransform().translation()[0];
        return;
      case Kernel::kInverseDynamics:
        robot_->setVelocities(states_.v[turn_]);
        robot_->setAccelerations(states_.a[turn_]);
        return robot_->computeInverseDynamics();
      case Kernel::kMassMatrix:
        sink_ += robot_->getMassMatrix()(0, 0);
        return;
      case Kernel::kMassMatrixFactor:
      case Kernel::kArticulatedBodies:
        return;
      case Kernel::kForwardDynamics:
        robot_->setVelocities(states_.v[turn_]);
        robot_->setForces(states_.tau[turn_]);
        return robot_->computeForwardDynamics();
    }
  }

  std::shared_ptr<const Skeleton> skeleton_;
  dd::SkeletonPtr robot_;
  States states_;
  size_t turn_ = 0;
  double sink_ = 0;  // keeps lazy results from being left out
};

/// The step of dart::simulation::World, which has one integrator.
class DartFlight : public Flight {
 public:
  explicit DartFlight(std::shared_ptr<const Skeleton> skeleton)
      : skeleton_(std::move(skeleton)), robot_(make_dart_skeleton(*skeleton_)) {
    robot_->setGravity(Eigen::Vector3d::Zero());
  }

  std::string name() const override { return "DART " DART_VERSION; }

  void start(const VectorX& q, const VectorX& v, double h) override {
    h_ = h;
    robot_->setPositions(dart_positions(*skeleton_, q));
    robot_->setVelocities(dart_velocity_map(*skeleton_, q) * v);
  }

  // DART asserts that rotations are finite.
  void step() override {
    if (!(robot_->getVelocities().norm() < kTooFast)) return;
    robot_->computeForwardDynamics();
    robot_->integrateVelocities(h_);
    robot_->integratePositions(h_);
  }

  void read(VectorX& q, VectorX& v) const override {
    q.resize(skeleton_->nq());
    const VectorX positions = robot_->getPositions();
    const bool floating = skeleton_->floating_base();
    if (floating) {
      const Eigen::Isometry3d X = robot_->getBodyNode(0)->getWorldTransform();
      const Quaternion turn(Matrix3(X.linear()));
      q.head<7>() << X.translation(), turn.w(), turn.x(), turn.y(), turn.z();
    }
    q.tail(positions.size() - (floating ? 6 : 0)) =
        positions.tail(positions.size() - (floating ? 6 : 0));
    v = dart_velocity_map(*skeleton_, q).transpose() * robot_->getVelocities();
    if (!(v.norm() < kTooFast)) v.setConstant(NAN);
  }

 private:
  static constexpr double kTooFast = 1e8;  // [rad/s, m/s]

  std::shared_ptr<const Skeleton> skeleton_;
  dd::SkeletonPtr robot_;
  double h_ = 0;
};

}  // namespace

Flights make_dart_flights(std::shared_ptr<const Skeleton> skeleton) {
  require_simple_joints(*skeleton);
  Flights flights;
  flights.push_back(std::make_unique<DartFlight>(std::move(skeleton)));
  return flights;
}

std::unique_ptr<Peer> make_dart(std::shared_ptr<const Skeleton> skeleton) {
  require_simple_joints(*skeleton);
  return std::make_unique<DartPeer>(std::move(skeleton));
}

}  // namespace cardan::peers
