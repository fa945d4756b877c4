#pragma once

#include <string>
#include <string_view>

namespace cardan::view {

/// Returns the source expression 'sha256-BASE64' by which a Content-Security-Policy allows one
/// inline script or style element [CSP 3, section 2.3.1]. content: all text between the tags, in
/// UTF-8 with line breaks LF.
std::string content_hash(std::string_view content);

}  // namespace cardan::view
