#include "view/live/live_frame.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "core/hex_text.h"

namespace cardan::view {

namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "frames are little-endian");

Json head_json(const LiveFrame& frame) {
  const LiveStatus& status = frame.status;
  Json parameters = Json::array();
  for (const LiveParameter& one : status.parameters)
    parameters.push_back({{"path", one.path}, {"unit", one.unit}, {"value", one.value}});
  return {{"page", status.page},
          {"step", status.step},
          {"time", status.time},
          {"hash", hex_text(status.hash)},  // numbers in JavaScript have only 53 bits
          {"plays", status.plays},
          {"speed", std::isfinite(status.speed) ? Json(status.speed) : Json(nullptr)},
          {"formulation", frame.formulation},
          {"solver", status.solver},
          {"chain", frame.chain},
          {"gravity", {frame.gravity.x(), frame.gravity.y(), frame.gravity.z()}},
          {"parameters", parameters},
          {"kept", {status.kept_from, status.kept_until, status.kept}},
          {"pulled", status.pulled},
          {"note", {status.note, status.note_text}},
          {"numbers", frame.numbers},
          {"contacts", frame.contacts},
          {"islands", frame.islands},
          {"steps", frame.steps}};
}

}  // namespace

LiveFrame live_frame(LiveStatus status, const ReplayData& data) {
  LiveFrame frame;
  frame.status = std::move(status);
  frame.formulation = data.formulation;
  frame.chain = data.chain;
  frame.gravity = data.gravity;
  frame.contacts = data.contacts.rows();
  frame.islands = data.islands.rows();
  frame.steps = data.steps.rows();
  if (!data.poses.empty()) {
    const std::vector<float>& poses = data.poses.back();
    frame.numbers = poses.size();
    frame.words.resize(poses.size());
    std::transform(poses.begin(), poses.end(), frame.words.begin(),
                   [](float x) { return std::bit_cast<std::uint32_t>(x); });
  }
  for (const Table* table : {&data.contacts, &data.islands, &data.steps}) {
    const auto words = table->words(0, table->rows());
    frame.words.insert(frame.words.end(), words.begin(), words.end());
  }
  return frame;
}

std::string frame_bytes(const LiveFrame& frame) {
  const std::string head = head_json(frame).dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::size_t length = (head.size() + 3) / 4 * 4;
  const auto word = static_cast<std::uint32_t>(length);
  const auto numbers = std::as_bytes(std::span(frame.words));
  std::string bytes;
  bytes.reserve(sizeof word + length + numbers.size());
  bytes.append(reinterpret_cast<const char*>(&word), sizeof word);
  bytes.append(head).append(length - head.size(), ' ');
  bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size());
  return bytes;
}

}  // namespace cardan::view
