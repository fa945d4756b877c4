#pragma once

#include <map>

#include "cardan/collision/fcl_narrow_phase_internal.h"
#include "cardan/collision/mesh_pairs_internal.h"
#include "cardan/collision/triangle_tree_internal.h"

namespace cardan {

/// What the narrow phase needs of the shapes of a scene beside themselves: made once, then read by
/// any number of threads. Shapes must stay where they are until clear().
class PreparedShapes {
 public:
  void add(const Shape& shape) {
    fcl_.add(shape);
    bounds_[&shape] = local_bounds(shape);
    if (shape.kind != ShapeKind::kMesh) return;
    topologies_[&shape] = make_mesh_topology(*shape.mesh);
    trees_.emplace(&shape, TriangleTree(shape.mesh));
  }
  void clear() {
    fcl_.clear();
    bounds_.clear();
    topologies_.clear();
    trees_.clear();
  }

  const FclGeometries& fcl() const { return fcl_; }
  const AxisBox& bounds(const Shape& shape) const { return bounds_.at(&shape); }
  const MeshTopology& topology(const Shape& mesh) const { return topologies_.at(&mesh); }
  const TriangleTree& tree(const Shape& mesh) const { return trees_.at(&mesh); }

 private:
  FclGeometries fcl_;
  std::map<const Shape*, AxisBox> bounds_;  // looked up, never walked
  std::map<const Shape*, MeshTopology> topologies_;
  std::map<const Shape*, TriangleTree> trees_;
};

}  // namespace cardan
