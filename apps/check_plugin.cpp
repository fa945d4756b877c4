#include "apps/check_plugin.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "apps/allocation_count.h"
#include "apps/process/interrupt_guard.h"
#include "apps/process/isolated_json.h"
#include "cardan/conformance.h"
#include "cardan/error.h"
#include "cardan/solver_registry.h"

namespace cardan::app {

namespace {

// Result of the work in the child; an object with "error" if it threw an Error. None: the child
// ended in another way, described by `end`.
nlohmann::json in_child(const std::string& label, double limit, ChildEnd& end,
                        const std::function<nlohmann::json()>& work) {
  end = run_isolated_json(label, limit, work);
  if (!handed_over(end)) return {};
  pass_on_printed(end);
  return handed_back(end);
}

nlohmann::json json_of(const ConformanceReport& report) {
  return {{"text", report.text()}, {"passed", report.passed()}};
}

nlohmann::json loading(const std::string& file) {
  nlohmann::json json = json_of(check_loading(file));
  const cardan_entry& entry = load_plugin(file);
  json["solvers"] = nlohmann::json::array();
  for (int i = 0; i < entry.num_solvers; ++i) json["solvers"].push_back(entry.solvers[i]->id);
  return json;
}

// Prints the report, or how the child ended; true if all passed.
bool print_report(const std::string& name, const char* promise, const nlohmann::json& report,
                  const ChildEnd& end, double limit) {
  if (!report.is_object()) {
    const std::string how = why_ended(end, limit);
    std::cout << "FAILED    " << promise << " (" << how << ")\n" << name << ": " << how << "\n";
    return false;
  }
  if (report.contains("error")) throw Error(report.at("error").get<std::string>());
  std::cout << report.at("text").get<std::string>();
  return report.at("passed").get<bool>();
}

}  // namespace

bool check_plugin_isolated(const std::string& file, double limit) {
  const InterruptGuard guard;
  ChildEnd end;
  const nlohmann::json first = in_child(file, limit, end, [&] { return loading(file); });
  bool passed = print_report(file, "loading returns", first, end, limit);
  if (!first.is_object()) return false;
  for (std::size_t i = 0; i < first.at("solvers").size(); ++i) {
    if (InterruptGuard::signal() != 0) break;
    const std::string id = first.at("solvers")[i].get<std::string>();
    const nlohmann::json report = in_child(id, limit, end, [&] {
      return json_of(check_solver(*load_plugin(file).solvers[i], {preloaded_allocation_count()}));
    });
    passed = print_report(id, "returns from every call", report, end, limit) && passed;
  }
  return passed;
}

}  // namespace cardan::app
