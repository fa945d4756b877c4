// Recordings of worlds that change are repeated bit for bit from the description of the world, read
// row by row, recovered after a kill, and written as text.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include "cardan/error.h"
#include "cardan/recording.h"
#include "cardan/robot_model.h"
#include "cardan/scene.h"
#include "cardan/skeleton_builder.h"
#include "cardan/urdf.h"
#include "core/atomic_file.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;
using test::sphere;
using test::world_spec;

constexpr double kRecordedStep = 1e-3;
const std::string kRobotFolder = std::string(CARDAN_SOURCE_DIR) + "/data/robots/";

template <class Call>
std::string message_of_refusal(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// Records a world while a program changes it: change(world, step) is called before each step.
using Program = std::function<void(World&, int)>;

void record(World& world, const std::string& file, int steps, const Program& change,
            double every = 0) {
  Recorder recorder(file, every);
  recorder.record(world);
  for (int step = 0; step < steps; ++step) {
    change(world, step);
    world.step();
    recorder.record(world);
  }
  recorder.close();
}

// Repeats the recording in a new world, on 1 and 2 threads. Checks that the bits differ without the
// changes, so that the test can fail.
void expect_repeated(const std::string& file, int steps) {
  const Recording recording(file);
  EXPECT_NO_THROW(recording.require_intact());
  ASSERT_GT(recording.num_changes(), 0);
  for (const int threads : {1, 2}) {
    World again = recording.make_world(threads);
    EXPECT_EQ(replay(recording, again), steps) << threads << " threads";
  }
  World unchanged = recording.make_world();
  bool differs = false;
  for (int step = 0; step < steps && !differs; ++step) {
    unchanged.step();
    differs = step_hashes(unchanged) != recording.hashes(unchanged.steps());
  }
  EXPECT_TRUE(differs) << "the changes have no effect on the bits";
}

World start_world() {
  WorldSpec spec = world_spec(kRecordedStep, {});
  spec.materials.named["rubber"] = MaterialSpec{};
  spec.materials.named["rubber"].mu_static = spec.materials.named["rubber"].mu_kinetic = 1.2;
  World world(spec);
  world.add_ground();
  ModelSpec arm;
  arm.urdf = kRobotFolder + "arm7.urdf";
  arm.name = "arm";
  arm.pose = at(0, -3, 0);
  arm.pd = test::pd(100, 10);
  world.add(arm);
  ModelSpec lower = body("lower", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.1));
  lower.material = "rubber";
  world.add(lower);
  world.add(body("upper", box({0.2, 0.2, 0.2}), 1, at(0.02, 0.01, 0.3), {{0, 0, 1}, {0.1, 0, 0}}));
  world.add(body("ball", sphere(0.1), 1, at(2, 0, 0.1), {{0, 5, 0}, {0.5, 0, 0}}));
  world.add(body("bob", sphere(0.1), 1, at(3, 0, 2)));
  LoopSpec pole;
  pole.kind = LoopKind::kDistance;
  pole.a = "world";
  pole.b = "bob";
  pole.at_a = {3.5, 0, 2};
  pole.at_b = Vector3::Zero();
  pole.length.reset();
  world.add_loop(pole);
  return world;
}

// --- Each kind of change alone, so that a failure identifies the kind

struct Case {
  const char* name;
  Program change;
};

class OneChange : public testing::TestWithParam<Case> {};

TEST_P(OneChange, IsRepeatedBitForBit) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.file("r.h5");
  World world = start_world();
  constexpr int kSteps = 60;
  record(world, file, kSteps, GetParam().change, 5 * kRecordedStep);
  expect_repeated(file, kSteps);
}

Program once(int when, const std::function<void(World&)>& change) {
  return [=](World& world, int step) {
    if (step == when) change(world);
  };
}

// Goes back to an earlier state, which has another number of steps.
Program set_earlier_state() {
  const auto kept = std::make_shared<StateSnapshot>();
  return [kept](World& world, int step) {
    if (step == 5) world.state(*kept);
    if (step == 20 || step == 40) world.set_state(*kept);
    if (step == 30) world.find("ball")->apply_wrench("", {1, 0, 0});
  };
}

