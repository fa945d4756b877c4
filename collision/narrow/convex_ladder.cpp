#include "collision/narrow/convex_ladder.h"

#include "collision/narrow/convex_pairs.h"
#include "collision/narrow/convex_refinement.h"

namespace cardan {
namespace {

constexpr double kShift = 1e-7;  // relative to the size of the pair

/// A pair in coordinates with the frame of a at the origin.
class Climber {
 public:
  Climber(const LadderQuery& query, NarrowPhaseScratch& scratch)
      : query_(query),
        scratch_(scratch),
        X_a_(query.a.X_WS.R, Vector3::Zero()),
        X_b_(query.b.X_WS.R, query.b.X_WS.p - query.a.X_WS.p),
        a_({query.a.shape, X_a_}),
        b_({query.b.shape, X_b_}) {}

  bool fcl(const FclNarrowPhase& solver, int& failures) {
    separation_ = solver.signed_distance(a_.posed(), b_.posed());
    if (!separation_.valid) {
      ++failures;
      return false;
    }
    separation_.point_a -= a_.radius() * separation_.normal;
    separation_.point_b += b_.radius() * separation_.normal;
    return confirm();
  }

  // Tries three shifts that are not coplanar, because the failure may be caused by a symmetry of
  // the pose.
  bool perturbed() {
    for (const Vector3& shift :
         {Vector3(0.6, 0.48, 0.64), Vector3(-0.48, 0.64, 0.6), Vector3(0.64, -0.6, 0.48)}) {
      const double size = a_.support(shift).norm() + (b_.support(shift) - X_b_.p).norm();
      const RigidTransform X_shifted(X_b_.R, X_b_.p + kShift * size * shift);
      const ConvexCore shifted({query_.b.shape, X_shifted});
      separation_ = surface_separation(a_, shifted, query_.margin + kShift * size, scratch_);
      if (separation_.beyond) return true;
      if (separation_.valid) return confirm();
    }
    return false;
  }

  bool last_normal() {
    if (!(query_.hint.last_normal.norm() > 0.5)) return false;
    separation_ = {};
    separation_.normal = query_.hint.last_normal.normalized();
    separation_.point_a = a_.support(separation_.normal);
    separation_.point_b = b_.support(-separation_.normal);
    return confirm();
  }

  void append_patch(std::vector<Patch>& patches) {
    if (separation_.beyond) return;
    Patch patch = patch_along(a_, b_, separation_, query_.margin, scratch_);
    for (PatchPoint& p : patch.points) p.point += query_.a.X_WS.p;
    if (patch.count > 0) patches.push_back(patch);
  }

 private:
  // Computes the distance at the original pose, along a normal that is at least a local maximum.
  bool confirm() {
    separation_.distance = separation_along(a_, b_, separation_.normal);
    if (!std::isfinite(separation_.distance)) return false;
    refine_separation(a_, b_, separation_, scratch_);
    return true;
  }

  const LadderQuery& query_;
  NarrowPhaseScratch& scratch_;
  RigidTransform X_a_, X_b_;
  ConvexCore a_, b_;
  Separation separation_;
};

}  // namespace

Rung climb_ladder(const LadderQuery& query, const FclNarrowPhase& fcl, int& fcl_failures,
                  NarrowPhaseScratch& scratch, std::vector<Patch>& patches) {
  Climber climber(query, scratch);
  Rung reached = Rung::kUnresolved;
  if (query.first <= Rung::kFcl && climber.fcl(fcl, fcl_failures)) {
    reached = Rung::kFcl;
  } else if (query.first <= Rung::kPerturbed && climber.perturbed()) {
    reached = Rung::kPerturbed;
  } else if (query.first <= Rung::kLastNormal && climber.last_normal()) {
    reached = Rung::kLastNormal;
  }
  if (reached != Rung::kUnresolved) climber.append_patch(patches);
  return reached;
}

}  // namespace cardan
