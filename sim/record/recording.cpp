#include "cardan/recording.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/hash.h"
#include "sim/record/recording_paths.h"
#include "sim/record/recording_tables.h"
#include "sim/record/repeat_change.h"
#include "sim/record/state_file_groups.h"
#include "sim/record/world_json.h"

namespace cardan {

namespace {

// Version 2 has no changes, no description of its world, and the same models in every row.
constexpr const char* kFormats[] = {"cardan-recording-3", "cardan-recording-2"};
constexpr const char* kMendRecording = "make one with 'cardan run SCENE --record FILE'";

/// Tables of one model.
struct ModelTable {
  std::string name, path;
  /// Pairs (row, 1 or 0): from this row on, the model is present or absent. Empty: always present.
  std::vector<std::uint64_t> presence;

  bool is_present(std::size_t row) const {
    bool present = presence.empty() || presence[1] == 0;  // before the first change
    for (std::size_t i = 0; i < presence.size() && presence[i] <= row; i += 2)
      present = presence[i + 1] != 0;
    return present;
  }
};

// Maps doubles to ordered integers: neighbours differ by one, and so do −0 and 0.
std::int64_t ordinal(double x) {
  const auto bits = std::bit_cast<std::int64_t>(x);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits - 1;
}

std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }

// The joint that this coordinate belongs to, and the index within the joint.
std::string name_of(const RecordedModel& model, const std::vector<std::uint64_t>& starts,
                    std::size_t index, std::size_t count, const char* what) {
  std::size_t joint = 0;
  while (joint + 1 < starts.size() && starts[joint + 1] <= index) ++joint;
  std::string text = "model '" + model.name + "'";
  if (joint >= starts.size() || joint >= model.joint_names.size()) return text + ", " + what;
  const std::size_t end = joint + 1 < starts.size() ? starts[joint + 1] : count;
  text.append(", joint '").append(model.joint_names[joint]).append("', ").append(what);
  if (end - starts[joint] > 1)
    text.append(" ").append(std::to_string(index - static_cast<std::size_t>(starts[joint])));
  return text;
}

std::optional<BitDifference> compare(const RecordedModel& a, const RecordedModel& b,
                                     std::vector<double> RecordedModel::*values,
                                     std::vector<std::uint64_t> RecordedModel::*starts,
                                     const char* what) {
  const std::vector<double>&x = a.*values, &y = b.*values;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (bits_of(x[i]) == bits_of(y[i])) continue;
    return BitDifference{name_of(a, a.*starts, i, x.size(), what), x[i], y[i],
                         ulps_between(x[i], y[i])};
  }
  return std::nullopt;
}

void require_same_models(const std::vector<RecordedModel>& a, const std::vector<RecordedModel>& b) {
  const auto same = [](const RecordedModel& x, const RecordedModel& y) {
    return x.name == y.name && x.joint_names == y.joint_names && x.q.size() == y.q.size() &&
           x.v.size() == y.v.size();
  };
  const auto [p, q] = std::mismatch(a.begin(), a.end(), b.begin(), b.end(), same);
  if (p == a.end() && q == b.end()) return;
  const std::string name = p != a.end() ? p->name : q->name;
  throw Error("the two runs have different moving models or joints", "model '" + name + "'",
              "compare runs of the same scene");
}

}  // namespace

std::vector<RecordedModel> recorded_models(const World& world) {
  std::vector<RecordedModel> models;
  for (const Model* present : world.models()) {
    const Model& model = *present;
    if (!model.skeleton()) continue;
    RecordedModel& record = models.emplace_back();
    record.name = model.name();
    for (const JointInfo& joint : model.skeleton()->joints) {
      record.joint_names.push_back(joint.name);
      record.q_start.push_back(static_cast<std::uint64_t>(joint.q_start));
      record.v_start.push_back(static_cast<std::uint64_t>(joint.v_start));
    }
    record.q.assign(model.q().data(), model.q().data() + model.q().size());
    record.v.assign(model.v().data(), model.v().data() + model.v().size());
  }
  return models;
}

std::uint64_t ulps_between(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) {
    return bits_of(a) == bits_of(b) ? 0 : std::numeric_limits<std::uint64_t>::max();
  }
  const std::int64_t x = ordinal(a), y = ordinal(b);
  return x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
               : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x);
}

