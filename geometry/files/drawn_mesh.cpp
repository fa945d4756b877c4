#include "geometry/files/drawn_mesh.h"

#include "cardan/error.h"
#include "cardan/mesh_files.h"
#include "geometry/files/mesh_readers.h"

namespace cardan {

namespace {

DrawnMesh without_materials(const std::string& file, const Vector3& scale) {
  DrawnMesh drawing;
  for (const auto& mesh : load_mesh(file, scale)) drawing.parts.push_back({*mesh, {}, {}, {}, {}});
  return drawing;
}

}  // namespace

DrawnMesh load_drawn_mesh(const std::string& file, const Vector3& scale) {
  const std::string format = mesh::lower_extension(file);
  if (format != "dae" && format != "gltf" && format != "glb" && format != "obj")
    return without_materials(file, scale);
  mesh::mesh_file_bytes(
      file);  // reports the reason for an unreadable file, which the other program does not
  try {
    DrawnMesh drawing = mesh::read_drawing_in_process(file, format, scale);
    for (const DrawnPart& part : drawing.parts) mesh::check_part(part.mesh, file);
    if (!drawing.parts.empty()) return drawing;
  } catch (const Error&) {
    // assimp rejects some OBJ files that cardan can read. Other errors occur again below.
  }
  return without_materials(file, scale);
}

}  // namespace cardan
