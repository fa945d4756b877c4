#include "collision/narrow/convex_pairs.h"

#include "collision/narrow/convex_refinement.h"

namespace cardan {
namespace {

constexpr double kSnap =
    1e-11;  // relative: a flat part's normal is preferred if its separation is equal within this
constexpr double kFaceFirst =
    2e-11;  // relative: an edge pair must separate better than a face by this

constexpr double kExact = 1e-13;     // relative: GJK and EPA have ended exactly in a face or edge
constexpr double kUncertain = 1e-9;  // relative: a distance with an uncertainty below this counts
                                     // as known
constexpr double kNewStart = 0.9;    // cosine below which a face is used as another start
constexpr std::size_t kMaxStarts = 12;

double reach(const ConvexCore& core, const Vector3& n) {
  return core.support(n).lpNorm<Eigen::Infinity>();
}

// Replaces an iterated normal by that of a flat part nearby, which is exact.
void snap_normal(const ConvexCore& a, const ConvexCore& b, Separation& separation,
                 NarrowPhaseScratch& scratch) {
  const double tolerance =
      kSnap * std::max(reach(a, separation.normal), reach(b, -separation.normal));
  double best = -std::numeric_limits<double>::infinity();
  Vector3 best_normal = separation.normal;
  const auto offer = [&](const Vector3& n) {
    const double along = separation_along(a, b, n);
    if (along > best + 0.1 * tolerance) {
      best = along;
      best_normal = n;
    }
  };
  const Vector3 n = separation.normal;
  flat_normals_near(a.posed(), n, scratch.normals);
  for (const Vector3& m : scratch.normals) offer(m);
  flat_normals_near(b.posed(), -n, scratch.normals);
  for (const Vector3& m : scratch.normals) offer(-m);
  if (best < separation.distance - tolerance) return;
  separation.normal = best_normal;
  separation.distance = best;
}

// The nearest face of the expanding polytope whose normal is not close to one already tried.
bool next_start(const std::vector<DifferenceFace>& faces, const std::vector<Vector3>& tried,
                double depth, Vector3& normal) {
  double least = depth;
  bool found = false;
  for (const DifferenceFace& face : faces) {
    if (!(face.distance < least)) continue;
    if (std::any_of(tried.begin(), tried.end(),
                    [&](const Vector3& n) { return n.dot(face.normal) > kNewStart; }))
      continue;
    least = face.distance;
    normal = face.normal;
    found = true;
  }
  return found;
}

// If the minima form a ring or surround the shapes (coaxial cylinders, a point in the middle of a
// near-sphere), the polytope would need thousands of faces to find the least one. Instead, every
// face that may still hold a smaller depth is used as a start.
void refine_from_faces(const ConvexCore& a, const ConvexCore& b, Separation& separation,
                       NarrowPhaseScratch& scratch) {
  std::vector<Vector3>& tried = scratch.starts;
  tried.clear();
  tried.push_back(separation.normal);
  Vector3 normal;
  while (tried.size() < kMaxStarts &&
         next_start(scratch.separation.faces, tried, -separation.distance, normal)) {
    tried.push_back(normal);
    Separation other = separation;
    other.normal = normal;
    refine_separation(a, b, other, scratch);
    if (other.distance > separation.distance) separation = other;
  }
}

/// Both shapes shifted so that the frame of a is at the origin. Round-off then does not depend on
/// the position in the world.
struct NearOrigin {
  NearOrigin(const PosedShape& a, const PosedShape& b)
      : X_a(a.X_WS.R, Vector3::Zero()), X_b(b.X_WS.R, b.X_WS.p - a.X_WS.p) {}
  RigidTransform X_a, X_b;
};

void append_moved(Patch patch, const Vector3& origin, std::vector<Patch>& patches) {
  if (patch.count == 0) return;
  for (int i = 0; i < patch.count; ++i) patch.points[static_cast<std::size_t>(i)].point += origin;
  patches.push_back(patch);
}

/// The axis of two boxes with the greatest signed distance along it.
struct BoxAxis {
  Vector3 normal = Vector3::Zero();  // from a to b
  double distance = -std::numeric_limits<double>::infinity();
  int edge_a = -1, edge_b = -1;  // -1: a face normal
};

/// Separating axes in the frames of the boxes, where the projection of a box is a sum of three
/// products [Gottschalk, Lin, Manocha 1996, Sect. 5].
class BoxAxes {
 public:
  BoxAxes(const PosedShape& a, const PosedShape& b)
      : A_(a.X_WS.R),
        B_(b.X_WS.R),
        half_a_(0.5 * a.shape.size),
        half_b_(0.5 * b.shape.size),
        R_(A_.transpose() * B_),
        abs_R_(R_.cwiseAbs()),
        size_(half_a_.maxCoeff() + half_b_.maxCoeff()) {
    const Vector3 t = b.X_WS.p - a.X_WS.p;
    t_a_ = A_.transpose() * t;
    t_b_ = B_.transpose() * t;
  }

