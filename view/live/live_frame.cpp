#include "live_frame.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>

namespace cardan::view {

namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "frames are little-endian");

template <typename Word>
void append_words(std::span<const Word> words, std::string& bytes) {
  static_assert(sizeof(Word) == 4);
  const std::size_t start = bytes.size();
  bytes.resize(start + words.size_bytes());
  if (!words.empty()) std::memcpy(bytes.data() + start, words.data(), words.size_bytes());
}

// 16 hexadecimal digits, because numbers of JavaScript have 53 bits.
std::string hash_text(std::uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

Json head_json(const LiveStatus& status, const ReplayData& data) {
  Json parameters = Json::array();
  for (const LiveParameter& one : status.parameters)
    parameters.push_back({{"path", one.path}, {"unit", one.unit}, {"value", one.value}});
  const std::size_t numbers = data.poses.empty() ? 0 : data.poses.back().size();
  return {{"page", status.page},
          {"step", status.step},
          {"time", status.time},
          {"hash", hash_text(status.hash)},
          {"plays", status.plays},
          {"speed", std::isfinite(status.speed) ? Json(status.speed) : Json(nullptr)},
          {"formulation", data.formulation},
          {"solver", status.solver},
          {"chain", data.chain},
          {"gravity", {data.gravity.x(), data.gravity.y(), data.gravity.z()}},
          {"parameters", parameters},
          {"kept", {status.kept_from, status.kept_until, status.kept}},
          {"pulled", status.pulled},
          {"note", {status.note, status.note_text}},
          {"numbers", numbers},
          {"contacts", data.contacts.rows()},
          {"islands", data.islands.rows()},
          {"steps", data.steps.rows()}};
}

}  // namespace

std::string live_frame(const LiveStatus& status, const ReplayData& data) {
  std::string head = head_json(status, data).dump(-1, ' ', false, Json::error_handler_t::replace);
  while (head.size() % 4 != 0) head.push_back(' ');
  const auto length = static_cast<std::uint32_t>(head.size());
  std::string bytes;
  append_words(std::span(&length, 1), bytes);
  bytes.append(head);
  if (!data.poses.empty()) append_words(std::span<const float>(data.poses.back()), bytes);
  for (const Table* table : {&data.contacts, &data.islands, &data.steps})
    append_words(table->words(0, table->rows()), bytes);
  return bytes;
}

}  // namespace cardan::view
