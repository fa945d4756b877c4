#include "plugins/conformance/stdout_trap.h"

#include <unistd.h>

namespace cardan {

StdoutTrap::StdoutTrap() : file_(std::tmpfile()) {
  if (file_ == nullptr) return;
  std::fflush(stdout);
  saved_ = dup(STDOUT_FILENO);
  if (saved_ >= 0) dup2(fileno(file_), STDOUT_FILENO);
}

StdoutTrap::~StdoutTrap() {
  if (saved_ >= 0) {
    std::fflush(stdout);
    dup2(saved_, STDOUT_FILENO);
    close(saved_);
  }
  if (file_ != nullptr) std::fclose(file_);
}

std::string StdoutTrap::caught() {
  if (!works()) return "";
  std::fflush(stdout);
  char text[60];
  const ssize_t count = pread(fileno(file_), text, sizeof text, 0);
  std::string line(text, count > 0 ? static_cast<std::size_t>(count) : 0);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return line;
}

}  // namespace cardan
