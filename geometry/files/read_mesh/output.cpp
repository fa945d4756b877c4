#include "geometry/files/read_mesh/output.h"

#include <unistd.h>

#include <cerrno>
#include <limits>

#include "geometry/files/mesh_stream.h"

namespace cardan::mesh {

namespace {

bool put(const void* data, std::size_t size) {
  const char* from = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::write(STDOUT_FILENO, from, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    from += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

bool put(std::uint64_t value) { return put(&value, sizeof value); }

template <typename Item>
bool put_items(const std::vector<Item>& items) {
  return put(items.data(), items.size() * sizeof(Item));
}

bool put_mesh(const TriangleMesh& mesh) {
  return put(mesh.vertices.size()) && put(mesh.triangles.size()) && put_items(mesh.vertices) &&
         put_items(mesh.triangles);
}

bool put_text(const std::string& text) { return put(text.size()) && put(text.data(), text.size()); }

bool put_texts(const std::vector<std::string>& texts) {
  bool good = put(texts.size());
  for (const std::string& text : texts) good = good && put_text(text);
  return good;
}

bool put_part(const DrawnPart& part) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const std::array<double, 4> rgba = part.rgba.value_or(std::array{kNone, kNone, kNone, kNone});
  return put_mesh(part.mesh) && put(rgba.data(), sizeof rgba) && put(part.colours.size()) &&
         put_items(part.colours) && put(part.uv.size()) && put_items(part.uv) &&
         put_text(part.texture);
}

}  // namespace

bool put_parts(const std::vector<TriangleMesh>& parts) {
  bool good = put(kMeshMagic) && put(parts.size());
  for (const TriangleMesh& part : parts) good = good && put_mesh(part);
  return good && put(kMeshEnd);
}

bool put_drawing(const DrawnMesh& drawing) {
  bool good = put(kDrawingMagic) && put(drawing.parts.size());
  for (const DrawnPart& part : drawing.parts) good = good && put_part(part);
  return good && put_texts(drawing.images) && put_texts(drawing.missing) && put(kMeshEnd);
}

}  // namespace cardan::mesh
