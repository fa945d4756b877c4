#include "apps/process/activity.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <new>

namespace cardan::app::activity {

namespace {

constexpr std::size_t kWhatBytes = 512, kOutputBytes = 4096;

struct Page {
  std::atomic<std::int64_t> kill_time{0};  ///< [ns] of the steady clock; 0: never
  char what[kWhatBytes] = {};
  char output[kOutputBytes] = {};
};

Page* page = nullptr;

std::int64_t now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
}

template <std::size_t size>
void store(const std::string& text, char (&place)[size]) {
  const std::size_t length = std::min(text.size(), size - 1);
  std::memcpy(place, text.data(), length);
  place[length] = '\0';
}

// The writer may have ended in the middle of a text, or may be overwriting it.
template <std::size_t size>
std::string load(const char (&place)[size]) {
  return {place, ::strnlen(place, size)};
}

}  // namespace

bool share() {
  void* memory =
      ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  page = new (memory) Page;
  return true;
}

void set(const std::string& what) {
  if (page != nullptr) store(what, page->what);
}

void note_output(const std::string& file) {
  if (page != nullptr) store(file, page->output);
}

void set_kill_time(double seconds) {
  if (page == nullptr) return;
  constexpr double kLongest = 1e9;  // 30 years: nanoseconds since the start of the clock still fit
  const double limit = std::min(seconds, kLongest);
  page->kill_time = limit < 0 ? 0 : now() + static_cast<std::int64_t>(1e9 * limit);
}

std::string what() { return page != nullptr ? load(page->what) : ""; }

std::string output() { return page != nullptr ? load(page->output) : ""; }

bool kill_time_has_come() {
  if (page == nullptr) return false;
  const std::int64_t time = page->kill_time;
  return time != 0 && now() > time;
}

}  // namespace cardan::app::activity
