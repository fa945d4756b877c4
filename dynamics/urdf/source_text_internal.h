#pragma once

#include <string>
#include <vector>

#include "cardan/core/diagnostic.h"

namespace cardan::urdf {

/// Repairs that keep every line where it was, so that an XML parser takes what people's files hold:
/// byte order mark dropped, text from the first NUL on dropped, XML declaration blanked wherever it
/// stands (a comment or blanks may come before it). Each adds a diagnostic to notes (without file);
/// a text that can't be XML (empty, Git LFS pointer, UTF-16) adds one of severity kError and
/// returns "".
std::string repair_xml_text(const std::string& text, std::vector<Diagnostic>& notes);

/// Bytes of a robot file, at most 16 MiB. False: there are none to be had (core/read_file.h), and
/// why.
bool read_file(const std::string& file, std::string& bytes, std::string& why);

/// True for the text that Git LFS leaves in place of a file that was not fetched.
bool is_git_lfs_pointer(std::string_view bytes);

}  // namespace cardan::urdf
