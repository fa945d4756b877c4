#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/expect_spec.h"
#include "cardan/export.h"

/// Data of studies (docs/sweep.md), which `cardan sweep` plans and runs.
namespace cardan {

/// Values of one parameter of a scene, drawn at random.
struct Distribution {
  /// Type of the distribution.
  enum class Kind { kUniform, kLogUniform, kNormal, kChoice };
  std::string path;  ///< path of the parameter, as in SceneOverride::path
  Kind kind = Kind::kUniform;
  double a = 0;                           ///< lower bound; for kNormal, the mean
  double b = 1;                           ///< upper bound; for kNormal, the standard deviation
  std::vector<std::string> choices = {};  ///< for kChoice: YAML values, as written
};

/// Samples that are drawn from all distributions together.
struct SampleSpec {
  std::int64_t count = 0;  ///< number of samples
  std::uint64_t seed = 1;
  bool sobol = true;  ///< true for a Sobol sequence, false for independent random numbers
  std::vector<Distribution> distributions;
};

/// A horizontal vector of a scene, such as a force, given by its direction and magnitude. Two axes
/// of the study contain the values: PATH.direction, the angle from x towards y [rad], and
/// PATH.magnitude.
struct PolarSpec {
  std::string path;  ///< path of the vector
};

/// A number that is measured in each run.
struct MetricSpec {
  std::string name;
  /// The quantity with `minus`, window and `over`, but without a band. With at_end, the value at
  /// the end of the run replaces the window.
  ExpectSpec what;
  bool at_end = false;  ///< true for the value at the end of the run
};

/// Contents of a study file. The runs of a study are the product of its axes and its samples.
struct Study {
  std::string file;
  std::string folder;  ///< absolute path of the folder of the file
  std::string scene;   ///< absolute path of the scene
  std::uint64_t seed = 1;
  std::vector<SweepAxis> axes;
  std::vector<PolarSpec> polar;
  SampleSpec samples;
  std::vector<MetricSpec> metrics;
  int cells_per_task = 64;  ///< number of cells in one task of a job array
};

/// Reads a study, but not its scene. Throws Error with the file, the line, the key and the expected
/// value.
CARDAN_API Study load_study(const std::string& file);

}  // namespace cardan
