#include "plugins/host/surroundings.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "plugins/host/plugin_text.h"

namespace cardan {

namespace {

std::string present_locale() {
  const char* text = std::setlocale(LC_ALL, nullptr);
  return text == nullptr ? "" : text;
}

bool same_handler(const struct sigaction& a, const struct sigaction& b) {
  return a.sa_sigaction == b.sa_sigaction && a.sa_flags == b.sa_flags;
}

bool same_mask(const sigset_t& a, const sigset_t& b) {
  for (int number = 1; number < NSIG; ++number) {
    if (sigismember(&a, number) != sigismember(&b, number)) return false;
  }
  return true;
}

std::string signal_text(int number) {
  const char* name = strsignal(number);
  std::string text = "the handler of signal " + std::to_string(number);
  if (name != nullptr) text.append(" (").append(name).append(")");
  return text;
}

constexpr const char* kStreamNames[] = {"standard input", "standard output", "standard error"};

std::vector<std::string> present_environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    variables.emplace_back(*variable);
  }
  std::sort(variables.begin(), variables.end());
  return variables;
}

// Reads the mask without umask(), which would change it briefly for all threads. 0 if the system
// does not report it.
mode_t present_mode_mask() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    const std::string key = "Umask:";
    if (line.rfind(key, 0) != 0) continue;
    return static_cast<mode_t>(std::strtoul(line.c_str() + key.size(), nullptr, 8));
  }
  return 0;
}

bool same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace

Surroundings::Surroundings()
    : fp_control_(read_fp_control()),
      locale_(present_locale()),
      handlers_(NSIG),
      folder_(open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
      mode_mask_(present_mode_mask()),
      environment_(present_environment()) {
  pthread_sigmask(SIG_SETMASK, nullptr, &mask_);
  // Signal numbers reserved by the C library are rejected and their entries stay zero.
  for (int number = 1; number < NSIG; ++number) sigaction(number, nullptr, &handlers_[number]);
  for (int number = 0; number < 3; ++number) {
    constexpr int kAboveStreams = 3;
    streams_[number].spare = fcntl(number, F_DUPFD_CLOEXEC, kAboveStreams);
    fstat(number, &streams_[number].file);
  }
}

Surroundings::~Surroundings() {
  if (folder_ >= 0) close(folder_);
  for (const Stream& stream : streams_) {
    if (stream.spare >= 0) close(stream.spare);
  }
}

std::vector<std::string> Surroundings::restore() const {
  std::vector<std::string> changed;
  if (restore_fp_control(fp_control_)) changed.emplace_back("the floating-point control word");
  const std::string now = present_locale();
  if (now != locale_) {
    changed.push_back("the locale (" + locale_ + " to " + now + ")");
    std::setlocale(LC_ALL, locale_.c_str());
  }
  restore_signals(changed);
  restore_folder(changed);
  restore_environment(changed);
  restore_streams(changed);
  return changed;
}

void Surroundings::restore_signals(std::vector<std::string>& changed) const {
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction present {};
    sigaction(number, nullptr, &present);
    if (same_handler(present, handlers_[number])) continue;
    changed.push_back(signal_text(number));
    sigaction(number, &handlers_[number], nullptr);
  }
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  if (!same_mask(mask, mask_)) {
    changed.emplace_back("the signal mask");
    pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
  }
}

void Surroundings::restore_folder(std::vector<std::string>& changed) const {
  struct stat then {
  }, now{};
  if (folder_ >= 0 && fstat(folder_, &then) == 0 &&
      (stat(".", &now) != 0 || !same_file(then, now))) {
    changed.emplace_back("the working directory");
    if (fchdir(folder_) != 0) changed.back() += " (permanently)";
  }
  if (present_mode_mask() != mode_mask_) {
    changed.emplace_back("the mask of file modes");
    umask(mode_mask_);
  }
}

void Surroundings::restore_environment(std::vector<std::string>& changed) const {
  const std::vector<std::string> now = present_environment();
  const auto name_of = [](const std::string& variable) {
    return variable.substr(0, variable.find('='));
  };
  std::vector<std::string> added, removed;
  std::set_difference(now.begin(), now.end(), environment_.begin(), environment_.end(),
                      std::back_inserter(added));
  std::set_difference(environment_.begin(), environment_.end(), now.begin(), now.end(),
                      std::back_inserter(removed));
  for (const std::string& variable : added) unsetenv(name_of(variable).c_str());
  for (const std::string& variable : removed) {
    const std::string name = name_of(variable);
    setenv(name.c_str(), variable.substr(std::min(name.size() + 1, variable.size())).c_str(), 1);
  }
  const std::vector<std::string>& some = added.empty() ? removed : added;
  if (some.empty()) return;
  char shown[80];
  changed.push_back(std::string("the environment variable ")
                        .append(plugin_text(name_of(some.front()).c_str(), shown)));
}

void Surroundings::restore_streams(std::vector<std::string>& changed) const {
  for (int number = 0; number < 3; ++number) {
    const Stream& stream = streams_[number];
    struct stat now {};
    if (stream.spare < 0) continue;
    if (fstat(number, &now) == 0 && same_file(now, stream.file)) continue;
    changed.emplace_back(kStreamNames[number]);
    dup2(stream.spare, number);
  }
}

}  // namespace cardan
