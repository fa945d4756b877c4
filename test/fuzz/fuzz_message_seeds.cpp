#include <cstdio>
#include <filesystem>
#include <fstream>

/// First inputs of fuzz_message: a message of each kind.

namespace fs = std::filesystem;

namespace {

constexpr const char* kMessages[] = {
    R"({"type": "play"})",
    R"({"type": "pause"})",
    R"({"type": "reset"})",
    R"({"type": "release"})",
    R"({"type": "step", "count": 1})",
    R"({"type": "seek", "time": 0.5})",
    R"({"type": "speed", "speed": 1})",
    R"({"type": "push", "body": 1, "point": [0, 0, 0], "target": [0, -1e-3, 1]})",
    R"({"type": "set", "path": "gravity.z", "value": -1.62})",
    R"({"type": "pair", "formulation": "cone", "solver": "pgs"})",
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || !fs::is_directory(argv[1])) {
    std::fprintf(stderr, "usage: fuzz_message_seeds FOLDER\n");
    return 2;
  }
  int number = 0;
  for (const char* message : kMessages)
    std::ofstream(fs::path(argv[1]) / ("message-" + std::to_string(number++) + ".json")) << message;
  return 0;
}
