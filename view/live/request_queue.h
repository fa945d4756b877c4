#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "message.h"

namespace cardan::view {

/// A message of a client.
struct Request {
  int client = 0;
  Message message;
};

/// Requests on their way from the thread of the server to that of the world.
class RequestQueue {
 public:
  /// False: the queue is full. A push or a seek is left out if the client has sent a later one.
  bool add(int client, Message message);
  /// The client is gone: it releases what it pulls.
  void end(int client);
  /// Ends a wait without a request.
  void wake();

  /// Takes all requests. Without one, it costs the read of a flag.
  std::vector<Request> take();
  /// Waits until there is a request, wake() is called, or the time has come.
  void wait_until(std::chrono::steady_clock::time_point time);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Request> requests_;
  bool woken_ = false;
  std::atomic<bool> changed_since_take_ = false;  // written with the lock
};

}  // namespace cardan::view
