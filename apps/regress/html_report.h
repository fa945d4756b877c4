#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "case_result.h"

/// The outcome of `cardan regress` as a page that a person reads (docs/regression.md, "Reports").
namespace cardan::app {

/// Head of the report, beside the cases.
struct ReportHead {
  std::string version = {};  ///< of cardan
  std::string date = {};     ///< of the run, "": not told, and equal results give equal files
  double seconds = -1;       ///< on the clock; below 0: not told
  /// Bytes that all plots together may take; the plots of what is farther down are left out.
  std::size_t plot_bytes = 24U << 20U;
};

/// Makes the folder where there is none. Throws Error where index.html cannot be written into it,
/// so that a long run fails at its start.
void require_report_folder(const std::string& directory);

/// DIR/index.html, whole or not at all, which needs no scripts and no other files; captured
/// problems are copied into DIR/problems, unless they are in DIR already. Throws Error.
void write_html_report(const std::string& directory, const std::vector<CaseResult>& cases,
                       const ReportHead& head);

}  // namespace cardan::app
