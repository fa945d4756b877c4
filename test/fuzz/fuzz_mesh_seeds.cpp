#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

/// First inputs of fuzz_mesh: the small meshes of the library, a text STL and a binary one.

namespace fs = std::filesystem;

namespace {

constexpr const char* kTextStl =
    "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
    "endloop\nendfacet\nendsolid a\n";

constexpr const char* kObj =
    "# c\nmtllib a.mtl\no part\nv 0 0 0\nv 1 0 0 1\nv 0 1 0\nv 0 0 1e0\nvn 0 0 1\nvt 0 0\n"
    "usemtl m\ns 1\nf 1/1/1 2/1/1 3/1/1\nf -1 -2 -3\nf 1//1 2//1 3//1 4//1\ng other\nf 1 2 4\n";

void write(const fs::path& folder, const std::string& name, const std::string& bytes) {
  std::ofstream(folder / name, std::ios::binary) << bytes;
}

// One triangle.
std::string binary_stl() {
  std::string bytes(84 + 50, '\0');
  bytes[80] = 1;
  const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  std::memcpy(bytes.data() + 84 + 12, corners, sizeof corners);
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || !fs::is_directory(argv[1])) {
    std::fprintf(stderr, "usage: fuzz_mesh_seeds FOLDER\n");
    return 2;
  }
  write(argv[1], "text.stl", kTextStl);
  write(argv[1], "binary.stl", binary_stl());
  write(argv[1], "small.obj", kObj);
  for (const auto& entry : fs::directory_iterator(fs::path(CARDAN_SOURCE_DIR) / "data/meshes")) {
    fs::copy_file(entry.path(), fs::path(argv[1]) / entry.path().filename(),
                  fs::copy_options::overwrite_existing);
  }
  return 0;
}
