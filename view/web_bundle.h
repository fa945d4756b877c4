#pragma once

#include <string_view>

namespace cardan::view {

/// The front end of the pages: view/web/dist/viewer.js and viewer.css, which the build embeds.
std::string_view viewer_js();
std::string_view viewer_css();

}  // namespace cardan::view
