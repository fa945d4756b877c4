#include <dart/collision/CollisionDetector.hpp>
#include <dart/config.hpp>
#include <dart/constraint/BoxedLcpConstraintSolver.hpp>
#include <dart/constraint/PgsBoxedLcpSolver.hpp>
#include <dart/dynamics/dynamics.hpp>
#include <dart/simulation/World.hpp>

#include "bench/scenes/engine.h"

namespace cardan::bench {

namespace {

namespace dd = dart::dynamics;

Eigen::Isometry3d isometry(const RigidTransform& X) {
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  result.linear() = X.R;
  result.translation() = X.p;
  return result;
}

void add_shape(dd::BodyNode* node, const dd::ShapePtr& shape, const RigidTransform& X,
               const Surface& surface) {
  auto* shape_node = node->createShapeNodeWith<dd::CollisionAspect, dd::DynamicsAspect>(shape);
  shape_node->setRelativeTransform(isometry(X));
  shape_node->getDynamicsAspect()->setFrictionCoeff(surface.friction.least);
  shape_node->getDynamicsAspect()->setRestitutionCoeff(surface.restitution);
}

dd::ShapePtr primitive(GeometryKind kind, const Vector3& size) {
  switch (kind) {
    case GeometryKind::kBox:
      return std::make_shared<dd::BoxShape>(size);
    case GeometryKind::kSphere:
      return std::make_shared<dd::SphereShape>(size.x());
    case GeometryKind::kCylinder:
      return std::make_shared<dd::CylinderShape>(size.x(), size.y());
    default:
      return std::make_shared<dd::CapsuleShape>(size.x(), size.y());
  }
}

class DartEngine : public Engine {
 public:
  DartEngine(const Scene& scene, const EngineOptions& options)
      : scene_(scene), world_(dart::simulation::World::create()) {
    world_->setTimeStep(options.step);
    world_->setGravity(scene.gravity);
    make_solver(options);
    if (scene.ground) {
      constexpr double kWidth = 200;
      const dd::ShapePtr slab = std::make_shared<dd::BoxShape>(Vector3(kWidth, kWidth, 1));
      add_single("ground", slab, 0, RigidTransform(Vector3(0, 0, -0.5)), *scene.ground);
    }
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      const Body& body = scene.bodies[i];
      const RigidTransform X(body.orientation.toRotationMatrix(), body.position);
      bodies_.push_back(add_single(std::to_string(i), primitive(body.shape, body.size), body.mass,
                                   X, body.surface));
      if (body.mass > 0) set_velocity(bodies_.back(), body.velocity);
    }
    for (const Vector3& position : scene.robots) add_robot(position);
  }

  std::string name() const override { return "DART"; }
  std::string version() const override { return DART_VERSION; }

  void step() override { world_->step(); }
  void push_body(int body, const Vector3& f) override { bodies_[body]->setExtForce(f); }
  void push_base(int robot, const Vector3& f) override {
    robots_[robot]->getRootBodyNode()->setExtForce(f, Vector3::Zero(), false, true);
  }

  void read_joints(int robot, std::span<double> q, std::span<double> v) override {
    const dd::SkeletonPtr& skeleton = robots_[robot];
    for (std::size_t j = 0; j < q.size(); ++j) {
      q[j] = skeleton->getPosition(6 + j);
      v[j] = skeleton->getVelocity(6 + j);
    }
  }
  void set_efforts(int robot, std::span<const double> efforts) override {
    for (std::size_t j = 0; j < efforts.size(); ++j) robots_[robot]->setForce(6 + j, efforts[j]);
  }

  BodyState body(int body) override {
    const dd::BodyNode* node = bodies_[body];
    return {node->getWorldTransform().translation(), node->getLinearVelocity(),
            node->getAngularVelocity(), Quaternion(node->getWorldTransform().linear())};
  }
  RobotState robot(int robot) override {
    const Skeleton& s = *scene_.robot->skeleton;
    const dd::BodyNode* base = robots_[robot]->getRootBodyNode();
    const Quaternion turn(base->getWorldTransform().linear());
    RobotState state{VectorX(s.nq()), VectorX(s.nv())};
    state.q.head<7>() << base->getWorldTransform().translation(), turn.w(), turn.x(), turn.y(),
        turn.z();
    state.v.head<6>() << base->getAngularVelocity(), base->getLinearVelocity();
    const std::size_t joints = s.nv() - 6;
    read_joints(robot, {state.q.data() + 7, joints}, {state.v.data() + 6, joints});
    return state;
  }
  int contacts() override {
    return static_cast<int>(world_->getLastCollisionResult().getNumContacts());
  }

