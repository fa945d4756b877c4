#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <random>

#include "bench/scenes/centred_hull.h"
#include "bench/scenes/scene.h"
#include "cardan/error.h"
#include "cardan/geometry.h"
#include "cardan/kinematics.h"
#include "cardan/mesh_files.h"
#include "cardan/urdf.h"

namespace cardan::bench {

namespace {

namespace fs = std::filesystem;

Friction uniform_friction(double mu) { return {std::sqrt(mu), mu, mu}; }

/// Uniform in [low, high), the same on every machine.
class Uniform {
 public:
  explicit Uniform(std::uint64_t seed) : random_(seed) {}
  double operator()(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_() >> 11) * 0x1p-53);
  }

 private:
  std::mt19937_64 random_;
};

/// Limits, friction, damping, springs and followers are omitted, since not all engines support
/// them.
std::shared_ptr<const RobotModel> load(const fs::path& file) {
  UrdfOptions options;
  options.base = UrdfBase::kFloating;
  options.allow_missing_meshes = true;
  RobotDescription description = read_urdf(file.string(), options);
  for (JointRecord& joint : description.joints) joint.mimic.reset();
  auto robot = std::make_shared<RobotModel>(build_robot(description, options));
  auto skeleton = std::make_shared<Skeleton>(*robot->skeleton);
  for (DofProperties& dof : skeleton->dof) dof = DofProperties{};
  robot->skeleton = skeleton;
  for (RobotShape& shape : robot->shapes) {
    shape.material = {};
    shape.group = 1;
    shape.mask = 0xffffffffU;
  }
  return robot;
}

fs::path source_directory() { return CARDAN_SOURCE_DIR; }

void add_quadruped(Scene& scene) {
  scene.robot_name = "quadruped";
  scene.robot = load(source_directory() / "data/robots/quadruped.urdf");
  scene.posture = VectorX::Zero(scene.robot->skeleton->nv() - 6);
}

/// Folder next to the repository; false if it is missing.
bool add_anymal(Scene& scene) {
  const fs::path file = source_directory().parent_path() /
                        "shared/robots/anymal_c/anymal_c_simple_description/urdf/anymal.urdf";
  if (!fs::exists(file)) return false;
  scene.robot_name = "ANYmal C";
  scene.robot = load(file);
  const Skeleton& s = *scene.robot->skeleton;
  scene.posture = VectorX::Zero(s.nv() - 6);
  for (int d = 6; d < s.nv(); ++d) {
    const std::string name = s.dof_name(d);
    const double hind = name[1] == 'H' ? -1 : 1;
    if (name.ends_with("HFE")) scene.posture[d - 6] = 0.4 * hind;
    if (name.ends_with("KFE")) scene.posture[d - 6] = -0.8 * hind;
  }
  return true;
}

/// ANYmal, or else the quadruped.
void add_robot(Scene& scene) {
  if (!add_anymal(scene)) add_quadruped(scene);
}

/// SimBenchmark's "rolling": 25 balls on a slab that is pushed over the ground, at 60° to x.
Scene make_rolling() {
  Scene scene;
  scene.duration = 4;
  scene.steps = {1e-3};
  scene.metric = Metric::kRolling;
  // Between ground and slab 0.4, between slab and ball 0.8.
  const Surface slab{{0.8, 0.8, 0.4}, 0}, ball{{1.0, 0.8, 0.8}, 0};
  scene.ground = Surface{{0.5, 0.4, 0.4}, 0};
  constexpr double kOverlap = 2e-5;  // [m], so that everything touches from the start
  scene.bodies.push_back(
      {GeometryKind::kBox, {20, 20, 1}, 10, {0, 0, 0.5 - kOverlap}, Vector3::Zero(), slab});
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      const Vector3 position(2.0 * i - 4, 2.0 * j - 4, 1.5 - 3 * kOverlap);
      scene.bodies.push_back(
          {GeometryKind::kSphere, {0.5, 0, 0}, 1, position, Vector3::Zero(), ball});
    }
  }
  scene.push = {Push::Target::kBody, 150 * Vector3(0.5, std::sqrt(0.75), 0), scene.duration};
  return scene;
}

