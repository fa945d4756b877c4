#include "apps/sweep/plan.h"

#include <algorithm>
#include <cmath>

#include "apps/sweep/exact_text.h"
#include "apps/sweep/sample_value.h"
#include "cardan/error.h"
#include "core/hash.h"

namespace cardan::app {

namespace {

constexpr std::size_t kMostCells = 100'000'000;

std::uint64_t hash_of_pair(const std::string& name, const std::string& value) {
  Hash hash;
  hash.add(std::uint64_t{name.size()});
  hash.add(std::string_view(name));
  hash.add(std::string_view(value));
  return hash.value();
}

std::uint64_t combined(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;
  return scrambled(scrambled(a + kGolden) ^ b);
}

}  // namespace

Plan::Plan(Study study, PlanBase base) : study_(std::move(study)), base_(std::move(base)) {
  if (!study_.samples.distributions.empty())
    num_samples_ = static_cast<std::size_t>(study_.samples.count);
  num_cells_ = num_samples_;
  for (const SweepAxis& spec : study_.axes) {
    Axis axis{spec, {}, 1};
    for (const std::string& value : spec.values)
      axis.hashes.push_back(hash_of_pair(spec.name, value));
    axes_.push_back(std::move(axis));
    columns_.push_back(spec.name);
  }
  for (auto axis = axes_.rbegin(); axis != axes_.rend(); ++axis) {
    axis->stride = num_cells_;
    if (num_cells_ > kMostCells / axis->spec.values.size()) {
      throw Error("the study has more than " + std::to_string(kMostCells) + " cells", study_.file,
                  "list fewer values, or draw samples");
    }
    num_cells_ *= axis->spec.values.size();
  }
  for (const Distribution& one : study_.samples.distributions) columns_.push_back(one.path);
  cell_of_key_.reserve(num_cells_);
  for (std::size_t cell = 0; cell < num_cells_; ++cell)
    cell_of_key_.emplace_back(key(cell), static_cast<std::uint32_t>(cell));
  std::sort(cell_of_key_.begin(), cell_of_key_.end());
  const auto equal_keys = [](const auto& a, const auto& b) { return a.first == b.first; };
  if (std::adjacent_find(cell_of_key_.begin(), cell_of_key_.end(), equal_keys) !=
      cell_of_key_.end()) {
    throw Error("two cells have the same key by chance", study_.file, "change the seed");
  }
}

std::size_t Plan::digit(const Axis& axis, std::size_t cell) const {
  return cell / axis.stride % axis.spec.values.size();
}

std::size_t Plan::sample(std::size_t cell) const { return cell % num_samples_; }

std::string Plan::value_of(std::string_view name, std::size_t cell) const {
  for (const Axis& axis : axes_) {
    if (axis.spec.name == name) return axis.spec.values[digit(axis, cell)];
  }
  return "";
}

std::string Plan::sample_text(std::size_t sample, std::size_t dimension) const {
  return sample_value(study_.samples.distributions[dimension],
                      sample_coordinate(study_.samples, sample, dimension));
}

std::vector<std::string> Plan::listed_values(std::size_t column) const {
  if (column < axes_.size()) return axes_[column].spec.values;
  return study_.samples.distributions[column - axes_.size()].choices;
}

std::vector<std::string> Plan::values(std::size_t cell) const {
  std::vector<std::string> values;
  for (const Axis& axis : axes_) values.push_back(axis.spec.values[digit(axis, cell)]);
  for (std::size_t d = 0; d < study_.samples.distributions.size(); ++d)
    values.push_back(sample_text(sample(cell), d));
  return values;
}

std::uint64_t Plan::content(std::size_t cell) const {
  std::uint64_t content = 0;
  for (const Axis& axis : axes_) content = combined(content, axis.hashes[digit(axis, cell)]);
  return combined(content, sample(cell));
}

std::uint64_t Plan::seed(std::size_t cell) const {
  return combined(study_.seed, content(cell)) >> 11U;
}

std::uint64_t Plan::key(std::size_t cell) const {
  return combined(combined(base_.hash, content(cell)), study_.seed);
}

std::optional<std::size_t> Plan::find(std::uint64_t key) const {
  const auto at = std::lower_bound(cell_of_key_.begin(), cell_of_key_.end(),
                                   std::make_pair(key, std::uint32_t{0}));
  if (at == cell_of_key_.end() || at->first != key) return std::nullopt;
  return at->second;
}

void Plan::add_polar(std::size_t cell, std::vector<SceneOverride>& overrides) const {
  for (const PolarSpec& polar : study_.polar) {
    const double direction = number_of(value_of(polar.path + ".direction", cell)).value();
    const double magnitude = number_of(value_of(polar.path + ".magnitude", cell)).value();
    std::string vector = "[";
    vector.append(exact_text(magnitude * std::cos(direction))).append(", ");
    vector.append(exact_text(magnitude * std::sin(direction))).append(", 0]");
    overrides.push_back({polar.path, vector});
  }
}

std::vector<SceneOverride> Plan::overrides(std::size_t cell) const {
  std::vector<SceneOverride> overrides;
  bool own_seed = base_.perturbed;
  for (const Axis& axis : axes_) {
    const std::string& name = axis.spec.name;
    const bool polar =
        std::any_of(study_.polar.begin(), study_.polar.end(), [&](const PolarSpec& spec) {
          return name == spec.path + ".direction" || name == spec.path + ".magnitude";
        });
    if (name == "formulation" || name == "solver" || polar) continue;
    if (name == "seed") own_seed = false;
    const std::string path = name == "step" ? "time.step" : name == "seed" ? "perturb.seed" : name;
    overrides.push_back({path, axis.spec.values[digit(axis, cell)]});
  }
  add_polar(cell, overrides);
  for (std::size_t d = 0; d < study_.samples.distributions.size(); ++d)
    overrides.push_back({study_.samples.distributions[d].path, sample_text(sample(cell), d)});
  if (own_seed) overrides.push_back({"perturb.seed", std::to_string(seed(cell))});
  if (base_.sensed) overrides.push_back({"seed", std::to_string(seed(cell))});
  return overrides;
}

Plan make_plan(const std::string& study_file) {
  Study study = load_study(study_file);
  PlanBase base = plan_base(study);
  return {std::move(study), std::move(base)};
}

}  // namespace cardan::app
