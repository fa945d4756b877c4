// Model-predictive control with 64 worlds: a sampling planner finds the joint efforts that move the
// body of a quadruped to a goal (docs/tutorials/model-predictive-control.md).
//
//   model_predictive_control [quadruped.urdf] [--without-motors] [--gate]
//
// Prints the costs during the runs, compares runs bit by bit, and measures the times of the
// planner's control steps with its efforts and with 1000 times its efforts. Exit code 1: the goal
// is not reached, or runs with the same seed differ; with --gate also if a control step with 1000
// times the efforts takes more than ten times the median of the others. With --without-motors, the
// joints have only effort limits, and the program runs for several minutes.
#include <cardan/cardan.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

using cardan::Vector3;
using cardan::VectorX;

constexpr int kWorlds = 64;            // samples of a plan
constexpr int kHorizon = 20;           // control steps of a plan
constexpr int kJoints = 12;            // inputs
constexpr int kSteps = 5;              // steps of the world in a control step
constexpr double kTimeStep = 2e-3;     // [s]
constexpr int kControls = 50;          // control steps of the real world
constexpr double kNoise = 2;           // standard deviation of the samples [N m]
constexpr double kSmooth = 0.8;        // correlation of the noise of successive control steps
constexpr double kTemperature = 0.05;  // fraction of the spread of the costs

// The goal: the body 5 cm lower and 3 cm further forward than in the stance [m].
const Vector3 kGoal(0.03, 0, 0.30);

// The motors of all joints. The effort on a joint is at most 30 N m at rest and 0 at 20 rad/s; the
// robot file has the same limits. The armature of a joint is 36 times the inertia of the rotor.
std::map<std::string, cardan::MotorSpec> make_motors() {
  cardan::MotorSpec motor;
  motor.gear_ratio = 6;
  motor.stall_torque = 30.0 / 6;   // of the shaft [N m]
  motor.no_load_speed = 20.0 * 6;  // of the shaft [rad/s]
  motor.rotor_inertia = 1e-4;      // [kg m²]
  std::map<std::string, cardan::MotorSpec> motors;
  for (const std::string leg : {"front_left", "front_right", "rear_left", "rear_right"})
    for (const std::string joint : {"hip_", "thigh_", "knee_"}) motors[joint + leg] = motor;
  return motors;
}

// The quadruped on the ground. PD laws hold its stance; the planner adds efforts to them.
cardan::Scene make_scene(const char* file, bool motors) {
  cardan::Scene scene;
  scene.world.step = kTimeStep;
  scene.world.materials.named["default"].mu_static = 0.8;
  scene.world.materials.named["default"].mu_kinetic = 0.8;
  cardan::ModelSpec ground;
  ground.name = "ground";
  ground.is_static = true;
  ground.geometry.emplace();
  ground.geometry->kind = cardan::GeometryKind::kPlane;
  ground.geometry->size = Vector3::UnitZ();
  cardan::ModelSpec robot;
  robot.name = "robot";
  robot.urdf = file;
  robot.pose.p = Vector3(0, 0, 0.3501);
  robot.pd.emplace();
  robot.pd->kp = 60;  // [N m/rad]
  robot.pd->kd = 3;   // [N m s/rad]
  if (motors) robot.motors = make_motors();
  scene.models = {ground, robot};
  return scene;
}

using Plan = std::array<double, kHorizon * kJoints>;  // efforts, control step by control step [N m]

// Cost of a state and of the efforts of a control step. q: x, y, z, quaternion w, x, y, z, joints.
double stage_cost(const double* q, const double* v, const double* efforts) {
  const Vector3 off = Vector3(q[0], q[1], q[2]) - kGoal;
  const double tilt = q[4] * q[4] + q[5] * q[5] + q[6] * q[6];
  double speed = 0, effort = 0;
  for (int i = 0; i < 6; ++i) speed += v[i] * v[i];
  for (int j = 0; j < kJoints; ++j) effort += efforts[j] * efforts[j];
  return 1000 * off.squaredNorm() + 20 * tilt + 0.05 * speed + 1e-5 * effort;
}

// Model-predictive path integral control [Williams et al. 2017].
class Planner {
 public:
  Planner(const cardan::Scene& scene, int threads, unsigned seed)
      : batch_(scene, kWorlds, batch_options(threads)), random_(seed), samples_(kWorlds) {
    worlds_.resize(kWorlds);
    std::iota(worlds_.begin(), worlds_.end(), 0);
  }

  // Improves the plan that starts at this state.
  const Plan& plan(const cardan::StateSnapshot& now) {
    sample();
    const std::vector<double> costs = roll_out(now);
    average(costs);
    return plan_;
  }

  // Removes the first control step, which has been executed.
  void shift() {
    std::copy(plan_.begin() + kJoints, plan_.end(), plan_.begin());
    std::fill(plan_.end() - kJoints, plan_.end(), 0);
  }

  const std::vector<Plan>& samples() const { return samples_; }

 private:
  static cardan::BatchOptions batch_options(int threads) {
    cardan::BatchOptions options;
    options.threads = threads;
    return options;
  }

