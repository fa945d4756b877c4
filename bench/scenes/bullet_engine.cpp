#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletDynamics/Featherstone/btMultiBodyMLCPConstraintSolver.h>
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <btBulletDynamicsCommon.h>

#include "bench/peers/peer.h"
#include "bench/scenes/engine.h"

namespace cardan::bench {

namespace {

btVector3 bullet(const Vector3& x) { return {x.x(), x.y(), x.z()}; }
btQuaternion bullet(const Matrix3& R) {
  const Quaternion q(R);
  return {q.x(), q.y(), q.z(), q.w()};
}
btTransform bullet(const RigidTransform& X) { return btTransform(bullet(X.R), bullet(X.p)); }
Vector3 ours(const btVector3& x) { return {x.x(), x.y(), x.z()}; }
Quaternion ours(const btQuaternion& q) { return {q.w(), q.x(), q.y(), q.z()}; }

/// Frame of a link in Bullet: at the centre of mass, along the principal axes.
struct PrincipalFrame {
  RigidTransform X_BP;
  Vector3 moments;
};

PrincipalFrame principal_frame(const SpatialInertia& inertia) {
  const peers::PrincipalInertia principal = peers::principal_inertia(inertia);
  return {{principal.axes.toRotationMatrix(), inertia.com}, principal.moments};
}

enum Group : int { kThings = 1, kRobots = 2 };

class BulletEngine : public Engine {
 public:
  BulletEngine(const Scene& scene, const EngineOptions& options)
      : scene_(scene), step_(options.step) {
    make_solver(options);
    world_ = std::make_unique<btMultiBodyDynamicsWorld>(&dispatcher_, &broad_phase_, solver_.get(),
                                                        &configuration_);
    world_->setGravity(bullet(scene.gravity));
    btContactSolverInfo& info = world_->getSolverInfo();
    info.m_numIterations = options.solver == "si-100" ? 100 : 10;
    info.m_erp = info.m_erp2 = options.solver == "si-erp0" ? 0 : 0.2;
    if (scene.ground) {
      Body ground;
      ground.surface = *scene.ground;
      add_rigid(keep<btStaticPlaneShape>(btVector3(0, 0, 1), btScalar(0)), ground);
    }
    for (const Body& body : scene.bodies) add_body(body);
    if (scene.robot) frames();
    for (const Vector3& position : scene.robots) add_robot(position);
  }
  ~BulletEngine() override {
    for (auto& robot : robots_) world_->removeMultiBody(robot.get());
    for (auto& collider : colliders_) world_->removeCollisionObject(collider.get());
    for (auto& body : rigid_) world_->removeRigidBody(body.get());
  }

  std::string name() const override { return "Bullet"; }
  std::string version() const override {
    return std::to_string(BT_BULLET_VERSION / 100) + "." + std::to_string(BT_BULLET_VERSION % 100);
  }

  void step() override { world_->stepSimulation(step_, 0); }
  void push_body(int body, const Vector3& f) override {
    bodies_[body]->applyCentralForce(bullet(f));
  }
  // In Bullet, forces act on the centre of mass.
  void push_base(int robot, const Vector3& f) override {
    btMultiBody& base = *robots_[robot];
    const btVector3 arm = base_origin(base) - base.getBasePos();
    base.addBaseForce(bullet(f));
    base.addBaseTorque(arm.cross(bullet(f)));
  }

  void read_joints(int robot, std::span<double> q, std::span<double> v) override {
    for (std::size_t j = 0; j < q.size(); ++j) {
      q[j] = robots_[robot]->getJointPos(static_cast<int>(j));
      v[j] = robots_[robot]->getJointVel(static_cast<int>(j));
    }
  }
  void set_efforts(int robot, std::span<const double> efforts) override {
    for (std::size_t j = 0; j < efforts.size(); ++j)
      robots_[robot]->addJointTorque(static_cast<int>(j), efforts[j]);
  }