  /// The best of the fifteen axes. Stops at the first one that separates by more than the margin.
  BoxAxis best(double margin) {
    const Vector3 of_a = t_a_.cwiseAbs() - half_a_ - abs_R_ * half_b_;
    const Vector3 of_b = t_b_.cwiseAbs() - half_b_ - abs_R_.transpose() * half_a_;
    for (int i = 0; i < 3 && best_.distance <= margin; ++i) offer_face(i, of_a[i], t_a_[i], A_);
    for (int j = 0; j < 3 && best_.distance <= margin; ++j) offer_face(j, of_b[j], t_b_[j], B_);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3 && best_.distance <= margin; ++j) offer_edges(i, j);
    return best_;
  }

 private:
  void offer_face(int axis, double distance, double along, const Matrix3& frame) {
    if (distance <= best_.distance + 1e-12 * size_) return;
    best_ = {frame.col(axis) * (along < 0 ? -1.0 : 1.0), distance, -1, -1};
  }

  // In the frame of a, A_i × B_j is (0, −R_kj, R_lj) for the components i, l, k.
  void offer_edges(int i, int j) {
    const int l = (i + 1) % 3, k = (i + 2) % 3, m = (j + 1) % 3, o = (j + 2) % 3;
    const double norm = std::hypot(R_(l, j), R_(k, j));
    if (!(norm > 1e-6)) return;
    const double along = (t_a_[k] * R_(l, j) - t_a_[l] * R_(k, j)) / norm;
    const double reach_a = half_a_[l] * abs_R_(k, j) + half_a_[k] * abs_R_(l, j);
    const double reach_b = half_b_[m] * abs_R_(i, o) + half_b_[o] * abs_R_(i, m);
    const double distance = std::abs(along) - (reach_a + reach_b) / norm;
    const double needed = best_.edge_a < 0 ? kFaceFirst : 1e-12;
    if (distance <= best_.distance + needed * size_) return;
    // Computed from the same entries of R_ as the distance, because the cross product of nearly
    // parallel edges is dominated by round-off.
    const Vector3 n = (A_.col(k) * R_(l, j) - A_.col(l) * R_(k, j)) / norm;
    best_ = {along < 0 ? Vector3(-n) : n, distance, i, j};
  }

  const Matrix3 &A_, &B_;
  Vector3 half_a_, half_b_;
  Matrix3 R_, abs_R_;
  double size_;
  Vector3 t_a_, t_b_;
  BoxAxis best_;
};

/// The edge of a box parallel to its axis `axis` that is farthest along d: midpoint and half
/// vector.
void far_edge(const PosedShape& box, int axis, const Vector3& d, Vector3& middle, Vector3& half) {
  middle = box.X_WS.p;
  for (int i = 0; i < 3; ++i) {
    const Vector3 e = 0.5 * box.shape.size[i] * box.X_WS.R.col(i);
    if (i == axis) {
      half = e;
    } else {
      middle += e * (e.dot(d) > 0 ? 1.0 : -1.0);
    }
  }
}

// Nearest points of the lines of two crossing edges. Returns false if they lie beyond the ends of
// the edges.
bool edge_witness(const PosedShape& a, const PosedShape& b, const BoxAxis& axis,
                  Separation& separation) {
  Vector3 p, u, q, v;
  far_edge(a, axis.edge_a, axis.normal, p, u);
  far_edge(b, axis.edge_b, -axis.normal, q, v);
  // min |p + s u - q - t v|²
  const Vector3 r = p - q;
  const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v);
  const double determinant = uu * vv - uv * uv;
  const double s = (uv * v.dot(r) - vv * u.dot(r)) / determinant;
  const double t = (uu * v.dot(r) - uv * u.dot(r)) / determinant;
  separation.point_a = p + s * u;
  separation.point_b = q + t * v;
  constexpr double kEnd = 1 + 1e-9;
  return std::abs(s) <= kEnd && std::abs(t) <= kEnd;
}

