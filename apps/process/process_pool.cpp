#include "apps/process/process_pool.h"

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
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <list>

#include "apps/printable_text.h"
#include "apps/process/interrupt_guard.h"
#include "apps/process/stop_request.h"
#include "cardan/error.h"
#include "core/failure_text.h"
#include "core/number_text.h"

namespace cardan::app {

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const std::string& what) {
  throw Error(what + ": " + std::strerror(errno), "", "try fewer --jobs");
}

/// Non-blocking read end of a pipe.
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
  // Appends available data; closes the pipe at the end of the stream.
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
  bool asked = false;  // true if it was asked to end
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
    if (id <= 1) return;   // -1 would address all processes
    ::kill(-id, SIGKILL);  // including its own children
    ::kill(id, SIGKILL);   // before it created its process group
  }
  void read() {
    result.drain(end.result, kResultBytes);
    std::string more;
    // A child that prints endlessly must not delay the check of its time limit.
    constexpr int kMostRounds = 64;
    int rounds = 0;
    do {
      more.clear();
      printed.drain(more, kPrintedBytes);
      end.printed += more;
      if (end.printed.size() > kPrintedBytes) {
        end.printed.erase(0, end.printed.size() - kPrintedBytes);
      }
    } while (!more.empty() && ++rounds < kMostRounds);
  }
};

// Start of both kinds of children: only calls that are safe after a fork of a multithreaded
// process.
void leave_the_parent(pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // the parent died before the line above
  restore_default_signals();
  ::signal(SIGPIPE, SIG_DFL);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
}

[[noreturn]] void become_command(pid_t parent, int result, int printed, char* const* arguments) {
  leave_the_parent(parent);
  // The result descriptor may equal an output descriptor and vice versa, so both are moved out of
  // the way first.
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

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

[[noreturn]] void do_work(pid_t parent, int result, int printed,
                          const std::function<std::string()>& work) {
  leave_the_parent(parent);
  ::dup2(printed, STDOUT_FILENO);
  ::dup2(printed, STDERR_FILENO);
  take_sigterm_as_stop_request();
  cancel_solvers_on_stop_request();
  int code = 127;
  try {
    const std::string text = work();
    std::cout.flush();
    std::fflush(nullptr);
    if (write_all(result, text)) code = 0;
  } catch (const std::exception& error) {
    std::cerr << failure_text(error) << std::endl;
  }
  ::_exit(code);
}

std::vector<char*> argument_list(const ChildJob& job) {
  std::vector<char*> arguments{const_cast<char*>("cardan")};
  for (const std::string& argument : job.arguments) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  return arguments;
}

Child start_child(std::size_t number, const ChildJob& job) {
  const std::vector<char*> arguments = argument_list(job);
  Child child;
  child.job = number;
  int result[2], printed[2];
  if (::pipe2(result, O_CLOEXEC) != 0) fail("cannot make a pipe");
  child.result = PipeEnd(result[0]);
  if (::pipe2(printed, O_CLOEXEC) != 0) {
    ::close(result[1]);
    fail("cannot make a pipe");
  }
  child.printed = PipeEnd(printed[0]);
  const pid_t parent = ::getpid();
  // The child would print buffered output a second time.
  std::cout.flush();
  std::fflush(nullptr);
  child.start = Clock::now();
  child.id = ::fork();
  if (child.id == 0) {
    if (job.work) do_work(parent, result[1], printed[1], job.work);
    become_command(parent, result[1], printed[1], arguments.data());
  }
  const int failure = errno;
  ::close(result[1]);
  ::close(printed[1]);
  if (child.id < 0) {
    errno = failure;
    fail("cannot start a process");
  }
  ::setpgid(child.id, child.id);  // in the parent too, because either process may run first
  return child;
}

// Reads the status of a child that has ended. Returns false if it is still running.
bool reap(Child& child) {
  siginfo_t info = {};
  const int failed =
      ::waitid(P_PID, static_cast<id_t>(child.id), &info, WEXITED | WNOHANG | WNOWAIT);
  if (failed == 0 && info.si_pid == 0) return false;
  if (child.id > 1)
    ::kill(-child.id, SIGKILL);  // kills remaining children while the process id is still valid
  int status = 0;
  ::waitpid(child.id, &status, 0);
  child.read();  // its last output
  child.end.seconds = std::chrono::duration<double>(Clock::now() - child.start).count();
  if (child.asked) return true;
  child.end.kind = WIFSIGNALED(status) ? ChildEnd::Kind::kSignalled : ChildEnd::Kind::kExited;
  child.end.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return true;
}

// Waits until a child has output, an interrupt arrives, or a limit expires.
void wait_for(std::list<Child>& children) {
  constexpr int kPatience = 50;  // [ms], for time limits and for children that leave pipes open
  std::vector<pollfd> events{{InterruptGuard::descriptor(), POLLIN, 0}};
  bool silent = false;
  for (const Child& child : children) {
    if (child.result.open()) events.push_back({child.result.descriptor(), POLLIN, 0});
    if (child.printed.open()) events.push_back({child.printed.descriptor(), POLLIN, 0});
    silent = silent || (!child.result.open() && !child.printed.open());
  }
  // A child with closed pipes is about to end.
  ::poll(events.data(), events.size(), silent ? 1 : kPatience);
  char byte = 0;
  const int interrupts = InterruptGuard::descriptor();
  while (interrupts >= 0 && ::read(interrupts, &byte, 1) > 0) continue;
  for (Child& child : children) child.read();
}

}  // namespace

