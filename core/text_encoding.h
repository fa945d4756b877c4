#pragma once

#include <string>

#include "cardan/export.h"

namespace cardan {

/// A text in UTF-8, or the reason why the bytes are not read.
struct Utf8Text {
  std::string text;
  std::string why;  ///< fault and remedy; "" on success
  int line = 0;     ///< line of the fault, counted from 1
};

/// Returns the text if it is UTF-8.
CARDAN_API Utf8Text utf8_text(const std::string& bytes);

/// Text of an XML document. Bytes in UTF-8 are taken as they are. Otherwise, they are read as
/// ISO-8859-1 (Latin-1) if the XML declaration names this encoding. Other encodings are rejected.
CARDAN_API Utf8Text utf8_of_xml(const std::string& bytes);

}  // namespace cardan
