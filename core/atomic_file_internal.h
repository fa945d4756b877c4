#pragma once

#include <string>

namespace cardan {

/// FILE.partial-PROCESS-RANDOM: a name beside `file` that nobody can tell in advance. The folder is
/// the same, so that renaming is atomic. To be created with O_EXCL.
std::string temporary_name(const std::string& file);

/// Every temporary of `file` begins with this.
std::string partial_prefix(const std::string& file);

/// Brings the temporary to the disk and gives it its final name. Throws Error, after removing the
/// temporary.
void rename_into_place(const std::string& temporary, const std::string& file);

}  // namespace cardan