  // The samples: the plan itself, and 63 variations of it.
  void sample() {
    std::normal_distribution<double> normal;
    const double fresh = std::sqrt(1 - kSmooth * kSmooth);
    samples_[0] = plan_;
    for (int i = 1; i < kWorlds; ++i) {
      std::array<double, kJoints> noise;
      for (double& each : noise) each = normal(random_);
      for (int k = 0; k < kHorizon; ++k)
        for (int j = 0; j < kJoints; ++j) {
          double& each = noise[static_cast<std::size_t>(j)];
          if (k > 0) each = kSmooth * each + fresh * normal(random_);
          const std::size_t at = static_cast<std::size_t>(k * kJoints + j);
          samples_[static_cast<std::size_t>(i)][at] = plan_[at] + kNoise * each;
        }
    }
  }

  // Gives all worlds the state of the real one and runs each along its sample.
  std::vector<double> roll_out(const cardan::StateSnapshot& now) {
    std::vector<double> costs(kWorlds, 0.0);
    batch_.set_states(worlds_, now);
    for (int k = 0; k < kHorizon; ++k) {
      for (int i = 0; i < kWorlds; ++i) std::copy_n(input(i, k), kJoints, efforts_of(i));
      batch_.step(kSteps);
      for (int i = 0; i < kWorlds; ++i)
        costs[static_cast<std::size_t>(i)] +=
            stage_cost(&batch_.q()[static_cast<std::size_t>(i * batch_.nq())],
                       &batch_.v()[static_cast<std::size_t>(i * batch_.nv())], input(i, k));
    }
    return costs;
  }

  // The plan becomes the mean of the samples with the weights exp(−(S − S_min) / λ).
  void average(const std::vector<double>& costs) {
    const auto [least, most] = std::minmax_element(costs.begin(), costs.end());
    const double lambda = kTemperature * (*most - *least);
    plan_.fill(0);
    double total = 0;
    for (std::size_t i = 0; i < kWorlds; ++i) {
      const double weight = std::exp(-(costs[i] - *least) / lambda);
      total += weight;
      for (std::size_t at = 0; at < plan_.size(); ++at) plan_[at] += weight * samples_[i][at];
    }
    for (double& each : plan_) each /= total;
  }

  const double* input(int world, int k) const {
    return &samples_[static_cast<std::size_t>(world)][static_cast<std::size_t>(k * kJoints)];
  }

  // The efforts of the joints of a world; the six entries of its base stay 0.
  double* efforts_of(int world) {
    return &batch_.efforts()[static_cast<std::size_t>(world * batch_.nv() + 6)];
  }

  cardan::Batch batch_;
  std::mt19937_64 random_;
  std::vector<int> worlds_;
  Plan plan_{};
  std::vector<Plan> samples_;
};

struct Run {
  std::vector<double> costs;     // of each control step of the real world
  std::uint64_t hash = 0;        // of the last state
  Vector3 position;              // of the body at the end, in W [m]
  cardan::StateSnapshot middle;  // the state in the middle of the run
  std::vector<Plan> samples;     // of the plan made there
};

// The control loop: plans from the state of the real world, then executes the first control step.
Run control(const cardan::Scene& scene, int threads, unsigned seed) {
  cardan::World real = cardan::make_world(scene);
  cardan::Model& robot = *real.find("robot");
  Planner planner(scene, threads, seed);
  Run run;
  cardan::StateSnapshot now;
  VectorX efforts = VectorX::Zero(robot.v().size());
  for (int k = 0; k < kControls; ++k) {
    real.state(now);
    const Plan& plan = planner.plan(now);
    efforts.tail(kJoints) = Eigen::Map<const VectorX>(plan.data(), kJoints);
    if (k == kControls / 2) {
      run.middle = now;
      run.samples = planner.samples();
    }
    robot.set_efforts(efforts);
    for (int i = 0; i < kSteps; ++i) real.step();
    run.costs.push_back(stage_cost(robot.q().data(), robot.v().data(), plan.data()));
    planner.shift();
  }
  run.hash = real.state_hash();
  run.position = robot.base_pose().p;
  return run;
}

