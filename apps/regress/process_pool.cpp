#include "process_pool.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <list>

#include "cardan/core/error.h"

namespace cardan::app {

namespace {

using Clock = std::chrono::steady_clock;

volatile std::sig_atomic_t interrupt_signal = 0;
// Written to by the handler, so that a poll that waits sees it.
int interrupt_pipe[2] = {-1, -1};

void on_interrupt(int number) {
  const int kept = errno;
  interrupt_signal = number;
  const char byte = 0;
  [[maybe_unused]] const ssize_t written = ::write(interrupt_pipe[1], &byte, 1);
  errno = kept;
}

constexpr std::array<int, 3> kInterrupts{SIGINT, SIGTERM, SIGHUP};
std::array<struct sigaction, kInterrupts.size()> former_actions;

[[noreturn]] void fail(const std::string& what) {
  throw Error(what + ": " + std::strerror(errno), "", "try fewer --jobs");
}

/// The reading end of a pipe, of which nothing is waited for.
class PipeEnd {
 public:
  PipeEnd() = default;
  explicit PipeEnd(int descriptor) : descriptor_(descriptor) {
    ::fcntl(descriptor_, F_SETFL, O_NONBLOCK);
  }
  PipeEnd(PipeEnd&& other) noexcept { std::swap(descriptor_, other.descriptor_); }
  PipeEnd& operator=(PipeEnd&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~PipeEnd() { close(); }

  bool open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  void close() {
    if (open()) ::close(descriptor_);
    descriptor_ = -1;
  }
  // Appends what is there; closes at the end of the stream.
  void drain(std::string& text, std::size_t most) {
    std::array<char, 65536> bytes;
    while (open() && text.size() < most) {
      const ssize_t got = ::read(descriptor_, bytes.data(), bytes.size());
      if (got > 0) {
        text.append(bytes.data(), static_cast<std::size_t>(got));
      } else if (got == 0) {
        close();
      } else if (errno != EINTR) {
        return;
      }
    }
  }

 private:
  int descriptor_ = -1;
};

struct Child {
  std::size_t job = 0;
  pid_t id = -1;
  Clock::time_point start;
  PipeEnd result, printed;
  ChildEnd end;
  bool asked = false;  // to end
  Clock::time_point deadline;

  void ask_to_end(ChildEnd::Kind why) {
    if (asked) return;
    asked = true;
    end.kind = why;
    deadline = Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(kGrace));
    if (id > 1) ::kill(id, SIGTERM);
  }
  void kill() const {
    if (id <= 1) return;   // -1 would be everybody
    ::kill(-id, SIGKILL);  // and whatever it has started
    ::kill(id, SIGKILL);   // before it has made its group
  }
  void read() {
    result.drain(end.result, kResultBytes);
    std::string more;
    do {
      more.clear();
      printed.drain(more, kPrintedBytes);
      end.printed += more;
      if (end.printed.size() > kPrintedBytes) {
        end.printed.erase(0, end.printed.size() - kPrintedBytes);
      }
    } while (!more.empty());
  }
};

// Between fork and exec: calls that are safe after a fork of a process with threads, and no other.
[[noreturn]] void become_child(pid_t parent, int result, int printed, char* const* arguments) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it died before the line above
  for (const int number : kInterrupts) ::signal(number, SIG_DFL);
  ::signal(SIGPIPE, SIG_DFL);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  // The result could stand where the printed goes, and the other way round: both out of the way.
  const int free_result = ::fcntl(result, F_DUPFD, 10),
            free_printed = ::fcntl(printed, F_DUPFD, 10);
  ::dup2(free_printed, STDOUT_FILENO);
  ::dup2(free_printed, STDERR_FILENO);
  ::dup2(free_result, kResultDescriptor);
  ::close(free_printed);
  ::close(free_result);
  ::execv("/proc/self/exe", arguments);
  ::_exit(127);
}

Child start_child(std::size_t job, const ChildJob& spec) {
  std::vector<char*> arguments{const_cast<char*>("cardan")};
  for (const std::string& argument : spec.arguments) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  Child child;
  child.job = job;
  int result[2], printed[2];
  if (::pipe2(result, O_CLOEXEC) != 0) fail("cannot make a pipe");
  child.result = PipeEnd(result[0]);
  if (::pipe2(printed, O_CLOEXEC) != 0) {
    ::close(result[1]);
    fail("cannot make a pipe");
  }
  child.printed = PipeEnd(printed[0]);
  const pid_t parent = ::getpid();
  child.start = Clock::now();
  child.id = ::fork();
  if (child.id == 0) become_child(parent, result[1], printed[1], arguments.data());
  const int failure = errno;
  ::close(result[1]);
  ::close(printed[1]);
  if (child.id < 0) {
    errno = failure;
    fail("cannot start a process");
  }
  ::setpgid(child.id, child.id);  // here too: whoever comes first
  return child;
}

// Takes the status of a child that has ended. False: it runs.
bool reap(Child& child) {
  siginfo_t info = {};
  ::waitid(P_PID, static_cast<id_t>(child.id), &info, WEXITED | WNOHANG | WNOWAIT);
  if (info.si_pid == 0) return false;
  if (child.id > 1)
    ::kill(-child.id, SIGKILL);  // what it left behind, while its number is still its own
  int status = 0;
  ::waitpid(child.id, &status, 0);
  child.read();  // what it wrote last
  child.end.seconds = std::chrono::duration<double>(Clock::now() - child.start).count();
  if (child.asked) return true;
  child.end.kind = WIFSIGNALED(status) ? ChildEnd::Kind::kSignalled : ChildEnd::Kind::kExited;
  child.end.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return true;
}

// Sleeps until a child has something to say, an interrupt comes, or the time is up.
void wait_for(std::list<Child>& children) {
  constexpr int kPatience = 50;  // [ms], for limits of time and for children that leave pipes open
  std::vector<pollfd> events{{interrupt_pipe[0], POLLIN, 0}};
  bool silent = false;
  for (const Child& child : children) {
    if (child.result.open()) events.push_back({child.result.descriptor(), POLLIN, 0});
    if (child.printed.open()) events.push_back({child.printed.descriptor(), POLLIN, 0});
    silent = silent || (!child.result.open() && !child.printed.open());
  }
  // One whose pipes are closed is about to end.
  ::poll(events.data(), events.size(), silent ? 1 : kPatience);
  char byte = 0;
  while (interrupt_pipe[0] >= 0 && ::read(interrupt_pipe[0], &byte, 1) > 0) continue;
  for (Child& child : children) child.read();
}

}  // namespace

