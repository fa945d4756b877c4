#include <algorithm>

#include "cardan/skeleton.h"
#include "core/hash.h"
#include "sim/data/world_impl.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

// SplitMix64 [Steele, Lea and Flood 2014]: the same bits on every machine, unlike the distributions
// of the standard library.
class Offsets {
 public:
  explicit Offsets(std::uint64_t seed) : state_(seed) {}

  /// Uniform in [−bound, bound).
  double next(double bound) {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t x = state_;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    x ^= x >> 31;
    const double unit = static_cast<double>(x >> 11) * 0x1p-53;
    return bound * (2 * unit - 1);
  }

 private:
  std::uint64_t state_;
};

// Seeded by the name of the model, so that adding or removing models leaves the offsets of the
// others unchanged.
std::uint64_t seed_of(const PerturbSpec& spec, const std::string& model) {
  Hash hash;
  hash.add(spec.seed);
  hash.add(std::string_view(model));
  return hash.value();
}

// Offset of q in the sense of integrate: (nv).
VectorX offset_of_q(const Skeleton& skeleton, const PerturbSpec& spec, Offsets& offsets) {
  VectorX change = VectorX::Zero(skeleton.nv());
  int first = 0;
  if (skeleton.floating_base()) {
    for (int k = 0; k < 3; ++k) change[k] = offsets.next(spec.rotation);
    for (int k = 3; k < 6; ++k) change[k] = offsets.next(spec.position);
    first = 6;
  }
  for (int i = first; i < skeleton.nv(); ++i) {
    const double offset = offsets.next(spec.joints);
    if (skeleton.single_q_index(i) >= 0) change[i] = offset;
  }
  return change;
}

void clamp_into_limits(const Skeleton& skeleton, VectorX& q) {
  for (int i = 0; i < skeleton.nv(); ++i) {
    const int index = skeleton.single_q_index(i);
    if (index < 0) continue;
    q[index] = std::clamp(q[index], skeleton.dof[i].lower, skeleton.dof[i].upper);
  }
}

}  // namespace

void perturb(const PerturbSpec& spec, World& world) {
  for (int i = 0; i < world.num_models(); ++i) {
    Model& model = world.model(i);
    if (model.is_static() || model.is_kinematic() || model.skeleton() == nullptr) continue;
    const Skeleton& skeleton = *model.skeleton();
    Offsets offsets(seed_of(spec, model.name()));
    const VectorX change = offset_of_q(skeleton, spec, offsets);
    VectorX q = model.q(), v = model.v();
    integrate(skeleton, model.q().data(), change.data(), 1, q.data());
    clamp_into_limits(skeleton, q);
    for (int k = 0; k < skeleton.nv(); ++k) v[k] += offsets.next(spec.velocity);
    model.set_q(q);
    model.set_v(v);
  }
}

}  // namespace cardan
