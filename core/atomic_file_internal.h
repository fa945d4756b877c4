#pragma once

#include <string>

namespace cardan {

/// A name beside `file` that no other process or call uses; the folder is the same, so that
/// renaming is atomic.
std::string temporary_name(const std::string& file);

/// Brings the temporary to the disk and gives it its final name. Throws Error, after removing the
/// temporary.
void rename_into_place(const std::string& temporary, const std::string& file);

}  // namespace cardan
