#include "apps/process/isolated_json.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "cardan/error.h"

namespace cardan::app {

ChildEnd run_isolated_json(const std::string& label, double limit,
                           const std::function<nlohmann::json()>& work) {
  return run_isolated(label, limit, [&]() -> std::string {
    nlohmann::json json;
    try {
      json = work();
    } catch (const Error& error) {
      json = {{"error", error.what()}};
    }
    const std::vector<std::uint8_t> bytes = nlohmann::json::to_cbor(json);
    return {bytes.begin(), bytes.end()};
  });
}

nlohmann::json handed_back(const ChildEnd& end) {
  return nlohmann::json::from_cbor(end.result, /*strict*/ true, /*allow exceptions*/ false);
}

}  // namespace cardan::app
