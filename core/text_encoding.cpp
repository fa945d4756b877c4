#include "core/text_encoding.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>

#include "core/utf8.h"

namespace cardan {

namespace {

int line_at(const std::string& text, std::size_t at) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
}

// Position of the first byte from 0x80 on, or npos.
std::size_t first_beyond_ascii(const std::string& text) {
  const auto found = std::find_if(text.begin(), text.end(),
                                  [](char c) { return static_cast<std::uint8_t>(c) >= 0x80; });
  return found == text.end() ? text.npos : static_cast<std::size_t>(found - text.begin());
}

// Position of the first byte that is not UTF-8, or npos.
std::size_t first_outside_utf8(const std::string& text) {
  for (std::size_t at = first_beyond_ascii(text); at < text.size();) {
    const std::size_t length = first_character(std::string_view(text).substr(at)).length;
    if (length == 0) return at;
    at += length;
  }
  return text.npos;
}

Utf8Text refusal(const std::string& bytes, std::size_t at, const std::string& remedy) {
  char byte[8];
  std::snprintf(byte, sizeof byte, "0x%02X", static_cast<unsigned>(bytes[at]) & 0xffU);
  return {"",
          std::string("byte ") + std::to_string(at + 1) + " of the text (" + byte +
              ") is not UTF-8; " + remedy,
          line_at(bytes, at)};
}

// The encoding of <?xml … encoding="NAME"?> in lower case, or "".
std::string declared_encoding(const std::string& text) {
  const std::size_t begin = text.find("<?xml");
  const std::size_t end = begin == text.npos ? text.npos : text.find("?>", begin);
  if (end == text.npos) return "";
  const std::string declaration = text.substr(begin, end - begin);
  const std::size_t key = declaration.find("encoding");
  const std::size_t open = key == text.npos ? key : declaration.find_first_of("\"'", key);
  const std::size_t close =
      open == text.npos ? open : declaration.find(declaration[open], open + 1);
  if (close == text.npos) return "";
  std::string name = declaration.substr(open + 1, close - open - 1);
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The code points of Latin-1 are its bytes.
std::string from_latin1(const std::string& bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (const char c : bytes) {
    const auto code = static_cast<std::uint8_t>(c);
    if (code < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xc0U | code >> 6U);
      text += static_cast<char>(0x80U | (code & 0x3fU));
    }
  }
  return text;
}

}  // namespace

Utf8Text utf8_text(const std::string& bytes) {
  const std::size_t at = first_outside_utf8(bytes);
  if (at == bytes.npos) return {bytes, "", 0};
  return refusal(bytes, at, "save the file as UTF-8");
}

Utf8Text utf8_of_xml(const std::string& bytes) {
  const std::size_t beyond = first_beyond_ascii(bytes);
  if (beyond == bytes.npos) return {bytes, "", 0};
  const std::string encoding = declared_encoding(bytes);
  const bool latin1 =
      is_one_of(encoding, {"iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1"});
  if (!latin1 && !is_one_of(encoding, {"", "utf-8", "utf8", "us-ascii", "ascii"})) {
    return {"",
            "the encoding '" + encoding.substr(0, 40) +
                "' is not read; save the file as UTF-8, and declare encoding=\"UTF-8\"",
            line_at(bytes, beyond)};
  }
  const std::size_t at = first_outside_utf8(bytes);
  if (at == bytes.npos) return {bytes, "", 0};
  if (latin1) return {from_latin1(bytes), "", 0};
  return refusal(bytes, at,
                 "save the file as UTF-8, or declare its encoding: <?xml version=\"1.0\" "
                 "encoding=\"ISO-8859-1\"?>");
}

}  // namespace cardan
