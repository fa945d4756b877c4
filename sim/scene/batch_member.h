#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cardan/batch.h"
#include "sim/scene/batch_columns.h"

namespace cardan {

/// A PD law whose target is a column of a batch.
struct TargetColumn {
  const Model::Impl* model = nullptr;
  int dof = -1;
};

/// One world of a batch.
struct BatchMember {
  explicit BatchMember(World world_in);

  World world;
  StateSnapshot start;
  std::vector<const Model::Impl*>
      moving;  ///< models that have a skeleton, in the order in which they were added
  std::vector<TargetColumn> targets;
  std::unique_ptr<BatchColumns> columns;
  std::uint64_t seed = 0;  ///< noise seed of the sensors in the first episode
  int nq = 0, nv = 0;
};

/// Derives a seed for each index. Index 0 keeps the seed.
std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t index);

/// Returns the names MODEL/JOINT of the columns of targets.
std::vector<std::string> joint_names_of_targets(const BatchMember& member);

/// Sets the efforts (nv) of the moving models in order. Wakes models whose efforts change.
void write_efforts(const BatchMember& member, std::span<const double> efforts);
/// Sets the targets and velocities that differ from known_targets and known_velocities, which are
/// the values that were last read. Returns the number of non-finite entries, which are ignored.
int write_targets(const BatchMember& member, std::span<const double> targets,
                  std::span<const double> velocities, std::span<const double> known_targets,
                  std::span<const double> known_velocities);
void read_targets(const BatchMember& member, std::span<double> targets,
                  std::span<double> velocities);
void read_efforts(const BatchMember& member, std::span<double> efforts);
/// Copies q (nq) and v (nv) of all moving models. Returns true if they are finite.
bool read_states(const BatchMember& member, std::span<double> q, std::span<double> v);

/// Throws an Error that names the world for sizes and numbers that Batch::set_state rejects.
void check_state(const BatchMember& member, std::span<const double> q, std::span<const double> v,
                 const std::string& where);
/// Sets a state that check_state accepts.
void write_states(const BatchMember& member, std::span<const double> q, std::span<const double> v);

/// Applies new parameters and updates the start of the member. The world must be in its start
/// state. Throws Error, and changes nothing, for unknown names and impossible values.
void apply_parameters(BatchMember& member, const BatchParameters& parameters,
                      const std::string& where);

}  // namespace cardan
