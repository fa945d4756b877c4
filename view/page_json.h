#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "replay_data.h"

/// The head of a page (docs/viewer.md, "Format").
namespace cardan::view {

using Json = nlohmann::ordered_json;

/// tables: the list of tables with the numbers of their chunks.
Json head_json(const ReplayData& data, const Json& tables, const Json& images);

Json events_json(const ReplayData& data);

/// JSON text for an HTML script element. Every "<" is escaped, so none can begin or end an element.
std::string script_text(const Json& json);

}  // namespace cardan::view
