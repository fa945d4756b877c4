#include <algorithm>

#include "cardan/sim/query/world_view_internal.h"

namespace cardan {

namespace {

void collect_shapes(WorldView::Impl& view) {
  const World::Impl& world = *view.world;
  view.shapes.clear();
  for (std::size_t m = 0; m < world.models.size(); ++m) {
    const Model::Impl& model = world.models[m]->impl();
    for (std::size_t i = 0; i < model.shapes.size(); ++i) {
      const ShapeInstance& instance = model.shapes[i];
      const CollisionObjectSpec& spec = world.collision.spec(instance.handle);
      ViewShape shape;
      shape.model = static_cast<int>(m);
      shape.index = static_cast<int>(i);
      shape.shape = &spec.shape;
      shape.tree = instance.tree.get();
      shape.group = spec.group;
      shape.X_WS = body_pose(model, instance.body) * instance.X_BS;
      view.shapes.push_back(shape);
    }
  }
  std::sort(view.shapes.begin(), view.shapes.end(), [&](const ViewShape& a, const ViewShape& b) {
    return world.collision.spec(view.instance(a).handle).sort_key <
           world.collision.spec(view.instance(b).handle).sort_key;
  });
}

void build_tree(WorldView::Impl& view) {
  view.bounded.clear();
  view.unbounded.clear();
  std::vector<AxisBox> boxes;
  for (std::size_t i = 0; i < view.shapes.size(); ++i) {
    ViewShape& shape = view.shapes[i];
    if (is_unbounded(shape.shape->kind)) {
      view.unbounded.push_back(static_cast<int>(i));
      continue;
    }
    const bool is_mesh = shape.shape->kind == ShapeKind::kMesh;  // large: its tree knows
    const AxisBox local = is_mesh ? shape.tree->boxes().bounds() : local_bounds(*shape.shape);
    shape.box = world_bounds(*shape.shape, local, shape.X_WS);
    view.bounded.push_back(static_cast<int>(i));
    boxes.push_back(shape.box);
  }
  view.tree = BoxTree(boxes);
}

}  // namespace

RigidTransform body_pose(const Model::Impl& model, int body) {
  return body < 0 || !model.skeleton ? model.X_W0 : model.data->pose(body);
}

void prepare_trees(const World::Impl& world) {
  for (; world.models_with_trees < world.models.size(); ++world.models_with_trees) {
    const Model::Impl& model = world.models[world.models_with_trees]->impl();
    for (const ShapeInstance& shape : model.shapes)
      shape.tree = make_triangle_tree(world.collision.spec(shape.handle).shape);
  }
}

ShapeName WorldView::Impl::name(const ViewShape& shape) const {
  const ShapeInstance& own = instance(shape);
  return {world->models[shape.model]->name(), own.link, own.index};
}

WorldView::WorldView(const World& world) : impl_(std::make_unique<Impl>()) {
  impl_->world = &world.impl();
  update();
}
WorldView::~WorldView() = default;
WorldView::WorldView(WorldView&&) noexcept = default;
WorldView& WorldView::operator=(WorldView&&) noexcept = default;

void WorldView::update() {
  Impl& view = alive(impl_, "the view");
  {
    // Views may be made by several threads.
    const std::lock_guard lock(view.world->view_mutex);
    for (const auto& model : view.world->models) model->impl().ensure_kinematics();
    prepare_trees(*view.world);
  }
  collect_shapes(view);
  build_tree(view);
}

ViewFilter::ViewFilter(const WorldView::Impl& view, const QueryFilter& filter)
    : mask_(filter.mask) {
  for (const std::string& name : filter.ignore)
    ignored_.push_back(require_owner(*view.world, name, "ignore of a query"));
}

bool ViewFilter::passes(const WorldView::Impl& view, const ViewShape& shape) const {
  if ((shape.group & mask_) == 0) return false;
  return std::none_of(ignored_.begin(), ignored_.end(), [&](const ShapeOwner& owner) {
    return owner.holds(shape.model, view.instance(shape));
  });
}

}  // namespace cardan
