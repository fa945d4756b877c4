#include "apps/check_sdf.h"

#include <nlohmann/json.hpp>

#include "apps/printable_text.h"
#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/urdf.h"
#include "core/number_text.h"

namespace cardan::app {

namespace {

/// The scene and the world of an SDF file.
struct SdfReport {
  Scene scene;
  std::optional<World> world;
  std::vector<Diagnostic> diagnostics;
};

SdfReport report_on(const std::string& file, const SdfRequest& request, bool strict) {
  SdfReport report;
  report.scene = inspect_sdf_scene(file, request);
  report.diagnostics = report.scene.diagnostics;
  if (first_error(report.diagnostics) == nullptr) {
    try {
      report.world.emplace(make_world(report.scene));
      report.diagnostics = report.world->diagnostics();
    } catch (const Error& error) {
      report.diagnostics.push_back(refusal(file, error.what()));
    }
  }
  if (strict) reject_warnings(report.diagnostics);
  return report;
}

int freedoms(const World& world) {
  int sum = 0;
  for (const Model* model : world.models())
    if (model->skeleton()) sum += model->skeleton()->nv();
  return sum;
}

double moving_mass(const World& world) {
  double sum = 0;
  for (const Model* model : world.models())
    if (model->skeleton()) sum += model->skeleton()->total_mass();
  return sum;
}

std::string kind_of(const Model* model) {
  if (model == nullptr || !model->skeleton()) return "static";
  return std::to_string(model->skeleton()->nv()) + " degrees of freedom, " +
         number_text(model->skeleton()->total_mass(), 6) + " kg";
}

std::string text_of(const SdfReport& report, const std::string& file, const CheckOutput& output) {
  std::string text;
  if (!output.quiet) {
    text += file + ": SDF \"" + report.scene.name + "\"\n";
    if (report.world) {
      text += "  degrees of freedom " + std::to_string(freedoms(*report.world)) + ", mass " +
              number_text(moving_mass(*report.world), 6) + " kg, time step " +
              number_text(report.scene.world.step, 6) + " s\n  models:\n";
      for (const ModelSpec& spec : report.scene.models)
        text += "    " + spec.name + ": " + kind_of(report.world->find(spec.name)) + "\n";
      text += "  loops " + std::to_string(report.scene.loops.size()) + ", sensors " +
              std::to_string(report.scene.sensors.size()) + "\n";
    }
  }
  text += findings_text(report.diagnostics, output);
  return printable_text(text);
}

std::string json_of(const SdfReport& report, const std::string& file) {
  nlohmann::ordered_json json = {{"file", file},
                                 {"format", "sdf"},
                                 {"accepted", first_error(report.diagnostics) == nullptr},
                                 {"name", report.scene.name},
                                 {"dof", report.world ? freedoms(*report.world) : 0},
                                 {"mass", report.world ? moving_mass(*report.world) : 0.0}};
  return json_with_findings(std::move(json), report.scene, report.diagnostics);
}

}  // namespace

int check_sdf(const std::string& file, const SdfRequest& request, bool strict,
              const CheckOutput& output) {
  const SdfReport report = report_on(file, request, strict);
  return print_check(output.json ? json_of(report, file) : text_of(report, file, output), file,
                     report.diagnostics);
}

}  // namespace cardan::app
