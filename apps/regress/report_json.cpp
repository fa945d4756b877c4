#include "apps/regress/report_json.h"

#include <nlohmann/json.hpp>

namespace cardan::app {

std::string regress_report_json(const std::vector<CaseResult>& results, int exit_code,
                                double seconds) {
  using Json = nlohmann::ordered_json;
  Json counts = Json::object();
  constexpr CaseStatus kAll[] = {
      CaseStatus::kPassed, CaseStatus::kFailed,  CaseStatus::kKnown,    CaseStatus::kSkipped,
      CaseStatus::kError,  CaseStatus::kCrashed, CaseStatus::kTimedOut, CaseStatus::kInterrupted};
  for (const CaseStatus status : kAll) counts[name_of(status)] = 0;
  Json cases = Json::array();
  for (const CaseResult& result : results) {
    CaseResult lean = result;
    lean.series.clear();
    lean.recorded.clear();
    Json one = Json::parse(case_result_json(lean));
    one.erase("series");
    one.erase("recorded");
    if (!result.printed.empty()) one["printed"] = result.printed;
    counts[name_of(result.status)] = counts[name_of(result.status)].get<int>() + 1;
    cases.push_back(std::move(one));
  }
  const Json report = {{"version", CARDAN_VERSION},
                       {"exit_code", exit_code},
                       {"seconds", seconds},
                       {"counts", counts},
                       {"cases", cases}};
  // Invalid UTF-8 may come from the output of a process.
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cardan::app
