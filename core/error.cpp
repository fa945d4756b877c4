#include "cardan/core/error.h"

#include "cardan/core/shown_text.h"

namespace cardan {

namespace {
// Names come from files: their control characters are shown escaped, and the message ends below
// kLongestMessage bytes.
std::string one_line(const std::string& what, const std::string& where, const std::string& mend) {
  std::string line = where.empty() ? what : where + ": " + what;
  if (!mend.empty()) line += "; " + mend;
  return shortened(escaped_line(line));
}
}  // namespace

Error::Error(const std::string& what, const std::string& where, const std::string& mend)
    : std::runtime_error(one_line(what, where, mend)), where_(where) {}

Error::~Error() = default;

}  // namespace cardan
