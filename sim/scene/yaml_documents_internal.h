#pragma once

#include <string>

namespace cardan {

/// Whether text follows the first document: a second one, or tokens that belong to none. Reads no
/// further. YAML::LoadAll never ends on such tokens (a line that begins with a comma), since each
/// is an empty document to it that takes no token.
bool has_more_than_one_document(const std::string& yaml);

}  // namespace cardan
