#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <vector>

#include "cardan/batch.h"
#include "cardan/capture.h"
#include "cardan/error.h"
#include "cardan/linearize.h"
#include "cardan/queries.h"
#include "cardan/recording.h"
#include "cardan/scene.h"
#include "cardan/solver_registry.h"
#include "collision/collision_scene.h"
#include "core/parallel.h"
#include "test/analytic/linkages.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"

// Errors of a calling program: each throws a cardan::Error with a one-line message of cardan.
namespace cardan {
namespace {

using test::body;
using test::box;
using test::sphere;

const double kMisuseNan = std::nan("");
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr int kHuge = 1000000000;

struct Misuse {
  const char* name;
  void (*make)();
};

void PrintTo(const Misuse& misuse, std::ostream* out) { *out << misuse.name; }

/// One list of them: testing::Values makes a tuple type of every length, which takes seconds.
template <typename... Each>
std::vector<Misuse> listed(const Each&... each) {
  return {each...};
}

class Misuses : public testing::TestWithParam<Misuse> {};

TEST_P(Misuses, MisuseIsAOneLineError) {
  try {
    GetParam().make();
    FAIL() << "it was accepted";
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_FALSE(text.empty());
    for (const char* part : {"\n", "std::", "_M_", "filesystem", "basic_string", "vector::"})
      EXPECT_EQ(text.find(part), std::string::npos) << text;
  }
}

/// A ground, a crate "m" that moves and an arm of one joint "bob".
World small_world() {
  World world;
  world.add_ground();
  world.add(body("m", box({0.2, 0.2, 0.2}), 1, RigidTransform(Vector3(0, 0, 0.1))));
  SkeletonBuilder builder("arm");
  builder.add_link(test::rod_link("bob", "", 0, {1, 1}));
  world.add_skeleton("arm", builder.build(), RigidTransform(Vector3(5, 0, 5)));
  return world;
}

Scene small_scene() {
  Scene scene;
  scene.models.push_back(body("m", box({0.2, 0.2, 0.2}), 1));
  return scene;
}

/// A world that was moved from.
World empty_world() {
  World world = small_world();
  const World other = std::move(world);
  return world;  // NOLINT(bugprone-use-after-move)
}

void with_spec(void (*spoil)(WorldSpec&)) {
  WorldSpec spec;
  spoil(spec);
  World world(spec);
}

void with_model(void (*spoil)(ModelSpec&)) {
  World world;
  ModelSpec spec = body("m", box({0.2, 0.2, 0.2}), 1);
  spoil(spec);
  world.add(spec);
}

GeometryRecord triangle(int last) {
  GeometryRecord record;
  record.kind = GeometryKind::kMesh;
  auto part = std::make_shared<TriangleMesh>();
  part->vertices = {Vector3::Zero(), Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()};
  part->triangles = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, last}};
  record.parts.push_back(part);
  return record;
}

GeometryRecord heights(int rows, int columns, std::size_t given) {
  GeometryRecord record;
  record.kind = GeometryKind::kHeightfield;
  auto grid = std::make_shared<HeightGrid>();
  grid->rows = rows;
  grid->columns = columns;
  grid->size = {1, 1};
  grid->heights.resize(given);
  record.heights = grid;
  return record;
}

void with_loop(void (*spoil)(LoopSpec&)) {
  World world = small_world();
  LoopSpec loop;
  loop.kind = LoopKind::kPoint;
  loop.a = "m";
  loop.b = "world";
  loop.at_b = Vector3(0, 0, 0.1);
  spoil(loop);
  world.add_loop(loop);
}

void with_recording(void (*use)(Recording&, World&)) {
  const test::TemporaryDirectory folder;
  World world = small_world();
  Recorder recorder(folder.file("r.h5"), 0);
  for (int k = 0; k < 3; ++k) {
    recorder.record(world);
    world.step();
  }
  recorder.close();
  Recording recording(folder.file("r.h5"));
  use(recording, world);
}

