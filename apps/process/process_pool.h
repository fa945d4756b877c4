#pragma once

#include <functional>
#include <string>
#include <vector>

namespace cardan::app {

/// How a child process ended, and its output.
struct ChildEnd {
  enum class Kind {
    kExited,
    kSignalled,
    kTimedOut,     ///< killed at its time limit
    kInterrupted,  ///< stopped with the pool, or never started
  };
  Kind kind = Kind::kInterrupted;
  int code = 0;         ///< exit code, or signal number
  double seconds = 0;   ///< wall-clock time
  std::string result;   ///< bytes written to kResultDescriptor
  std::string printed;  ///< last kPrintedBytes of standard output and error
};

/// File descriptor on which a child writes its result.
inline constexpr int kResultDescriptor = 3;
/// Number of bytes of a child's output that the pool keeps.
inline constexpr std::size_t kPrintedBytes = 16384;
/// Maximum size of a result; a child that writes more is killed, and its result is discarded.
inline constexpr std::size_t kResultBytes = std::size_t{256} << 20;

/// Time between SIGTERM and SIGKILL [s].
inline constexpr double kGrace = 1;

/// A task of a child: a function that runs in a copy of this process, or this executable with other
/// arguments.
struct ChildJob {
  std::vector<std::string> arguments;  ///< without the program name; used if there is no work
  /// Returns the result. stop_requested() becomes true at the time limit. An exception is printed,
  /// and there is no result. No other thread may be running when the pool starts a job.
  std::function<std::string()> work;
};

/// Runs children in parallel, up to a maximum number. A child that crashes, hangs or prints
/// endlessly affects only itself. A child that must stop receives SIGTERM and has kGrace seconds to
/// write its results so far; then it is killed by SIGKILL, together with all its own children.
/// Children are killed when this process ends, however it ends.
class ProcessPool {
 public:
  /// processes ≥ 1; limit: wall-clock time per child [s], infinity for none.
  ProcessPool(int processes, double limit);

  /// Returns the next job, valid until the next call, or null if there is none at present. Called
  /// whenever a child could start, also after other children have ended.
  using NextJob = std::function<const ChildJob*()>;
  /// Called in the order in which children end; children that never started come last.
  using OnEnd = std::function<void(std::size_t job, const ChildEnd& end)>;
  /// Called regularly while children run, with the numbers of running and ended children.
  using OnWait = std::function<void(std::size_t running, std::size_t ended)>;

  /// Returns when all children have ended. Throws Error if the system cannot create a process or a
  /// pipe.
  void run(const std::vector<ChildJob>& jobs, const OnEnd& on_end, const OnWait& on_wait);
  /// For jobs that are created while others run; they are numbered in the order of their creation.
  /// Returns when all children have ended and there is no next job, or after an interrupt.
  void run(const NextJob& next_job, const OnEnd& on_end, const OnWait& on_wait);

 private:
  int processes_;
  double limit_;
};

/// Last non-empty line of a text.
std::string last_line(const std::string& text);

/// "ended by SIGSEGV", "ended with exit code 0", "ended at the limit of 2 s", "interrupted", with
/// the last printed line.
std::string why_ended(const ChildEnd& end, double limit);

}  // namespace cardan::app
