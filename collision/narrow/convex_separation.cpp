#include "collision/narrow/convex_separation.h"

#include "collision/narrow/difference_simplex.h"
#include "collision/narrow/expanding_polytope.h"
#include "geometry/shape_form.h"

namespace cardan {
namespace {

constexpr int kMaxGjkIterations = 128;
constexpr double kGjkRelative = 1e-14;    // of the squared distance
constexpr double kTouching = 1e-10;       // relative to the size: cores nearer than this are passed
                                          // to EPA
constexpr double kReached = 1e-9;         // relative: accuracy that GJK must have reached when it
                                          // stops
constexpr double kPolytopeDepth = 1e-12;  // relative, of EPA: small enough that it ends in a face
constexpr double kCurvedDepth = 1e-10;    // relative, of EPA: the normal is refined afterwards
constexpr std::size_t kClimbFrom = 48;    // hulls with fewer vertices are scanned

}  // namespace

ConvexCore::ConvexCore(const PosedShape& posed) : posed_(posed), form_(form_of(posed.shape)) {
  if (form_.has_radius) radius_ = posed.shape.size.x();
}

Vector3 ConvexCore::support(const Vector3& d) const {
  const RigidTransform& X = posed_.X_WS;
  if (form_.has_radius) {  // a segment along z; a point if its length is 0
    const double half = core_half_length(posed_.shape);
    if (half == 0) return X.p;
    const Vector3 axis = X.R.col(2);
    return X.p + axis * std::copysign(half, axis.dot(d));
  }
  const Vector3 d_S = X.R.transpose() * d;
  if (posed_.shape.hull != nullptr) return X * hull_support(d_S);
  return X * form_.support(posed_.shape, d_S);
}

bool ConvexCore::is_polytope() const { return form_.is_polytope; }

// Hill climbing over the edges of a large hull. On a convex polytope, a vertex without a better
// neighbour is the maximum.
Vector3 ConvexCore::hull_support(const Vector3& d_S) const {
  const ConvexHull& hull = *posed_.shape.hull;
  if (hull.vertices.size() < kClimbFrom) return support_point(posed_.shape, d_S);
  int vertex = last_vertex_;
  double best = d_S.dot(hull.vertices[static_cast<std::size_t>(vertex)]);
  for (bool climbing = true; climbing;) {
    climbing = false;
    const int from = vertex;
    for (int next : hull.neighbours[static_cast<std::size_t>(from)]) {
      const double value = d_S.dot(hull.vertices[static_cast<std::size_t>(next)]);
      if (value > best) {
        best = value;
        vertex = next;
        climbing = true;
      }
    }
  }
  last_vertex_ = vertex;
  return hull.vertices[static_cast<std::size_t>(vertex)];
}

double separation_along(const ConvexCore& a, const ConvexCore& b, const Vector3& n) {
  return n.dot(b.support(-n)) - n.dot(a.support(n));
}

Separation separate(const ConvexCore& a, const ConvexCore& b, double limit,
                    SeparationScratch& scratch) {
  const auto difference_support = [&](const Vector3& d) {
    DifferenceVertex vertex;
    vertex.a = a.support(d);
    vertex.b = b.support(-d);
    vertex.w = vertex.a - vertex.b;
    return vertex;
  };
  const double tolerance = a.is_polytope() && b.is_polytope() ? kPolytopeDepth : kCurvedDepth;
  Separation result;
  DifferenceSimplex simplex;
  Vector3 v = a.centre() - b.centre();
  if (v.squaredNorm() == 0) v = Vector3::UnitX();
  simplex.add(difference_support(-v));
  v = simplex.closest_point();
  double size = simplex.size();
  // GJK: v is the point of the simplex nearest to the origin, -v the direction of the next support.
  for (int iteration = 0; iteration < kMaxGjkIterations; ++iteration) {
    const double square = v.squaredNorm();
    size = std::max(size, simplex.size());
    if (simplex.encloses_origin() || square <= std::pow(kTouching * size, 2)) {
      return expand_polytope(simplex, difference_support, tolerance, scratch);
    }
    const DifferenceVertex next = difference_support(-v);
    const double along = v.dot(next.w);  // v| times a lower bound of the distance
    if (along > 0 && along * along > limit * limit * square && limit >= 0) {
      result.beyond = true;
      return result;
    }
    if (square - along <= kGjkRelative * square || simplex.contains(next.w)) break;
    DifferenceSimplex grown = simplex;
    grown.add(next);
    const Vector3 nearer = grown.closest_point();
    if (!(nearer.squaredNorm() < square) && !grown.encloses_origin())
      break;  // round-off level
              // reached
    simplex = grown;
    v = nearer;
  }
  result.distance = v.norm();
  result.normal = -v / result.distance;
  simplex.witness(result.point_a, result.point_b);
  result.valid = v.allFinite() && result.distance > 0;
  result.uncertainty = std::max(0.0, result.distance - separation_along(a, b, result.normal));
  result.distance -= result.uncertainty;
  if (result.valid && result.uncertainty <= kReached * size) return result;
  // Stalled by round-off: the cores may overlap or nearly touch.
  const Separation overlap = expand_polytope(simplex, difference_support, tolerance, scratch);
  return overlap.valid && overlap.distance <= kReached * size ? overlap : result;
}

}  // namespace cardan
