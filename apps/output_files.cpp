#include "apps/output_files.h"

#include <sys/stat.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include "apps/printable_text.h"
#include "cardan/error.h"
#include "core/atomic_file.h"

namespace cardan::app {

namespace {

std::filesystem::path true_path(const std::string& file) {
  std::error_code unreachable;
  const std::filesystem::path whole = std::filesystem::absolute(file, unreachable);
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(whole, unreachable);
  return unreachable ? whole.lexically_normal() : canonical;
}

// Process id in FILE.partial-PROCESS-…, the name of a partial file.
pid_t process_of(const std::string& partial) {
  const std::string mark = ".partial-";
  return static_cast<pid_t>(std::atol(partial.c_str() + partial.rfind(mark) + mark.size()));
}

// A zombie process is not running.
bool runs(pid_t process) {
  if (process <= 1 || ::kill(process, 0) != 0) return false;
  std::ifstream status("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(status, text);
  const std::size_t name_end = text.rfind(')');
  const bool ended = name_end != std::string::npos && name_end + 2 < text.size() &&
                     (text[name_end + 2] == 'Z' || text[name_end + 2] == 'X');
  return !ended;
}

}  // namespace

bool same_file(const std::string& a, const std::string& b) {
  struct stat of_a = {}, of_b = {};
  if (::stat(a.c_str(), &of_a) == 0 && ::stat(b.c_str(), &of_b) == 0) {
    return of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
  }
  return true_path(a) == true_path(b);
}

void require_apart(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
  std::vector<NamedFile> former = inputs;
  for (const NamedFile& output : outputs) {
    if (output.file.empty()) continue;
    for (const NamedFile& other : former) {
      if (other.file.empty() || !same_file(other.file, output.file)) continue;
      throw Error("the same file is named twice, as " + other.name + " and as " + output.name,
                  output.file, "give each output its own name");
    }
    former.push_back(output);
  }
}

void require_outputs(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
  require_apart(inputs, outputs);
  for (const NamedFile& output : outputs) {
    if (!output.file.empty()) require_writable(output.file);
  }
}

void report_partial_files(const std::vector<NamedFile>& outputs, bool remove) {
  for (const NamedFile& output : outputs) {
    if (output.file.empty()) continue;
    for (const std::string& partial : partial_files(output.file)) {
      if (runs(process_of(partial))) continue;
      std::error_code failure;
      if (remove) std::filesystem::remove(partial, failure);
      const char* what = !remove   ? ": left unfinished by an earlier run; --remove-partials "
                                     "removes it"
                         : failure ? ": cannot be removed"
                                   : ": left unfinished by an earlier run; removed";
      std::cerr << "cardan: " << one_line_text(partial) << what << std::endl;
    }
  }
}

}  // namespace cardan::app
