#include "geometry/hull_faces.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace cardan {
namespace {

struct DirectedEdge {
  int from, to, face;
};

bool by_ends(const DirectedEdge& e, const DirectedEdge& f) {
  return std::tie(e.from, e.to) < std::tie(f.from, f.to);
}

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class FaceMerging {
 public:
  FaceMerging(const std::vector<Vector3>& points, const std::vector<std::array<int, 3>>& triangles,
              double tolerance)
      : points_(points),
        triangles_(triangles),
        tolerance_(tolerance),
        region_(triangles.size(), -1),
        next_(points.size(), -1) {
    for (const auto& [a, b, c] : triangles_) {
      area_.push_back((points_[at(b)] - points_[at(a)]).cross(points_[at(c)] - points_[at(a)]));
    }
  }

  std::vector<std::vector<int>> run() {
    if (!find_neighbours()) return {};
    // In descending order of area: the plane of a large triangle is the most accurate.
    std::vector<int> order(triangles_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int i, int j) {
      return area_[at(i)].squaredNorm() > area_[at(j)].squaredNorm();
    });
    for (const int seed : order) {
      if (region_[at(seed)] >= 0) continue;
      grow(seed);
      add_loop();
      ++num_regions_;
    }
    if (!drop_points_of_two_faces() || !is_closed()) return {};
    return std::move(loops_);
  }

 private:
  // Finds the triangle across each edge. Returns false if an edge has none, or more than one.
  bool find_neighbours() {
    std::vector<DirectedEdge> edges;
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k)
        edges.push_back({triangles_[i][k], triangles_[i][(k + 1) % 3], static_cast<int>(i)});
    }
    std::sort(edges.begin(), edges.end(), by_ends);
    neighbours_.resize(triangles_.size());
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        const DirectedEdge back{triangles_[i][(k + 1) % 3], triangles_[i][k], 0};
        const auto [first, last] = std::equal_range(edges.begin(), edges.end(), back, by_ends);
        if (last - first != 1) return false;
        neighbours_[i][k] = first->face;
      }
    }
    return true;
  }

  bool lies_in(const Vector3& normal, double offset, int triangle) const {
    if (!(area_[at(triangle)].dot(normal) >= 0)) return false;
    const auto& corners = triangles_[at(triangle)];
    return std::all_of(corners.begin(), corners.end(), [&](int i) {
      return std::abs(normal.dot(points_[at(i)]) - offset) <= tolerance_;
    });
  }

  // Collects in members_ the seed and the triangles connected to it within the tolerance of its
  // plane.
  void grow(int seed) {
    const Vector3 normal = area_[at(seed)].normalized();
    const double offset = normal.dot(points_[at(triangles_[at(seed)][0])]);
    members_.assign(1, seed);
    region_[at(seed)] = num_regions_;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      for (const int neighbour : neighbours_[at(members_[i])]) {
        if (region_[at(neighbour)] >= 0 || !lies_in(normal, offset, neighbour)) continue;
        region_[at(neighbour)] = num_regions_;
        members_.push_back(neighbour);
      }
    }
  }

  // Adds the border of members_ as one loop. If the border has several loops, the triangles stay
  // separate.
  void add_loop() {
    std::vector<int> starts;
    bool simple = true;
    for (const int member : members_) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (region_[at(neighbours_[at(member)][k])] == num_regions_) continue;
        const int from = triangles_[at(member)][k];
        if (next_[at(from)] >= 0) simple = false;
        next_[at(from)] = triangles_[at(member)][(k + 1) % 3];
        starts.push_back(from);
      }
    }
    std::vector<int> loop;
    if (simple && !starts.empty()) {
      int i = starts.front();
      do {
        loop.push_back(i);
        i = next_[at(i)];
      } while (i != starts.front() && i >= 0 && loop.size() <= starts.size());
    }
    for (const int i : starts) next_[at(i)] = -1;
    if (loop.size() == starts.size() && loop.size() >= 3) {
      loops_.push_back(std::move(loop));
      return;
    }
    for (const int member : members_) {
      const auto& t = triangles_[at(member)];
      loops_.push_back({t[0], t[1], t[2]});
    }
  }

  bool drop_points_of_two_faces() {
    std::vector<int> faces(points_.size(), 0);
    for (const auto& loop : loops_)
      for (const int i : loop) ++faces[at(i)];
    for (auto& loop : loops_) {
      std::erase_if(loop, [&](int i) { return faces[at(i)] < 3; });
      if (loop.size() < 3) return false;
    }
    return true;
  }

  // True if every edge has a face on either side and the surface is topologically a sphere [Euler].
  bool is_closed() const {
    std::vector<DirectedEdge> edges;
    std::vector<char> used(points_.size(), 0);
    for (const auto& loop : loops_) {
      for (std::size_t i = 0; i < loop.size(); ++i) {
        edges.push_back({loop[i], loop[(i + 1) % loop.size()], 0});
        used[at(loop[i])] = 1;
      }
    }
    std::sort(edges.begin(), edges.end(), by_ends);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (i > 0 && !by_ends(edges[i - 1], edges[i])) return false;
      if (!std::binary_search(edges.begin(), edges.end(),
                              DirectedEdge{edges[i].to, edges[i].from, 0}, by_ends))
        return false;
    }
    const auto corners = std::count(used.begin(), used.end(), 1);
    return corners + static_cast<long>(loops_.size()) - static_cast<long>(edges.size() / 2) == 2;
  }

  const std::vector<Vector3>& points_;
  const std::vector<std::array<int, 3>>& triangles_;
  double tolerance_;
  std::vector<Vector3> area_;  // twice the area vector of each triangle
  std::vector<std::array<int, 3>> neighbours_;
  std::vector<int> region_, members_;
  std::vector<int> next_;  // next vertex on the border of a region; −1 elsewhere
  std::vector<std::vector<int>> loops_;
  int num_regions_ = 0;
};

}  // namespace

std::vector<std::vector<int>> merge_coplanar(const std::vector<Vector3>& points,
                                             const std::vector<std::array<int, 3>>& triangles,
                                             double tolerance) {
  return FaceMerging(points, triangles, tolerance).run();
}

}  // namespace cardan
