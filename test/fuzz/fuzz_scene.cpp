#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/scene.h"
#include "solvers/builtin/builtin_solvers.h"

/// libFuzzer on the reader of scenes: any text is read; an accepted scene of few models becomes a
/// world that takes two steps. Every refusal is one line.

namespace {

constexpr std::size_t kMostModels = 50;

void expect_one_line(const cardan::Error& error) {
  const std::string_view text(error.what());
  if (text.size() >= 2000 || text.find('\n') != std::string_view::npos) std::abort();
}

std::string scene_file() {
  static const std::string file = "/tmp/cardan-fuzz-" + std::to_string(::getpid()) + ".yaml";
  return file;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  cardan::register_builtin_solvers();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::ofstream(scene_file(), std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  try {
    const cardan::Scene scene = cardan::load_scene(scene_file());
    if (scene.models.size() > kMostModels) return 0;
    cardan::World world = cardan::make_world(scene);
    for (int step = 0; step < 2; ++step) {
      world.step();
    }
  } catch (const cardan::Error& error) {
    expect_one_line(error);
  }
  return 0;
}
