#include "core/diagnostic_text.h"

#include <algorithm>
#include <limits>
#include <map>

#include "core/shown_text.h"

namespace cardan {

namespace {

constexpr std::size_t kMostNamed = 20;  // names listed per group; the others are only counted

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The end of a quoted part that begins at `begin`, or npos. An apostrophe within a word does not
// open a quoted part.
std::size_t quote_end(const std::string& text, std::size_t begin) {
  const char quote = text[begin];
  if (quote != '"' && quote != '\'') return text.npos;
  if (quote == '\'' && begin > 0 && text[begin - 1] != ' ' && text[begin - 1] != '(')
    return text.npos;
  return text.find(quote, begin + 1);
}

// The message without its numbers and quoted names. Messages of one kind have equal skeletons.
std::string skeleton_of(const std::string& message) {
  std::string skeleton;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const std::size_t end = quote_end(message, i);
    if (end != message.npos) {
      skeleton += '"';
      i = end;
    } else if (is_digit(message[i])) {
      while (i + 1 < message.size() && (is_digit(message[i + 1]) || message[i + 1] == '.')) ++i;
      skeleton += '#';
    } else {
      skeleton += message[i];
    }
  }
  // Only the first message of a kind lists the paths that were tried.
  const std::size_t tried = skeleton.find(" (tried ");
  return tried == skeleton.npos ? skeleton : skeleton.substr(0, tried);
}

std::string first_quoted(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t end = quote_end(text, i);
    if (end != text.npos) return text.substr(i, end - i + 1);
  }
  return "";
}

std::string line_text(const Diagnostic& d) {
  std::string text = d.file;
  if (d.line > 0) text.append(":").append(std::to_string(d.line));
  if (!text.empty()) text += ": ";
  text.append(severity_name(d.severity)).append(": ");
  if (!d.element.empty()) text.append(d.element).append(": ");
  return text + d.message;
}

// Text that distinguishes a diagnostic within its group: the part of its message that differs from
// the first one, else its element.
std::string name_text(const Diagnostic& d, const Diagnostic& first) {
  std::string name = first_quoted(d.message);
  if (d.line == 0) return name == first_quoted(first.message) ? d.element : name;
  if (name == first_quoted(first.message)) name = first_quoted(d.element);
  if (name.empty()) name = d.element;
  const std::string line = std::string("line ").append(std::to_string(d.line));
  return name.empty() ? line : line + " " + name;
}

// The line that counts the other diagnostics of a group and lists their first names.
std::string others_text(const std::vector<const Diagnostic*>& group) {
  std::string text = "and " + std::to_string(group.size() - 1) + " similar: ";
  for (std::size_t i = 1; i < group.size() && i <= kMostNamed; ++i) {
    text += (i > 1 ? ", " : "") + escaped_line(name_text(*group[i], *group[0]));
  }
  if (group.size() - 1 > kMostNamed)
    text += ", and " + std::to_string(group.size() - 1 - kMostNamed) + " more";
  return text;
}

std::string group_text(const std::vector<const Diagnostic*>& group, const std::string& indent) {
  std::string text = indent + shortened(escaped_line(line_text(*group[0]))) + "\n";
  if (group.size() == 1) return text;
  return text + indent + "  " + shortened(others_text(group)) + "\n";
}

}  // namespace

std::vector<Diagnostic> in_line_order(std::vector<Diagnostic> diagnostics) {
  std::map<std::string, int> files;
  for (const Diagnostic& d : diagnostics) files.emplace(d.file, static_cast<int>(files.size()));
  const auto key = [&](const Diagnostic& d) {
    return std::pair(files.at(d.file), d.line > 0 ? d.line : std::numeric_limits<int>::max());
  };
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
  return diagnostics;
}

std::string diagnostics_text(const std::vector<Diagnostic>& diagnostics, Severity least,
                             const std::string& indent) {
  const std::vector<Diagnostic> sorted = in_line_order(diagnostics);
  std::vector<std::vector<const Diagnostic*>> groups;
  std::map<std::string, std::size_t> group_of;
  for (const Diagnostic& d : sorted) {
    if (d.severity < least) continue;
    const std::string key =
        severity_name(d.severity) + ("\n" + d.file) + "\n" + skeleton_of(d.message);
    const auto [found, fresh] = group_of.emplace(key, groups.size());
    if (fresh) groups.emplace_back();
    groups[found->second].push_back(&d);
  }
  std::string text;
  for (const auto& group : groups) text += group_text(group, indent);
  return text;
}

}  // namespace cardan
