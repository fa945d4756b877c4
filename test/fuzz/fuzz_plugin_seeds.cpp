#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

/// First inputs of fuzz_plugin: runs of one byte value; zeros are a valid plugin.
int main(int argc, char** argv) {
  if (argc != 2 || !std::filesystem::is_directory(argv[1])) {
    std::fprintf(stderr, "usage: fuzz_plugin_seeds FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  for (const int byte : {0, 1, 2, 3, 6, 7, 15, 255}) {
    for (const int size : {16, 64, 256, 1024}) {
      const std::string name = std::to_string(byte) + "_" + std::to_string(size);
      std::ofstream(folder / name, std::ios::binary)
          << std::string(static_cast<std::size_t>(size), static_cast<char>(byte));
    }
  }
  return 0;
}
