#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "process/isolated.h"

namespace cardan::app {

/// Runs `work` in a child process, which hands the object back. An Error of the work becomes an
/// object with the key "error". limit: on the clock [s].
ChildEnd run_isolated_json(const std::string& label, double limit,
                           const std::function<nlohmann::json()>& work);

/// The object that the child handed back. Not an object if the bytes are none.
nlohmann::json handed_back(const ChildEnd& end);

}  // namespace cardan::app
