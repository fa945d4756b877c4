#include "cardan/dynamics/urdf/drawn_mesh.h"

#include "cardan/core/error.h"
#include "cardan/dynamics/urdf/mesh_loader.h"
#include "cardan/dynamics/urdf/mesh_readers_internal.h"

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
  urdf::mesh_file_bytes(file);  // the other program gives no reasons
  try {
    DrawnMesh drawing = urdf::read_drawing_in_process(file, format, scale);
    for (const DrawnPart& part : drawing.parts) urdf::check_part(part.mesh, file);
    if (!drawing.parts.empty()) return drawing;
  } catch (const Error&) {
    // assimp refuses some OBJ files that cardan reads. Errors in the others come again.
  }
  return without_materials(file, scale);
}

}  // namespace cardan