// Repeats calls that take handles of links and joints.
void use_handles(World& world, int step) {
  Model& arm = *world.find("arm");
  if (step == 5) arm.set_effort(arm.joint(2), 3);
  if (step == 10) arm.set_pd(arm.joint(0), 50, 3, 0.4, 0.1);
  if (step == 15) arm.set_pd_target(arm.joint(3), 0.4);
  if (step == 20) arm.set_joint_position(arm.joint(1), 0.3);
  if (step == 25) arm.apply_wrench(arm.link(arm.num_links() - 1), {2, 0, 1}, {0, 0.1, 0});
  if (step == 30) world.find("upper")->apply_wrench(world.find("upper")->link(""), {1, 0, 0});
}

VectorX pushed(const VectorX& x, double by) { return x.array() + by; }

INSTANTIATE_TEST_SUITE_P(
    Changes, OneChange,
    testing::Values(
        Case{"set_q", once(10, [](World& w) { w.find("arm")->set_q(pushed(w.find("arm")->q(), 0.1)); })},
        Case{"set_v", once(10, [](World& w) { w.find("bob")->set_v(pushed(w.find("bob")->v(), 0.1)); })},
        Case{"set_joint_position",
             once(10, [](World& w) {
               Model& arm = *w.find("arm");
               arm.set_joint_position(arm.skeleton()->joints[1].name, 0.3);
             })},
        Case{"set_efforts",
             [](World& w, int step) {
               Model& arm = *w.find("arm");
               VectorX tau = VectorX::Constant(arm.v().size(), std::sin(0.1 * step));
               arm.set_efforts(tau);
             }},
        Case{"set_effort",
             once(10,
                  [](World& w) {
                    Model& arm = *w.find("arm");
                    arm.set_effort(arm.skeleton()->joints[2].name, 3);
                  })},
        Case{"set_pd",
             once(10,
                  [](World& w) {
                    Model& arm = *w.find("arm");
                    arm.set_pd(arm.skeleton()->joints[0].name, 50, 3, 0.4, 0.1);
                  })},
        Case{"set_pd_target",
             once(10,
                  [](World& w) {
                    Model& arm = *w.find("arm");
                    arm.set_pd_target(arm.skeleton()->joints[3].name, 0.4);
                  })},
        Case{"apply_wrench",
             [](World& w, int step) {
               if (step % 3 == 0) w.find("upper")->apply_wrench("", {2, 0, 1}, {0, 0.1, 0}, {0.1, 0, 0});
             }},
        Case{"set_base_pose", once(10, [](World& w) { w.find("upper")->set_base_pose(at(0, 0, 0.5)); })},
        Case{"move_static", once(10, [](World& w) { w.find("ground")->set_base_pose(at(0, 0, -0.1)); })},
        Case{"set_base_velocity",
             once(10, [](World& w) { w.find("ball")->set_base_velocity({{0, 0, 1}, {0, 1, 0}}); })},
        Case{"set_mass", once(10, [](World& w) { w.find("upper")->set_mass("", 3); })},
        Case{"set_mass_of_link",
             once(10,
                  [](World& w) {
                    Model& arm = *w.find("arm");
                    arm.set_mass(arm.skeleton()->body_name[3], 4, Vector3(0.01, 0, 0.02));
                  })},
        Case{"add_payload",
             once(10,
                  [](World& w) {
                    Model& arm = *w.find("arm");
                    arm.add_payload(arm.skeleton()->body_name.back(), 1, Vector3(0, 0, 0.1));
                  })},
        Case{"set_gravity", once(10, [](World& w) { w.set_gravity({0, 1, -5}); })},
        Case{"set_material",
             once(10,
                  [](World& w) {
                    MaterialSpec ice = w.material("rubber");
                    ice.mu_static = ice.mu_kinetic = 0.05;
                    w.set_material("rubber", ice);
                  })},
        Case{"set_material_with_new_blocks",
             once(10,
                  [](World& w) {
                    MaterialSpec felt = w.material("default");
                    felt.mu_rolling = 0.02;
                    w.set_material("default", felt);
                  })},
        Case{"set_solver",
             once(10,
                  [](World& w) {
                    SolverSpec pgs;
                    pgs.id = "pgs";
                    pgs.max_iterations = 7;
                    w.set_solver(pgs);
                  })},
        Case{"set_pair",
             once(10,
                  [](World& w) {
                    FormulationSpec polyhedral{"polyhedral", {{"directions", "4"}}};
                    SolverSpec lemke;
                    lemke.id = "lemke";
                    w.set_pair(polyhedral, lemke);
                  })},
        Case{"add", once(10, [](World& w) { w.add(body("late", box({0.1, 0.1, 0.1}), 1, at(0, 0, 0.45))); })},
        Case{"remove", once(10, [](World& w) { w.remove("lower"); })},
        Case{"remove_ground", once(10, [](World& w) { w.remove("ground"); })},
        Case{"weld_and_unweld",
             [](World& w, int step) {
               if (step == 10) w.weld("upper", "lower");
               if (step == 30) w.remove_loop("weld 'upper' - 'lower'");
             }},
        Case{"remove_loop", once(10, [](World& w) { w.remove_loop(w.loops().front().id); })},
        Case{"close_loops",
             once(10,
                  [](World& w) {
                    w.find("bob")->set_q(pushed(w.find("bob")->q(), 0.02));
                    w.close_loops();
                  })},
        Case{"set_state", set_earlier_state()},
        Case{"reset_contact_memory", once(10, [](World& w) { w.reset_contact_memory(); })},
        Case{"handles", use_handles},
        Case{"ignore_collision", once(10, [](World& w) { w.ignore_collision("upper", "lower"); })}),
    [](const testing::TestParamInfo<Case>& one) { return std::string(one.param.name); });

