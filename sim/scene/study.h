#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/core/export.h"
#include "cardan/scene/expect_spec.h"

/// Studies (docs/sweep.md), as data. `cardan sweep` plans and runs them.
namespace cardan {

/// Values of one parameter of a scene, drawn at random.
struct Distribution {
  enum class Kind { kUniform, kLogUniform, kNormal, kChoice };
  std::string path;  ///< as SceneOverride::path
  Kind kind = Kind::kUniform;
  double a = 0;                           ///< lower bound; kNormal: mean
  double b = 1;                           ///< upper bound; kNormal: standard deviation
  std::vector<std::string> choices = {};  ///< kChoice: YAML, as written
};

/// Samples of all distributions together.
struct SampleSpec {
  std::int64_t count = 0;  ///< 0: none
  std::uint64_t seed = 1;
  bool sobol = true;  ///< false: independent random numbers
  std::vector<Distribution> distributions;
};

/// A horizontal vector of a scene, such as a force, given by direction and magnitude. Two axes of
/// the study have the values: PATH.direction [rad] from x towards y, and PATH.magnitude.
struct PolarSpec {
  std::string path;  ///< of the vector
};

/// A number that each run measures.
struct MetricSpec {
  std::string name;
  /// Quantity with `minus`, window and `over`; there is no band. at_end: the value at the end of
  /// the run, in place of the window.
  ExpectSpec what;
  bool at_end = false;
};

/// Contents of a study file. The runs of a study are the product of its axes and its samples.
struct Study {
  std::string file;
  std::string folder;  ///< absolute path of the file
  std::string scene;   ///< absolute path
  std::uint64_t seed = 1;
  std::vector<SweepAxis> axes;
  std::vector<PolarSpec> polar;
  SampleSpec samples;
  std::vector<MetricSpec> metrics;
  int cells_per_task = 64;
};

/// Reads a study. Throws Error with file, line, key and the expected value. Does not read the
/// scene.
CARDAN_API Study load_study(const std::string& file);

}  // namespace cardan
