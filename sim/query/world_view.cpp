#include "sim/query/world_view.h"

#include <algorithm>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

RigidTransform shape_pose(const World::Impl& world, const ModelSetup& model,
                          const ShapeInstance& instance) {
  return body_pose(model, world.step.model(model.number), instance.body) * instance.X_BS;
}

void place_shapes(WorldView::Impl& view) {
  const World::Impl& world = *view.world;
  for (ViewShape& shape : view.shapes)
    shape.X_WS = shape_pose(world, world.model.model(shape.model), view.instance(shape));
}

void collect_shapes(WorldView::Impl& view) {
  const World::Impl& world = *view.world;
  view.removals = world.removals;
  view.shapes.clear();
  for (const auto& owner : world.model.models) {
    const ModelSetup& model = *owner;
    for (std::size_t i = 0; i < model.shapes.size(); ++i) {
      const ShapeInstance& instance = model.shapes[i];
      const CollisionObjectSpec& spec = world.step.collision.spec(instance.handle);
      ViewShape shape;
      shape.model = model.number;
      shape.index = static_cast<int>(i);
      shape.shape = &spec.shape;
      shape.tree = instance.tree.get();
      shape.group = spec.group;
      shape.X_WS = shape_pose(world, model, instance);
      view.shapes.push_back(shape);
    }
  }
  std::sort(view.shapes.begin(), view.shapes.end(), [&](const ViewShape& a, const ViewShape& b) {
    return world.step.collision.spec(view.instance(a).handle).sort_key <
           world.step.collision.spec(view.instance(b).handle).sort_key;
  });
}

void build_tree(WorldView::Impl& view) {
  view.bounded.clear();
  view.unbounded.clear();
  view.boxes.clear();
  for (std::size_t i = 0; i < view.shapes.size(); ++i) {
    ViewShape& shape = view.shapes[i];
    if (is_unbounded(shape.shape->kind)) {
      view.unbounded.push_back(static_cast<int>(i));
      continue;
    }
    const bool is_mesh =
        shape.shape->kind == GeometryKind::kMesh;  // large: it has a tree of its own
    const AxisBox local = is_mesh ? shape.tree->boxes().bounds() : local_bounds(*shape.shape);
    shape.box = world_bounds(*shape.shape, local, shape.X_WS);
    view.bounded.push_back(static_cast<int>(i));
    view.boxes.push_back(shape.box);
  }
  view.tree.rebuild(view.boxes);
}

std::size_t count_shapes(const World::Impl& world) {
  std::size_t count = 0;
  for (const auto& model : world.model.models) count += model->shapes.size();
  return count;
}

}  // namespace

void prepare_trees(const WorldModel& world, const StepData& step) {
  for (; step.models_with_trees < world.models.size(); ++step.models_with_trees) {
    for (const ShapeInstance& shape : world.models[step.models_with_trees]->shapes)
      shape.tree = make_triangle_tree(step.collision.spec(shape.handle).shape);
  }
}

void prepare_view(const World::Impl& world) {
  for (const auto& model : world.faces)
    if (!model->is_removed()) ensure_kinematics(model->impl().ref());
  prepare_trees(world.model, world.step);
}

void WorldView::Impl::refresh() {
  if (shapes.size() == count_shapes(*world) && removals == world->removals) {
    place_shapes(*this);
  } else {
    collect_shapes(*this);
  }
  build_tree(*this);
}

ShapeName WorldView::Impl::name(const ViewShape& shape) const {
  const ShapeInstance& own = instance(shape);
  return {world->model.model(shape.model).name, own.link, own.index};
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
    prepare_view(*view.world);
  }
  collect_shapes(view);
  build_tree(view);
}

void WorldView::Impl::require_current() const {
  if (removals == world->removals) return;
  throw Error("a model was removed from the world since the view was made", "WorldView",
              "call update() after World::remove");
}

ViewFilter::ViewFilter(const WorldView::Impl& view, const QueryFilter& filter)
    : mask_(filter.mask) {
  view.require_current();
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
