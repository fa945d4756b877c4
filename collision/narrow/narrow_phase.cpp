#include "collision/narrow/narrow_phase.h"

#include "collision/broad/unbounded_pairs.h"
#include "collision/narrow/convex_pairs.h"
#include "collision/narrow/fcl_narrow_phase.h"
#include "collision/narrow/round_pairs.h"
#include "collision/surface/surface_dispatch.h"
#include "geometry/shape_form.h"

namespace cardan {

namespace {

bool is_convex(GeometryKind kind) { return form_of(kind).is_convex; }

/// Calls the algorithm for a pair ordered by ShapeForm::rank: a has the lower one; equal kinds keep
/// the given order. Returns false if it did not converge or if there is no built-in algorithm for
/// the pair.
bool collide_own(const PosedShape& a, const PosedShape& b, double margin,
                 NarrowPhaseScratch& scratch, std::vector<Patch>& patches) {
  const GeometryKind kind_a = a.shape.kind, kind_b = b.shape.kind;
  if (kind_b == GeometryKind::kPlane) {
    half_space_patch(a, b, margin, scratch, patches);
    return true;
  }
  if (kind_b == GeometryKind::kHollowSphere) {
    hollow_sphere_patches(a, b, margin, scratch, patches);
    return true;
  }
  if (kind_a == GeometryKind::kSphere && kind_b == GeometryKind::kSphere) {
    sphere_sphere_patch(a, b, margin, patches);
    return true;
  }
  if (kind_a == GeometryKind::kCapsule && kind_b == GeometryKind::kCapsule) {
    capsule_capsule_patch(a, b, margin, scratch, patches);
    return true;
  }
  if (kind_a == GeometryKind::kSphere && sphere_shape_patch(a, b, margin, scratch, patches))
    return true;
  if (kind_a == GeometryKind::kBox && kind_b == GeometryKind::kBox)
    return box_box_patch(a, b, margin, scratch, patches);
  if (is_convex(kind_a) && is_convex(kind_b)) return convex_patch(a, b, margin, scratch, patches);
  return false;
}

int compare(const Vector3& p, const Vector3& q) {
  for (int i = 0; i < 3; ++i)
    if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
  return 0;
}

int compare(const std::vector<Vector3>& p, const std::vector<Vector3>& q) {
  if (p.size() != q.size()) return p.size() < q.size() ? -1 : 1;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (const int order = compare(p[i], q[i])) return order;
  return 0;
}

// Order of two shapes of one kind that does not depend on which is given first, so that a pair has
// the same contacts for any names: by size, then by hull, then by the side of a plane through a on
// which b lies. That plane is oblique, so that bodies resting in a row do not change sides by
// round-off.
bool same_kind_in_order(const PosedShape& a, const PosedShape& b) {
  if (const int order = compare(a.shape.size, b.shape.size)) return order < 0;
  if (a.shape.kind == GeometryKind::kConvex && a.shape.hull != b.shape.hull)
    if (const int order = compare(a.shape.hull->vertices, b.shape.hull->vertices)) return order < 0;
  const double side = (b.X_WS.p - a.X_WS.p).dot(Vector3(0.4472135955, 0.3872983346, 0.8062257748));
  if (side != 0) return side > 0;
  for (int i = 0; i < 3; ++i)
    if (const int order = compare(a.X_WS.R.col(i), b.X_WS.R.col(i))) return order < 0;
  return true;
}

bool in_order(const PosedShape& a, const PosedShape& b) {
  // Unbounded solids are always b, also against meshes, whose rank is higher.
  const bool a_unbounded = is_unbounded(a.shape.kind), b_unbounded = is_unbounded(b.shape.kind);
  if (a_unbounded != b_unbounded) return b_unbounded;
  if (a.shape.kind != b.shape.kind) return form_of(a.shape).rank < form_of(b.shape).rank;
  const bool symmetric = a.shape.kind == GeometryKind::kSphere || !is_convex(a.shape.kind);
  return symmetric || same_kind_in_order(a, b);
}

void count(Rung rung, LadderCounts& counts) {
  counts.fcl += rung == Rung::kFcl ? 1 : 0;
  counts.perturbed += rung == Rung::kPerturbed ? 1 : 0;
  counts.last_normal += rung == Rung::kLastNormal ? 1 : 0;
  counts.unresolved += rung == Rung::kUnresolved ? 1 : 0;
}

}  // namespace

struct NarrowPhase::Impl {
  explicit Impl(const PreparedShapes& prepared) : shapes(prepared), fcl(prepared.fcl()) {}
  const PreparedShapes& shapes;
  NarrowPhaseScratch scratch;
  FclNarrowPhase fcl;
};

NarrowPhase::NarrowPhase(const PreparedShapes& shapes) : impl_(std::make_unique<Impl>(shapes)) {}
NarrowPhase::~NarrowPhase() = default;

// Handles a pair ordered by kind: a has the lower rank; equal kinds keep the given order.
void NarrowPhase::collide_ordered(const PosedShape& a, const PosedShape& b, double margin,
                                  const PairHint& hint, std::vector<Patch>& patches) {
  NarrowPhaseScratch& scratch = impl_->scratch;
  if (const Surface* surface_b = impl_->shapes.surface(b.shape)) {
    const Surface* surface_a = impl_->shapes.surface(a.shape);
    const SurfacePair surfaces{a, b, surface_a, *surface_b, impl_->shapes.bounds(a.shape)};
    collide_surface(surfaces, margin, scratch, patches);
    return;
  }
  const bool on_ladder =
      first_rung > Rung::kOwn && is_convex(a.shape.kind) && is_convex(b.shape.kind);
  if (!on_ladder && collide_own(a, b, margin, scratch, patches)) return;
  const LadderQuery query{a, b, margin, hint, std::max(first_rung, Rung::kFcl)};
  count(climb_ladder(query, impl_->fcl, counts.fcl_failures, scratch, patches), counts.ladder);
}

void NarrowPhase::collide(const PosedShape& a, const PosedShape& b, double margin,
                          std::vector<Patch>& patches, const PairHint& hint) {
  if (is_unbounded(a.shape.kind) && is_unbounded(b.shape.kind)) return;
  if (in_order(a, b)) return collide_ordered(a, b, margin, hint, patches);
  const std::size_t begin = patches.size();
  collide_ordered(b, a, margin, {-hint.last_normal}, patches);
  for (std::size_t i = begin; i < patches.size(); ++i) patches[i] = flipped(patches[i]);
}

}  // namespace cardan
