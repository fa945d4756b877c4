#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "cardan/error.h"
#include "cardan/recording.h"
#include "cardan/urdf.h"
#include "cardan/views.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"
#include "view/collect_recording.h"
#include "view/frame_collector.h"
#include "view/thin_frames.h"

namespace cardan::view {
namespace {

ModelSpec free_body(const std::string& name, const GeometryRecord& geometry,
                    const RigidTransform& pose) {
  ModelSpec spec;
  spec.name = name;
  spec.geometry = geometry;
  spec.pose = pose;
  return spec;
}

float number(const Table& table, std::size_t row, std::size_t column) {
  return std::bit_cast<float>(table.integer(row, column));
}

ReplayData collected(World& world, int steps, double rate) {
  FrameCollector collector(world, {rate, steps});
  collector.observe(world);
  for (int i = 0; i < steps; ++i) {
    world.step();
    collector.observe(world);
  }
  return collector.finish(world);
}

// A pose beyond the range of the page is stored as not finite; a body that is not in the world has
// NaN.
TEST(FrameCollector, APoseThatIsNotFiniteIsNoAbsence) {
  World world;
  Model& ball = world.add(test::body("ball", test::sphere(0.1), 1, test::at(0, 0, 1)));
  FrameCollector collector(world, {1000, 2});
  collector.observe(world);
  ball.set_base_pose(test::at(1e200, 0, 1));
  ReplayData data = collector.finish(world);
  EXPECT_EQ(data.poses.back().front(), 0);
  FrameCollector again(world, {1000, 2});
  again.observe(world);
  data = again.finish(world);
  ASSERT_EQ(data.poses.back().size(), 7U);
  for (const float x : data.poses.back()) EXPECT_EQ(x, std::numeric_limits<float>::infinity());
  EXPECT_EQ(data.first_chain, world.chain().size());
}

// Shapes of the URDF in the frame of their link, and in W where the link is.
TEST(ModelView, ShapesHaveTheirPlaceInTheirLink) {
  World world;
  const Model& robot =
      world.add_urdf(CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf", test::at(0, 0, 1));
  const RobotDescription description = read_urdf(CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf");
  const std::vector<ShapeView> views = view_shapes(robot);
  std::size_t compared = 0;
  for (const LinkRecord& link : description.links) {
    for (std::size_t i = 0; i < link.collisions.size(); ++i) {
      const auto view = std::find_if(views.begin(), views.end(), [&](const ShapeView& x) {
        return x.link == link.name && x.number == static_cast<int>(i);
      });
      ASSERT_NE(view, views.end()) << link.name;
      EXPECT_LT((view->X_LS.p - link.collisions[i].X_LS.p).norm(), 1e-12);
      EXPECT_LT((view->X_LS.R - link.collisions[i].X_LS.R).norm(), 1e-12);
      ++compared;
    }
  }
  EXPECT_EQ(compared, views.size());
  EXPECT_GT(compared, 4U);
  world.remove("quadruped");
  EXPECT_THROW(view_shapes(robot), Error);
}

TEST(FrameCollector, FramesHaveTheirRateAndTheLastState) {
  World world;  // steps of 1 ms
  world.add_ground();
  world.add(free_body("ball", test::sphere(0.1), test::at(0, 0, 1)));
  const ReplayData data = collected(world, 105, 100);
  ASSERT_EQ(data.frames.rows(), 12U);  // 0, 10, …, 100 ms, and the end
  for (std::size_t i = 0; i < 11; ++i) EXPECT_EQ(data.frames.integer(i, 0), 10 * i);
  EXPECT_EQ(data.frames.integer(11, 0), 105U);
  EXPECT_EQ(data.steps.rows(), 105U);
  // Free fall, with the velocities of the middle of each step: z = 1 - g t² / 2 to O(h t).
  const std::size_t ball = 1;
  for (std::size_t i = 0; i < data.frames.rows(); ++i) {
    const double t = number(data.frames, i, 1);
    EXPECT_NEAR(data.poses[i][7 * ball + 2], 1 - 0.5 * test::kG * t * t, 1e-3);
  }
}

TEST(FrameCollector, EqualShapesAreHeldOnce) {
  World world;
  for (int i = 0; i < 5; ++i)
    world.add(free_body("box" + std::to_string(i), test::box({0.1, 0.2, 0.3}), test::at(i, 0, 0)));
  world.add(free_body("other", test::box({0.1, 0.2, 0.4}), test::at(9, 0, 0)));
  const ReplayData data = collected(world, 1, 60);
  EXPECT_EQ(data.shapes.size(), 2U);
  EXPECT_EQ(data.parts.size(), 6U);
  EXPECT_EQ(data.bodies.size(), 6U);
}

TEST(FrameCollector, ContactsAreThoseOfTheWorld) {
  World world;
  world.add_ground();
  world.add(free_body("box", test::box({0.2, 0.2, 0.2}), test::at(0, 0, 0.1)));
  const ReplayData data = collected(world, 20, 60);
  const std::span<const ContactInfo> contacts = world.contacts();
  ASSERT_EQ(contacts.size(), 4U);
  const std::size_t first = data.frames.integer(data.frames.rows() - 1, 2);
  ASSERT_EQ(data.contacts.rows() - first, contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const std::size_t row = first + i;
    for (int k = 0; k < 3; ++k) {
      const auto column = static_cast<std::size_t>(k);
      EXPECT_FLOAT_EQ(number(data.contacts, row, 2 + column),
                      static_cast<float>(contacts[i].point[k]));
      EXPECT_FLOAT_EQ(number(data.contacts, row, 8 + column),
                      static_cast<float>(contacts[i].force[k]));
    }
    const PageBody& b = data.bodies[data.contacts.integer(row, 1)];
    EXPECT_EQ(data.models[static_cast<std::size_t>(b.model)].name, contacts[i].model_b);
    EXPECT_FLOAT_EQ(number(data.contacts, row, 15), 0.8F);
    EXPECT_EQ(data.contacts.integer(row, 17), 0U);
  }
  ASSERT_GT(data.islands.rows(), 0U);
  EXPECT_EQ(data.islands.integer(data.islands.rows() - 1, 2), 4U);
}

TEST(FrameCollector, ImpactIsMarkedWithItsSpeed) {
  World world;
  world.add_ground();
  world.add(free_body("ball", test::sphere(0.1), test::at(0, 0, 0.1 + 0.2)));
  const ReplayData data = collected(world, 500, 60);
  ASSERT_EQ(data.events.size(), 1U);
  const PageEvent& event = data.events.front();
  EXPECT_EQ(event.kind, PageEvent::Kind::kImpact);
  // A fall of 0.2 m takes sqrt(2 h / g) = 0.2019 s and ends at sqrt(2 g h) = 1.98 m/s.
  EXPECT_NEAR(event.time, 0.2019, 2e-3);
  EXPECT_NE(event.text.find("at 2 m/s"), std::string::npos) << event.text;
  EXPECT_NE(event.text.find("ball"), std::string::npos);
}

TEST(FrameCollector, ModelsComeAndGo) {
  World world;
  world.add(free_body("first", test::sphere(0.1), test::at(0, 0, 0)));
  FrameCollector collector(world, {1000, 3});
  collector.observe(world);
  world.step();
  collector.observe(world);
  world.add(free_body("second", test::sphere(0.1), test::at(1, 0, 0)));
  world.step();
  collector.observe(world);
  world.remove("first");
  world.step();
  collector.observe(world);
  const ReplayData data = collector.finish(world);
  ASSERT_EQ(data.poses.size(), 4U);
  const auto is_there = [&](std::size_t frame, std::size_t body) {
    return std::isfinite(data.poses[frame][7 * body]);
  };
  EXPECT_TRUE(is_there(0, 0) && is_there(1, 0) && is_there(2, 0));
  EXPECT_FALSE(is_there(3, 0));
  EXPECT_FALSE(is_there(0, 1) || is_there(1, 1));
  EXPECT_TRUE(is_there(2, 1) && is_there(3, 1));
  EXPECT_EQ(data.shapes.size(), 1U);
}

TEST(FrameCollector, VisualsHaveTheirColours) {
  World world;
  world.add_urdf(CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf", test::at(0, 0, 1));
  const ReplayData data = collected(world, 1, 60);
  int visuals = 0, coloured = 0, collisions = 0;
  for (const PagePart& part : data.parts) {
    visuals += part.role == PagePart::Role::kVisual;
    coloured += part.rgba.has_value();
    collisions += part.role == PagePart::Role::kCollision;
  }
  EXPECT_GT(visuals, 0);
  EXPECT_GT(coloured, 0);
  EXPECT_GT(collisions, 0);
}

// A link whose visual mesh is missing shows its collision shapes; one without a visual shows none.
TEST(FrameCollector, MissingVisualIsNoted) {
  const std::string link =
      "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"
      "</inertial><collision><geometry><sphere radius='0.1'/></geometry></collision>";
  std::string robot = "<robot name='r'><link name='a'>";
  robot.append(link).append("<visual><geometry><mesh filename='none.stl'/></geometry></visual>");
  robot.append("</link><link name='b'>")
      .append(link)
      .append("</link><joint name='j' type='fixed'>");
  robot.append("<parent link='a'/><child link='b'/></joint></robot>");
  World world;
  world.add_urdf_text(robot);
  const ReplayData data = collected(world, 1, 60);
  ASSERT_EQ(data.bodies.size(), 2U);
  for (const PageBody& body : data.bodies) EXPECT_EQ(body.visual_missing, body.link == "a");
}

SolverSpec solver_named(const std::string& id) {
  SolverSpec spec;
  spec.id = id;
  return spec;
}

// The steps name the solver that answered them, also after a change during the run.
TEST(FrameCollector, ChangedSolverIsNamed) {
  World world;  // the default formulation of a solver comes with it
  world.add_ground();
  world.add(free_body("box", test::box({0.2, 0.2, 0.2}), test::at(0, 0, 0.1)));
  const std::vector<std::string> ids = {"conic", "sap", "pgs", "conic"};
  world.set_solver(solver_named(ids[0]));
  FrameCollector collector(world, {1000, 40});
  collector.observe(world);
  for (const std::string& id : ids) {
    world.set_solver(solver_named(id));
    for (int i = 0; i < 10; ++i) {
      world.step();
      collector.observe(world);
    }
  }
  world.set_solver(solver_named("sap"));  // answers no step
  const ReplayData data = collector.finish(world);
  EXPECT_EQ(data.chain, (std::vector<std::string>{"conic", "sap", "pgs"}));
  ASSERT_EQ(data.steps.rows(), 40U);
  ASSERT_EQ(data.islands.rows(), 40U);
  for (std::size_t row = 0; row < 40; ++row) {
    const std::size_t solver = data.steps.integer(row, 8);
    ASSERT_LT(solver, data.chain.size()) << row;
    EXPECT_EQ(data.chain[solver], ids[row / 10]) << row;
    EXPECT_EQ(data.islands.integer(row, 0), solver) << row;
  }
}

// A live page lists the present chain alone.
TEST(FrameCollector, PresentedChainIsThatOfTheWorld) {
  World world;
  world.add_ground();
  world.add(free_body("box", test::box({0.2, 0.2, 0.2}), test::at(0, 0, 0.1)));
  world.set_solver(solver_named("conic"));
  FrameCollector collector(world, {60, 1});
  world.set_solver(solver_named("sap"));
  world.step();
  const ReplayData& data = collector.present(world);
  EXPECT_EQ(data.chain, std::vector<std::string>{"sap"});
  EXPECT_EQ(data.islands.integer(0, 0), 0U);
}

TEST(FrameCollector, AnyRateEnds) {
  for (const double rate : {1e9, 1e300, 1e-9, 1e-300}) {
    World world;
    world.add_ground();
    world.add(free_body("ball", test::sphere(0.1), test::at(0, 0, 1)));
    const ReplayData data = collected(world, 20, rate);
    // Every step, or the first and the last state.
    EXPECT_EQ(data.frames.rows(), rate > 1 ? 21U : 2U) << rate;
    EXPECT_EQ(data.frames.integer(data.frames.rows() - 1, 0), 20U);
    EXPECT_LE(data.rate, 1 / world.time_step());
  }
}

TEST(FrameCollector, RefusesARateOfZero) {
  const World world;
  EXPECT_THROW(FrameCollector(world, {0, 1}), Error);
}

TEST(ThinFrames, KeepsContactsAndTheLastFrame) {
  World world;
  world.add_ground();
  world.add(free_body("box", test::box({0.2, 0.2, 0.2}), test::at(0, 0, 0.1)));
  const ReplayData data = collected(world, 20, 1000);  // frames 0 … 20
  const ReplayData thin = thin_frames(data, 3);
  ASSERT_EQ(thin.frames.rows(), 8U);  // 0, 3, …, 18, and 20
  EXPECT_EQ(thin.frames.integer(7, 0), 20U);
  for (std::size_t i = 1; i < thin.frames.rows(); ++i) {
    const std::size_t first = thin.frames.integer(i, 2);
    const std::size_t of_all = data.frames.integer(thin.frames.integer(i, 0), 2);
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t column = 0; column < thin.contacts.columns().size(); ++column)
        EXPECT_EQ(thin.contacts.integer(first + k, column),
                  data.contacts.integer(of_all + k, column));
  }
  EXPECT_EQ(thin.contacts.rows(), 7U * 4U);
}

// The page of a recording equals the page of the run, and a recording whose bits differ has no
// page.
TEST(CollectRecording, RepeatsTheRun) {
  const test::TemporaryDirectory folder;
  World world;
  world.add_ground();
  Model& box = world.add(free_body("box", test::box({0.2, 0.2, 0.2}), test::at(0, 0, 0.15)));
  Recorder recorder(folder.file("run.h5"), 0.01);
  FrameCollector collector(world, {60, 300});
  recorder.record(world);
  collector.observe(world);
  for (int i = 0; i < 300; ++i) {
    if (i % 50 < 5) box.apply_wrench("", {8, 3, 0});
    world.step();
    recorder.record(world);
    collector.observe(world);
  }
  recorder.close();
  const ReplayData run = collector.finish(world);
  const ReplayData repeated = collect_recording(Recording(folder.file("run.h5")), 60, 1, {});
  EXPECT_EQ(repeated.title, "run");
  EXPECT_EQ(repeated.poses, run.poses);
  ASSERT_EQ(repeated.contacts.rows(), run.contacts.rows());
  for (std::size_t row = 0; row < run.contacts.rows(); ++row)
    for (std::size_t column = 0; column < run.contacts.columns().size(); ++column)
      ASSERT_EQ(repeated.contacts.integer(row, column), run.contacts.integer(row, column));
}

}  // namespace
}  // namespace cardan::view
