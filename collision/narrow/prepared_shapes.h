#pragma once

#include <map>

#include "collision/narrow/fcl_narrow_phase.h"
#include "collision/surface/surface_dispatch.h"

namespace cardan {

/// Precomputed data of a scene's shapes for the narrow phase. The data are built once and then read
/// by any number of threads. The addresses of the shapes must stay valid until clear().
class PreparedShapes {
 public:
  void add(const Shape& shape) {
    fcl_.add(shape);
    bounds_[&shape] = local_bounds(shape);
    if (is_surface(shape.kind)) surfaces_.try_emplace(&shape, shape);
  }
  void clear() {
    fcl_.clear();
    bounds_.clear();
    surfaces_.clear();
  }

  const FclGeometries& fcl() const { return fcl_; }
  const AxisBox& bounds(const Shape& shape) const { return bounds_.at(&shape); }
  /// Returns null for shapes that do not consist of triangles.
  const Surface* surface(const Shape& shape) const {
    return is_surface(shape.kind) ? &surfaces_.at(&shape) : nullptr;
  }
  const TriangleTree& tree(const Shape& mesh) const { return *surfaces_.at(&mesh).tree(); }

 private:
  FclGeometries fcl_;
  std::map<const Shape*, AxisBox> bounds_;  // used only for look-ups
  std::map<const Shape*, Surface> surfaces_;
};

}  // namespace cardan
