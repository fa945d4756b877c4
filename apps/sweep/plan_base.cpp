#include <algorithm>
#include <set>

#include "apps/input_files.h"
#include "apps/sdf_file.h"
#include "apps/sweep/plan.h"
#include "cardan/error.h"
#include "core/hash.h"
#include "core/read_file.h"

namespace cardan::app {

namespace {

// A number is not the name of a file.
bool may_name_a_file(const std::string& value) {
  return value.find_first_not_of("+-.0123456789eE[], ") != std::string::npos;
}

// Files that the scene reads, without its golden trajectories, which a study does not use.
void add_files_of(const Scene& scene, std::set<std::string>& files) {
  Scene own = scene;
  own.expect.clear();
  for (const NamedFile& file : input_files(own)) files.insert(file.file);
}

// Files that the scene reads with one value of one parameter. A value that the scene rejects adds
// no file; the rows of its cells report the reason.
void add_files_with(const SceneFile& scene, const std::string& path, const std::string& value,
                    std::set<std::string>& files) {
  if (!may_name_a_file(value)) return;
  try {
    add_files_of(scene.with({{path, value}}), files);
  } catch (const std::exception&) {
  }
}

std::set<std::string> files_of(const Study& study, const SceneFile& scene) {
  std::set<std::string> files;
  add_files_of(scene.with({}), files);
  for (const SweepAxis& axis : study.axes) {
    if (axis.name == "formulation" || axis.name == "solver" || axis.name == "seed") continue;
    for (const std::string& value : axis.values) add_files_with(scene, axis.name, value, files);
  }
  for (const Distribution& one : study.samples.distributions) {
    for (const std::string& value : one.choices) add_files_with(scene, one.path, value, files);
  }
  return files;
}

void add_text(Hash& hash, const std::string& text) {
  hash.add(std::uint64_t{text.size()});
  hash.add(std::string_view(text));
}

// The count of the samples is left out: a larger one keeps the earlier cells.
void add_samples(Hash& hash, const SampleSpec& samples) {
  hash.add(samples.seed);
  hash.add(std::uint64_t{samples.sobol ? 1U : 0U});
  for (const Distribution& one : samples.distributions) {
    add_text(hash, one.path);
    hash.add(static_cast<std::uint64_t>(one.kind));
    hash.add(one.a);
    hash.add(one.b);
    for (const std::string& choice : one.choices) add_text(hash, choice);
  }
}

}  // namespace

PlanBase plan_base(const Study& study) {
  const auto file = std::make_shared<const SceneFile>(study.scene, scene_options());
  const Scene scene = file->with({});
  Hash hash;
  add_text(hash, CARDAN_VERSION);
  for (const std::string& name : files_of(study, *file)) {
    const FileContents contents = try_read_file(name);
    if (contents.why.empty()) add_text(hash, contents.bytes);  // a candidate may not exist
  }
  for (const MetricSpec& metric : study.metrics) add_text(hash, metric.what.text);
  add_samples(hash, study.samples);
  return {file, hash.value(), scene.perturb.has_value(), !scene.sensors.empty()};
}

}  // namespace cardan::app