// --- All together

// Combines changes of all kinds, including a name that is used again.
void many_changes(World& world, int step) {
  if (step == 5) world.set_gravity({0.5, 0, -9});
  if (step == 10) world.remove("lower");
  if (step == 15) world.add(body("lower", sphere(0.15), 2, at(0.3, 0, 0.15)));
  if (step == 20) world.weld("upper", "ball");
  if (step == 25) {
    ModelSpec robot;
    robot.urdf = kRobotFolder + "quadruped.urdf";
    robot.name = "robot";
    robot.pose = at(6, 0, 0.6);
    world.add(robot);
  }
  if (step == 30) world.find("robot")->add_payload("", 2, {0, 0, 0.1});
  if (step == 35) world.remove_loop("weld 'upper' - 'ball'");
  if (step == 40) world.remove("robot");
  if (step == 45) {
    SolverSpec pgs;
    pgs.id = "pgs";
    world.set_solver(pgs);
  }
  if (step % 7 == 0) world.find("ball")->apply_wrench("", {0.1 * step, 0, 0});
}

TEST(RecordedChanges, AllTogetherAreRepeatedAlsoFromLaterStarts) {
  const test::TemporaryDirectory folder;
  World world = start_world();
  record(world, folder.file("a.h5"), 60, many_changes);
  expect_repeated(folder.file("a.h5"), 60);
  // Another recording of the changed world: its description has the changes.
  record(world, folder.file("b.h5"), 40, [](World& w, int step) {
    if (step == 20) w.find("ball")->set_mass("", 2);
  });
  expect_repeated(folder.file("b.h5"), 40);
}

// Calls after a step and before record() belong to the hash of that step.
TEST(RecordedChanges, CallsBeforeTheRecordOfTheirStepAreRepeatedBeforeItsCheck) {
  const test::TemporaryDirectory folder;
  World world = start_world();
  Recorder recorder(folder.file("r.h5"), 0);
  recorder.record(world);
  for (int step = 0; step < 30; ++step) {
    if (step % 4 == 0) world.find("upper")->set_base_velocity({{0, 0, 0}, {0, 0, 0.1}});
    world.begin_step();
    world.find("ball")->apply_wrench("", {0.1, 0, 0});
    world.finish_step();
    if (step % 5 == 0) world.find("bob")->set_v(VectorX::Zero(6));
    recorder.record(world);
    if (step % 3 == 0) world.set_gravity({0, 0, -9 - 0.1 * step});
  }
  recorder.close();
  expect_repeated(folder.file("r.h5"), 30);
}

