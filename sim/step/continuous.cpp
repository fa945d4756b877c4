// Continuous checking of fast spheres (docs/theory/contact-geometry.md): contacts with the shapes
// that a sphere would hit along its path replace contacts with shapes that are merely near.
#include <algorithm>
#include <cmath>

#include "collision/collision_scene_impl.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

constexpr double kFast = 0.5;  // fraction of the radius; for slower pairs the margin is sufficient
// The swept sphere is smaller by this fraction, so that a sphere which rolls over a surface, or
// slightly penetrates it, is not stopped by the next triangle of the surface.
constexpr double kShrink = 0.05;
constexpr int kMaxHits = 32;          // maximum number of hits of one sphere in one step
constexpr int kProjections = 40;      // sweeps over the bounds
constexpr double kSameNormal = 1e-6;  // 1 − cosine
constexpr std::uint32_t kHitFeature = 0xc0000000U;

struct Placed {
  const ModelSetup& model;
  const ModelScratch& work;
  const ShapeInstance& shape;
};

Placed placed(const WorldModel& world, const StepData& step, int rank) {
  const int handle = step.collision.handle(rank);
  const int number = world.shape_model[handle];
  const ModelSetup& model = world.model(number);
  return {model, step.model(number), model.shapes[world.shape_index[handle]]};
}

// True if neither forces nor contacts move the shape.
bool is_driven(const Placed& at) {
  return at.shape.body < 0 || at.model.tree < 0 || (at.model.script && at.shape.body == 0);
}

// Pose of a shape after the step if nothing touches it.
RigidTransform next_pose(const WorldModel& world, const Placed& at) {
  const ModelScratch& work = at.work;
  if (at.model.script && !at.model.skeleton) return work.X_W0_next * at.shape.X_BS;
  if (at.shape.body < 0) return work.X_W0 * at.shape.X_BS;
  const double h = world.spec.step;
  const RigidTransform X_WB = work.data->pose(at.shape.body);
  const SpatialVelocity V = work.data->velocity_at(at.shape.body, X_WB.p);
  const Eigen::Map<const Vector6> change = work.vectors.free_change(at.shape.body);
  const Vector3 turn = change.head<3>();
  const Vector3 omega = V.angular + turn;
  const Vector3 v = V.linear + change.tail<3>() + turn.cross(X_WB.p - work.data->O_W);
  const double angle = h * omega.norm();
  Matrix3 R = X_WB.R;
  if (angle > 0) R = Eigen::AngleAxisd(angle, omega.normalized()).toRotationMatrix() * R;
  return RigidTransform(R, X_WB.p + h * v) * at.shape.X_BS;
}

RigidTransform current_pose(const Placed& at) {
  const bool at_base = at.shape.body < 0 || !at.model.skeleton;
  return (at_base ? at.work.X_W0 : at.work.data->pose(at.shape.body)) * at.shape.X_BS;
}

const Shape& shape_of(const StepData& step, int rank) {
  return step.collision.spec(step.collision.handle(rank)).shape;
}

/// The centre of the sphere in the frame of the other shape, at the start and after a motion of the
/// sphere.
Vector3 start_in_other(const FastPair& pair) { return pair.X_WS.inverse() * pair.start; }
Vector3 end_in_other(const FastPair& pair, const Vector3& motion) {
  return pair.X_WS_next.inverse() * (pair.start + motion - pair.push);
}

void add_if_fast(const WorldModel& world, StepData& step, int sphere, int other) {
  const Placed b = placed(world, step, sphere), o = placed(world, step, other);
  FastPair pair;
  pair.sphere = sphere;
  pair.other = other;
  pair.radius = shape_of(step, sphere).size.x();
  pair.start = current_pose(b).p;
  pair.motion = next_pose(world, b).p - pair.start;
  pair.is_movable = !is_driven(b);
  pair.X_WS = current_pose(o);
  pair.X_WS_next = next_pose(world, o);
  if (!is_driven(o) && pair.is_movable) {
    const double m_sphere = b.model.skeleton->total_mass(),
                 m_other = o.model.skeleton->total_mass();
    pair.share = m_other / (m_sphere + m_other);
  }
  const double relative = (end_in_other(pair, pair.motion) - start_in_other(pair)).norm();
  if (!(relative > kFast * pair.radius) || !std::isfinite(relative)) return;
  step.continuous.pairs.push_back(pair);
}

// Of two spheres, sweeps the one that moves, or the first if both move.
void find_fast_pairs(const WorldModel& world, StepData& step) {
  step.continuous.pairs.clear();
  for (const auto& [a, b] : step.collision.impl().pairs) {
    const auto is_sphere = [&](int rank) {
      const Shape& shape = shape_of(step, rank);
      return shape.kind == GeometryKind::kSphere && shape.size.x() > 0;
    };
    if (is_sphere(a) && (!is_sphere(b) || !is_driven(placed(world, step, a)))) {
      add_if_fast(world, step, a, b);
    } else if (is_sphere(b)) {
      add_if_fast(world, step, b, a);
    }
  }
  std::sort(step.continuous.pairs.begin(), step.continuous.pairs.end(),
            [](const FastPair& p, const FastPair& q) {
              return p.sphere < q.sphere || (p.sphere == q.sphere && p.other < q.other);
            });
}

