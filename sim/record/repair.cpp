#include <algorithm>
#include <limits>

#include "cardan/error.h"
#include "cardan/recording.h"
#include "core/hdf5_file.h"
#include "sim/record/recording_paths.h"
#include "sim/record/recording_tables.h"
#include "sim/record/state_file_groups.h"

namespace cardan {

namespace {

class Repair {
 public:
  Repair(const std::string& partial, const std::string& file) : in_(partial), out_(file) {}

  RepairedRecording run() {
    if (!in_.has("/format") || in_.text("/format") != "cardan-recording-3")
      in_.fail("it is not an unfinished recording of this version");
    find_models();
    count_rows();
    for (const char* text : {"/format", "/formulation", "/solver", "/world"}) copy_text(text);
    if (in_.has("/scene")) {
      for (const char* text : {"/scene/file", "/scene/text"}) copy_text(text);
      copy_texts("/scene/overrides");
    }
    write_state(out_, "/start", read_state(in_, "/start"));
    copy_numbers("/time_step");
    copy_integers("/step", 1, rows_);
    copy_integers("/hashes", 3, steps_);
    copy_changes();
    for (const char* table : kWorldTables) copy_table(std::string("/").append(table));
    copy_contacts();
    copy_texts("/model_names");
    for (const std::string& path : paths_) copy_model(path);
    for (std::size_t i = 0; i < added_; ++i) copy_text(added_model_path(i));
    for (std::size_t i = 0; i < sensors_.size(); ++i) {
      copy_text(sensor_path(i));
      copy_sensor(sensors_[i]);
    }
    out_.commit();
    return result_;
  }

 private:
  void find_models() {
    for (const std::string& name : in_.names("/model_names")) paths_.push_back(model_group(name));
    sensors_ = sensor_groups(in_);
    if (!in_.has("/added_models")) return;
    for (; in_.has(added_model_path(added_)); ++added_)
      paths_.push_back(model_group(in_.text(added_model_path(added_))));
  }

  // Counts the rows that every table has and whose steps have hashes.
  void count_rows() {
    const std::vector<std::uint64_t> steps = in_.integers("/step");
    steps_ = in_.num_rows("/hashes");
    rows_ = static_cast<std::int64_t>(steps.size());
    const auto shorten = [&](const std::string& table) {
      rows_ = std::min(rows_, in_.num_rows(table));
    };
    for (const char* table : kWorldTables) shorten(std::string("/").append(table));
    for (const std::string& path : paths_)
      for (const char* table : {"/q", "/v", "/effort", "/base_position", "/base_quaternion"})
        shorten(path + table);
    for (const std::string& sensor : sensors_)
      for (const std::string& table : tables_of(sensor)) shorten(table);
    while (rows_ > 0 && steps[static_cast<std::size_t>(rows_ - 1)] >=
                            steps.front() + static_cast<std::uint64_t>(steps_))
      --rows_;
    if (rows_ == 0 || steps_ == 0)
      throw Error("the unfinished recording holds no complete row", in_.name(),
                  "it ended before its first flush");
    result_.rows = rows_;
    result_.last_step = static_cast<std::int64_t>(steps.front()) + steps_ - 1;
  }

  // Tables of a sensor.
  std::vector<std::string> tables_of(const std::string& sensor) const {
    std::vector<std::string> tables{sensor + "/time"};
    for (const std::string& quantity : in_.names(sensor + "/quantities"))
      tables.push_back(in_group(sensor, quantity));
    return tables;
  }

  void copy_text(const std::string& path) { out_.write_fixed(path, in_.text(path)); }
  void copy_texts(const std::string& path) { out_.write_fixed(path, in_.names(path)); }
  void copy_numbers(const std::string& path) {
    const std::vector<double> values = in_.doubles(path);
    out_.write(path, std::span<const double>(values));
    copy_annotations(path);
  }
  void copy_annotations(const std::string& path) {
    for (const char* name : {"units", "components"})
      if (const std::string text = in_.annotation(path, name); !text.empty())
        out_.annotate(path, name, text);
  }
  void copy_integers(const std::string& path, int width, std::int64_t rows) {
    std::vector<std::uint64_t> values = in_.integers(path);
    const auto size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(width);
    values.resize(std::min(values.size(), size));
    Hdf5Series series = out_.make_integer_series(path, width);
    series.append(std::span<const std::uint64_t>(values));
  }
  void copy_table(const std::string& path) { copy_rows(path, rows_); }
  void copy_rows(const std::string& path, std::int64_t rows) {
    constexpr std::int64_t kRowsAtOnce = 256;
    Hdf5Series series = out_.make_series(path, static_cast<int>(in_.width(path)));
    for (std::int64_t first = 0; first < rows; first += kRowsAtOnce) {
      const std::vector<double> values = in_.rows(path, first, std::min(kRowsAtOnce, rows - first));
      series.append(std::span<const double>(values));
    }
    copy_annotations(path);
  }

  // Copies the changes with a complete payload that are not after the last hash.
  void copy_changes() {
    const std::vector<std::uint64_t> table = in_.integers("/changes/table"),
                                     payload = in_.integers("/changes/payload");
    std::size_t kept = 0, words = 0;
    for (; kept + 4 <= table.size(); kept += 4) {
      if (table[kept + 1] > static_cast<std::uint64_t>(steps_)) break;
      if (table[kept + 3] > payload.size() - words) break;
      words += table[kept + 3];
    }
    result_.changes = static_cast<std::int64_t>(kept / 4);
    copy_integers("/changes/table", 4, result_.changes);
    copy_integers("/changes/payload", 1, static_cast<std::int64_t>(words));
  }

  void copy_model(const std::string& path) {
    copy_texts(path + "/joint_names");
    for (const char* starts : {"/joint_q_start", "/joint_v_start"})
      out_.write(path + starts, std::span<const std::uint64_t>(in_.integers(path + starts)));
    for (const char* table : {"/q", "/v", "/effort", "/base_position", "/base_quaternion"})
      copy_table(path + table);
    if (in_.has(path + "/name")) copy_text(path + "/name");
    if (in_.has(path + "/presence"))
      copy_integers(path + "/presence", 2, in_.num_rows(path + "/presence"));
  }

  // The contacts of all rows that are kept.
  void copy_contacts() {
    const std::int64_t contacts = contact_starts(in_, rows_).back();
    for (const char* table : {"sides", "state", "point", "normal", "force", "phi"})
      copy_rows(contact_path(table), contacts);
    if (!in_.has("/contact_list/names")) return;
    for (std::size_t i = 0; in_.has(contact_name_path(i)); ++i) copy_text(contact_name_path(i));
  }

  void copy_sensor(const std::string& sensor) {
    copy_text(sensor + "/kind");
    copy_texts(sensor + "/quantities");
    for (const std::string& table : tables_of(sensor)) copy_table(table);
  }

  Hdf5Reader in_;
  Hdf5Writer out_;
  std::vector<std::string> paths_, sensors_;
  std::size_t added_ = 0;
  std::int64_t rows_ = 0, steps_ = 0;
  RepairedRecording result_;
};

}  // namespace

RepairedRecording repair_recording(const std::string& partial, const std::string& file) {
  return Repair(partial, file).run();
}

}  // namespace cardan
