#include "view/live/server.h"

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "cardan/error.h"
#include "view/live/message.h"
#include "view/live/token.h"

namespace cardan::view {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using ErrorCode = beast::error_code;
using Request = http::request<http::empty_body>;
using Response = http::response<http::string_body>;

constexpr std::chrono::seconds kStrangerTimeout{1}, kHttpTimeout{10}, kHandshakeTimeout{10},
    kIdleTimeout{30};
constexpr std::uint32_t kMostHeaderBytes = 8192;
constexpr std::size_t kMostStrangers = 16;

class Client;
class Visit;

/// Data that all connections share and keep alive.
struct Shared {
  std::string token, host;  // host: 127.0.0.1:PORT
  int most_connections = 0;
  ServerEvents events;
  std::mutex mutex;  // of page and write_frame
  std::shared_ptr<const std::string> page = std::make_shared<const std::string>();
  std::function<std::string()> write_frame;  // empty: the latest frame is written
  // Written by the thread of the server. Other threads read only open_clients.
  std::shared_ptr<const std::string> frame;
  int connections = 0, next_client = 1;
  std::vector<std::weak_ptr<Client>> clients;
  std::vector<std::weak_ptr<Visit>> strangers;  // have not shown the token, the oldest first
  std::atomic<int> open_clients = 0;