/// The pairs of one sphere.
struct SpherePairs {
  FastPair* begin;
  FastPair* end;

  FastPair* find(int other) const {
    for (FastPair* pair = begin; pair != end; ++pair)
      if (pair->other == other) return pair;
    return nullptr;
  }
  /// The pair to which a contact belongs; null if it belongs to another sphere or to a slow pair.
  FastPair* pair_of(const Contact& contact) const {
    if (contact.a == begin->sphere) return find(contact.b);
    return contact.b == begin->sphere ? find(contact.a) : nullptr;
  }
};

// The bound n · (motion of the sphere − motion of the point on the other shape) ≤ gap, where n is
// in W and points from the sphere into the other shape.
MotionBound bound_of(FastPair& pair, const Vector3& n, const Vector3& point, double gap) {
  const Vector3 carried = pair.X_WS_next * (pair.X_WS.inverse() * point) + pair.push - point;
  return {n, gap + n.dot(carried), 0, &pair};
}

Vector3 from_sphere(const FastPair& pair, const Contact& contact) {
  return contact.a == pair.sphere ? contact.normal : Vector3(-contact.normal);
}

// Reverses the motion of a contact that bounces.
void let_bounce(const WorldModel& world, const StepData& step, const FastPair& pair,
                MotionBound& bound, double gap) {
  const int a = std::min(pair.sphere, pair.other), b = std::max(pair.sphere, pair.other);
  ContactSurface surface;
  world.materials.pair(placed(world, step, a).shape.material, placed(world, step, b).shape.material,
                       surface);
  const double e = surface.restitution;
  const double closing = bound.g.dot(pair.motion) - (bound.bound - gap);
  const double least = world.spec.contact.rules.restitution_threshold * world.spec.step;
  if (e > 0 && closing > least) bound.bound -= gap + e * closing;
}

// The motion that the bounds allow, computed by projected sweeps over the bounds; the pushes of the
// other shapes are recorded.
Vector3 bounded_motion(const Vector3& motion, std::vector<MotionBound>& bounds) {
  Vector3 w = motion;
  for (MotionBound& bound : bounds) {
    bound.lambda = 0;
    bound.pair->push.setZero();
  }
  for (int i = 0; i < kProjections; ++i) {
    for (MotionBound& bound : bounds) {
      const double share = bound.pair->share;
      const double excess = bound.g.dot(w) - bound.bound - (1 - share) * bound.lambda;
      const double lambda = std::max(0.0, bound.lambda + excess);
      w -= share * (lambda - bound.lambda) * bound.g;
      bound.lambda = lambda;
    }
  }
  for (const MotionBound& bound : bounds)
    bound.pair->push += (1 - bound.pair->share) * bound.lambda * bound.g;
  return w;
}

double slack(const Vector3& motion) { return 1e-9 + 1e-6 * motion.norm(); }

/// The first shape that a motion of the sphere hits despite the bounds.
struct FirstHit {
  FastPair* pair = nullptr;
  double fraction = 2;
  Contact contact;
  MotionBound bound;
  double gap = 0;
};

void sweep(const WorldModel& world, StepData& step, FastPair& pair, const Vector3& motion,
           FirstHit& first) {
  const Vector3 start = start_in_other(pair);
  const auto find = [&](double radius, SweepHit& hit) {
    const SpherePath path{start, end_in_other(pair, motion) - start, radius, SweepKind::kContact};
    return sweep_sphere(shape_of(step, pair.other),
                        placed(world, step, pair.other).shape.tree.get(), path,
                        step.continuous.proximity, hit) &&
           hit.fraction < first.fraction;
  };
  // The smaller sphere determines whether there is a hit, and the full sphere determines where,
  // unless it touches at the start.
  SweepHit hit, whole;
  if (!find((1 - kShrink) * pair.radius, hit)) return;
  if (find(pair.radius, whole) && whole.fraction > 0) hit = whole;
  // The plane through the hit point, at its position at the start of the step.
  const Vector3 n = -hit.normal;
  const double gap = std::max(0.0, n.dot(hit.point - start) - pair.radius);
  const Vector3 n_W = pair.X_WS.R * n;
  const Vector3 point = pair.start + (pair.radius + 0.5 * gap) * n_W;
  const MotionBound bound = bound_of(pair, n_W, pair.X_WS * hit.point, gap);
  if (!(bound.g.dot(motion) > bound.bound + slack(motion))) return;
  first.pair = &pair;
  first.fraction = hit.fraction;
  first.gap = gap;
  first.bound = bound;
  first.contact = {std::min(pair.sphere, pair.other),
                   std::max(pair.sphere, pair.other),
                   point,
                   pair.sphere < pair.other ? n_W : Vector3(-n_W),
                   gap,
                   kHitFeature | static_cast<std::uint32_t>(std::max(hit.triangle, 0))};
}

