#include "check_sdf.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cardan/core/diagnostic_text.h"
#include "cardan/core/error.h"
#include "cardan/dynamics/urdf/check_report.h"
#include "commands.h"
#include "number_text.h"
#include "printable_text.h"

namespace cardan::app {

namespace {

/// The scene and the world of an SDF file.
struct SdfReport {
  Scene scene;
  std::optional<World> world;
  std::vector<Diagnostic> diagnostics;

  const Diagnostic* first_error() const {
    for (const Diagnostic& d : diagnostics)
      if (d.severity == Severity::kError) return &d;
    return nullptr;
  }
};

SdfReport report_on(const std::string& file, const SdfRequest& request, bool strict) {
  SdfReport report;
  report.scene = inspect_sdf_scene(file, request);
  report.diagnostics = report.scene.diagnostics;
  if (report.first_error() == nullptr) {
    try {
      report.world.emplace(make_world(report.scene));
      report.diagnostics = report.world->diagnostics();
    } catch (const Error& error) {
      report.diagnostics.push_back(refusal(file, error.what()));
    }
  }
  if (strict)
    for (Diagnostic& d : report.diagnostics)
      if (d.severity == Severity::kWarning) d.severity = Severity::kError;
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

std::string text_of(const SdfReport& report, const std::string& file, bool quiet) {
  std::string text;
  if (!quiet) {
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
  text += diagnostics_text(report.diagnostics, quiet ? Severity::kWarning : Severity::kInfo);
  if (!quiet) text += report.first_error() == nullptr ? "accepted\n" : "rejected\n";
  return printable_text(text);
}

std::string json_of(const SdfReport& report, const std::string& file) {
  nlohmann::ordered_json json = {{"file", file},
                                 {"format", "sdf"},
                                 {"accepted", report.first_error() == nullptr},
                                 {"name", report.scene.name},
                                 {"dof", report.world ? freedoms(*report.world) : 0},
                                 {"mass", report.world ? moving_mass(*report.world) : 0.0},
                                 {"models", nlohmann::ordered_json::array()}};
  for (const ModelSpec& spec : report.scene.models)
    json["models"].push_back({{"name", spec.name}, {"static", spec.is_static}});
  json["loops"] = report.scene.loops.size();
  json["sensors"] = report.scene.sensors.size();
  json["diagnostics"] = nlohmann::ordered_json::array();
  for (const Diagnostic& d : report.diagnostics)
    json["diagnostics"].push_back({{"severity", severity_name(d.severity)},
                                   {"file", d.file},
                                   {"line", d.line},
                                   {"element", d.element},
                                   {"message", d.message}});
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

int check_sdf(const std::string& file, const SdfRequest& request, bool strict,
              const MjcfCheck& how) {
  const SdfReport report = report_on(file, request, strict);
  std::cout << (how.json ? json_of(report, file) : text_of(report, file, how.quiet));
  const Diagnostic* error = report.first_error();
  if (error == nullptr) return kDone;
  std::string line = error->file.empty() ? file : error->file;
  if (error->line > 0) line += ":" + std::to_string(error->line);
  if (!error->element.empty()) line += ": " + error->element;
  std::cout.flush();
  std::cerr << "cardan: " << one_line_text(line + ": " + error->message) << std::endl;
  return kBadInput;
}

}  // namespace cardan::app
