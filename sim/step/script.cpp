#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "sim/data/base_drive.h"
#include "sim/data/check_spec.h"
#include "sim/data/world_impl.h"
#include "sim/step/path_place.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// Rotation vector from one knot to the next, in axes of the first.
Vector3 turn_between(const PathPlace<PathKnot>& place) {
  const Quaternion turn(Matrix3(place.from->pose.R.transpose() * place.to->pose.R));
  return quaternion_log(turn.normalized());
}

}  // namespace

RigidTransform script_pose(const ModelSetup& model, double time) {
  const KinematicSpec& script = *model.script;
  const RigidTransform& X_W = model.X_W_script;
  if (script.path.empty()) {
    const Quaternion turn = quaternion_exp(time * script.velocity.angular);
    return {turn.toRotationMatrix() * X_W.R, X_W.p + time * script.velocity.linear};
  }
  const PathPlace<PathKnot> place = place_on(script.path, script, time);
  const RigidTransform& from = place.from->pose;
  const Quaternion turn = quaternion_exp(place.s * turn_between(place));
  return X_W * RigidTransform(from.R * turn.toRotationMatrix(),
                              from.p + place.s * (place.to->pose.p - from.p));
}

SpatialVelocity script_velocity(const ModelSetup& model, double time) {
  const KinematicSpec& script = *model.script;
  if (script.path.empty()) return script.velocity;
  const PathPlace<PathKnot> place = place_on(script.path, script, time);
  const Matrix3& R_W = model.X_W_script.R;
  return {R_W * (place.from->pose.R * (place.rate * turn_between(place))),
          R_W * (place.rate * (place.to->pose.p - place.from->pose.p))};
}

void check_script(const KinematicSpec& script, const std::string& where) {
  const auto finite = [](const Vector3& x) { return x.allFinite(); };
  if (!finite(script.velocity.linear) || !finite(script.velocity.angular)) {
    throw Error("a velocity of the script is not finite", where);
  }
  const bool moves = !script.velocity.linear.isZero(0) || !script.velocity.angular.isZero(0);
  if (script.driven && (moves || !script.path.empty()))
    throw Error("the script has `driven` and a path or a velocity", where, "keep one of the two");
  for (const double limit : {script.max_speed, script.max_turn_rate}) {
    if (!(limit > 0)) throw Error("a speed limit of the script is not positive", where);
    if (limit < kInfinity && !script.driven)
      throw Error("the script has a speed limit and is not driven", where,
                  "the limits belong to `driven`");
  }
  if (!script.path.empty() && moves)
    throw Error("the script has a path and a velocity", where, "keep one of the two");
  if (script.path.empty() && (script.smooth || script.repeat))
    throw Error("`smooth` or `repeat` is set for a script without a path", where,
                "add knots, or remove it");
  for (std::size_t i = 0; i < script.path.size(); ++i) {
    const PathKnot& knot = script.path[i];
    if (!std::isfinite(knot.time) || !knot.pose.p.allFinite() || !knot.pose.R.allFinite()) {
      throw Error("a time or pose of the path is not finite", where);
    }
    if (!is_rotation(knot.pose.R))
      throw Error("the matrix of a pose of the path is not a rotation", where);
    if (i > 0 && !(knot.time > script.path[i - 1].time)) {
      throw Error("the times of the path do not ascend", where,
                  "each knot comes after the one before it");
    }
  }
}