// True if clipping found the distance of the axis, which is then the true distance. Otherwise the
// patch contains the point of the separation, which is undefined for a face axis. (Separated boxes
// may be nearer along a direction that is not a candidate axis: vertex to vertex or vertex to
// edge.)
bool realised(const Patch& patch) {
  const auto end = patch.points.begin() + patch.count;
  return patch.count > 0 && std::none_of(patch.points.begin(), end,
                                         [](const PatchPoint& p) { return p.feature == kWitness; });
}

}  // namespace

Separation surface_separation(const ConvexCore& a, const ConvexCore& b, double margin,
                              NarrowPhaseScratch& scratch) {
  Separation separation = separate(a, b, margin + a.radius() + b.radius(), scratch.separation);
  if (!separation.valid) return separation;
  const double size = std::max(reach(a, separation.normal), reach(b, -separation.normal));
  const bool curved = !a.is_polytope() || !b.is_polytope();
  const double most = separation.distance + separation.uncertainty;
  const bool overlap = separation.distance <= 0;
  // If a flat part touches or nothing is curved, no refinement is needed.
  snap_normal(a, b, separation, scratch);
  if (most - separation.distance > kExact * size) {
    refine_separation(a, b, separation, scratch);
    if (overlap && most - separation.distance > kUncertain * size)
      refine_from_faces(a, b, separation, scratch);
    snap_normal(a, b, separation, scratch);
  }
  separation.uncertainty = std::max(0.0, most - separation.distance);
  separation.valid = curved || separation.uncertainty <= kUncertain * size;
  return separation;
}

bool convex_patch(const PosedShape& a_W, const PosedShape& b_W, double margin,
                  NarrowPhaseScratch& scratch, std::vector<Patch>& patches) {
  const NearOrigin near(a_W, b_W);
  const ConvexCore a({a_W.shape, near.X_a}), b({b_W.shape, near.X_b});
  const Separation separation = surface_separation(a, b, margin, scratch);
  if (separation.beyond) return true;
  if (!separation.valid) return false;
  append_moved(patch_along(a, b, separation, margin, scratch), a_W.X_WS.p, patches);
  return true;
}

bool box_box_patch(const PosedShape& a_W, const PosedShape& b_W, double margin,
                   NarrowPhaseScratch& scratch, std::vector<Patch>& patches) {
  const NearOrigin near(a_W, b_W);
  const PosedShape posed_a{a_W.shape, near.X_a}, posed_b{b_W.shape, near.X_b};
  const BoxAxis axis = BoxAxes(posed_a, posed_b).best(margin);
  if (!(axis.distance <= margin)) return true;
  Separation separation;
  separation.normal = axis.normal;
  separation.distance = axis.distance;
  bool is_true = true;
  if (axis.edge_a >= 0) {
    is_true = edge_witness(posed_a, posed_b, axis, separation);
  } else {
    separation.point_a = 0.5 * near.X_b.p;  // not used if clipping finds the deepest point
    separation.point_b = separation.point_a;
  }
  const ConvexCore a(posed_a), b(posed_b);
  const Patch patch = patch_along(a, b, separation, margin, scratch);
  if (axis.edge_a < 0) is_true = realised(patch);
  if (!is_true) return convex_patch(a_W, b_W, margin, scratch, patches);
  append_moved(patch, a_W.X_WS.p, patches);
  return true;
}

}  // namespace cardan
