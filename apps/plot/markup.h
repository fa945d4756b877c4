#pragma once

#include <string>
#include <string_view>

namespace cardan::app {

/// Text for XML and HTML, in content and in quoted attributes. Bytes that neither allows (control
/// characters, bytes that are not UTF-8) become U+FFFD.
std::string escaped(std::string_view text);

}  // namespace cardan::app
