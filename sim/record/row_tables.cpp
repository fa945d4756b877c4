#include "sim/record/row_tables.h"

#include <limits>

namespace cardan {

RowTables::Table& RowTables::add(const std::string& path, int width, const std::string& units) {
  tables_.push_back({writer_->make_series(path, width), {}});
  writer_->annotate(path, "units", units);
  add_absent(tables_.back(), rows_);
  return tables_.back();
}

void RowTables::add_absent(Table& table, std::int64_t rows) {
  const std::vector<double> absent(table.series.width(), std::numeric_limits<double>::quiet_NaN());
  for (std::int64_t row = 0; row < rows; ++row) {
    table.add(std::span<const double>(absent));
    if (table.buffer.size() >= absent.size() * kBufferedRows) table.flush();
  }
}

void RowTables::flush() {
  for (Table& table : tables_) table.flush();
  waiting_ = 0;
}

std::string UniqueKeys::key_for(const std::string& name) {
  return made_.make(name, "~", [&](const std::string& key) { return used_.insert(key).second; });
}

std::string joined_columns(const std::vector<std::string>& columns) {
  std::string text;
  for (const std::string& column : columns)
    text.append(&column == columns.data() ? "" : ",").append(column);
  return text;
}

std::string repeated_unit(const std::string& unit, int times) {
  return joined_columns(std::vector<std::string>(static_cast<std::size_t>(times), unit));
}

}  // namespace cardan