  BodyState body(int body) override {
    const btRigidBody& rigid = *bodies_[body];
    return {ours(rigid.getWorldTransform().getOrigin()), ours(rigid.getLinearVelocity()),
            ours(rigid.getAngularVelocity()), ours(rigid.getWorldTransform().getRotation())};
  }
  RobotState robot(int robot) override {
    const Skeleton& s = *scene_.robot->skeleton;
    const btMultiBody& multibody = *robots_[robot];
    const btVector3 origin = base_origin(multibody), omega = multibody.getBaseOmega();
    const btVector3 velocity =
        multibody.getBaseVel() + omega.cross(origin - multibody.getBasePos());
    const btQuaternion turn =
        multibody.getBaseWorldTransform().getRotation() * bullet(base_.X_BP.R).inverse();
    RobotState state{VectorX(s.nq()), VectorX(s.nv())};
    state.q.head<7>() << ours(origin), turn.w(), turn.x(), turn.y(), turn.z();
    state.v.head<6>() << ours(omega), ours(velocity);
    const std::size_t joints = s.nv() - 6;
    read_joints(robot, {state.q.data() + 7, joints}, {state.v.data() + 6, joints});
    return state;
  }
  int contacts() override {
    int count = 0;
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i)
      count += dispatcher_.getManifoldByIndexInternal(i)->getNumContacts();
    return count;
  }

 private:
  void make_solver(const EngineOptions& options) {
    if (options.solver == "dantzig") {
      dantzig_ = std::make_unique<btDantzigSolver>();
      solver_ = std::make_unique<btMultiBodyMLCPConstraintSolver>(dantzig_.get());
    } else if (options.solver == "si" || options.solver == "si-erp0" ||
               options.solver == "si-100") {
      solver_ = std::make_unique<btMultiBodyConstraintSolver>();
    } else {
      refuse_solver("bullet", options);
    }
  }

  template <typename Shape, typename... Arguments>
  Shape* keep(Arguments... arguments) {
    auto shape = std::make_unique<Shape>(arguments...);
    Shape* raw = shape.get();
    shapes_.push_back(std::move(shape));
    return raw;
  }

  btRigidBody* add_rigid(btCollisionShape* shape, const Body& body) {
    const btVector3 inertia = body.mass > 0 ? bullet(principal_moments(body)) : btVector3(0, 0, 0);
    btRigidBody::btRigidBodyConstructionInfo info(body.mass, nullptr, shape, inertia);
    info.m_startWorldTransform =
        bullet(RigidTransform(body.orientation.toRotationMatrix(), body.position));
    info.m_friction = body.surface.friction.product;
    info.m_restitution = body.surface.restitution;
    auto rigid = std::make_unique<btRigidBody>(info);
    rigid->setActivationState(DISABLE_DEACTIVATION);
    world_->addRigidBody(rigid.get(), kThings, kThings | kRobots);
    rigid_.push_back(std::move(rigid));
    return rigid_.back().get();
  }

  void add_body(const Body& body) {
    btCollisionShape* shape = body.hull ? convex(*body.hull) : primitive(geometry(body));
    bodies_.push_back(add_rigid(shape, body));
    bodies_.back()->setLinearVelocity(bullet(body.velocity));
  }

  btCollisionShape* convex(const TriangleMesh& hull) {
    auto* shape = keep<btConvexHullShape>();
    for (const Vector3& vertex : hull.vertices) shape->addPoint(bullet(vertex), false);
    shape->recalcLocalAabb();
    return shape;
  }

  void frames() {
    for (const SpatialInertia& inertia : scene_.robot->skeleton->inertia)
      frames_.push_back(principal_frame(inertia));
    base_ = frames_.front();
  }

  btVector3 base_origin(const btMultiBody& robot) const {
    return robot.getBaseWorldTransform() * bullet(base_.X_BP.inverse().p);
  }

