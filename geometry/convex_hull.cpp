// Convex hulls by Qhull's reentrant C interface (thread-safe, no globals) [Barber, Dobkin,
// Huhdanpaa 1996].
#include <array>
#include <cstdio>
#include <cstdlib>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include "cardan/error.h"
#include "cardan/shape.h"
#include "geometry/hull_faces.h"

namespace cardan {
namespace {

// Facets within this distance of a plane, relative to the size, are merged into one face. Vertices
// in files are often rounded to single precision; without merging, the sole of a foot could break
// into slivers and the foot would stand on one of them.
constexpr double kCoplanar = 1e-6;

// For hulls with more vertices than this, faces are merged by merge_coplanar. Qhull's time is
// quadratic in the number of vertices of a face: 6 s for a cylinder with 10000.
constexpr int kManyCorners = 4000;
// Above this, a hull that merge_coplanar cannot handle is rejected.
constexpr int kMostCornersOfQhull = 20000;
// Above this, every hull is rejected: 200000 vertices take 3 s, and counting those of a million
// points takes 5 s.
constexpr int kMostCorners = 200000;
constexpr std::size_t kMostPoints = 1000000;

/// One run of Qhull. Owns its memory and the text of its error messages.
class QhullRun {
 public:
  QhullRun(std::vector<double>& coordinates, const std::string& options) {
    log_ = open_memstream(&text_, &text_size_);
    qh_zero(&qh_, log_);
    std::string command = "qhull Pp " + options;
    status_ = qh_new_qhull(&qh_, 3, static_cast<int>(coordinates.size() / 3), coordinates.data(),
                           False, command.data(), nullptr, log_);
  }
  ~QhullRun() {
    qh_.NOerrexit = True;
    // Free long memory first, then the pools that contain all short memory.
    int long_left = 0, bytes_left = 0;
    qh_freeqhull(&qh_, !qh_ALL);
    qh_memfreeshort(&qh_, &long_left, &bytes_left);
    std::fclose(log_);
    std::free(text_);
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;

  int status() const { return status_; }
  qhT* qh() { return &qh_; }

 private:
  qhT qh_;
  FILE* log_ = nullptr;
  char* text_ = nullptr;
  std::size_t text_size_ = 0;
  int status_ = 0;
};

// Twice the area vector of a vertex loop (Newell). Its direction is the normal by the right-hand
// rule.
Vector3 loop_area_vector(const std::vector<Vector3>& points, const std::vector<int>& loop) {
  Vector3 sum = Vector3::Zero();
  const Vector3& origin = points[static_cast<std::size_t>(loop[0])];
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
    sum += (points[static_cast<std::size_t>(loop[i])] - origin)
               .cross(points[static_cast<std::size_t>(loop[i + 1])] - origin);
  }
  return sum;
}

// Vertex loops of Qhull's facets (merged, possibly non-simplicial), as indices of the input points.
std::vector<std::vector<int>> facet_loops(qhT* qh, const std::vector<Vector3>& points) {
  std::vector<std::vector<int>> loops;
  facetT* facet = nullptr;
  vertexT *vertex = nullptr, **vertexp = nullptr;
  for (facet = qh->facet_list; facet && facet->next; facet = facet->next) {
    setT* ring = qh_facet3vertex(qh, facet);
    std::vector<int> loop;
    FOREACHvertex_(ring) loop.push_back(qh_pointid(qh, vertex->point));
    qh_settempfree(qh, &ring);
    const Vector3 outward(facet->normal[0], facet->normal[1], facet->normal[2]);
    if (loop_area_vector(points, loop).dot(outward) < 0) std::reverse(loop.begin(), loop.end());
    loops.push_back(std::move(loop));
  }
  return loops;
}

// Starts every loop at its least vertex and sorts the loops, so that the hull does not depend on
// the order of Qhull's traversal.
void canonicalise(std::vector<std::vector<int>>& loops) {
  for (auto& loop : loops)
    std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
  std::sort(loops.begin(), loops.end());
}

void add_edges(ConvexHull& hull) {
  hull.neighbours.resize(hull.vertices.size());
  for (const auto& loop : hull.faces) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const int v = loop[i], w = loop[(i + 1) % loop.size()];
      hull.edges.push_back({std::min(v, w), std::max(v, w)});
    }
  }
  std::sort(hull.edges.begin(), hull.edges.end());
  hull.edges.erase(std::unique(hull.edges.begin(), hull.edges.end()), hull.edges.end());
  for (const auto& [v, w] : hull.edges) {
    hull.neighbours[static_cast<std::size_t>(v)].push_back(w);
    hull.neighbours[static_cast<std::size_t>(w)].push_back(v);
  }
  for (auto& list : hull.neighbours) std::sort(list.begin(), list.end());
}

