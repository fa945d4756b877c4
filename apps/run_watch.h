#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

#include "process/interrupt_guard.h"

namespace cardan::app {

/// Why a run ended.
enum class RunEnd { kWhole, kLimit, kInterrupted };

/// Ends a run at a limit of time, and on Ctrl-C, SIGTERM or SIGHUP: after the step at hand. A step
/// that then takes longer than kGrace is hurried: its solvers are told to end (cancelled()). A step
/// that still does not come back is given up: a function is called from a thread of its own, while
/// the stepping thread is inside the step and cannot leave it.
class RunWatch {
 public:
  /// limit: [s], infinity for none. give_up: does not return.
  RunWatch(double limit, std::function<void(RunEnd)> give_up);
  ~RunWatch();
  RunWatch(const RunWatch&) = delete;
  RunWatch& operator=(const RunWatch&) = delete;

  /// Whether another step is due.
  bool goes_on() const { return end_.load(std::memory_order_relaxed) == RunEnd::kWhole; }
  RunEnd end() const { return end_.load(); }

  void begin_step();
  /// False: solvers of the step were told to end, and its numbers are not theirs.
  bool end_step();

 private:
  void watch();
  bool wait(double seconds);
  void hurry();

  double limit_;
  std::function<void(RunEnd)> give_up_;
  InterruptGuard guard_;
  int wake_[2] = {-1, -1};  ///< closed at the end: ends the watching thread
  std::atomic<RunEnd> end_{RunEnd::kWhole};
  std::mutex outside_;      ///< held by the stepping thread while it is outside of a step
  bool is_outside_ = true;  ///< of the stepping thread
  std::thread thread_;
};

}  // namespace cardan::app