std::optional<BitDifference> first_difference(const std::vector<RecordedModel>& a,
                                              const std::vector<RecordedModel>& b) {
  require_same_models(a, b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto found = compare(a[i], b[i], &RecordedModel::q, &RecordedModel::q_start, "coordinate");
    if (found) return found;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto found = compare(a[i], b[i], &RecordedModel::v, &RecordedModel::v_start, "velocity");
    if (found) return found;
  }
  return std::nullopt;
}

std::string first_difference(const StepHashes& a, const StepHashes& b) {
  if (a.positions != b.positions) return "positions";
  if (a.velocities != b.velocities) return "velocities";
  return a.memory != b.memory ? "the memory of impulses and contacts" : "";
}

struct Recording::Impl {
  explicit Impl(const std::string& file) : reader(file) {}

  Hdf5Reader reader;
  double step = 0;
  std::vector<std::uint64_t> steps;   ///< steps of the rows, ascending
  std::vector<std::uint64_t> hashes;  ///< three per step
  std::vector<ModelTable> models;     ///< in the order in which they were added
  std::vector<LoggedChange> changes;
  std::vector<std::uint64_t> payload;      ///< payload of all changes
  std::vector<std::size_t> payload_start;  ///< (changes) index in `payload`
  /// (rows + 1) number of the first contact of each row; empty in version 2.
  std::vector<std::int64_t> contact_starts;

  void read_models();
  void read_changes();
  void require_row(std::int64_t row) const;
  void check_steps() const;
  void check_tables() const;
  void add_table(const std::string& path, const ModelTable* model, std::vector<Hash>& rows) const;
};

void Recording::Impl::read_models() {
  for (const std::string& name : reader.names("/model_names"))
    models.push_back({name, model_group(name), {}});
  for (std::size_t i = 0; reader.has("/added_models") && reader.has(added_model_path(i)); ++i) {
    const std::string key = reader.text(added_model_path(i)), path = model_group(key);
    models.push_back({reader.text(path + "/name"), path, {}});
  }
  for (ModelTable& model : models) {
    if (!reader.has(model.path + "/presence")) continue;
    model.presence = reader.integers(model.path + "/presence");
    if (model.presence.size() % 2 != 0) reader.fail("'" + model.path + "/presence' is incomplete");
  }
}

void Recording::Impl::read_changes() {
  if (!reader.has("/changes")) return;
  const std::vector<std::uint64_t> table = reader.integers("/changes/table");
  payload = reader.integers("/changes/payload");
  if (table.size() % 4 != 0) reader.fail("its table of changes is incomplete");
  std::size_t start = 0;
  for (std::size_t i = 0; i < table.size(); i += 4) {
    changes.push_back(
        {table[i], table[i + 1], static_cast<ChangeKind>(table[i + 2]), table[i + 3]});
    payload_start.push_back(start);
    if (changes.back().words > payload.size() - start)
      reader.fail("its changes have a payload that ends too early");
    start += changes.back().words;
    const bool ascends = i == 0 || (table[i] >= table[i - 4] && table[i + 1] >= table[i - 3]);
    if (!ascends) reader.fail("the steps of its changes do not ascend");
  }
}

void Recording::Impl::require_row(std::int64_t row) const {
  if (row >= 0 && row < static_cast<std::int64_t>(steps.size())) return;
  throw Error("no row " + std::to_string(row), reader.name(),
              "0 to " + std::to_string(steps.size() - 1));
}

void Recording::Impl::check_steps() const {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 53;
  if (steps.front() > kMost) reader.fail("its first step is " + std::to_string(steps.front()));
  for (std::size_t row = 1; row < steps.size(); ++row)
    if (steps[row] <= steps[row - 1]) reader.fail("the steps of its rows do not ascend");
  if (steps.back() - steps.front() >= hashes.size() / 3)
    reader.fail("it has a row of step " + std::to_string(steps.back()) +
                " but no hash of that step");
}

