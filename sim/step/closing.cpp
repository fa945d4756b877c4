// Contacts that close within the step and bounce (docs/theory/contact-geometry.md#closing): their
// normals and points are those of the time at which they close.
#include "sim/data/closing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cardan/energy.h"
#include "collision/collision_scene_impl.h"
#include "sim/step/contact_surface.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// A contact with a smaller gap touches at the start of the step [m].
constexpr double kOpen = 1e-7;
// The search ends once the gap is at most this fraction of the way of a step at the closing speed.
constexpr double kTimeError = 1e-11;
// It also ends once the gap is within the rounding of coordinates, in units of ε.
constexpr double kRounding = 64;
constexpr int kSearches = 8;

/// Motion of a shape in this step, without impulses.
struct FreePath {
  RigidTransform X_WS;               // at the start
  Vector3 center = Vector3::Zero();  // point that moves with `velocity`, about which it turns
  Vector3 velocity = Vector3::Zero(), spin = Vector3::Zero();
  /// Velocity of the centre of mass of a floating tree, about which lever arms are taken, or of
  /// the origin of a scripted body.
  Vector3 drift = Vector3::Zero();

  RigidTransform pose(double time) const {
    const double angle = time * spin.norm();
    Matrix3 R = Matrix3::Identity();
    if (angle > 0) R = Eigen::AngleAxisd(angle, spin.normalized()).toRotationMatrix();
    return {R * X_WS.R, center + time * velocity + R * (X_WS.p - center)};
  }
  /// Velocity of the point of the body that is at p.
  Vector3 velocity_at(double time, const Vector3& p) const {
    return velocity + spin.cross(p - center - time * velocity);
  }
  Vector3 offset(double time) const { return -time * drift; }
};

FreePath free_path(const WorldModel& world, const StepData& step, int rank) {
  const int handle = step.collision.handle(rank);
  const ModelSetup& model = world.model(world.shape_model[handle]);
  const ShapeInstance& shape = model.shapes[world.shape_index[handle]];
  const ModelScratch& work = step.model(model.number);
  FreePath path;
  path.X_WS = step.collision.impl().posed(rank).X_WS;
  path.center = path.X_WS.p;
  if (is_scripted(model, shape)) {
    const Quaternion turn(Matrix3(work.X_W0_next.R * work.X_W0.R.transpose()));
    path.center = work.X_W0.p;
    path.velocity = (work.X_W0_next.p - work.X_W0.p) / world.spec.step;
    path.spin = quaternion_log(turn.normalized()) / world.spec.step;
    path.drift = path.velocity;
    return path;
  }
  if (shape.body < 0 || model.tree < 0 || !work.usable) return path;
  const Skeleton& skeleton = *model.kernel_skeleton;
  const Data& data = *work.data;
  if (skeleton.floating_base()) {
    path.drift = center_of_mass_velocity(skeleton, data);
    if (skeleton.num_bodies() == 1) path.center = center_of_mass(skeleton, data);
  }
  const Eigen::Map<const Vector6> change = work.vectors.free_change(shape.body);
  const Vector3 turn = change.head<3>(), arm = path.center - data.O_W;
  const SpatialVelocity V = data.velocity_at(shape.body, path.center);
  path.velocity = V.linear + change.tail<3>() + turn.cross(arm);
  path.spin = V.angular + turn;
  if (skeleton.floating_base() && skeleton.num_bodies() == 1) path.drift = path.velocity;
  return path;
}

/// The pair of one patch.
struct ClosingPair {
  int rank_a, rank_b;
  FreePath a, b;

  double rate(double time, const Vector3& n, const Vector3& p) const {
    return n.dot(b.velocity_at(time, p) - a.velocity_at(time, p));
  }
};

/// The contacts first … end − 1 of the detection, all of one pair.
struct PairContacts {
  int first, end;
};

const Contact& deepest(const std::vector<Contact>& contacts, const PairContacts& pair) {
  return *std::min_element(contacts.begin() + pair.first, contacts.begin() + pair.end,
                           [](const Contact& x, const Contact& y) { return x.phi < y.phi; });
}

const PatchPoint& deepest(const Patch& patch) {
  return *std::min_element(patch.points.begin(), patch.points.begin() + patch.count,
                           [](const PatchPoint& x, const PatchPoint& y) { return x.gap < y.gap; });
}

