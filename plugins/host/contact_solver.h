#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/abi/cardan_solver.h"
#include "cardan/core/export.h"

namespace cardan {

/// Value of one solver option, by name; choices by their word.
struct SolverOption {
  std::string name;
  double number = 0;
  std::string word;  ///< used when not empty
};

/// Result of solve(): the plugin's report with its status checked against the enum, never the
/// verdict.
struct SolveReport {
  int status = CARDAN_NUMERIC;
  int iterations = 0;
  int factorizations = 0;
  int stage = 0;
  int worst_block = -1;
  double residual = 0;  ///< [m/s], the solver's own word
  const char* fault =
      nullptr;             ///< what the host found wrong with the call; a literal, null if nothing
  bool discarded = false;  ///< it wrote where it may not: λ and u are as they were before the call
};

/// One instance of a plugin's solver: one per worker. Not thread safe; instances share nothing.
class CARDAN_API ContactSolver {
 public:
  /// Throws Error if the plugin refuses to create one.
  explicit ContactSolver(const cardan_solver_desc& desc);
  ~ContactSolver();
  ContactSolver(ContactSolver&&) noexcept;
  ContactSolver& operator=(ContactSolver&&) noexcept;

  const cardan_solver_desc& desc() const { return *desc_; }
  std::string_view id() const { return desc_->id; }

  /// Throws Error for an unknown name (naming the nearest), a wrong type or a value out of range.
  /// [setup]
  void set_option(const SolverOption& option);

  /// The plugin returns its best λ so far, with ITERATIONS, once the flag is true. nullptr: never.
  /// [setup]
  void cancel_when(const std::atomic<bool>* flag);

  /// Grows the plugin's storage, by doubling, when a planned size exceeds what was reserved.
  /// [setup]
  void reserve(const cardan_size& size);

  /// Solves; λ in is the guess, out the answer; u may be empty. The plugin works on private copies:
  /// it cannot change `problem`. A plugin that writes into its copy of the problem or outside of λ,
  /// u and report gives NUMERIC, and its answer is discarded. A plugin that throws (SDK) or leaves
  /// non-finite numbers gives NUMERIC. Restores the floating-point control word if the plugin
  /// changed it. Allocates only where reserve() was not asked for this size. [worker]
  SolveReport solve(const cardan_problem& problem, std::span<double> lambda, std::span<double> u);

  /// For tests of conduct: from now on the plugin's copy of the problem stands in pages that cannot
  /// be written, so that a write is a segmentation fault, and its messages are counted but not
  /// logged. [setup]
  void watch_conduct();
  /// Name of a write at this address, e.g. "solve wrote into its input: b"; nullptr for an
  /// address outside of the memory that solve() gives to the plugin.
  const char* name_of_write(const void* address) const;

  /// Messages that the plugin gave to the host's log. All but the first kMostMessages are dropped.
  int num_messages() const;
  static constexpr int kMostMessages = 50;

  /// The plugin's text on its last failure, in one line without control characters, else the fault
  /// that the host found in its last solve; "" if none. Valid until the next call.
  const char* last_error() const;

  /// The fault that the host found in creating the instance or in a call since; the next solve
  /// clears it. A literal, "" if nothing.
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

/// cardan_size of a problem.
CARDAN_API cardan_size size_of(const cardan_problem& problem);

}  // namespace cardan
