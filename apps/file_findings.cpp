#include "apps/file_findings.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "apps/commands.h"
#include "apps/printable_text.h"
#include "cardan/model_spec.h"
#include "core/diagnostic_text.h"

namespace cardan::app {

const Diagnostic* first_error(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& d : diagnostics)
    if (d.severity == Severity::kError) return &d;
  return nullptr;
}

void reject_warnings(std::vector<Diagnostic>& diagnostics) {
  for (Diagnostic& d : diagnostics)
    if (d.severity == Severity::kWarning) d.severity = Severity::kError;
}

std::string findings_text(const std::vector<Diagnostic>& diagnostics, const CheckOutput& output) {
  if (output.quiet) return diagnostics_text(diagnostics, Severity::kWarning);
  const char* verdict = first_error(diagnostics) == nullptr ? "accepted\n" : "rejected\n";
  return diagnostics_text(diagnostics, Severity::kInfo) + verdict;
}

std::string json_with_findings(nlohmann::ordered_json json, const Scene& scene,
                               const std::vector<Diagnostic>& diagnostics) {
  json["models"] = nlohmann::ordered_json::array();
  for (const ModelSpec& spec : scene.models)
    json["models"].push_back({{"name", spec.name}, {"static", spec.is_static}});
  json["loops"] = scene.loops.size();
  json["sensors"] = scene.sensors.size();
  json["diagnostics"] = nlohmann::ordered_json::array();
  for (const Diagnostic& d : diagnostics)
    json["diagnostics"].push_back({{"severity", severity_name(d.severity)},
                                   {"file", d.file},
                                   {"line", d.line},
                                   {"element", d.element},
                                   {"message", d.message}});
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

int print_check(const std::string& report, const std::string& file,
                const std::vector<Diagnostic>& diagnostics) {
  std::cout << report;
  const Diagnostic* error = first_error(diagnostics);
  if (error == nullptr) return kDone;
  std::string line = error->file.empty() ? file : error->file;
  if (error->line > 0) line += ":" + std::to_string(error->line);
  if (!error->element.empty()) line += ": " + error->element;
  std::cout.flush();
  std::cerr << "cardan: " << one_line_text(line + ": " + error->message) << std::endl;
  return kBadInput;
}

}  // namespace cardan::app
