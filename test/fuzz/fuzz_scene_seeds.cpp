#include <cstdio>
#include <filesystem>

/// First inputs of fuzz_scene: the scenes of the library that are small.

namespace fs = std::filesystem;

int main(int argc, char** argv) {
  if (argc != 2 || !fs::is_directory(argv[1])) {
    std::fprintf(stderr, "usage: fuzz_scene_seeds FOLDER\n");
    return 2;
  }
  constexpr std::uintmax_t kMostBytes = 6000;
  const fs::path scenes = fs::path(CARDAN_SOURCE_DIR) / "data/scenes";
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(scenes)) {
    if (entry.path().extension() != ".yaml" || entry.file_size() > kMostBytes) continue;
    fs::copy_file(entry.path(), fs::path(argv[1]) / entry.path().filename(),
                  fs::copy_options::overwrite_existing);
  }
  return 0;
}
