#include "view/live/message.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace cardan::view {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kLargest = 1e9;  // limit for any number
constexpr double kSlowest = 1e-3, kFastest = 1e3;
constexpr int kMostSteps = 10000;          // limit for one message
constexpr std::size_t kLongestName = 256;  // [bytes]

std::optional<double> number(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) return {};
  const double x = found->get<double>();
  if (!std::isfinite(x) || std::abs(x) > kLargest) return {};
  return x;
}

std::optional<int> whole_number(const Json& object, const char* key, int least, int most) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_integer()) return {};
  const std::optional<double> x = number(object, key);
  if (!x || *x < least || *x > most) return {};
  return static_cast<int>(*x);
}

std::optional<Vector3> vector(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array() || found->size() != 3) return {};
  Vector3 x;
  for (std::size_t i = 0; i < 3; ++i) {
    const Json& entry = (*found)[i];
    if (!entry.is_number()) return {};
    const auto value = entry.get<double>();
    if (!std::isfinite(value) || std::abs(value) > kLargest) return {};
    x[static_cast<Eigen::Index>(i)] = value;
  }
  return x;
}

std::optional<std::string> name(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return {};
  auto text = found->get<std::string>();
  if (text.empty() || text.size() > kLongestName) return {};
  return text;
}

std::optional<Message> read_step(const Json& object) {
  const std::optional<int> count = whole_number(object, "count", 1, kMostSteps);
  if (!count) return {};
  return StepMessage{*count};
}

std::optional<Message> read_seek(const Json& object) {
  const std::optional<double> time = number(object, "time");
  if (!time) return {};
  return SeekMessage{*time};
}

std::optional<Message> read_speed(const Json& object) {
  const std::optional<double> speed = number(object, "speed");
  if (!speed || *speed < kSlowest || *speed > kFastest) return {};
  return SpeedMessage{*speed};
}

std::optional<Message> read_push(const Json& object) {
  const std::optional<int> body = whole_number(object, "body", 0, 1 << 30);
  const std::optional<Vector3> point = vector(object, "point"), target = vector(object, "target");
  if (!body || !point || !target) return {};
  return PushMessage{*body, *point, *target};
}

std::optional<Message> read_set(const Json& object) {
  const std::optional<std::string> path = name(object, "path");
  const std::optional<double> value = number(object, "value");
  if (!path || !value) return {};
  return SetMessage{*path, *value};
}

std::optional<Message> read_pair(const Json& object) {
  const std::optional<std::string> formulation = name(object, "formulation");
  const std::optional<std::string> solver = name(object, "solver");
  if (!formulation || !solver) return {};
  return PairMessage{*formulation, *solver};
}

template <typename Plain>
std::optional<Message> read_plain(const Json&) {
  return Plain{};
}

struct Kind {
  std::string_view name;
  std::size_t keys;  // number of keys, including "type"
  std::optional<Message> (*read)(const Json&);
};

constexpr Kind kKinds[] = {{"play", 1, read_plain<PlayMessage>},
                           {"pause", 1, read_plain<PauseMessage>},
                           {"reset", 1, read_plain<ResetMessage>},
                           {"release", 1, read_plain<ReleaseMessage>},
                           {"step", 2, read_step},
                           {"seek", 2, read_seek},
                           {"speed", 2, read_speed},
                           {"push", 4, read_push},
                           {"set", 3, read_set},
                           {"pair", 3, read_pair}};

}  // namespace

std::optional<Message> read_message(std::string_view text) {
  if (text.size() > kMostMessageBytes) return {};
  std::size_t keys = 0;
  const Json object = Json::parse(
      text,
      [&](int, Json::parse_event_t event, const Json&) {
        keys += event == Json::parse_event_t::key ? 1 : 0;
        return true;
      },
      false);
  // A key that is given twice is stored once.
  if (!object.is_object() || object.size() != keys) return {};
  const std::optional<std::string> type = name(object, "type");
  if (!type) return {};
  for (const Kind& kind : kKinds)
    if (kind.name == *type && kind.keys == object.size()) return kind.read(object);
  return {};
}

}  // namespace cardan::view
