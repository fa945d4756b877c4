#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "sim/data/base_drive.h"
#include "sim/data/change_log.h"
#include "sim/data/check_spec.h"
#include "sim/data/renumber.h"
#include "sim/data/state_snapshot_impl.h"
#include "sim/data/world_impl.h"
#include "sim/record/state_file_groups.h"
#include "sim/sensors/sensor_work.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

constexpr const char* kDamaged = "the file is damaged";

SavedModel saved(const ModelSetup& setup, const ConstModelState& model) {
  SavedModel saved{setup.name,           model.q(), model.v(),          model.tau(),
                   model.tau_external(), {},        model.still_time(), {}};
  const Eigen::Index nv = model.v().size();
  if (setup.skeleton) {
    saved.history.resize(2 * nv + 1);
    saved.history << model.undisturbed(), model.v_moved(), model.v_moved_before();
  }
  saved.motors = model.drives();
  saved.pd.resize(7, nv);
  for (Eigen::Index i = 0; i < nv; ++i) {
    const PdLaw pd = model.laws()[static_cast<std::size_t>(i)];
    saved.pd.col(i) << pd.active, pd.as_row, pd.kp, pd.kd, pd.target, pd.velocity, pd.max_effort;
  }
  return saved;
}

void require_same_world(const World::Impl& world, const SavedState& state,
                        const std::string& file) {
  const std::shared_ptr<const StateStructure> own = structure_of(world);
  const std::string& signature = own->signature;
  require_same_signature(signature, state.signature, file);
  if (state.models.size() != own->models.size()) {
    throw Error("the state belongs to another world", file,
                first_difference(signature, state.signature));
  }
  if (!std::isfinite(state.time) || !std::isfinite(state.time_offset) || state.steps < 0) {
    throw Error("the time is not a finite number", file, kDamaged);
  }
}

void check(const ModelSetup& model, const SavedModel& state, const std::string& file) {
  const Eigen::Index nq = model.skeleton ? model.skeleton->nq() : 0;
  const Eigen::Index nv = model.skeleton ? model.skeleton->nv() : 0;
  if (state.q.size() != nq || state.v.size() != nv || state.tau.size() != nv ||
      state.tau_external.size() != nv || state.pd.cols() != nv) {
    throw Error(
        "the state of model '" + model.name + "' has the wrong size", file,
        "expected " + std::to_string(nq) + " positions and " + std::to_string(nv) + " velocities");
  }
  const bool known = state.history.size() == 0 ||
                     (state.history.size() == 2 * nv + 1 && state.history.allFinite() &&
                      state.history[0] >= 0 && state.history[0] <= 2);
  if (!known || !state.q.allFinite() || !state.v.allFinite()) {
    throw Error("the state of model '" + model.name + "' contains non-finite numbers", file,
                kDamaged);
  }
}

std::vector<PairNormal> normals_of(const NormalMemory& memory) {
  std::vector<PairNormal> normals(memory.pairs.size() / 2);
  for (std::size_t i = 0; i < normals.size(); ++i) {
    normals[i].pair = {memory.pairs[2 * i], memory.pairs[2 * i + 1]};
    normals[i].normal = Eigen::Map<const Vector3>(&memory.normals[3 * i]);
  }
  return normals;
}

void check_sleepers(const World::Impl& world, const SavedState& state, const std::string& file) {
  std::vector<char> seen(world.model.trees.size(), 0);
  for (const SleepingIsland& island : state.sleepers) {
    for (const std::int32_t tree : island.trees) {
      const bool known = tree >= 0 && tree < static_cast<int>(seen.size());
      if (!known || seen[tree]++ > 0)
        throw Error("a sleeping model does not belong to this world or is listed twice", file,
                    kDamaged);
    }
    if (island.trees.empty() || !std::is_sorted(island.trees.begin(), island.trees.end()))
      throw Error("the models of a sleeping island are not sorted", file, kDamaged);
  }
}

void restore(const SavedModel& saved, const ModelRef& model) {
  model.state.q() = saved.q;
  model.state.v() = saved.v;
  model.state.tau() = saved.tau;
  model.state.tau_external() = saved.tau_external;
  const JointLaws laws = model.state.laws();
  for (std::size_t i = 0; i < laws.size(); ++i) {
    const auto column = saved.pd.col(static_cast<Eigen::Index>(i));
    PdLaw law{column[0] != 0, column[1] != 0, column[2], column[3],
              column[4],      column[5],      column[6]};
    // The flags target_is_initial and by_motor belong to the description of the model.
    law.target_is_initial = laws[i].target_is_initial;
    law.by_motor = laws[i].by_motor;
    laws.set(i, law);
  }
  if (saved.motors.size() > 0) {
    model.state.drives() = saved.motors;
  } else {
    start_motors(model.setup, model.state);
  }
  const Eigen::Index nv = saved.v.size();
  model.state.set_undisturbed(0);
  if (nv > 0 && saved.history.size() == 2 * nv + 1) {
    model.state.set_undisturbed(static_cast<int>(saved.history[0]));
    model.state.v_moved() = saved.history.segment(1, nv);
    model.state.v_moved_before() = saved.history.tail(nv);
  }
  model.state.still_time() = saved.still_time;
  model.work.usable = true;
  model.work.invalidate_kinematics();
}

}  // namespace

