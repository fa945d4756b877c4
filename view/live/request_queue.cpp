#include "view/live/request_queue.h"

#include <utility>

namespace cardan::view {

namespace {

constexpr std::size_t kMostRequests = 1024;

// True for messages of which only the last one matters.
bool is_replaced_by_the_next(const Message& message) {
  return std::holds_alternative<PushMessage>(message) ||
         std::holds_alternative<SeekMessage>(message);
}

}  // namespace

bool RequestQueue::add(int client, Message message) {
  {
    const std::lock_guard lock(mutex_);
    if (is_replaced_by_the_next(message) && !requests_.empty() &&
        requests_.back().client == client && requests_.back().message.index() == message.index()) {
      requests_.back().message = std::move(message);
      return true;
    }
    if (requests_.size() >= kMostRequests) return false;
    requests_.push_back({client, std::move(message)});
    changed_since_take_ = true;
  }
  changed_.notify_one();
  return true;
}

void RequestQueue::end(int client) {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(requests_, [&](const Request& request) {
      return request.client == client && std::holds_alternative<PushMessage>(request.message);
    });
    requests_.push_back({client, ReleaseMessage{}});
    changed_since_take_ = true;
  }
  changed_.notify_one();
}

void RequestQueue::wake() {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
    changed_since_take_ = true;
  }
  changed_.notify_one();
}

std::vector<Request> RequestQueue::take() {
  if (!changed_since_take_.load(std::memory_order_acquire)) return {};
  const std::lock_guard lock(mutex_);
  changed_since_take_ = false;
  woken_ = false;
  return std::exchange(requests_, {});
}

void RequestQueue::wait_until(std::chrono::steady_clock::time_point time) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, time, [&] { return woken_ || !requests_.empty(); });
}

}  // namespace cardan::view
