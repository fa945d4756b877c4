#include "apps/sweep/cell_row.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "apps/sweep/exact_text.h"
#include "core/hash.h"
#include "core/hex_text.h"
#include "core/shown_text.h"

namespace cardan::app {

namespace {

constexpr const char* kRowStatusNames[] = {"done", "refused", "timed_out", "crashed"};
constexpr std::string_view kOriginMark = "cardan-rows-1";

std::uint64_t text_hash(std::string_view text) {
  Hash hash;
  hash.add(text);
  return hash.value();
}

std::string sealed(std::string line) {
  const std::uint64_t hash = text_hash(line);
  return line.append("\t").append(hex_text(hash)).append("\n");
}

// The line without its checksum; nothing if the checksum is wrong.
std::optional<std::string_view> unsealed(std::string_view line) {
  constexpr std::size_t kSeal = 17;
  if (line.size() < kSeal || line[line.size() - kSeal] != '\t') return std::nullopt;
  const std::string_view text = line.substr(0, line.size() - kSeal);
  if (hex_text(text_hash(text)) != line.substr(line.size() - kSeal + 1)) return std::nullopt;
  return text;
}

/// Reads the fields of a line between tabs.
class TabbedFields {
 public:
  explicit TabbedFields(std::string_view text) : rest_(text) {}

  std::string_view next() {
    const std::size_t end = std::min(rest_.find('\t'), rest_.size());
    const std::string_view field = rest_.substr(0, end);
    if (end == rest_.size()) {
      good_ = good_ && !at_end_;
      at_end_ = true;
    }
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return field;
  }
  template <class Number, class... Base>
  Number number(Base... base) {
    const std::string_view field = next();
    Number value{};
    const char* end = field.data() + field.size();
    const auto result = std::from_chars(field.data(), end, value, base...);
    good_ = good_ && result.ec == std::errc{} && result.ptr == end;
    return value;
  }
  bool complete() const { return good_ && at_end_; }
  bool good() const { return good_; }

 private:
  std::string_view rest_;
  bool good_ = true, at_end_ = false;
};

// Fields that the cell determines.
std::string outcome_text(const CellRow& row) {
  std::string text = hex_text(row.key);
  text.append("\t").append(cell_status_name(row.status));
  text.append("\t").append(row.state_hash);
  text.append("\t").append(shortened(escaped_line(row.message)));
  text.append("\t").append(std::to_string(row.metrics.size()));
  for (const double metric : row.metrics) text.append("\t").append(exact_text(metric));
  return text;
}

}  // namespace

const char* cell_status_name(CellStatus status) {
  return kRowStatusNames[static_cast<std::size_t>(status)];
}

bool is_whole_line(std::string_view line) { return unsealed(line).has_value(); }

std::string row_line(const CellRow& row) {
  std::string line = outcome_text(row);
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.6g", row.seconds);
  line.append("\t").append(seconds);
  line.append("\t").append(std::to_string(row.attempt));
  line.append("\t").append(shortened(escaped_line(row.remark)));
  return sealed(std::move(line));
}

std::optional<CellRow> parse_row(std::string_view line) {
  const auto text = unsealed(line);
  if (!text) return std::nullopt;
  TabbedFields fields(*text);
  CellRow row;
  row.key = fields.number<std::uint64_t>(16);
  const std::string_view status = fields.next();
  bool known = false;
  for (std::size_t i = 0; i < std::size(kRowStatusNames); ++i) {
    if (status != kRowStatusNames[i]) continue;
    row.status = static_cast<CellStatus>(i);
    known = true;
  }
  row.state_hash = fields.next();
  row.message = fields.next();
  const auto metrics = fields.number<std::size_t>();
  if (!known || metrics > text->size()) return std::nullopt;
  for (std::size_t i = 0; i < metrics; ++i) row.metrics.push_back(fields.number<double>());
  row.seconds = fields.number<double>();
  row.attempt = fields.number<int>();
  row.remark = fields.next();
  if (!fields.complete() || row_line(row) != std::string(line).append("\n")) return std::nullopt;
  return row;
}

std::string why_not_a_result(const CellRow& row, std::size_t num_metrics) {
  if (row.metrics.size() != num_metrics) {
    return "has " + std::to_string(row.metrics.size()) + " metrics, but the study has " +
           std::to_string(num_metrics);
  }
  if (!(row.seconds >= 0) || row.attempt < 1) return "has no valid time or attempt";
  if (row.status == CellStatus::kFinished) {
    if (row.state_hash != hex_text(std::strtoull(row.state_hash.c_str(), nullptr, 16)))
      return "has no valid hash of the final state";
    return row.message.empty() ? "" : "is done, but has a message";
  }
  const bool measured = std::any_of(row.metrics.begin(), row.metrics.end(),
                                    [](double metric) { return !std::isnan(metric); });
  if (measured || !row.state_hash.empty())
    return std::string("is ") + cell_status_name(row.status) + ", but has results";
  return "";
}

std::uint64_t outcome_hash(const CellRow& row) { return text_hash(outcome_text(row)); }

std::string origin_line(const RowOrigin& origin) {
  std::string line(kOriginMark);
  for (const std::string& part : {origin.version, origin.binary, origin.host, origin.processor})
    line.append("\t").append(escaped_line(part));
  return sealed(std::move(line));
}

std::optional<RowOrigin> parse_origin(std::string_view line) {
  const auto text = unsealed(line);
  if (!text) return std::nullopt;
  TabbedFields fields(*text);
  if (fields.next() != kOriginMark) return std::nullopt;
  RowOrigin origin;
  origin.version = fields.next();
  origin.binary = fields.next();
  origin.host = fields.next();
  origin.processor = fields.next();
  if (!fields.complete()) return std::nullopt;
  return origin;
}

}  // namespace cardan::app
