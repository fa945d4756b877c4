#include "plugins/conformance/write_trap.h"

#include <csetjmp>

#include "plugins/host/fp_control.h"

namespace cardan {

namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS};

/// The call of solve that this thread is executing.
struct Watched {
  const ContactSolver* solver = nullptr;  ///< nullptr: none
  sigjmp_buf way_back;
  const char* fault = nullptr;
};
thread_local Watched watched;

struct sigaction former[2];

void end_solve(int number, siginfo_t* info, void*) {
  if (watched.solver != nullptr) {
    watched.fault = watched.solver->name_of_write(info->si_addr);
    if (watched.fault != nullptr) siglongjmp(watched.way_back, 1);
  }
  // The instruction runs again, and its fault is passed to the previous handler.
  for (int k = 0; k < 2; ++k) {
    if (kSignals[k] == number) sigaction(number, &former[k], nullptr);
  }
}

}  // namespace

WriteTrap::WriteTrap() {
  struct sigaction action {};
  action.sa_sigaction = &end_solve;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  for (int k = 0; k < 2; ++k) {
    sigaction(kSignals[k], &action, &before_[k]);
    former[k] = before_[k];
  }
}

WriteTrap::~WriteTrap() {
  for (int k = 0; k < 2; ++k) sigaction(kSignals[k], &before_[k], nullptr);
}

// The stack frames of the plugin are abandoned without running destructors, so its resources leak.
// This is acceptable for a plugin that writes into its input.
SolveReport WriteTrap::solve(ContactSolver& solver, const cardan_problem& problem,
                             std::span<double> lambda, std::span<double> u) {
  const FpGuard guard;
  watched.solver = &solver;
  watched.fault = nullptr;
  if (sigsetjmp(watched.way_back, 1) == 0) {
    const SolveReport report = solver.solve(problem, lambda, u);
    watched.solver = nullptr;
    return report;
  }
  watched.solver = nullptr;
  SolveReport caught;
  caught.fault = watched.fault;
  caught.discarded = true;
  return caught;
}

}  // namespace cardan
