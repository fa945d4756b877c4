#include <cstdio>
#include <filesystem>
#include <string>

#include "cardan/model_spec.h"
#include "cardan/recording.h"
#include "cardan/world.h"
#include "solvers/builtin/builtin_solvers.h"

/// First inputs of fuzz_recording: a recording of five steps of a ball on the ground, and its
/// state.

namespace fs = std::filesystem;

int main(int argc, char** argv) {
  if (argc != 2 || !fs::is_directory(argv[1])) {
    std::fprintf(stderr, "usage: fuzz_recording_seeds FOLDER\n");
    return 2;
  }
  cardan::register_builtin_solvers();
  cardan::World world;
  world.add_ground();
  cardan::ModelSpec ball;
  ball.name = "ball";
  ball.geometry = cardan::GeometryRecord{cardan::GeometryKind::kSphere, {0.1, 0, 0}};
  ball.pose = cardan::RigidTransform({0, 0, 0.1});
  world.add(ball);
  const std::string folder = argv[1];
  cardan::Recorder recorder(folder + "/recording.h5", 0);
  recorder.record(world);
  for (int step = 0; step < 5; ++step) {
    world.step();
    recorder.record(world);
  }
  recorder.close();
  world.save_state(folder + "/state.h5");
  return 0;
}
