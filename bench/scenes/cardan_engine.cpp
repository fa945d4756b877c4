#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "bench/scenes/engine.h"
#include "cardan/drive_spec.h"
#include "cardan/model_spec.h"
#include "cardan/robot_writers.h"
#include "cardan/world.h"
#include "cardan/world_spec.h"

namespace cardan::bench {

namespace {

namespace fs = std::filesystem;

/// A file that is removed with this object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text)
      : path_(fs::temp_directory_path() /
              ("cardan_scene_" + std::to_string(std::random_device{}()) + ".urdf")) {
    std::ofstream(path_) << text;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { fs::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

/// conic for large piles: only sweeps, without memory for its dense stages.
SolverSpec ten_sweeps() {
  SolverSpec solver;
  solver.id = "conic";
  solver.options = {{"max_dense_rows", 0, ""}, {"max_polyhedral_rows", 0, ""}};
  solver.max_iterations = 10;
  return solver;
}

WorldSpec world_spec(const Scene& scene, const EngineOptions& options) {
  WorldSpec spec;
  spec.step = options.step;
  spec.gravity = scene.gravity;
  if (options.solver == "budget") {
    spec.contact.solver = ten_sweeps();
  } else if (options.solver == "heap") {
    // Exact for islands of up to twenty contacts, above that the accuracy of the peers.
    constexpr double kHeapRows = 60;
    spec.contact.solver.id = "conic";
    spec.contact.solver.options.push_back({"pile_rows", kHeapRows, ""});
  } else if (options.solver == "accuracy") {
    spec.contact.solver.accuracy = 1e-3;
  } else if (options.solver != "default") {
    spec.contact.solver.id = options.solver;
  }
  spec.materials.rule = PairRule::kProduct;
  return spec;
}

class CardanEngine : public Engine {
 public:
  CardanEngine(const Scene& scene, const EngineOptions& options)
      : scene_(scene), world_(named_surfaces(scene, world_spec(scene, options))) {
    if (scene.ground) add_ground();
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) add_body(static_cast<int>(i));
    if (!scene.robots.empty()) add_robots();
  }

  std::string name() const override {
#ifdef CARDAN_BENCH_NATIVE
    return "cardan (native)";
#else
    return "cardan";
#endif
  }
  std::string version() const override { return CARDAN_VERSION; }

  void step() override {
    const StepReport& report = world_.step();
    for (const IslandReport& island : report.islands)
      residual_ = std::max(residual_, island.cone_residual);
    islands_.all += static_cast<long>(report.islands.size());
    islands_.approximate += report.approximate_islands;
    islands_.failed += report.failed_islands;
  }
  void push_body(int body, const Vector3& f) override { bodies_[body]->apply_wrench("", f); }
  void push_base(int robot, const Vector3& f) override {
    robots_[robot]->apply_wrench(scene_.robot->skeleton->body_name[0], f);
  }

  bool has_pd() const override { return true; }
  void read_joints(int, std::span<double>, std::span<double>) override {}
  void set_efforts(int, std::span<const double>) override {}

  BodyState body(int body) override {
    const Model& model = *bodies_[body];
    BodyState state{scene_.bodies[body].position, Vector3::Zero(), Vector3::Zero(),
                    scene_.bodies[body].orientation};
    if (model.is_static()) return state;
    const RigidTransform pose = model.base_pose();
    state.position = pose.p;
    state.orientation = Quaternion(pose.R);
    const SpatialVelocity velocity = model.base_velocity();
    state.velocity = velocity.linear;
    state.angular_velocity = velocity.angular;
    return state;
  }
  RobotState robot(int robot) override { return {robots_[robot]->q(), robots_[robot]->v()}; }
  int contacts() override { return static_cast<int>(world_.contacts().size()); }
  std::optional<double> residual() const override { return residual_; }
  std::optional<IslandCounts> islands() const override { return islands_; }

 private:
  static constexpr std::uint32_t kRobotGroup = 2, kThingGroup = 1;

  static MaterialSpec material(const Surface& surface) {
    MaterialSpec spec;
    spec.mu_static = spec.mu_kinetic = surface.friction.product;
    spec.restitution = surface.restitution;
    return spec;
  }

  static WorldSpec named_surfaces(const Scene& scene, WorldSpec spec) {
    if (scene.ground) spec.materials.named["ground"] = material(*scene.ground);
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
      spec.materials.named[std::to_string(i)] = material(scene.bodies[i].surface);
    spec.materials.named["robot"] = material(scene.robot_surface);
    return spec;
  }

  void add_ground() {
    ModelSpec spec;
    spec.name = "ground";
    spec.is_static = true;
    spec.geometry = GeometryRecord{};
    spec.geometry->kind = GeometryKind::kPlane;
    spec.material = "ground";
    spec.collision.group = kThingGroup;
    world_.add(spec);
  }

  void add_body(int index) {
    const Body& body = scene_.bodies[index];
    ModelSpec spec;
    spec.name = std::to_string(index);
    spec.is_static = body.mass == 0;
    spec.geometry = geometry(body);
    if (body.mass > 0) spec.mass = body.mass;
    spec.material = spec.name;
    spec.pose = RigidTransform(body.orientation.toRotationMatrix(), body.position);
    spec.velocity.linear = body.velocity;
    spec.collision.group = kThingGroup;
    bodies_.push_back(&world_.add(spec));
  }

  void add_robots() {
    const TemporaryFile file(write_urdf(*scene_.robot));
    ModelSpec spec;
    spec.urdf = file.path();
    spec.base = BaseKind::kFloating;
    spec.self_collision = false;
    spec.collision = {kRobotGroup, kThingGroup | (scene_.robots_meet ? kRobotGroup : 0)};
    spec.material = "robot";
    for (int j = 0; j < scene_.posture.size(); ++j)
      spec.q[scene_.robot->skeleton->dof_name(6 + j)] = scene_.posture[j];
    if (scene_.pd.kp != 0) {
      spec.pd = PdSpec{};
      spec.pd->kp = scene_.pd.kp;
      spec.pd->kd = scene_.pd.kd;
    }
    for (std::size_t r = 0; r < scene_.robots.size(); ++r) {
      spec.name = "robot" + std::to_string(r);
      spec.pose = RigidTransform(scene_.robots[r]);
      robots_.push_back(&world_.add(spec));
    }
  }

  const Scene& scene_;
  World world_;
  std::vector<Model*> bodies_, robots_;
  double residual_ = 0;
  IslandCounts islands_;
};

}  // namespace

std::unique_ptr<Engine> make_engine(const Scene& scene, const EngineOptions& options) {
  return std::make_unique<CardanEngine>(scene, options);
}

}  // namespace cardan::bench
