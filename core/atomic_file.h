#pragma once

#include <string>
#include <string_view>

#include "cardan/core/export.h"

namespace cardan {

/// Writes a whole text file or nothing: a temporary in the same folder (FILE.partial-…), down to
/// the disk, then a rename. A process that is killed, or a loss of power, leaves the old file or
/// the new one, and at worst the temporary beside it. Throws Error with the system's reason.
CARDAN_API void write_whole_file(const std::string& file, std::string_view text);

/// Throws Error where a file of this name cannot be made (no such folder, no right to write, a
/// folder of that name), so that a long run fails at its start. Leaves nothing behind.
CARDAN_API void require_writable(const std::string& file);

}  // namespace cardan
