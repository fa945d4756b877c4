#pragma once

#include <hdf5.h>

#include <cstdint>
#include <string>
#include <vector>

#include "apps/sweep/merge_table.h"
#include "apps/sweep/plan.h"

namespace cardan::app {

/// The datasets /cell, /status, /state_hash, /parameters/NAME, /metrics/NAME with one row per cell,
/// and /messages/cell and /messages/text of the cells that are not done. Parameters whose values
/// are all numbers are stored as doubles, others as text. A `/` in a name becomes `|`. The file
/// contains no time stamps, so equal rows give equal bytes.
class Hdf5Table : public MergeTable {
 public:
  Hdf5Table(std::string file, const Plan& plan, std::size_t rows);
  ~Hdf5Table() override;
  Hdf5Table(const Hdf5Table&) = delete;
  Hdf5Table& operator=(const Hdf5Table&) = delete;

  void add(std::size_t cell, const CellRow& row, const RowOrigin& origin) override;
  void commit() override;

 private:
  /// A column with the rows that are not yet written.
  struct Column {
    hid_t dataset = H5I_INVALID_HID, type = H5I_INVALID_HID;
    std::size_t width = 8;  ///< bytes of a value
    std::vector<char> waiting;
  };
  hid_t new_group(const std::string& name) const;
  Column new_column(hid_t place, const std::string& name, hid_t type, std::size_t rows) const;
  Column new_text_column(hid_t place, const std::string& name, std::size_t width,
                         std::size_t rows) const;
  void put(Column& column, const void* value) const;
  void put_text(Column& column, const std::string& text) const;
  void flush(Column& column, std::size_t end);
  void flush_all();
  void write_messages();
  void close();
  [[noreturn]] void fail(const std::string& what) const;

  std::string file_, temporary_;
  const Plan& plan_;
  hid_t id_ = H5I_INVALID_HID;
  Column cell_, status_, state_hash_;
  std::vector<Column> parameters_, metrics_;
  std::vector<bool> numeric_;  ///< parameters
  std::vector<std::uint64_t> message_cells_;
  std::vector<std::string> messages_;
  std::size_t added_ = 0;
};

}  // namespace cardan::app