  std::shared_ptr<const std::string> present_page() {
    const std::lock_guard lock(mutex);
    return page;
  }
  // In the thread of the server.
  std::shared_ptr<const std::string> present_frame() {
    std::function<std::string()> write;
    {
      const std::lock_guard lock(mutex);
      write.swap(write_frame);
    }
    if (write) frame = std::make_shared<const std::string>(write());
    return frame;
  }
};

/// One of the connections with the token that the limit allows.
class Slot {
 public:
  explicit Slot(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {
    ++shared_->connections;
  }
  ~Slot() { --shared_->connections; }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;

 private:
  std::shared_ptr<Shared> shared_;
};

/// A connected page.
class Client : public std::enable_shared_from_this<Client> {
 public:
  Client(std::shared_ptr<Shared> shared, std::unique_ptr<Slot> slot, tcp::socket socket)
      : shared_(std::move(shared)), slot_(std::move(slot)), stream_(std::move(socket)) {}
  ~Client() {
    if (number_ == 0) return;
    --shared_->open_clients;
    shared_->events.closed(number_);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void accept(const Request& request) {
    websocket::stream_base::timeout times{};
    times.handshake_timeout = kHandshakeTimeout;
    times.idle_timeout = kIdleTimeout;
    times.keep_alive_pings = true;
    stream_.set_option(times);
    stream_.read_message_max(kMostMessageBytes);
    stream_.binary(true);
    stream_.async_accept(request, [self = shared_from_this()](ErrorCode error) {
      if (!error) self->open();
    });
  }

  /// Sends the latest frame unless one is being sent.
  void send() {
    if (sending_ || number_ == 0) return;
    std::shared_ptr<const std::string> frame = shared_->present_frame();
    if (!frame || frame == sent_) return;
    sending_ = true;
    sent_ = std::move(frame);
    stream_.async_write(asio::buffer(*sent_),
                        [self = shared_from_this()](ErrorCode error, std::size_t) {
                          self->sending_ = false;
                          if (!error) self->send();
                        });
  }

 private:
  void open() {
    number_ = shared_->next_client++;
    ++shared_->open_clients;
    std::erase_if(shared_->clients, [](const auto& client) { return client.expired(); });
    shared_->clients.push_back(weak_from_this());
    shared_->events.opened(number_);
    send();
    receive();
  }

  void receive() {
    stream_.async_read(buffer_, [self = shared_from_this()](ErrorCode error, std::size_t) {
      if (!error) self->received();
    });
  }

  void received() {
    const std::string text = beast::buffers_to_string(buffer_.data());
    buffer_.consume(buffer_.size());
    if (stream_.got_text() && shared_->events.receive(number_, text)) {
      receive();
      return;
    }
    stream_.async_close(websocket::close_code::policy_error,
                        [self = shared_from_this()](ErrorCode) {});
  }

  std::shared_ptr<Shared> shared_;
  std::unique_ptr<Slot> slot_;
  websocket::stream<beast::tcp_stream> stream_;
  beast::flat_buffer buffer_;
  std::shared_ptr<const std::string> sent_;
  int number_ = 0;  // 0: not open
  bool sending_ = false;
};

std::string_view view_of(beast::string_view text) { return {text.data(), text.size()}; }

// Value of the parameter `token`, or "" if there is none.
std::string_view token_of(std::string_view target) {
  constexpr std::string_view kName = "token=";
  const std::size_t query = target.find('?');
  if (query == std::string_view::npos) return {};
  std::string_view rest = target.substr(query + 1);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    if (rest.substr(0, kName.size()) == kName) return rest.substr(kName.size(), end - kName.size());
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

/// Handles one request, whose connection becomes a client or is answered and closed. Until the
/// request shows the token, the visitor is a stranger.
class Visit : public std::enable_shared_from_this<Visit> {
 public:
  Visit(std::shared_ptr<Shared> shared, tcp::socket socket)
      : shared_(std::move(shared)), stream_(std::move(socket)) {
    parser_.header_limit(kMostHeaderBytes);
    parser_.body_limit(0);
  }

  /// A new stranger replaces the oldest one if there are too many, so that strangers cannot keep a
  /// page out.
  void read() {
    std::vector<std::weak_ptr<Visit>>& strangers = shared_->strangers;
    std::erase_if(strangers, [](const auto& other) { return other.expired(); });
    if (strangers.size() >= kMostStrangers) {
      if (const auto oldest = strangers.front().lock()) oldest->stream_.close();
      strangers.erase(strangers.begin());
    }
    strangers.push_back(weak_from_this());
    // The time includes that of the answer to a stranger.
    stream_.expires_after(kStrangerTimeout);
    http::async_read(stream_, buffer_, parser_,
                     [self = shared_from_this()](ErrorCode error, std::size_t) {
                       if (!error) self->answer();
                     });
  }

 private:
  bool is_allowed(const Request& request, bool needs_origin) const {
    const auto one = [&](http::field field) {
      return request.count(field) == 1 ? std::string(request[field]) : std::string();
    };
    if (one(http::field::host) != shared_->host) return false;
    const bool has_origin = request.count(http::field::origin) > 0;
    if ((has_origin || needs_origin) && one(http::field::origin) != "http://" + shared_->host)
      return false;
    return equal_tokens(token_of(view_of(request.target())), shared_->token);
  }

  void answer() {
    const bool upgrades = websocket::is_upgrade(parser_.get());
    if (!is_allowed(parser_.get(), upgrades)) {
      respond(http::status::forbidden, "text/plain",
              "forbidden: open the address with its token\n");
      return;
    }
    std::erase_if(shared_->strangers,
                  [this](const auto& other) { return other.lock().get() == this; });
    stream_.expires_after(kHttpTimeout);
    if (shared_->connections >= shared_->most_connections) {
      respond(http::status::service_unavailable, "text/plain", "too many pages are open\n");
      return;
    }
    slot_ = std::make_unique<Slot>(shared_);
    serve(parser_.get(), upgrades);
  }

  void serve(const Request& request, bool upgrades) {
    const std::string_view target = view_of(request.target());
    const std::string_view path = target.substr(0, target.find('?'));
    if (request.method() != http::verb::get) {
      respond(http::status::method_not_allowed, "text/plain", "only GET\n");
    } else if (path == "/" && !upgrades) {
      respond(http::status::ok, "text/html; charset=utf-8", *shared_->present_page());
    } else if (path == "/live" && upgrades) {
      stream_.expires_never();
      std::make_shared<Client>(shared_, std::move(slot_), stream_.release_socket())
          ->accept(request);
    } else {
      respond(http::status::not_found, "text/plain", "not found\n");
    }
  }

  void respond(http::status status, const char* type, std::string body) {
    response_ = Response(status, 11);
    response_.set(http::field::content_type, type);
    response_.set(http::field::cache_control, "no-store");
    response_.set("Referrer-Policy", "no-referrer");
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set("X-Frame-Options", "DENY");
    response_.keep_alive(false);
    response_.body() = std::move(body);
    response_.prepare_payload();
    http::async_write(stream_, response_,
                      [self = shared_from_this()](ErrorCode, std::size_t) { self->close(); });
  }

  void close() {
    ErrorCode ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  std::shared_ptr<Shared> shared_;
  std::unique_ptr<Slot> slot_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  http::request_parser<http::empty_body> parser_;
  Response response_;
};

}  // namespace

struct Server::Impl {
  explicit Impl(const ServerOptions& options, ServerEvents events) : acceptor(context) {
    listen(options.port);
    shared->token = options.token;
    shared->host = "127.0.0.1:" + std::to_string(port);
    shared->most_connections = options.most_connections;
    shared->events = std::move(events);
    accept();
    // Signals go to the thread that steps.
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before);
    thread = std::thread([this] { run(); });
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  ~Impl() {
    context.stop();
    thread.join();
    shared->events.closed = [](int) {};
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void listen(int wanted) {
    if (wanted < 0 || wanted > 65535)
      throw Error("port " + std::to_string(wanted) + " is not between 0 and 65535", "viewer");
    ErrorCode error;
    const tcp::endpoint place(asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(wanted));
    acceptor.open(place.protocol(), error);
    // Allows a restarted program to use the port of its predecessor immediately.
    if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor.bind(place, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
      throw Error("port " + std::to_string(wanted) + " cannot be used: " + error.message(),
                  "viewer", "give another port, or 0 for one that is free");
    }
    port = acceptor.local_endpoint().port();
  }

  void run() {
    for (;;) {
      try {
        context.run();
        return;
      } catch (const std::exception&) {
        // A connection that cannot be served is closed; the others continue.
      }
    }
  }

  void accept() {
    acceptor.async_accept([this](ErrorCode error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (!error) {
        accept();
        std::make_shared<Visit>(shared, std::move(socket))->read();
        return;
      }
      // For example, no file descriptor is free. The server tries again later, without a busy loop.
      pause.expires_after(std::chrono::milliseconds(100));
      pause.async_wait([this](ErrorCode stopped) {
        if (!stopped) accept();
      });
    });
  }

  std::shared_ptr<Shared> shared = std::make_shared<Shared>();
  asio::io_context context{1};
  tcp::acceptor acceptor;
  asio::steady_timer pause{context};
  std::thread thread;
  int port = 0;
};

Server::Server(const ServerOptions& options, ServerEvents events)
    : impl_(std::make_unique<Impl>(options, std::move(events))) {}
Server::~Server() = default;

int Server::port() const { return impl_->port; }
std::string Server::url() const {
  return "http://" + impl_->shared->host + "/?token=" + impl_->shared->token;
}
std::string Server::socket_origin() const { return "ws://" + impl_->shared->host; }
int Server::clients() const { return impl_->shared->open_clients; }

void Server::set_page(std::string page) {
  auto shared_page = std::make_shared<const std::string>(std::move(page));
  const std::lock_guard lock(impl_->shared->mutex);
  impl_->shared->page.swap(shared_page);
}

void Server::publish(std::function<std::string()> frame) {
  {
    const std::lock_guard lock(impl_->shared->mutex);
    impl_->shared->write_frame.swap(frame);
  }
  asio::post(impl_->context, [shared = impl_->shared] {
    for (const std::weak_ptr<Client>& weak : shared->clients)
      if (const std::shared_ptr<Client> client = weak.lock()) client->send();
  });
}

}  // namespace cardan::view
