#include "visuals.h"

#include "cardan/dynamics/urdf/reader.h"

namespace cardan::view {

namespace {

RobotDescription description_of(const ModelSpec& spec) {
  UrdfOptions options;
  options.packages = spec.packages;
  options.allow_missing_meshes = true;
  options.allow_outside = spec.allow_outside;
  options.load_visual_meshes = true;
  options.directory = spec.urdf_folder;
  if (spec.urdf_text) return inspect_urdf_text(*spec.urdf_text, spec.name, options);
  return inspect_urdf(spec.urdf, options);
}

}  // namespace

GeometryRecord drawn_geometry(const ShapeRecord& record) {
  if (record.usable) return record.geometry;
  GeometryRecord none;
  none.kind = GeometryKind::kMesh;
  return none;
}

std::vector<Visual> visuals_of(const ModelSpec& spec) {
  std::vector<Visual> visuals;
  if (spec.urdf.empty() && !spec.urdf_text) return visuals;
  for (const LinkRecord& link : description_of(spec).links) {
    for (const ShapeRecord& record : link.visuals) {
      visuals.push_back({link.name, record.X_LS, drawn_geometry(record), record.appearance.rgba});
    }
  }
  return visuals;
}

}  // namespace cardan::view
