#include "collision/narrow/expanding_polytope.h"

namespace cardan {
namespace {

constexpr int kMaxExpansions = 256;
constexpr double kAcceptable = 0.05;   // largest acceptable uncertainty of the depth when the
                                       // expansion ends by round-off or by the iteration limit
constexpr double kDegenerate = 1e-14;  // relative to the size

class Polytope {
 public:
  Polytope(const DifferenceSupport& support, SeparationScratch& scratch)
      : support_(support),
        vertices_(scratch.vertices),
        faces_(scratch.faces),
        horizon_(scratch.horizon) {
    vertices_.clear();
    faces_.clear();
  }

  bool start(const DifferenceSimplex& simplex);
  Separation run(double tolerance);

 private:
  const Vector3& w(int i) const { return vertices_[static_cast<std::size_t>(i)].w; }
  bool offer(const Vector3& direction, double (Polytope::*measure)(const Vector3&) const);
  double off_point(const Vector3& x) const { return (x - w(0)).norm(); }
  double off_line(const Vector3& x) const {
    return (w(1) - w(0)).normalized().cross(x - w(0)).norm();
  }
  double off_plane(const Vector3& x) const {
    return std::abs((w(1) - w(0)).cross(w(2) - w(0)).normalized().dot(x - w(0)));
  }
  bool add_face(int i, int j, int k);
  int nearest_face() const;
  bool expand(const DifferenceVertex& next);
  void place_witness(const DifferenceFace& face, Separation& result) const;

