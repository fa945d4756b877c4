#include <gtest/gtest.h>

#include <filesystem>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "test/unit/sim/restored_runs.h"

namespace cardan {
namespace {

const std::string kData = std::string(CARDAN_SOURCE_DIR) + "/data/";

// Steps that are equal on every machine and have no pattern.
std::vector<int> moments(int count, int most, unsigned seed) {
  std::vector<int> steps;
  for (unsigned state = seed; static_cast<int>(steps.size()) < count;) {
    state = state * 1664525U + 1013904223U;
    steps.push_back(static_cast<int>((state >> 8) % static_cast<unsigned>(most)));
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

TEST(SaveRestore, EverySceneContinuesBitForBit) {
  int in_contact = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kData + "scenes")) {
    if (entry.path().extension() != ".yaml") continue;
    in_contact += test::expect_equal_futures(load_scene(entry.path().string()), {23}, 7);
  }
  EXPECT_GE(in_contact, 10);
}

// All parts that a world can have: a robot whose motors saturate, a mesh, a compound, a carrier
// that is moved, a closed loop, a ball that bounces and one that is fast.
std::string everything(const std::string& contact, const std::string& integrator) {
  return "cardan: 1\nname: everything\ntime: {step: 0.002, duration: 1" + integrator +
         "}\ncontact: " + contact + R"(
materials: {default: {mu: 0.6}, rubber: {mu: 0.9, restitution: 0.5}}
models:
  - {name: ground, plane: {normal: [0, 0, 1], offset: 0}, static: true}
  - name: carrier
    box: {size: [1, 1, 0.1]}
    pose: {xyz: [3, 0, 0.3]}
    kinematic: {path: [{time: 0, xyz: [0, 0, 0]}, {time: 0.1, xyz: [0.1, 0, 0.02]}], smooth: true, repeat: true}
  - {name: rider, box: {size: [0.2, 0.2, 0.2]}, pose: {xyz: [3, 0, 0.451]}, mass: 1}
  - name: hammer
    pose: {xyz: [0, 2, 0.05]}
    compound: [{box: {size: [0.1, 0.1, 0.1]}}, {sphere: {radius: 0.06}, pose: {xyz: [0.2, 0, 0]}}]
  - {name: rock, mesh: {file: )" +
         kData + R"(meshes/voussoir.obj}, density: 500, pose: {xyz: [-2, 0, 0.3]}}
  - {name: ball, sphere: {radius: 0.05}, material: rubber, mass: 0.2, pose: {xyz: [1, 0, 0.06]}, velocity: {linear: [0, 1, -2]}}
  - {name: bullet, sphere: {radius: 0.02}, mass: 0.01, pose: {xyz: [1, -1, 0.1]}, velocity: {linear: [30, 0, -1]}}
  - name: robot
    urdf: )" +
         kData + R"(robots/quadruped.urdf
    base: floating
    pose: {xyz: [0, -2, 0.352]}
    control: {pd: {kp: 150, kd: 4, effort: 3}}
  - {name: a, box: {size: [0.2, 0.1, 0.1]}, mass: 1, pose: {xyz: [-1, 2, 0.05]}}
  - {name: b, box: {size: [0.2, 0.1, 0.1]}, mass: 1, pose: {xyz: [-0.8, 2, 0.05]}}
loops: [{point: [a, b], at: [[0.1, 0, 0], [-0.1, 0, 0]]}]
ignore: [[a, b]]
forces: [{on: rider, from: 0.04, force: [2, 0, 0]}]
)";
}

constexpr const char* kOfVelocities[] = {
    "{formulation: cone}",
    "{formulation: {cone: {rolling: joint}}, restitution: poisson}",
    "{formulation: polyhedral}",
    "{formulation: convex}",
    "{formulation: box}",
    "{formulation: hybrid}",
    "{formulation: phantom}",
    "{formulation: frictionless}",
    "{solver: pgs, stabilization: {kind: projection}}",
    "{stabilization: {kind: relaxation, time_constant: 0.01, damping_ratio: 1}}",
    "{continuous: true, shadow: admm}"};

void expect_equal_bits(const char* contact, const char* integrator) {
  SCOPED_TRACE(std::string(contact).append(integrator));
  const test::TemporaryDirectory folder;
  // The rock's mesh and the robot lie outside of the folder of the scene.
  const Scene scene = load_scene(folder.write("s.yaml", everything(contact, integrator)), {},
                                 {.allow_outside = true});
  EXPECT_EQ(test::expect_equal_futures(scene, {14, 41}, 25), 2);
}

TEST(SaveRestore, EveryFormulationContinuesBitForBit) {
  for (const char* contact : kOfVelocities) expect_equal_bits(contact, "");
  expect_equal_bits("{formulation: acceleration}", "");
}

TEST(SaveRestore, MidpointContinuesBitForBit) {
  for (const char* contact : kOfVelocities) expect_equal_bits(contact, ", integrator: midpoint");
}

TEST(SaveRestore, RungeKuttaContinuesBitForBit) {
  const test::TemporaryDirectory folder;
  const Scene scene = load_scene(folder.write("s.yaml", R"(
cardan: 1
time: {step: 0.002, duration: 1, integrator: rk4}
contact: {formulation: acceleration}
materials: {default: {mu: 0.5, restitution: 0.3}}
models:
  - {name: ground, plane: {normal: [0, 0, 1], offset: 0}, static: true}
  - {name: ball, sphere: {radius: 0.1}, mass: 1, pose: {xyz: [0, 0, 0.1]}, velocity: {linear: [1, 0, 0]}}
  - {name: other, sphere: {radius: 0.1}, mass: 1, pose: {xyz: [0.5, 0, 0.13]}}
)"));
  EXPECT_GE(test::expect_equal_futures(scene, moments(4, 150, 3), 60), 1);
}

// Ten moments in contact.
TEST(SaveRestore, RandomMomentsOfAHeapContinueBitForBit) {
  const test::TemporaryDirectory folder;
  const Scene scene = load_scene(folder.write("s.yaml", R"(
cardan: 1
time: {step: 0.004, duration: 1}
materials: {default: {mu: 0.5, mu_torsion: 0.002, mu_rolling: 0.001}}
models:
  - {name: ground, plane: {normal: [0, 0, 1], offset: 0}, static: true}
  - {name: ball, sphere: {radius: 0.1}, mass: 1, pose: {xyz: [0, 0, 0.101]}, grid: {count: [2, 2, 2], spacing: [0.19, 0.19, 0.19], jitter: 0.01}}
)"));
  EXPECT_EQ(test::expect_equal_futures(scene, moments(10, 80, 5), 20), 10);
}

// The long ones are in test_long_runs.
TEST(SaveRestore, ThreadsGiveEqualBits) {
  for (const char* name : {"balls_666", "quadruped_pd"}) {
    for (const Integrator integrator : {Integrator::kSemiImplicitEuler, Integrator::kMidpoint}) {
      Scene scene = load_scene(kData + "scenes/benchmark/" + name + ".yaml");
      scene.world.integrator = integrator;
      const int steps = name[0] == 'b' ? 25 : 200;
      std::vector<std::vector<test::StepTrace>> traces;
      for (const int threads : {1, 2, 8}) {
        scene.world.threads = threads;
        World world = make_world(scene);
        traces.emplace_back();
        for (int k = 0; k < steps; ++k) traces.back().push_back(test::trace_step(world));
      }
      EXPECT_TRUE(traces[1] == traces[0]) << name;
      EXPECT_TRUE(traces[2] == traces[0]) << name;
    }
  }
}

// Only the algorithms for convex pairs fall back on the last normal: a lost hint changes the hash
// of the memory immediately, before it affects the motion.
TEST(SaveRestore, LastNormalsAreRestored) {
  const Scene scene = load_scene(kData + "scenes/box_stack.yaml");
  World world = make_world(scene);
  for (int k = 0; k < 5; ++k) world.step();
  for (const test::StateForm form : test::kStateForms) {
    World other = make_world(scene);
    test::KeptState(form, world).restore(other);
    EXPECT_EQ(step_hashes(other), step_hashes(world)) << test::name_of(form);
  }
}

TEST(SaveRestore, MismatchedWorldIsRejectedByItsDifference) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.file("s.h5");
  make_world(load_scene(kData + "scenes/box_stack.yaml")).save_state(file);
  World other = make_world(load_scene(kData + "scenes/pendulum.yaml"));
  const std::uint64_t before = other.state_hash();
  try {
    other.restore_state(file);
    FAIL() << "the state of another world was taken";
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("another world"), std::string::npos) << text;
    EXPECT_NE(text.find("pendulum"), std::string::npos) << text;
  }
  EXPECT_EQ(other.state_hash(), before);
}

// The time of the run continues from the saved one, also with another step size.
TEST(SaveRestore, TimeContinuesWithAnotherStepSize) {
  const test::TemporaryDirectory folder;
  Scene scene = load_scene(kData + "scenes/pendulum.yaml");
  World world = make_world(scene);
  for (int k = 0; k < 7; ++k) world.step();
  world.save_state(folder.file("a.h5"));
  scene.world.step *= 0.5;
  World halved = make_world(scene);
  halved.restore_state(folder.file("a.h5"));
  EXPECT_EQ(halved.time(), world.time());
  for (int k = 0; k < 3; ++k) halved.step();
  EXPECT_NEAR(halved.time(), world.time() + 3 * scene.world.step, 1e-15);
  halved.save_state(folder.file("b.h5"));
  World again = make_world(scene);
  again.restore_state(folder.file("b.h5"));
  for (int k = 0; k < 11; ++k) {
    halved.step();
    again.step();
  }
  EXPECT_EQ(again.time(), halved.time());
  EXPECT_EQ(step_hashes(again), step_hashes(halved));
}

}  // namespace
}  // namespace cardan
