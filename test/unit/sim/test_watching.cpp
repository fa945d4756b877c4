// A captured, shadowed, profiled, explained or queried run equals a plain one: every bit of the
// state and of the contacts is equal in every step.
#include <gtest/gtest.h>

#include <functional>

#include "cardan/capture.h"
#include "cardan/queries.h"
#include "cardan/scene.h"
#include "cardan/views.h"
#include "test/support/temporary_directory.h"

namespace cardan {
namespace {

const std::string kScenes = std::string(CARDAN_SOURCE_DIR) + "/data/scenes/";
constexpr int kWatchedSteps = 120;

/// Spheres that roll, slide, fall, bounce and meet.
constexpr const char* kSpheres = R"(cardan: 1
name: spheres
time: {step: 0.002, duration: 1}
contact: {formulation: cone, solver: conic}
materials: {default: {mu: 0.3}, rubber: {mu: 0.9, restitution: 0.5}, ice: {mu: 0}}
models:
  - {name: ground, plane: {normal: [0, 0, 1], offset: 0}, static: true}
  - {name: rolls, sphere: {radius: 0.1}, mass: 1, pose: {xyz: [0, 0, 0.1]}, velocity: {linear: [1, 0, 0], angular: [0, 10, 0]}}
  - {name: slides, sphere: {radius: 0.1}, mass: 2, pose: {xyz: [1, 0, 0.1]}, velocity: {linear: [2, 0.5, 0]}}
  - {name: glides, sphere: {radius: 0.1}, material: ice, mass: 1, pose: {xyz: [0, 1, 0.1]}, velocity: {linear: [1, 0, 0]}}
  - {name: falls, sphere: {radius: 0.1}, mass: 1, pose: {xyz: [0, 2, 0.12]}}
  - {name: bounces, sphere: {radius: 0.1}, material: rubber, mass: 1, pose: {xyz: [0, 3, 0.2]}}
  - {name: hits, sphere: {radius: 0.1}, mass: 1, pose: {xyz: [0, 4, 0.1]}, velocity: {linear: [3, 0, 0]}}
  - {name: is_hit, sphere: {radius: 0.1}, mass: 1, pose: {xyz: [0.4, 4, 0.1]}}
)";

/// One way to watch: a change of the scene, a call at the start, and a call after every step.
struct Watch {
  std::string name;
  std::function<void(Scene&)> prepare = [](Scene&) {};
  std::function<void(World&)> begin = [](World&) {};
  std::function<void(World&)> look = [](World&) {};
};

void look_at_contacts(World& world) {
  for (int i = 0; i < world.num_models(); ++i) {
    contact_force(world, world.model(i).name());
    contacts_of(world, world.model(i).name());
  }
}

void ask(World& world) {
  const WorldView view(world);
  Ray ray;
  ray.origin = {0, 0, 3};
  ray.direction = {0.1, 0.05, -1};
  ray_cast_all(view, ray);
  sphere_cast(view, ray, 0.05);
  containing(view, Vector3(0, 0, 0.05));
  look_at_contacts(world);
}

std::vector<Watch> watches(const std::string& folder) {
  std::vector<Watch> all;
  all.push_back({"capture", {}, [folder](World& world) {
                   CaptureSpec spec;
                   spec.which = CaptureSpec::Which::kAll;
                   spec.directory = folder;
                   spec.limit = 2;
                   capture_problems(world, spec);
                 }});
  all.push_back({"shadow", [](Scene& scene) {
                   scene.world.contact.shadow = SolverSpec{"pgs", {}, 1e-8, 50, {}};
                 }});
  all.push_back({"profile", {}, [](World& world) { world.set_profiling(true); }});
  all.push_back({"explain", {}, {}, [](World& world) { view_islands(world); }});
  all.push_back({"queries", {}, {}, ask});
  return all;
}

/// Bits of the state after each step, and of the contacts after the last.
struct Course {
  std::vector<std::uint64_t> hashes;
  std::vector<double> contacts;
};

Course run(Scene scene, const Watch& watch) {
  if (watch.prepare) watch.prepare(scene);
  World world = make_world(scene);
  if (watch.begin) watch.begin(world);
  Course course;
  for (int step = 0; step < kWatchedSteps; ++step) {
    world.step();
    if (watch.look) watch.look(world);
    course.hashes.push_back(world.state_hash());
  }
  for (const ContactInfo& contact : world.contacts()) {
    for (const Vector3* x : {&contact.impulse, &contact.velocity, &contact.point})
      course.contacts.insert(course.contacts.end(), x->data(), x->data() + 3);
  }
  return course;
}

void expect_unwatched_course(const Scene& scene) {
  const test::TemporaryDirectory folder;
  const Course plain = run(scene, Watch{"nothing", {}, {}, {}});
  ASSERT_FALSE(plain.contacts.empty() && scene.loops.empty());
  for (const Watch& watch : watches(folder.file("captured"))) {
    SCOPED_TRACE(scene.name + ", " + watch.name);
    const Course course = run(scene, watch);
    EXPECT_EQ(course.hashes, plain.hashes);
    EXPECT_EQ(course.contacts, plain.contacts);
  }
}

TEST(Watching, WatchedSpheresKeepTheirBits) {
  const test::TemporaryDirectory folder;
  expect_unwatched_course(load_scene(folder.write("spheres.yaml", kSpheres)));
}

TEST(Watching, WatchedBoxesKeepTheirBits) {
  expect_unwatched_course(load_scene(kScenes + "box_stack.yaml"));
}

TEST(Watching, WatchedRobotKeepsItsBits) {
  expect_unwatched_course(load_scene(kScenes + "stand.yaml"));
}

TEST(Watching, WatchedLoopsKeepTheirBits) {
  expect_unwatched_course(load_scene(kScenes + "slider_crank.yaml"));
}

}  // namespace
}  // namespace cardan
