#pragma once

#include "cardan/queries.h"
#include "collision/query/shape_distance.h"
#include "sim/query/find_shapes.h"

namespace cardan {

/// A shape of the world, prepared for queries.
struct ViewShape {
  int model = -1, index = -1;  ///< indices into WorldModel::models and ModelSetup::shapes
  const Shape* shape = nullptr;
  const TriangleTree* tree = nullptr;
  std::uint32_t group = 1;
  RigidTransform X_WS;
  AxisBox box;  ///< box in W of a bounded shape
};

struct WorldView::Impl {
  const World::Impl* world = nullptr;
  std::vector<ViewShape> shapes;  ///< shapes sorted by model name, link and number
  std::vector<int> bounded;       ///< index into `shapes` of each item of the tree
  std::vector<int> unbounded;
  std::vector<AxisBox> boxes;  ///< boxes of the `bounded` shapes
  BoxTree tree;
  int removals = 0;  ///< value of World::Impl::removals when the shapes were collected

  /// Updates the view to the current shapes and poses. Allocates only if models were added or
  /// removed. Needs the kinematics of all models and the trees of their meshes (prepare_view).
  void refresh();
  /// Throws Error if a model was removed since the last update(), because its shapes no longer
  /// exist.
  void require_current() const;
  const ShapeInstance& instance(const ViewShape& shape) const {
    return world->model.model(shape.model).shapes[shape.index];
  }
  QueryShape at_pose(const ViewShape& shape) const {
    return {{*shape.shape, shape.X_WS}, shape.tree};
  }
  ShapeName name(const ViewShape& shape) const;
};

/// Computes the kinematics of all models and the trees of their meshes if they are not current.
void prepare_view(const World::Impl& world);

/// A QueryFilter with resolved names.
class ViewFilter {
 public:
  /// Resolves the names of a filter. Throws Error for unknown names.
  ViewFilter(const WorldView::Impl& view, const QueryFilter& filter);
  bool passes(const WorldView::Impl& view, const ViewShape& shape) const;

 private:
  std::uint32_t mask_;
  std::vector<ShapeOwner> ignored_;
};

}  // namespace cardan
