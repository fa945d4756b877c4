// A standing quadruped is pushed, and contact sensors measure the forces under its feet
// (docs/tutorials/quadruped-pushes.md).
//
//   quadruped_pushes [quadruped.urdf]
//
// Prints how far each push moves the robot, and the difference between the foot forces and the
// weight when the robot stands still. Exit code 1: a value is outside its bounds.
#include <cardan/cardan.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using cardan::Vector3;

constexpr double kSettle = 2;      // from the drop to the first push [s]
constexpr double kPushTime = 0.2;  // [s]
constexpr double kRecover = 2;     // after a push [s]
constexpr int kRest = 6;           // after the last push, until the forces are read [s]

struct Push {
  const char* name;
  Vector3 force;  // in W [N]
  Vector3 at;     // point of application in the frame of the base [m]
};

const std::array<Push, 4> kPushes{{
    {"from behind", {60, 0, 0}, {-0.22, 0, 0}},
    {"from the side", {0, 40, 0}, {0, -0.08, 0}},
    {"from above", {0, 0, -100}, {0, 0, 0.05}},
    {"at the shoulder", {0, -30, 0}, {0.22, 0.08, 0}},
}};

const std::array<std::string, 4> kLegs{"front_left", "front_right", "rear_left", "rear_right"};

class Stand {
 public:
  Stand(const char* file, double tolerance)
      : world_(world_spec(tolerance)), robot_(add_robot(world_, file)), base_(robot_.link("")) {
    for (const std::string& leg : kLegs) {
      cardan::SensorSpec spec;
      spec.name = leg;
      spec.kind = cardan::ContactSensorSpec{"robot/" + leg + "_foot", "ground"};
      feet_.push_back(&world_.add_sensor(spec));
    }
  }

  // Advances by one step, with or without a push. False: a contact problem was not solved.
  bool step(const Push* push) {
    if (push != nullptr) robot_.apply_wrench(base_, push->force, Vector3::Zero(), push->at);
    const Vector3 before = robot_.center_of_mass_velocity();
    const cardan::StepReport& report = world_.step();
    acceleration_ = (robot_.center_of_mass_velocity() - before) / world_.time_step();
    return report.failed_islands == 0;
  }

  // Advances for a time [s].
  bool run(double duration, const Push* push = nullptr) {
    bool solved = true;
    for (long k = std::lround(duration / world_.time_step()); k > 0; --k)
      solved = step(push) && solved;
    return solved;
  }

  Vector3 foot_forces() const {  // in W [N]
    Vector3 sum = Vector3::Zero();
    for (const cardan::Sensor* foot : feet_) sum += Vector3(foot->values("force").data());
    return sum;
  }

  int feet_on_ground() const {
    return static_cast<int>(std::count_if(
        feet_.begin(), feet_.end(), [](const auto* foot) { return foot->value("touching") == 1; }));
  }

  double weight() const { return robot_.mass() * world_.gravity().norm(); }  // [N]

  // |Σ f + m g| as a fraction of the weight.
  double weight_error() const {
    return (foot_forces() + robot_.mass() * world_.gravity()).norm() / weight();
  }

  // |Σ f − m (a − g)| as a fraction of the weight, with the acceleration a of the centre of mass in
  // the last step.
  double newton_error() const {
    return (foot_forces() - robot_.mass() * (acceleration_ - world_.gravity())).norm() / weight();
  }

  const cardan::World& world() const { return world_; }
  const cardan::Model& robot() const { return robot_; }
  const std::vector<const cardan::Sensor*>& feet() const { return feet_; }

 private:
  static cardan::WorldSpec world_spec(double tolerance) {
    cardan::WorldSpec spec;  // steps of 1 ms
    spec.materials.named["default"].mu_static = 0.8;
    spec.materials.named["default"].mu_kinetic = 0.8;
    spec.contact.solver.tolerance = tolerance;  // [m/s]
    return spec;
  }

