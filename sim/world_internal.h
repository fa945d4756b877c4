#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "cardan/host/solver_registry.h"
#include "cardan/sim/data/world_data_internal.h"

/// World and Model behind their public faces. Stages of a step take the parts of
/// data/world_data_internal.h (step/stages_internal.h).
namespace cardan {

/// Skeletons that differ in their numbers, each as it came first; by bodies, dofs and mass.
class SharedSkeletons {
 public:
  /// The one with the same numbers, or `skeleton` if there is none.
  const std::shared_ptr<const Skeleton>& find(
      const std::shared_ptr<const Skeleton>& skeleton) const;
  /// Keeps it for find(), unless one with the same numbers is known.
  void insert(const std::shared_ptr<const Skeleton>& skeleton);
  void clear() { known_.clear(); }

 private:
  using Key = std::tuple<int, int, double>;
  static Key key_of(const Skeleton& skeleton);
  std::multimap<Key, std::shared_ptr<const Skeleton>> known_;
};

/// A model's place in its world.
struct Model::Impl {
  World::Impl* world = nullptr;
  int number = -1;  ///< in WorldModel::models

  const ModelSetup& setup() const;
  ModelState state() const;
  ModelScratch& work() const;
  ModelRef ref() const { return {setup(), state(), work()}; }
};

struct World::Impl {
  explicit Impl(WorldSpec spec);

  WorldModel model;
  WorldState state;
  StepData step;

  // Used by sim/build/ and the public face.
  SolverRegistry registry;
  std::vector<std::unique_ptr<Model>> faces;                ///< of the models, in their order
  std::unordered_map<std::string_view, int> model_of_name;  ///< for look-up, never iterated
  SharedSkeletons skeletons;                                ///< of the models that were added
  int next_body = 0;  ///< number of the next body that gets shapes
  std::vector<Diagnostic> diagnostics;
  bool step_begun = false;  ///< begin_step() was called and finish_step() is to follow
  /// Guards what views compute on demand: kinematics and trees.
  mutable std::mutex view_mutex;
};

/// Throws Error under rk4, which evaluates accelerations at moments within the step: `what` has a
/// law over the whole step (docs/theory/acceleration.md).
void refuse_under_rk4(const WorldSpec& spec, const std::string& what, const std::string& where);

/// "weld 'a' - 'b'".
std::string loop_name(const LoopSpec& spec);

/// Throws Error: times that do not ascend, numbers that are not finite.
void check_script(const KinematicSpec& script, const std::string& where);

/// Value of a path at a time [s].
double path_target(const TargetPath& path, double time);

/// Throws Error: times that do not ascend, numbers that are not finite.
void check_path(const TargetPath& path, const std::string& where);

/// After a change of what the numbers of trees, loops or keys mean: drops what the last step left
/// of its islands, so that no view mixes the old with the new.
void forget_islands(World::Impl& world);

/// A tree was inserted under this number: ends of loops that follow it move up.
void make_room_for_tree(World::Impl& world, int tree);

/// Weld of a robot's base to its script.
void tie_base_to_script(World::Impl& world, int model);

/// Throws Error unless every entry is finite and the size is n.
void require_vector(const VectorX& x, int n, const std::string& what, const std::string& where);

}  // namespace cardan
