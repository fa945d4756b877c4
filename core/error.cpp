#include "cardan/error.h"

#include "core/shown_text.h"

namespace cardan {

namespace {
// Names come from files, so their control characters are escaped, and the message is shortened to
// kLongestMessage bytes.
std::string one_line(const std::string& what, const std::string& where, const std::string& hint) {
  std::string line = where.empty() ? what : where + ": " + what;
  if (!hint.empty()) line += "; " + hint;
  return shortened(escaped_line(line));
}
}  // namespace

Error::Error(const std::string& what, const std::string& where, const std::string& hint)
    : std::runtime_error(one_line(what, where, hint)), defect_(what), where_(where), hint_(hint) {}

Error::~Error() = default;

}  // namespace cardan
