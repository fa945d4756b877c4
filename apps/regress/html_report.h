#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "apps/regress/case_result.h"

/// Results of `cardan regress` as an HTML page (docs/regression.md, "Reports").
namespace cardan::app {

/// Head of the report.
struct ReportHead {
  std::string version = {};  ///< version of cardan
  std::string date = {};  ///< date of the run; "": omitted, so that equal results give equal files
  double seconds = -1;    ///< wall-clock time; negative: omitted
  /// Maximum size of all plots together; plots further down are omitted.
  std::size_t plot_bytes = 24U << 20U;
};

/// Folder of the replay pages of failed runs, within the folder of the report.
inline constexpr const char* kReplayFolder = "replays";

/// Creates the folder if it is missing. Throws Error if index.html cannot be written into it.
/// Called before a long run, so that the error is not reported only at its end.
void require_report_folder(const std::string& directory);

/// Writes DIR/index.html, completely or not at all. The page needs no scripts and no other files;
/// it links to the replay pages in DIR/replays. Captured problems are copied into DIR/problems
/// unless they are in DIR already. Throws Error.
void write_html_report(const std::string& directory, const std::vector<CaseResult>& cases,
                       const ReportHead& head);

}  // namespace cardan::app
