#include "sim/record/state_file.h"

#include <algorithm>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/hash.h"
#include "core/read_file.h"
#include "sim/record/state_file_groups.h"

namespace cardan {

namespace {

constexpr const char* kFormat = "cardan-state-2";
constexpr const char* kFormatStem = "cardan-state-";
constexpr int kEntryDoubles = 9;  // lambda, u, normal
constexpr const char* kHint = "make one with 'cardan run SCENE --save-state FILE'";

struct NamedList {
  const char* name;
  std::vector<ConstraintMemory::Entry> ConstraintMemory::*list;
};

constexpr NamedList kLists[] = {
    {"contacts", &ConstraintMemory::contacts},   {"torsions", &ConstraintMemory::torsions},
    {"rollings", &ConstraintMemory::rollings},   {"limits", &ConstraintMemory::limits},
    {"frictions", &ConstraintMemory::frictions}, {"motors", &ConstraintMemory::motors},
    {"loops", &ConstraintMemory::loops}};

// HDF5 does not verify stored numbers, so damage would go unnoticed.
class Checksum {
 public:
  void add(std::span<const double> values) {
    hash_.add(static_cast<std::uint64_t>(values.size()));
    hash_.add(values.data(), values.size());
  }
  void add(std::uint64_t value) { hash_.add(value); }
  void add(const std::string& text) {
    hash_.add(static_cast<std::uint64_t>(text.size()));
    hash_.add(std::string_view(text));
  }
  void add(const std::vector<std::int32_t>& numbers) {
    for (const std::int32_t number : numbers)
      hash_.add(static_cast<std::uint64_t>(static_cast<std::int64_t>(number)));
  }
  void add(const ConstraintMemory& memory) {
    for (const NamedList& named : kLists) add(memory.*named.list);
  }
  void add(const std::vector<ConstraintMemory::Entry>& entries) {
    hash_.add(static_cast<std::uint64_t>(entries.size()));
    for (const ConstraintMemory::Entry& entry : entries) {
      hash_.add(entry.key);
      if (entry.key_high != 0) hash_.add(static_cast<std::uint64_t>(entry.key_high));
      hash_.add(entry.lambda, 3);
      hash_.add(entry.u, 3);
      hash_.add(entry.normal, 3);
      if (entry.slip != 0) hash_.add(entry.slip);
    }
  }
  std::uint64_t value() const { return hash_.value(); }

