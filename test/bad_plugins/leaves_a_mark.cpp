// Writes the file named by CARDAN_TEST_MARK when it is loaded.
#include <cstdio>
#include <cstdlib>

#include "test/bad_plugins/raw_solver.h"

namespace {

__attribute__((constructor)) void when_loaded() {
  const char* mark = std::getenv("CARDAN_TEST_MARK");
  std::FILE* file = mark == nullptr ? nullptr : std::fopen(mark, "w");
  if (file != nullptr) std::fclose(file);
}

}  // namespace

RAW_PLUGIN("leaves_a_mark", );
