#pragma once

#include <limits>
#include <string>
#include <vector>

#include "select.h"
#include "sweep.h"

namespace cardan::app {

/// The command line of `cardan regress`.
struct RegressOptions {
  std::vector<std::string> paths;
  SceneFilter filter;
  SweepRequest sweep;
  std::vector<std::string> overrides;  ///< PATH=VALUE
  double duration = -1;                ///< [s]; below 0: the scenes'
  int jobs = 0;                        ///< processes at a time; 0: one for each core
  int threads = 1;                     ///< of each
  double limit = 600;                  ///< of each run, on the clock [s]
  std::string junit, json, markdown, html, capture_dir;
  bool list = false, bless = false, dry_run = false;
  bool allow_empty = false;  ///< a call that runs no case is no mistake
  int skip_code = 2;         ///< exit code where every scene was skipped and nothing ran
  std::vector<std::string> plugins;
};

}  // namespace cardan::app
