#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <string>

#include "cardan/error.h"
#include "cardan/mjcf.h"
#include "cardan/problem_file.h"
#include "cardan/robot_model.h"
#include "cardan/scene.h"
#include "cardan/sensor.h"
#include "cardan/skeleton_builder.h"
#include "cardan/urdf.h"
#include "core/hash.h"
#include "test/support/allocation_counter.h"
#include "test/support/surfaces.h"
#include "test/support/worlds.h"

/// Time and memory of every reader and of every table of a world grow about linearly with the
/// number of its entries: twice the entries take less than three times the CPU time and less than
/// 2^1.3 times the bytes from operator new.

namespace cardan {
namespace {

std::string number(int i) { return std::to_string(i); }

// text(0) … text(n − 1).
template <class Text>
std::string repeated(int n, const Text& text) {
  std::string all;
  for (int i = 0; i < n; ++i) all += text(i);
  return all;
}

struct Cost {
  double seconds = 0;     ///< of the CPU
  std::size_t bytes = 0;  ///< from operator new
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

using Work = std::function<void()>;

/// A table with n entries. make(n) prepares the work that is measured.
struct Growing {
  const char* name;
  int entries;
  std::function<Work(int)> make;
};

Cost cost_of(const Work& work) {
  const std::size_t before = test::allocated_bytes();
  const double start = cpu_seconds();
  work();
  return {cpu_seconds() - start, test::allocated_bytes() - before};
}

// The least time of several runs, each of a new work.
void lessen(const Growing& table, int entries, Cost& least) {
  constexpr int kRuns = 3;
  for (int run = 0; run < kRuns; ++run) {
    const Cost cost = cost_of(table.make(entries));
    least = {std::min(least.seconds, cost.seconds), cost.bytes};
  }
}

void expect_linear(const Growing& table) {
  constexpr double kMostTime = 3, kMostBytes = 2.46;
  // On a busy machine, more runs find the least time. It stays too long for what grows faster.
  constexpr int kMostRounds = 15;
  Cost once{1e9, 0}, twice{1e9, 0};
  for (int round = 0; round < kMostRounds; ++round) {
    lessen(table, table.entries, once);
    lessen(table, 2 * table.entries, twice);
    if (twice.seconds < kMostTime * once.seconds) break;
  }
  const double bytes = static_cast<double>(twice.bytes) / static_cast<double>(once.bytes);
  std::printf("%-22s %6d entries: %8.1f ms %8.2f MB, growth %.2f in time and %.2f in bytes\n",
              table.name, 2 * table.entries, 1e3 * twice.seconds,
              1e-6 * static_cast<double>(twice.bytes), twice.seconds / once.seconds, bytes);
  EXPECT_LE(static_cast<double>(twice.bytes), kMostBytes * static_cast<double>(once.bytes));
  EXPECT_LT(twice.seconds, kMostTime * once.seconds);
}

// ---- files

Work read_mjcf_of(const std::string& inner) {
  return [inner] {
    const Scene scene = mjcf_scene(read_mjcf_text("<mujoco>" + inner + "</mujoco>", "model.xml"));
    EXPECT_FALSE(scene.models.empty());
  };
}

Work make_world_of_mjcf(const std::string& inner) {
  const auto scene = std::make_shared<Scene>(
      mjcf_scene(read_mjcf_text("<mujoco>" + inner + "</mujoco>", "model.xml")));
  return [scene] { const World world = make_world(*scene); };
}

std::string free_bodies(int n) {
  return "<worldbody>" +
         repeated(n,
                  [](int i) {
                    return "<body name=\"b" + number(i) + "\" pos=\"" + number(i) +
                           " 0 0\"><freejoint/><geom name=\"g" + number(i) +
                           "\" size=\".1\"/></body>";
                  }) +
         "</worldbody>";
}

// Bodies with hinges, and one element of each other kind for each of them.
std::string driven_bodies(int n) {
  const auto each = [n](const std::string& before, const std::string& after) {
    return repeated(n, [&](int i) { return before + number(i) + after; });
  };
  return "<worldbody>" +
         repeated(n,
                  [](int i) {
                    return "<body name=\"b" + number(i) + "\" pos=\"" + number(i) +
                           " 0 0\"><joint name=\"j" + number(i) + "\"/><joint axis=\"0 1 0\"/>" +
                           "<geom name=\"g" + number(i) + "\" size=\".1\"/><site name=\"s" +
                           number(i) + "\"/></body><body pos=\"0 0 9\"><geom size=\".1\"/></body>";
                  }) +
         "</worldbody><actuator>" +
         each("<general dyntype=\"filter\" dynprm=\"0.1\" joint=\"j", "\"/>") +
         each("<position kp=\"3\" joint=\"j", "\"/>") + "</actuator><sensor>" +
         each("<jointpos joint=\"j", "\"/>") + each("<gyro site=\"s", "\"/>") +
         each("<framepos objtype=\"geom\" objname=\"g", "\"/>") + "</sensor><tendon>" +
         repeated(n,
                  [](int i) {
                    return "<fixed stiffness=\"2\"><joint coef=\"1\" joint=\"j" + number(i) +
                           "\"/></fixed>";
                  }) +
         "</tendon><contact>" +
         repeated(n - 1,
                  [](int i) {
                    return "<exclude body1=\"b" + number(i) + "\" body2=\"b" + number(i + 1) +
                           "\"/>";
                  }) +
         "</contact>";
}

std::string wide_robot(int n, bool mimics = false) {
  const char* inertial =
      "<inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" "
      "iyz=\"0\"/></inertial>";
  return "<robot name=\"wide\">" +
         repeated(
             n,
             [&](int i) {
               return "<material name=\"m" + number(i) + "\"><color rgba=\"1 0 0 1\"/></material>" +
                      "<link name=\"l" + number(i) + "\">" + inertial +
                      "<visual><geometry><sphere radius=\".1\"/></geometry><material name=\"m" +
                      number(i) + "\"/></visual><collision><origin xyz=\"" + number(i) +
                      " 0 0\"/><geometry><sphere radius=\".1\"/></geometry></collision></link>";
             }) +
         "<link name=\"root\">" + inertial + "</link>" +
         repeated(
             n,
             [mimics](int i) {
               const std::string mimic =
                   i % 2 == 0 || !mimics ? "" : "<mimic joint=\"j" + number(i - 1) + "\"/>";
               return "<joint name=\"j" + number(i) +
                      "\" type=\"continuous\"><parent link=\"root\"/><child link=\"l" + number(i) +
                      "\"/>" + mimic + "</joint><transmission name=\"t" + number(i) +
                      "\"><type>transmission_interface/SimpleTransmission</type><joint name=\"j" +
                      number(i) + "\"/></transmission>";
             }) +
         "</robot>";
}

std::string scene_text(int n) {
  const auto each = [n](const auto& text) { return repeated(n, text); };
  return "cardan: 1\nmaterials:\n" +
         each([](int i) { return "  m" + number(i) + ": {mu: 0.5}\n"; }) +
         "  pairs:\n    table:\n" +
         each([](int i) { return "      - {between: [default, m" + number(i) + "], mu: 0.3}\n"; }) +
         "models:\n" + each([](int i) {
           return "  - {name: b" + number(i) + ", sphere: {radius: 0.1}, mass: 1, material: m" +
                  number(i) + ", pose: {xyz: [" + number(i) + ", 0, 0]}}\n";
         }) +
         "forces:\n" +
         each([](int i) { return "  - {on: b" + number(i) + ", force: [0, 0, 1]}\n"; }) +
         "loops:\n" + each([](int i) {
           return "  - {point: [b" + number(i) + ", world], at: [" + number(i) + ", 0, 0]}\n";
         }) +
         "sensors:\n" +
         each([](int i) { return "  - {name: s" + number(i) + ", pose: b" + number(i) + "}\n"; }) +
         "ignore:\n" + repeated(n - 1, [](int i) {
           return "  - [b" + number(i) + ", b" + number(i + 1) + "]\n";
         });
}

// ---- tables of a world

// A world of n balls, each with a material of its own.
std::shared_ptr<World> balls(int n, bool materials = false) {
  WorldSpec spec;
  for (int i = 0; materials && i < n; ++i)
    spec.materials.named["m" + number(i)].restitution = 1e-4 * i;
  auto world = std::make_shared<World>(spec);
  for (int i = 0; i < n; ++i) {
    ModelSpec ball = test::body("b" + number(i), test::sphere(0.1), 1, test::at(i, 0, 0));
    if (materials) ball.material = "m" + number(i);
    world->add(ball);
  }
  return world;
}

SensorSpec imu(int i) {
  SensorSpec sensor;
  sensor.name = "s" + number(i);
  sensor.kind = ImuSpec{"b" + number(i), {}};
  return sensor;
}

Work add_sensors_to(int n) {
  auto world = balls(n);
  return [world, n] {
    for (int i = 0; i < n; ++i) world->add_sensor(imu(i));
  };
}

Work add_loops_to(int n) {
  auto world = balls(n);
  return [world, n] {
    std::vector<LoopSpec> loops;
    for (int i = 0; i < n; ++i) {
      LoopSpec& loop = loops.emplace_back();
      loop.kind = LoopKind::kPoint;
      loop.a = "b" + number(i);
      loop.b = "world";
      loop.name = "l" + number(i);
    }
    world->add_loops(loops);
  };
}

Work ignore_pairs_of(int n) {
  auto world = balls(n);
  return [world, n] {
    for (int i = 0; i + 1 < n; ++i) world->ignore_collision("b" + number(i), "b" + number(i + 1));
  };
}

Work add_urdf_text_again(int n) {
  return [n] {
    const std::string text = wide_robot(3);
    World world;
    for (int i = 0; i < n; ++i)
      world.add_urdf_text(text, "", test::at(0, 0, i), BaseKind::kAuto, "r" + number(i));
  };
}

Work add_robot_again(int n) {
  return [n] {
    ModelSpec spec;
    spec.robot = std::make_shared<RobotModel>(
        build_robot(read_urdf_text(wide_robot(3), "robot.urdf", {}), {}));
    World world;
    for (int i = 0; i < n; ++i) {
      spec.name = "r" + number(i);
      world.add(spec);
    }
  };
}

Work save_and_read_state(int n) {
  auto world = balls(n);
  for (int i = 0; i < n; ++i) world->add_sensor(imu(i));
  (void)world->step();
  return [world] {
    const StateSnapshot snapshot = StateSnapshot::from_bytes(world->state().bytes());
    world->set_state(snapshot);
  };
}

// One step of n balls in one place.
Work step_in_one_place(int n) {
  WorldSpec spec = test::world_spec(1e-3, {}, "", "pgs");
  spec.contact.solver.max_iterations = 1;
  auto world = std::make_shared<World>(spec);
  for (int i = 0; i < n; ++i)
    world->add(test::body("b" + number(i), test::box({0.1, 0.1, 0.1}), 1));
  return [world] { (void)world->step(); };
}

void step(World& world, int steps) {
  for (int i = 0; i < steps; ++i) (void)world.step();
}

// Twenty steps of a chain of n hinges that swings down.
Work swing_chain(int n) {
  SkeletonBuilder builder("chain");
  for (int i = 0; i < n; ++i) {
    LinkSpec link;
    link.name = "link" + number(i);
    link.joint_name = "joint" + number(i);
    if (i > 0) link.parent = "link" + number(i - 1);
    link.joint_type = JointType::kContinuous;
    link.axis = Vector3::Unit(i % 2);
    link.X_PJ = test::at(0.1, 0, 0);
    link.inertia.mass = 0.1;
    link.inertia.com = {0.05, 0, 0};
    link.inertia.inertia = 1e-3 * Matrix3::Identity();
    link.dofs.resize(1);
    builder.add_link(link);
  }
  auto world = std::make_shared<World>();
  world->add_skeleton("chain", builder.build(), {});
  return [world] { step(*world, 20); };
}

// Fifty steps of a box that lies on flat ground.
Work lie_on(const GeometryRecord& ground) {
  auto world = std::make_shared<World>();
  ModelSpec field;
  field.name = "ground";
  field.geometry = ground;
  field.is_static = true;
  world->add(field);
  world->add(test::body("box", test::box({2, 2, 0.2}), 10, test::at(0.01, 0.02, 0.1)));
  step(*world, 1);
  return [world] { step(*world, 50); };
}

Work lie_on_field(int n) { return lie_on(test::field_record(n, {8, 8})); }

Work lie_on_mesh(int n) {
  test::FloorShape floor;
  floor.columns = floor.rows = n;
  floor.cell = 8.0 / n;
  return lie_on(test::mesh_record(test::floor_mesh(floor)));
}

// An LCP whose dense matrix has n entries.
Work read_problem_of(int n) {
  const int size = static_cast<int>(std::lround(std::sqrt(n)));
  const std::string rows = number(size) + " " + number(size) + "\n";
  const std::string text =
      number(size) + "\n0 " + rows + rows +
      repeated(size * size, [size](int i) { return i % (size + 1) == 0 ? "2.5 " : "0.001 "; }) +
      "\n" + repeated(size, [](int) { return "-1.5 "; }) + "\n";
  return [text, size] { EXPECT_EQ(read_problem(text, "lcp.dat").problem.m(), size); };
}

const Growing kTables[] = {
    {"mjcf_motors", 2000,
     [](int n) {
       return read_mjcf_of(
           "<worldbody><body><joint name=\"j\"/><geom size=\".1\"/></body></worldbody><actuator>" +
           repeated(n, [](int) { return "<motor joint=\"j\"/>"; }) + "</actuator>");
     }},
    {"mjcf_free_bodies", 1000, [](int n) { return read_mjcf_of(free_bodies(n)); }},
    {"mjcf_driven_bodies", 400, [](int n) { return read_mjcf_of(driven_bodies(n)); }},
    {"mjcf_bodies_of_a_name", 1000,
     [](int n) {
       return read_mjcf_of("<worldbody>" +
                           repeated(n,
                                    [](int) {
                                      return "<body name=\"\"><joint/><joint axis=\"0 1 0\"/><geom "
                                             "size=\".1\"/></body>";
                                    }) +
                           "</worldbody>");
     }},
    {"mjcf_classes", 500,
     [](int n) {
       return read_mjcf_of(
           "<default>" +
           repeated(n,
                    [](int i) {
                      return "<default class=\"c" + number(i) + "\"><geom size=\".2\"/></default>";
                    }) +
           "</default><worldbody>" +
           repeated(n,
                    [](int i) {
                      return "<body><freejoint/><geom class=\"c" + number(i) + "\"/></body>";
                    }) +
           "</worldbody>");
     }},
    {"mjcf_keyframes", 500,
     [](int n) {
       return read_mjcf_of(
           "<worldbody><body><joint/><geom size=\".1\"/></body></worldbody><keyframe>" +
           repeated(n, [](int) { return "<key qpos=\"0\"/>"; }) + "</keyframe>");
     }},
    {"mjcf_chain", 45,
     [](int n) {
       return read_mjcf_of(
           "<worldbody>" +
           repeated(n, [](int) { return "<body pos=\"0 0 1\"><joint/><geom size=\".1\"/>"; }) +
           repeated(n, [](int) { return "</body>"; }) + "</worldbody>");
     }},
    {"mjcf_pairs", 500,
     [](int n) {
       return read_mjcf_of(free_bodies(n) + "<contact>" +
                           repeated(n - 1,
                                    [](int i) {
                                      return "<pair geom1=\"g" + number(i) + "\" geom2=\"g" +
                                             number(i + 1) + "\"/>";
                                    }) +
                           "</contact><equality>" +
                           repeated(n - 1,
                                    [](int i) {
                                      return "<connect anchor=\"0 0 0\" body1=\"b" + number(i) +
                                             "\" body2=\"b" + number(i + 1) + "\"/>";
                                    }) +
                           "</equality>");
     }},
    {"mjcf_world", 1000, [](int n) { return make_world_of_mjcf(free_bodies(n)); }},
    {"urdf_links", 1000,
     [](int n) -> Work {
       return [n, text = wide_robot(n)] {
         const RobotModel robot = build_robot(read_urdf_text(text, "robot.urdf", {}), {});
         EXPECT_GE(robot.skeleton->nv(), n);
       };
     }},
    {"urdf_chain", 300,
     [](int n) -> Work {
       const std::string text =
           "<robot name=\"chain\">" +
           repeated(n, [](int i) { return "<link name=\"l" + number(i) + "\"/>"; }) +
           repeated(n - 1,
                    [](int i) {
                      return "<joint name=\"j" + number(i) +
                             "\" type=\"continuous\"><parent link=\"l" + number(i) +
                             "\"/><child link=\"l" + number(i + 1) + "\"/></joint>";
                    }) +
           "</robot>";
       return [text] { (void)read_urdf_text(text, "robot.urdf", {}); };
     }},
    {"urdf_mimics", 150,
     [](int n) -> Work {
       return [text = wide_robot(n, true)] {
         (void)build_robot(read_urdf_text(text, "robot.urdf", {}), {});
       };
     }},
    {"scene_text", 300,
     [](int n) -> Work {
       return [n, text = scene_text(n)] {
         const Scene scene = load_scene_text(text, ".", {}, {});
         EXPECT_EQ(scene.sensors.size(), static_cast<std::size_t>(n));
       };
     }},
    {"scene_world", 300,
     [](int n) -> Work {
       const auto scene = std::make_shared<Scene>(load_scene_text(scene_text(n), ".", {}, {}));
       return [scene] { const World world = make_world(*scene); };
     }},
    {"models", 1500, [](int n) -> Work { return [n] { (void)balls(n); }; }},
    {"materials", 1000, [](int n) -> Work { return [n] { (void)balls(n, true); }; }},
    {"sensors", 1000, add_sensors_to},
    {"loops", 500, add_loops_to},
    {"ignored_pairs", 1000, ignore_pairs_of},
    {"urdf_text_again", 200, add_urdf_text_again},
    {"robot_again", 500, add_robot_again},
    {"state_bytes", 1000, save_and_read_state},
    {"problem_text", 60000, read_problem_of},
    {"bodies_in_one_place", 350, step_in_one_place},
    {"links_of_a_chain", 200, swing_chain},
    {"cells_per_side", 100, lie_on_field},
    {"squares_per_side", 60, lie_on_mesh},
};

void PrintTo(const Growing& table, std::ostream* out) { *out << table.name; }

class GrowthOf : public testing::TestWithParam<Growing> {};

TEST_P(GrowthOf, TwiceTheEntriesTakeAboutTwiceTimeAndMemory) { expect_linear(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Tables, GrowthOf, testing::ValuesIn(kTables),
                         [](const auto& table) { return std::string(table.param.name); });

// The bytes of a state with a right checksum, in which each of n sensors names the data of all.
std::vector<std::byte> state_with_shared_data(std::uint64_t n) {
  World world;
  (void)world.step();
  const std::vector<std::byte> bytes = world.state().bytes();
  constexpr std::size_t kHeaderWords = 5, kChecksum = 4, kSize = 3;
  std::vector<std::uint64_t> words(bytes.size() / 8);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  words.resize(words.size() - 3);  // no sensors, no data of sensors, no motors
  words.push_back(n);
  for (std::uint64_t i = 0; i < n; ++i)
    words.insert(words.end(), {0, 0, n});  // layout, first, size
  words.push_back(n);
  words.insert(words.end(), n + 1, 0);
  words[kSize] = 8 * (words.size() - kHeaderWords);
  Hash hash;
  for (std::size_t k = kHeaderWords; k < words.size(); ++k) hash.add_word(words[k]);
  words[kChecksum] = hash.value();
  std::vector<std::byte> forged(8 * words.size());
  std::memcpy(forged.data(), words.data(), forged.size());
  return forged;
}

TEST(Growth, ForgedStateTakesNoMoreMemoryThanItsBytes) {
  const std::vector<std::byte> forged = state_with_shared_data(10000);
  const std::size_t before = test::allocated_bytes();
  try {
    (void)StateSnapshot::from_bytes(forged);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("also those of another sensor"), std::string::npos)
        << error.what();
  }
  EXPECT_LT(test::allocated_bytes() - before, 4 * forged.size());
}

}  // namespace
}  // namespace cardan
