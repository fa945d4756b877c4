#include "apps/sweep/cell_metrics.h"

#include <cstring>
#include <type_traits>

#include "apps/regress/sample_times.h"

namespace cardan::app {

namespace {

template <class Part>
void append_part(const Part& part, std::vector<std::byte>& bytes) {
  const auto* from = reinterpret_cast<const std::byte*>(&part);
  bytes.insert(bytes.end(), from, from + sizeof part);
}

template <class Part>
bool take_part(std::span<const std::byte>& bytes, Part& part) {
  if (bytes.size() < sizeof part) return false;
  std::memcpy(static_cast<void*>(&part), bytes.data(), sizeof part);
  bytes = bytes.subspan(sizeof part);
  return true;
}

static_assert(std::is_trivially_copyable_v<ExpectationCheck::Memory>);

}  // namespace

CellMetrics::CellMetrics(const Study& study, const World& world, const RunGrid& grid) {
  specs_.reserve(study.metrics.size());
  for (const MetricSpec& metric : study.metrics) {
    std::string where = study.file;
    where.append(":").append(std::to_string(metric.what.line));
    specs_.push_back(metric.what);
    ExpectSpec& spec = specs_.back();
    if (metric.at_end) {
      spec.window.kind = ExpectWindow::Kind::kAt;
      spec.window.from = static_cast<double>(grid.steps) * grid.step;
    }
    const std::size_t quantity = index_of(spec.quantity, world, where);
    const std::string& event = spec.window.quantity;
    const std::size_t watched = event.empty() ? quantity : index_of(event, world, where);
    const bool of_step = quantities_[quantity].of_step || quantities_[watched].of_step;
    require_within_run(spec, grid, where);
    if (of_step && !metric.at_end) require_after_a_step(spec, grid, where);
    watched_.push_back({ExpectationCheck(spec, grid.step), quantity, watched,
                        of_step && spec.window.kind == ExpectWindow::Kind::kEvent});
  }
  values_.resize(quantities_.size());
}

std::size_t CellMetrics::index_of(const std::string& name, const World& world,
                                  const std::string& where) {
  for (std::size_t i = 0; i < quantities_.size(); ++i) {
    if (quantities_[i].name == name) return i;
  }
  quantities_.push_back(make_quantity(name, world, where));
  return quantities_.size() - 1;
}

void CellMetrics::sample(std::int64_t step, const World& world) {
  for (std::size_t i = 0; i < quantities_.size(); ++i) values_[i] = quantities_[i].measure(world);
  for (Watched& watched : watched_) {
    if (step == 0 && watched.skips_start) continue;
    watched.check.sample(world.time(), values_[watched.quantity], values_[watched.event]);
  }
}

std::vector<double> CellMetrics::values() const {
  std::vector<double> values;
  for (const Watched& watched : watched_) values.push_back(watched.check.value());
  return values;
}

std::vector<std::byte> CellMetrics::memory() const {
  std::vector<std::byte> bytes;
  for (const Watched& watched : watched_) append_part(watched.check.memory(), bytes);
  for (const Quantity& quantity : quantities_) {
    if (quantity.memory) append_part(*quantity.memory, bytes);
  }
  return bytes;
}

bool CellMetrics::set_memory(std::span<const std::byte> bytes) {
  std::size_t expected = watched_.size() * sizeof(ExpectationCheck::Memory);
  for (const Quantity& quantity : quantities_)
    expected += quantity.memory ? sizeof(QuantityMemory) : 0;
  if (bytes.size() != expected) return false;
  for (Watched& watched : watched_) {
    ExpectationCheck::Memory memory;
    take_part(bytes, memory);
    watched.check.set_memory(memory);
  }
  for (Quantity& quantity : quantities_) {
    if (quantity.memory) take_part(bytes, *quantity.memory);
  }
  return true;
}

}  // namespace cardan::app
