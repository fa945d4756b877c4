#include "apps/film/chromium.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>

#include "apps/printable_text.h"
#include "apps/process/interrupt_guard.h"
#include "apps/process/process_pool.h"
#include "cardan/error.h"
#include "core/read_file.h"

namespace cardan::app {

namespace {

using Json = nlohmann::json;

constexpr const char* kAdvice = "try again, or save a picture from the page that -o writes";
constexpr int kPatience = 60;  // time to wait for an answer [s]

std::vector<std::string> arguments_of(const std::string& program, const ScratchFolder& scratch) {
  std::vector<std::string> arguments{program,
                                     "--headless=new",
                                     "--remote-debugging-pipe",
                                     "--use-gl=angle",
                                     "--use-angle=swiftshader",
                                     "--enable-unsafe-swiftshader",
                                     "--disable-dev-shm-usage",
                                     "--disable-background-networking",
                                     "--disable-crash-reporter",
                                     "--no-first-run",
                                     "--hide-scrollbars",
                                     "--force-color-profile=srgb",
                                     "--user-data-dir=" + scratch.file("profile")};
  // Chromium refuses to start as root with its sandbox enabled.
  if (::geteuid() == 0) arguments.emplace_back("--no-sandbox");
  arguments.emplace_back("about:blank");
  return arguments;
}

Descriptor log_descriptor(const std::string& file) {
  constexpr mode_t kOwner = 0600;
  return Descriptor(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kOwner));
}

}  // namespace

std::string require_chromium() {
  std::string program =
      program_in_path({"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"});
  if (program.empty()) {
    throw Error("pictures need the browser Chromium, which is not installed", "",
                "install the Debian package chromium");
  }
  return program;
}

Chromium::Chromium(const std::string& program, const ScratchFolder& scratch)
    : log_(scratch.file("chromium.log")) {
  const Descriptor log = log_descriptor(log_);
  // The browser reads from descriptor 3 and writes to 4.
  process_ = std::make_unique<ChildProgram>(
      arguments_of(program, scratch),
      std::map<int, int>{
          {STDERR_FILENO, log.number()}, {3, to_.read.number()}, {4, from_.write.number()}},
      scratch.path());
  to_.read.close();
  from_.write.close();
  const Json target = call("Target.createTarget", {{"url", "about:blank"}});
  const Json session =
      call("Target.attachToTarget", {{"targetId", target["targetId"]}, {"flatten", true}});
  session_ = session["sessionId"];
}

void Chromium::fail(const std::string& what) const {
  const std::string last = last_line(try_read_file(log_).bytes);
  throw Error(last.empty() ? what : what + ": " + one_line_text(last), "Chromium", kAdvice);
}

Json Chromium::call(const std::string& method, const Json& parameters) {
  Json message = {{"id", ++calls_}, {"method", method}, {"params", parameters}};
  if (!session_.empty()) message["sessionId"] = session_;
  std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.push_back('\0');
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = ::write(to_.write.number(), text.data() + at, text.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("the browser has ended");
    at += static_cast<std::size_t>(written);
  }
  return answer(calls_);
}

// Messages without the number of the call are events, which are not needed here.
Json Chromium::answer(int id) {
  for (;;) {
    Json message = Json::parse(next_message(), nullptr, /*allow exceptions*/ false);
    if (!message.is_object() || message.value("id", 0) != id) continue;
    if (message.contains("error"))
      throw Error(message["error"].value("message", "an error"), "Chromium", kAdvice);
    return message.contains("result") ? message["result"] : Json::object();
  }
}

std::string Chromium::next_message() {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + std::chrono::seconds(kPatience);
  std::array<char, 65536> bytes;
  for (std::size_t searched = 0;;) {
    const std::size_t length = received_.find('\0', searched);
    if (length != std::string::npos) {
      std::string message = received_.substr(0, length);
      received_.erase(0, length + 1);
      return message;
    }
    searched = received_.size();
    constexpr int kTick = 100;  // [ms]
    std::array<pollfd, 2> events{
        {{from_.read.number(), POLLIN, 0}, {InterruptGuard::descriptor(), POLLIN, 0}}};
    ::poll(events.data(), events.size(), kTick);
    if (InterruptGuard::signal() != 0) throw Interrupted{};
    if (Clock::now() > end) fail("the browser does not answer");
    if (events[0].revents == 0) continue;
    const ssize_t got = ::read(from_.read.number(), bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("the browser has ended");
    received_.append(bytes.data(), static_cast<std::size_t>(got));
  }
}

Json Chromium::value_of(const std::string& expression) {
  const Json result =
      call("Runtime.evaluate",
           {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}});
  if (result.contains("exceptionDetails"))
    throw Error("a script failed: " + result["exceptionDetails"].dump(), "page", kAdvice);
  return result["result"].value("value", Json());
}

}  // namespace cardan::app
