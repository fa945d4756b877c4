#include <algorithm>
#include <charconv>
#include <filesystem>
#include <ostream>
#include <sstream>

#include "cardan/error.h"
#include "cardan/recording.h"
#include "core/atomic_file.h"
#include "core/shown_text.h"

namespace cardan {

namespace {

// Shortest text that gives the same number.
std::string shortest_text(double x) {
  char text[32];
  const std::to_chars_result end = std::to_chars(text, text + sizeof text, x);
  return {text, end.ptr};
}

// A field of one line, with quotes where the format needs them (RFC 4180).
std::string field(const std::string& name) {
  std::string text = escaped_line(name);
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string heading(const RecordedTable& table, std::size_t column, bool with_owner) {
  std::string name = with_owner ? table.owner() + "/" : "";
  name += table.columns[column];
  const std::string& unit = table.units[column];
  return field(unit.empty() ? name : name + " [" + unit + "]");
}

class CsvTable {
 public:
  CsvTable(const Recording& recording, std::vector<RecordedTable> tables)
      : recording_(recording), tables_(std::move(tables)) {}

  void write_header(std::ostream& out, bool with_owners) const {
    out << "step";
    for (const RecordedTable& table : tables_)
      for (std::size_t column = 0; column < table.columns.size(); ++column)
        out << "," << heading(table, column, with_owners && !table.owner().empty());
    out << "\n";
  }

  void write_rows(std::ostream& out) const {
    constexpr std::int64_t kRowsAtOnce = 256;
    for (std::int64_t first = 0; first < recording_.num_rows(); first += kRowsAtOnce) {
      const std::int64_t count = std::min(kRowsAtOnce, recording_.num_rows() - first);
      std::vector<std::vector<double>> values;
      for (const RecordedTable& table : tables_)
        values.push_back(recording_.rows(table, first, count));
      for (std::int64_t row = 0; row < count; ++row) {
        out << recording_.step_of(first + row);
        for (const std::vector<double>& table : values) write_row(table, row, count, out);
        out << "\n";
      }
    }
  }

 private:
  static void write_row(const std::vector<double>& values, std::int64_t row, std::int64_t rows,
                        std::ostream& out) {
    const std::size_t width = values.size() / static_cast<std::size_t>(rows);
    const std::size_t first = static_cast<std::size_t>(row) * width;
    for (std::size_t i = first; i < first + width; ++i) out << "," << shortest_text(values[i]);
  }

  const Recording& recording_;
  std::vector<RecordedTable> tables_;
};

// The world, a model or a sensor.
struct Owner {
  std::string model, sensor;
  bool operator==(const Owner&) const = default;
};

std::vector<RecordedTable> tables_of(const Recording& recording, const Owner& owner) {
  std::vector<RecordedTable> own;
  for (RecordedTable& table : recording.tables())
    if (Owner{table.model, table.sensor} == owner || table.path == "/time")
      own.push_back(std::move(table));
  return own;
}

std::string changes_text(const Recording& recording) {
  // The first row describes the first step.
  const std::int64_t first_step = recording.first_step();
  const RecordedTable times = recording.tables().front();
  const double start = recording.rows(times, 0, 1).front();
  std::string text = "step,time [s],change\n";
  for (std::int64_t i = 0; i < recording.num_changes(); ++i) {
    const RecordedChange change = recording.change(i);
    text += std::to_string(change.step) + "," +
            shortest_text(start +
                          static_cast<double>(change.step - first_step) * recording.time_step()) +
            "," + change.call + "\n";
  }
  return text;
}

std::string contacts_text(const Recording& recording) {
  std::string text =
      "step,a,b,state,point.x [m],point.y [m],point.z [m],normal.x,normal.y,normal.z,"
      "force.x [N],force.y [N],force.z [N],phi [m]\n";
  static constexpr const char* kStates[] = {"open", "stick", "slide"};
  for (std::int64_t row = 0; row < recording.num_rows(); ++row) {
    for (const RecordedContact& contact : recording.contacts(row)) {
      text.append(std::to_string(recording.step_of(row)));
      for (const std::string& cell : {field(contact.a), field(contact.b),
                                      std::string(kStates[static_cast<int>(contact.state)])})
        text.append(",").append(cell);
      for (const Vector3* x : {&contact.point, &contact.normal, &contact.force})
        for (int i = 0; i < 3; ++i) text.append(",").append(shortest_text((*x)[i]));
      text.append(",").append(shortest_text(contact.phi)).append("\n");
    }
  }
  return text;
}

// A model may be named like a path.
std::string file_name(const Owner& owner) {
  std::string name = owner.model.empty() ? "sensor_" + owner.sensor : "model_" + owner.model;
  if (owner == Owner()) name = "world";
  std::replace(name.begin(), name.end(), '/', '_');
  return name + ".csv";
}

}  // namespace

void write_csv(const Recording& recording, std::ostream& out) {
  const CsvTable table(recording, recording.tables());
  table.write_header(out, true);
  table.write_rows(out);
}

void write_csv_folder(const Recording& recording, const std::string& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw Error("cannot create the folder: " + failure.message(), folder);
  const auto write = [&](const std::string& name, const std::string& text) {
    write_whole_file((std::filesystem::path(folder) / name).string(), text);
  };
  std::vector<Owner> owners{{}};
  for (const RecordedTable& table : recording.tables())
    if (const Owner owner{table.model, table.sensor}; owner != owners.back())
      owners.push_back(owner);
  for (const Owner& owner : owners) {
    const CsvTable table(recording, tables_of(recording, owner));
    std::ostringstream text;
    table.write_header(text, false);
    table.write_rows(text);
    write(file_name(owner), text.str());
  }
  write("contacts.csv", contacts_text(recording));
  write("changes.csv", changes_text(recording));
}

}  // namespace cardan
