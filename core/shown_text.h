#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cardan/export.h"

namespace cardan {

/// Maximum length of a one-line message [bytes].
inline constexpr std::size_t kLongestMessage = 1900;

/// Escapes text from a file or a plugin for one line of a terminal. A line break becomes \n and a
/// tab \t; other control characters, bytes that are not UTF-8 and characters that change the text
/// direction become \xNN or \uNNNN. Everything else is unchanged. A name therefore cannot forge a
/// line of a report.
CARDAN_API std::string escaped_line(std::string_view text);

/// Returns the text itself, or its beginning and end if it is longer than `longest` bytes. The
/// number of omitted bytes is shown between them.
CARDAN_API std::string shortened(const std::string& text, std::size_t longest = kLongestMessage);

}  // namespace cardan
