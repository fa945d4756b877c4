// Times of the narrow phase alone: each pair of kinds over 64 random poses (touching, near and
// apart). Whole detections, beside other engines: bench_detection.

#include <benchmark/benchmark.h>

#include "bench/detection/shapes.h"
#include "collision/narrow/narrow_phase.h"

namespace {

using namespace cardan;

using detection::make_shape;
using detection::random_hull;
using detection::random_rotation;

const std::vector<std::pair<const char*, Shape>>& shapes() {
  static const std::vector<std::pair<const char*, Shape>> list{
      {"sphere", make_shape(GeometryKind::kSphere, 0.1)},
      {"box", make_shape(GeometryKind::kBox, 0.2, 0.25, 0.3)},
      {"cylinder", make_shape(GeometryKind::kCylinder, 0.1, 0.25)},
      {"capsule", make_shape(GeometryKind::kCapsule, 0.08, 0.2)},
      {"ellipsoid", make_shape(GeometryKind::kEllipsoid, 0.1, 0.12, 0.15)},
      {"cone", make_shape(GeometryKind::kCone, 0.1, 0.25)},
      {"hull20", random_hull(20)},
      {"hull200", random_hull(200)},
      {"half_space", make_shape(GeometryKind::kPlane, 0)}};
  return list;
}

/// Random orientations; centres 0.15 to 0.3 m apart, so that most pairs touch a little or nearly
/// so.
void bench_pair(benchmark::State& state, int i, int j) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> distance(0.15, 0.3);
  std::normal_distribution<double> g;
  std::vector<std::array<RigidTransform, 2>> poses;
  for (int k = 0; k < 64; ++k) {
    const Vector3 direction = Vector3(g(random), g(random), g(random)).normalized();
    poses.push_back({RigidTransform(random_rotation(random), distance(random) * direction),
                     RigidTransform(random_rotation(random), Vector3::Zero())});
  }
  const Shape &a = shapes()[static_cast<std::size_t>(i)].second,
              &b = shapes()[static_cast<std::size_t>(j)].second;
  const PreparedShapes prepared;
  NarrowPhase narrow(prepared);
  std::vector<Patch> patches;
  std::size_t k = 0, points = 0;
  for (auto _ : state) {
    patches.clear();
    narrow.collide({a, poses[k][0]}, {b, poses[k][1]}, 1e-3, patches);
    for (const Patch& patch : patches) points += static_cast<std::size_t>(patch.count);
    k = (k + 1) % poses.size();
  }
  state.counters["points"] = static_cast<double>(points) / static_cast<double>(state.iterations());
}

/// A box flat on another, four points: the pair of every stack.
void bench_resting_boxes(benchmark::State& state) {
  const Shape box = make_shape(GeometryKind::kBox, 0.2, 0.2, 0.2);
  const RigidTransform low, high(Vector3(0.01, 0.02, 0.2 - 1e-6));
  const PreparedShapes prepared;
  NarrowPhase narrow(prepared);
  std::vector<Patch> patches;
  for (auto _ : state) {
    patches.clear();
    narrow.collide({box, low}, {box, high}, 1e-3, patches);
  }
}
BENCHMARK(bench_resting_boxes);

const bool kPairsRegistered = [] {
  const int count = static_cast<int>(shapes().size());
  for (int i = 0; i < count; ++i) {
    for (int j = i; j < count; ++j) {
      if (i + 1 == count) continue;  // two half-spaces
      const std::string name = std::string("pair/") + shapes()[static_cast<std::size_t>(i)].first +
                               "/" + shapes()[static_cast<std::size_t>(j)].first;
      benchmark::RegisterBenchmark(name.c_str(),
                                   [i, j](benchmark::State& s) { bench_pair(s, i, j); });
    }
  }
  return true;
}();

}  // namespace
