#include "apps/regress/golden.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "cardan/error.h"
#include "core/number_text.h"
#include "core/read_file.h"

namespace cardan::app {

namespace {

std::string trimmed(std::string_view text) {
  const char* blanks = " \t\r\"";
  const std::size_t begin = text.find_first_not_of(blanks), end = text.find_last_not_of(blanks);
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, end - begin + 1));
}

// A comma within the parentheses of distance(A, B) does not separate cells.
std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '(') ++depth;
    if (i < line.size() && line[i] == ')') --depth;
    if (i < line.size() && (line[i] != ',' || depth > 0)) continue;
    cells.push_back(trimmed(std::string_view(line).substr(begin, i - begin)));
    begin = i + 1;
  }
  return cells;
}

class Reader {
 public:
  Reader(const std::string& text, const std::string& file) : stream_(text), file_(file) {}

  GoldenTable read() {
    read_header();
    while (next_line()) read_row();
    if (table_.time.empty()) fail("the table has no rows", "record it again with --bless");
    return table_;
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& hint) const {
    throw Error(what, file_ + ":" + std::to_string(line_number_), hint);
  }

  bool next_line() {
    while (std::getline(stream_, line_)) {
      ++line_number_;
      if (!trimmed(line_).empty() && line_[0] != '#') return true;
    }
    return false;
  }

  void read_header() {
    if (!next_line()) fail("the file is empty", "expected a header time,QUANTITY,…");
    std::vector<std::string> names = split(line_);
    if (names[0] != "time" || names.size() < 2) {
      fail("the header does not begin with 'time' and a quantity",
           "expected time,QUANTITY,… with times in s");
    }
    names.erase(names.begin());
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].empty()) fail("a column has no name", "name the quantity");
      if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
          names.begin() + static_cast<std::ptrdiff_t>(i)) {
        fail("column '" + names[i] + "' is listed twice", "keep one of them");
      }
    }
    table_.columns = std::move(names);
    table_.values.resize(table_.columns.size());
  }

  double number(const std::string& cell, const std::string& column) const {
    double value = 0;
    const char *begin = cell.data(), *end = begin + cell.size();
    const auto [last, failure] = std::from_chars(begin, end, value);
    if (failure != std::errc() || last != end || !std::isfinite(value)) {
      fail("column '" + column + "': '" + cell + "' is not a finite number",
           "a golden trajectory contains only finite numbers");
    }
    return value;
  }

  void read_row() {
    const std::vector<std::string> cells = split(line_);
    if (cells.size() != table_.columns.size() + 1) {
      fail(std::to_string(cells.size()) + " cells in a table of " +
               std::to_string(table_.columns.size() + 1) + " columns",
           "every row must have as many cells as the header");
    }
    const double time = number(cells[0], "time");
    if (!table_.time.empty() && !(time > table_.time.back())) {
      fail("time " + cells[0] + " s is not later than that of the previous row",
           "times must ascend");
    }
    table_.time.push_back(time);
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      table_.values[i].push_back(number(cells[i + 1], table_.columns[i]));
    }
  }

  std::istringstream stream_;
  std::string file_, line_;
  int line_number_ = 0;
  GoldenTable table_;
};

std::string short_text(double value) { return number_text(value, 12); }

const std::vector<double>* find_column(const GoldenTable& table, const std::string& name) {
  const auto column = std::find(table.columns.begin(), table.columns.end(), name);
  if (column == table.columns.end()) return nullptr;
  return &table.values[static_cast<std::size_t>(column - table.columns.begin())];
}

// "" if nothing changes.
std::string change_of_column(const std::string& name, const GoldenTable& before,
                             const GoldenTable& after) {
  const std::vector<double>& now = *find_column(after, name);
  const std::vector<double>* old = find_column(before, name);
  if (old == nullptr) return "  " + name + ": new\n";
  double worst = 0, time = 0, from = 0, to = 0;
  std::size_t i = 0, changed = 0;
  for (std::size_t k = 0; k < after.time.size(); ++k) {
    while (i < before.time.size() && before.time[i] < after.time[k]) ++i;
    if (i == before.time.size() || before.time[i] != after.time[k]) continue;
    const double change = std::abs(now[k] - (*old)[i]);
    if (change > 0) ++changed;
    if (!(change > worst)) continue;
    worst = change;
    time = after.time[k];
    from = (*old)[i];
    to = now[k];
  }
  if (changed == 0) return "";
  std::string text = "  ";
  text.append(name).append(": by at most ").append(short_text(worst)).append(", at ");
  text.append(short_text(time)).append(" s from ").append(short_text(from)).append(" to ");
  text.append(short_text(to)).append("; ").append(std::to_string(changed));
  return text.append(changed == 1 ? " row\n" : " rows\n");
}

}  // namespace

GoldenTable parse_golden(const std::string& text, const std::string& file) {
  return Reader(text, file).read();
}

GoldenTable read_golden(const std::string& file) {
  const FileContents contents = try_read_file(file);
  if (!contents.why.empty()) {
    throw Error("cannot read the golden trajectory: " + contents.why, file,
                "record it with cardan regress --bless, or correct the path");
  }
  return parse_golden(contents.bytes, file);
}

std::string golden_text(const GoldenTable& table) {
  std::string text = "time";
  for (const std::string& name : table.columns) text.append(",").append(name);
  text.append("\n");
  for (std::size_t k = 0; k < table.time.size(); ++k) {
    text.append(short_text(table.time[k]));
    for (const std::vector<double>& column : table.values) {
      text.append(",").append(short_text(column[k]));
    }
    text.append("\n");
  }
  return text;
}

std::string golden_difference(const std::string& old_text, const std::string& new_text,
                              const std::string& file) {
  if (old_text == new_text) return "";
  const GoldenTable after = parse_golden(new_text, file);
  std::string text = file;
  const std::string rows =
      std::to_string(after.time.size()) + " rows to " + short_text(after.time.back()) + " s";
  if (old_text.empty()) {
    text.append(": new, ").append(rows).append("\n");
    for (const std::string& name : after.columns) text.append("  ").append(name).append("\n");
    return text;
  }
  GoldenTable before;
  try {
    before = parse_golden(old_text, file);
  } catch (const Error& error) {
    return text.append(": replaced, ")
               .append(rows)
               .append("; the old file was not a golden trajectory: ") +
           error.what() + "\n";
  }
  text.append(":\n");
  if (before.time != after.time) {
    text.append("  times: ").append(std::to_string(before.time.size())).append(" rows to ");
    text.append(short_text(before.time.back())).append(" s become ").append(rows).append("\n");
  }
  for (const std::string& name : after.columns) text += change_of_column(name, before, after);
  for (const std::string& name : before.columns) {
    if (!find_column(after, name)) text.append("  ").append(name).append(": removed\n");
  }
  return text;
}

}  // namespace cardan::app
