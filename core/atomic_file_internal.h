#pragma once

#include <string>

namespace cardan {

/// FILE.partial-PROCESS-RANDOM: an unpredictable name beside `file`. The folder is the same, so
/// renaming is atomic. Create the file with O_EXCL.
std::string temporary_name(const std::string& file);

/// The prefix of the name of every temporary of `file`.
std::string partial_prefix(const std::string& file);

/// Flushes the temporary to disk and gives it its final name. On failure, removes the temporary and
/// throws Error.
void rename_into_place(const std::string& temporary, const std::string& file);

}  // namespace cardan
