#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cardan/core/export.h"

namespace cardan {

/// Writes a whole text file or nothing: a temporary in the same folder (FILE.partial-…, of a
/// name that nobody can tell in advance), down to the disk, then a rename. A process that is
/// killed, or a loss of power, leaves the old file or the new one, and at worst the temporary
/// beside it. Throws Error with the system's reason.
CARDAN_API void write_whole_file(const std::string& file, std::string_view text);

/// Throws Error where a file of this name cannot be made (no such folder, no right to write, a
/// folder of that name), so that a long run fails at its start. Leaves nothing behind.
CARDAN_API void require_writable(const std::string& file);

/// Temporaries of `file` that ended processes left beside it, sorted: those of one process, or with
/// process 0 of all. Regular files of this user alone, with names of the exact form that this code
/// gives them: FILE.partial-NOTES is somebody's own.
CARDAN_API std::vector<std::string> partial_files(const std::string& file, int process = 0);

}  // namespace cardan
