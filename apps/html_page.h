#pragma once

#include <string>

namespace cardan::app {

/// A page of HTML that needs nothing beside it: no scripts, no other files. Light and dark as the
/// reader's screen asks, and fit to be printed. It is well-formed XML too. body: its markup.
std::string html_page(const std::string& title, const std::string& body);

/// A number as tables show it: "1.25e-09", "0.0033"; "-" for NaN.
std::string number_text(double value);

}  // namespace cardan::app
