#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/scene/scene_file.h"
#include "sim/scene/study.h"

namespace cardan::app {

/// Properties that all cells of a study have in common.
struct PlanBase {
  std::shared_ptr<const SceneFile> scene;
  /// Hash of everything that determines a result and is equal in all cells: scene, models, metrics,
  /// version.
  std::uint64_t hash = 0;
  bool perturbed = false;  ///< the scene has `perturb`
  bool sensed = false;     ///< the scene has sensors
};

/// The cells of a study: the product of its axes, of which the last varies fastest, and of its
/// samples, which vary faster than all axes. Everything about a cell is computed from its number,
/// so a plan takes 16 bytes per cell.
class Plan {
 public:
  /// Throws Error for too many cells.
  Plan(Study study, PlanBase base);

  const Study& study() const { return study_; }
  /// The scene as it was when the keys of the cells were made.
  const SceneFile& scene_file() const { return *base_.scene; }
  std::size_t num_cells() const { return num_cells_; }
  /// Names of the varied parameters: axes, then distributions.
  const std::vector<std::string>& columns() const { return columns_; }

  /// The values that the study lists for a column; none for drawn numbers.
  std::vector<std::string> listed_values(std::size_t column) const;
  /// Values of the columns, as YAML.
  std::vector<std::string> values(std::size_t cell) const;
  /// Overrides of the scene, without formulation and solver. They contain the seeds of the cell.
  std::vector<SceneOverride> overrides(std::size_t cell) const;
  /// "": that of the scene.
  std::string formulation(std::size_t cell) const { return value_of("formulation", cell); }
  std::string solver(std::size_t cell) const { return value_of("solver", cell); }
  /// Depends on the seed of the study and on the values of the cell, but not on its number or on
  /// other cells. Below 2^53.
  std::uint64_t seed(std::size_t cell) const;
  /// Identifies the cell and everything that determines its result.
  std::uint64_t key(std::size_t cell) const;
  /// The cell of a key; none if no cell of this plan has it.
  std::optional<std::size_t> find(std::uint64_t key) const;

 private:
  struct Axis {
    SweepAxis spec;
    std::vector<std::uint64_t> hashes;  ///< of name and value
    std::size_t stride = 1;             ///< in cells
  };
  std::size_t digit(const Axis& axis, std::size_t cell) const;
  std::size_t sample(std::size_t cell) const;
  std::uint64_t content(std::size_t cell) const;
  std::string value_of(std::string_view axis, std::size_t cell) const;
  std::string sample_text(std::size_t sample, std::size_t dimension) const;
  void add_polar(std::size_t cell, std::vector<SceneOverride>& overrides) const;

  Study study_;
  PlanBase base_;
  std::vector<Axis> axes_;
  std::size_t num_samples_ = 1, num_cells_ = 1;
  std::vector<std::string> columns_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> cell_of_key_;  ///< sorted
};

/// Reads scene and models, and hashes what all cells have in common. Throws Error if the scene
/// cannot be loaded without the parameters of the study.
PlanBase plan_base(const Study& study);

/// load_study, plan_base and Plan.
Plan make_plan(const std::string& study_file);

}  // namespace cardan::app
