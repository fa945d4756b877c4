#include <cstdint>

#include "cardan/model_spec.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

constexpr int kMostModels = 100000;

struct Grid {
  int count[3] = {1, 1, 1};
  Vector3 spacing = Vector3::Zero();  ///< [m]
  double jitter = 0;                  ///< [m]
  std::uint64_t seed = 1;
};

// Uniform in [0, 1), the same on every machine: splitmix64 [Steele, Lea, Flood 2014].
double next_random(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

// Without a spacing, the copies would coincide.
void require_apart(const Grid& grid, const SceneNode& spacing) {
  const char* const axes[3] = {"x", "y", "z"};
  for (int k = 0; k < 3; ++k) {
    if (grid.count[k] < 2 || grid.spacing[k] != 0) continue;
    spacing.fail(std::to_string(grid.count[k]) +
                     " copies are at the same place: no spacing along " + axes[k],
                 "give a spacing, or a jitter");
  }
}

constexpr Form kCounts = form::list(&form::kPositiveInteger, 3);

constexpr KeyRow kGridKeys[] = {
    {"count", kCounts, "Number of copies along x, y and z", true},
    {"spacing", form::vector3("m"), "Distance of the copies along x, y and z", true},
    {"jitter", form::non_negative("m"), "Bound of the random offset of each copy"},
    {"seed", form::kPositiveInteger, "Seed of the offsets"},
};

Grid read_grid(const SceneNode& node) {
  allow_keys(node, kGridKeys);
  Grid grid;
  const SceneNode count = node.require("count");
  const std::vector<SceneNode> items = count.items();
  if (items.size() != 3) count.fail("expected three whole numbers", "e.g. [6, 6, 6]");
  std::int64_t all = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    grid.count[k] = items[k].positive_integer();
    all *= std::min(grid.count[k], kMostModels + 1);
    if (all > kMostModels) count.fail("more than 100000 models", "give smaller counts");
  }
  grid.spacing = node.require("spacing").vector3("m");
  if (const auto jitter = node.find("jitter")) grid.jitter = jitter->non_negative("m");
  if (grid.jitter == 0) require_apart(grid, node.require("spacing"));
  if (const auto seed = node.find("seed"))
    grid.seed = static_cast<std::uint64_t>(seed->positive_integer());
  return grid;
}

}  // namespace

Form grid_form() { return form::map<kGridKeys>(); }

std::vector<ModelSpec> expand_grid(const SceneNode& node, const ModelSpec& model) {
  const auto grid_node = node.find("grid");
  if (!grid_node) return {model};
  Grid grid = read_grid(*grid_node);
  std::vector<ModelSpec> models;
  for (int i = 0; i < grid.count[0]; ++i) {
    for (int j = 0; j < grid.count[1]; ++j) {
      for (int k = 0; k < grid.count[2]; ++k) {
        ModelSpec& copy = models.emplace_back(model);
        for (const int number : {i, j, k}) copy.name.append("_").append(std::to_string(number));
        copy.pose.p += grid.spacing.cwiseProduct(Vector3(i, j, k));
        for (double& x : copy.pose.p) x += grid.jitter * next_random(grid.seed);
      }
    }
  }
  return models;
}

void limit_copies(const SceneNode& node, std::size_t copies, std::size_t models) {
  const auto grid = node.find("grid");
  if (!grid || copies * models <= kMostModels) return;
  grid->require("count").fail("more than 100000 models: each copy has " + std::to_string(models),
                              "give smaller counts");
}

}  // namespace cardan
