#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "view/live/message.h"

namespace cardan::view {

/// A message from a client.
struct Request {
  int client = 0;
  Message message;
};

/// Queue of requests from the thread of the server to the thread of the world.
class RequestQueue {
 public:
  /// Returns false if the queue is full. A later push or seek by a client replaces an earlier push
  /// or seek by this client that is still waiting.
  bool add(int client, Message message);
  /// Reports that a client has disconnected, which releases the body that it pulls.
  void end(int client);
  /// Ends wait_until() without a request.
  void wake();

  /// Removes and returns all requests. If there are none, the call only reads a flag.
  std::vector<Request> take();
  /// Waits until there is a request, wake() is called, or the given time is reached.
  void wait_until(std::chrono::steady_clock::time_point time);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Request> requests_;
  bool woken_ = false;
  std::atomic<bool> changed_since_take_ = false;  // written with the lock
};

}  // namespace cardan::view
