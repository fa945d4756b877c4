#include "apps/sweep/cell_state.h"

#include <algorithm>
#include <cstring>

#include "core/atomic_file.h"
#include "core/hash.h"
#include "core/hex_text.h"
#include "core/read_file.h"

namespace cardan::app {

namespace {

struct StateHead {
  char mark[16] = "cardan-cell-1";
  char binary[16] = {};
  std::int64_t step = 0;
  double seconds = 0;
  std::uint64_t world_bytes = 0, metric_bytes = 0;
  std::uint64_t checksum = 0;  ///< of everything else
};

std::uint64_t checksum_of(StateHead head, const std::string& rest) {
  head.checksum = 0;
  Hash hash;
  hash.add_bytes(&head, sizeof head);
  hash.add(std::string_view(rest));
  return hash.value();
}

std::string text_of_bytes(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::byte> bytes_of_text(std::string_view text) {
  const auto* from = reinterpret_cast<const std::byte*>(text.data());
  return {from, from + text.size()};
}

}  // namespace

std::string cell_state_file(const std::string& folder, std::uint64_t key) {
  return folder + "/" + hex_text(key) + ".state";
}

void write_cell_state(const std::string& file, const std::string& binary, const CellState& state) {
  StateHead head;
  std::memcpy(head.binary, binary.data(), std::min(binary.size(), sizeof head.binary));
  head.step = state.step;
  head.seconds = state.seconds;
  head.world_bytes = state.world.size();
  head.metric_bytes = state.metrics.size();
  const std::string rest = text_of_bytes(state.world) + text_of_bytes(state.metrics);
  head.checksum = checksum_of(head, rest);
  std::string text(reinterpret_cast<const char*>(&head), sizeof head);
  write_whole_file(file, text.append(rest));
}

std::optional<CellState> read_cell_state(const std::string& file, const std::string& binary) {
  const FileContents contents = try_read_file(file);
  StateHead head;
  const std::string& bytes = contents.bytes;
  if (!contents.why.empty() || bytes.size() < sizeof head) return std::nullopt;
  std::memcpy(static_cast<void*>(&head), bytes.data(), sizeof head);
  const std::string rest = bytes.substr(sizeof head);
  const StateHead expected;
  const bool good = std::memcmp(head.mark, expected.mark, sizeof head.mark) == 0 &&
                    binary.compare(0, sizeof head.binary, head.binary, sizeof head.binary) == 0 &&
                    head.world_bytes <= rest.size() &&
                    head.metric_bytes == rest.size() - head.world_bytes &&
                    head.checksum == checksum_of(head, rest);
  if (!good) return std::nullopt;
  const std::string_view view = rest;
  return CellState{head.step, head.seconds, bytes_of_text(view.substr(0, head.world_bytes)),
                   bytes_of_text(view.substr(head.world_bytes))};
}

}  // namespace cardan::app