/// SimBenchmark's "bouncing": 49 elastic balls.
Scene make_bouncing() {
  Scene scene;
  scene.duration = 20;
  scene.steps = {1e-3};
  scene.metric = Metric::kEnergy;
  scene.ground = Surface{{}, 1};
  for (int i = 0; i < 7; ++i) {
    for (int j = 0; j < 7; ++j)
      scene.bodies.push_back({GeometryKind::kSphere,
                              {0.1, 0, 0},
                              10,
                              {2.0 * i, 2.0 * j, 5},
                              Vector3::Zero(),
                              {{}, 1}});
  }
  return scene;
}

/// SimBenchmark's "666": a lattice of 6 × 6 × 6 smooth balls, each shifted by up to 1 mm.
Scene make_lattice(double height, double restitution) {
  constexpr double kSpacing = 0.21;
  Scene scene;
  scene.duration = 10;
  scene.metric = restitution > 0 ? Metric::kEnergy : Metric::kPenetration;
  scene.steps = {1e-3};
  if (restitution == 0) scene.steps = {1e-3, 4e-3, 1e-2};
  const Surface smooth{{}, restitution};
  scene.ground = smooth;
  Uniform uniform(666);
  for (int i = 0; i < 216; ++i) {
    Vector3 position(kSpacing * (i / 36), kSpacing * (i / 6 % 6), kSpacing * (i % 6) + height);
    for (double& x : position) x += uniform(0, 1e-3);
    scene.bodies.push_back(
        {GeometryKind::kSphere, {0.1, 0, 0}, 10, position, Vector3::Zero(), smooth});
  }
  return scene;
}

/// Height of the base's origin when the lowest foot, a sphere, touches the ground [m].
double standing_height(const RobotModel& robot, const VectorX& posture) {
  const Skeleton& s = *robot.skeleton;
  Data data(s);
  VectorX q(s.nq());
  q << Vector3::Zero(), 1, Vector3::Zero(), posture;
  forward_kinematics(s, data, q.data());
  double lowest = 0;
  for (const RobotShape& shape : robot.shapes) {
    if (shape.geometry.kind != GeometryKind::kSphere) continue;
    const Vector3 center = data.pose(shape.body) * shape.X_BS.p;
    lowest = std::min(lowest, center.z() - shape.geometry.size.x());
  }
  return -lowest;
}

Scene make_standing(Scene scene, int rows) {
  const bool anymal = scene.robot_name != "quadruped";
  scene.duration = rows == 1 ? 50 : 10;
  scene.steps = {5e-3};
  scene.metric = Metric::kDrift;
  scene.ground = scene.robot_surface = {uniform_friction(0.8), 0};
  scene.pd = anymal ? PdGains{200, 2} : PdGains{100, 0.6};
  const double height = 5e-3 + standing_height(*scene.robot, scene.posture);
  for (int i = 0; i < rows * rows; ++i)
    scene.robots.emplace_back(2.0 * (i / rows), 2.0 * (i % rows), height);
  scene.observe_from = 2;
  return scene;
}

/// SimBenchmark's "energy": pushed up by twice its weight for 1 s, then 2 s of free flight.
Scene make_energy() {
  Scene scene;
  add_robot(scene);
  scene.duration = 3;
  scene.observe_from = 1;
  scene.steps = {1e-3};
  scene.metric = Metric::kEnergy;
  double mass = 0;
  for (const SpatialInertia& inertia : scene.robot->skeleton->inertia) mass += inertia.mass;
  scene.robots = {{0, 0, 2}};
  scene.push = {Push::Target::kBase, -2 * mass * scene.gravity, scene.observe_from};
  return scene;
}

/// SimBenchmark's "momentum": a ball hits the robot, no gravity.
Scene make_momentum() {
  Scene scene;
  add_robot(scene);
  scene.duration = 10;
  scene.steps = {1e-3};
  scene.metric = Metric::kMomentum;
  scene.gravity.setZero();
  scene.robot_surface = {uniform_friction(1), 0};
  scene.robots = {{0, 0, 2}};
  scene.bodies.push_back(
      {GeometryKind::kSphere, {0.2, 0, 0}, 10, {0, -5, 2}, {0, 5, 0}, scene.robot_surface});
  return scene;
}

/// An open box whose inner width is 2 half.
void add_container(Scene& scene, double half, const Surface& surface) {
  scene.inner_half = half;
  const double height = 6 * half;
  for (int side = 0; side < 4; ++side) {
    const int axis = side / 2;
    Vector3 size(2 * half + 2, 2 * half + 2, height), position(0, 0, height / 2);
    size[axis] = 1;
    position[axis] = (side % 2 == 0 ? 1 : -1) * (half + 0.5);
    scene.bodies.push_back({GeometryKind::kBox, size, 0, position, Vector3::Zero(), surface});
  }
}

