#include "dynamics/urdf/drawn_mesh.h"

#include "cardan/error.h"
#include "cardan/mesh_files.h"
#include "dynamics/urdf/mesh_readers.h"

namespace cardan {

namespace {

DrawnMesh without_materials(const std::string& file, const Vector3& scale) {
  DrawnMesh drawing;
  for (const auto& mesh : load_mesh(file, scale)) drawing.parts.push_back({*mesh, {}, {}, {}, {}});
  return drawing;
}

}  // namespace

DrawnMesh load_drawn_mesh(const std::string& file, const Vector3& scale) {
  const std::string format = urdf::lower_extension(file);
  if (format != "dae" && format != "gltf" && format != "glb" && format != "obj")
    return without_materials(file, scale);
  urdf::mesh_file_bytes(
      file);  // reports the reason for an unreadable file, which the other program does not
  try {
    DrawnMesh drawing = urdf::read_drawing_in_process(file, format, scale);
    for (const DrawnPart& part : drawing.parts) urdf::check_part(part.mesh, file);
    if (!drawing.parts.empty()) return drawing;
  } catch (const Error&) {
    // assimp rejects some OBJ files that cardan can read. Other errors occur again below.
  }
  return without_materials(file, scale);
}

}  // namespace cardan
