#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace cardan::view {

struct ServerOptions {
  int port = 0;               ///< port of the server; 0 for any free port
  std::string token;          ///< part of every address of the server
  int most_connections = 16;  ///< with the token
};

/// Callbacks of a server, called in the server's thread.
struct ServerEvents {
  /// Handles a message. If it returns false, the message is rejected and the connection is closed.
  std::function<bool(int client, std::string_view message)> receive;
  std::function<void(int client)> opened, closed;
};

/// Serves one page over HTTP, and frames over WebSockets [RFC 6455], in its own thread. The server
/// is bound to 127.0.0.1. It rejects requests without the token, requests whose Host is not its own
/// address, pages of another origin, WebSockets without an origin, and pages beyond the limit. A
/// connection that has not shown the token is closed after 1 s, and before that if 16 newer ones
/// have not shown it either. No call waits for a client.
class Server {
 public:
  /// Starts the server. Throws Error if the port cannot be used.
  Server(const ServerOptions& options, ServerEvents events);
  /// Closes all connections. No callback is called afterwards.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const;
  /// Address of the page, http://127.0.0.1:PORT/?token=TOKEN.
  std::string url() const;
  /// Origin of the WebSockets, ws://127.0.0.1:PORT.
  std::string socket_origin() const;

  void set_page(std::string page);
  /// Sends a frame to all clients. A client that is still receiving an earlier frame gets only the
  /// latest frame when it is ready. frame: function that returns the bytes. It is called in the
  /// server's thread, at most once, and only if a client is ready.
  void publish(std::function<std::string()> frame);
  int clients() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan::view