void Recording::Impl::check_tables() const {
  std::vector<std::string> tables{"/time"};
  for (const ModelTable& model : models)
    for (const char* table : {"/q", "/v"}) tables.push_back(model.path + table);
  for (const std::string& table : tables) {
    const std::int64_t rows = reader.num_rows(table);
    if (rows == static_cast<std::int64_t>(steps.size())) continue;
    reader.fail("'" + table + "' has " + std::to_string(rows) + " rows, and '/step' " +
                std::to_string(steps.size()));
  }
}

// Every row of a table enters the hash of its row. A long recording may not fit into memory.
// Rows in which a model is absent are left out.
void Recording::Impl::add_table(const std::string& path, const ModelTable* model,
                                std::vector<Hash>& rows) const {
  constexpr std::size_t kRowsAtOnce = 256;  // rows of a chunk
  for (std::size_t first = 0; first < rows.size(); first += kRowsAtOnce) {
    const std::size_t count = std::min(kRowsAtOnce, rows.size() - first);
    const std::vector<double> values =
        reader.rows(path, static_cast<std::int64_t>(first), static_cast<std::int64_t>(count));
    const std::size_t width = values.size() / count;
    for (std::size_t row = 0; row < count; ++row)
      if (model == nullptr || model->is_present(first + row))
        rows[first + row].add_words(values.data() + row * width, width);
  }
}

Recording::Recording(const std::string& file) : impl_(std::make_unique<Impl>(file)) {
  const Hdf5Reader& reader = impl_->reader;
  const bool named = reader.has("/format");
  const std::string format = named ? reader.text("/format") : "none";
  if (std::find(std::begin(kFormats), std::end(kFormats), format) == std::end(kFormats)) {
    throw Error("the recording has format '" + format + "', but this version reads '" +
                    kFormats[0] + "' and '" + kFormats[1] + "'",
                file, kMendRecording);
  }
  const std::vector<double> step = reader.doubles("/time_step");
  impl_->steps = reader.integers("/step");
  impl_->hashes = reader.integers("/hashes");
  impl_->read_models();
  if (step.size() != 1 || impl_->steps.empty() || impl_->hashes.empty() ||
      impl_->hashes.size() % 3 != 0) {
    reader.fail("its steps are incomplete");
  }
  impl_->step = step[0];
  impl_->check_steps();
  impl_->check_tables();
  impl_->read_changes();
  impl_->contact_starts = contact_starts(reader, static_cast<std::int64_t>(impl_->steps.size()));
}
Recording::~Recording() = default;
Recording::Recording(Recording&&) noexcept = default;

const Recording::Impl& Recording::impl() const { return alive(impl_, "the recording"); }

void Recording::require_intact() const {
  std::vector<Hash> positions(impl().steps.size()), velocities(impl().steps.size());
  impl().add_table("/time", nullptr, positions);
  for (const ModelTable& model : impl().models) {
    if (impl().reader.names(model.path + "/joint_names").empty()) continue;
    impl().add_table(model.path + "/q", &model, positions);
    impl().add_table(model.path + "/v", &model, velocities);
  }
  for (std::size_t row = 0; row < positions.size(); ++row) {
    const auto step = static_cast<std::int64_t>(impl().steps[row]);
    const StepHashes known = hashes(step);
    const bool moved = known.positions != positions[row].value();
    if (!moved && known.velocities == velocities[row].value()) continue;
    throw Error("the row of step " + std::to_string(step) + " and its hash disagree on the " +
                    (moved ? "positions" : "velocities"),
                file(), "the file was damaged or changed: record the run again");
  }
}

const std::string& Recording::file() const { return impl().reader.name(); }
std::string Recording::formulation() const { return impl().reader.text("/formulation"); }
std::string Recording::solver() const { return impl().reader.text("/solver"); }
double Recording::time_step() const { return impl().step; }

// The first row describes the start.
std::int64_t Recording::first_step() const {
  return static_cast<std::int64_t>(impl().steps.front());
}

std::int64_t Recording::last_step() const {
  return first_step() + static_cast<std::int64_t>(impl().hashes.size() / 3) - 1;
}

namespace {

std::string steps_of(const Recording& recording) {
  return "it has steps " + std::to_string(recording.first_step()) + " to " +
         std::to_string(recording.last_step());
}

}  // namespace