  void add_robot(const Vector3& position) {
    const Skeleton& s = *scene_.robot->skeleton;
    auto robot = std::make_unique<btMultiBody>(s.num_bodies() - 1, s.inertia[0].mass,
                                               bullet(base_.moments), false, false);
    for (int body = 1; body < s.num_bodies(); ++body) set_up_link(*robot, body);
    robot->finalizeMultiDof();
    robot->setLinearDamping(0);
    robot->setAngularDamping(0);
    robot->setMaxAppliedImpulse(1e30);
    robot->setMaxCoordinateVelocity(1e30);
    robot->setHasSelfCollision(false);
    robot->setCanSleep(false);
    robot->setBaseWorldTransform(bullet(RigidTransform(position) * base_.X_BP));
    world_->addMultiBody(robot.get());
    for (int j = 0; j < scene_.posture.size(); ++j) robot->setJointPos(j, scene_.posture[j]);
    for (int body = 0; body < s.num_bodies(); ++body) add_collider(*robot, body);
    btAlignedObjectArray<btQuaternion> rotations;
    btAlignedObjectArray<btVector3> origins;
    robot->forwardKinematics(rotations, origins);
    robot->updateCollisionObjectWorldTransforms(rotations, origins);
    robots_.push_back(std::move(robot));
  }

  void set_up_link(btMultiBody& robot, int body) {
    const Skeleton& s = *scene_.robot->skeleton;
    const PrincipalFrame& frame = frames_[body];
    const RigidTransform X = frames_[s.parent[body]].X_BP.inverse() * s.X_PF[body];
    const Matrix3 to_this = (X.R * frame.X_BP.R).transpose();
    const auto local = [&](const Vector3& x) {
      return bullet(Vector3(frame.X_BP.R.transpose() * x));
    };
    robot.setupRevolute(body - 1, s.inertia[body].mass, bullet(frame.moments), s.parent[body] - 1,
                        bullet(to_this), local(s.axis[body]), bullet(X.p), local(frame.X_BP.p),
                        true);
  }

  void add_collider(btMultiBody& robot, int body) {
    btCompoundShape* compound = nullptr;
    for (const RobotShape& shape : scene_.robot->shapes) {
      if (shape.body != body) continue;
      if (compound == nullptr) compound = keep<btCompoundShape>();
      compound->addChildShape(bullet(frames_[body].X_BP.inverse() * shape.X_BS),
                              primitive(shape.geometry));
    }
    if (compound == nullptr) return;
    auto collider = std::make_unique<btMultiBodyLinkCollider>(&robot, body - 1);
    collider->setCollisionShape(compound);
    collider->setFriction(scene_.robot_surface.friction.product);
    world_->addCollisionObject(collider.get(), kRobots,
                               scene_.robots_meet ? kThings | kRobots : kThings);
    if (body == 0) {
      robot.setBaseCollider(collider.get());
    } else {
      robot.getLink(body - 1).m_collider = collider.get();
    }
    colliders_.push_back(std::move(collider));
  }

  btCollisionShape* primitive(const GeometryRecord& shape) {
    const Vector3& size = shape.size;
    switch (shape.kind) {
      case GeometryKind::kBox:
        return keep<btBoxShape>(bullet(Vector3(size / 2)));
      case GeometryKind::kSphere:
        return keep<btSphereShape>(size.x());
      case GeometryKind::kCylinder:
        return keep<btCylinderShapeZ>(btVector3(size.x(), size.x(), size.y() / 2));
      default:
        return keep<btCapsuleShapeZ>(size.x(), size.y());
    }
  }

  const Scene& scene_;
  double step_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broad_phase_;
  std::unique_ptr<btDantzigSolver> dantzig_;
  std::unique_ptr<btMultiBodyConstraintSolver> solver_;
  std::unique_ptr<btMultiBodyDynamicsWorld> world_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> rigid_;
  std::vector<btRigidBody*> bodies_;
  std::vector<std::unique_ptr<btMultiBody>> robots_;
  std::vector<std::unique_ptr<btMultiBodyLinkCollider>> colliders_;
  std::vector<PrincipalFrame> frames_;
  PrincipalFrame base_;
};

}  // namespace

std::unique_ptr<Engine> make_engine(const Scene& scene, const EngineOptions& options) {
  return std::make_unique<BulletEngine>(scene, options);
}

}  // namespace cardan::bench