ProcessPool::ProcessPool(int processes, double limit)
    : processes_(std::max(processes, 1)), limit_(limit) {}

void ProcessPool::run(const std::vector<ChildJob>& jobs, const OnEnd& on_end,
                      const OnWait& on_wait) {
  std::list<Child> children;
  // However this is left: no child stays.
  struct Reaper {
    std::list<Child>& children;
    ~Reaper() {
      for (const Child& child : children) child.kill();
      for (const Child& child : children) ::waitpid(child.id, nullptr, 0);
    }
  } reaper{children};

  std::size_t next = 0, ended = 0, most = static_cast<std::size_t>(processes_);
  while (ended < jobs.size()) {
    const bool stop = InterruptGuard::signal() != 0;
    while (!stop && next < jobs.size() && children.size() < most) {
      try {
        children.push_back(start_child(next, jobs[next]));
        ++next;
      } catch (const Error&) {
        if (children.empty()) throw;
        most = children.size();  // the system has room for these and no more
      }
    }
    if (children.empty()) break;
    wait_for(children);
    for (auto child = children.begin(); child != children.end();) {
      const std::chrono::duration<double> spent = Clock::now() - child->start;
      if (stop) child->ask_to_end(ChildEnd::Kind::kInterrupted);
      if (spent.count() > limit_) child->ask_to_end(ChildEnd::Kind::kTimedOut);
      const bool too_long = child->end.result.size() >= kResultBytes;
      if (too_long || (child->asked && Clock::now() > child->deadline)) child->kill();
      if (!reap(*child)) {
        ++child;
        continue;
      }
      const std::size_t job = child->job;
      const ChildEnd end = std::move(child->end);
      child = children.erase(child);
      ++ended;
      on_end(job, end);
    }
    on_wait(children.size(), ended);
  }
  for (; next < jobs.size(); ++next) on_end(next, ChildEnd{});
}

InterruptGuard::InterruptGuard() {
  interrupt_signal = 0;
  if (::pipe2(interrupt_pipe, O_CLOEXEC | O_NONBLOCK) != 0) fail("cannot make a pipe");
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one ends the process
  ::sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kInterrupts.size(); ++i) {
    ::sigaction(kInterrupts[i], nullptr, &former_actions[i]);
    // Who starts us with nohup means it.
    if (former_actions[i].sa_handler == SIG_IGN) continue;
    ::sigaction(kInterrupts[i], &action, nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < kInterrupts.size(); ++i) {
    ::sigaction(kInterrupts[i], &former_actions[i], nullptr);
  }
  for (int& descriptor : interrupt_pipe) {
    ::close(descriptor);
    descriptor = -1;
  }
}

int InterruptGuard::signal() { return interrupt_signal; }

std::string name_of_signal(int number) {
  const char* name = ::sigabbrev_np(number);
  return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(number);
}

}  // namespace cardan::app
