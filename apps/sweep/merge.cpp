#include "apps/sweep/merge.h"

#include <algorithm>
#include <memory>
#include <set>

#include "apps/sweep/merge_csv.h"
#include "apps/sweep/merge_hdf5.h"
#include "cardan/error.h"

namespace cardan::app {

namespace {

std::size_t distinct_parts(const RowIndex& rows, std::string RowOrigin::*part) {
  std::set<std::string> values;
  for (const RowOrigin& origin : rows.origins()) values.insert(origin.*part);
  return values.size();
}

}  // namespace

void merge_rows(const Plan& plan, const RowIndex& rows, const MergeFiles& files) {
  std::vector<std::unique_ptr<MergeTable>> tables;
  if (!files.csv.empty()) tables.push_back(std::make_unique<CsvTable>(files.csv, plan));
  if (!files.hdf5.empty())
    tables.push_back(std::make_unique<Hdf5Table>(files.hdf5, plan, rows.num_rows()));
  if (!files.provenance.empty())
    tables.push_back(std::make_unique<ProvenanceTable>(files.provenance));
  rows.for_each([&](std::size_t cell, const CellRow& row, std::size_t origin) {
    for (const auto& table : tables) table->add(cell, row, rows.origins()[origin]);
  });
  for (const auto& table : tables) table->commit();
}

std::vector<std::string> merge_remarks(const Plan& plan, const RowIndex& rows) {
  std::vector<std::string> remarks;
  if (!rows.conflicts().empty()) {
    std::string text = plan.study().file + ": ";
    text.append(std::to_string(rows.conflicts().size()));
    text.append(" cells were computed twice with different results, the first: cell ");
    remarks.push_back(text.append(std::to_string(rows.conflicts().front())));
  }
  const std::size_t processors = distinct_parts(rows, &RowOrigin::processor);
  const std::size_t binaries = distinct_parts(rows, &RowOrigin::binary);
  if (processors > 1 || binaries > 1) {
    std::string text = plan.study().file + ": the rows come from ";
    text.append(std::to_string(processors)).append(" kinds of processor and ");
    text.append(std::to_string(binaries));
    remarks.push_back(
        text.append(" builds of the program; bits are equal only for one of each "
                    "(provenance.csv)"));
  }
  return remarks;
}

}  // namespace cardan::app
