#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cardan::app {

/// Length in bytes of the first character of the text; 0 if it is not valid UTF-8 or not an XML
/// character [Unicode 15, Tab. 3-7; XML 1.0, production 2].
std::size_t character_length(std::string_view text);

/// The text as valid UTF-8 without characters that XML forbids; these become U+FFFD.
std::string printable_text(std::string_view text);

/// The text for one line of a terminal: escaped_line, truncated to kLongestMessage.
std::string one_line_text(std::string_view text);

/// The text for a cell of a Markdown table, on one line, with the markup characters of HTML and
/// tables escaped.
std::string markdown_text(std::string_view text);

}  // namespace cardan::app