StepHashes Recording::hashes(std::int64_t step) const {
  if (step < first_step() || step > last_step())
    throw Error("no step " + std::to_string(step), file(), steps_of(*this));
  const auto i = static_cast<std::size_t>(3 * (step - first_step()));
  return {impl().hashes[i], impl().hashes[i + 1], impl().hashes[i + 2]};
}

std::optional<std::int64_t> Recording::row_from(std::int64_t step) const {
  const auto& steps = impl().steps;
  const auto it = std::lower_bound(steps.begin(), steps.end(), static_cast<std::uint64_t>(step));
  if (it == steps.end()) return std::nullopt;
  return it - steps.begin();
}

std::int64_t Recording::step_of(std::int64_t row) const {
  impl().require_row(row);
  return static_cast<std::int64_t>(impl().steps[static_cast<std::size_t>(row)]);
}

std::vector<RecordedModel> Recording::models(std::int64_t row) const {
  std::vector<RecordedModel> models;
  impl().require_row(row);
  const Hdf5Reader& reader = impl().reader;
  for (const ModelTable& model : impl().models) {
    if (!model.is_present(static_cast<std::size_t>(row))) continue;
    const std::string& path = model.path;
    models.push_back({model.name, reader.names(path + "/joint_names"),
                      reader.integers(path + "/joint_q_start"),
                      reader.integers(path + "/joint_v_start"), reader.row(path + "/q", row),
                      reader.row(path + "/v", row)});
    // A table has at least one column.
    if (models.back().joint_names.empty()) models.back().q = models.back().v = {};
  }
  return models;
}

void Recording::restore_start(World& world) const {
  set_state(world, read_state(impl().reader, "/start"), file());
}

std::string Recording::world_description() const {
  return impl().reader.has("/world") ? impl().reader.text("/world") : "";
}

std::string Recording::scene_text() const {
  return impl().reader.has("/scene") ? impl().reader.text("/scene/text") : "";
}

World Recording::make_world(int threads) const {
  const std::string description = world_description();
  if (description.empty())
    throw Error("the recording contains no description of its world", file(),
                "it was made by a version before 0.2: repeat it with its scene, 'cardan run SCENE "
                "--verify FILE'");
  World world = world_of_json(description, file(), threads);
  restore_start(world);
  return world;
}

std::int64_t Recording::num_changes() const {
  return static_cast<std::int64_t>(impl().changes.size());
}

RecordedChange Recording::change(std::int64_t i) const {
  if (i < 0 || i >= num_changes())
    throw Error("no change " + std::to_string(i), file(),
                "it has " + std::to_string(num_changes()));
  const LoggedChange& change = impl().changes[static_cast<std::size_t>(i)];
  return {static_cast<std::int64_t>(change.step), static_cast<std::int64_t>(change.hashes),
          change_name(change.kind)};
}

void Recording::repeat_change(std::int64_t i, World& world) const {
  const RecordedChange named = change(i);
  const auto k = static_cast<std::size_t>(i);
  const LoggedChange& change = impl().changes[k];
  ChangeReader payload(impl().payload.data() + impl().payload_start[k], change.words, file());
  try {
    cardan::repeat_change(world, change.kind, payload);
  } catch (const Error& error) {
    throw Error("the change '" + named.call + "' after step " + std::to_string(named.step) +
                    " cannot be repeated: " + error.what(),
                file());
  }
}

std::vector<RecordedTable> Recording::tables() const {
  std::vector<std::string> models;
  for (const ModelTable& model : impl().models) models.push_back(model.path);
  return list_tables(impl().reader, models);
}

std::vector<RecordedContact> Recording::contacts(std::int64_t row) const {
  impl().require_row(row);
  const std::vector<std::int64_t>& starts = impl().contact_starts;
  if (starts.empty()) return {};
  const std::int64_t first = starts[static_cast<std::size_t>(row)];
  return read_contacts_of(impl().reader, first, starts[static_cast<std::size_t>(row) + 1] - first);
}

std::int64_t Recording::num_rows() const { return static_cast<std::int64_t>(impl().steps.size()); }

std::vector<double> Recording::rows(const RecordedTable& table, std::int64_t first,
                                    std::int64_t count) const {
  return impl().reader.rows(table.path, first, count);
}

}  // namespace cardan
