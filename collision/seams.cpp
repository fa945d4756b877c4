// Contacts at the seams between flush surfaces (docs/theory/contact-geometry.md#seams).
#include <algorithm>
#include <cmath>

#include "collision/collision_scene_impl.h"
#include "collision/index.h"
#include "geometry/shape_form.h"

namespace cardan {

namespace {

using Fate = SeamScratch::Fate;

constexpr int kFree = -1, kCarries = -2;  // SeamScratch::carrier of a contact without one

constexpr double kEqualNormals = 1 - 1e-12;  // cosine
constexpr double kAcross = -1e-9;            // least cosine between the normals
// Bounds on the distance of flush surfaces, relative to the smallest size of the moving shape.
constexpr double kLeastFlush = 1e-5, kMostFlush = 1e-2;
constexpr double kSeamRounding = 1e-9;  // of positions, relative to that size

/// A manifold, seen from one of its two objects.
struct View {
  int manifold = 0;
  int own = 0, other = 0;  ///< ranks
  double sign = 1;         ///< +1 if `own` is the manifold's b
  Vector3 normal, point;   ///< unit vector into `own`; deepest point
  double phi = 0;          ///< gap of the deepest point [m]
};

View view_of(const CollisionScene::Impl& scene, int side) {
  const Manifold& manifold = scene.result.manifolds[index(side / 2)];
  const Contact& deepest = scene.result.contacts[index(scene.seams.deepest[index(side / 2)])];
  View view;
  view.manifold = side / 2;
  view.sign = side % 2 == 0 ? -1 : 1;
  view.own = side % 2 == 0 ? manifold.a : manifold.b;
  view.other = side % 2 == 0 ? manifold.b : manifold.a;
  view.normal = view.sign * deepest.normal;
  view.point = deepest.point;
  view.phi = deepest.phi;
  return view;
}

int deepest_of(const CollisionScene::Impl& scene, const Manifold& manifold) {
  int deepest = manifold.first;
  for (int k = manifold.first + 1; k < manifold.first + manifold.count; ++k)
    if (scene.result.contacts[index(k)].phi < scene.result.contacts[index(deepest)].phi)
      deepest = k;
  return deepest;
}

/// Returns the view of the same manifold from its other object.
View turned(const View& view) {
  View other = view;
  std::swap(other.own, other.other);
  other.sign = -view.sign;
  other.normal = -view.normal;
  return other;
}

AxisBox box_of(const CollisionScene::Impl& scene, int rank) {
  const SceneObject& object = scene.objects[index(rank)];
  return world_bounds(scene.shape(rank), object.local, object.X_WS);
}

// Greatest n·x [m] over the points x of an object or, for triangles, over those near the other
// object. Infinite for unbounded solids, and if no triangle is near.
double greatest(CollisionScene::Impl& scene, int rank, int near, const Vector3& n) {
  const auto [shape, X_WS] = scene.posed(rank);
  if (is_unbounded(shape.kind)) return kInfinite;
  const Vector3 d = X_WS.R.transpose() * n;
  if (!is_surface(shape.kind)) return n.dot(X_WS.p) + d.dot(support_point(shape, d));
  if (is_unbounded(scene.shape(near).kind)) return kInfinite;
  const AxisBox box =
      moved(grown(box_of(scene, near), scene.margin_of_pair(rank, near)), X_WS.inverse());
  scene.prepared.surface(shape)->find(box, scene.seams.near);
  if (scene.seams.near.triangles.empty()) return kInfinite;
  double most = -kInfinite;
  for (const SurfaceTriangle& triangle : scene.seams.near.triangles)
    for (const Vector3& corner : triangle.corners) most = std::max(most, d.dot(corner));
  return n.dot(X_WS.p) + most;
}

double smallest_size(const CollisionScene::Impl& scene, int rank) {
  const AxisBox& box = scene.objects[index(rank)].local;
  return (box.upper - box.lower).minCoeff();
}

/// A contact `met` of M, and a contact `carrier` of the same body that may be flush with it.
struct Seam {
  const View& met;
  const View& carrier;
  double size;  ///< smallest size of the moving shape [m]
};

// True if the lowest part of M, against n, is flat or has corners.
bool has_flat_base(const CollisionScene::Impl& scene, int rank, const Vector3& n) {
  constexpr double kAlongAxis = 0.9;  // cosine
  const auto [shape, X_WS] = scene.posed(rank);
  const ShapeForm& form = form_of(shape);
  if (form.has_discs) return std::abs(n.dot(X_WS.R.col(2))) > kAlongAxis;
  return (form.is_polytope && !form.has_radius) || form.is_surface;
}

// Fate of a contact that the plane of the carrier separates from B. A surface that curves or slopes
// away from its lowest point meets B elsewhere until that point is over B, and its rotation does
// not bring it there.
Fate fate_over(const CollisionScene::Impl& scene, const Seam& seam, double lowest, double bound) {
  constexpr double kSlope = 0.15;  // sine; patches clip faces up to this slope
  constexpr double kOver = 1e-2;   // share of the bound
  const Vector3& n = seam.carrier.normal;
  const Vector3 touching = seam.met.point + 0.5 * seam.met.phi * seam.met.normal;
  const double rise = n.dot(touching) - lowest;
  if (!has_flat_base(scene, seam.met.own, n))
    return rise <= kOver * bound ? Fate::kKept : Fate::kDropped;
  const bool turns = rise <= bound || n.cross(seam.met.normal).norm() < kSlope;
  return turns ? Fate::kTurned : Fate::kDropped;
}

// Returns whether the carrier takes the contact: only if its plane separates both objects of `met`.
Fate fate_of(CollisionScene::Impl& scene, const Seam& seam, const SeamMotion& motion) {
  const Vector3& n = seam.carrier.normal;
  const double bound =
      std::clamp(-seam.carrier.phi, kLeastFlush * seam.size, kMostFlush * seam.size) +
      kSeamRounding * seam.size;
  const double plane = n.dot(seam.carrier.point) - 0.5 * seam.carrier.phi;
  const Vector3 touched = seam.met.point - 0.5 * seam.met.phi * seam.met.normal;
  if (n.dot(touched) > plane + bound) return Fate::kKept;  // most contacts end here
  const int own = seam.met.own, other = seam.met.other;
  if (greatest(scene, other, own, n) > plane + bound) return Fate::kKept;
  const double lowest = -greatest(scene, own, other, -n);
  if (lowest < plane - 2 * bound) return Fate::kKept;
  const Vector3 rise =
      motion.displacement(other, touched) - motion.displacement(seam.carrier.other, touched);
  if (n.dot(rise) > bound) return Fate::kKept;
  return fate_over(scene, seam, lowest, bound);
}

bool is_carried(const SeamScratch& seams, int manifold) {
  return seams.carrier[index(manifold)] >= 0;
}

// Only the surface of the union carries: a contact that is carried itself does not.
Fate fate_if_better(CollisionScene::Impl& scene, const Seam& seam, const SeamMotion& motion) {
  const double cosine = seam.met.normal.dot(seam.carrier.normal);
  const double known = scene.seams.cosine[index(seam.met.manifold)];
  if (!(cosine > std::max(kAcross, known)) || is_carried(scene.seams, seam.carrier.manifold))
    return Fate::kKept;
  return fate_of(scene, seam, motion);
}

// Contacts that this one carried need another carrier. Returns true if there is such a contact.
bool release(SeamScratch& seams, int carrier) {
  if (seams.carrier[index(carrier)] != kCarries) return false;
  bool released = false;
  for (std::size_t i = 0; i < seams.carrier.size(); ++i) {
    if (seams.carrier[i] != carrier) continue;
    seams.fate[i] = Fate::kKept;
    seams.carrier[i] = kFree;
    seams.cosine[i] = -1;
    released = true;
  }
  return released;
}

// Returns true if contacts lose their carrier, because a carried contact does not carry.
bool decide(CollisionScene::Impl& scene, const Seam& seam, Fate fate) {
  if (fate == Fate::kKept) return false;
  const std::size_t i = index(seam.met.manifold);
  const bool released = release(scene.seams, seam.met.manifold);
  scene.seams.fate[i] = fate;
  scene.seams.carrier[i] = seam.carrier.manifold;
  scene.seams.carrier[index(seam.carrier.manifold)] = kCarries;
  scene.seams.cosine[i] = seam.met.normal.dot(seam.carrier.normal);
  scene.seams.normal[i] = seam.met.sign * seam.carrier.normal;
  return released;
}

// Of two contacts that could carry each other, the nearer one carries. Returns true if contacts
// lose their carrier.
bool consider(CollisionScene::Impl& scene, const View& x, const View& y, const SeamMotion& motion,
              double size) {
  const bool x_is_nearer = x.phi < y.phi;
  const Seam first = x_is_nearer ? Seam{y, x, size} : Seam{x, y, size};
  const Seam second = x_is_nearer ? Seam{x, y, size} : Seam{y, x, size};
  bool released = false;
  for (const Seam& seam : {first, second}) {
    released |= decide(scene, seam, fate_if_better(scene, seam, motion));
  }
  return released;
}

// Twice the room that is needed, so that a pile that grows seldom allocates.
void make_room(SeamScratch& seams, std::size_t count) {
  constexpr std::size_t kLeast = 64;
  if (seams.fate.capacity() >= count) return;
  const std::size_t room = std::max(2 * count, kLeast);
  seams.before.reserve(2 * room);
  seams.fate.reserve(room);
  seams.cosine.reserve(room);
  seams.carrier.reserve(room);
  seams.deepest.reserve(room);
  seams.normal.reserve(room);
}

// Decides about two contacts x and y of one body, which moves. Returns true if contacts lose their
// carrier.
bool consider_both(CollisionScene::Impl& scene, const View& x, const View& y,
                   const SeamMotion& motion) {
  if (x.own == y.own && x.other == y.other) return false;  // patches of one surface
  if (x.normal.dot(y.normal) > kEqualNormals) return false;
  const double size = std::min(smallest_size(scene, x.own), smallest_size(scene, y.own));
  bool released = consider(scene, x, y, motion, size);
  // The seam can also be one of the moving body.
  if (scene.objects[index(x.other)].body == scene.objects[index(y.other)].body)
    released |= consider(scene, turned(x), turned(y), motion, size);
  return released;
}

// Turns normals, and removes the contacts that are dropped.
void apply(CollisionScene::Impl& scene) {
  std::vector<Contact>& contacts = scene.result.contacts;
  std::vector<Manifold>& manifolds = scene.result.manifolds;
  int kept = 0;
  std::size_t kept_manifolds = 0;
  for (std::size_t i = 0; i < manifolds.size(); ++i) {
    const Fate fate = scene.seams.fate[i];
    if (fate == Fate::kDropped) continue;
    Manifold manifold = manifolds[i];
    for (int k = 0; k < manifold.count; ++k) {
      Contact& contact = contacts[index(kept + k)];
      contact = contacts[index(manifold.first + k)];
      if (fate == Fate::kKept) continue;
      contact.normal = scene.seams.normal[i];
      contact.phi *= std::max(scene.seams.cosine[i], 0.0);
    }
    manifold.first = kept;
    kept += manifold.count;
    manifolds[kept_manifolds++] = manifold;
  }
  contacts.resize(index(kept));
  manifolds.resize(kept_manifolds);
}

// Decides about all pairs of contacts of one body. Returns true if contacts lost their carrier.
bool consider_all(CollisionScene::Impl& scene, const SeamMotion& motion) {
  SeamScratch& seams = scene.seams;
  bool released = false;
  seams.last.assign(scene.bodies.size(), -1);
  for (int side = 0; side < static_cast<int>(2 * scene.result.manifolds.size()); ++side) {
    const Manifold& manifold = scene.result.manifolds[index(side / 2)];
    const int rank = side % 2 == 0 ? manifold.a : manifold.b;
    if (!motion.is_free(rank)) continue;
    int& last = seams.last[index(scene.objects[index(rank)].body)];
    if (last >= 0) {
      const View view = view_of(scene, side);
      for (int k = last; k >= 0; k = seams.before[index(k)])
        released |= consider_both(scene, view, view_of(scene, k), motion);
    }
    seams.before[index(side)] = last;
    last = side;
  }
  return released;
}

}  // namespace

void join_seams(CollisionScene::Impl& scene, const SeamMotion& motion) {
  const std::size_t count = scene.result.manifolds.size();
  if (count < 2) return;
  SeamScratch& seams = scene.seams;
  make_room(seams, count);
  seams.before.resize(2 * count);
  seams.fate.assign(count, SeamScratch::Fate::kKept);
  seams.cosine.assign(count, -1);
  seams.carrier.assign(count, kFree);
  seams.deepest.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    seams.deepest[i] = deepest_of(scene, scene.result.manifolds[i]);
  seams.normal.resize(count);
  // Another look gives contacts that lost their carrier another one.
  constexpr int kMostLooks = 4;
  for (int look = 0; look < kMostLooks && consider_all(scene, motion); ++look) {
  }
  if (std::any_of(seams.fate.begin(), seams.fate.end(),
                  [](Fate fate) { return fate != Fate::kKept; }))
    apply(scene);
}

}  // namespace cardan