struct Times {
  std::vector<double> control_steps;  // of one world each, 64 × 20 [s]
  int failed_islands = 0, not_finite = 0;
  double residual = 0;  // worst [m/s]
  double speed = 0;     // largest |v| [rad/s, m/s]
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

// Measures the time of each control step of each world, with the efforts of the samples multiplied
// by a factor. Every repetition does exactly the same work; other programs disturb
// the shortest time least.
Times time_samples(cardan::Batch& batch, const Run& run, double factor) {
  using Clock = std::chrono::steady_clock;
  constexpr int kRepetitions = 3;
  Times times;
  times.control_steps.assign(kWorlds * kHorizon, std::numeric_limits<double>::infinity());
  std::vector<std::uint8_t> mask(kWorlds, 0);
  for (int repetition = 0; repetition < kRepetitions; ++repetition)
    for (int i = 0; i < kWorlds; ++i) {
      const std::size_t world = static_cast<std::size_t>(i);
      batch.set_state(i, run.middle);
      mask[world] = 1;
      for (int k = 0; k < kHorizon; ++k) {
        double* efforts = &batch.efforts()[static_cast<std::size_t>(i * batch.nv() + 6)];
        for (int j = 0; j < kJoints; ++j)
          efforts[j] = factor * run.samples[world][static_cast<std::size_t>(k * kJoints + j)];
        const Clock::time_point start = Clock::now();
        batch.step(kSteps, mask);
        const double duration = std::chrono::duration<double>(Clock::now() - start).count();
        double& least = times.control_steps[static_cast<std::size_t>(i * kHorizon + k)];
        least = std::min(least, duration);
        const cardan::BatchStatus& status = batch.status()[world];
        if (repetition > 0) continue;
        times.failed_islands += status.failed_islands;
        times.not_finite += status.finite ? 0 : 1;
        times.residual = std::max(times.residual, status.worst_residual);
        for (int d = 0; d < batch.nv(); ++d)
          times.speed = std::max(times.speed,
                                 std::abs(batch.v()[static_cast<std::size_t>(i * batch.nv() + d)]));
      }
      mask[world] = 0;
    }
  return times;
}

// Largest sum of the times of all worlds in a control step [s].
double largest_of_batch(const Times& times) {
  std::array<double, kHorizon> sums{};
  for (std::size_t at = 0; at < times.control_steps.size(); ++at)
    sums[at % kHorizon] += times.control_steps[at];
  return *std::max_element(sums.begin(), sums.end());
}

// Prints the times and their ratios to the median time with the planner's own efforts (for sums
// over all worlds: to this median times the number of worlds). Returns the largest ratio of one
// world.
double print_times(const char* name, const Times& times, double healthy) {
  const double most = *std::max_element(times.control_steps.begin(), times.control_steps.end());
  const long slow = std::count_if(times.control_steps.begin(), times.control_steps.end(),
                                  [healthy](double time) { return time > 10 * healthy; });
  std::printf("  %-10s median %.1f us (%.1f), largest %.1f us (%.1f), %ld above 10;", name,
              1e6 * median(times.control_steps), median(times.control_steps) / healthy, 1e6 * most,
              most / healthy, slow);
  std::printf(" all %d worlds: largest %.2f ms (%.1f)\n", kWorlds, 1e3 * largest_of_batch(times),
              largest_of_batch(times) / (kWorlds * healthy));
  std::printf("             |v| up to %.1f, residual up to %.0e m/s, %d failed, %d not finite\n",
              times.speed, times.residual, times.failed_islands, times.not_finite);
  return most / healthy;
}

// Measures the times of the planner's control steps with its efforts and with 1000 times its
// efforts. Returns the largest time of the latter divided by the median of the former.
double measure_times(const cardan::Scene& scene, const Run& run) {
  cardan::BatchOptions options;
  options.threads = 1;
  cardan::Batch batch(scene, kWorlds, options);
  std::printf("times of %d x %d control steps (in brackets: multiples of the first median):\n",
              kWorlds, kHorizon);
  const Times usual = time_samples(batch, run, 1);
  const double healthy = median(usual.control_steps);
  print_times("efforts", usual, healthy);
  return print_times("1000 times", time_samples(batch, run, 1000), healthy);
}

// Mean cost over the control steps [first, last).
double mean_cost(const Run& run, int first, int last) {
  return std::accumulate(run.costs.begin() + first, run.costs.begin() + last, 0.0) / (last - first);
}

bool reaches_goal(const Run& run, unsigned seed) {
  std::printf("seed %u: cost", seed);
  for (int k = 0; k < kControls; k += 5) std::printf(" %.3f", mean_cost(run, k, k + 5));
  const double off = (run.position - kGoal).norm();
  std::printf("\n  body %.1f mm from its goal, state %016llx\n", 1000 * off,
              static_cast<unsigned long long>(run.hash));
  return off < 0.015 && mean_cost(run, kControls - 10, kControls) < 0.1 * run.costs.front();
}

}  // namespace

int main(int argc, char** argv) try {
  const char* file = "data/robots/quadruped.urdf";
  bool gate = false, motors = true;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--gate") == 0)
      gate = true;
    else if (std::strcmp(argv[i], "--without-motors") == 0)
      motors = false;
    else
      file = argv[i];
  }
  const cardan::Scene scene = make_scene(file, motors);
  const auto start = std::chrono::steady_clock::now();
  const Run first = control(scene, 1, 1);
  std::printf("%d plans of %d worlds x %d control steps in %.1f s\n", kControls, kWorlds, kHorizon,
              std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  const Run again = control(scene, 2, 1);
  const Run other = control(scene, 2, 2);
  bool good = reaches_goal(first, 1);
  good = reaches_goal(other, 2) && good;
  const bool same = first.hash == again.hash && first.costs == again.costs;
  const bool differs = first.hash != other.hash;
  std::printf("seed 1 on 1 and on 2 threads: %s bits; seed 2: %s bits\n",
              same ? "equal" : "DIFFERENT", differs ? "different" : "EQUAL");
  const bool quick = measure_times(scene, first) <= 10;
  return good && same && differs && (quick || !gate) ? 0 : 1;
} catch (const cardan::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
