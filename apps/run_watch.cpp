#include "apps/run_watch.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>

#include "apps/process/activity.h"
#include "apps/process/process_pool.h"
#include "apps/process/stop_request.h"
#include "cardan/error.h"

namespace cardan::app {

namespace {

// Time after both grace periods for writing files and the summary of an abandoned run [s].
constexpr double kTimeToWrite = 60;

}  // namespace

RunWatch::RunWatch(double limit, std::function<void(RunEnd)> give_up)
    : limit_(limit), give_up_(std::move(give_up)) {
  if (::pipe2(wake_, O_CLOEXEC) != 0) throw Error("cannot make a pipe", "", "close other programs");
  cancel_solvers_on_stop_request();
  outside_.lock();
  // Signals go to the stepping thread, so that the watching thread takes no time from a step. A
  // plugin that blocks them there must not block an interrupt.
  sigset_t others, before;
  ::sigfillset(&others);
  for (const int interrupt : {SIGINT, SIGTERM, SIGHUP}) ::sigdelset(&others, interrupt);
  ::pthread_sigmask(SIG_BLOCK, &others, &before);
  thread_ = std::thread([this] { watch(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

RunWatch::~RunWatch() {
  ::close(wake_[1]);
  thread_.join();
  ::close(wake_[0]);
  activity::set_kill_time(-1);
  if (is_outside_) outside_.unlock();
}

void RunWatch::begin_step() {
  is_outside_ = false;
  outside_.unlock();
}

bool RunWatch::end_step() {
  outside_.lock();
  is_outside_ = true;
  return !stop_requested();
}

// Returns false if the run is over.
bool RunWatch::wait(double seconds) {
  pollfd over{wake_[0], POLLIN, 0};
  ::poll(&over, 1, static_cast<int>(std::ceil(1e3 * seconds)));
  return over.revents == 0;
}

void RunWatch::watch() {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  pollfd events[2] = {{wake_[0], POLLIN, 0}, {InterruptGuard::descriptor(), POLLIN, 0}};
  while (goes_on()) {
    const double spent = std::chrono::duration<double>(Clock::now() - start).count();
    constexpr double kLongest = 1e6;  // of one poll [s]
    const double left = std::min(limit_ - spent, kLongest);
    if (left <= 0) {
      end_ = RunEnd::kLimit;
      break;
    }
    ::poll(events, 2, static_cast<int>(std::ceil(1e3 * left)));
    if (events[0].revents != 0) return;
    if (events[1].revents != 0) end_ = RunEnd::kInterrupted;
  }
  hurry();
}

void RunWatch::hurry() {
  activity::set_kill_time(2 * kGrace + kTimeToWrite);
  if (!wait(kGrace) || !outside_.try_lock()) return;
  outside_.unlock();
  request_stop();
  if (!wait(kGrace) || !outside_.try_lock()) return;
  give_up_(end_);
}

}  // namespace cardan::app
