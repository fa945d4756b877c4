#pragma once

#include <string>

#include "cardan/export.h"

namespace cardan {

/// Returns the JSON Schema (draft 2020-12) of scene files, for editors and validators, indented by
/// two spaces. A scene that it accepts may still be refused, for example for a missing file or for
/// two keys that exclude each other.
CARDAN_API std::string scene_schema();

}  // namespace cardan
