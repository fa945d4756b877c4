#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <variant>

#include "view/live/message.h"

/// libFuzzer on the messages that a page sends to a running world: any bytes are read. An
/// accepted message keeps the bounds of docs/viewer.md, and a text that is too long is refused.

namespace view = cardan::view;

namespace {

constexpr double kLargest = 1e9;

void expect(bool holds) {
  if (!holds) std::abort();
}

bool is_bounded(double x) { return std::isfinite(x) && std::abs(x) <= kLargest; }
bool is_name(std::string_view text) { return !text.empty() && text.size() <= 256; }

struct Bounds {
  void operator()(const view::PlayMessage&) const {}
  void operator()(const view::PauseMessage&) const {}
  void operator()(const view::ResetMessage&) const {}
  void operator()(const view::ReleaseMessage&) const {}
  void operator()(const view::StepMessage& step) const {
    expect(step.count >= 1 && step.count <= 10000);
  }
  void operator()(const view::SeekMessage& seek) const { expect(is_bounded(seek.time)); }
  void operator()(const view::SpeedMessage& speed) const {
    expect(speed.speed >= 1e-3 && speed.speed <= 1e3);
  }
  void operator()(const view::PushMessage& push) const {
    expect(push.body >= 0);
    for (int axis = 0; axis < 3; ++axis)
      expect(is_bounded(push.point[axis]) && is_bounded(push.target[axis]));
  }
  void operator()(const view::SetMessage& set) const {
    expect(is_name(set.path) && is_bounded(set.value));
  }
  void operator()(const view::PairMessage& pair) const {
    expect(is_name(pair.formulation) && is_name(pair.solver));
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::optional<view::Message> message = view::read_message(text);
  if (!message) return 0;
  expect(size <= view::kMostMessageBytes);
  std::visit(Bounds{}, *message);
  return 0;
}