TEST(RecordedChanges, TwoRecordersOfOneWorldHaveTheSameChanges) {
  const test::TemporaryDirectory folder;
  World world = start_world();
  Recorder one(folder.file("1.h5"), 0);
  one.record(world);
  {
    Recorder two(folder.file("2.h5"), 0);
    two.record(world);
    world.set_gravity({0, 0, -1});
    world.step();
    one.record(world);
    two.record(world);
    two.close();
  }
  world.set_gravity({0, 0, -2});  // after the second recording ended
  world.step();
  one.record(world);
  one.close();
  EXPECT_EQ(Recording(folder.file("1.h5")).num_changes(), 2);
  EXPECT_EQ(Recording(folder.file("2.h5")).num_changes(), 1);
  EXPECT_EQ(Recording(folder.file("1.h5")).change(1).call, "set_gravity");
  EXPECT_EQ(Recording(folder.file("1.h5")).change(1).step, 1);
}

TEST(RecordedChanges, RefusedCallsAreNotRecorded) {
  const test::TemporaryDirectory folder;
  World world = start_world();
  record(world, folder.file("r.h5"), 3, [](World& w, int step) {
    if (step != 1) return;
    EXPECT_THROW(w.set_gravity({0, 0, NAN}), Error);
    EXPECT_THROW(w.find("upper")->set_mass("", -1), Error);
    EXPECT_THROW(w.remove("missing"), Error);
    EXPECT_THROW(w.find("arm")->set_q(VectorX::Zero(1)), Error);
  });
  EXPECT_EQ(Recording(folder.file("r.h5")).num_changes(), 0);
}

// The rebuilt world has no gaps for models that were removed before the recording.
TEST(RecordedChanges, StatesAreSetInAWorldWithGaps) {
  const test::TemporaryDirectory folder;
  World world = start_world();
  world.remove("lower");
  StateSnapshot kept;
  record(world, folder.file("r.h5"), 60, [&](World& w, int step) {
    if (step == 5) w.state(kept);
    if (step == 20) w.set_state(kept);
    if (step == 30) w.remove("ball");
    if (step == 35) w.state(kept);
    if (step == 45) w.set_state(kept);
  });
  expect_repeated(folder.file("r.h5"), 60);
}

// Rows keep their interval, and steps ascend, when a state of another time is set.
TEST(RecordedChanges, RowsContinueAfterAnEarlierStateWasSet) {
  const test::TemporaryDirectory folder;
  World world = start_world();
  record(world, folder.file("r.h5"), 60, set_earlier_state(), 10 * kRecordedStep);
  const Recording recording(folder.file("r.h5"));
  ASSERT_EQ(recording.num_rows(), 7);
  for (std::int64_t row = 0; row < 7; ++row) EXPECT_EQ(recording.step_of(row), 10 * row);
  EXPECT_EQ(recording.last_step(), 60);
}

TEST(RecordedWorld, RobotsFromATextAreRebuilt) {
  const test::TemporaryDirectory folder;
  std::ifstream file(kRobotFolder + "arm7.urdf");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  World world(world_spec(kRecordedStep, {}));
  world.add_urdf_text(text, kRobotFolder, {}, BaseKind::kAuto, "first");
  record(world, folder.file("r.h5"), 30, [&](World& w, int step) {
    if (step == 10) w.add_urdf_text(text, kRobotFolder, at(0, 2, 0), BaseKind::kAuto, "second");
  });
  expect_repeated(folder.file("r.h5"), 30);
}

TEST(RecordedWorld, DescriptionsInMemoryAreRebuilt) {
  const test::TemporaryDirectory folder;
  World world(world_spec(kRecordedStep, {}));
  for (const char* name : {"arm7", "quadruped"})
    world.add_robot(read_urdf(kRobotFolder + name + ".urdf"), at(0, 0, 1), BaseKind::kAuto, name);
  record(world, folder.file("r.h5"), 30, [](World& w, int step) {
    if (step == 10)
      w.add_robot(read_urdf(kRobotFolder + "arm7.urdf"), at(2, 0, 1), BaseKind::kAuto, "second");
  });
  expect_repeated(folder.file("r.h5"), 30);
}

TEST(RecordedWorld, BuiltRobotsInMemoryAreRecordedButNotRebuilt) {
  const test::TemporaryDirectory folder;
  World world(world_spec(kRecordedStep, {}));
  world.add_robot(load_robot(kRobotFolder + "arm7.urdf"), {}, "arm");
  record(world, folder.file("r.h5"), 3, [](World&, int) {});
  const Recording recording(folder.file("r.h5"));
  EXPECT_NO_THROW(recording.require_intact());
  const std::string text = message_of_refusal([&] { recording.make_world(); });
  EXPECT_NE(text.find("'arm' was added from a built robot in memory"), std::string::npos) << text;
}

