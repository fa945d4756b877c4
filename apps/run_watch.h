#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

#include "apps/process/interrupt_guard.h"

namespace cardan::app {

/// Reason for the end of a run.
enum class RunEnd { kWhole, kLimit, kInterrupted };

/// Ends a run at a time limit and on Ctrl-C, SIGTERM or SIGHUP, after the current step. If that
/// step takes longer than kGrace, its solvers are asked to stop (cancelled()). If it still does not
/// return, give_up is called from another thread, since the stepping thread cannot leave the step.
class RunWatch {
 public:
  /// limit: [s], infinity for none. give_up: must not return.
  RunWatch(double limit, std::function<void(RunEnd)> give_up);
  ~RunWatch();
  RunWatch(const RunWatch&) = delete;
  RunWatch& operator=(const RunWatch&) = delete;

  /// True if another step is due.
  bool goes_on() const { return end_.load(std::memory_order_relaxed) == RunEnd::kWhole; }
  RunEnd end() const { return end_.load(); }

  void begin_step();
  /// False if solvers of the step were asked to stop; the results of the step are then invalid.
  bool end_step();

 private:
  void watch();
  bool wait(double seconds);
  void hurry();

  double limit_;
  std::function<void(RunEnd)> give_up_;
  InterruptGuard guard_;
  int wake_[2] = {-1, -1};  ///< closed at the end, which stops the watching thread
  std::atomic<RunEnd> end_{RunEnd::kWhole};
  std::mutex outside_;      ///< held by the stepping thread while it is outside a step
  bool is_outside_ = true;  ///< state of the stepping thread
  std::thread thread_;
};

}  // namespace cardan::app
