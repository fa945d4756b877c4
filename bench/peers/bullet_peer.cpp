#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include "bench/peers/flight.h"
#include "bench/peers/peer.h"

namespace cardan::peers {

namespace {

btVector3 bullet(const Vector3& x) { return {x.x(), x.y(), x.z()}; }
btQuaternion bullet(const Quaternion& q) { return {q.x(), q.y(), q.z(), q.w()}; }

std::string bullet_name() {
  return "Bullet " + std::to_string(BT_BULLET_VERSION / 100) + "." +
         std::to_string(BT_BULLET_VERSION % 100);
}

/// Frame of a link in Bullet: at the centre of mass, along the principal axes.
struct PrincipalFrame {
  RigidTransform X_BP;
  Vector3 moments;
};

PrincipalFrame principal_frame(const SpatialInertia& inertia) {
  const PrincipalInertia principal = principal_inertia(inertia);
  return {{principal.axes.toRotationMatrix(), inertia.com}, principal.moments};
}

void add_bullet_link(const Skeleton& s, int body, btMultiBody& robot) {
  const int first = s.floating_base() ? 1 : 0;  // body of link 0
  const PrincipalFrame frame = principal_frame(s.inertia[body]);
  RigidTransform X_parent;
  if (s.parent[body] >= 0) X_parent = principal_frame(s.inertia[s.parent[body]]).X_BP;
  const RigidTransform X = X_parent.inverse() * s.X_PF[body];  // joint frame in the parent's
  const Matrix3 to_this = (X.R * frame.X_BP.R).transpose();
  const btVector3 axis = bullet(Vector3(frame.X_BP.R.transpose() * s.axis[body]));
  const btVector3 to_joint = bullet(X.p);
  const btVector3 to_center = bullet(Vector3(frame.X_BP.R.transpose() * frame.X_BP.p));
  const int parent = s.parent[body] - first;
  const auto setup = s.body_joint[body] == BodyJoint::kPrismatic ? &btMultiBody::setupPrismatic
                                                                 : &btMultiBody::setupRevolute;
  (robot.*setup)(body - first, s.inertia[body].mass, bullet(frame.moments), parent,
                 bullet(Quaternion(to_this)), axis, to_joint, to_center, true);
}

std::unique_ptr<btMultiBody> make_bullet_tree(const Skeleton& s) {
  const int first = s.floating_base() ? 1 : 0;
  PrincipalFrame base{{}, Vector3::Ones()};
  if (first == 1) base = principal_frame(s.inertia[0]);
  const double mass = first == 1 ? s.inertia[0].mass : 1;
  auto robot = std::make_unique<btMultiBody>(s.num_bodies() - first, mass, bullet(base.moments),
                                             first == 0, false);
  for (int body = first; body < s.num_bodies(); ++body) add_bullet_link(s, body, *robot);
  robot->finalizeMultiDof();
  robot->setLinearDamping(0);
  robot->setAngularDamping(0);
  robot->setMaxCoordinateVelocity(1e30);
  return robot;
}

/// A skeleton in Bullet's btMultiBody, without shapes; timed only: the packaged library has no mass
/// matrix, and its forward dynamics ends in new velocities.
class BulletPeer : public TimedPeer {
 public:
  explicit BulletPeer(std::shared_ptr<const Skeleton> skeleton)
      : skeleton_(std::move(skeleton)),
        robot_(make_bullet_tree(*skeleton_)),
        first_(skeleton_->floating_base() ? 1 : 0) {}

  std::string name() const override { return bullet_name(); }
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

Vector3 ours(const btVector3& x) { return {x.x(), x.y(), x.z()}; }

/// A world without gravity, and the coordinates of a base at its centre of mass, along its
/// principal axes.
class BulletFlight : public Flight {
 public:
  BulletFlight(std::shared_ptr<const Skeleton> skeleton, const char* name)
      : skeleton_(std::move(skeleton)),
        base_(principal_frame(skeleton_->inertia[0])),
        name_(name),
        dispatcher_(&configuration_),
        world_(&dispatcher_, &broadphase_, &solver_, &configuration_) {
    world_.setGravity({0, 0, 0});
  }

  std::string name() const override { return bullet_name() + " " + name_; }

  void start(const VectorX& q, const VectorX& v, double h) override {
    h_ = h;
    const Matrix3 R = Quaternion(q[3], q[4], q[5], q[6]).normalized().toRotationMatrix();
    const RigidTransform X = RigidTransform(R, q.head<3>()) * base_.X_BP;
    const Vector3 omega = v.head<3>();
    place(btTransform(bullet(Quaternion(X.R)), bullet(X.p)), bullet(omega),
          bullet(Vector3(v.segment<3>(3) + omega.cross(R * base_.X_BP.p))));
    set_joints(q, v);
  }

  void step() override { world_.stepSimulation(h_, 0); }

