#include <ode/ode.h>

#include <array>

#include "bench/scenes/engine.h"

namespace cardan::bench {

namespace {

/// User data of a shape in ODE.
struct ShapeData {
  const Surface* surface = nullptr;
  int robot = -1;  // -1: of a body or of the ground
};

/// A robot in maximal coordinates: all bodies are free and connected by hinges.
struct OdeRobot {
  std::vector<dBodyID> bodies;
  std::vector<dJointID> hinges;  // of body j + 1
};

Vector3 vector(const dReal* x) { return {x[0], x[1], x[2]}; }
Quaternion quaternion(const dReal* q) { return {q[0], q[1], q[2], q[3]}; }

void rotation(const Matrix3& R, dMatrix3 to) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) to[4 * i + j] = R(i, j);
    to[4 * i + 3] = 0;
  }
}

class OdeEngine : public Engine {
 public:
  OdeEngine(const Scene& scene, const EngineOptions& options)
      : scene_(scene), step_(options.step), quick_(options.solver == "quick") {
    if (!quick_ && options.solver != "std") refuse_solver("ode", options);
    dInitODE2(0);
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    contact_group_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, scene.gravity.x(), scene.gravity.y(), scene.gravity.z());
    dWorldSetERP(world_, 0.2);
    dWorldSetCFM(world_, 1e-10);
    dWorldSetQuickStepNumIterations(world_, 20);
    dWorldSetAutoDisableFlag(world_, 0);
    things_.resize(scene.bodies.size() + 1);
    if (scene.ground) {
      things_.back().surface = &*scene.ground;
      dGeomSetData(dCreatePlane(space_, 0, 0, 1, 0), &things_.back());
    }
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) add_body(scene.bodies[i], things_[i]);
    for (std::size_t r = 0; r < scene.robots.size(); ++r)
      of_robots_.push_back({&scene.robot_surface, static_cast<int>(r)});
    for (std::size_t r = 0; r < scene.robots.size(); ++r) add_robot(scene.robots[r], of_robots_[r]);
  }
  ~OdeEngine() override {
    dJointGroupDestroy(contact_group_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
    dCloseODE();
  }

  std::string name() const override { return "ODE"; }
  std::string version() const override { return CARDAN_ODE_VERSION; }

  void step() override {
    contacts_ = 0;
    dSpaceCollide(space_, this, &OdeEngine::meet);
    if (quick_) {
      dWorldQuickStep(world_, step_);
    } else {
      dWorldStep(world_, step_);
    }
    dJointGroupEmpty(contact_group_);
  }
  void push_body(int body, const Vector3& f) override {
    dBodyAddForce(bodies_[body], f.x(), f.y(), f.z());
  }
  void push_base(int robot, const Vector3& f) override {
    const Vector3 c = -scene_.robot->skeleton->inertia[0].com;
    dBodyAddForceAtRelPos(robots_[robot].bodies[0], f.x(), f.y(), f.z(), c.x(), c.y(), c.z());
  }

  // In ODE, angles are relative to the posture at the start.
  void read_joints(int robot, std::span<double> q, std::span<double> v) override {
    for (std::size_t j = 0; j < q.size(); ++j) {
      q[j] = scene_.posture[static_cast<int>(j)] + dJointGetHingeAngle(robots_[robot].hinges[j]);
      v[j] = dJointGetHingeAngleRate(robots_[robot].hinges[j]);
    }
  }
  void set_efforts(int robot, std::span<const double> efforts) override {
    for (std::size_t j = 0; j < efforts.size(); ++j)
      dJointAddHingeTorque(robots_[robot].hinges[j], efforts[j]);
  }

  BodyState body(int body) override {
    if (bodies_[body] == nullptr)
      return {scene_.bodies[body].position, {}, {}, scene_.bodies[body].orientation};
    return {vector(dBodyGetPosition(bodies_[body])), vector(dBodyGetLinearVel(bodies_[body])),
            vector(dBodyGetAngularVel(bodies_[body])),
            quaternion(dBodyGetQuaternion(bodies_[body]))};
  }
  RobotState robot(int robot) override {
    const Skeleton& s = *scene_.robot->skeleton;
    const dBodyID base = robots_[robot].bodies[0];
    const Vector3 c = -s.inertia[0].com;
    dVector3 origin, velocity;
    dBodyGetRelPointPos(base, c.x(), c.y(), c.z(), origin);
    dBodyGetRelPointVel(base, c.x(), c.y(), c.z(), velocity);
    const dReal* turn = dBodyGetQuaternion(base);
    RobotState state{VectorX(s.nq()), VectorX(s.nv())};
    state.q.head<7>() << vector(origin), turn[0], turn[1], turn[2], turn[3];
    state.v.head<6>() << vector(dBodyGetAngularVel(base)), vector(velocity);
    const std::size_t joints = s.nv() - 6;
    read_joints(robot, {state.q.data() + 7, joints}, {state.v.data() + 6, joints});
    return state;
  }
  int contacts() override { return contacts_; }

 private:
  static void meet(void* self, dGeomID first, dGeomID second) {
    static_cast<OdeEngine*>(self)->add_contacts(first, second);
  }

  void add_contacts(dGeomID first, dGeomID second) {
    const auto* a = static_cast<const ShapeData*>(dGeomGetData(first));
    const auto* b = static_cast<const ShapeData*>(dGeomGetData(second));
    const dBodyID body_a = dGeomGetBody(first), body_b = dGeomGetBody(second);
    if (body_a == nullptr && body_b == nullptr) return;
    const bool robots = a->robot >= 0 && b->robot >= 0;
    if (robots && (a->robot == b->robot || !scene_.robots_meet)) return;
    constexpr int kMost = 4;
    std::array<dContact, kMost> contacts;
    const int count = dCollide(first, second, kMost, &contacts[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
      dSurfaceParameters& surface = contacts[i].surface;
      surface.mode = dContactApprox1;  // friction in proportion to the normal force
      surface.mu = a->surface->friction.product * b->surface->friction.product;
      surface.bounce = a->surface->restitution * b->surface->restitution;
      surface.bounce_vel = 0;
      if (surface.bounce > 0) surface.mode |= dContactBounce;
      dJointAttach(dJointCreateContact(world_, contact_group_, &contacts[i]), body_a, body_b);
    }
    contacts_ += count;
  }

  void add_body(const Body& body, ShapeData& data) {
    const dGeomID shape = primitive(geometry(body));
    dMatrix3 R;
    rotation(body.orientation.toRotationMatrix(), R);
    data.surface = &body.surface;
    dGeomSetData(shape, &data);
    bodies_.push_back(nullptr);
    if (body.mass == 0) {
      dGeomSetPosition(shape, body.position.x(), body.position.y(), body.position.z());
      dGeomSetRotation(shape, R);
      return;
    }
    dMass mass;
    const Vector3 moments = principal_moments(body);
    dMassSetParameters(&mass, body.mass, 0, 0, 0, moments.x(), moments.y(), moments.z(), 0, 0, 0);
    const dBodyID id = dBodyCreate(world_);
    dBodySetMass(id, &mass);
    dGeomSetBody(shape, id);
    dBodySetPosition(id, body.position.x(), body.position.y(), body.position.z());
    dBodySetRotation(id, R);
    dBodySetLinearVel(id, body.velocity.x(), body.velocity.y(), body.velocity.z());
    bodies_.back() = id;
  }

  void add_robot(const Vector3& position, ShapeData& data) {
    const Skeleton& s = *scene_.robot->skeleton;
    std::vector<RigidTransform> X_W;
    OdeRobot robot;
    for (int body = 0; body < s.num_bodies(); ++body) {
      RigidTransform X(position);
      if (body > 0) {
        const Eigen::AngleAxisd turn(scene_.posture[body - 1], s.axis[body]);
        X = X_W[s.parent[body]] * s.X_PF[body] *
            RigidTransform(turn.toRotationMatrix(), Vector3::Zero());
      }
      X_W.push_back(X);
      robot.bodies.push_back(make_link(s.inertia[body], X));
      add_shapes(robot.bodies.back(), body, data);
      if (body == 0) continue;
      const dJointID hinge = dJointCreateHinge(world_, nullptr);
      dJointAttach(hinge, robot.bodies[body], robot.bodies[s.parent[body]]);
      const Vector3 axis = X.R * s.axis[body];
      dJointSetHingeAnchor(hinge, X.p.x(), X.p.y(), X.p.z());
      dJointSetHingeAxis(hinge, axis.x(), axis.y(), axis.z());
      robot.hinges.push_back(hinge);
    }
    robots_.push_back(robot);
  }

  /// Frame in ODE: at the centre of mass, with the axes of cardan.
  dBodyID make_link(const SpatialInertia& inertia, const RigidTransform& X) const {
    const Matrix3& I = inertia.inertia;
    dMass mass;
    dMassSetParameters(&mass, inertia.mass, 0, 0, 0, I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2),
                       I(1, 2));
    const dBodyID id = dBodyCreate(world_);
    dBodySetMass(id, &mass);
    const Vector3 center = X * inertia.com;
    dMatrix3 R;
    rotation(X.R, R);
    dBodySetPosition(id, center.x(), center.y(), center.z());
    dBodySetRotation(id, R);
    dBodySetGyroscopicMode(id, 1);
    return id;
  }

  void add_shapes(dBodyID id, int body, ShapeData& data) {
    for (const RobotShape& shape : scene_.robot->shapes) {
      if (shape.body != body) continue;
      const dGeomID geom = primitive(shape.geometry);
      dGeomSetData(geom, &data);
      dGeomSetBody(geom, id);
      const Vector3 offset = shape.X_BS.p - scene_.robot->skeleton->inertia[body].com;
      dMatrix3 R;
      rotation(shape.X_BS.R, R);
      dGeomSetOffsetPosition(geom, offset.x(), offset.y(), offset.z());
      dGeomSetOffsetRotation(geom, R);
    }
  }

  dGeomID primitive(const GeometryRecord& shape) const {
    const Vector3& size = shape.size;
    switch (shape.kind) {
      case GeometryKind::kBox:
        return dCreateBox(space_, size.x(), size.y(), size.z());
      case GeometryKind::kSphere:
        return dCreateSphere(space_, size.x());
      case GeometryKind::kCylinder:
        return dCreateCylinder(space_, size.x(), size.y());
      default:
        return dCreateCapsule(space_, size.x(), size.y());
    }
  }

  const Scene& scene_;
  double step_;
  bool quick_;
  dWorldID world_ = nullptr;
  dSpaceID space_ = nullptr;
  dJointGroupID contact_group_ = nullptr;
  std::vector<ShapeData> things_;  // of the bodies, then of the ground
  std::vector<ShapeData> of_robots_;
  std::vector<dBodyID> bodies_;  // null: it never moves
  std::vector<OdeRobot> robots_;
  int contacts_ = 0;
};

}  // namespace

std::unique_ptr<Engine> make_engine(const Scene& scene, const EngineOptions& options) {
  for (const Body& body : scene.bodies)
    if (body.hull != nullptr) return nullptr;  // collisions of its hulls are not reliable
  return std::make_unique<OdeEngine>(scene, options);
}

}  // namespace cardan::bench