/// Shape, size and orientation of the next body.
using RandomBody = std::function<Body(Uniform&)>;

/// Bodies of one density, poured into an open box of about 2 layers.
Scene make_pile(int count, const RandomBody& random_body) {
  constexpr double kDensity = 3 / (4 * M_PI);  // a sphere has the mass r³
  Scene scene;
  scene.duration = 5;
  scene.steps = {1.0 / 60, 1.0 / 240};
  scene.metric = Metric::kPile;
  const Surface rough{uniform_friction(0.5), 0};
  scene.ground = rough;
  const double half = std::max(2.0, 1.5 * std::cbrt(count));
  add_container(scene, half, rough);
  const auto walls = static_cast<std::ptrdiff_t>(scene.bodies.size());
  Uniform uniform(15);
  double top = 2;
  for (int placed = 0, tried = 0; placed < count; ++tried) {
    if (tried % 100 == 99) top += 0.1;
    Body body = random_body(uniform);
    const double r = bounding_radius(body);
    body.position =
        Vector3(uniform(r - half, half - r), uniform(r - half, half - r), uniform(r, top + r));
    const bool free =
        std::none_of(scene.bodies.begin() + walls, scene.bodies.end(), [&](const Body& b) {
          return (b.position - body.position).norm() < bounding_radius(b) + r;
        });
    if (!free) continue;
    body.mass = geometry_inertia(geometry(body), kDensity).mass;
    body.surface = rough;
    scene.bodies.push_back(body);
    ++placed;
  }
  return scene;
}

Quaternion random_orientation(Uniform& uniform) {
  Vector4 x;
  do {
    for (double& c : x) c = uniform(-1, 1);
  } while (x.norm() > 1 || x.norm() < 0.1);
  x.normalize();
  return {x[0], x[1], x[2], x[3]};
}

Body random_sphere(Uniform& uniform) {
  Body body;
  body.size = {uniform(0.7, 1.2), 0, 0};
  return body;
}

Body random_box(Uniform& uniform) {
  Body body;
  body.shape = GeometryKind::kBox;
  for (double& edge : body.size) edge = uniform(1, 2);
  body.orientation = random_orientation(uniform);
  return body;
}

Body random_capsule(Uniform& uniform) {
  Body body;
  body.shape = GeometryKind::kCapsule;
  body.size.x() = uniform(0.4, 0.7);
  body.size.y() = uniform(0.6, 1.6);
  body.orientation = random_orientation(uniform);
  return body;
}

/// Hulls of the meshes in turn, scaled to a random size.
class RandomHull {
 public:
  explicit RandomHull(std::vector<TriangleMesh> hulls) : hulls_(std::move(hulls)) {}
  Body operator()(Uniform& uniform) {
    Body body;
    body.shape = GeometryKind::kMesh;
    auto hull = std::make_shared<TriangleMesh>(hulls_[next_++ % hulls_.size()]);
    body.hull = hull;
    const double scale = uniform(0.9, 1.5) / bounding_radius(body);
    for (Vector3& vertex : hull->vertices) vertex *= scale;
    body.orientation = random_orientation(uniform);
    return body;
  }

 private:
  std::vector<TriangleMesh> hulls_;
  std::size_t next_ = 0;
};

/// A sphere, a box and a capsule in turn.
class RandomMixture {
 public:
  Body operator()(Uniform& uniform) {
    switch (next_++ % 3) {
      case 0:
        return random_sphere(uniform);
      case 1:
        return random_box(uniform);
      default:
        return random_capsule(uniform);
    }
  }

 private:
  int next_ = 0;
};

