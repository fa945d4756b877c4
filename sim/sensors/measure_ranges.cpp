#include <algorithm>

#include "cardan/model_spec.h"
#include "sim/query/nearest_hit.h"
#include "sim/sensors/sensor_work.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

constexpr int kRaysPerBlock = 16;

// The shapes of the world after the step.
const WorldView::Impl& current_view(const SensorInputs& inputs) {
  WorldView::Impl& view = *inputs.work.view;
  if (inputs.work.view_current) return view;
  inputs.work.view_current = true;
  for (int i = 0; i < static_cast<int>(inputs.world.models.size()); ++i)
    ensure_kinematics(model_ref(inputs.world, inputs.state, inputs.step, i));
  prepare_trees(inputs.world, inputs.step);
  view.refresh();
  return view;
}

bool is_ignored(const SensorSetup& sensor, const ViewShape& shape) {
  return std::any_of(sensor.ignored.begin(), sensor.ignored.end(),
                     [&](const ShapeSet& set) { return set.holds(shape.model, shape.index); });
}

}  // namespace

void measure_ranges(const SensorInputs& inputs, const SensorSetup& sensor, double* values) {
  const WorldView::Impl& view = current_view(inputs);
  const RigidTransform X_WS = pose_of(inputs, sensor.frame);
  const double max_range = std::get<RangesSpec>(sensor.spec.kind).max_range;
  const int rays = static_cast<int>(sensor.directions.size());
  // Each ray writes its own value.
  inputs.step.workers.pool.for_each_in_blocks(rays, kRaysPerBlock, [&](int i, int) {
    const Vector3 direction = X_WS.R * sensor.directions[static_cast<std::size_t>(i)];
    const std::optional<RayHit> hit =
        nearest_hit(view, {X_WS.p, direction.normalized()}, max_range,
                    [&](const ViewShape& shape) { return !is_ignored(sensor, shape); });
    values[i] = hit ? hit->distance : max_range;
  });
}

}  // namespace cardan
