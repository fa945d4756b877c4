#pragma once

#include <string_view>

namespace cardan::view {

/// Contents of view/web/dist/viewer.js and viewer.css, the front end of the pages, which the build
/// embeds.
std::string_view viewer_js();
std::string_view viewer_css();

}  // namespace cardan::view