/// Collision meshes of three robots.
std::vector<fs::path> mesh_files() {
  const fs::path robots = source_directory().parent_path() / "shared/robots";
  const fs::path panda =
      robots / "panda/example-robot-data/robots/panda_description/meshes/collision";
  const fs::path ur5 = robots / "ur5/example-robot-data/robots/ur_description/meshes/ur5/collision";
  const fs::path go2 = robots / "unitree_go2/example-robot-data/robots/go2_description/collisions";
  std::vector<fs::path> files{panda / "hand.stl"};
  for (int i = 0; i < 8; ++i)
    files.push_back(panda / std::string("link").append(std::to_string(i)).append(".stl"));
  for (const char* name : {"base", "forearm", "shoulder", "upperarm", "wrist1", "wrist3"})
    files.push_back(ur5 / std::string(name).append(".stl"));
  for (const char* name : {"base", "calf_lower", "calf_upper", "foot", "hip", "thigh"})
    files.push_back(go2 / std::string(name).append("_convex.stl"));
  return files;
}

Scene make_hulls(int count) {
  std::vector<TriangleMesh> hulls;
  for (const fs::path& file : mesh_files()) {
    if (!fs::exists(file))
      throw Error("meshes are not there", file.string(), "put shared/robots beside the checkout");
    std::vector<Vector3> points;
    for (const auto& part : load_mesh(file.string(), Vector3::Ones()))
      points.insert(points.end(), part->vertices.begin(), part->vertices.end());
    hulls.push_back(centred_hull(points, file.filename().string()));
  }
  return make_pile(count, RandomHull(std::move(hulls)));
}

/// Layers of quadrupeds, dropped on each other.
Scene make_quadruped_heap(int count) {
  constexpr int kLayer = 4;
  Scene scene;
  add_quadruped(scene);
  scene.duration = 5;
  scene.steps = {5e-3};
  scene.metric = Metric::kPile;
  scene.ground = scene.robot_surface = {uniform_friction(0.8), 0};
  scene.robots_meet = true;
  scene.pd = {100, 0.6};
  add_container(scene, 1, *scene.ground);
  Uniform uniform(20);
  for (int i = 0; i < count; ++i) {
    const double x = i % 2 == 0 ? -0.5 : 0.5, y = i / 2 % 2 == 0 ? -0.5 : 0.5;
    scene.robots.emplace_back(x + uniform(-0.1, 0.1), y + uniform(-0.1, 0.1),
                              0.5 + 0.6 * (i / kLayer));
  }
  return scene;
}

Scene make_standing_quadrupeds(int rows) {
  Scene scene;
  add_quadruped(scene);
  return make_standing(std::move(scene), rows);
}

Scene make_standing_anymal() {
  Scene scene;
  if (!add_anymal(scene))
    throw Error("robot is not there", "anymal-pd", "put shared/robots beside the checkout");
  return make_standing(std::move(scene), 1);
}

Scene make_named(const std::string& name) {
  if (name == "rolling") return make_rolling();
  if (name == "bouncing") return make_bouncing();
  if (name == "666") return make_lattice(0.101, 0);
  if (name == "666-elastic") return make_lattice(1.101, 1);
  if (name == "quadruped-pd") return make_standing_quadrupeds(1);
  if (name == "quadruped-pd-25") return make_standing_quadrupeds(5);
  if (name == "anymal-pd") return make_standing_anymal();
  if (name == "anymal-energy") return make_energy();
  if (name == "anymal-momentum") return make_momentum();
  if (name == "spheres-15") return make_pile(15, random_sphere);
  if (name == "spheres-100") return make_pile(100, random_sphere);
  if (name == "spheres-300") return make_pile(300, random_sphere);
  if (name == "boxes-30") return make_pile(30, random_box);
  if (name == "boxes-100") return make_pile(100, random_box);
  if (name == "capsules-100") return make_pile(100, random_capsule);
  if (name == "mixed-100") return make_pile(100, RandomMixture());
  if (name == "hulls-100") return make_hulls(100);
  if (name == "quadrupeds-20") return make_quadruped_heap(20);
  std::string known;
  for (const std::string& other : scene_names()) known += " " + other;
  throw Error("no such scene", name, "one of" + known);
}

}  // namespace

const std::vector<std::string>& scene_names() {
  static const std::vector<std::string> names{
      "rolling",         "bouncing",    "666",           "666-elastic",     "quadruped-pd",
      "quadruped-pd-25", "anymal-pd",   "anymal-energy", "anymal-momentum", "spheres-15",
      "spheres-100",     "spheres-300", "boxes-30",      "boxes-100",       "capsules-100",
      "mixed-100",       "hulls-100",   "quadrupeds-20"};
  return names;
}

Scene make_scene(const std::string& name) {
  Scene scene = make_named(name);
  scene.name = name;
  return scene;
}

}  // namespace cardan::bench
