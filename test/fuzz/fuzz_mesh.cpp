#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "cardan/error.h"
#include "geometry/files/mesh_readers.h"

/// libFuzzer on the readers of meshes that run in the process: any bytes are read as STL and as
/// OBJ. Every index of an accepted mesh is one of its vertices; every refusal is one line. The
/// loader of meshes refuses vertices that are not finite, of every format. DAE, glTF and GLB are
/// read by a process of their own (test/damage).

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const std::vector<cardan::TriangleMesh>& parts) {
  for (const cardan::TriangleMesh& part : parts) {
    const int count = static_cast<int>(part.vertices.size());
    for (const auto& triangle : part.triangles) {
      for (const int vertex : triangle) require(vertex >= 0 && vertex < count);
    }
  }
}

template <typename Reader>
void read(Reader reader, std::string_view bytes) {
  try {
    check(reader(bytes, "mesh"));
  } catch (const cardan::Error& error) {
    const std::string_view text(error.what());
    require(text.size() < 2000 && text.find('\n') == std::string_view::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read(cardan::mesh::read_stl, bytes);
  read(cardan::mesh::read_obj, bytes);
  return 0;
}
