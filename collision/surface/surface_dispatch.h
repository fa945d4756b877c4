#pragma once

#include <memory>

#include "collision/narrow/narrow_phase_scratch.h"
#include "collision/surface/heightfield.h"
#include "collision/surface/mesh_surface.h"

/// Contacts of pairs in which at least one shape consists of triangles.
namespace cardan {

/// A mesh or a heightfield, prepared for contact.
class Surface {
 public:
  explicit Surface(const Shape& shape);

  void find(const AxisBox& box, SurfaceFeatures& near) const {
    mesh_ ? mesh_->find(box, near) : field_->find(box, near);
  }
  void find_features(const AxisBox& box, SurfaceFeatures& near) const {
    mesh_ ? mesh_->find_features(box, near) : field_->find_features(box, near);
  }
  void list_folded(const AxisBox& box, SurfaceFeatures& near) const {
    mesh_ ? mesh_->list_folded(box, near) : field_->list_folded(box, near);
  }
  void list_flat(const AxisBox& at, const AxisBox& box, SurfaceFeatures& near) const {
    mesh_ ? mesh_->list_flat(at, box, near) : field_->list_flat(at, box, near);
  }
  void read(SurfaceFeatures& near) const { mesh_ ? mesh_->read(near) : field_->read(near); }
  Triangle plane(int part) const { return mesh_ ? mesh_->plane(part) : field_->plane(part); }
  const TriangleTree* tree() const { return mesh_ ? &mesh_->tree() : nullptr; }
  SurfaceDepth depth(const Vector3& p) const { return mesh_ ? mesh_->depth(p) : field_->depth(p); }

 private:
  std::unique_ptr<MeshSurface> mesh_;
  std::unique_ptr<HeightfieldSurface> field_;
};

/// A pair of shapes in which b is a surface and a may be one. bounds_a is in the frame of a.
struct SurfacePair {
  const PosedShape& a;
  const PosedShape& b;
  const Surface* surface_a;  ///< surface of a; null if a is convex
  const Surface& surface_b;
  const AxisBox& bounds_a;
};

/// Appends the patches of the pair whose gap is at most `margin` [m]. Normals point from a to b. A
/// shape that is inside a solid and touches no triangle is pushed out along the shortest path.
void collide_surface(const SurfacePair& pair, double margin, NarrowPhaseScratch& scratch,
                     std::vector<Patch>& patches);

}  // namespace cardan
