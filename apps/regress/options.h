#pragma once

#include <limits>
#include <string>
#include <vector>

#include "apps/regress/select.h"
#include "apps/regress/sweep.h"

namespace cardan::app {

/// The command line of `cardan regress`.
struct RegressOptions {
  std::vector<std::string> paths;
  SceneFilter filter;
  SweepRequest sweep;
  std::vector<std::string> overrides;  ///< PATH=VALUE
  double duration = -1;                ///< [s]; negative: that of each scene
  int jobs = 0;                        ///< number of parallel processes; 0: one per core
  int threads = 1;                     ///< per process
  double limit = 600;                  ///< wall-clock limit of each run [s]
  std::string junit, json, markdown, html, capture_dir;
  bool list = false, bless = false, dry_run = false;
  bool allow_empty = false;  ///< exit code 0 even if nothing was selected or everything was skipped
  int skip_code = 2;         ///< exit code if all scenes were skipped
  std::vector<std::string> plugins;
};

}  // namespace cardan::app