  void read(VectorX& q, VectorX& v) const override {
    q.resize(skeleton_->nq());
    v.resize(skeleton_->nv());
    const btTransform X_WP = base_pose();
    const btQuaternion turn = X_WP.getRotation();
    const RigidTransform X(
        Quaternion(turn.w(), turn.x(), turn.y(), turn.z()).normalized().toRotationMatrix(),
        ours(X_WP.getOrigin()));
    const RigidTransform X_WB = X * base_.X_BP.inverse();
    const Quaternion R(X_WB.R);
    q.head<7>() << X_WB.p, R.w(), R.x(), R.y(), R.z();
    const Vector3 omega = ours(base_omega());
    v.head<6>() << omega, ours(base_velocity()) - omega.cross(X_WB.R * base_.X_BP.p);
    read_joints(q, v);
  }

 protected:
  virtual void place(const btTransform& X, const btVector3& omega, const btVector3& velocity) = 0;
  virtual btTransform base_pose() const = 0;
  virtual btVector3 base_omega() const = 0;
  virtual btVector3 base_velocity() const = 0;
  virtual void set_joints(const VectorX&, const VectorX&) {}
  virtual void read_joints(VectorX&, VectorX&) const {}

  std::shared_ptr<const Skeleton> skeleton_;
  PrincipalFrame base_;
  const char* name_;
  double h_ = 0;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btMultiBodyConstraintSolver solver_;
  btMultiBodyDynamicsWorld world_;
};

/// The implicit gyroscopic moment is the default of rigid bodies.
class BulletBodyFlight : public BulletFlight {
 public:
  explicit BulletBodyFlight(std::shared_ptr<const Skeleton> skeleton)
      : BulletFlight(std::move(skeleton), "rigid body"),
        shape_(0.1),
        body_(skeleton_->inertia[0].mass, nullptr, &shape_, bullet(base_.moments)) {
    body_.setActivationState(DISABLE_DEACTIVATION);
    world_.addRigidBody(&body_);
  }
  ~BulletBodyFlight() override { world_.removeRigidBody(&body_); }

 private:
  void place(const btTransform& X, const btVector3& omega, const btVector3& velocity) override {
    body_.setCenterOfMassTransform(X);
    body_.setAngularVelocity(omega);
    body_.setLinearVelocity(velocity);
  }
  btTransform base_pose() const override { return body_.getCenterOfMassTransform(); }
  btVector3 base_omega() const override { return body_.getAngularVelocity(); }
  btVector3 base_velocity() const override { return body_.getLinearVelocity(); }

  btSphereShape shape_;
  btRigidBody body_;
};

class BulletTreeFlight : public BulletFlight {
 public:
  BulletTreeFlight(std::shared_ptr<const Skeleton> skeleton, bool runge_kutta)
      : BulletFlight(std::move(skeleton), runge_kutta ? "multibody RK4" : "multibody"),
        robot_(make_bullet_tree(*skeleton_)) {
    robot_->useRK4Integration(runge_kutta);
    robot_->setCanSleep(false);
    world_.addMultiBody(robot_.get());
  }
  ~BulletTreeFlight() override { world_.removeMultiBody(robot_.get()); }

 private:
  void place(const btTransform& X, const btVector3& omega, const btVector3& velocity) override {
    robot_->setBaseWorldTransform(X);
    robot_->setBaseOmega(omega);
    robot_->setBaseVel(velocity);
  }
  btTransform base_pose() const override { return robot_->getBaseWorldTransform(); }
  btVector3 base_omega() const override { return robot_->getBaseOmega(); }
  btVector3 base_velocity() const override { return robot_->getBaseVel(); }
  void set_joints(const VectorX& q, const VectorX& v) override {
    for (int link = 0; link < robot_->getNumLinks(); ++link) {
      robot_->setJointPos(link, q[7 + link]);
      robot_->setJointVel(link, v[6 + link]);
    }
  }
  void read_joints(VectorX& q, VectorX& v) const override {
    for (int link = 0; link < robot_->getNumLinks(); ++link) {
      q[7 + link] = robot_->getJointPos(link);
      v[6 + link] = robot_->getJointVel(link);
    }
  }

  std::unique_ptr<btMultiBody> robot_;
};

}  // namespace

/// Of robots with a floating base.
Flights make_bullet_flights(std::shared_ptr<const Skeleton> skeleton) {
  require_simple_joints(*skeleton);
  Flights flights;
  if (skeleton->num_bodies() == 1) flights.push_back(std::make_unique<BulletBodyFlight>(skeleton));
  for (const bool runge_kutta : {false, true})
    flights.push_back(std::make_unique<BulletTreeFlight>(skeleton, runge_kutta));
  return flights;
}

std::unique_ptr<TimedPeer> make_bullet(std::shared_ptr<const Skeleton> skeleton) {
  require_simple_joints(*skeleton);
  return std::make_unique<BulletPeer>(std::move(skeleton));
}

}  // namespace cardan::peers
