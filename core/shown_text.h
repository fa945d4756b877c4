#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cardan/core/export.h"

namespace cardan {

/// The longest line that a message takes [bytes].
inline constexpr std::size_t kLongestMessage = 1900;

/// Text from a file or a plugin for one line of a terminal. A line break becomes \n, a tab \t; any
/// other control character, a byte that is not UTF-8 and a character that changes the direction of
/// writing become \xNN or \uNNNN. Nothing else changes, so a name cannot forge a line of a report.
CARDAN_API std::string escaped_line(std::string_view text);

/// The text itself, or its beginning and its end where it is longer than `longest` bytes. The bytes
/// left out are counted in between.
CARDAN_API std::string shortened(const std::string& text, std::size_t longest = kLongestMessage);

}  // namespace cardan
