#include "dynamics/urdf/source_text.h"

#include <algorithm>

#include "core/read_file.h"
#include "core/text_encoding.h"

namespace cardan::urdf {

bool read_file(const std::string& file, std::string& bytes, std::string& why) {
  // The XML tree takes about fifty times the memory of its text.
  constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 20;
  FileContents contents = try_read_file(file, kMostBytes);
  bytes = std::move(contents.bytes);
  why = std::move(contents.why);
  return why.empty();
}

namespace {

Diagnostic note(Severity severity, int line, const std::string& message) {
  return {severity, "", line, "", message};
}

int line_of(const std::string& text, std::size_t at) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
}

// Blanks <?xml … ?>. The declaration is not used, and tinyxml2 accepts it only at the top of the
// file.
void blank_declaration(std::string& text, std::vector<Diagnostic>& notes) {
  const std::size_t open = text.find("<?xml");
  const std::size_t close = open == text.npos ? text.npos : text.find("?>", open);
  if (close == text.npos) return;
  const std::size_t root = text.find("<robot");
  if (root < open) return;
  if (open > 0) {
    notes.push_back(note(Severity::kInfo, line_of(text, open),
                         "text before the XML declaration; the declaration should come first"));
  }
  for (std::size_t i = open; i < close + 2; ++i) {
    if (text[i] != '\n') text[i] = ' ';
  }
}

}  // namespace

namespace {

// Limit because tinyxml2 compares every attribute of an element with all previous ones.
constexpr int kMostAttributes = 1000;

// Position of the first element with more attributes than the limit, or npos. Comments and similar
// sections are skipped.
std::size_t element_of_many_attributes(const std::string& text) {
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at)) {
    const char* end = nullptr;
    if (text.compare(at, 4, "<!--") == 0) end = "-->";
    if (text.compare(at, 9, "<![CDATA[") == 0) end = "]]>";
    if (end != nullptr) {
      at = text.find(end, at);
      if (at == text.npos) return at;
      continue;
    }
    const std::size_t begin = at;
    int attributes = 0;
    char quote = 0;
    for (++at; at < text.size() && (quote != 0 || text[at] != '>'); ++at) {
      const char c = text[at];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '=' && ++attributes > kMostAttributes) {
        return begin;
      }
    }
  }
  return text.npos;
}

}  // namespace

std::string repair_xml_text(const std::string& original, std::vector<Diagnostic>& notes) {
  if (is_git_lfs_pointer(original)) {
    notes.push_back(
        note(Severity::kError, 1,
             "this is a Git LFS pointer, not the file itself; fetch it with git lfs pull"));
    return "";
  }
  if (original.rfind("\xFF\xFE", 0) == 0 || original.rfind("\xFE\xFF", 0) == 0) {
    notes.push_back(note(Severity::kError, 1, "the file is UTF-16; save it as UTF-8"));
    return "";
  }
  Utf8Text read = utf8_of_xml(original);
  if (!read.why.empty()) {
    notes.push_back(note(Severity::kError, read.line, read.why));
    return "";
  }
  std::string text = std::move(read.text);
  if (text.rfind("\xEF\xBB\xBF", 0) == 0) {
    text.erase(0, 3);
    notes.push_back(note(Severity::kInfo, 1, "byte order mark dropped"));
  }
  const std::size_t nul = text.find('\0');
  if (nul != text.npos) {
    notes.push_back(note(Severity::kWarning, line_of(text, nul),
                         "a NUL byte; it and the text after it are ignored"));
    text.resize(nul);
  }
  if (text.find_first_not_of(" \t\r\n") == text.npos) {
    notes.push_back(note(Severity::kError, 0, "the file is empty; expected <robot>"));
    return "";
  }
  if (const std::size_t at = element_of_many_attributes(text); at != text.npos) {
    notes.push_back(note(Severity::kError, line_of(text, at),
                         "an element with more than " + std::to_string(kMostAttributes) +
                             " attributes is not supported"));
    return "";
  }
  blank_declaration(text, notes);
  return text;
}

}  // namespace cardan::urdf