// Existing contacts bound the motion before anything is hit.
void bound_by_contacts(const WorldModel& world, StepData& step, const SpherePairs& sphere,
                       double margin) {
  ContinuousWork& work = step.continuous;
  work.bounds.clear();
  for (const Contact& contact : step.detected->contacts) {
    FastPair* pair = sphere.pair_of(contact);
    if (pair == nullptr || contact.phi > margin) continue;
    work.bounds.push_back(bound_of(*pair, from_sphere(*pair, contact), contact.point, contact.phi));
    let_bounce(world, step, *pair, work.bounds.back(), contact.phi);
  }
}

// Finds hits one after another; each bounds the motion that is swept next. Returns the remaining
// motion.
Vector3 find_hits(const WorldModel& world, StepData& step, const SpherePairs& sphere,
                  std::size_t first_hit) {
  ContinuousWork& work = step.continuous;
  const Vector3& predicted = sphere.begin->motion;
  if (!sphere.begin->is_movable) {  // the other spheres are handled when they are swept themselves
    for (FastPair* pair = sphere.begin; pair != sphere.end; ++pair) {
      FirstHit hit;
      sweep(world, step, *pair, predicted, hit);
      if (hit.pair != nullptr) work.hits.push_back(hit.contact);
    }
    return predicted;
  }
  Vector3 motion = bounded_motion(predicted, work.bounds);
  while (work.hits.size() - first_hit < kMaxHits) {
    FirstHit hit;
    for (FastPair* pair = sphere.begin; pair != sphere.end; ++pair)
      sweep(world, step, *pair, motion, hit);
    if (hit.pair == nullptr) break;
    work.hits.push_back(hit.contact);
    let_bounce(world, step, *hit.pair, hit.bound, hit.gap);
    work.bounds.push_back(hit.bound);
    motion = bounded_motion(predicted, work.bounds);
  }
  return motion;
}

bool is_same(const Contact& a, const Contact& b, double length) {
  return a.a == b.a && a.b == b.b && a.normal.dot(b.normal) > 1 - kSameNormal &&
         std::abs(a.phi - b.phi) <= length;
}

// Drops contacts with shapes that are merely near. If the motion would violate such a contact, the
// sphere passes by the shape, or hits another face of it. Contacts that the motion does not violate
// are kept, in case the sphere moves differently.
void drop_ghosts(StepData& step, const SpherePairs& sphere, const Vector3& motion, double margin,
                 std::size_t first_hit) {
  ContinuousWork& work = step.continuous;
  const std::vector<Contact>& contacts = step.detected->contacts;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    FastPair* pair = sphere.pair_of(contacts[i]);
    if (pair == nullptr || contacts[i].phi <= margin) continue;
    const auto own_hits = work.hits.begin() + static_cast<std::ptrdiff_t>(first_hit);
    const auto same = std::find_if(own_hits, work.hits.end(), [&](const Contact& hit) {
      return is_same(hit, contacts[i], 1e-3 * pair->radius);
    });
    if (same != work.hits.end()) {  // the feature stays the same from step to step
      work.hits.erase(same);
      continue;
    }
    const MotionBound bound =
        bound_of(*pair, from_sphere(*pair, contacts[i]), contacts[i].point, contacts[i].phi);
    if (bound.g.dot(motion) > bound.bound + slack(motion)) work.dropped[i] = 1;
  }
}

// Rewrites the detection without the dropped contacts and with the hits, sorted as before.
void rewrite_contacts(StepData& step) {
  ContinuousWork& work = step.continuous;
  const CollisionResult& found = *step.detected;
  work.result.contacts.clear();
  for (std::size_t i = 0; i < found.contacts.size(); ++i)
    if (work.dropped[i] == 0) work.result.contacts.push_back(found.contacts[i]);
  work.result.contacts.insert(work.result.contacts.end(), work.hits.begin(), work.hits.end());
  std::sort(work.result.contacts.begin(), work.result.contacts.end(),
            [](const Contact& x, const Contact& y) {
              if (x.a != y.a) return x.a < y.a;
              return x.b != y.b ? x.b < y.b : x.feature < y.feature;
            });
  step.detected = &work.result;
}

}  // namespace

void sweep_fast_spheres(const WorldModel& world, StepData& step, double margin) {
  ContinuousWork& work = step.continuous;
  prepare_trees(world, step);
  find_fast_pairs(world, step);
  if (work.pairs.empty()) return;
  work.hits.clear();
  work.dropped.assign(step.detected->contacts.size(), 0);
  FastPair* const end = work.pairs.data() + work.pairs.size();
  for (FastPair* pair = work.pairs.data(); pair != end;) {
    SpherePairs sphere{pair, pair};
    while (sphere.end != end && sphere.end->sphere == pair->sphere) ++sphere.end;
    const std::size_t first_hit = work.hits.size();
    bound_by_contacts(world, step, sphere, margin);
    const Vector3 motion = find_hits(world, step, sphere, first_hit);
    drop_ghosts(step, sphere, motion, margin, first_hit);
    pair = sphere.end;
  }
  rewrite_contacts(step);
}

}  // namespace cardan
