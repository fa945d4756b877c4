#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "apps/sweep/cell_row.h"
#include "cardan/scene.h"
#include "core/hash.h"
#include "core/hex_text.h"
#include "core/read_file.h"

namespace cardan::app {

namespace {

void add_words_of(Hash& hash, const std::string& file) {
  const std::string bytes = try_read_file(file).bytes;
  std::vector<double> words((bytes.size() + 7) / 8, 0.0);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  hash.add(std::uint64_t{bytes.size()});
  hash.add_words(words.data(), words.size());
}

// The program and the library with the code of a step.
std::string binary_hash() {
  Hash hash;
  add_words_of(hash, "/proc/self/exe");
  Dl_info info;
  const auto* code = reinterpret_cast<const void*>(&make_world);
  if (::dladdr(code, &info) != 0 && info.dli_fname != nullptr) add_words_of(hash, info.dli_fname);
  return hex_text(hash.value());
}

std::string processor_name() {
  std::ifstream lines("/proc/cpuinfo");
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos)
      return line.substr(colon + 2);
  }
  return "unknown";
}

std::string host_name() {
  // Several nodes of a scheduler may share one machine.
  if (const char* node = std::getenv("SLURMD_NODENAME")) return node;
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

}  // namespace

RowOrigin own_origin() { return {CARDAN_VERSION, binary_hash(), host_name(), processor_name()}; }

}  // namespace cardan::app
