#include "collision/surface/mesh_surface.h"

#include <map>
#include <numeric>

#include "collision/index.h"

namespace cardan {
namespace {

constexpr double kConvexEdge =
    1e-9;  // relative: the neighbour's corner must be this far below the plane

// One index for each distinct position.
std::vector<int> weld(const std::vector<Vector3>& vertices) {
  std::map<std::array<double, 3>, int> first;
  std::vector<int> welded;
  for (const Vector3& v : vertices) {
    const int next = static_cast<int>(welded.size());
    // Adding zero turns -0 into 0, so both count as one position.
    const std::array<double, 3> key{v.x() + 0.0, v.y() + 0.0, v.z() + 0.0};
    welded.push_back(first.emplace(key, next).first->second);
  }
  return welded;
}

struct EdgeSide {
  int triangle = -1, edge = -1;
};

template <class Visit>
void visit_near(const BoxTree& tree, const AxisBox& box, const Visit& visit) {
  double limit = 0;
  tree.visit_nearest_first([&](const AxisBox& node) { return box_distance(node, box); }, limit,
                           visit);
}

}  // namespace

double least_cosine_over(const Vector3& normal, const Vector3& neighbour_normal,
                         const Vector3& away) {
  const bool convex = normal.dot(away) < -kConvexEdge * away.norm();
  return convex ? normal.dot(neighbour_normal) : 1;
}

MeshSurface::MeshSurface(std::shared_ptr<const TriangleMesh> mesh)
    : mesh_(std::move(mesh)), tree_(mesh_), welded_(weld(mesh_->vertices)) {
  for (const auto& [i, j, k] : mesh_->triangles) {
    const auto& v = mesh_->vertices;
    const Vector3 n = (v[index(j)] - v[index(i)]).cross(v[index(k)] - v[index(i)]);
    normals_.push_back(n.norm() > 0 ? Vector3(n.normalized()) : Vector3::Zero());
  }
  least_cosine_.assign(normals_.size(), {-1, -1, -1});
  flat_.assign(normals_.size(), {});
  triangle_edges_.assign(normals_.size(), {-1, -1, -1});
  add_edges();
  add_regions();
  mark_vertices();
}

void MeshSurface::mark_vertices() {
  inside_plane_.assign(welded_.size(), 1);
  for (std::size_t t = 0; t < normals_.size(); ++t) {
    for (std::size_t e = 0; e < 3; ++e) {
      if (flat_[t][e]) continue;
      for (std::size_t k : {e, (e + 1) % 3})
        inside_plane_[index(welded_[index(mesh_->triangles[t][k])])] = 0;
    }
  }
}

void MeshSurface::add_edges() {
  std::map<std::array<int, 2>, std::vector<EdgeSide>> found;
  const auto corner = [&](int t, int e) {
    return welded_[index(mesh_->triangles[index(t)][index(e % 3)])];
  };
  for (int t = 0; t < static_cast<int>(normals_.size()); ++t) {
    if (normals_[index(t)].squaredNorm() == 0) continue;
    for (int e = 0; e < 3; ++e) {
      const int p = corner(t, e), q = corner(t, e + 1);
      found[{std::min(p, q), std::max(p, q)}].push_back({t, e});
    }
  }
  std::vector<std::vector<int>> around(welded_.size());
  for (const auto& [key, sides] : found) {
    around[index(key[0])].push_back(key[1]);
    around[index(key[1])].push_back(key[0]);
    MeshEdge edge;
    edge.p = key[0];
    edge.q = key[1];
    edge.opposite[0] = corner(sides[0].triangle, sides[0].edge + 2);
    for (const EdgeSide& side : sides) {
      triangle_edges_[index(side.triangle)][index(side.edge)] = static_cast<int>(edges_.size());
      edge.outward += normals_[index(side.triangle)];
    }
    if (sides.size() == 2) edge.opposite[1] = corner(sides[1].triangle, sides[1].edge + 2);
    edges_.push_back(edge);
    if (sides.size() != 2) continue;  // a boundary, or an edge of more than two triangles
    for (std::size_t s = 0; s < 2; ++s) {
      const EdgeSide &own = sides[s], &other = sides[1 - s];
      const Vector3 away = mesh_->vertices[index(corner(other.triangle, other.edge + 2))] -
                           mesh_->vertices[index(corner(own.triangle, own.edge))];
      least_cosine_[index(own.triangle)][index(own.edge)] =
          least_cosine_over(normals_[index(own.triangle)], normals_[index(other.triangle)], away);
      flat_[index(own.triangle)][index(own.edge)] =
          is_flat_edge(normals_[index(own.triangle)], away);
    }
  }
  for (const std::vector<int>& list : around) {
    neighbour_start_.push_back(static_cast<int>(neighbours_.size()));
    neighbours_.insert(neighbours_.end(), list.begin(), list.end());
  }
  neighbour_start_.push_back(static_cast<int>(neighbours_.size()));
}

// Triangles that continue each other over flat edges share the least id. Contact ids then stay the
// same while a body slides from one to the next.
void MeshSurface::add_regions() {
  std::vector<char> inside(normals_.size());
  for (std::size_t t = 0; t < inside.size(); ++t)
    inside[t] = static_cast<char>(flat_[t][0] && flat_[t][1] && flat_[t][2]);
  std::vector<std::array<int, 2>> sides(edges_.size(), {-1, -1});
  for (int t = 0; t < static_cast<int>(normals_.size()); ++t)
    for (int e : triangle_edges_[index(t)])
      if (e >= 0) (sides[index(e)][0] < 0 ? sides[index(e)][0] : sides[index(e)][1]) = t;
  TriangleSets regions(normals_.size()), parts(normals_.size());
  for (const auto& [s, t] : sides) {
    if (s < 0 || t < 0) continue;
    const auto u = static_cast<std::uint32_t>(s), v = static_cast<std::uint32_t>(t);
    if (normals_[u].dot(normals_[v]) >= kOnePlane) regions.join(u, v);
    if (inside[u] != 0 && inside[v] != 0) parts.join(u, v);
  }
  region_ = regions.names();
  parts_ = FlatParts(std::move(parts), inside);
  add_part_boxes();
}

void MeshSurface::add_part_boxes() {
  const Vector3 never = Vector3::Constant(std::numeric_limits<double>::infinity());
  std::vector<AxisBox> parts(index(parts_.count()), {never, -never}), folded;
  for (int t = 0; t < static_cast<int>(normals_.size()); ++t) {
    if (normals_[index(t)].squaredNorm() == 0) continue;
    const AxisBox box = bounds_of(tree_.triangle(t).corner);
    const int part = parts_.of(index(t));
    if (part == FlatParts::kNone) {
      folded_.push_back(t);
      folded.push_back(box);
    } else {
      parts[index(part)].lower = parts[index(part)].lower.cwiseMin(box.lower);
      parts[index(part)].upper = parts[index(part)].upper.cwiseMax(box.upper);
    }
  }
  part_boxes_.rebuild(parts);
  folded_boxes_.rebuild(folded);
}

bool MeshSurface::touches_box(const AxisBox& box, int t) const {
  const auto& [i, j, k] = mesh_->triangles[index(t)];
  const auto& v = mesh_->vertices;
  return normals_[index(t)].squaredNorm() != 0 &&
         touches(box, {v[index(i)], v[index(j)], v[index(k)]});
}

SurfaceTriangle MeshSurface::triangle(int t) const {
  const auto& [i, j, k] = mesh_->triangles[index(t)];
  SurfaceTriangle result;
  result.corners = {mesh_->vertices[index(i)], mesh_->vertices[index(j)],
                    mesh_->vertices[index(k)]};
  result.normal = normals_[index(t)];
  result.least_cosine = least_cosine_[index(t)];
  result.flat = flat_[index(t)];
  result.id = static_cast<std::uint32_t>(t);
  result.region = region_[index(t)];
  return result;
}

void MeshSurface::find(const AxisBox& box, SurfaceFeatures& near) const {
  near.ids.clear();
  visit_near(tree_.boxes(), box, [&](int t) {
    if (touches_box(box, t)) near.ids.push_back(t);
  });
  read(near);
}

void MeshSurface::list_folded(const AxisBox& box, SurfaceFeatures& near) const {
  near.ids.clear();
  near.parts.clear();
  visit_near(folded_boxes_, box, [&](int i) {
    if (touches_box(box, folded_[index(i)])) near.ids.push_back(folded_[index(i)]);
  });
  visit_near(part_boxes_, box, [&](int part) { near.parts.push_back(part); });
}

void MeshSurface::list_flat(const AxisBox& at, const AxisBox& box, SurfaceFeatures& near) const {
  visit_near(tree_.boxes(), at, [&](int t) {
    if (parts_.of(index(t)) != FlatParts::kNone && touches_box(at, t) && touches_box(box, t))
      near.ids.push_back(t);
  });
}

void MeshSurface::read(SurfaceFeatures& near) const {
  make_unique(near.ids);
  near.triangles.clear();
  for (int t : near.ids) near.triangles.push_back(triangle(t));
}

void MeshSurface::find_features(const AxisBox& box, SurfaceFeatures& near) const {
  find(box, near);
  const auto point = [&](int v) -> const Vector3& { return mesh_->vertices[index(v)]; };
  near.vertices.clear();
  near.edges.clear();
  near.neighbours.clear();
  near.ids.clear();
  for (const SurfaceTriangle& t : near.triangles)
    for (int v : mesh_->triangles[t.id]) near.ids.push_back(welded_[index(v)]);
  make_unique(near.ids);
  for (int v : near.ids) {
    if (inside_plane_[index(v)] != 0) continue;
    const int begin = neighbour_start_[index(v)], end = neighbour_start_[index(v) + 1];
    near.vertices.push_back({point(v), static_cast<std::uint32_t>(v),
                             static_cast<int>(near.neighbours.size()), end - begin});
    for (int i = begin; i < end; ++i) near.neighbours.push_back(point(neighbours_[index(i)]));
  }
  near.ids.clear();
  for (const SurfaceTriangle& t : near.triangles)
    for (int e : triangle_edges_[t.id]) near.ids.push_back(e);
  make_unique(near.ids);
  for (int e : near.ids) {
    const MeshEdge& edge = edges_[index(e)];
    SurfaceEdge found;
    found.p = point(edge.p);
    found.q = point(edge.q);
    found.outward = edge.outward;
    found.id = static_cast<std::uint32_t>(e);
    for (int o : edge.opposite)
      if (o >= 0) found.opposite[index(found.num_opposite++)] = point(o);
    near.edges.push_back(found);
  }
}

SurfaceDepth MeshSurface::depth(const Vector3& p) const {
  SurfaceDepth result;
  if (!tree_.contains(p)) return result;
  Vector3 nearest = p;
  int t = -1;
  if (!tree_.nearest(p, std::numeric_limits<double>::infinity(), nearest, t)) return result;
  result.inside = true;
  result.depth = (nearest - p).norm();
  result.normal = result.depth > 0 ? Vector3((nearest - p) / result.depth) : normals_[index(t)];
  return result;
}

}  // namespace cardan
