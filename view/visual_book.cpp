#include "visual_book.h"

#include <filesystem>

#include "cardan/core/error.h"
#include "cardan/dynamics/urdf/drawn_mesh.h"
#include "cardan/dynamics/urdf/reader.h"

namespace cardan::view {

std::vector<LinkRecord> links_with_visuals(const ModelSpec& spec) {
  if (spec.urdf.empty() && !spec.urdf_text) return {};
  UrdfOptions options;
  options.packages = spec.packages;
  options.allow_missing_meshes = true;
  options.allow_outside = spec.allow_outside;
  options.directory = spec.urdf_folder;
  if (spec.urdf_text) return inspect_urdf_text(*spec.urdf_text, spec.name, options).links;
  return inspect_urdf(spec.urdf, options).links;
}

void VisualBook::add(const ShapeRecord& record, int body, bool allow_outside) {
  const std::size_t before = data_->parts.size();
  if (record.usable && record.geometry.kind == GeometryKind::kMesh) {
    for (const Part& part : parts_of(record.geometry, allow_outside)) add_part(record, body, part);
  } else if (record.usable) {
    for (const int shape : shapes_->add(record.geometry)) add_part(record, body, {shape, -1, {}});
  }
  if (data_->parts.size() > before) return;
  data_->bodies[static_cast<std::size_t>(body)].visual_missing = true;
  if (!record.usable && !record.mesh_uri.empty())
    add_note("the mesh " + record.mesh_uri + " is not shown: it is missing or outside the project",
             *data_);
}

void VisualBook::add_part(const ShapeRecord& record, int body, const Part& part) {
  data_->parts.push_back({PagePart::Role::kVisual, body, part.shape, record.X_LS,
                          part.rgba ? part.rgba : record.appearance.rgba, part.image});
}

const std::vector<VisualBook::Part>& VisualBook::parts_of(const GeometryRecord& geometry,
                                                          bool allow_outside) {
  const Vector3& scale = geometry.mesh_scale;
  const auto key = std::make_tuple(geometry.mesh_file, scale.x(), scale.y(), scale.z());
  const auto known = parts_.find(key);
  if (known != parts_.end()) return known->second;
  return parts_.emplace(key, read_parts(geometry, allow_outside)).first->second;
}

std::vector<VisualBook::Part> VisualBook::read_parts(const GeometryRecord& geometry,
                                                     bool allow_outside) {
  std::vector<Part> parts;
  try {
    const DrawnMesh drawing = load_drawn_mesh(geometry.mesh_file, geometry.mesh_scale);
    const TexturedMesh mesh{geometry.mesh_file, allow_outside, &drawing};
    const std::string name = std::filesystem::path(geometry.mesh_file).filename().string();
    for (const std::string& missing : drawing.missing)
      add_note(name + " refers to " + missing + ", which cannot be read", *data_);
    for (DrawnPart part : drawing.parts) {
      const int image = part.texture.empty() ? -1 : textures_.add(mesh, part.texture);
      if (image < 0) part.uv.clear();
      if (!part.rgba && !part.colours.empty()) part.rgba = {1, 1, 1, 1};
      parts.push_back({shapes_->add(part), image, part.rgba});
    }
  } catch (const Error& error) {
    add_note(error.what(), *data_);
  }
  return parts;
}

}  // namespace cardan::view
