#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cardan/core/export.h"

namespace cardan {

/// Writes a text file completely or not at all. Writes the text to a temporary file in the same
/// folder (FILE.partial-…, with an unpredictable name), flushes it to disk, and then renames it. A
/// kill or a power failure leaves either the old file or the new one, and at worst the temporary
/// file beside it. Throws Error with the system's reason.
CARDAN_API void write_whole_file(const std::string& file, std::string_view text);

/// Throws Error if a file of this name cannot be created (missing folder, no write permission, or
/// the name is a folder), so that a long run fails at its start. Leaves nothing behind.
CARDAN_API void require_writable(const std::string& file);

/// Lists the temporary files of `file` that processes left behind when they ended, sorted: those of
/// one process, or of all processes if `process` is 0. Returns only regular files of this user
/// whose names have exactly the form that this code generates; a file FILE.partial-NOTES, for
/// example, belongs to the user.
CARDAN_API std::vector<std::string> partial_files(const std::string& file, int process = 0);

}  // namespace cardan
