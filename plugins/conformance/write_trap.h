#pragma once

#include <csignal>
#include <span>

#include "cardan/contact_solver.h"

namespace cardan {

/// Catches segmentation faults while an instance exists. A fault in the memory that the host gives
/// to a plugin ends that call of solve; every other fault goes to the handler that was installed
/// before.
class WriteTrap {
 public:
  WriteTrap();
  ~WriteTrap();
  WriteTrap(const WriteTrap&) = delete;
  WriteTrap& operator=(const WriteTrap&) = delete;

  /// Calls solver.solve(…) of a solver whose behaviour is watched. If a write is caught, the answer
  /// is discarded and the write is reported as the fault of the call.
  static SolveReport solve(ContactSolver& solver, const cardan_problem& problem,
                           std::span<double> lambda, std::span<double> u);

 private:
  struct sigaction before_[2] = {};
};

}  // namespace cardan
