#include "apps/sweep/merge_csv.h"

#include "apps/sweep/exact_text.h"
#include "core/hex_text.h"
#include "core/number_text.h"

namespace cardan::app {

namespace {

void add_csv_line(StreamedFile& file, const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i)
    line.append(i == 0 ? "" : ",").append(csv_field(fields[i]));
  file.write(line.append("\n"));
}

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? "\"\"" : std::string(1, c));
  return quoted.append("\"");
}

CsvTable::CsvTable(const std::string& file, const Plan& plan) : plan_(plan), file_(file) {
  std::vector<std::string> names{"cell"};
  names.insert(names.end(), plan.columns().begin(), plan.columns().end());
  names.emplace_back("status");
  for (const MetricSpec& metric : plan.study().metrics) names.push_back(metric.name);
  names.emplace_back("state_hash");
  names.emplace_back("message");
  add_csv_line(file_, names);
}

void CsvTable::add(std::size_t cell, const CellRow& row, const RowOrigin&) {
  std::vector<std::string> fields{std::to_string(cell)};
  for (std::string& value : plan_.values(cell)) fields.push_back(std::move(value));
  fields.emplace_back(cell_status_name(row.status));
  for (const double metric : row.metrics) fields.push_back(exact_text(metric));
  fields.push_back(row.state_hash);
  fields.push_back(row.message);
  add_csv_line(file_, fields);
}

ProvenanceTable::ProvenanceTable(const std::string& file) : file_(file) {
  add_csv_line(file_, {"cell", "key", "status", "host", "processor", "binary", "version", "attempt",
                       "seconds", "remark"});
}

void ProvenanceTable::add(std::size_t cell, const CellRow& row, const RowOrigin& origin) {
  add_csv_line(file_, {std::to_string(cell), hex_text(row.key), cell_status_name(row.status),
                       origin.host, origin.processor, origin.binary, origin.version,
                       std::to_string(row.attempt), number_text(row.seconds, 6), row.remark});
}

}  // namespace cardan::app