TEST(RecordedChanges, RestoredStateEndsTheRepeatablePart) {
  const test::TemporaryDirectory folder;
  World world = start_world();
  world.save_state(folder.file("s.h5"));
  Recorder recorder(folder.file("r.h5"), 0);
  recorder.record(world);
  world.restore_state(folder.file("s.h5"));
  world.step();
  recorder.record(world);
  recorder.close();
  const Recording recording(folder.file("r.h5"));
  World again = recording.make_world();
  EXPECT_NE(message_of_refusal([&] { replay(recording, again); }).find("restore"),
            std::string::npos);
}

// --- Descriptions of worlds in recordings

// A description of every part that a program can build without a file.
TEST(RecordedWorld, WorldsOfProgramsAreRebuilt) {
  const test::TemporaryDirectory folder;
  WorldSpec spec = world_spec(2e-3, {});
  spec.contact.sleep = SleepSpec{};
  spec.contact.continuous = true;
  spec.contact.rules.stabilization.slop = 1e-5;
  spec.materials.rule = PairRule::kMin;
  spec.materials.named["default"].stiffness = 1e5;
  spec.materials.named["default"].damping = 100;
  spec.materials.named["belt"].surface_velocity = {0.3, 0, 0};
  spec.materials.pairs.push_back({"default", "belt", spec.materials.named["default"]});
  World world(spec);
  // A height field, a tetrahedron from triangles of the program, a compound, a carrier, a skeleton.
  ModelSpec field;
  field.name = "field";
  field.is_static = true;
  field.geometry = GeometryRecord{};
  field.geometry->kind = GeometryKind::kHeightfield;
  field.geometry->heights = std::make_shared<HeightGrid>(
      HeightGrid{2, 3, Vector2(10, 10), {0, 0.1, 0, 0.05, 0, 1.0 / 3}});
  world.add(field);
  auto tetrahedron = std::make_shared<TriangleMesh>();
  tetrahedron->vertices = {{0, 0, 0}, {0.3, 0, 0}, {0, 0.3, 0}, {0, 0, 0.3}};
  tetrahedron->triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  ModelSpec mesh = body("mesh", {}, 1, at(1, 1, 1));
  mesh.geometry->kind = GeometryKind::kMesh;
  mesh.geometry->parts = {tetrahedron};
  world.add(mesh);
  ModelSpec dumbbell;
  dumbbell.name = "dumbbell";
  dumbbell.pose = at(-1, 0, 0.6);
  dumbbell.compound.resize(2);
  dumbbell.compound[0].geometry = sphere(0.1);
  dumbbell.compound[1].geometry = box({0.1, 0.1, 0.3});
  dumbbell.compound[1].pose = at(0.2, 0, 0);
  dumbbell.compound[1].material = "belt";
  dumbbell.compound[1].density = 300;
  world.add(dumbbell);
  ModelSpec carrier = body("carrier", box({1, 1, 0.1}), 1, at(0, 3, 0.5));
  carrier.mass.reset();
  carrier.kinematic = KinematicSpec{};
  carrier.kinematic->path = {{0, {}}, {0.1, at(0.1, 0, 0)}, {0.2, at(0.1, 0.1, 0.02)}};
  carrier.kinematic->smooth = carrier.kinematic->repeat = true;
  world.add(carrier);
  world.add(body("cargo", box({0.2, 0.2, 0.2}), 1, at(0, 3, 0.65)));
  SkeletonBuilder builder("chain");
  LinkSpec link;
  link.name = "first";
  link.joint_name = "hinge";
  link.joint_type = JointType::kRevolute;
  link.axis = Vector3(1, 2, 3).normalized();
  link.inertia = {1.0 / 3, {0, 0.1, -0.2}, Matrix3::Identity() * 0.02};
  builder.add_link(link);
  link.name = "second";
  link.parent = "first";
  link.joint_name = "slide";
  link.joint_type = JointType::kPrismatic;
  link.X_PJ = at(0, 0, -0.4);
  builder.add_link(link);
  ModelSpec chain;
  chain.name = "chain";
  chain.skeleton = builder.build();
  chain.pose = at(0, 8, 3);
  chain.q["hinge"] = 0.3;
  chain.pd_joints["slide"] = test::pd(20, 2);
  chain.limits = Compliance::spring(1e4, 10);
  world.add(chain);
  world.ignore_collision("mesh", "dumbbell");
  for (int k = 0; k < 25; ++k) world.step();
  record(world, folder.file("r.h5"), 100, [](World& w, int step) {
    if (step == 50) w.find("cargo")->apply_wrench("", {0, 0, 30});
  });
  expect_repeated(folder.file("r.h5"), 100);
}