// Removes exact duplicates and sorts the points, so that Qhull gets the same set for any order of
// the input.
std::vector<Vector3> distinct_points(std::vector<Vector3> points) {
  const auto less = [](const Vector3& p, const Vector3& q) {
    return std::lexicographical_compare(p.data(), p.data() + 3, q.data(), q.data() + 3);
  };
  std::sort(points.begin(), points.end(), less);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

void check_points(const std::vector<Vector3>& points, std::size_t given, const std::string& name) {
  for (const Vector3& p : points)
    if (!p.allFinite()) throw Error("convex hull of a non-finite point", name, "repair the mesh");
  if (points.size() > kMostPoints) {
    throw Error("convex hull of " + std::to_string(points.size()) + " points, more than " +
                    std::to_string(kMostPoints),
                name, "simplify the mesh, or give convex: false");
  }
  if (points.size() < 4) {
    throw Error("convex hull of " + std::to_string(given) + " points, fewer than 4 distinct ones",
                name, "a hull needs a volume: use a box for a flat part");
  }
}

// Faces of a hull with very many vertices, merged from its triangles (Qhull with option Q0). Empty
// if Qhull merges them faster.
std::vector<std::vector<int>> loops_of_many(std::vector<double>& coordinates, double tolerance,
                                            const std::vector<Vector3>& points,
                                            const std::string& name) {
  if (points.size() <= kManyCorners) return {};
  QhullRun run(coordinates, "Q0");
  if (run.status() != 0 || run.qh()->num_vertices <= kManyCorners) return {};
  const int corners = run.qh()->num_vertices;
  const auto refuse = [&](int most) {
    throw Error("convex hull of " + std::to_string(corners) + " vertices, more than " +
                    std::to_string(most),
                name, "simplify the mesh, or give convex: false");
  };
  if (corners > kMostCorners) refuse(kMostCorners);
  std::vector<std::array<int, 3>> triangles;
  for (const std::vector<int>& loop : facet_loops(run.qh(), points)) {
    if (loop.size() == 3) triangles.push_back({loop[0], loop[1], loop[2]});
  }
  std::vector<std::vector<int>> loops = merge_coplanar(points, triangles, tolerance);
  if (loops.empty() && corners > kMostCornersOfQhull) refuse(kMostCornersOfQhull);
  return loops;
}

std::vector<std::vector<int>> hull_loops(std::vector<double>& coordinates,
                                         const std::vector<Vector3>& points,
                                         const std::string& name) {
  double size = 0;
  for (double x : coordinates) size = std::max(size, std::abs(x));
  std::vector<std::vector<int>> loops = loops_of_many(coordinates, kCoplanar * size, points, name);
  if (!loops.empty()) return loops;
  char option[32];
  std::snprintf(option, sizeof option, "C%.17g", kCoplanar * size);
  QhullRun run(coordinates, option);
  if (run.status() != 0) {
    throw Error("convex hull of points that span no volume", name,
                "a hull needs a volume: use a box for a flat part");
  }
  return facet_loops(run.qh(), points);
}

}  // namespace

std::shared_ptr<const ConvexHull> make_convex_hull(const std::vector<Vector3>& points,
                                                   const std::string& name) {
  std::vector<Vector3> distinct = points;
  check_points(distinct, points.size(), name);  // before sorting, because NaN cannot be ordered
  distinct = distinct_points(std::move(distinct));
  check_points(distinct, points.size(), name);
  std::vector<double> coordinates;
  coordinates.reserve(3 * distinct.size());
  for (const Vector3& p : distinct) coordinates.insert(coordinates.end(), p.data(), p.data() + 3);

  std::vector<std::vector<int>> loops = hull_loops(coordinates, distinct, name);

  auto hull = std::make_shared<ConvexHull>();
  std::vector<int> index(distinct.size(), -1);
  for (const auto& loop : loops)
    for (int v : loop) index[static_cast<std::size_t>(v)] = 0;
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    if (index[i] < 0) continue;
    index[i] = static_cast<int>(hull->vertices.size());
    hull->vertices.push_back(distinct[i]);
  }
  for (auto& loop : loops)
    for (int& v : loop) v = index[static_cast<std::size_t>(v)];
  canonicalise(loops);
  hull->faces = std::move(loops);
  for (const auto& loop : hull->faces)
    hull->face_normals.push_back(loop_area_vector(hull->vertices, loop).normalized());
  add_edges(*hull);
  return hull;
}

}  // namespace cardan
