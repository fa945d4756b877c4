#include "apps/process/child_program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <thread>
#include <utility>

#include "cardan/error.h"

namespace cardan::app {

namespace {

// The environment of this process with a new value of one variable. name: includes "=".
std::vector<std::string> variables_with(const std::string& name, const std::string& value) {
  std::vector<std::string> variables{name + value};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string(*variable).starts_with(name)) variables.emplace_back(*variable);
  }
  return variables;
}

// The form of the arguments of a program: a null at the end.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

std::string program_in_path(const std::vector<std::string>& names) {
  const char* path = std::getenv("PATH");
  for (const std::string& name : names) {
    std::istringstream folders(path != nullptr ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
      const std::string program = folder + "/" + name;
      std::error_code none;
      if (std::filesystem::is_regular_file(program, none) && ::access(program.c_str(), X_OK) == 0)
        return program;
    }
  }
  return "";
}

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    throw Error(std::string("cannot make a pipe: ") + std::strerror(errno), "",
                "close other programs");
  }
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

ChildProgram::ChildProgram(const std::vector<std::string>& arguments,
                           const std::map<int, int>& descriptors, const std::string& scratch) {
  // Descriptors are first copied to numbers above all those of the child, so that none is
  // overwritten before it is used.
  constexpr int kAbove = 20;
  std::vector<Descriptor> copies;
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (!descriptors.contains(stream))
      ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  }
  for (const auto& [number, source] : descriptors) {
    copies.emplace_back(::fcntl(source, F_DUPFD_CLOEXEC, kAbove));
    ::posix_spawn_file_actions_adddup2(&actions, copies.back().number(), number);
  }
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  sigset_t defaults;
  ::sigemptyset(&defaults);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&defaults, number);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  std::vector<std::string> texts = arguments, variables = variables_with("TMPDIR=", scratch);
  const int failure = ::posix_spawn(&id_, arguments.front().c_str(), &actions, &attributes,
                                    pointers_to(texts).data(), pointers_to(variables).data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    throw Error(std::string("cannot start: ") + std::strerror(failure), arguments.front(),
                "check the program");
  }
}

ChildProgram::~ChildProgram() {
  constexpr double kEnd = 0.5;  // [s]
  if (wait(0)) {
    ::kill(-id_, SIGKILL);  // its own children
    return;
  }
  ::kill(-id_, SIGTERM);
  wait(kEnd);
  ::kill(-id_, SIGKILL);
  if (!ended_) ::waitpid(id_, nullptr, 0);
}

std::optional<int> ChildProgram::wait(double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(seconds));
  for (;;) {
    int status = 0;
    if (!ended_ && ::waitpid(id_, &status, WNOHANG) == id_)
      ended_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (ended_ || Clock::now() >= end) return ended_;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace cardan::app
