#pragma once

#include <string>

namespace cardan::app {

/// A self-contained HTML page without scripts or other files. It follows the light or dark setting
/// of the reader, is printable, and is well-formed XML. body: markup of the body.
std::string html_page(const std::string& title, const std::string& body);

/// Formats a number for a table: "1.25e-09", "0.0033"; "-" for NaN.
std::string number_or_dash(double value);

}  // namespace cardan::app
