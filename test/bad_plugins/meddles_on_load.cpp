// Changes the state of the process as soon as it is loaded.
#include <clocale>
#include <csignal>
#include <cstdio>

#include "test/bad_plugins/raw_solver.h"

namespace {

__attribute__((constructor)) void when_loaded() {
  std::setlocale(LC_ALL, "C.UTF-8");
  std::signal(SIGFPE, SIG_IGN);
  std::printf("licensed to no user\n");
}

}  // namespace

RAW_PLUGIN("meddles_on_load", );
