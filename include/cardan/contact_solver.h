#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/cardan_solver.h"
#include "cardan/export.h"
#include "cardan/solver_spec.h"

namespace cardan {

/// Result of solve(): the plugin's report with its status checked against the enum. The judge, not
/// this report, decides whether the problem is solved.
struct SolveReport {
  int status = CARDAN_NUMERIC;
  int iterations = 0;
  int factorizations = 0;
  int stage = 0;
  int worst_block = -1;
  double residual = 0;          ///< residual reported by the solver [m/s]
  const char* fault = nullptr;  ///< string literal with the fault that the host found in the call;
                                ///< null if there is none
  bool discarded = false;  ///< true if the plugin wrote to forbidden memory; λ and u then have the
                           ///< values they had before the call
};

/// One instance of a plugin's solver. Each worker has its own instance. An instance is not
/// thread-safe, and instances share nothing.
class CARDAN_API ContactSolver {
 public:
  /// Creates an instance. Throws Error if the plugin fails to create it.
  explicit ContactSolver(const cardan_solver_desc& desc);
  ~ContactSolver();
  ContactSolver(ContactSolver&&) noexcept;
  ContactSolver& operator=(ContactSolver&&) noexcept;

  /// The descriptor of the solver, as given by the plugin.
  const cardan_solver_desc& desc() const { return *desc_; }
  std::string_view id() const { return desc_->id; }

  /// Sets an option. Throws Error for an unknown name (suggesting the nearest one), a wrong type or
  /// a value out of range. [setup]
  void set_option(const SolverOption& option);

  /// Sets a flag. When it becomes true, the plugin returns its best λ so far with the status
  /// ITERATIONS. nullptr removes the flag. [setup]
  void cancel_when(const std::atomic<bool>* flag);

  /// Grows the plugin's storage, by doubling, if the given size exceeds the reserved size. [setup]
  void reserve(const cardan_size& size);

  /// Solves the problem. λ contains the guess on entry and the solution on return; u may be empty.
  /// The plugin works on private copies and cannot change `problem`. If it writes to its copy of
  /// the problem or outside λ, u and the report, the status is NUMERIC and the answer is discarded.
  /// If it throws (SDK) or returns non-finite numbers, the status is NUMERIC. Restores the
  /// floating-point control word if the plugin changed it. Allocates only if reserve() was not
  /// called for this size. [worker]
  SolveReport solve(const cardan_problem& problem, std::span<double> lambda, std::span<double> u);

  /// Prepares for tests of plugin behaviour. From then on, the plugin's copy of the problem is in
  /// read-only pages, so that a write causes a segmentation fault, and the messages of the plugin
  /// are counted but not logged. [setup]
  void watch_conduct();
  /// Describes a write to the given address, e.g. "solve wrote into its input: b". Returns nullptr
  /// for an address outside the memory that solve() gives to the plugin.
  const char* name_of_write(const void* address) const;

  /// Number of messages that the plugin sent to the host's log, at most kMostMessages + 1. Messages
  /// after the first kMostMessages are dropped.
  int num_messages() const;
  /// Largest number of messages that are logged.
  static constexpr int kMostMessages = 50;

  /// The plugin's text about its last failure, on one line without control characters. If there is
  /// no such text, the result of fault(). Valid until the next call.
  const char* last_error() const;

  /// The fault that the host found when creating the instance or in a later call, as a string
  /// literal, or "" if there is none. The next solve clears it.
  const char* fault() const;

 private:
  struct Host;
  int call_plugin();
  void destroy();

  const cardan_solver_desc* desc_ = nullptr;
  cardan_solver* instance_ = nullptr;
  std::unique_ptr<Host> host_;
  cardan_size reserved_{};
};

/// Returns the cardan_size of a problem.
CARDAN_API cardan_size size_of(const cardan_problem& problem);

/// Returns the entry of a solver's parameter table for an option, or null if there is none. For one
/// version after a renaming, an option can also be found by its old name (CHANGELOG.md).
CARDAN_API const cardan_param* find_option(const cardan_solver_desc& solver, std::string_view name);

/// Maximum number of rows for which the host computes a dense A (128 MiB), independent of a
/// solver's limit.
inline constexpr int kMaxDenseRows = 4096;

/// Returns the maximum number of rows of a dense A for a solver: the solver's own limit, but at
/// most kMaxDenseRows.
CARDAN_API int dense_row_limit(const cardan_solver_desc& solver);

/// Returns "" if the solver accepts a problem with this number of rows, otherwise a phrase that
/// names its limit.
CARDAN_API std::string why_too_large(int rows, const cardan_solver_desc& solver);

/// True if why_too_large returns a reason. Does not allocate.
CARDAN_API bool is_too_large(int rows, const cardan_solver_desc& solver);

}  // namespace cardan
