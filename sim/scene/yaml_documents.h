#pragma once

#include <string>

namespace cardan {

/// True if text follows the first document: a second document, or tokens that belong to none. Reads
/// no further than needed. YAML::LoadAll never returns for such tokens (e.g. a line that starts
/// with a comma), because it treats each of them as an empty document and consumes no token.
bool has_more_than_one_document(const std::string& yaml);

}  // namespace cardan
