#include <clocale>
#include <cstring>

#include "cardan/host/surroundings_internal.h"

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

}  // namespace

Surroundings::Surroundings()
    : fp_control_(read_fp_control()), locale_(present_locale()), handlers_(NSIG) {
  pthread_sigmask(SIG_SETMASK, nullptr, &mask_);
  // Numbers that the C library keeps for itself are refused and stay zero.
  for (int number = 1; number < NSIG; ++number) sigaction(number, nullptr, &handlers_[number]);
}

std::vector<std::string> Surroundings::restore() const {
  std::vector<std::string> changed;
  if (restore_fp_control(fp_control_)) changed.emplace_back("the floating-point control word");
  const std::string now = present_locale();
  if (now != locale_) {
    changed.push_back("the locale (" + locale_ + " to " + now + ")");
    std::setlocale(LC_ALL, locale_.c_str());
  }
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
  return changed;
}

}  // namespace cardan
