#pragma once

#include <cstdint>
#include <string>

#include "cardan/core/export.h"

namespace cardan {

/// Result of a repair.
struct RepairedRecording {
  std::int64_t rows = 0;       ///< number of recovered rows
  std::int64_t last_step = 0;  ///< number of the last recovered step
  std::int64_t changes = 0;    ///< number of recovered changes
};

/// Makes a recording from the rows, hashes and changes that an unfinished recording
/// (FILE.partial-PROCESS-…) contains up to its last flush. `partial` is only read; `file` is
/// written completely or not at all. Throws Error if `partial` contains no row or is damaged.
CARDAN_API RepairedRecording repair_recording(const std::string& partial, const std::string& file);

}  // namespace cardan