ProcessPool::ProcessPool(int processes, double limit)
    : processes_(std::max(processes, 1)), limit_(limit) {}

void ProcessPool::run(const std::vector<ChildJob>& jobs, const OnEnd& on_end,
                      const OnWait& on_wait) {
  std::size_t next = 0;
  run([&] { return next < jobs.size() ? &jobs[next++] : nullptr; }, on_end, on_wait);
  for (; next < jobs.size(); ++next) on_end(next, ChildEnd{});
}

void ProcessPool::run(const NextJob& next_job, const OnEnd& on_end, const OnWait& on_wait) {
  std::list<Child> children;
  // No child survives, however this function returns.
  struct Reaper {
    std::list<Child>& children;
    ~Reaper() {
      for (const Child& child : children) child.kill();
      for (const Child& child : children) ::waitpid(child.id, nullptr, 0);
    }
  } reaper{children};

  std::size_t made = 0, ended = 0, most = static_cast<std::size_t>(processes_);
  const ChildJob* job = nullptr;  // made, but not yet started
  for (;;) {
    const bool stop = InterruptGuard::signal() != 0;
    while (!stop && children.size() < most) {
      if (job == nullptr) {
        job = next_job();
        if (job == nullptr) break;
        ++made;
      }
      try {
        children.push_back(start_child(made - 1, *job));
        job = nullptr;
      } catch (const Error&) {
        if (children.empty()) throw;
        most = children.size();  // the system allows no more processes
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
      const std::size_t number = child->job;
      const ChildEnd end = std::move(child->end);
      child = children.erase(child);
      ++ended;
      on_end(number, end);
    }
    on_wait(children.size(), ended);
  }
  if (job != nullptr) on_end(made - 1, ChildEnd{});
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return "";
  const std::size_t before = text.find_last_of('\n', end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return text.substr(begin, end + 1 - begin);
}

std::string why_ended(const ChildEnd& end, double limit) {
  std::string text;
  switch (end.kind) {
    case ChildEnd::Kind::kExited:
      text = "ended the process with exit code " + std::to_string(end.code);
      break;
    case ChildEnd::Kind::kSignalled:
      text = "ended by " + name_of_signal(end.code);
      break;
    case ChildEnd::Kind::kTimedOut:
      text = "ended at the limit of " + number_text(limit, 6) + " s";
      break;
    case ChildEnd::Kind::kInterrupted:
      return "interrupted";
  }
  const std::string line = last_line(end.printed);
  return line.empty() ? text : text + "; its last line: " + one_line_text(line.substr(0, 300));
}

}  // namespace cardan::app
