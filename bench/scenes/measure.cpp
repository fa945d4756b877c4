#include "bench/scenes/measure.h"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/scenes/observer.h"

namespace cardan::bench {

namespace {

/// Processor time of all threads of the process [s], which excludes other processes.
double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Scene::pd and Scene::push, step by step.
class Driver {
 public:
  Driver(const Scene& scene, double step, Engine& engine)
      : scene_(scene), step_(step), engine_(engine) {
    if (!scene.robot) return;
    const std::size_t joints = scene.posture.size();
    q_.resize(joints);
    v_.resize(joints);
    efforts_.resize(joints);
  }

  void run(long from, long steps) {
    const bool explicit_pd = scene_.pd.kp != 0 && !engine_.has_pd();
    for (long i = from; i < from + steps; ++i) {
      push(static_cast<double>(i) * step_);
      if (explicit_pd) control();
      engine_.step();
    }
  }

 private:
  void push(double time) {
    if (scene_.push.target == Push::Target::kNothing) return;
    if (time > scene_.push.until - 0.5 * step_) return;
    if (scene_.push.target == Push::Target::kBody) return engine_.push_body(0, scene_.push.force);
    for (std::size_t r = 0; r < scene_.robots.size(); ++r)
      engine_.push_base(static_cast<int>(r), scene_.push.force);
  }

  void control() {
    for (std::size_t r = 0; r < scene_.robots.size(); ++r) {
      engine_.read_joints(static_cast<int>(r), q_, v_);
      for (std::size_t j = 0; j < q_.size(); ++j)
        efforts_[j] =
            scene_.pd.kp * (scene_.posture[static_cast<int>(j)] - q_[j]) - scene_.pd.kd * v_[j];
      engine_.set_efforts(static_cast<int>(r), efforts_);
    }
  }

  const Scene& scene_;
  double step_;
  Engine& engine_;
  std::vector<double> q_, v_, efforts_;
};

int moving_bodies(const Scene& scene, Engine& engine) {
  constexpr double kAtRest = 1e-2;  // [m/s, rad/s]
  int moving = 0;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const BodyState state = engine.body(static_cast<int>(i));
    if (state.velocity.norm() > kAtRest || state.angular_velocity.norm() > kAtRest) ++moving;
  }
  return moving;
}

/// One repetition; returns the seconds spent stepping.
double run_once(const Scene& scene, double step, const MeasureLimits& limits, Engine& engine,
                Measurement& result) {
  // Reading the clock takes up to a tenth of the time of the fastest step.
  constexpr double kSampleEvery = 0.05;  // [s]
  constexpr long kAtLeast = 50;          // steps
  const long chunk = std::max(kAtLeast, std::lround(kSampleEvery / step));
  const auto observer = make_observer(scene);
  Driver driver(scene, step, engine);
  result.wanted = std::lround(scene.duration / step);
  double spent = 0;
  long done = 0;
  const auto sample = [&] {
    const double time = static_cast<double>(done) * step;
    result.contacts = std::max(result.contacts, engine.contacts());
    if (time > scene.observe_from - 0.5 * step) observer->sample(engine, time);
  };
  sample();
  while (done < result.wanted && spent < limits.seconds) {
    // For a slow engine, the clock is read more often.
    const double affordable = 0.1 * limits.seconds * static_cast<double>(done) / spent;
    const long most = done == 0 ? 1 : std::clamp(std::lround(affordable), 1L, chunk);
    const long steps = std::min(most, result.wanted - done);
    const double start = processor_time();
    driver.run(done, steps);
    spent += processor_time() - start;
    done += steps;
    sample();
  }
  result.steps = done;
  const Verdict verdict = observer->judge(engine);
  result.metric = verdict.metric;
  result.sound = verdict.sound && std::isfinite(verdict.metric);
  result.residual = engine.residual();
  result.islands = engine.islands();
  result.moving = moving_bodies(scene, engine);
  result.height = verdict.height;
  return spent;
}

}  // namespace

Measurement measure(const Scene& scene, double step, const MeasureLimits& limits,
                    const std::function<std::unique_ptr<Engine>()>& make) {
  Measurement result;
  std::vector<double> rates;
  double spent = 0;
  while (result.repetitions == 0 ||
         (spent < limits.at_least && result.repetitions < limits.repetitions)) {
    const auto engine = make();
    const double seconds = run_once(scene, step, limits, *engine, result);
    rates.push_back(static_cast<double>(result.steps) / seconds);
    spent += seconds;
    ++result.repetitions;
  }
  const auto middle = rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2);
  std::nth_element(rates.begin(), middle, rates.end());
  result.steps_per_s = *middle;
  return result;
}

}  // namespace cardan::bench