 private:
  void make_solver(const EngineOptions& options) {
    using dart::constraint::BoxedLcpConstraintSolver;
    std::unique_ptr<BoxedLcpConstraintSolver> solver;
    if (options.solver == "dantzig") {
      solver = std::make_unique<BoxedLcpConstraintSolver>();  // with PGS as fallback
    } else if (options.solver == "pgs") {
      solver = std::make_unique<BoxedLcpConstraintSolver>(
          std::make_shared<dart::constraint::PgsBoxedLcpSolver>());
    } else {
      refuse_solver("dart", options);
    }
    world_->setConstraintSolver(std::move(solver));
    auto* factory = dart::collision::CollisionDetector::getFactory();
    world_->getConstraintSolver()->setCollisionDetector(factory->create("bullet"));
    world_->getConstraintSolver()->getCollisionOption().maxNumContacts = 10000;
  }

  /// Mass 0: static.
  dd::BodyNode* add_single(const std::string& name, const dd::ShapePtr& shape, double mass,
                           const RigidTransform& X, const Surface& surface) {
    const dd::SkeletonPtr skeleton = dd::Skeleton::create(name);
    dd::BodyNode* node = nullptr;
    if (mass > 0) {
      auto [joint, body] = skeleton->createJointAndBodyNodePair<dd::FreeJoint>();
      body->setInertia(dd::Inertia(mass, Vector3::Zero(), shape->computeInertia(mass)));
      dd::FreeJoint::setTransformOf(joint, isometry(X));
      node = body;
    } else {
      auto [joint, body] = skeleton->createJointAndBodyNodePair<dd::WeldJoint>();
      joint->setTransformFromParentBodyNode(isometry(X));
      skeleton->setMobile(false);
      node = body;
    }
    add_shape(node, shape, {}, surface);
    world_->addSkeleton(skeleton);
    return node;
  }

  static void set_velocity(dd::BodyNode* node, const Vector3& velocity) {
    auto* joint = static_cast<dd::FreeJoint*>(node->getParentJoint());
    joint->setLinearVelocity(velocity);
  }

  void add_robot(const Vector3& position) {
    const Skeleton& s = *scene_.robot->skeleton;
    const dd::SkeletonPtr robot = dd::Skeleton::create("robot" + std::to_string(robots_.size()));
    for (int body = 0; body < s.num_bodies(); ++body) add_link(robot, body);
    dd::FreeJoint::setTransformOf(robot->getJoint(0), isometry(RigidTransform(position)));
    for (int j = 0; j < scene_.posture.size(); ++j) robot->setPosition(6 + j, scene_.posture[j]);
    world_->addSkeleton(robot);
    robots_.push_back(robot);
  }

  void add_link(const dd::SkeletonPtr& robot, int body) {
    const Skeleton& s = *scene_.robot->skeleton;
    const dd::BodyNode::AspectProperties name(std::to_string(body));
    dd::BodyNode* node = nullptr;
    if (body == 0) {
      node = robot->createJointAndBodyNodePair<dd::FreeJoint>(nullptr, {}, name).second;
    } else {
      dd::RevoluteJoint::Properties joint;
      joint.mName = "joint" + std::to_string(body);
      joint.mAxis = s.axis[body];
      joint.mT_ParentBodyToJoint = isometry(s.X_PF[body]);
      dd::BodyNode* parent = robot->getBodyNode(s.parent[body]);
      node = robot->createJointAndBodyNodePair<dd::RevoluteJoint>(parent, joint, name).second;
    }
    const SpatialInertia& inertia = s.inertia[body];
    node->setInertia(dd::Inertia(inertia.mass, inertia.com, inertia.inertia));
    for (const RobotShape& shape : scene_.robot->shapes) {
      if (shape.body != body) continue;
      add_shape(node, primitive(shape.geometry.kind, shape.geometry.size), shape.X_BS,
                scene_.robot_surface);
    }
  }

  const Scene& scene_;
  dart::simulation::WorldPtr world_;
  std::vector<dd::BodyNode*> bodies_;
  std::vector<dd::SkeletonPtr> robots_;
};

}  // namespace

std::unique_ptr<Engine> make_engine(const Scene& scene, const EngineOptions& options) {
  for (const Body& body : scene.bodies)
    if (body.hull != nullptr) return nullptr;  // it has no hulls
  return std::make_unique<DartEngine>(scene, options);
}

}  // namespace cardan::bench
