#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "apps/process/isolated.h"

namespace cardan::app {

/// Runs `work` in a child process that returns a JSON object. An Error thrown by the work becomes
/// an object with the key "error". limit: wall-clock time [s].
ChildEnd run_isolated_json(const std::string& label, double limit,
                           const std::function<nlohmann::json()>& work);

/// The object returned by the child. The value is not an object if the bytes are not valid.
nlohmann::json handed_back(const ChildEnd& end);

}  // namespace cardan::app
