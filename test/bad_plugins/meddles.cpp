// Solvers on the SDK that change the state of the process in solve, or flood its output.
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cfenv>
#include <csignal>
#include <cstdlib>
#include <string>

#include "cardan/solver.h"

namespace {

using cardan::sdk::ProblemView;
using cardan::sdk::SolverInfo;

template <typename Self>
class Meddles : public cardan::sdk::Solver {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo{Self::kId, "1.0", "changes the process", "cone",
                                  cardan::sdk::kAllKinds};
    return kInfo;
  }
  void reserve(const cardan_size&) override {}
};

struct ChangesFolder final : Meddles<ChangesFolder> {
  static constexpr const char* kId = "changes_folder";
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    return ::chdir("/") == 0 ? CARDAN_ITERATIONS : CARDAN_NUMERIC;
  }
};

struct ChangesModeMask final : Meddles<ChangesModeMask> {
  static constexpr const char* kId = "changes_mode_mask";
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    ::umask(0123);
    return CARDAN_ITERATIONS;
  }
};

struct ChangesEnvironment final : Meddles<ChangesEnvironment> {
  static constexpr const char* kId = "changes_environment";
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    ::setenv("CARDAN_SOLVER_PATH", "/tmp", 1);
    return CARDAN_ITERATIONS;
  }
};

struct ClosesStreams final : Meddles<ClosesStreams> {
  static constexpr const char* kId = "closes_streams";
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    ::close(STDOUT_FILENO);
    ::close(STDERR_FILENO);
    return CARDAN_ITERATIONS;
  }
};

struct BlocksSignals final : Meddles<BlocksSignals> {
  static constexpr const char* kId = "blocks_signals";
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    return CARDAN_ITERATIONS;
  }
};

struct StartsThreads final : Meddles<StartsThreads> {
  static constexpr const char* kId = "starts_threads";
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    static const bool kStarted = [] {
      pthread_t thread;
      const auto sleep = [](void*) -> void* {
        while (true) ::usleep(100000);
      };
      return pthread_create(&thread, nullptr, sleep, nullptr) == 0 && pthread_detach(thread) == 0;
    }();
    return kStarted ? CARDAN_ITERATIONS : CARDAN_NUMERIC;
  }
};

struct RoundsUp final : Meddles<RoundsUp> {
  static constexpr const char* kId = "rounds_up";
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    std::fesetround(FE_UPWARD);
    return CARDAN_ITERATIONS;
  }
};

struct FloodsTheLog final : Meddles<FloodsTheLog> {
  static constexpr const char* kId = "floods_the_log";
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    static const std::string kLong(100000, 'x');
    for (int i = 0; i < 100; ++i) log(CARDAN_LOG_ERROR, "\x1b[2Jstate hash 0123\nsecond line");
    log(CARDAN_LOG_ERROR, kLong.c_str());
    log(CARDAN_LOG_ERROR, nullptr);
    set_error("\x1b[2Jstate hash 0123\nsecond line");
    return CARDAN_NUMERIC;
  }
};

}  // namespace

CARDAN_EXPORT_SOLVER(ChangesFolder, ChangesModeMask, ChangesEnvironment, ClosesStreams,
                     BlocksSignals, StartsThreads, RoundsUp, FloodsTheLog);
