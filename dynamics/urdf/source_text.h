#pragma once

#include <string>
#include <vector>

#include "cardan/error.h"

namespace cardan::urdf {

/// Repairs a text so that an XML parser accepts it, keeping all line numbers: drops a byte order
/// mark, drops the text from the first NUL on, and blanks the XML declaration, which may follow a
/// comment or blanks. Each repair adds a diagnostic without a file name to `notes`. For a text that
/// cannot be XML (empty, Git LFS pointer, UTF-16), adds a diagnostic of severity kError and returns
/// "".
std::string repair_xml_text(const std::string& text, std::vector<Diagnostic>& notes);

/// Reads the bytes of a robot file, at most 16 MiB. On failure, returns false and sets `why` (see
/// core/read_file.h).
bool read_file(const std::string& file, std::string& bytes, std::string& why);

}  // namespace cardan::urdf
