#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cardan::app {

/// Bytes of the character that the text starts with, 0 if they are no UTF-8 or no character of XML
/// [Unicode 15, Tab. 3-7; XML 1.0, production 2].
std::size_t character_length(std::string_view text);

/// Text that is valid UTF-8 without characters that XML forbids; these become U+FFFD.
std::string printable_text(std::string_view text);

/// Text for one line of a terminal: escaped_line, shortened to kLongestMessage.
std::string one_line_text(std::string_view text);

/// Text for a cell of a table of Markdown, in one line: the characters that HTML and the table read
/// as markup are escaped.
std::string markdown_text(std::string_view text);

}  // namespace cardan::app
