#include "apps/process/supervisor.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>

#include "apps/commands.h"
#include "apps/printable_text.h"
#include "apps/process/activity.h"
#include "apps/process/interrupt_guard.h"
#include "core/atomic_file.h"

namespace cardan::app {

namespace {

/// How the child ended.
struct End {
  int status = 0;       ///< as returned by waitpid
  int exit_code = -1;   ///< returned by the work; −1: it did not return
  int sent_signal = 0;  ///< the last one forwarded or received from the terminal
  bool killed = false;  ///< killed by this process at its kill time
};

void say(const std::string& line) { std::cerr << "cardan: " << one_line_text(line) << std::endl; }

void end_by(int signal) {
  const rlimit no_core{0, 0};  // the child already wrote a core dump if that is enabled
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::signal(signal, SIG_DFL);
  sigset_t only;
  ::sigemptyset(&only);
  ::sigaddset(&only, signal);
  ::sigprocmask(SIG_UNBLOCK, &only, nullptr);
  ::raise(signal);
}

// Signals that this process waits for: SIGCHLD, and those that end programs unless they are
// ignored.
sigset_t watched_signals() {
  sigset_t watched;
  ::sigemptyset(&watched);
  ::sigaddset(&watched, SIGCHLD);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action = {};
    ::sigaction(number, nullptr, &action);
    if (action.sa_handler != SIG_IGN) ::sigaddset(&watched, number);
  }
  return watched;
}

End watch(pid_t child, int sentinel, const sigset_t& watched) {
  End end;
  while (::waitpid(child, &end.status, WNOHANG) == 0) {
    if (activity::kill_time_has_come()) {
      end.killed = true;
      ::kill(child, SIGKILL);
    }
    constexpr timespec kPatience{0, 200000000};
    siginfo_t info = {};
    const int number = ::sigtimedwait(&watched, &info, &kPatience);
    if (number <= 0 || number == SIGCHLD) continue;
    end.sent_signal = number;
    // A terminal sends its signals to the child as well.
    if (info.si_code <= 0) ::kill(child, number);
  }
  if (::read(sentinel, &end.exit_code, sizeof end.exit_code) != sizeof end.exit_code) {
    end.exit_code = -1;
  }
  return end;
}

std::string how(const End& end) {
  if (end.killed) return "did not return at the time limit and was killed";
  if (WIFSIGNALED(end.status)) return "was ended by " + name_of_signal(WTERMSIG(end.status));
  return "ended with exit code " + std::to_string(WEXITSTATUS(end.status)) +
         " before the command had finished";
}

void name_partials(pid_t child) {
  const std::string output = activity::output();
  if (output.empty()) return;
  for (const std::string& file : partial_files(output, child)) {
    say(file + ": unfinished file left behind; 'cardan repair' recovers a recording from it");
  }
}

int exit_code_after(const End& end, pid_t child) {
  const bool returned = end.exit_code >= 0;
  if (returned && WIFEXITED(end.status)) {
    if (end.exit_code == kSimulationFailed) name_partials(child);
    return end.exit_code;
  }
  if (returned) {
    say("the process " + how(end) + " while it exited, after all work was done");
    return kSimulationFailed;
  }
  const std::string what = activity::what();
  const int signal = WIFSIGNALED(end.status) ? WTERMSIG(end.status) : 0;
  const bool asked = signal == SIGPIPE || (signal != 0 && signal == end.sent_signal);
  if (!asked) say((what.empty() ? "" : what + ": ") + "the process " + how(end));
  name_partials(child);
  if (!asked && (end.killed || signal == 0 || !what.empty())) return kSimulationFailed;
  end_by(signal);
  return interrupted_exit_code(signal);
}

int sentinel_of_child = -1;

void hand_over(int exit_code) {
  if (sentinel_of_child < 0) return;
  [[maybe_unused]] const ssize_t written = ::write(sentinel_of_child, &exit_code, sizeof exit_code);
}

[[noreturn]] void be_child(pid_t parent, int sentinel, const std::function<int()>& work) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // the parent died before the line above
  sentinel_of_child = sentinel;
  const int code = work();
  hand_over(code);
  std::exit(code);
}

}  // namespace

void leave(int exit_code) {
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr);
  hand_over(exit_code);
  ::_exit(exit_code);
}

int supervise(const std::function<int()>& work) {
  const char* in_process = ::secure_getenv("CARDAN_IN_PROCESS");
  if (in_process != nullptr && std::string(in_process) == "1") return work();
  int sentinel[2];
  if (!activity::share() || ::pipe2(sentinel, O_CLOEXEC) != 0) return work();
  const sigset_t watched = watched_signals();
  sigset_t before;
  ::sigprocmask(SIG_BLOCK, &watched, &before);
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0) {
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    ::close(sentinel[0]);
    be_child(parent, sentinel[1], work);
  }
  ::close(sentinel[1]);
  // A process started by a plugin may hold the other end.
  ::fcntl(sentinel[0], F_SETFL, O_NONBLOCK);
  if (child < 0) {  // no process available: runs without a child
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    return work();
  }
  return exit_code_after(watch(child, sentinel[0], watched), child);
}

}  // namespace cardan::app
