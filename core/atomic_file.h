#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cardan/export.h"

namespace cardan {

/// Writes a text file completely or not at all. Writes the text to a temporary file in the same
/// folder (FILE.partial-…, with an unpredictable name), flushes it to disk, and then renames it. If
/// the process is killed or the power fails, either the old file or the new one remains, possibly
/// with the temporary file beside it. Throws Error with the reason that the operating system
/// reports.
CARDAN_API void write_whole_file(const std::string& file, std::string_view text);

/// Throws Error if a file of this name cannot be created (because the folder is missing or not
/// writable, or because the name is that of a folder), so that a long run fails at its start.
/// Leaves no file behind.
CARDAN_API void require_writable(const std::string& file);

/// Lists, in sorted order, the temporary files of `file` left behind by the given process, or by
/// any process if `process` is 0. Returns only regular files that this user owns and whose names
/// have exactly the form that this code generates. A file that the user has written, such as
/// FILE.partial-NOTES, is not listed.
CARDAN_API std::vector<std::string> partial_files(const std::string& file, int process = 0);

/// Returns FILE.partial-PROCESS-RANDOM, an unpredictable name. The temporary file and `file` are in
/// one folder, so renaming is atomic. The caller must create the temporary file with O_EXCL.
std::string temporary_name(const std::string& file);

/// The common prefix of the names of all temporary files of `file`.
std::string partial_prefix(const std::string& file);

/// Flushes the temporary file to disk and renames it to its final name. On failure, removes it and
/// throws Error.
void rename_into_place(const std::string& temporary, const std::string& file);

}  // namespace cardan
