#pragma once

#include <csignal>
#include <span>

#include "cardan/host/contact_solver.h"

namespace cardan {

/// Catches segmentation faults as long as it lives. One in the memory that the host gives to a
/// plugin ends that call of solve; any other goes to the handler that was installed before.
class WriteTrap {
 public:
  WriteTrap();
  ~WriteTrap();
  WriteTrap(const WriteTrap&) = delete;
  WriteTrap& operator=(const WriteTrap&) = delete;

  /// solver.solve(…) of a solver whose conduct is watched. A write that was caught discards the
  /// answer and is its fault.
  static SolveReport solve(ContactSolver& solver, const cardan_problem& problem,
                           std::span<double> lambda, std::span<double> u);

 private:
  struct sigaction before_[2] = {};
};

}  // namespace cardan
