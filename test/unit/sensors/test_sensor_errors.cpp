// Noise, bias, resolution, saturation, rate and delay.
#include <cmath>
#include <numeric>
#include <set>

#include "sim/sensors/counter_noise.h"
#include "test/unit/sensors/sensor_worlds.h"

namespace cardan {
namespace {

using test::sensor;

// Known answers of Random123 for Philox4x32-10.
TEST(CounterNoise, PhiloxHasItsKnownAnswers) {
  using Words = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

/// A world at rest, in which the pose of the body reads (1, 2, 3).
struct StillWorld {
  explicit StillWorld(std::uint64_t seed = 0) : world(spec(seed)) {
    ModelSpec post = test::body("post", test::box({0.1, 0.1, 0.1}), 1, test::at(1, 2, 3));
    post.mass.reset();
    post.is_static = true;
    world.add(post);
  }
  static WorldSpec spec(std::uint64_t seed) {
    WorldSpec spec = test::world_spec(1e-2, {});
    spec.seed = seed;
    return spec;
  }
  const Sensor& add(const std::string& name, const SensorErrors& position,
                    std::optional<double> rate = {}, double delay = 0) {
    SensorSpec one = sensor(name, PoseSensorSpec{"post", {}, ""});
    one.errors["position"] = position;
    one.rate = rate;
    one.delay = delay;
    return world.add_sensor(one);
  }
  World world;
};

/// Values of one component over many samples.
std::vector<double> series(World& world, const Sensor& sensor, std::size_t component, int count) {
  std::vector<double> values;
  for (int k = 0; k < count; ++k) {
    world.step();
    values.push_back(sensor.values()[component]);
  }
  return values;
}

double mean_of(const std::vector<double>& x) {
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

// Covariance of x with itself `lag` samples later.
double covariance(const std::vector<double>& x, std::size_t lag) {
  const double mean = mean_of(x);
  double sum = 0;
  for (std::size_t i = 0; i + lag < x.size(); ++i) sum += (x[i] - mean) * (x[i + lag] - mean);
  return sum / static_cast<double>(x.size() - lag);
}

constexpr int kSamples = 100000;

void expect_white(const std::vector<double>& x, double sigma) {
  const double n = static_cast<double>(x.size()), variance = sigma * sigma;
  EXPECT_NEAR(mean_of(x), 0, 5 * sigma / std::sqrt(n));
  EXPECT_NEAR(covariance(x, 0), variance, 5 * variance * std::sqrt(2 / n));
  for (const std::size_t lag : {1U, 2U, 7U})
    EXPECT_NEAR(covariance(x, lag), 0, 5 * variance / std::sqrt(n)) << lag;
  double fourth = 0;
  for (const double value : x) fourth += std::pow(value / sigma, 4) / n;
  EXPECT_NEAR(fourth, 3, 5 * std::sqrt(96 / n));  // of a normal distribution
}

TEST(SensorNoise, IsWhiteWithItsStandardDeviation) {
  StillWorld still;
  const Sensor& noisy = still.add("noisy", {.noise = {0.2, 0.5, 0}, .bias = {0, 0, 0.25}});
  std::vector<double> x, y;
  for (int k = 0; k < kSamples; ++k) {
    still.world.step();
    x.push_back(noisy.values()[0] - 1);
    y.push_back(noisy.values()[1] - 2);
    ASSERT_EQ(noisy.values()[2], 3.25);
  }
  expect_white(x, 0.2);
  expect_white(y, 0.5);
  double product = 0;
  for (std::size_t i = 0; i < x.size(); ++i) product += x[i] * y[i] / kSamples;
  EXPECT_NEAR(product, 0, 5 * 0.1 / std::sqrt(kSamples));
}

// The walk has white increments with standard deviation σ √T, so its variance grows as σ² t.
TEST(SensorNoise, BiasWalkHasWhiteIncrements) {
  StillWorld still;
  const Sensor& walking = still.add("walking", {.bias_walk = {0.3}});
  std::vector<double> x = series(still.world, walking, 0, kSamples), increments;
  for (std::size_t i = 1; i < x.size(); ++i) increments.push_back(x[i] - x[i - 1]);
  expect_white(increments, 0.3 * std::sqrt(1e-2));
}

// Over many sensors, the variance of the walk after 4 s is 4 s times that after 1 s.
TEST(SensorNoise, BiasWalkSpreadsWithTheRootOfTime) {
  constexpr int kSensors = 400;
  StillWorld still;
  std::vector<const Sensor*> sensors;
  for (int i = 0; i < kSensors; ++i)
    sensors.push_back(&still.add("s" + std::to_string(i), {.bias_walk = {0.3}}, 10.0));
  const auto variance_after = [&](int steps) {
    for (int k = 0; k < steps; ++k) still.world.step();
    double sum = 0;
    for (const Sensor* one : sensors)
      for (std::size_t i = 0; i < 3; ++i)
        sum += std::pow(one->values()[i] - static_cast<double>(i + 1), 2);
    return sum / (3 * kSensors);
  };
  const double bound = 5 * std::sqrt(2.0 / (3 * kSensors));
  EXPECT_NEAR(variance_after(100) / (0.09 * 1), 1, bound);
  EXPECT_NEAR(variance_after(300) / (0.09 * 4), 1, bound);
}

TEST(SensorNoise, OrientationErrorsAreRotationVectors) {
  StillWorld still;
  SensorSpec spec = sensor("pose", PoseSensorSpec{"post", {}, ""});
  spec.errors["orientation"].noise = {0.02};
  const Sensor& pose = still.world.add_sensor(spec);
  std::vector<double> x;
  for (int k = 0; k < 20000; ++k) {
    still.world.step();
    const auto q = pose.values("orientation");
    const Quaternion rotation(q[0], q[1], q[2], q[3]);
    ASSERT_NEAR(rotation.norm(), 1, 1e-15);
    x.push_back(quaternion_log(rotation).x());
  }
  expect_white(x, 0.02);
}

TEST(SensorNoise, DependsOnSeedNameAndComponentAlone) {
  const SensorErrors noise{.noise = {1}};
  StillWorld a(1), b(1), other_seed(2);
  b.add("first", noise);  // order and number of the sensors have no influence
  const Sensor &x = a.add("x", noise), &same = b.add("x", noise),
               &seeded = other_seed.add("x", noise), &named = a.add("y", noise);
  std::set<double> values;
  for (int k = 0; k < 50; ++k) {
    for (StillWorld* still : {&a, &b, &other_seed}) still->world.step();
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(x.values()[i], same.values()[i]);
      const double offset = static_cast<double>(i + 1);
      for (const Sensor* one : {&x, &seeded, &named}) values.insert(one->values()[i] - offset);
    }
  }
  EXPECT_EQ(values.size(), 50U * 3 * 3);
}

TEST(SensorErrors, ReadingsAreMultiplesOfTheResolution) {
  StillWorld still;
  const Sensor& coarse = still.add("coarse", {.noise = {1}, .resolution = {0.25}});
  std::set<double> seen;
  for (int k = 0; k < 500; ++k) {
    still.world.step();
    for (const double value : coarse.values("position")) {
      EXPECT_EQ(value, std::round(value / 0.25) * 0.25);
      seen.insert(value);
    }
  }
  EXPECT_GT(seen.size(), 10U);
}

TEST(SensorErrors, ReadingsEndAtTheSaturation) {
  StillWorld still;
  const Sensor& limited =
      still.add("limited", {.noise = {2}, .bias = {-1, -2, 0}, .saturation = {0.5, 1.5, 2.5}});
  int at_lower = 0, at_upper = 0, inside = 0;
  for (int k = 0; k < 500; ++k) {
    still.world.step();
    const double x = limited.values()[0];
    ASSERT_LE(std::abs(x), 0.5);
    ASSERT_LE(std::abs(limited.values()[2]), 2.5);
    at_lower += x == -0.5;
    at_upper += x == 0.5;
    inside += std::abs(x) < 0.5;
  }
  EXPECT_GT(at_lower, 100);
  EXPECT_GT(at_upper, 100);
  EXPECT_GT(inside, 20);
}

/// A body that moves along x at 1 m/s without gravity: its position is the time.
struct MovingWorld {
  MovingWorld() : world(spec()) {
    world.add(test::body("ball", test::sphere(0.1), 1, {}, {{0, 0, 0}, {1, 0, 0}}));
  }
  static WorldSpec spec() {
    WorldSpec spec = test::world_spec(1e-3, {});
    spec.gravity.setZero();
    return spec;
  }
  const Sensor& add(std::optional<double> rate, double delay) {
    SensorSpec one = sensor("s", PoseSensorSpec{"ball", {}, ""});
    one.rate = rate;
    one.delay = delay;
    return world.add_sensor(one);
  }
  World world;
};

TEST(SensorTiming, SamplesAreTakenAndHeldAtTheRate) {
  MovingWorld moving;
  const Sensor& slow = moving.add(200, 0);  // every 5 steps
  EXPECT_EQ(slow.period(), 5e-3);
  for (int k = 1; k <= 103; ++k) {
    moving.world.step();
    EXPECT_EQ(slow.samples(), k / 5);
    EXPECT_EQ(slow.has_reading(), k >= 5);
    if (k < 5) {
      EXPECT_TRUE(std::isnan(slow.values()[0]));
      EXPECT_TRUE(std::isnan(slow.time()));
      continue;
    }
    const double at = (k / 5) * 5e-3;
    EXPECT_NEAR(slow.values()[0], at, 1e-14);
    EXPECT_NEAR(slow.time(), at, 1e-15);
  }
}

TEST(SensorTiming, ReadingsAreDelayedByWholeSamples) {
  MovingWorld moving;
  const Sensor& late = moving.add(500, 6e-3);  // every 2 steps, 3 samples late
  for (int k = 1; k <= 101; ++k) {
    moving.world.step();
    const int sample = k / 2;
    ASSERT_EQ(late.has_reading(), sample > 3) << k;
    if (sample <= 3) {
      EXPECT_TRUE(std::isnan(late.values()[0]));
      continue;
    }
    EXPECT_NEAR(late.values()[0], (sample - 3) * 2e-3, 1e-14);
    EXPECT_NEAR(late.time(), (sample - 3) * 2e-3, 1e-15);
  }
}

}  // namespace
}  // namespace cardan
