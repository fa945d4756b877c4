#include "sim/scene/batch_member.h"

#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "core/hash.h"

namespace cardan {

BatchMember::BatchMember(World world_in) : world(std::move(world_in)) {
  world.state(start);
  for (int i = 0; i < world.num_models(); ++i) {
    const Model::Impl& model = world.model(i).impl();
    const ModelSetup& setup = model.setup();
    if (!setup.skeleton) continue;
    moving.push_back(&model);
    nq += setup.skeleton->nq();
    nv += setup.skeleton->nv();
    for (int dof = 0; dof < setup.skeleton->nv(); ++dof) {
      const bool scripted =
          std::any_of(setup.target_paths.begin(), setup.target_paths.end(),
                      [&](const ScriptedTarget& target) { return target.dof == dof; });
      if (model.state().laws()[static_cast<std::size_t>(dof)].active && !scripted)
        targets.push_back({&model, dof});
    }
  }
}

std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t index) {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;
  return index == 0 ? seed : scrambled(seed + kGolden * index);
}

std::vector<std::string> joint_names_of_targets(const BatchMember& member) {
  std::vector<std::string> names;
  for (const TargetColumn& column : member.targets) {
    const ModelSetup& setup = column.model->setup();
    names.push_back(setup.name + "/" + setup.skeleton->dof_name(column.dof));
  }
  return names;
}

void write_efforts(const BatchMember& member, std::span<const double> efforts) {
  const double* row = efforts.data();
  for (const Model::Impl* model : member.moving) {
    const Eigen::Index nv = model->state().tau().size();
    assign_efforts(*model, Eigen::Map<const VectorX>(row, nv));
    row += nv;
  }
}

int write_targets(const BatchMember& member, std::span<const double> targets,
                  std::span<const double> velocities, std::span<const double> known_targets,
                  std::span<const double> known_velocities) {
  int rejected = 0;
  for (std::size_t k = 0; k < member.targets.size(); ++k) {
    if (targets[k] == known_targets[k] && velocities[k] == known_velocities[k]) continue;
    if (!std::isfinite(targets[k]) || !std::isfinite(velocities[k])) {
      ++rejected;
      continue;
    }
    const TargetColumn& column = member.targets[k];
    assign_target(*column.model, column.dof, targets[k], velocities[k]);
  }
  return rejected;
}

void read_targets(const BatchMember& member, std::span<double> targets,
                  std::span<double> velocities) {
  for (std::size_t k = 0; k < member.targets.size(); ++k) {
    const TargetColumn& column = member.targets[k];
    const PdLaw law = column.model->state().laws()[static_cast<std::size_t>(column.dof)];
    targets[k] = law.target;
    velocities[k] = law.velocity;
  }
}

void read_efforts(const BatchMember& member, std::span<double> efforts) {
  double* to = efforts.data();
  for (const Model::Impl* model : member.moving) {
    const ModelState::Vector tau = model->state().tau();
    to = std::copy_n(tau.data(), tau.size(), to);
  }
}

bool read_states(const BatchMember& member, std::span<double> q, std::span<double> v) {
  double *to_q = q.data(), *to_v = v.data();
  bool finite = true;
  for (const Model::Impl* model : member.moving) {
    const ConstModelState state = model->state();
    finite = finite && state.q().allFinite() && state.v().allFinite();
    to_q = std::copy_n(state.q().data(), state.q().size(), to_q);
    to_v = std::copy_n(state.v().data(), state.v().size(), to_v);
  }
  return finite;
}

void check_state(const BatchMember& member, std::span<const double> q, std::span<const double> v,
                 const std::string& where) {
  require_vector(Eigen::Map<const VectorX>(v.data(), member.nv), member.nv, "v", where);
  const double* from = q.data();
  for (const Model::Impl* model : member.moving) {
    const Eigen::Map<const VectorX> own(from, model->state().q().size());
    checked_configuration(model->setup(), own);
    from += own.size();
  }
}

void write_states(const BatchMember& member, std::span<const double> q, std::span<const double> v) {
  const double *from_q = q.data(), *from_v = v.data();
  for (const Model::Impl* model : member.moving) {
    Model& face = *model->world->faces[static_cast<std::size_t>(model->number)];
    face.set_q(Eigen::Map<const VectorX>(from_q, face.q().size()));
    face.set_v(Eigen::Map<const VectorX>(from_v, face.v().size()));
    from_q += face.q().size();
    from_v += face.v().size();
  }
}

}  // namespace cardan