void check_drives(const ModelSetup& model, const Eigen::Ref<const VectorX>& motors,
                  const char* where) {
  Eigen::Index expected = model.drive < 0 ? 0 : BaseDrive::kNumbers;
  for (const MotorSetup& motor : model.motors) expected += motor.numbers();
  if (motors.size() != expected)
    throw Error("the drives of model '" + model.name + "' differ from those in the state", where,
                "expected " + std::to_string(expected) + " numbers, the state has " +
                    std::to_string(motors.size()));
  bool good = motors.allFinite();
  for (const MotorSetup& motor : model.motors) {
    const double oldest = motors[motor.first + MotorSetup::kOldest];
    good = good && oldest == std::floor(oldest) && oldest >= 0 &&
           (oldest < motor.delay || oldest == 0);
  }
  if (good && model.drive >= 0) {
    const BaseDrive drive = BaseDrive::load(motors.data() + model.drive);
    good = is_rotation(drive.X.R) && is_rotation(drive.X_target.R);
  }
  if (!good)
    throw Error("the state of the drives of '" + model.name + "' is invalid", where, kDamaged);
}

SavedState state_of(const World& world) {
  const World::Impl& impl = world.impl();
  SavedState state;
  const std::shared_ptr<const StateStructure> own = structure_of(impl);
  state.signature = own->signature;
  state.time = impl.state.time;
  state.time_offset = impl.state.time_offset;
  state.step = impl.model.spec.step;
  state.steps = impl.state.steps;
  for (const int model : own->models)
    state.models.push_back(saved(impl.model.model(model), impl.state.models[model]));
  state.memory = impl.state.memory;
  for (const PairNormal& entry : last_normals(impl)) {
    state.normals.pairs.insert(state.normals.pairs.end(), entry.pair.begin(), entry.pair.end());
    state.normals.normals.insert(state.normals.normals.end(), entry.normal.data(),
                                 entry.normal.data() + 3);
  }
  for (int i = 0; i < impl.state.sleep.count; ++i) {
    const SleepGroup& group = impl.state.sleep.groups[i];
    state.sleepers.push_back({{group.trees.begin(), group.trees.end()}, group.memory});
  }
  state.sensors = saved_sensors(impl);
  return state;
}

void set_state(World& owner, const SavedState& state, const std::string& file) {
  World::Impl& world = owner.impl();
  require_same_world(world, state, file);
  const std::vector<int> models = structure_of(world)->models;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const ModelSetup& model = world.model.model(models[i]);
    check(model, state.models[i], file);
    // Motors without data in the state start at rest.
    if (state.models[i].motors.size() > 0)
      check_drives(model, state.models[i].motors, file.c_str());
  }
  check_sleepers(world, state, file);
  for (const SavedSensor& sensor : state.sensors)
    check_saved_sensor(sensor.layout, sensor.data, file);
  if (!restore_last_normals(world.step.collision, normals_of(state.normals))) {
    throw Error("the normals of the last step belong to no pair of shapes", file, kDamaged);
  }
  leave_step(world);
  wake_all(world.model, world.state, world.step);
  for (std::size_t i = 0; i < state.models.size(); ++i) {
    restore(state.models[i], model_ref(world.model, world.state, world.step, models[i]));
  }
  world.state.memory = state.memory;
  for (const SleepingIsland& island : state.sleepers)
    lay_down(world.model, world.state, world.step, {island.trees.begin(), island.trees.end()},
             island.memory);
  world.state.time = state.time;
  world.state.steps = state.steps;
  // With the time step of the saved state, time keeps its bits.
  world.state.time_offset =
      state.step == world.model.spec.step
          ? state.time_offset
          : state.time - static_cast<double>(state.steps) * world.model.spec.step;
  restore_sensors(world, state.sensors);
  place_scripts(world.model, world.state, world.step);
  world.step.report.step = world.state.steps;
  world.step.report.time = world.state.time;
}

void World::save_state(const std::string& file) const { write_state(file, state_of(*this)); }

void World::restore_state(const std::string& file) {
  require_between_steps(impl(), "restore_state");
  cardan::set_state(*this, read_state(file), file);
  log_state_set(impl(), ChangeKind::kRestore, [](ChangeWriter&) {});
}

}  // namespace cardan
