#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "test/support/temporary_directory.h"

namespace cardan::test {

/// Result of a process: exit code (−1 if a signal ended it) and its two streams.
struct CommandResult {
  int exit_code = -1;
  std::string out, err;
};

inline std::string file_text(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// Runs a shell command line.
inline CommandResult run_shell(const std::string& line) {
  const TemporaryDirectory streams;
  const std::string whole =
      "( " + line + " ) >'" + streams.file("out") + "' 2>'" + streams.file("err") + "'";
  const int status = std::system(whole.c_str());
  CommandResult result;
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  result.out = file_text(streams.file("out"));
  result.err = file_text(streams.file("err"));
  return result;
}

}  // namespace cardan::test
