#include "sim/record/recording_tables.h"

#include <algorithm>

#include "sim/record/recording_paths.h"

namespace cardan {

namespace {

// Names of the columns of q or v: "hip" for a joint with one number, "root_0", … for others.
std::vector<std::string> joint_columns(const std::vector<std::string>& joints,
                                       const std::vector<std::uint64_t>& starts,
                                       const std::string& table, std::int64_t width) {
  std::vector<std::string> columns;
  for (std::int64_t i = 0; i < width; ++i) {
    const auto column = static_cast<std::uint64_t>(i);
    // The last joint that starts at this column or before it. Followers have the start of their
    // leaders.
    std::size_t joint = joints.size();
    for (std::size_t k = 0; k < joints.size() && k < starts.size(); ++k) {
      const bool later = joint < joints.size() && starts[k] <= starts[joint];
      if (starts[k] <= column && !later) joint = k;
    }
    std::string name = table + "_";
    if (joint == joints.size()) {
      columns.push_back(name + std::to_string(i));
      continue;
    }
    std::uint64_t end = static_cast<std::uint64_t>(width);
    for (const std::uint64_t start : starts)
      if (start > starts[joint]) end = std::min(end, start);
    name += joints[joint];
    if (end - starts[joint] > 1) name.append("_").append(std::to_string(column - starts[joint]));
    columns.push_back(name);
  }
  return columns;
}

// "x,y,z" → "x", "y", "z". Always at least one.
std::vector<std::string> split_columns(const std::string& text) {
  std::vector<std::string> columns(1);
  for (const char c : text) {
    if (c == ',') {
      columns.emplace_back();
    } else {
      columns.back() += c;
    }
  }
  return columns;
}

// Last part of a path.
std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

class TableList {
 public:
  explicit TableList(const Hdf5Reader& reader) : reader_(reader) {}

  RecordedTable& add(const std::string& path, const std::vector<std::string>& columns) {
    std::vector<std::string> units = split_columns(reader_.annotation(path, "units"));
    units.resize(columns.size());
    RecordedTable table;
    table.path = path;
    table.columns = columns;
    table.units = std::move(units);
    tables_.push_back(std::move(table));
    return tables_.back();
  }

  void add_model(const std::string& group) {
    const std::vector<std::string> joints = reader_.names(group + "/joint_names");
    const auto add_own = [&](const std::string& table, const std::vector<std::string>& columns) {
      add(in_group(group, table), columns).model =
          group.substr(std::string_view("/models/").size());
    };
    for (const std::string table : {"q", "v", "effort"}) {
      const std::string path = in_group(group, table);
      if (!reader_.has(path)) continue;  // a recording of version 2 has no efforts
      const char* starts = table == "q" ? "/joint_q_start" : "/joint_v_start";
      add_own(table,
              joint_columns(joints, reader_.integers(group + starts), table, reader_.width(path)));
    }
    add_own("base_position", {"base_x", "base_y", "base_z"});
    add_own("base_quaternion", {"base_qw", "base_qx", "base_qy", "base_qz"});
  }

  // Columns "time", "acceleration.x", …, as Sensor::value() names them.
  void add_sensor(const std::string& group) {
    add(group + "/time", {"time"}).sensor = last_part(group);
    for (const std::string& quantity : reader_.names(group + "/quantities")) {
      const std::string path = in_group(group, quantity);
      std::vector<std::string> columns = split_columns(reader_.annotation(path, "components"));
      for (std::string& column : columns)
        column = column.empty() ? quantity : std::string(quantity).append(".").append(column);
      if (static_cast<std::int64_t>(columns.size()) != reader_.width(path))
        reader_.fail("'" + path + "' has other components than columns");
      add(path, columns).sensor = last_part(group);
    }
  }

  std::vector<RecordedTable> take() { return std::move(tables_); }

 private:
  const Hdf5Reader& reader_;
  std::vector<RecordedTable> tables_;
};

}  // namespace

std::vector<std::string> sensor_groups(const Hdf5Reader& reader) {
  std::vector<std::string> groups;
  if (!reader.has("/sensor_keys")) return groups;
  for (std::size_t i = 0; reader.has(sensor_path(i)); ++i)
    groups.push_back(sensor_group(reader.text(sensor_path(i))));
  return groups;
}

std::vector<RecordedContact> read_contacts_of(const Hdf5Reader& reader, std::int64_t first,
                                              std::int64_t count) {
  if (count == 0) return {};
  const auto rows = [&](const char* table, std::size_t width) {
    std::vector<double> values = reader.rows(contact_path(table), first, count);
    if (values.size() != width * static_cast<std::size_t>(count))
      reader.fail("the tables of contacts have different widths");
    return values;
  };
  const std::vector<double> sides = rows("sides", 2), states = rows("state", 1),
                            points = rows("point", 3), normals = rows("normal", 3),
                            forces = rows("force", 3), gaps = rows("phi", 1);
  const auto name_of = [&](double side) {
    if (!(side >= 0 && side <= 1e9)) reader.fail("a contact has an unknown side");
    return reader.text(contact_name_path(static_cast<std::size_t>(side)));
  };
  std::vector<RecordedContact> contacts(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    RecordedContact& contact = contacts[i];
    contact.a = name_of(sides[2 * i]);
    contact.b = name_of(sides[2 * i + 1]);
    contact.point = Eigen::Map<const Vector3>(&points[3 * i]);
    contact.normal = Eigen::Map<const Vector3>(&normals[3 * i]);
    contact.force = Eigen::Map<const Vector3>(&forces[3 * i]);
    contact.phi = gaps[i];
    if (!(states[i] >= 0 && states[i] <= static_cast<double>(ContactState::kSlide)))
      reader.fail("a contact has an unknown state");
    contact.state = static_cast<ContactState>(states[i]);
  }
  return contacts;
}

std::vector<std::int64_t> contact_starts(const Hdf5Reader& reader, std::int64_t rows) {
  if (!reader.has("/contact_list")) return {};
  std::vector<std::int64_t> starts{0};
  const auto most = static_cast<double>(reader.num_rows(contact_path("phi")));
  for (const double count : reader.rows("/contacts", 0, rows)) {
    if (!(count >= 0) || !(static_cast<double>(starts.back()) + count <= most))
      reader.fail("the numbers of contacts do not fit the table of contacts");
    starts.push_back(starts.back() + static_cast<std::int64_t>(count));
  }
  return starts;
}

std::vector<RecordedTable> list_tables(const Hdf5Reader& reader,
                                       const std::vector<std::string>& models) {
  TableList list(reader);
  for (const char* name : kWorldTables) {
    const std::string path = std::string("/").append(name);
    if (reader.has(path)) list.add(path, {name});
  }
  for (const std::string& model : models) list.add_model(model);
  for (const std::string& sensor : sensor_groups(reader)) list.add_sensor(sensor);
  return list.take();
}

}  // namespace cardan