  static cardan::Model& add_robot(cardan::World& world, const char* file) {
    world.add_ground();
    cardan::ModelSpec spec;
    spec.name = "robot";
    spec.urdf = file;
    spec.pose.p = Vector3(0, 0, 0.4001);  // 5 cm above its stance [m]
    spec.pd.emplace();                    // holds every joint where it is at the start
    spec.pd->kp = 150;                    // [N m/rad]
    spec.pd->kd = 4;                      // [N m s/rad]
    return world.add(spec);
  }

  cardan::World world_;
  cardan::Model& robot_;
  cardan::LinkId base_;
  std::vector<const cardan::Sensor*> feet_;
  Vector3 acceleration_ = Vector3::Zero();  // of the centre of mass in the last step [m/s²]
};

// True if the robot stands still on four feet, upright within a degree, and 347 mm high within 2
// mm.
bool stands(const Stand& stand) {
  const cardan::RigidTransform base = stand.robot().base_pose();
  const double lean = std::acos(std::min(base.R(2, 2), 1.0));  // [rad]
  return stand.feet_on_ground() == 4 && std::abs(base.p.z() - 0.347) < 2e-3 && lean < M_PI / 180 &&
         stand.robot().v().norm() < 1e-2;
}

// Pushes the robot and waits until it has recovered. Prints how far it moved and how far from its
// first position it stops. False: it does not stand again, or a contact problem was not solved.
bool push(Stand& stand, const Push& push) {
  const cardan::RigidTransform start = stand.robot().base_pose();
  const long push_steps = std::lround(kPushTime / stand.world().time_step());
  const long steps = std::lround((kPushTime + kRecover) / stand.world().time_step());
  double away = 0, lean = 0;
  int fewest = 4;
  bool solved = true;
  for (long k = 0; k < steps; ++k) {
    solved = stand.step(k < push_steps ? &push : nullptr) && solved;
    const cardan::RigidTransform now = stand.robot().base_pose();
    away = std::max(away, (now.p - start.p).norm());
    lean = std::max(lean, Eigen::AngleAxisd(start.R.transpose() * now.R).angle());
    fewest = std::min(fewest, stand.feet_on_ground());
  }
  const double stays = (stand.robot().base_pose().p - start.p).norm();
  std::printf(
      "  %-15s %3.0f N: moves %4.1f mm, turns %.1f deg, min %d feet down, stops %.2f mm off: %s\n",
      push.name, push.force.norm(), 1000 * away, lean * 180 / M_PI, fewest, 1000 * stays,
      stands(stand) ? "stands" : "DOES NOT STAND");
  return solved && stands(stand);
}

// The whole run with the given tolerance of the contact solver [m/s]. At the end, the difference
// between the foot forces and the weight must be less than `bound`, as a fraction of the weight.
bool run(const char* file, double tolerance, double bound) {
  Stand stand(file, tolerance);
  std::printf("tolerance %.0e m/s\n", tolerance);
  bool good = stand.run(kSettle);
  for (const Push& each : kPushes) good = push(stand, each) && good;
  for (int second = 1; second <= kRest; ++second) {
    good = stand.run(1) && good;
    std::printf(
        "  %d s of rest: |v| %.1e; |sum f + m g| %.1e and |sum f - m (a - g)| %.1e of the weight\n",
        second, stand.robot().v().norm(), stand.weight_error(), stand.newton_error());
  }
  for (const cardan::Sensor* foot : stand.feet())
    std::printf("  %-12s %9.5f N\n", foot->name().c_str(), foot->value("force.z"));
  const double error = stand.weight_error();
  std::printf("  %-12s %9.5f N, weight %.5f N: difference %.1e of the weight, %s %.0e\n", "sum",
              stand.foot_forces().z(), stand.weight(), error, error < bound ? "below" : "NOT BELOW",
              bound);
  return good && stands(stand) && error < bound && stand.newton_error() < 1e-12;
}

}  // namespace

int main(int argc, char** argv) try {
  const char* file = argc > 1 ? argv[1] : "data/robots/quadruped.urdf";
  const bool usual = run(file, 1e-8, 1e-6);
  const bool tight = run(file, 1e-12, 1e-9);
  return usual && tight ? 0 : 1;
} catch (const cardan::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
