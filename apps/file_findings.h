#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cardan/error.h"
#include "cardan/scene.h"

/// Parts of `cardan check` for formats that become scenes: MJCF and SDF.
namespace cardan::app {

/// How the report on a file is printed.
struct CheckOutput {
  bool json = false, quiet = false;
};

/// The first error; null if there is none.
const Diagnostic* first_error(const std::vector<Diagnostic>& diagnostics);

/// Turns warnings into errors, for --strict.
void reject_warnings(std::vector<Diagnostic>& diagnostics);

/// The findings as text with the verdict, without the verdict and infos if the output is quiet.
std::string findings_text(const std::vector<Diagnostic>& diagnostics, const CheckOutput& output);

/// Appends the models, loops and sensors of the scene, and the findings. Returns the JSON text.
std::string json_with_findings(nlohmann::ordered_json json, const Scene& scene,
                               const std::vector<Diagnostic>& diagnostics);

/// Prints the report, and the first error as one line. Returns the exit code of `cardan check`.
int print_check(const std::string& report, const std::string& file,
                const std::vector<Diagnostic>& diagnostics);

}  // namespace cardan::app
