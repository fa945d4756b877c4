#include "apps/process/interrupt_guard.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>

#include "cardan/error.h"

namespace cardan::app {

namespace {

volatile std::sig_atomic_t interrupt_signal = 0;
timespec first_interrupt;  // written before interrupt_signal, read after it
// Written by the handler to wake up a waiting poll.
int interrupt_pipe[2] = {-1, -1};

constexpr std::array<int, 3> kInterrupts{SIGINT, SIGTERM, SIGHUP};
std::array<struct sigaction, kInterrupts.size()> former_actions;

double seconds_between(const timespec& a, const timespec& b) {
  return static_cast<double>(b.tv_sec - a.tv_sec) +
         1e-9 * static_cast<double>(b.tv_nsec - a.tv_nsec);
}

// A signal handler: it calls only async-signal-safe functions.
void on_interrupt(int number) {
  const int kept = errno;
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  if (interrupt_signal == 0) {
    first_interrupt = now;
    interrupt_signal = number;
  } else if (seconds_between(first_interrupt, now) > kSameInterrupt) {
    ::signal(number, SIG_DFL);
    ::raise(number);
  }
  const char byte = 0;
  [[maybe_unused]] const ssize_t written = ::write(interrupt_pipe[1], &byte, 1);
  errno = kept;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupt_signal = 0;
  if (::pipe2(interrupt_pipe, O_CLOEXEC | O_NONBLOCK) != 0) {
    throw Error(std::string("cannot make a pipe: ") + std::strerror(errno), "",
                "close other programs");
  }
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kInterrupts.size(); ++i) {
    ::sigaction(kInterrupts[i], nullptr, &former_actions[i]);
    // A program started with nohup ignores the signal on purpose.
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

int InterruptGuard::descriptor() { return interrupt_pipe[0]; }

void restore_default_signals() {
  for (const int number : kInterrupts) ::signal(number, SIG_DFL);
}

std::string name_of_signal(int number) {
  const char* name = ::sigabbrev_np(number);
  return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(number);
}

}  // namespace cardan::app
