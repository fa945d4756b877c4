#include "test/support/passive_scene.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "cardan/energy.h"
#include "cardan/error.h"
#include "cardan/kinematics.h"
#include "test/support/surfaces.h"
#include "test/support/worlds.h"

namespace cardan::test {

int scenes_to_make(int by_default) {
  const char* count = std::getenv("CARDAN_PASSIVE_SCENES");
  return count == nullptr ? by_default : std::atoi(count);
}

namespace {

bool chance(Random& random, double probability) { return uniform(random, 0, 1) < probability; }

std::string text_of(const Vector3& x) {
  return std::to_string(x.x()) + " " + std::to_string(x.y()) + " " + std::to_string(x.z());
}

std::string tree_text(Random& random, const TreeJoints& joints) {
  std::string text = "<robot name='tree'>";
  for (int i = 0; i < joints.links; ++i) {
    const std::string n = std::to_string(i);
    const double mass = uniform(random, 0.2, 3);
    text += "<link name='l" + n + "'><inertial><origin xyz='" +
            text_of(random_vector3(random, 0.1)) + "'/><mass value='" + std::to_string(mass) +
            "'/><inertia ixx='" + std::to_string(mass * 0.01) + "' iyy='" +
            std::to_string(mass * 0.012) + "' izz='" + std::to_string(mass * 0.009) +
            "' ixy='0' ixz='0' iyz='0'/></inertial>";
    if (joints.shapes)
      text += "<collision><geometry><sphere radius='0.08'/></geometry></collision>";
    text += "</link>";
    if (i == 0) continue;
    const std::string parent = std::to_string(random() % static_cast<std::uint64_t>(i));
    const bool slides = random() % 4 == 0;
    const std::string type = slides ? "prismatic" : (joints.limits ? "revolute" : "continuous");
    text += "<joint name='j" + n + "' type='" + type + "'><parent link='l" + parent +
            "'/><child link='l" + n + "'/><origin xyz='" + text_of(random_vector3(random, 0.2)) +
            "'/><axis xyz='" + text_of(random_vector3(random, 1)) + "'/>";
    if (joints.limits) {
      text += "<limit lower='-0.05' upper='0.08' effort='100' velocity='100'/>";
    } else if (slides) {
      text += "<limit lower='-100' upper='100' effort='100' velocity='100'/>";
    }
    const auto half = [&](bool has, double most) {
      return std::to_string(has && random() % 2 != 0 ? uniform(random, 0, most) : 0.0);
    };
    text += "<dynamics friction='" + half(joints.friction, 0.3) + "' damping='" +
            half(joints.damping, 0.2) + "'";
    if (joints.stiffness > 0)
      text += " spring_stiffness='" +
              std::to_string(uniform(random, 0.1 * joints.stiffness, joints.stiffness)) + "'";
    text += "/></joint>";
  }
  return text + "</robot>";
}

SpatialVelocity random_velocity(Random& random, double turn, double speed) {
  const Vector3 angular = random_vector3(random, turn);
  return {angular, random_vector3(random, speed)};
}

WorldSpec spec_of(double h, Integrator integrator, const Surface& surface) {
  WorldSpec spec = world_spec(h, surface);
  spec.integrator = integrator;
  return spec;
}

}  // namespace

Model& add_tree(World& world, Random& random, const std::string& name, const TreeJoints& joints,
                const RigidTransform& pose, BaseKind base) {
  ModelSpec tree;
  tree.name = name;
  tree.urdf_text = tree_text(random, joints);
  tree.base = base;
  tree.pose = pose;
  Model& model = world.add(tree);
  model.set_v(random_vector(random, static_cast<int>(model.v().size()), 2));
  return model;
}

World flying_group(std::uint64_t seed, double h, Integrator integrator) {
  Random random(seed);
  WorldSpec spec = spec_of(h, integrator, {uniform(random, 0, 0.8), 0, NAN});
  spec.gravity.setZero();
  World world(spec);
  const TreeJoints joints{.limits = true, .friction = true, .damping = true};
  const int trees = 1 + static_cast<int>(random() % 2);
  for (int i = 0; i < trees; ++i) {
    TreeJoints own = joints;
    own.links = 2 + static_cast<int>(random() % 4);
    add_tree(world, random, "tree" + std::to_string(i), own, at(i, 0, 0));
  }
  const auto box_at = [&](const std::string& name, const Vector3& place) {
    const double mass = uniform(random, 0.5, 2);
    world.add(body(name, box({0.1, 0.2, 0.15}), mass, RigidTransform(place),
                   random_velocity(random, 2, 1)));
  };
  const int bodies = static_cast<int>(random() % 3);
  for (int i = 0; i < bodies; ++i) box_at("box" + std::to_string(i), {0.5 + i, 0.6, 0});
  for (int i = 0; i < bodies; ++i) {
    LoopSpec loop;
    loop.kind = random() % 2 == 0 ? LoopKind::kPoint : LoopKind::kWeld;
    loop.a = "tree0/l0";
    loop.b = "box" + std::to_string(i);
    if (loop.kind == LoopKind::kPoint) loop.at_b = random_vector3(random, 0.1);
    loop.pose.reset();
    try {
      world.add_loop(loop);
    } catch (const Error&) {
    }  // it cannot be closed
  }
  // Up to three loose bodies that overlap by a few millimetres.
  const int loose = static_cast<int>(random() % 4);
  for (int i = 0; i < loose; ++i)
    box_at("loose" + std::to_string(i), {-0.6 + 0.097 * i, 0.02 * i, 0});
  return world;
}

const char* passive_kind_name(PassiveKind kind) {
  constexpr const char* kNames[] = {"balls", "bodies", "trees", "springs", "loops"};
  return kNames[static_cast<int>(kind)];
}

namespace {

/// A material with any of the laws of friction.
MaterialSpec random_material(Random& random) {
  MaterialSpec material;
  material.compliance = Surface{}.compliance;
  material.restitution = chance(random, 0.3) ? 0 : chance(random, 0.3) ? 1 : uniform(random, 0, 1);
  material.mu_kinetic = chance(random, 0.25) ? 0 : uniform(random, 0, 1);
  material.mu_static = material.mu_kinetic * (chance(random, 0.3) ? uniform(random, 1, 1.5) : 1);
  if (chance(random, 0.3)) material.mu_torsion = uniform(random, 0, 0.02);
  if (chance(random, 0.2)) material.mu_rolling = uniform(random, 0, 0.01);
  if (chance(random, 0.3)) {
    material.direction = Vector3(1, 0.3, 0);
    material.mu_ratio = uniform(random, 0.3, 1);
  }
  return material;
}

GeometryRecord shape(GeometryKind kind, const Vector3& size) {
  GeometryRecord record;
  record.kind = kind;
  record.size = size;
  return record;
}

GeometryRecord random_shape(Random& random) {
  const double a = uniform(random, 0.06, 0.15), b = uniform(random, 0.06, 0.2),
               c = uniform(random, 0.06, 0.2);
  switch (uniform_int(random, 6)) {
    case 0:
      return sphere(a);
    case 1:
      return shape(GeometryKind::kCapsule, {0.5 * a, b, 0});
    case 2:
      return shape(GeometryKind::kCylinder, {a, b, 0});
    case 3:
      return shape(GeometryKind::kEllipsoid, {a, 0.6 * b, 0.6 * c});
    case 4:
      return shape(GeometryKind::kCone, {a, b, 0});
    default:
      return box({2 * a, b, c});
  }
}

void add_floor(World& world, Random& random, bool plane) {
  ModelSpec floor;
  floor.name = "floor";
  floor.is_static = true;
  const int kind = plane ? 0 : uniform_int(random, 3);
  if (kind == 0) floor.geometry = shape(GeometryKind::kPlane, Vector3::Zero());
  if (kind == 1) {
    floor.geometry = box({20, 20, 1});
    floor.pose.p.z() = -0.5;
  }
  if (kind == 2)
    floor.geometry = field_record(40, {20, 20}, [](double x, double y) {
      return 0.05 * std::sin(1.7 * x) * std::cos(1.3 * y);
    });
  world.add(floor);
}

Vector3 random_gravity(Random& random) {
  if (chance(random, 0.1)) return Vector3::Zero();
  return {uniform(random, -2, 2), uniform(random, -2, 2), uniform(random, -12, -4)};
}

void add_bodies(World& world, Random& random, bool balls) {
  const int count = 1 + uniform_int(random, 6);
  for (int i = 0; i < count; ++i) {
    const Vector3 place(0.5 * (i % 3), 0.5 * (i / 3), uniform(random, 0.35, 0.6));
    const double mass = uniform(random, 0.2, 3), spin = chance(random, 0.3) ? 50 : 5;
    GeometryRecord geometry = balls ? sphere(uniform(random, 0.05, 0.2)) : random_shape(random);
    ModelSpec spec = body("body" + std::to_string(i), geometry, mass, RigidTransform(place),
                          random_velocity(random, spin, 2));
    spec.pose.R = random_quaternion(random).toRotationMatrix();
    world.add(spec);
  }
}

void add_falling_trees(World& world, Random& random) {
  TreeJoints joints;
  joints.links = 2 + uniform_int(random, 4);
  joints.limits = chance(random, 0.7);
  joints.friction = joints.damping = chance(random, 0.5);
  add_tree(world, random, "tree", joints, at(0, 0, 0.8));
}

void add_springs(PassiveScene& scene, Random& random) {
  World& world = scene.world;
  TreeJoints joints;
  joints.links = 2 + uniform_int(random, 3);
  joints.stiffness = 30;
  joints.shapes = false;
  add_tree(world, random, "tree", joints, at(0, 0, 1),
           chance(random, 0.5) ? BaseKind::kFixed : BaseKind::kFloating);
  const double mass = uniform(random, 0.5, 2);
  world.add(body("ball", sphere(0.05), mass, at(1, 0, 1), random_velocity(random, 2, 0.5)));
  LoopSpec spring;
  spring.kind = LoopKind::kPoint;
  spring.a = "world";
  spring.b = "ball";
  spring.at_a = {1, 0, 1};
  spring.compliance = Compliance::spring(mass * std::pow(uniform(random, 5, 20), 2), 0);
  world.add_loop(spring);
  scene.springs.push_back(spring);
}

void add_linked_bodies(World& world, Random& random) {
  const int count = 1 + uniform_int(random, 3);
  std::string before = "world";
  for (int i = 0; i < count; ++i) {
    const std::string name = "body" + std::to_string(i);
    const double mass = uniform(random, 0.5, 2);
    world.add(body(name, box({0.1, 0.2, 0.15}), mass, at(0.5 * (i + 1), 0, 0),
                   random_velocity(random, 1, 0.5)));
    LoopSpec loop;
    loop.kind = i > 0 && chance(random, 0.3) ? LoopKind::kWeld
                : chance(random, 0.5)        ? LoopKind::kPoint
                                             : LoopKind::kDistance;
    loop.a = before;
    loop.b = name;
    if (loop.kind == LoopKind::kWeld) loop.pose.reset();
    if (loop.kind == LoopKind::kPoint) {
      loop.at_a = Vector3(i == 0 ? 0.2 : 0.2, 0, 0);
      loop.at_b.reset();
    }
    if (loop.kind == LoopKind::kDistance) loop.length.reset();
    world.add_loop(loop);
    before = name;
  }
}

}  // namespace

PassiveScene passive_scene(PassiveKind kind, std::uint64_t seed, double h, Integrator integrator) {
  Random random(seed * 8 + static_cast<std::uint64_t>(kind));
  WorldSpec spec = spec_of(h, integrator, kDefaultSurface);
  spec.gravity = random_gravity(random);
  const bool touches =
      kind == PassiveKind::kBalls || kind == PassiveKind::kBodies || kind == PassiveKind::kTrees;
  if (touches) spec.materials.named["default"] = random_material(random);
  if (kind == PassiveKind::kTrees) spec.materials.named["default"].restitution = 0;
  PassiveScene scene{World(spec), integrator, {}};
  World& world = scene.world;
  if (touches) add_floor(world, random, kind != PassiveKind::kBodies);
  switch (kind) {
    case PassiveKind::kBalls:
    case PassiveKind::kBodies:
      add_bodies(world, random, kind == PassiveKind::kBalls);
      break;
    case PassiveKind::kTrees:
      add_falling_trees(world, random);
      break;
    case PassiveKind::kSprings:
      add_springs(scene, random);
      break;
    default:
      add_linked_bodies(world, random);
  }
  return scene;
}

namespace {

/// Calls use(model, link, mass properties) for each body that moves.
template <class Use>
void for_each_mass(const World& world, const Use& use) {
  for (const Model* model : world.models()) {
    if (model->is_static() || model->skeleton() == nullptr) continue;
    for (const FrameInfo& frame : model->skeleton()->frames)
      if (frame.body >= 0) use(*model, frame.name, model->link_mass(frame.name));
  }
}

}  // namespace

GroupMomentum group_momentum(const World& world) {
  Vector3 center = Vector3::Zero();
  double mass = 0;
  for_each_mass(world, [&](const Model& model, const std::string& link, const LinkMass& body) {
    center += body.mass * (model.pose(link) * body.com);
    mass += body.mass;
  });
  center /= mass;
  GroupMomentum sum;
  for_each_mass(world, [&](const Model& model, const std::string& link, const LinkMass& body) {
    const RigidTransform X = model.pose(link);
    const SpatialVelocity V = model.velocity(link);
    const Vector3 r = X.R * body.com, p = body.mass * (V.linear + V.angular.cross(r));
    const Vector3 orbit = (X.p + r - center).cross(p);
    const Vector3 spin = X.R * body.inertia * (X.R.transpose() * V.angular);
    sum.linear += p;
    sum.angular += orbit + spin;
    sum.linear_scale += p.norm();
    sum.angular_scale += orbit.norm() + spin.norm();
  });
  return sum;
}

double PassiveScene::at_rest() const {
  double mass = 0;
  for (const Model* model : world.models()) mass += model->mass();
  return mass * std::pow(world.time_step() * world.gravity().norm(), 2) / 8;
}

namespace {

/// Energy of a tree with a fixed base at the middle q − lag v of its last motion.
double energy_in_middle(const Model& model, const Vector3& gravity, double lag) {
  const Skeleton& skeleton = *model.skeleton();
  const VectorX v = model.v(), q = model.q() - lag * v;
  Data data(skeleton);
  data.X_W0 = model.base_pose();
  forward_kinematics(skeleton, data, q.data(), v.data());
  return kinetic_energy(skeleton, data, v.data()) +
         potential_energy(skeleton, data, q.data(), gravity);
}

/// Energy of a flying tree, which coasts: its kinetic energy is that at q.
double energy_in_flight(const Model& model, const Vector3& gravity, double lag) {
  const Skeleton& skeleton = *model.skeleton();
  double energy =
      model.kinetic_energy() + model.potential_energy() + lag * gravity.dot(model.momentum().force);
  for (int i = 0; i < skeleton.nv(); ++i) {
    const DofProperties& dof = skeleton.dof[i];
    if (!(dof.stiffness > 0)) continue;
    const double stretch = model.q()[skeleton.single_q_index(i)] - dof.spring_reference;
    const double before = stretch - lag * model.v()[i];
    energy += 0.5 * dof.stiffness * (before * before - stretch * stretch);
  }
  return energy;
}

}  // namespace

double PassiveScene::energy() const {
  const double lag = integrator == Integrator::kMidpoint ? 0 : 0.5 * world.time_step();
  double energy = 0;
  for (const Model* model : world.models()) {
    if (model->is_static() || model->skeleton() == nullptr) continue;
    energy += (model->skeleton()->floating_base() ? energy_in_flight : energy_in_middle)(
        *model, world.gravity(), lag);
  }
  for (const LoopSpec& spring : springs) {
    const Model& end = *world.find(spring.b);
    const RigidTransform X = end.base_pose();
    const SpatialVelocity V = end.base_velocity();
    const Vector3 arm = X.R * *spring.at_b;
    const Vector3 stretch = X.p + arm - spring.at_a - lag * (V.linear + V.angular.cross(arm));
    energy += 0.5 * spring.compliance.first * stretch.squaredNorm();
  }
  return energy;
}

}  // namespace cardan::test
