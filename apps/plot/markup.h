#pragma once

#include <string>
#include <string_view>

namespace cardan::app {

/// Text for XML and HTML, in content and in quoted attributes. What neither takes (control
/// characters, bytes that are no UTF-8) becomes U+FFFD.
std::string escaped(std::string_view text);

}  // namespace cardan::app
