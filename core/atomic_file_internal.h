#pragma once

#include <string>

namespace cardan {

/// Returns FILE.partial-PROCESS-RANDOM, an unpredictable name. The temporary file and `file` are in
/// one folder, so renaming is atomic. The caller must create the temporary file with O_EXCL.
std::string temporary_name(const std::string& file);

/// The common prefix of the names of all temporary files of `file`.
std::string partial_prefix(const std::string& file);

/// Flushes the temporary file to disk and renames it to its final name. On failure, removes it and
/// throws Error.
void rename_into_place(const std::string& temporary, const std::string& file);

}  // namespace cardan