/// True if the contacts are one patch as the narrow phase found it: neither turned at a seam nor
/// found by a sweep.
bool is_one_patch(const CollisionScene::Impl& scene, const std::vector<Contact>& contacts,
                  const PairContacts& pair) {
  const Contact& first = contacts[static_cast<std::size_t>(pair.first)];
  if (pair.end - pair.first > kMaxPatchPoints) return false;
  const auto known = std::lower_bound(
      scene.last_normals.begin(), scene.last_normals.end(), IndexPair{first.a, first.b},
      [](const PairNormal& x, const IndexPair& y) { return PairOrder()(x.pair, y); });
  if (known == scene.last_normals.end() || known->pair != IndexPair{first.a, first.b}) return false;
  return std::all_of(contacts.begin() + pair.first, contacts.begin() + pair.end,
                     [&](const Contact& contact) { return contact.normal == known->normal; });
}

bool can_bounce(const WorldModel& world, const StepData& step, const Contact& contact) {
  const auto material = [&](int rank) {
    const int handle = step.collision.handle(rank);
    return world.model(world.shape_model[handle]).shapes[world.shape_index[handle]].material;
  };
  ContactSurface surface;
  world.materials.pair(material(contact.a), material(contact.b), surface);
  return surface.restitution > 0;
}

/// True if the sweep of fast spheres decides about the contacts of the pair.
bool is_swept(const StepData& step, const Contact& contact) {
  const std::vector<FastPair>& pairs = step.continuous.pairs;
  return std::any_of(pairs.begin(), pairs.end(), [&](const FastPair& pair) {
    return std::minmax(pair.sphere, pair.other) == std::minmax(contact.a, contact.b);
  });
}

/// A patch at a time after the start of the step [s].
struct TimedPatch {
  double time = 0;
  Patch patch;
};

/// Computes the patch at found.time. False if the pair has not one patch then.
bool find_patch(CollisionScene::Impl& scene, const ClosingPair& pair, double margin,
                std::vector<Patch>& patches, TimedPatch& found) {
  PairHint hint;
  hint.last_normal = found.patch.normal;
  patches.clear();
  const PosedShape a{scene.shape(pair.rank_a), pair.a.pose(found.time)},
      b{scene.shape(pair.rank_b), pair.b.pose(found.time)};
  scene.workers.front()->narrow.collide(a, b, margin, patches, hint);
  if (patches.size() != 1 || patches.front().count == 0) return false;
  found.patch = patches.front();
  return true;
}

/// Newton's method for the time at which the gap closes. If the bodies pass each other, the search
/// continues near the least gap, for a plane that separates both ends of the path. False if the
/// pair has not one patch at each time or the search does not end.
bool find_closing(CollisionScene::Impl& scene, const ClosingPair& pair, double margin,
                  const Contact& start, double h, std::vector<Patch>& patches, TimedPatch& found) {
  double before = 0, closing = pair.rate(0, start.normal, start.point);  // of the last time < 0
  found.patch.normal = start.normal;
  found.time = std::clamp(-start.phi / closing, 0.0, h);
  for (int i = 0; i < kSearches; ++i) {
    if (!find_patch(scene, pair, margin, patches, found)) return false;
    const PatchPoint& point = deepest(found.patch);
    const double rate = pair.rate(found.time, found.patch.normal, point.point);
    const double size = point.point.lpNorm<Eigen::Infinity>() + 1;
    const double rounding = kRounding * std::numeric_limits<double>::epsilon() * size;
    if (std::abs(point.gap) <= std::max(kTimeError * h * std::abs(rate), rounding)) return true;
    const bool starts_outside = point.gap > found.time * rate,
               ends_outside = point.gap > (found.time - h) * rate;
    if (starts_outside && ends_outside) return true;
    if (rate < 0) {
      before = found.time;
      closing = rate;
      found.time = std::clamp(found.time - point.gap / rate, 0.0, h);
    } else {
      found.time = before + (found.time - before) * closing / (closing - rate);
    }
  }
  return false;
}

/// Leaves the deepest points of a patch, at most `room`, by ascending feature.
void keep_deepest(Patch& patch, int room) {
  const auto begin = patch.points.begin();
  for (; patch.count > room; --patch.count) {
    const auto end = begin + patch.count;
    const auto farthest = std::max_element(
        begin, end, [](const PatchPoint& x, const PatchPoint& y) { return x.gap < y.gap; });
    std::move(farthest + 1, end, farthest);
  }
  for (auto at = begin; at != begin + patch.count; ++at) {
    const auto place = std::find_if(
        begin, at, [&](const PatchPoint& other) { return at->feature < other.feature; });
    std::rotate(place, at, at + 1);
  }
}

