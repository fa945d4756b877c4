#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "view/replay_data.h"

/// The head of a page (docs/viewer.md, "Format").
namespace cardan::view {

using Json = nlohmann::ordered_json;

/// Returns the head of a page. tables: list of the tables with the numbers of their chunks.
Json head_json(const ReplayData& data, const Json& tables, const Json& images);

Json events_json(const ReplayData& data);

/// Returns JSON text for an HTML script element. Every "<" is escaped, so the text cannot begin or
/// end an element.
std::string script_text(const Json& json);

}  // namespace cardan::view
