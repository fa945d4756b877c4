#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/distinct_names.h"
#include "core/hdf5_file.h"

namespace cardan {

/// A table with rows that wait in memory before they are written.
template <typename Number>
struct WaitingTable {
  Hdf5Series series;
  std::vector<Number> buffer;

  void add(std::span<const Number> values) {
    buffer.insert(buffer.end(), values.begin(), values.end());
  }
  void add(Number value) { buffer.push_back(value); }
  void flush() {
    series.append(std::span<const Number>(buffer));
    buffer.clear();
  }
};

/// The tables of a recording that have one row for each recorded step. A table that is added later
/// has NaN in all earlier rows.
class RowTables {
 public:
  using Table = WaitingTable<double>;
  /// Number of rows that wait before they are written.
  static constexpr int kBufferedRows = 256;

  explicit RowTables(Hdf5Writer& writer) : writer_(&writer) {}

  /// Adds a table. units: units of the columns, separated by commas. The address of the table stays
  /// valid.
  Table& add(const std::string& path, int width, const std::string& units);
  /// Adds rows of NaN to a table.
  static void add_absent(Table& table, std::int64_t rows);

  /// Must be called after a row was added to every table. Returns true if the rows should be
  /// written.
  bool end_row() {
    ++rows_;
    return ++waiting_ >= kBufferedRows;
  }
  void flush();
  std::int64_t rows() const { return rows_; }
  Hdf5Writer& writer() { return *writer_; }

 private:
  Hdf5Writer* writer_;
  std::deque<Table> tables_;
  std::int64_t rows_ = 0;
  int waiting_ = 0;
};

/// Makes a key for each name that no earlier call returned: "NAME", "NAME~2", ….
class UniqueKeys {
 public:
  std::string key_for(const std::string& name);

 private:
  std::set<std::string> used_;
  DistinctNames made_;
};

/// Joins the names or units of columns, e.g. to "x,y,z".
std::string joined_columns(const std::vector<std::string>& columns);
/// Repeats a unit, e.g. as "m,m,m".
std::string repeated_unit(const std::string& unit, int times);

}  // namespace cardan