TEST(RecordedWorld, ChangedAndMissingFilesAreNamed) {
  const test::TemporaryDirectory folder;
  const std::string urdf = folder.file("arm.urdf");
  std::filesystem::copy_file(kRobotFolder + "arm7.urdf", urdf);
  {
    World world(world_spec(kRecordedStep, {}));
    world.add_urdf(urdf, {}, BaseKind::kFixed, "arm");
    record(world, folder.file("r.h5"), 3, [](World&, int) {});
  }
  const Recording recording(folder.file("r.h5"));
  World again = recording.make_world();
  EXPECT_EQ(replay(recording, again), 3);
  std::ofstream(urdf, std::ios::app) << "<!-- changed -->\n";
  EXPECT_NE(message_of_refusal([&] { recording.make_world(); }).find("arm.urdf' has changed"),
            std::string::npos);
  std::filesystem::remove(urdf);
  EXPECT_NE(message_of_refusal([&] { recording.make_world(); }).find("which does not exist"),
            std::string::npos);
}

TEST(RecordedWorld, SceneIsKeptWithItsOverridesAndForces) {
  const test::TemporaryDirectory folder;
  const std::string text =
      "cardan: 1\ntime: {step: 0.002, duration: 0.2}\nmodels:\n"
      "  - {name: ground, plane: {normal: [0, 0, 1], offset: 0}, static: true}\n"
      "  - {name: box, box: {size: [0.2, 0.2, 0.2]}, pose: {xyz: [0, 0, 0.1015]}}\n"
      "forces:\n  - {on: box, from: 0.02, until: 0.05, force: [30, 0, 0]}\n"
      "perturb: {position: 1e-3, seed: 3}\n";
  const std::string file = folder.write("s.yaml", text);
  {
    const Scene scene = load_scene(file, {{"materials.default.mu", "0.1"}});
    World world = make_world(scene);
    record(world, folder.file("r.h5"), 60, [](World& w, int step) {
      if (step == 5) w.find("box")->apply_wrench("", {0, 5, 0});
    });
    EXPECT_GT(world.find("box")->base_pose().p.x(), 1e-3);
  }
  std::filesystem::remove(file);
  const Recording recording(folder.file("r.h5"));
  EXPECT_EQ(recording.scene_text(), text);
  expect_repeated(folder.file("r.h5"), 60);
}

// --- Rows of models that are added and removed

TEST(RecordingRows, AbsentModelsHaveNoRowsAndNamesMayReturn) {
  const test::TemporaryDirectory folder;
  World world = start_world();
  record(world, folder.file("r.h5"), 60, many_changes);
  const Recording recording(folder.file("r.h5"));
  const auto names = [&](std::int64_t row) {
    std::vector<std::string> found;
    for (const RecordedModel& model : recording.models(row)) found.push_back(model.name);
    return found;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names(10), (Names{"arm", "lower", "upper", "ball", "bob"}));
  EXPECT_EQ(names(11), (Names{"arm", "upper", "ball", "bob"}));
  EXPECT_EQ(names(16), (Names{"arm", "upper", "ball", "bob", "lower"}));
  EXPECT_EQ(names(30), (Names{"arm", "upper", "ball", "bob", "lower", "robot"}));
  EXPECT_EQ(names(60), (Names{"arm", "upper", "ball", "bob", "lower"}));
  EXPECT_EQ(recording.num_rows(), 61);
}

// --- Text

