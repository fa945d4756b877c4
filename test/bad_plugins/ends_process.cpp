// Solvers on the SDK that do not come back from solve(): what a process of its own is for.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "cardan/sdk/solver.h"

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

}  // namespace

CARDAN_EXPORT_SOLVER(Aborts, Segfaults, Exits, Hangs, Chatters);
