#pragma once

#include <string>

namespace cardan::view {

/// Parts of the HTML of a page.
struct PageDocument {
  std::string title;  ///< title as plain text
  /// The only address with which the page may communicate; "" if there is none.
  std::string socket;
  std::string style;   ///< CSS in addition to that of the front end
  std::string markup;  ///< markup of the body
  std::string head;    ///< JSON for a script element
  std::string chunks;  ///< script elements
};

/// Returns the page as one HTML file without references to other files.
std::string document_text(const PageDocument& page);

}  // namespace cardan::view