  const DifferenceSupport& support_;
  std::vector<DifferenceVertex>& vertices_;
  std::vector<DifferenceFace>& faces_;
  std::vector<std::array<int, 2>>& horizon_;
  Vector3 inside_ = Vector3::Zero();
  double size_ = 0;
};

// Adds the support point of a direction or of its opposite if it increases the dimension of the
// simplex by one.
bool Polytope::offer(const Vector3& direction, double (Polytope::*measure)(const Vector3&) const) {
  const DifferenceVertex plus = support_(direction), minus = support_(-direction);
  const double off_plus = (this->*measure)(plus.w), off_minus = (this->*measure)(minus.w);
  const DifferenceVertex& best = off_plus >= off_minus ? plus : minus;
  size_ = std::max({size_, best.a.lpNorm<Eigen::Infinity>(), best.b.lpNorm<Eigen::Infinity>()});
  if (std::max(off_plus, off_minus) <= 1e-10 * size_) return false;
  vertices_.push_back(best);
  return true;
}

// Completes the simplex to a tetrahedron with volume. It need not enclose the origin.
bool Polytope::start(const DifferenceSimplex& simplex) {
  for (int i = 0; i < simplex.count(); ++i) vertices_.push_back(simplex.vertex(i));
  size_ = simplex.size();
  if (vertices_.size() >= 2 && off_point(w(1)) <= 1e-10 * size_) vertices_.resize(1);
  if (vertices_.size() >= 3 && off_line(w(2)) <= 1e-10 * size_) vertices_.resize(2);
  if (vertices_.size() >= 4 && off_plane(w(3)) <= 1e-10 * size_) vertices_.resize(3);
  for (int axis = 0; axis < 3 && vertices_.size() < 2; ++axis)
    offer(Vector3::Unit(axis), &Polytope::off_point);
  if (vertices_.size() < 2) return false;
  for (int axis = 0; axis < 3 && vertices_.size() < 3; ++axis) {
    const Vector3 side = (w(1) - w(0)).cross(Vector3::Unit(axis));
    if (side.norm() > 1e-3 * (w(1) - w(0)).norm()) offer(side.normalized(), &Polytope::off_line);
  }
  if (vertices_.size() < 3) return false;
  if (vertices_.size() < 4)
    offer((w(1) - w(0)).cross(w(2) - w(0)).normalized(), &Polytope::off_plane);
  if (vertices_.size() < 4) return false;
  inside_ = 0.25 * (w(0) + w(1) + w(2) + w(3));
  return add_face(0, 1, 2) && add_face(0, 3, 1) && add_face(0, 2, 3) && add_face(1, 3, 2);
}

// Returns false if the triangle has no area: the polytope cannot be refined further.
bool Polytope::add_face(int i, int j, int k) {
  DifferenceFace face{{i, j, k}, (w(j) - w(i)).cross(w(k) - w(i)), 0};
  const double area = face.normal.norm();
  if (!(area > kDegenerate * kDegenerate * size_ * size_)) return false;
  face.normal /= area;
  if (face.normal.dot(inside_ - w(i)) > 0) {
    face.normal = -face.normal;
    std::swap(face.v[1], face.v[2]);
  }
  face.distance = face.normal.dot(w(i));
  faces_.push_back(face);
  return true;
}

int Polytope::nearest_face() const {
  int best = 0;
  for (int i = 1; i < static_cast<int>(faces_.size()); ++i)
    if (faces_[static_cast<std::size_t>(i)].distance <
        faces_[static_cast<std::size_t>(best)].distance)
      best = i;
  return best;
}

// Replaces the faces visible from the new vertex by a fan over their outline. Returns false if
// round-off has made the outline inconsistent; the polytope then cannot be improved.
bool Polytope::expand(const DifferenceVertex& next) {
  horizon_.clear();
  std::size_t kept = 0;
  for (const DifferenceFace& face : faces_) {
    if (face.normal.dot(next.w) - face.distance <= kDegenerate * size_) {
      faces_[kept++] = face;
      continue;
    }
    for (std::size_t e = 0; e < 3; ++e) {
      const std::array<int, 2> edge{face.v[e], face.v[(e + 1) % 3]};
      const auto twin =
          std::find(horizon_.begin(), horizon_.end(), std::array<int, 2>{edge[1], edge[0]});
      if (std::find(horizon_.begin(), horizon_.end(), edge) != horizon_.end()) return false;
      if (twin != horizon_.end()) {
        horizon_.erase(twin);
      } else {
        horizon_.push_back(edge);
      }
    }
  }
  faces_.resize(kept);
  const int apex = static_cast<int>(vertices_.size());
  vertices_.push_back(next);
  for (const auto& [i, j] : horizon_)
    if (!add_face(i, j, apex)) return false;
  return !faces_.empty();
}

void Polytope::place_witness(const DifferenceFace& face, Separation& result) const {
  // Barycentric coordinates of the foot of the origin on the face.
  const Vector3 &p = w(face.v[0]), &q = w(face.v[1]), &r = w(face.v[2]);
  const Vector3 foot = face.normal * face.distance;
  const Vector3 n = (q - p).cross(r - p);
  const double square = n.squaredNorm();
  std::array<double, 3> lambda{n.dot((q - foot).cross(r - foot)) / square,
                               n.dot((r - foot).cross(p - foot)) / square,
                               n.dot((p - foot).cross(q - foot)) / square};
  // Round-off may place the foot outside the face; the witness must stay on the shapes.
  for (double& l : lambda) l = std::max(0.0, l);
  const double sum = lambda[0] + lambda[1] + lambda[2];
  for (double& l : lambda) l = sum > 0 ? l / sum : 1.0 / 3;
  for (std::size_t i = 0; i < 3; ++i) {
    const DifferenceVertex& vertex = vertices_[static_cast<std::size_t>(face.v[i])];
    result.point_a += lambda[i] * vertex.a;
    result.point_b += lambda[i] * vertex.b;
  }
}

Separation Polytope::run(double tolerance) {
  Separation best;
  DifferenceFace nearest;
  double least = std::numeric_limits<double>::infinity(), floor = -least;
  for (int iteration = 0; iteration < kMaxExpansions; ++iteration) {
    nearest = faces_[static_cast<std::size_t>(nearest_face())];
    const DifferenceVertex next = support_(nearest.normal);
    // The depth lies between the nearest face and the support plane along its normal.
    const double bound = nearest.normal.dot(next.w);
    floor = std::max(floor, nearest.distance);
    if (bound < least) {
      least = bound;
      best.normal = nearest.normal;
      best.distance = -bound;
    }
    if (least - floor <= tolerance * size_) break;
    if (!expand(next)) break;
  }
  // Only for the nearest face of all is the foot of the origin certain to lie inside.
  place_witness(nearest, best);
  best.uncertainty = std::max(0.0, least - floor);
  best.valid = best.uncertainty <= kAcceptable * size_;
  return best;
}

}  // namespace

Separation expand_polytope(const DifferenceSimplex& simplex, const DifferenceSupport& support,
                           double tolerance, SeparationScratch& scratch) {
  Polytope polytope(support, scratch);
  if (!polytope.start(simplex)) return {};
  return polytope.run(tolerance);
}

}  // namespace cardan