 private:
  Hash hash_;
};

std::uint64_t checksum(const SavedState& state) {
  Checksum sum;
  sum.add(state.signature);
  const double times[] = {state.time, state.time_offset, state.step};
  sum.add(times);
  sum.add(static_cast<std::uint64_t>(state.steps));
  for (const SavedModel& model : state.models) {
    sum.add(model.name);
    for (const VectorX* x : {&model.q, &model.v, &model.tau, &model.tau_external, &model.history})
      sum.add(span_of(*x));
    sum.add({model.pd.data(), static_cast<std::size_t>(model.pd.size())});
    sum.add({&model.still_time, 1});
    if (model.motors.size() > 0) sum.add(span_of(model.motors));
  }
  sum.add(state.memory);
  sum.add(state.normals.pairs);
  sum.add(state.normals.normals);
  for (const SleepingIsland& island : state.sleepers) {
    sum.add(island.trees);
    sum.add(island.memory);
  }
  for (const SavedSensor& sensor : state.sensors) {
    sum.add(sensor.layout);
    sum.add(std::span<const double>(sensor.data));
  }
  return sum.value();
}

void write_list(Hdf5Writer& writer, const std::string& path,
                const std::vector<ConstraintMemory::Entry>& entries) {
  std::vector<std::uint64_t> keys, high;
  std::vector<double> values, slips;
  for (const ConstraintMemory::Entry& entry : entries) {
    keys.push_back(entry.key);
    high.push_back(entry.key_high);
    values.insert(values.end(), entry.lambda, entry.lambda + 3);
    values.insert(values.end(), entry.u, entry.u + 3);
    values.insert(values.end(), entry.normal, entry.normal + 3);
    slips.push_back(entry.slip);
  }
  writer.write(path + "/key", keys);
  // Worlds of up to 65 536 objects have no high words.
  if (std::any_of(high.begin(), high.end(), [](std::uint64_t x) { return x != 0; }))
    writer.write(path + "/key_high", high);
  writer.write(path + "/value", values);
  // Only contacts have a slip.
  if (std::any_of(slips.begin(), slips.end(), [](double x) { return x != 0; }))
    writer.write(path + "/slip", slips);
}

std::vector<ConstraintMemory::Entry> read_list(const Hdf5Reader& reader, const std::string& path) {
  const std::vector<std::uint64_t> keys = reader.integers(path + "/key");
  const std::vector<double> values = reader.doubles(path + "/value");
  std::vector<std::uint64_t> high(keys.size(), 0);
  if (reader.has(path + "/key_high")) high = reader.integers(path + "/key_high");
  std::vector<double> slips(keys.size(), 0);
  if (reader.has(path + "/slip")) slips = reader.doubles(path + "/slip");
  if (values.size() != keys.size() * kEntryDoubles || high.size() != keys.size() ||
      slips.size() != keys.size()) {
    reader.fail("'" + path + "' has columns of different length");
  }
  std::vector<ConstraintMemory::Entry> entries(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const double* row = values.data() + i * kEntryDoubles;
    entries[i].key = keys[i];
    entries[i].key_high = static_cast<std::uint32_t>(high[i]);
    std::copy_n(row, 3, entries[i].lambda);
    std::copy_n(row + 3, 3, entries[i].u);
    std::copy_n(row + 6, 3, entries[i].normal);
    entries[i].slip = slips[i];
  }
  return entries;
}

VectorX read_vector(const Hdf5Reader& reader, const std::string& path) {
  const std::vector<double> values = reader.doubles(path);
  return Eigen::Map<const VectorX>(values.data(), static_cast<Eigen::Index>(values.size()));
}

template <typename Number>
Number only(const Hdf5Reader& reader, const std::string& path, const std::vector<Number>& values) {
  if (values.size() != 1) reader.fail("'" + path + "' is not a single number");
  return values[0];
}

// Each line of the signature belongs to a model; the lines of loops stand alone. Strings of fixed
// length are limited, and a line is short.
std::vector<std::string> lines_of(const std::string& signature) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < signature.size();) {
    const std::size_t end = std::min(signature.find('\n', begin), signature.size());
    lines.push_back(signature.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// Models are stored by index, since a name may contain any character.
std::string model_path(const std::string& group, std::size_t index) {
  return group + "/models/" + std::to_string(index);
}

void write_memory(Hdf5Writer& writer, const std::string& group, const ConstraintMemory& memory) {
  for (const NamedList& named : kLists)
    write_list(writer, group + "/" + named.name, memory.*named.list);
}

ConstraintMemory read_memory(const Hdf5Reader& reader, const std::string& group) {
  ConstraintMemory memory;
  for (const NamedList& named : kLists)
    memory.*named.list = read_list(reader, group + "/" + named.name);
  return memory;
}

std::vector<std::int32_t> read_numbers(const Hdf5Reader& reader, const std::string& path) {
  std::vector<std::int32_t> numbers;
  for (const std::int64_t number : reader.whole_numbers(path))
    numbers.push_back(static_cast<std::int32_t>(number));
  return numbers;
}

// Data of all sensors, side by side. A file of a world without sensors has no such group.
void write_sensors(Hdf5Writer& writer, const std::string& group,
                   const std::vector<SavedSensor>& sensors) {
  if (sensors.empty()) return;
  std::vector<std::string> layouts;
  std::vector<std::uint64_t> sizes;
  std::vector<double> data;
  for (const SavedSensor& sensor : sensors) {
    layouts.push_back(sensor.layout);
    sizes.push_back(sensor.data.size());
    data.insert(data.end(), sensor.data.begin(), sensor.data.end());
  }
  writer.write_fixed(group + "/sensors/layout", layouts);
  writer.write(group + "/sensors/size", std::span<const std::uint64_t>(sizes));
  writer.write(group + "/sensors/data", std::span<const double>(data));
}

std::vector<SavedSensor> read_sensors(const Hdf5Reader& reader, const std::string& group) {
  if (!reader.has(group + "/sensors/layout")) return {};
  const std::vector<std::string> layouts = reader.names(group + "/sensors/layout");
  const std::vector<std::uint64_t> sizes = reader.integers(group + "/sensors/size");
  const std::vector<double> data = reader.doubles(group + "/sensors/data");
  std::vector<SavedSensor> sensors;
  std::size_t first = 0;
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    if (i >= sizes.size() || sizes[i] > data.size() - first)
      reader.fail("'" + group + "/sensors' has columns of different length");
    sensors.push_back({layouts[i], {data.data() + first, data.data() + first + sizes[i]}});
    first += sizes[i];
  }
  return sensors;
}

std::string sleeper_path(const std::string& group, std::size_t index) {
  return group + "/sleepers/" + std::to_string(index);
}

void write_model(Hdf5Writer& writer, const std::string& path, const SavedModel& model) {
  writer.write_fixed(path + "/name", model.name);
  writer.write(path + "/q", span_of(model.q));
  writer.write(path + "/v", span_of(model.v));
  writer.write(path + "/tau", span_of(model.tau));
  writer.write(path + "/tau_external", span_of(model.tau_external));
  writer.write(path + "/history", span_of(model.history));
  writer.write(path + "/still_time", std::span<const double>(&model.still_time, 1));
  if (model.motors.size() > 0) writer.write(path + "/motors", span_of(model.motors));
  writer.write(path + "/pd",
               std::span<const double>(model.pd.data(), static_cast<std::size_t>(model.pd.size())));
}

SavedModel read_model(const Hdf5Reader& reader, const std::string& path) {
  SavedModel model{reader.text(path + "/name"),
                   read_vector(reader, path + "/q"),
                   read_vector(reader, path + "/v"),
                   read_vector(reader, path + "/tau"),
                   read_vector(reader, path + "/tau_external"),
                   {},
                   only(reader, path + "/still_time", reader.doubles(path + "/still_time")),
                   read_vector(reader, path + "/history")};
  if (reader.has(path + "/motors")) model.motors = read_vector(reader, path + "/motors");
  const std::vector<double> pd = reader.doubles(path + "/pd");
  if (pd.size() % 7 != 0) reader.fail("'" + path + "/pd' is truncated");
  model.pd = Eigen::Map<const Eigen::Matrix<double, 7, Eigen::Dynamic>>(
      pd.data(), 7, static_cast<Eigen::Index>(pd.size() / 7));
  return model;
}

void require_format(const Hdf5Reader& reader) {
  if (!reader.has("/format") || !reader.has_fixed_text("/format")) {
    throw Error("not a state that this version of cardan wrote", reader.name(), kHint);
  }
  const std::string format = reader.text("/format");
  if (format == kFormat) return;
  if (format.rfind(kFormatStem, 0) != 0) throw Error("not a state of cardan", reader.name(), kHint);
  throw Error("the state has format '" + format + "', but this version reads '" + kFormat + "'",
              reader.name(), kHint);
}

constexpr std::uint64_t kMostStateBytes = std::uint64_t{2} << 30;

}  // namespace

void write_state(Hdf5Writer& writer, const std::string& group, const SavedState& state) {
  const auto write_number = [&](const char* name, double value) {
    writer.write(group + name, std::span<const double>(&value, 1));
  };
  const auto write_integer = [&](const char* name, std::uint64_t value) {
    writer.write(group + name, std::span<const std::uint64_t>(&value, 1));
  };
  writer.write_fixed(group + "/signature", lines_of(state.signature));
  write_number("/time", state.time);
  write_number("/time_offset", state.time_offset);
  write_number("/step", state.step);
  write_integer("/steps", static_cast<std::uint64_t>(state.steps));
  write_integer("/num_models", state.models.size());
  for (std::size_t i = 0; i < state.models.size(); ++i)
    write_model(writer, model_path(group, i), state.models[i]);
  write_memory(writer, group + "/memory", state.memory);
  writer.write(group + "/normals/pair", std::span<const std::int32_t>(state.normals.pairs));
  writer.write(group + "/normals/normal", std::span<const double>(state.normals.normals));
  write_integer("/num_sleepers", state.sleepers.size());
  for (std::size_t i = 0; i < state.sleepers.size(); ++i) {
    const std::string path = sleeper_path(group, i);
    writer.write(path + "/trees", std::span<const std::int32_t>(state.sleepers[i].trees));
    write_memory(writer, path + "/memory", state.sleepers[i].memory);
  }
  write_sensors(writer, group, state.sensors);
  write_integer("/checksum", checksum(state));
}

SavedState read_state(const Hdf5Reader& reader, const std::string& group) {
  const auto number = [&](const char* name) {
    return only(reader, group + name, reader.doubles(group + name));
  };
  const auto integer = [&](const char* name) {
    return only(reader, group + name, reader.integers(group + name));
  };
  SavedState state;
  for (const std::string& line : reader.names(group + "/signature"))
    state.signature.append(line).append("\n");
  state.time = number("/time");
  state.time_offset = number("/time_offset");
  state.step = number("/step");
  state.steps = static_cast<std::int64_t>(integer("/steps"));
  const std::uint64_t models = integer("/num_models");
  for (std::size_t i = 0; i < models; ++i)
    state.models.push_back(read_model(reader, model_path(group, i)));
  state.memory = read_memory(reader, group + "/memory");
  state.normals.pairs = read_numbers(reader, group + "/normals/pair");
  state.normals.normals = reader.doubles(group + "/normals/normal");
  if (state.normals.normals.size() * 2 != state.normals.pairs.size() * 3)
    reader.fail("'" + group + "/normals' has columns of different length");
  const std::uint64_t sleepers = integer("/num_sleepers");
  for (std::size_t i = 0; i < sleepers; ++i) {
    const std::string path = sleeper_path(group, i);
    state.sleepers.push_back(
        {read_numbers(reader, path + "/trees"), read_memory(reader, path + "/memory")});
  }
  state.sensors = read_sensors(reader, group);
  if (integer("/checksum") != checksum(state)) reader.fail("the checksum does not match the state");
  return state;
}

void write_state(const std::string& file, const SavedState& state) {
  Hdf5Writer writer(file);
  writer.write_fixed("/format", std::string(kFormat));
  write_state(writer, "", state);
  writer.commit();
}

SavedState read_state(const std::string& file) {
  const std::string image = read_whole_file(file, kHint, kMostStateBytes);
  const Hdf5Reader reader(image, file);
  require_format(reader);
  return read_state(reader, "");
}

}  // namespace cardan
