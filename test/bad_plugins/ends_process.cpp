// Solvers on the SDK that do not return from solve(), the reason for separate processes.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "cardan/solver.h"

namespace {

using cardan::sdk::ProblemView;
using cardan::sdk::SolverInfo;

class EndsProcess : public cardan::sdk::Solver {
 public:
  void reserve(const cardan_size&) override {}

 protected:
  static SolverInfo named(const char* id) {
    return {id, "1.0", "does not come back", "cone", cardan::sdk::kAllKinds};
  }
};

class Aborts final : public EndsProcess {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo = named("aborts");
    return kInfo;
  }
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    std::fputs("the plugin gives up\n", stderr);
    std::abort();
  }
};

class Segfaults final : public EndsProcess {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo = named("segfaults");
    return kInfo;
  }
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    std::signal(SIGSEGV, SIG_DFL);
    std::raise(SIGSEGV);
    return CARDAN_NUMERIC;
  }
};

class Exits final : public EndsProcess {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo = named("exits");
    return kInfo;
  }
  int solve(const ProblemView&, double*, double*, cardan_report&) override { ::_exit(0); }
};

class Hangs final : public EndsProcess {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo = named("hangs");
    return kInfo;
  }
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    while (true) ::usleep(100000);
  }
};

class Chatters final : public EndsProcess {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo = named("chatters");
    return kInfo;
  }
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    while (true) std::fputs("and so on \x01\xff\n", stdout);
  }
};

/// Every call needs the result of the nested call.
[[gnu::noinline]] int deeper(volatile int* above) {
  if (*above != 0) return 1;  // never true, which the compiler cannot deduce
  volatile int here[1000] = {*above};
  here[1] = deeper(here) + here[0];
  return here[1];
}

class OverflowsStack final : public EndsProcess {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo = named("overflows_stack");
    return kInfo;
  }
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    volatile int first = 0;
    return deeper(&first);
  }
};

/// Ends when it is cancelled, and not before.
class WaitsForCancel final : public EndsProcess {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo = named("waits_for_cancel");
    return kInfo;
  }
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    while (!cancelled()) ::usleep(1000);
    return CARDAN_ITERATIONS;
  }
};

}  // namespace

CARDAN_EXPORT_SOLVER(Aborts, Segfaults, Exits, Hangs, Chatters, OverflowsStack, WaitsForCancel);
