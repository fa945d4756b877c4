#pragma once

#include <functional>
#include <string>
#include <vector>

namespace cardan::app {

/// How a child process ended, and what it left.
struct ChildEnd {
  enum class Kind {
    kExited,
    kSignalled,
    kTimedOut,     ///< ended at its limit of time
    kInterrupted,  ///< ended because the pool was told to stop, or never started
  };
  Kind kind = Kind::kInterrupted;
  int code = 0;         ///< exit code, or number of the signal
  double seconds = 0;   ///< on the clock
  std::string result;   ///< what it wrote to kResultDescriptor
  std::string printed;  ///< the last kPrintedBytes of its standard output and error together
};

/// The descriptor on which a child hands over its result.
inline constexpr int kResultDescriptor = 3;
/// The pool keeps this much of the output of a child.
inline constexpr std::size_t kPrintedBytes = 16384;
/// A child that hands over more is ended: its result is not one.
inline constexpr std::size_t kResultBytes = std::size_t{256} << 20;

/// Between SIGTERM and SIGKILL [s].
inline constexpr double kGrace = 1;

/// A child: a copy of this process that does some work, or this executable with other arguments.
struct ChildJob {
  std::vector<std::string> arguments;  ///< without the name of the program; where there is no work
  /// Returns what it hands over. It sees stop_requested() at its limit of time. An exception is
  /// printed, and nothing is handed over. No other thread may run when the pool starts it.
  std::function<std::string()> work;
};

/// Runs children in parallel, at most so many at a time. A child that crashes, hangs or prints
/// without end is the end of itself alone. One that is to end gets SIGTERM and kGrace seconds to
/// hand over what it has, then SIGKILL with whatever it has started. Children die with this
/// process, however that ends.
class ProcessPool {
 public:
  /// processes ≥ 1; limit: of each child on the clock [s], infinity for none.
  ProcessPool(int processes, double limit);

  /// Called in the order in which the children end, those never started last.
  using OnEnd = std::function<void(std::size_t job, const ChildEnd& end)>;
  /// Called now and then while children run: how many run, how many have ended.
  using OnWait = std::function<void(std::size_t running, std::size_t ended)>;

  /// Returns when all have ended. Throws Error where the system gives no process or pipe.
  void run(const std::vector<ChildJob>& jobs, const OnEnd& on_end, const OnWait& on_wait);

 private:
  int processes_;
  double limit_;
};

/// The last line of a text that says something.
std::string last_line(const std::string& text);

/// "ended by SIGSEGV", "ended with exit code 0", "ended at the limit of 2 s", "interrupted", with
/// the last line that it printed.
std::string why_ended(const ChildEnd& end, double limit);

}  // namespace cardan::app
