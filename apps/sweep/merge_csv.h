#pragma once

#include <string>
#include <vector>

#include "apps/sweep/merge_table.h"
#include "apps/sweep/plan.h"
#include "core/streamed_file.h"

namespace cardan::app {

/// A field of a CSV file [RFC 4180]; quoted if necessary.
std::string csv_field(const std::string& text);

/// cell, parameters, status, metrics, state_hash, message.
class CsvTable : public MergeTable {
 public:
  CsvTable(const std::string& file, const Plan& plan);
  void add(std::size_t cell, const CellRow& row, const RowOrigin& origin) override;
  void commit() override { file_.commit(); }

 private:
  const Plan& plan_;
  StreamedFile file_;
};

/// cell, key, status, host, processor, binary, version, attempt, seconds, remark.
class ProvenanceTable : public MergeTable {
 public:
  explicit ProvenanceTable(const std::string& file);
  void add(std::size_t cell, const CellRow& row, const RowOrigin& origin) override;
  void commit() override { file_.commit(); }

 private:
  StreamedFile file_;
};

}  // namespace cardan::app
