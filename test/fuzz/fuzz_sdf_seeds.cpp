#include <cstdio>
#include <filesystem>

/// fuzz_sdf_seeds FOLDER: the models of the tests.

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  if (argc != 2 || !fs::is_directory(argv[1])) {
    std::fprintf(stderr, "usage: fuzz_sdf_seeds FOLDER\n");
    return 2;
  }
  for (const auto& entry : fs::directory_iterator(CARDAN_SOURCE_DIR "/test/unit/sdf/models")) {
    if (entry.is_regular_file())
      fs::copy_file(entry.path(), fs::path(argv[1]) / entry.path().filename(),
                    fs::copy_options::overwrite_existing);
  }
  return 0;
}