TEST(RecordingCsv, HeaderHasUnitsAndRowsHaveTheBits) {
  const test::TemporaryDirectory folder;
  World world = start_world();
  record(world, folder.file("r.h5"), 12, [](World& w, int step) {
    if (step == 5) w.remove("lower");
  });
  const Recording recording(folder.file("r.h5"));
  std::ostringstream out;
  write_csv(recording, out);
  std::istringstream lines(out.str());
  std::string header, line, last;
  std::getline(lines, header);
  EXPECT_EQ(header.rfind("step,time [s],kinetic_energy [J],potential_energy [J],contacts [1],"
                         "worst_residual [m/s],",
                         0),
            0U)
      << header;
  const std::string joint = world.find("arm")->skeleton()->joints[0].name;
  for (const std::string& part : {"arm/q_" + joint + " [rad]", "arm/v_" + joint + " [rad/s]",
                                  std::string("ball/base_x [m]"), std::string("ball/base_qw [1]")})
    EXPECT_NE(header.find(part), std::string::npos) << part << " in " << header;
  int rows = 0;
  while (std::getline(lines, line)) {
    ++rows;
    EXPECT_EQ(std::count(line.begin(), line.end(), ','),
              std::count(header.begin(), header.end(), ','));
    last = line;
  }
  EXPECT_EQ(rows, 13);
  EXPECT_NE(last.find("nan"), std::string::npos) << "the removed model";
  // Column by column: the shortest text that gives the same bits.
  std::istringstream fields(last), heads(header);
  std::string value, head;
  double x = NAN;
  while (std::getline(fields, value, ',') && std::getline(heads, head, ','))
    if (head == "ball/base_x [m]") x = std::stod(value);
  EXPECT_EQ(x, world.find("ball")->base_pose().p.x());
  write_csv_folder(recording, folder.file("csv"));
  for (const char* name : {"world.csv", "changes.csv", "model_arm.csv", "model_lower.csv"})
    EXPECT_TRUE(std::filesystem::exists(folder.file("csv") + "/" + name)) << name;
  std::ifstream changes(folder.file("csv") + "/changes.csv");
  std::getline(changes, line);
  EXPECT_EQ(line, "step,time [s],change");
  std::getline(changes, line);
  EXPECT_EQ(line, "5,0.005,remove");
}

// --- Kills

// Contacts, efforts and events of each row are those of the world.
TEST(RecordingRows, HoldContactsEffortsAndEvents) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.file("r.h5");
  World world = start_world();
  world.find("arm")->set_effort(world.find("arm")->joint_name(world.find("arm")->joint(0)), 1e6);
  std::vector<ContactInfo> expected;
  std::vector<std::string> names;
  double clamped = 0;
  Recorder recorder(file, 10 * kRecordedStep);
  recorder.record(world);
  for (int step = 1; step <= 40; ++step) {
    clamped += world.step().clamped_efforts;
    recorder.record(world);
    if (step != 30) continue;
    for (const ContactInfo& contact : world.contacts()) {
      expected.push_back(contact);
      names.push_back(std::string(contact.model_a) + "-" + std::string(contact.model_b));
    }
  }
  recorder.close();
  const Recording recording(file);
  ASSERT_EQ(recording.step_of(3), 30);
  EXPECT_TRUE(recording.contacts(0).empty());
  const std::vector<RecordedContact> contacts = recording.contacts(3);
  ASSERT_EQ(contacts.size(), expected.size());
  ASSERT_GE(contacts.size(), 5U);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    EXPECT_EQ(contacts[i].a + "-" + contacts[i].b, names[i]);
    EXPECT_EQ(contacts[i].point, expected[i].point);
    EXPECT_EQ(contacts[i].normal, expected[i].normal);
    EXPECT_EQ(contacts[i].force, expected[i].force);
    EXPECT_EQ(contacts[i].phi, expected[i].phi);
    EXPECT_EQ(contacts[i].state, expected[i].state);
  }
  EXPECT_THROW(recording.contacts(99), Error);
  double recorded_clamps = 0;
  for (const RecordedTable& table : recording.tables()) {
    if (table.path == "/clamped_efforts")
      for (const double count : recording.rows(table, 0, recording.num_rows()))
        recorded_clamps += count;
    if (table.path != "/models/arm/effort") continue;
    EXPECT_EQ(table.units.front(), "N m");
    EXPECT_EQ(table.columns.front().rfind("effort_", 0), 0U);
    const std::vector<double> last = recording.rows(table, recording.num_rows() - 1, 1);
    const Model& arm = *world.find("arm");
    for (int joint = 0; joint < arm.num_joints(); ++joint)
      EXPECT_EQ(last[static_cast<std::size_t>(joint)], arm.joint_effort(arm.joint(joint)));
  }
  EXPECT_EQ(recorded_clamps, clamped);
  EXPECT_GT(clamped, 0);
  write_csv_folder(recording, folder.file("csv"));
  std::ifstream csv(folder.file("csv") + "/contacts.csv");
  std::string line;
  std::int64_t lines = -1;
  while (std::getline(csv, line)) ++lines;
  std::int64_t total = 0;
  for (std::int64_t row = 0; row < recording.num_rows(); ++row)
    total += static_cast<std::int64_t>(recording.contacts(row).size());
  EXPECT_EQ(lines, total);
}