/// Writes the contacts of a patch over those of the pair. Their gaps are those that close at the
/// same times at the velocities of the free motion. Returns the number of contacts.
int write_patch(const ClosingPair& pair, TimedPatch& found, const PairContacts& range,
                std::vector<Contact>& contacts) {
  Patch& patch = found.patch;
  keep_deepest(patch, range.end - range.first);
  const Vector3 &n = patch.normal, to_a = pair.a.offset(found.time),
                to_b = pair.b.offset(found.time);
  for (int i = 0; i < patch.count; ++i) {
    const PatchPoint& point = patch.points[static_cast<std::size_t>(i)];
    const double rate = n.dot(pair.b.velocity_at(0, point.point + to_b) -
                              pair.a.velocity_at(0, point.point + to_a));
    Contact& contact =
        contacts[static_cast<std::size_t>(range.first) + static_cast<std::size_t>(i)];
    const double gap = std::max(point.gap - found.time * rate, kOpen);
    contact = {contact.a, contact.b, point.point, n, gap, point.feature};
  }
  return patch.count;
}

CollisionResult& detection_of(StepData& step) {
  CollisionResult& swept = step.continuous.result;
  return step.detected == &swept ? swept : step.collision.impl().result;
}

/// Locates the closing of the contacts of one pair. Returns the number of contacts that remain.
int locate(const WorldModel& world, StepData& step, const PairContacts& range) {
  CollisionScene::Impl& scene = step.collision.impl();
  std::vector<Contact>& contacts = detection_of(step).contacts;
  const int count = range.end - range.first;
  const double h = world.spec.step;
  const Contact start = deepest(contacts, range);
  if (!(start.phi > kOpen) || !can_bounce(world, step, start)) return count;
  const ClosingPair pair{start.a, start.b, free_path(world, step, start.a),
                         free_path(world, step, start.b)};
  const double rate = pair.rate(0, start.normal, start.point);
  const double slow = world.spec.contact.rules.restitution_threshold;
  if (!(rate < -slow && start.phi + h * rate < 0)) return count;
  if (is_swept(step, start) || !is_one_patch(scene, contacts, range)) return count;
  TimedPatch found;
  if (!find_closing(scene, pair, scene.margin_of_pair(start.a, start.b), start, h,
                    step.closing.patches, found))
    return count;
  const int kept = write_patch(pair, found, range, contacts);
  for (int i = range.first; i < range.first + kept; ++i)
    step.closing.closings.push_back(
        {i, start.phi, pair.a.offset(found.time), pair.b.offset(found.time)});
  return kept;
}

}  // namespace

const Closing* ClosingWork::find(int contact) const {
  const auto at = std::lower_bound(closings.begin(), closings.end(), contact,
                                   [](const Closing& x, int y) { return x.contact < y; });
  return at != closings.end() && at->contact == contact ? &*at : nullptr;
}

void locate_closings(const WorldModel& world, StepData& step) {
  step.closing.closings.clear();
  if (world.spec.integrator != Integrator::kSemiImplicitEuler ||
      world.pairing.info.acceleration_level)
    return;
  std::vector<Contact>& contacts = detection_of(step).contacts;
  if (step.closing.closings.capacity() < contacts.capacity())
    step.closing.closings.reserve(contacts.capacity());
  step.closing.patches.reserve(kMaxPatchPoints);
  int kept = 0;
  const int count = static_cast<int>(contacts.size());
  for (int first = 0; first < count;) {
    int end = first + 1;
    const auto same_pair = [&](int i) {
      const Contact &x = contacts[static_cast<std::size_t>(first)],
                    &y = contacts[static_cast<std::size_t>(i)];
      return x.a == y.a && x.b == y.b;
    };
    while (end < count && same_pair(end)) ++end;
    if (kept != first)
      std::copy(contacts.begin() + first, contacts.begin() + end, contacts.begin() + kept);
    kept += locate(world, step, {kept, kept + end - first});
    first = end;
  }
  contacts.resize(static_cast<std::size_t>(kept));
}

}  // namespace cardan