void with_batch(void (*use)(Batch&)) {
  Batch batch(small_scene(), 2, {1, {}});
  use(batch);
}

void with_collision(void (*use)(CollisionScene&)) {
  CollisionScene scene;
  CollisionObjectSpec spec;
  spec.sort_key = "a";
  spec.shape.size.x() = 1;
  spec.body = 3;
  scene.add(spec);
  use(scene);
}

std::string missing(const test::TemporaryDirectory& folder) { return folder.file("none/none/x"); }

#define MISUSE(name, ...)      \
  Misuse {                     \
#name, [] { __VA_ARGS__; } \
  }

INSTANTIATE_TEST_SUITE_P(
    OfWorlds, Misuses,
    testing::ValuesIn(listed(
        MISUSE(ModelBelowZero, small_world().model(-1)),
        MISUSE(ModelBeyondTheLast, small_world().model(3)),
        MISUSE(ModelOfAnEmptyWorld, World().model(0)),
        MISUSE(NoThreads, with_spec([](WorldSpec& s) { s.threads = 0; })),
        MISUSE(NegativeThreads, with_spec([](WorldSpec& s) { s.threads = -1; })),
        MISUSE(HugeThreads, with_spec([](WorldSpec& s) { s.threads = kHuge; })),
        MISUSE(PoolOfHugeThreads, WorkerPool{kHuge}),
        MISUSE(StepZero, with_spec([](WorldSpec& s) { s.step = 0; })),
        MISUSE(StepNan, with_spec([](WorldSpec& s) { s.step = kMisuseNan; })),
        MISUSE(StepInfinite, with_spec([](WorldSpec& s) { s.step = kInfinite; })),
        MISUSE(GravityNan, with_spec([](WorldSpec& s) { s.gravity.x() = kMisuseNan; })),
        MISUSE(UnknownSolver, with_spec([](WorldSpec& s) { s.contact.solver.id = "none"; })),
        MISUSE(UnknownFormulation, with_spec([](WorldSpec& s) {
                 s.contact.formulation = FormulationSpec{"none", {}};
               })),
        MISUSE(NoIterations, with_spec([](WorldSpec& s) { s.contact.solver.max_iterations = 0; })),
        MISUSE(NegativeTolerance, with_spec([](WorldSpec& s) { s.contact.solver.tolerance = -1; })),
        MISUSE(UnknownOption, with_spec([](WorldSpec& s) {
                 s.contact.solver.options = {{"none", 1, ""}};
               })),
        MISUSE(OptionNan, with_spec([](WorldSpec& s) {
                 s.contact.solver.options = {{"rounds", kMisuseNan, ""}};
               })),
        MISUSE(SaveWithoutFolder, const test::TemporaryDirectory f;
               small_world().save_state(missing(f))),
        MISUSE(SaveIntoAFolder, const test::TemporaryDirectory f;
               small_world().save_state(f.path())),
        MISUSE(SaveUnderNoName, small_world().save_state("")),
        MISUSE(SaveUnderALongName, small_world().save_state(std::string(5000, 'x'))),
        MISUSE(RestoreMissing, const test::TemporaryDirectory f;
               small_world().restore_state(missing(f))),
        MISUSE(RestoreUnderALongName, small_world().restore_state(std::string(5000, 'x'))),
        MISUSE(RestoreAFolder, const test::TemporaryDirectory f;
               small_world().restore_state(f.path())),
        MISUSE(RestoreGarbage, const test::TemporaryDirectory f;
               small_world().restore_state(f.write("x", "no state"))),
        MISUSE(SetEmptyState, small_world().set_state(StateSnapshot())),
        MISUSE(SetStateOfAnotherWorld, World().set_state(small_world().state())),
        MISUSE(CloneWithoutThreads, small_world().clone(0)),
        MISUSE(CloneWithTooManyThreads, small_world().clone(1 << 20)),
        MISUSE(RestoreOfAnotherWorld, const test::TemporaryDirectory f;
               small_world().save_state(f.file("s")); World().restore_state(f.file("s"))))),
    [](const auto& misuse) { return misuse.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OfMovedObjects, Misuses,
    testing::ValuesIn(listed(
        MISUSE(Step, empty_world().step()), MISUSE(BeginStep, empty_world().begin_step()),
        MISUSE(FinishStep, empty_world().finish_step()), MISUSE(Report, empty_world().report()),
        MISUSE(Time, empty_world().time()), MISUSE(Contacts, empty_world().contacts()),
        MISUSE(Loops, empty_world().loops()), MISUSE(Find, empty_world().find("m")),
        MISUSE(Count, empty_world().num_models()), MISUSE(Add, empty_world().add_ground()),
        MISUSE(AddLoop, empty_world().add_loop({})),
        MISUSE(CloseLoops, empty_world().close_loops()),
        MISUSE(Ignore, empty_world().ignore_collision("m", "ground")),
        MISUSE(Hash, empty_world().state_hash()), MISUSE(Energy, empty_world().kinetic_energy()),
        MISUSE(Solver, empty_world().solver()), MISUSE(Profile, empty_world().set_profiling(true)),
        MISUSE(Save, empty_world().save_state("x")), MISUSE(State, empty_world().state()),
        MISUSE(SetState, empty_world().set_state(small_world().state())),
        MISUSE(Clone, empty_world().clone()), MISUSE(Linearize, empty_world().linearize()),
        MISUSE(ResetMemory, empty_world().reset_contact_memory()),
        MISUSE(Restore, empty_world().restore_state("x")), MISUSE(View, WorldView{empty_world()}),
        MISUSE(Capture,
               {
                 World world = empty_world();
                 capture_problems(world, {});
               }),
        MISUSE(Record, Recorder("x", 0).record(empty_world())),
        MISUSE(RayOfAView,
               {
                 const World world = small_world();
                 WorldView view(world);
                 const WorldView other = std::move(view);
                 ray_cast(view, {});  // NOLINT(bugprone-use-after-move)
               }),
        MISUSE(UpdateOfAView,
               {
                 const World world = small_world();
                 WorldView view(world);
                 const WorldView other = std::move(view);
                 view.update();  // NOLINT(bugprone-use-after-move)
               }),
        MISUSE(RecorderThatMoved,
               {
                 Recorder recorder("x", 0);
                 const Recorder other = std::move(recorder);
                 recorder.close();  // NOLINT(bugprone-use-after-move)
               }),
        MISUSE(RecordingThatMoved, with_recording([](Recording& recording, World&) {
                 const Recording other = std::move(recording);
                 recording.first_step();
               })),
        MISUSE(BatchThatMoved, with_batch([](Batch& batch) {
                 const Batch other = std::move(batch);
                 batch.step();
               })),
        MISUSE(CollisionSceneThatMoved, with_collision([](CollisionScene& scene) {
                 const CollisionScene other = std::move(scene);
                 scene.detect(0);
               })))),
    [](const auto& misuse) { return misuse.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OfModels, Misuses,
    testing::ValuesIn(listed(
        MISUSE(NoForm, with_model([](ModelSpec& m) { m.geometry = {}; })),
        MISUSE(TwoForms, with_model([](ModelSpec& m) { m.urdf = "x"; })),
        MISUSE(PoseNan, with_model([](ModelSpec& m) { m.pose.p.x() = kMisuseNan; })),
        MISUSE(PoseNoRotation, with_model([](ModelSpec& m) { m.pose.R *= 2; })),
        MISUSE(VelocityInfinite,
               with_model([](ModelSpec& m) { m.velocity.linear.x() = kInfinite; })),
        MISUSE(MassNan, with_model([](ModelSpec& m) { m.mass = kMisuseNan; })),
        MISUSE(MassNegative, with_model([](ModelSpec& m) { m.mass = -1; })),
        MISUSE(MassInfinite, with_model([](ModelSpec& m) { m.mass = kInfinite; })),
        MISUSE(DensityZero, with_model([](ModelSpec& m) {
                 m.mass = {};
                 m.density = 0;
               })),
        MISUSE(DensityNan, with_model([](ModelSpec& m) {
                 m.mass = {};
                 m.density = kMisuseNan;
               })),
        MISUSE(InertiaNan,
               with_model([](ModelSpec& m) { m.inertia = Matrix3::Constant(kMisuseNan); })),
        MISUSE(InertiaNegative,
               with_model([](ModelSpec& m) { m.inertia = Matrix3(-Matrix3::Identity()); })),
        MISUSE(InertiaOfNoBody, with_model([](ModelSpec& m) {
                 m.inertia = Matrix3(Vector3(1, 1, 5).asDiagonal());
               })),
        MISUSE(InertiaUnsymmetric, with_model([](ModelSpec& m) {
                 m.inertia = Matrix3(Matrix3::Identity());
                 (*m.inertia)(0, 1) = 0.5;
               })),
        MISUSE(SizeZero, with_model([](ModelSpec& m) {
                 m.geometry = box({0, 1, 1});
               })),
        MISUSE(SizeNan, with_model([](ModelSpec& m) {
                 m.geometry = box({kMisuseNan, 1, 1});
               })),
        MISUSE(RadiusNegative, with_model([](ModelSpec& m) { m.geometry = sphere(-1); })),
        MISUSE(MeshWithoutParts, with_model([](ModelSpec& m) {
                 m.geometry = GeometryRecord{};
                 m.geometry->kind = GeometryKind::kMesh;
               })),
        MISUSE(TriangleBeyondTheVertices,
               with_model([](ModelSpec& m) { m.geometry = triangle(4); })),
        MISUSE(TriangleBelowZero, with_model([](ModelSpec& m) { m.geometry = triangle(-1); })),
        MISUSE(HeightsThatAreMissing, with_model([](ModelSpec& m) {
                 m.geometry = heights(3, 3, 8);
                 m.is_static = true;
               })),
        MISUSE(HeightsOfAHugeGrid, with_model([](ModelSpec& m) {
                 m.geometry = heights(kHuge, kHuge, 9);
                 m.is_static = true;
               })),
        MISUSE(HeightsOfANegativeGrid, with_model([](ModelSpec& m) {
                 m.geometry = heights(-3, -3, 9);
                 m.is_static = true;
               })),
        MISUSE(PlaneThatMoves, with_model([](ModelSpec& m) {
                 m.geometry = GeometryRecord{};
                 m.geometry->kind = GeometryKind::kPlane;
               })),
        MISUSE(UnknownMaterial, with_model([](ModelSpec& m) { m.material = "none"; })),
        MISUSE(FilterOfAnUnknownLink,
               with_model([](ModelSpec& m) { m.collision_links["none"] = {}; })),
        MISUSE(StaticAndScripted, with_model([](ModelSpec& m) {
                 m.is_static = true;
                 m.kinematic = KinematicSpec{};
               })),
        MISUSE(PathThatRunsBack, with_model([](ModelSpec& m) {
                 m.kinematic = KinematicSpec{};
                 m.kinematic->path = {{1, {}}, {0, {}}};
               })),
        MISUSE(NameThatIsTaken, World world; world.add_ground(); world.add_ground()),
        MISUSE(UrdfMissing, World().add_urdf("/none/none.urdf")),
        MISUSE(UrdfUnderALongName, World().add_urdf(std::string(5000, 'x'))),
        MISUSE(UrdfOfAFolder, World().add_urdf("/")), MISUSE(UrdfUnderNoName, World().add_urdf("")),
        MISUSE(SkeletonMissing, World().add_skeleton("s", nullptr)),
        MISUSE(SkeletonWithoutJoints, World().add_skeleton("s", SkeletonBuilder("s").build())))),
    [](const auto& misuse) { return misuse.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OfStates, Misuses,
    testing::ValuesIn(listed(
        MISUSE(PositionsTooFew, small_world().find("m")->set_q(VectorX::Zero(3))),
        MISUSE(PositionsNan, small_world().find("m")->set_q(VectorX::Constant(7, kMisuseNan))),
        MISUSE(QuaternionZero, small_world().find("m")->set_q(VectorX::Zero(7))),
        MISUSE(VelocitiesTooMany, small_world().find("m")->set_v(VectorX::Zero(7))),
        MISUSE(VelocitiesInfinite, small_world().find("m")->set_v(VectorX::Constant(6, kInfinite))),
        MISUSE(EffortsTooFew, small_world().find("m")->set_efforts(VectorX::Zero(2))),
        MISUSE(StateOfTheGround, small_world().find("ground")->set_q(VectorX::Zero(0))),
        MISUSE(UnknownJoint, small_world().find("arm")->joint_position("none")),
        MISUSE(JointOfSixFreedoms, small_world().find("m")->joint_position("m")),
        MISUSE(JointPositionNan, small_world().find("arm")->set_joint_position("bob", kMisuseNan)),
        MISUSE(UnknownLink, small_world().find("arm")->pose("none")),
        MISUSE(GainNegative, small_world().find("arm")->set_pd("bob", -1, 0, 0)),
        MISUSE(GainNan, small_world().find("arm")->set_pd("bob", kMisuseNan, 0, 0)),
        MISUSE(TargetWithoutLaw, small_world().find("arm")->set_pd_target("bob", 0)),
        MISUSE(WrenchOnAFixedBase, small_world().find("arm")->apply_wrench("", {1, 0, 0})),
        MISUSE(WrenchOnAnUnknownLink, small_world().find("arm")->apply_wrench("none", {1, 0, 0})))),
    [](const auto& misuse) { return misuse.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OfLoops, Misuses,
    testing::ValuesIn(
        listed(MISUSE(EndUnknown, with_loop([](LoopSpec& l) { l.a = "none"; })),
               MISUSE(EndEmpty, with_loop([](LoopSpec& l) { l.a = l.b = ""; })),
               MISUSE(EndsThatAreOne, with_loop([](LoopSpec& l) { l.b = "m"; })),
               MISUSE(EndsThatCannotMove, with_loop([](LoopSpec& l) { l.a = "ground"; })),
               MISUSE(PlaceNan, with_loop([](LoopSpec& l) { l.at_a.x() = kMisuseNan; })),
               MISUSE(LengthNegative, with_loop([](LoopSpec& l) {
                        l.kind = LoopKind::kDistance;
                        l.length = -1;
                      })),
               MISUSE(LengthNan, with_loop([](LoopSpec& l) {
                        l.kind = LoopKind::kRope;
                        l.length = kMisuseNan;
                      })),
               MISUSE(GearOfNoJoint, with_loop([](LoopSpec& l) { l.kind = LoopKind::kGear; })),
               MISUSE(UnknownPair, small_world().ignore_collision("none", "m")))),
    [](const auto& misuse) { return misuse.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OfQuestions, Misuses,
    testing::ValuesIn(listed(
        MISUSE(DirectionZero, ray_cast(small_world(), {{}, Vector3::Zero(), 1})),
        MISUSE(DirectionNan, ray_cast(small_world(), {{}, Vector3::Constant(kMisuseNan), 1})),
        MISUSE(OriginNan,
               ray_cast_all(small_world(), {Vector3::Constant(kMisuseNan), {1, 0, 0}, 1})),
        MISUSE(DistanceNegative, ray_cast(small_world(), {{}, {1, 0, 0}, -1})),
        MISUSE(BallOfNoRadius, sphere_cast(small_world(), {{}, {1, 0, 0}, 1}, 0)),
        MISUSE(BallNan, sphere_cast(small_world(), {{}, {1, 0, 0}, 1}, kMisuseNan)),
        MISUSE(IgnoreUnknown, ray_cast(small_world(), {{}, {1, 0, 0}, 1}, {1, {"none"}})),
        MISUSE(DistanceToItself, distance(small_world(), "m", "m")),
        MISUSE(DistanceToNothing, distance(small_world(), "m", "none")),
        MISUSE(DistanceOfNoShape, distance(small_world(), "m", "arm")),
        MISUSE(OverlapOfAPlane, overlapping(small_world(), *test::slope(0).geometry, {})),
        MISUSE(OverlapNan, overlapping(small_world(), sphere(kMisuseNan), {})),
        MISUSE(PointNan, containing(small_world(), Vector3::Constant(kMisuseNan))),
        MISUSE(ContactsOfNobody, contacts_of(small_world(), "none")),
        MISUSE(ForceOnNobody, contact_force(small_world(), "none")))),
    [](const auto& misuse) { return misuse.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OfFiles, Misuses,
    testing::ValuesIn(
        listed(MISUSE(SceneMissing, load_scene("/none/none.yaml")),
               MISUSE(SceneOfAFolder, load_scene("/")), MISUSE(SceneUnderNoName, load_scene("")),
               MISUSE(SceneUnderALongName, load_scene(std::string(5000, 'x'))),
               MISUSE(CaptureNothing, World w = small_world(); CaptureSpec s; s.limit = 0;
                      capture_problems(w, s)),
               MISUSE(CaptureStepZero, World w = small_world(); CaptureSpec s;
                      s.which = CaptureSpec::Which::kStep; capture_problems(w, s)),
               MISUSE(CaptureIntoAFile, const test::TemporaryDirectory f; World w = small_world();
                      CaptureSpec s; s.directory = f.write("x", "") + "/y"; capture_problems(w, s)),
               MISUSE(CaptureUnderALongName, World w = small_world(); CaptureSpec s;
                      s.directory = std::string(5000, 'x'); capture_problems(w, s)),
               MISUSE(RecordWithoutFolder, const test::TemporaryDirectory f;
                      Recorder(missing(f), 0).record(small_world())),
               MISUSE(RecordEveryNan, Recorder("x", kMisuseNan)),
               MISUSE(RecordEveryNegative, Recorder("x", -1)),
               MISUSE(RecordNothing, Recorder("x", 0).close()),
               MISUSE(RecordingMissing, Recording("/none/none.h5")),
               MISUSE(RecordingUnderALongName, Recording(std::string(5000, 'x'))),
               MISUSE(SceneOfALongMesh, const test::TemporaryDirectory f;
                      load_scene(f.write("s.yaml", "cardan: 1\nmodels: [{name: m, mesh: {file: " +
                                                       std::string(1000, 'x') + "}}]\n"))),
               MISUSE(RecordingOfAFolder, Recording("/")),
               MISUSE(StepBeforeTheFirst,
                      with_recording([](Recording& r, World&) { r.hashes(r.first_step() - 1); })),
               MISUSE(StepAfterTheLast,
                      with_recording([](Recording& r, World&) { r.hashes(r.last_step() + 1); })),
               MISUSE(RowBelowZero, with_recording([](Recording& r, World&) { r.models(-1); })),
               MISUSE(RowBeyondTheLast, with_recording([](Recording& r, World&) { r.models(99); })),
               MISUSE(StepOfNoRow, with_recording([](Recording& r, World&) { r.step_of(99); })),
               MISUSE(StartOfAnotherWorld, with_recording([](Recording& r, World&) {
                        World other;
                        r.restore_start(other);
                      })),
               MISUSE(PluginUnknown, SolverRegistry().require("none")))),
    [](const auto& misuse) { return misuse.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OfBatches, Misuses,
    testing::ValuesIn(listed(
        MISUSE(NoWorlds, Batch(small_scene(), 0)), MISUSE(NegativeWorlds, Batch(small_scene(), -1)),
        MISUSE(HugeWorlds, Batch(small_scene(), 2 * kHuge)),
        MISUSE(NegativeThreads, Batch(small_scene(), 1, {-1, {}})),
        MISUSE(HugeThreads, Batch(small_scene(), 1, {kHuge, {}})),
        MISUSE(AnotherModel, Batch(small_scene(), 2,
                                   {1,
                                    [](int world, Scene& scene) {
                                      if (world == 1) scene.models.clear();
                                    }})),
        MISUSE(SizesOfAState, with_batch([](Batch& b) { b.set_state(0, {}, {}); })),
        MISUSE(StateNan, with_batch([](Batch& b) {
                 const std::vector<double> q(7, kMisuseNan), v(6, 0);
                 b.set_state(0, q, v);
               })),
        MISUSE(WorldBelowZero, with_batch([](Batch& b) { b.world(-1); })),
        MISUSE(WorldBeyondTheLast, with_batch([](Batch& b) { b.reset(2); })))),
    [](const auto& misuse) { return misuse.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OfCollisionScenes, Misuses,
    testing::ValuesIn(listed(
        MISUSE(ObjectBelowZero, with_collision([](CollisionScene& s) { s.spec(-1); })),
        MISUSE(ObjectBeyondTheLast, with_collision([](CollisionScene& s) { s.pose(1); })),
        MISUSE(PoseOfNoObject, with_collision([](CollisionScene& s) { s.set_pose(kHuge, {}); })),
        MISUSE(PoseOfNoBody, with_collision([](CollisionScene& s) { s.set_body_pose(2, {}); })),
        MISUSE(PoseOfABodyBeyond,
               with_collision([](CollisionScene& s) { s.set_body_pose(4, {}); })),
        MISUSE(MarginOfNoBody, with_collision([](CollisionScene& s) { s.set_body_margin(-1, 0); })),
        MISUSE(MarginOfNoObject,
               with_collision([](CollisionScene& s) { s.set_extra_margin(7, 0); })),
        MISUSE(RankBeforeADetection, with_collision([](CollisionScene& s) { s.handle(0); })),
        MISUSE(RankBeyondTheLast, with_collision([](CollisionScene& s) {
                 s.finalize();
                 s.handle(1);
               })),
        MISUSE(ExcludeUnknown, with_collision([](CollisionScene& s) { s.exclude(0, 5); })),
        MISUSE(GroupUnknown, with_collision([](CollisionScene& s) { s.join_group(0, 3); })),
        MISUSE(MoveOfNoGroup, with_collision([](CollisionScene& s) { s.move_group(0, 0, 0); })),
        MISUSE(TwoOfOneName, with_collision([](CollisionScene& s) { s.add(s.spec(0)); })),
        MISUSE(HullWithoutVertices, with_collision([](CollisionScene& s) {
                 CollisionObjectSpec spec;
                 spec.sort_key = "b";
                 spec.shape.kind = GeometryKind::kConvex;
                 s.add(spec);
               })))),
    [](const auto& misuse) { return misuse.param.name; });

// Sets one number of a row to NaN, like a hex editor.
TEST(Misuse, RowThatContradictsItsHashIsRejected) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.file("r.h5");
  constexpr double kMark = 0.12345678901234567;
  World world;
  world.add(body("m", box({0.2, 0.2, 0.2}), 1, RigidTransform(Vector3(kMark, 0, 1))));
  Recorder recorder(file, 0);
  for (int k = 0; k < 3; ++k) {
    recorder.record(world);
    world.step();
  }
  recorder.close();
  EXPECT_NO_THROW(Recording(file).require_intact());
  std::ifstream input(file, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(input), {});
  const std::string mark(reinterpret_cast<const char*>(&kMark), sizeof kMark);
  ASSERT_NE(bytes.find(mark), std::string::npos);
  for (std::size_t at = bytes.find(mark); at != std::string::npos; at = bytes.find(mark))
    bytes.replace(at, sizeof kMisuseNan, reinterpret_cast<const char*>(&kMisuseNan),
                  sizeof kMisuseNan);
  std::ofstream(file, std::ios::binary) << bytes;
  EXPECT_THROW(Recording(file).require_intact(), Error);
}

// Bad input between the steps is rejected, counted and named by the step, which never throws.
TEST(Misuse, NonFiniteInputDoesNotAbortAStep) {
  World world = small_world();
  world.find("arm")->set_effort("bob", kMisuseNan);
  world.find("m")->apply_wrench("", Vector3::Constant(kMisuseNan));
  const StepReport& report = world.step();
  EXPECT_EQ(report.rejected_inputs, 7);  // one effort, six numbers of a wrench
  EXPECT_TRUE(world.find("m")->q().allFinite());
  EXPECT_TRUE(world.find("arm")->q().allFinite());
}

TEST(Misuse, HugeStepsAndEffortsDoNotAbortAStep) {
  WorldSpec spec;
  spec.step = 1e300;
  World world(spec);
  world.add_ground();
  world.add(body("m", box({0.2, 0.2, 0.2}), 1, RigidTransform(Vector3(0, 0, 0.1))));
  for (int k = 0; k < 3; ++k) EXPECT_NO_THROW(world.step());
  World pushed = small_world();
  pushed.find("arm")->set_effort("bob", 1e300);
  for (int k = 0; k < 3; ++k) EXPECT_NO_THROW(pushed.step());
  EXPECT_TRUE(pushed.find("arm")->q().allFinite());
}

// A world is unchanged after every rejected call: it steps with the bits of a world without such
// calls.
TEST(Misuse, RejectedCallChangesNothing) {
  World world = small_world(), untouched = small_world();
  for (World* w : {&world, &untouched})
    for (int k = 0; k < 5; ++k) w->step();
  const auto refused = [](const auto& call) { EXPECT_THROW(call(), Error); };
  refused([&] { world.add_ground(); });
  refused([&] { world.add(body("n", sphere(-1), 1)); });
  refused([&] { world.add(body("n", sphere(1), -1)); });
  refused([&] { world.find("m")->set_q(VectorX::Zero(7)); });
  refused([&] { world.find("arm")->set_pd("bob", -1, 0, 0); });
  refused([&] { world.add_loop({}); });
  refused([&] { world.ignore_collision("m", "none"); });
  refused([&] { world.restore_state("/none/none"); });
  for (int k = 0; k < 20; ++k) {
    world.step();
    untouched.step();
    ASSERT_EQ(world.state_hash(), untouched.state_hash()) << k;
  }
}

// Squares of its impulses underflow; the residual must still report the penetration.
TEST(Misuse, TinyMassStaysAboveTheFloorOrHasALargeResidual) {
  for (const double mass : {1e-150, 1e-158, 1e-162, 1e-165}) {
    World world(test::world_spec(1e-3, {}));
    world.add_ground();
    const Model& ball = world.add(body("b", sphere(0.1), mass, RigidTransform(Vector3(0, 0, 0.2))));
    double worst = 0;
    for (int step = 0; step < 500; ++step) {
      world.step();
      worst = std::max(worst, world.report().worst_residual);
    }
    EXPECT_TRUE(worst > 1e-8 || ball.base_pose().p.z() > 0.099) << mass;
  }
}

// 44 850 contacts of 300 balls in one place, of which a step takes 48 per ball and 8192 more.
TEST(Misuse, ContactsBeyondTheLimitAreDroppedAndReported) {
  WorldSpec spec = test::world_spec(1e-3, {}, "", "pgs");
  spec.contact.solver.max_iterations = 1;
  World world(spec);
  for (int i = 0; i < 300; ++i) world.add(body("b" + std::to_string(i), sphere(0.1), 1));
  world.step();
  EXPECT_EQ(world.report().contacts, 48 * 300 + 8192);
  EXPECT_EQ(world.report().contacts_left_out, 300 * 299 / 2 - world.report().contacts);
  ASSERT_FALSE(world.report().messages.empty());
  EXPECT_NE(world.report().messages[0].find("too many of the models overlap"), std::string::npos);
}

TEST(Misuse, MovedFromWorldIsUsableAfterAssignment) {
  World world = empty_world();
  EXPECT_THROW(world.step(), Error);
  world = small_world();
  EXPECT_NO_THROW(world.step());
}

}  // namespace
}  // namespace cardan
