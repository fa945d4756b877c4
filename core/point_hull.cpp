#include "core/point_hull.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "cardan/error.h"

/// Quickhull [Barber, Dobkin, Huhdanpaa 1996]: each face keeps the points outside it; the farthest
/// of them is joined to the edge of the faces that it sees.
namespace cardan {
namespace {

constexpr double kFlat = 1e-9;  // relative to the size of the set

struct HullFace {
  std::array<int, 3> corner;
  std::array<int, 3> across;  ///< face beyond the edge from corner k to corner k + 1
  Vector3 normal = Vector3::Zero();
  std::vector<int> outside;
  int farthest = -1;    ///< of the points outside
  double distance = 0;  ///< of this point
  bool alive = true;
};

class PointHull {
 public:
  PointHull(const std::vector<Vector3>& points, const std::string& name)
      : points_(points), name_(name) {}

  std::vector<std::array<int, 3>> triangles() {
    if (!begin()) return {};
    for (std::size_t f = 0; f < faces_.size(); ++f)
      while (faces_[f].alive && faces_[f].farthest >= 0) add_point(static_cast<int>(f));
    std::vector<std::array<int, 3>> result;
    for (const HullFace& face : faces_)
      if (face.alive) result.push_back(face.corner);
    return result;
  }

 private:
  const Vector3& at(int i) const { return points_[static_cast<std::size_t>(i)]; }
  HullFace& face(int i) { return faces_[static_cast<std::size_t>(i)]; }

  double height(const HullFace& face, int point) const {
    return face.normal.dot(at(point) - at(face.corner[0]));
  }

  template <class F>
  int greatest(F value) const {
    int best = 0;
    for (int i = 1; i < static_cast<int>(points_.size()); ++i)
      if (value(i) > value(best)) best = i;
    return best;
  }

  int add_face(int a, int b, int c) {
    HullFace made;
    made.corner = {a, b, c};
    made.across = {-1, -1, -1};
    made.normal = (at(b) - at(a)).cross(at(c) - at(a)).stableNormalized();
    faces_.push_back(std::move(made));
    return static_cast<int>(faces_.size()) - 1;
  }

  // A tetrahedron of far points. Returns false if all points are in one plane.
  bool begin() {
    if (points_.size() < 4) return false;
    const int a = greatest([&](int i) { return -at(i).x(); });
    const int b = greatest([&](int i) { return (at(i) - at(a)).norm(); });
    const double size = (at(b) - at(a)).norm();
    flat_ = kFlat * size;
    if (!(size > 0)) return false;
    const Vector3 along = (at(b) - at(a)) / size;
    const int c = greatest([&](int i) { return along.cross(at(i) - at(a)).norm(); });
    const Vector3 up = along.cross(at(c) - at(a));
    if (!(up.norm() > flat_)) return false;
    const Vector3 normal = up.normalized();
    const auto offset = [&](int i) { return normal.dot(at(i) - at(a)); };
    const int d = greatest([&](int i) { return std::abs(offset(i)); });
    if (!(std::abs(offset(d)) > flat_)) return false;
    const bool above = offset(d) > 0;
    const int p = above ? b : a, q = above ? a : b;  // c, p, q faces away from d
    const std::vector<int> made{add_face(p, q, c), add_face(q, p, d), add_face(p, c, d),
                                add_face(c, q, d)};
    join(made);
    std::vector<int> all(points_.size());
    std::iota(all.begin(), all.end(), 0);
    distribute(all, made);
    return true;
  }

  // Sets the faces across the edges of new faces, among these and old faces.
  void join(const std::vector<int>& made) {
    std::map<std::pair<int, int>, std::pair<int, std::size_t>> open;
    for (const int f : made) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (face(f).across[k] >= 0) continue;
        const int from = face(f).corner[k], to = face(f).corner[(k + 1) % 3];
        const auto other = open.find({to, from});
        if (other == open.end()) {
          if (!open.emplace(std::pair(from, to), std::pair(f, k)).second) fail();
          continue;
        }
        const auto [g, l] = other->second;
        face(f).across[k] = g;
        face(g).across[l] = f;
        open.erase(other);
      }
    }
    if (!open.empty()) fail();
  }

  void distribute(const std::vector<int>& points, const std::vector<int>& among) {
    for (const int point : points) {
      for (const int f : among) {
        const double distance = height(face(f), point);
        if (!(distance > flat_)) continue;
        face(f).outside.push_back(point);
        if (distance > face(f).distance) {
          face(f).distance = distance;
          face(f).farthest = point;
        }
        break;
      }
    }
  }

  // Replaces the faces that the farthest point of a face sees.
  void add_point(int seen) {
    const int point = face(seen).farthest;
    std::vector<int> visible{seen}, left, made;
    face(seen).alive = false;
    for (std::size_t i = 0; i < visible.size(); ++i)
      for (const int g : face(visible[i]).across)
        if (face(g).alive && height(face(g), point) > flat_) {
          face(g).alive = false;
          visible.push_back(g);
        }
    for (const int f : visible) {
      left.insert(left.end(), face(f).outside.begin(), face(f).outside.end());
      face(f).outside = {};
      for (std::size_t k = 0; k < 3; ++k) {
        const int g = face(f).across[k];
        if (!face(g).alive) continue;
        const int n = add_face(face(f).corner[k], face(f).corner[(k + 1) % 3], point);
        face(n).across[0] = g;
        for (std::size_t l = 0; l < 3; ++l)
          if (face(g).corner[l] == face(n).corner[1] &&
              face(g).corner[(l + 1) % 3] == face(n).corner[0])
            face(g).across[l] = n;
        made.push_back(n);
      }
    }
    join(made);
    distribute(left, made);
  }

  [[noreturn]] void fail() const {
    throw Error("rounding leaves no closed hull of the points", name_,
                "write the faces of the mesh");
  }

  const std::vector<Vector3>& points_;
  const std::string& name_;
  std::vector<HullFace> faces_;
  double flat_ = 0;
};

}  // namespace

std::vector<std::array<int, 3>> hull_triangles(const std::vector<Vector3>& points,
                                               const std::string& name) {
  for (const Vector3& point : points)
    if (!point.allFinite()) throw Error("a point is not finite", name, "export the mesh again");
  return PointHull(points, name).triangles();
}

}  // namespace cardan
