#include "cardan/core/error.h"
#include "cardan/sim/state_file.h"
#include "cardan/sim/world_internal.h"

namespace cardan {

namespace {

// What has to be the same for a state to mean the same: models in order, their joints and shapes.
// Gains, materials, step and solver may differ.
std::string signature_of(const World::Impl& world) {
  std::string text;
  for (const auto& model : world.models) {
    const Model::Impl& impl = model->impl();
    text += impl.name + ": " + std::to_string(impl.shapes.size()) + " shapes";
    if (impl.skeleton) {
      for (const JointInfo& joint : impl.skeleton->joints) {
        text += ", " + joint.name + " " + joint_type_name(joint.type);
      }
    }
    text += "\n";
  }
  for (const LoopRecord& record : world.loop_records) text += record.name + "\n";
  return text;
}

ModelState state_of(const Model::Impl& model) {
  ModelState state{model.name, model.state.q, model.state.v, model.tau, model.tau_external, {}, {}};
  if (model.skeleton) {
    const Eigen::Index nv = model.skeleton->nv();
    state.history.resize(2 * nv + 1);
    state.history << model.undisturbed, model.v_moved, model.v_moved_before;
  }
  state.pd.resize(7, static_cast<Eigen::Index>(model.pd.size()));
  for (Eigen::Index i = 0; i < state.pd.cols(); ++i) {
    const PdLaw& pd = model.pd[static_cast<std::size_t>(i)];
    state.pd.col(i) << pd.active, pd.as_row, pd.kp, pd.kd, pd.target, pd.velocity, pd.max_effort;
  }
  return state;
}

void check_sizes(const Model::Impl& model, const ModelState& state, const std::string& file) {
  const Eigen::Index nq = model.skeleton ? model.skeleton->nq() : 0;
  const Eigen::Index nv = model.skeleton ? model.skeleton->nv() : 0;
  if (state.q.size() != nq || state.v.size() != nv || state.tau.size() != nv ||
      state.tau_external.size() != nv || state.pd.cols() != nv) {
    throw Error(
        "the state of model '" + model.name + "' has another size", file,
        "expected " + std::to_string(nq) + " positions and " + std::to_string(nv) + " velocities");
  }
}

void restore(Model::Impl& model, const ModelState& state) {
  model.state.q = state.q;
  model.state.v = state.v;
  model.tau = state.tau;
  model.tau_external = state.tau_external;
  for (std::size_t i = 0; i < model.pd.size(); ++i) {
    const auto column = state.pd.col(static_cast<Eigen::Index>(i));
    model.pd[i] = {column[0] != 0, column[1] != 0, column[2], column[3],
                   column[4],      column[5],      column[6]};
  }
  const Eigen::Index nv = state.v.size();
  model.undisturbed = 0;
  if (nv > 0 && state.history.size() == 2 * nv + 1) {
    model.undisturbed = static_cast<int>(state.history[0]);
    model.v_moved = state.history.segment(1, nv);
    model.v_moved_before = state.history.tail(nv);
  }
  model.kinematics_current = false;
  model.bias_current = false;
}

}  // namespace

void World::save_state(const std::string& file) const {
  WorldState state;
  state.signature = signature_of(*impl_);
  state.time = impl_->time;
  state.steps = impl_->steps;
  for (const auto& model : impl_->models) state.models.push_back(state_of(model->impl()));
  state.memory = impl_->memory;
  write_state(file, state);
}

void World::restore_state(const std::string& file) {
  const WorldState state = read_state(file);
  if (state.signature != signature_of(*impl_) || state.models.size() != impl_->models.size()) {
    throw Error("the state belongs to another world", file,
                "expected the same models with the same joints, in the same order");
  }
  for (std::size_t i = 0; i < state.models.size(); ++i) {
    check_sizes(impl_->models[i]->impl(), state.models[i], file);
  }
  for (std::size_t i = 0; i < state.models.size(); ++i) {
    restore(impl_->models[i]->impl(), state.models[i]);
  }
  impl_->memory = state.memory;
  impl_->time = state.time;
  impl_->steps = state.steps;
  // Zero when the step is the one the state was saved with; time then keeps its bits.
  impl_->time_offset = state.time - static_cast<double>(state.steps) * impl_->spec.step;
  place_scripts(*impl_);
  impl_->contacts.clear();
  impl_->report = {};
}

}  // namespace cardan
