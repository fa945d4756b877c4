#include "cardan/sim/state_file.h"

#include "cardan/core/error.h"
#include "cardan/core/hdf5_file_internal.h"

namespace cardan {

namespace {

constexpr const char* kFormat = "cardan-state-1";
constexpr int kEntryDoubles = 9;  // lambda, u, normal

std::span<const double> span_of(const VectorX& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

struct NamedList {
  const char* name;
  std::vector<ConstraintMemory::Entry> ConstraintMemory::*list;
};

constexpr NamedList kLists[] = {
    {"contacts", &ConstraintMemory::contacts},   {"torsions", &ConstraintMemory::torsions},
    {"rollings", &ConstraintMemory::rollings},   {"limits", &ConstraintMemory::limits},
    {"frictions", &ConstraintMemory::frictions}, {"motors", &ConstraintMemory::motors},
    {"loops", &ConstraintMemory::loops}};

void write_list(Hdf5Writer& writer, const std::string& path,
                const std::vector<ConstraintMemory::Entry>& entries) {
  std::vector<std::uint64_t> keys;
  std::vector<double> values;
  for (const ConstraintMemory::Entry& entry : entries) {
    keys.push_back(entry.key);
    values.insert(values.end(), entry.lambda, entry.lambda + 3);
    values.insert(values.end(), entry.u, entry.u + 3);
    values.insert(values.end(), entry.normal, entry.normal + 3);
  }
  writer.write(path + "/key", keys);
  writer.write(path + "/value", values);
}

std::vector<ConstraintMemory::Entry> read_list(const Hdf5Reader& reader, const std::string& path,
                                               const std::string& file) {
  const std::vector<std::uint64_t> keys = reader.integers(path + "/key");
  const std::vector<double> values = reader.doubles(path + "/value");
  if (values.size() != keys.size() * kEntryDoubles) {
    throw Error("'" + path + "' has columns of different length", file, "the file is damaged");
  }
  std::vector<ConstraintMemory::Entry> entries(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const double* row = values.data() + i * kEntryDoubles;
    entries[i].key = keys[i];
    std::copy_n(row, 3, entries[i].lambda);
    std::copy_n(row + 3, 3, entries[i].u);
    std::copy_n(row + 6, 3, entries[i].normal);
  }
  return entries;
}

VectorX read_vector(const Hdf5Reader& reader, const std::string& path) {
  const std::vector<double> values = reader.doubles(path);
  return Eigen::Map<const VectorX>(values.data(), static_cast<Eigen::Index>(values.size()));
}

// Models by number: a name may hold any character.
std::string model_path(std::size_t index) { return "/models/" + std::to_string(index); }

}  // namespace

void write_state(const std::string& file, const WorldState& state) {
  Hdf5Writer writer(file);
  writer.write("/format", std::string(kFormat));
  writer.write("/signature", state.signature);
  writer.write("/time", std::span<const double>(&state.time, 1));
  const std::uint64_t steps = static_cast<std::uint64_t>(state.steps);
  writer.write("/steps", std::span<const std::uint64_t>(&steps, 1));
  std::vector<std::string> names;
  for (const ModelState& model : state.models) {
    const std::string path = model_path(names.size());
    names.push_back(model.name);
    writer.write(path + "/q", span_of(model.q));
    writer.write(path + "/v", span_of(model.v));
    writer.write(path + "/tau", span_of(model.tau));
    writer.write(path + "/tau_external", span_of(model.tau_external));
    writer.write(path + "/history", span_of(model.history));
    writer.write(path + "/pd", std::span<const double>(model.pd.data(),
                                                       static_cast<std::size_t>(model.pd.size())));
  }
  writer.write("/model_names", names);
  for (const NamedList& named : kLists) {
    write_list(writer, std::string("/memory/") + named.name, state.memory.*named.list);
  }
  writer.commit();
}

WorldState read_state(const std::string& file) {
  const Hdf5Reader reader(file);
  if (!reader.has("/format") || reader.text("/format") != kFormat) {
    throw Error("not a state that this version of cardan wrote", file,
                "make one with 'cardan run SCENE --save-state FILE'");
  }
  WorldState state;
  state.signature = reader.text("/signature");
  const std::vector<double> time = reader.doubles("/time");
  const std::vector<std::uint64_t> steps = reader.integers("/steps");
  if (time.size() != 1 || steps.size() != 1 || !std::isfinite(time[0])) {
    throw Error("'/time' or '/steps' is not one finite number", file, "the file is damaged");
  }
  state.time = time[0];
  state.steps = static_cast<std::int64_t>(steps[0]);
  for (const std::string& name : reader.names("/model_names")) {
    const std::string path = model_path(state.models.size());
    ModelState model{name,
                     read_vector(reader, path + "/q"),
                     read_vector(reader, path + "/v"),
                     read_vector(reader, path + "/tau"),
                     read_vector(reader, path + "/tau_external"),
                     {},
                     {}};
    if (reader.has(path + "/history")) model.history = read_vector(reader, path + "/history");
    const std::vector<double> pd = reader.doubles(path + "/pd");
    if (pd.size() % 7 != 0)
      throw Error("'" + path + "/pd' is cut short", file, "the file is damaged");
    model.pd = Eigen::Map<const Eigen::Matrix<double, 7, Eigen::Dynamic>>(
        pd.data(), 7, static_cast<Eigen::Index>(pd.size() / 7));
    state.models.push_back(std::move(model));
  }
  for (const NamedList& named : kLists) {
    state.memory.*named.list = read_list(reader, std::string("/memory/") + named.name, file);
  }
  return state;
}

}  // namespace cardan
