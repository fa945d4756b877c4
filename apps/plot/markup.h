#pragma once

#include <string>
#include <string_view>

namespace cardan::app {

/// Escapes text for content and quoted attributes of XML and HTML. Characters that they forbid
/// (control characters, invalid UTF-8) become U+FFFD.
std::string escaped(std::string_view text);

}  // namespace cardan::app
