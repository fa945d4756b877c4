#include "sim/data/spec_json.h"

#include <filesystem>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/sensor.h"
#include "core/file_kind.h"
#include "sim/data/json_archive.h"
#include "sim/data/spec_fields.h"

namespace cardan {

template <class A>
void fields(A& a, PairJson& x) {
  a("formulation", x.formulation);
  a("solver", x.solver);
}

std::string absolute_path(const std::string& path) {
  std::error_code unreachable;
  const std::filesystem::path whole = std::filesystem::absolute(path, unreachable);
  return path.empty() || unreachable ? path : whole.lexically_normal().string();
}

std::string material_json(const MaterialSpec& material) { return json::text_of(material); }
MaterialSpec material_of_json(const std::string& text) {
  return json::read_text<MaterialSpec>(text, "material");
}
std::string materials_json(const MaterialTable& materials) { return json::text_of(materials); }
MaterialTable materials_of_json(const std::string& text) {
  return json::read_text<MaterialTable>(text, "materials");
}
std::string loops_json(const std::vector<LoopSpec>& loops) { return json::text_of(loops); }
std::vector<LoopSpec> loops_of_json(const std::string& text) {
  return json::read_text<std::vector<LoopSpec>>(text, "loops");
}
std::string pair_json(const PairJson& pair) { return json::text_of(pair); }
PairJson pair_of_json(const std::string& text) { return json::read_text<PairJson>(text, "pair"); }
std::string model_json(const ModelSpec& spec) { return json::text_of(spec); }
std::string sensor_json(const SensorSpec& spec) { return json::text_of(spec); }
SensorSpec sensor_of_json(const std::string& text) {
  return json::read_text<SensorSpec>(text, "sensor");
}

std::shared_ptr<const ModelSpec> kept_spec(const ModelSpec& given, const std::string& name) {
  auto spec = std::make_shared<ModelSpec>(given);
  spec->name = name;
  if (!spec->urdf_text) spec->urdf = absolute_path(spec->urdf);
  if (spec->urdf_text) {
    const std::string& folder = spec->urdf_folder;
    spec->urdf_folder = absolute_path(folder.empty() ? "." : folder);
  }
  for (auto& [package, folder] : spec->packages) folder = absolute_path(folder);
  const auto keep = [](GeometryRecord& geometry) {
    geometry.mesh_file = absolute_path(geometry.mesh_file);
    if (geometry.kind == GeometryKind::kMesh && is_file(geometry.mesh_file)) geometry.parts.clear();
  };
  if (spec->geometry) keep(*spec->geometry);
  for (CompoundPart& part : spec->compound) keep(part.geometry);
  return spec;
}

}  // namespace cardan
