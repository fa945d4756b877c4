#include "sim/scene/study.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>

#include "cardan/error.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

constexpr std::int64_t kMostSamples = 100'000'000;
constexpr std::size_t kMostDimensions = 40;  // direction numbers of the Sobol' sequence

Distribution read_distribution(const SceneNode& node, const std::string& path) {
  node.allow_keys({"uniform", "loguniform", "normal", "choice"});
  const auto entries = node.entries();
  if (entries.size() != 1)
    node.fail("expected one distribution", "e.g. {uniform: [0.2, 0.8]} or {choice: [a, b]}");
  const auto& [name, value] = entries.front();
  Distribution distribution;
  distribution.path = path;
  if (name == "choice") {
    distribution.kind = Distribution::Kind::kChoice;
    for (const SceneNode& item : value.items())
      distribution.choices.push_back(item.is_scalar() ? item.word() : item.text());
    if (distribution.choices.empty()) value.fail("an empty list", "name at least one value");
    return distribution;
  }
  if (name == "normal") {
    distribution.kind = Distribution::Kind::kNormal;
    std::tie(distribution.a, distribution.b) =
        value.two_numbers("normal: [MEAN, STANDARD_DEVIATION]");
    if (distribution.b < 0) value.fail("the standard deviation is below 0");
    return distribution;
  }
  std::tie(distribution.a, distribution.b) = value.bounds();
  if (name == "loguniform") {
    distribution.kind = Distribution::Kind::kLogUniform;
    if (!(distribution.a > 0)) value.fail("a bound of 'loguniform' is not above 0");
  }
  return distribution;
}

SampleSpec read_samples(const SceneNode& node) {
  node.allow_keys({"count", "seed", "method", "distributions"});
  SampleSpec samples;
  const SceneNode count = node.require("count");
  samples.count = count.positive_integer();
  if (samples.count > kMostSamples)
    count.fail("expected at most " + std::to_string(kMostSamples) + " samples");
  if (const auto seed = node.find("seed")) samples.seed = read_seed(*seed);
  if (const auto method = node.find("method"))
    samples.sobol = method->choice({"sobol", "random"}) == 0;
  const SceneNode distributions = node.require("distributions");
  for (const auto& [path, item] : distributions.entries())
    samples.distributions.push_back(read_distribution(item, path));
  if (samples.distributions.empty())
    distributions.fail("no distribution", "add one, e.g. materials.default.mu: {uniform: [0, 1]}");
  if (samples.sobol && samples.distributions.size() > kMostDimensions)
    distributions.fail("more than " + std::to_string(kMostDimensions) + " distributions",
                       "use method: random");
  return samples;
}

void read_polar(const SceneNode& node, Study& study) {
  for (const auto& entry : node.entries()) {
    const std::string& path = entry.first;
    const SceneNode& item = entry.second;
    item.allow_keys({"direction", "magnitude"});
    const auto add = [&](const char* key, const char* unit) {
      const auto is_number = [&](const SceneNode& value) { value.number(unit); };
      study.axes.push_back(read_axis(item.require(key), path + "." + key, is_number));
    };
    add("direction", "rad");
    add("magnitude", "");
    study.polar.push_back({path});
  }
}

// No two parts of a study may set one value, because the order would decide.
void require_distinct_paths(const SceneNode& root, const Study& study) {
  std::vector<std::string> paths;
  for (const SweepAxis& axis : study.axes) paths.push_back(axis.name);
  for (const PolarSpec& polar : study.polar) paths.push_back(polar.path);
  for (const Distribution& one : study.samples.distributions) paths.push_back(one.path);
  std::sort(paths.begin(), paths.end());
  const auto twice = std::adjacent_find(paths.begin(), paths.end());
  if (twice != paths.end())
    root.fail("'" + *twice + "' is varied twice", "name each parameter in one place");
}

}  // namespace

Study load_study(const std::string& file) {
  const SceneNode root = SceneNode::load(file);
  if (root.find("cardan"))
    root.fail("this is a scene, not a study", "a study names a scene: scene: FILE.yaml");
  root.allow_keys({"study", "scene", "seed", "formulations", "solvers", "steps", "seeds",
                   "parameters", "polar", "samples", "metrics", "cells_per_task"});
  Study study;
  study.file = file;
  study.folder = std::filesystem::absolute(file).parent_path().lexically_normal().string();
  const std::filesystem::path scene = root.require("scene").word();
  study.scene = (std::filesystem::path(study.folder) / scene).lexically_normal().string();
  root.require("scene").require_file(study.scene, "scene");
  if (const auto version = root.find("study"); version && version->word() != "1")
    version->fail("format version '" + version->word() + "' is not known", "expected 'study: 1'");
  if (const auto seed = root.find("seed")) study.seed = read_seed(*seed);
  study.axes = read_axes(root);
  if (const auto polar = root.find("polar")) read_polar(*polar, study);
  if (const auto samples = root.find("samples")) study.samples = read_samples(*samples);
  require_distinct_paths(root, study);
  if (const auto cells = root.find("cells_per_task"))
    study.cells_per_task = cells->positive_integer();
  const SceneNode metrics = root.require("metrics");
  std::set<std::string> names;
  for (const SceneNode& item : metrics.items()) {
    study.metrics.push_back(read_metric(item));
    if (!names.insert(study.metrics.back().name).second)
      item.fail("there is already a metric '" + study.metrics.back().name + "'",
                "add a name: NAME to one of them");
  }
  if (study.metrics.empty()) metrics.fail("no metric", "add one, e.g. {quantity: energy}");
  return study;
}

}  // namespace cardan