// A planner tries inputs on the recorded world and restores the state. These steps are not part of
// the recording, which can be repeated.
TEST(RecordedChanges, StepsOfAPlannerAreNotRecorded) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.file("r.h5");
  World world = start_world();
  Recorder recorder(file, 0);
  recorder.record(world);
  for (int step = 0; step < 20; ++step) {
    const StateSnapshot now = world.state();
    world.find("ball")->apply_wrench("", {3, 0, 0});
    world.step();
    world.find("ball")->set_mass("", 1 + 0.01 * step);
    world.step();
    world.set_state(now);
    world.find("ball")->apply_wrench("", {0, 1, 0});
    world.step();
    recorder.record(world);
  }
  recorder.close();
  expect_repeated(file, 20);
  EXPECT_EQ(Recording(file).last_step(), 20);
}

TEST(RecordedChanges, EveryStepIsRecordedOnce) {
  const test::TemporaryDirectory folder;
  World world = start_world();
  Recorder recorder(folder.file("r.h5"), 0);
  recorder.record(world);
  EXPECT_NE(message_of_refusal([&] { recorder.record(world); }).find("step 0 is already recorded"),
            std::string::npos);
  world.step();
  world.step();
  EXPECT_NE(message_of_refusal([&] { recorder.record(world); }).find("step 1 was not recorded"),
            std::string::npos);
}

// A child process records until it is killed. The rows that it flushed are recovered and repeated.
TEST(RepairRecording, RowsUpToTheLastFlushSurviveAKill) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.file("r.h5");
  int progress[2];
  ASSERT_EQ(::pipe(progress), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    World world = start_world();
    Recorder recorder(file, 2 * kRecordedStep);
    const auto start = std::chrono::steady_clock::now();
    for (int step = 0;; ++step) {
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
      // Two intervals between flushes after the last change.
      if (step == 100) std::this_thread::sleep_for(std::chrono::milliseconds(1100));
      if (step > 200 && spent.count() > 1) (void)!::write(progress[1], "x", 1);
      if (step == 20) world.find("upper")->apply_wrench("", {5, 0, 0});
      if (step == 30) world.remove("lower");
      recorder.record(world);
      world.step();
    }
  }
  char byte = 0;
  ASSERT_EQ(::read(progress[0], &byte, 1), 1);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_FALSE(std::filesystem::exists(file));
  const std::vector<std::string> partials = partial_files(file, child);
  ASSERT_EQ(partials.size(), 1U);
  std::ifstream before(partials[0], std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(before)), {});
  const RepairedRecording found = repair_recording(partials[0], file);
  EXPECT_GT(found.rows, 10);
  EXPECT_GT(found.last_step, 30);
  EXPECT_EQ(found.changes, 2);
  std::ifstream after(partials[0], std::ios::binary);
  EXPECT_EQ(bytes, std::string((std::istreambuf_iterator<char>(after)), {}))
      << "a repair writes nothing into the unfinished file";
  const Recording recording(file);
  EXPECT_NO_THROW(recording.require_intact());
  EXPECT_EQ(recording.last_step(), found.last_step);
  World again = recording.make_world();
  EXPECT_EQ(replay(recording, again), found.last_step);
}

TEST(RepairRecording, OtherFilesAreRefused) {
  const test::TemporaryDirectory folder;
  World world = start_world();
  world.save_state(folder.file("s.h5"));
  for (const std::string& file :
       {folder.file("s.h5"), folder.file("none"), folder.write("text", "no HDF5\n")}) {
    const std::string text =
        message_of_refusal([&] { repair_recording(file, folder.file("out.h5")); });
    EXPECT_FALSE(text.empty()) << file;
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder.file("out.h5")));
  }
}

}  // namespace
}  // namespace cardan
