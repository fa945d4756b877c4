#include "cardan/core/error.h"

namespace cardan {

namespace {
std::string one_line(const std::string& what, const std::string& where, const std::string& mend) {
  std::string line = where.empty() ? what : where + ": " + what;
  if (!mend.empty()) line += "; " + mend;
  for (char& c : line) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return line;
}
}  // namespace

Error::Error(const std::string& what, const std::string& where, const std::string& mend)
    : std::runtime_error(one_line(what, where, mend)), where_(where) {}

Error::~Error() = default;

}  // namespace cardan
