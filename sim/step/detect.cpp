#include "cardan/model_spec.h"
#include "collision/collision_scene_impl.h"
#include "sim/data/lazy_body_poses.h"
#include "sim/step/contact_surface.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// Contacts with gaps up to this are always included, so that a resting contact never flickers [m].
constexpr double kContactMargin = 1e-3;

// Scripted bodies reach as far as their scripts take them in this step.
void place_scripted_bodies(const WorldModel& world, StepData& step) {
  if (!world.has_scripts) return;
  for (const auto& model : world.models) {
    if (!model->script || model->skeleton) continue;
    const ModelScratch& work = step.model(model->number);
    for (const ShapedBody& shaped : model->shaped_bodies) {
      const double turn = (work.X_W0_next.R - work.X_W0.R).norm() * shaped.radius;
      const bool moves = work.X_W0_next.R != work.X_W0.R || work.X_W0_next.p != work.X_W0.p;
      step.collision.set_body_resting(shaped.collision_body, !moves);
      step.collision.set_body_pose(shaped.collision_body, work.X_W0);
      step.collision.set_body_margin(shaped.collision_body,
                                     (work.X_W0_next.p - work.X_W0.p).norm() + turn);
    }
  }
}

const ModelSetup& model_of(const WorldModel& world, const StepData& step, int rank) {
  return world.model(world.shape_model[step.collision.handle(rank)]);
}

const ShapeInstance& shape_of(const WorldModel& world, const StepData& step, int rank) {
  return model_of(world, step, rank).shapes[world.shape_index[step.collision.handle(rank)]];
}

// Displacement of a point of a shape in this step if nothing changes its velocity.
Vector3 displacement(const WorldModel& world, const StepData& step, int rank, const Vector3& p) {
  const ModelSetup& model = model_of(world, step, rank);
  const ModelScratch& work = step.model(model.number);
  const ShapeInstance& shape = shape_of(world, step, rank);
  if (is_scripted(model, shape)) return work.X_W0_next * (work.X_W0.inverse() * p) - p;
  if (shape.body < 0 || model.tree < 0) return Vector3::Zero();
  return world.spec.step * work.data->velocity_at(shape.body, p).linear;
}

void join_flush_surfaces(const WorldModel& world, StepData& step) {
  const SeamMotion motion{
      [&](int rank) {
        const ModelSetup& model = model_of(world, step, rank);
        const ShapeInstance& shape = shape_of(world, step, rank);
        return shape.body >= 0 && model.tree >= 0 && !is_scripted(model, shape);
      },
      [&](int rank, const Vector3& p) { return displacement(world, step, rank, p); }};
  join_seams(step.collision.impl(), motion);
}

void report_ladder(const CollisionResult& found, StepReport& report) {
  report.collision_failures = found.fcl_failures;
  report.collision_ladder = found.ladder;
  if (found.ladder.unresolved > 0) {
    report.messages.push_back(std::to_string(found.ladder.unresolved) +
                              " pairs of shapes could not be resolved and have no contact");
  }
}

}  // namespace

void place_bodies(const WorldModel& world, StepData& step, const ConstModelRef& model) {
  if (model.work.lazy_poses) return model.work.lazy_poses->notify(step.collision);
  for (const ShapedBody& shaped : model.setup.shaped_bodies) {
    if (shaped.body < 0) continue;
    step.collision.set_body_pose(shaped.collision_body, model.work.data->pose(shaped.body));
    step.collision.set_body_margin(shaped.collision_body,
                                   reach(world.spec.step, model.work, shaped.body, shaped.radius));
  }
}

void detect_shapes(const WorldModel& world, StepData& step) {
  place_scripted_bodies(world, step);
  step.collision.impl().most_contacts = most_contacts(world);
  step.detected = &step.collision.detect(kContactMargin, step.workers.pool);
}

void detect_contacts(const WorldModel& world, StepData& step) {
  detect_shapes(world, step);
  join_flush_surfaces(world, step);
  if (world.spec.contact.continuous) sweep_fast_spheres(world, step, kContactMargin);
  locate_closings(world, step);
  report_ladder(*step.detected, step.report);
}

}  // namespace cardan
