#include <BulletDynamics/Featherstone/btMultiBody.h>

#include "peers/peer.h"

namespace cardan::peers {

namespace {

btVector3 bullet(const Vector3& x) { return {x.x(), x.y(), x.z()}; }
btQuaternion bullet(const Quaternion& q) { return {q.x(), q.y(), q.z(), q.w()}; }

/// Frame of a link in Bullet: at the centre of mass, along the principal axes.
struct PrincipalFrame {
  RigidTransform X_BP;
  Vector3 moments;
};

PrincipalFrame principal_frame(const SpatialInertia& inertia) {
  const PrincipalInertia principal = principal_inertia(inertia);
  return {{principal.axes.toRotationMatrix(), inertia.com}, principal.moments};
}

/// A skeleton in Bullet's btMultiBody, without shapes; timed only: the packaged library has no mass
/// matrix, and its forward dynamics ends in new velocities.
class BulletPeer : public TimedPeer {
 public:
  explicit BulletPeer(std::shared_ptr<const Skeleton> skeleton) : skeleton_(std::move(skeleton)) {
    const Skeleton& s = *skeleton_;
    first_ = s.floating_base() ? 1 : 0;
    PrincipalFrame base{{}, Vector3::Ones()};
    if (first_ == 1) base = principal_frame(s.inertia[0]);
    const double mass = first_ == 1 ? s.inertia[0].mass : 1;
    robot_ = std::make_unique<btMultiBody>(s.num_bodies() - first_, mass, bullet(base.moments),
                                           first_ == 0, false);
    for (int body = first_; body < s.num_bodies(); ++body) add(body);
    robot_->finalizeMultiDof();
    robot_->setLinearDamping(0);
    robot_->setAngularDamping(0);
    robot_->setMaxCoordinateVelocity(1e30);
  }

  std::string name() const override {
    return "Bullet " + std::to_string(BT_BULLET_VERSION / 100) + "." +
           std::to_string(BT_BULLET_VERSION % 100);
  }
  bool offers(Kernel kernel) const override {
    return kernel == Kernel::kForwardKinematics || kernel == Kernel::kForwardDynamics;
  }
  void load_states(const States& states) override { states_ = states; }

  void run(Kernel kernel, int calls) override {
    for (int call = 0; call < calls; ++call) {
      turn_ = (turn_ + 1) % states_.q.size();
      const double* q = states_.q[turn_].data() + 7 * first_;
      for (int link = 0; link < robot_->getNumLinks(); ++link) robot_->setJointPos(link, q[link]);
      if (kernel == Kernel::kForwardKinematics) {
        robot_->forwardKinematics(rotations_, origins_);
      } else {
        accelerate();
      }
    }
  }

 private:
  void add(int body) {
    const Skeleton& s = *skeleton_;
    const PrincipalFrame frame = principal_frame(s.inertia[body]);
    RigidTransform X_parent;
    if (s.parent[body] >= 0) X_parent = principal_frame(s.inertia[s.parent[body]]).X_BP;
    const RigidTransform X = X_parent.inverse() * s.X_PF[body];  // joint frame in the parent's
    const Matrix3 to_this = (X.R * frame.X_BP.R).transpose();
    const btVector3 axis = bullet(Vector3(frame.X_BP.R.transpose() * s.axis[body]));
    const btVector3 to_joint = bullet(X.p);
    const btVector3 to_center = bullet(Vector3(frame.X_BP.R.transpose() * frame.X_BP.p));
    const int parent = s.parent[body] - first_;
    const auto setup = s.body_joint[body] == BodyJoint::kPrismatic ? &btMultiBody::setupPrismatic
                                                                   : &btMultiBody::setupRevolute;
    (robot_.get()->*setup)(body - first_, s.inertia[body].mass, bullet(frame.moments), parent,
                           bullet(Quaternion(to_this)), axis, to_joint, to_center, true);
  }

  void accelerate() {
    const double* v = states_.v[turn_].data() + 6 * first_;
    const double* tau = states_.tau[turn_].data() + 6 * first_;
    robot_->clearForcesAndTorques();
    for (int link = 0; link < robot_->getNumLinks(); ++link) {
      robot_->setJointVel(link, v[link]);
      robot_->addJointTorque(link, tau[link]);
    }
    robot_->computeAccelerationsArticulatedBodyAlgorithmMultiDof(1e-9, scalars_, vectors_,
                                                                 matrices_, false, false, false);
  }

  std::shared_ptr<const Skeleton> skeleton_;
  std::unique_ptr<btMultiBody> robot_;
  int first_ = 0;  // body of link 0
  States states_;
  size_t turn_ = 0;
  btAlignedObjectArray<btScalar> scalars_;
  btAlignedObjectArray<btVector3> vectors_, origins_;
  btAlignedObjectArray<btMatrix3x3> matrices_;
  btAlignedObjectArray<btQuaternion> rotations_;
};

}  // namespace

std::unique_ptr<TimedPeer> make_bullet(std::shared_ptr<const Skeleton> skeleton) {
  require_simple_joints(*skeleton);
  return std::make_unique<BulletPeer>(std::move(skeleton));
}

}  // namespace cardan::peers
