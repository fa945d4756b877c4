#include "view/visual_book.h"

#include <algorithm>
#include <filesystem>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/urdf.h"
#include "dynamics/urdf/mesh_search.h"
#include "geometry/files/drawn_mesh.h"
#include "view/textured_shape.h"

namespace cardan::view {

namespace {

constexpr std::array<double, 4> kWhite{1, 1, 1, 1};

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

bool has_own_material(const DrawnPart& part) {
  return part.rgba || !part.texture.empty() || !part.colours.empty();
}

// The reason why no part of a mesh shows an image of the robot file; "": a part shows it.
std::string why_not_shown(const DrawnMesh& drawing) {
  bool is_bare = false;
  for (const DrawnPart& part : drawing.parts) {
    if (has_own_material(part)) continue;
    if (!part.uv.empty()) return "";
    is_bare = true;
  }
  return is_bare ? "the mesh has no texture coordinates" : "the mesh has materials of its own";
}

}  // namespace

LinkVisuals visuals_of(const ModelSpec& spec) {
  if (spec.urdf.empty() && !spec.urdf_text) return {};
  UrdfOptions options;
  options.packages = spec.packages;
  options.allow_missing_meshes = true;
  options.allow_outside = spec.allow_outside;
  options.directory = spec.urdf_folder;
  RobotDescription robot = spec.urdf_text ? inspect_urdf_text(*spec.urdf_text, spec.name, options)
                                          : inspect_urdf(spec.urdf, options);
  MeshSearch search = mesh_search(robot, options);
  return {std::move(robot.links), std::move(search)};
}

void VisualBook::add(const ShapeRecord& record, int body, const MeshSearch& search) {
  const std::size_t before = data_->parts.size();
  if (record.usable) {
    const std::string image = image_of(record, search);
    if (record.geometry.kind == GeometryKind::kMesh) {
      for (const Part& part : parts_of({&record.geometry, image, !search.scope}))
        add_part(record, body, part);
    } else {
      for (const int shape : shapes_->add(record.geometry))
        add_part(record, body, add_primitive(shape, image));
    }
  }
  if (data_->parts.size() > before) return;
  data_->bodies[static_cast<std::size_t>(body)].visual_missing = true;
  if (!record.usable && !record.mesh_uri.empty())
    add_note("the mesh " + record.mesh_uri + " is not shown: it is missing or outside the project",
             *data_);
}

// The path of the image of a material; "": none.
std::string VisualBook::image_of(const ShapeRecord& record, const MeshSearch& search) {
  const std::string& uri = record.appearance.texture;
  if (uri.empty()) return "";
  std::string path = resolve_mesh(uri, search).path;
  if (path.empty())
    add_note("the image " + uri + " is not shown: it is missing or outside the project", *data_);
  return path;
}

VisualBook::Part VisualBook::add_primitive(int shape, const std::string& image) {
  if (image.empty()) return {shape, -1, {}};
  const std::string& kind = data_->shapes[static_cast<std::size_t>(shape)].kind;
  if (!has_texture_coordinates(kind)) {
    add_note("the image " + file_name(image) + " is not shown on a " + kind +
                 ": the shape has no texture coordinates",
             *data_);
    return {shape, -1, {}};
  }
  const int index = textures_.add_file(image);
  if (index < 0) return {shape, -1, {}};
  return {shape, index, kWhite};
}

void VisualBook::add_part(const ShapeRecord& record, int body, const Part& part) {
  data_->parts.push_back({PagePart::Role::kVisual, body, part.shape, record.X_LS,
                          part.rgba ? part.rgba : record.appearance.rgba, part.image});
}

const std::vector<VisualBook::Part>& VisualBook::parts_of(const Source& source) {
  const Vector3& scale = source.geometry->mesh_scale;
  const auto key =
      std::make_tuple(source.geometry->mesh_file, scale.x(), scale.y(), scale.z(), source.image);
  const auto known = parts_.find(key);
  if (known != parts_.end()) return known->second;
  return parts_.emplace(key, read_parts(source)).first->second;
}

std::vector<VisualBook::Part> VisualBook::read_parts(const Source& source) {
  const std::string& file = source.geometry->mesh_file;
  std::vector<Part> parts;
  try {
    const DrawnMesh drawing = load_drawn_mesh(file, source.geometry->mesh_scale);
    const TexturedMesh mesh{file, source.allow_outside, &drawing};
    for (const std::string& missing : drawing.missing)
      add_note(file_name(file) + " refers to " + missing + ", which cannot be read", *data_);
    if (const std::string why = source.image.empty() ? "" : why_not_shown(drawing); !why.empty())
      add_note("the image " + file_name(source.image) + " is not shown on " + file_name(file) +
                   ": " + why,
               *data_);
    for (const DrawnPart& part : drawing.parts)
      parts.push_back(add_drawn(part, mesh, source.image));
  } catch (const Error& error) {
    add_note(error.what(), *data_);
  }
  return parts;
}

VisualBook::Part VisualBook::add_drawn(DrawnPart part, const TexturedMesh& mesh,
                                       const std::string& robot_image) {
  int image = -1;
  if (!part.texture.empty()) {
    image = textures_.add(mesh, part.texture);
  } else if (!robot_image.empty() && !has_own_material(part) && !part.uv.empty()) {
    image = textures_.add_file(robot_image);
    if (image >= 0) part.rgba = kWhite;
  }
  if (image < 0) part.uv.clear();
  if (!part.rgba && !part.colours.empty()) part.rgba = kWhite;
  return {shapes_->add(part), image, part.rgba};
}

}  // namespace cardan::view