namespace {

// At `offset` after the start of a step of h [s].
void place_driven(const BaseDrive& drive, double offset, double h, ModelScratch& work) {
  work.X_W0 = drive.pose_at(offset);
  work.X_W0_next = drive.pose_at(offset + h);
  work.X_W0_last = drive.pose_at(offset - h);
  work.V_W0 = drive.velocity_at(offset);
  work.V_W0_jump = {drive.V.angular - drive.V_last.angular, drive.V.linear - drive.V_last.linear};
}

// Between its corners, a path that is not smooth has a constant velocity.
void place_on_path(const ModelSetup& model, double time, double h, ModelScratch& work) {
  work.X_W0 = script_pose(model, time);
  work.X_W0_next = script_pose(model, time + h);
  work.X_W0_last = script_pose(model, time - h);
  work.V_W0 = script_velocity(model, time);
  work.V_W0_jump = {};
  if (model.script->smooth) return;
  const SpatialVelocity before = script_velocity(model, time - h);
  work.V_W0_jump = {work.V_W0.angular - before.angular, work.V_W0.linear - before.linear};
}

// Calls use(setup, numbers) for each model that the program moves.
template <class State, class Use>
void for_each_drive(const WorldModel& world, State& state, const Use& use) {
  if (!world.has_scripts) return;
  for (const auto& model : world.models)
    if (model->drive >= 0) use(*model, &state.models[model->number].drives()[model->drive]);
}

}  // namespace

void place_scripts(const WorldModel& world, const WorldState& state, StepData& step) {
  place_scripts_after(world, state, 0, step);
}

void place_scripts_after(const WorldModel& world, const WorldState& state, double offset,
                         StepData& step) {
  if (!world.has_scripts) return;
  const double h = world.spec.step;
  for (const auto& model : world.models) {
    if (!model->script) continue;
    ModelScratch& work = step.model(model->number);
    if (model->drive < 0) {
      place_on_path(*model, state.time + offset, h, work);
    } else {
      const auto numbers = state.models[model->number].drives();
      place_driven(BaseDrive::load(numbers.data() + model->drive), offset, h, work);
    }
  }
}

void command_drives(const WorldModel& world, WorldState& state, StepData& step) {
  bool any = false;
  for_each_drive(world, state, [&](const ModelSetup& model, double* numbers) {
    BaseDrive drive = BaseDrive::load(numbers);
    drive.command(*model.script, world.spec.step);
    drive.store(numbers);
    any = true;
  });
  if (any) place_scripts(world, state, step);
}

void advance_drives(const WorldModel& world, WorldState& state) {
  for_each_drive(world, state, [&](const ModelSetup& model, double* numbers) {
    BaseDrive drive = BaseDrive::load(numbers);
    drive.advance(*model.script, world.spec.step);
    drive.store(numbers);
  });
}

namespace {

void aim(const ModelScratch& script, const RigidTransform& X_script, double h, LoopEnd& end) {
  end.X = script.X_W0 * X_script;
  const RigidTransform next = script.X_W0_next * X_script;
  const Quaternion turn(Matrix3(next.R * end.X.R.transpose()));
  end.velocity = {quaternion_log(turn.normalized()) / h, (next.p - end.X.p) / h};
}

void arrive(const ModelScratch& script, const RigidTransform& X_script, LoopEnd& end) {
  end.X = script.X_W0 * X_script;
  end.velocity = script.V_W0.shifted(end.X.p - script.X_W0.p);
}

}  // namespace

void aim_loop_ends(const WorldModel& world, StepData& step) {
  // In the middle of a step, the velocity of the script there is its mean over the step.
  if (world.spec.integrator == Integrator::kMidpoint) return arrive_loop_ends(world, step);
  const double h = world.spec.step;
  for (std::size_t i = 0; i < step.loops.loops.size(); ++i) {
    const LoopRecord& record = world.loop_records[i];
    if (record.script_a >= 0)
      aim(step.model(record.script_a), record.X_script_a, h, step.loops.loops[i].a);
    if (record.script_b >= 0)
      aim(step.model(record.script_b), record.X_script_b, h, step.loops.loops[i].b);
  }
}

void arrive_loop_ends(const WorldModel& world, StepData& step) {
  for (std::size_t i = 0; i < step.loops.loops.size(); ++i) {
    const LoopRecord& record = world.loop_records[i];
    if (record.script_a >= 0)
      arrive(step.model(record.script_a), record.X_script_a, step.loops.loops[i].a);
    if (record.script_b >= 0)
      arrive(step.model(record.script_b), record.X_script_b, step.loops.loops[i].b);
  }
}

}  // namespace cardan
