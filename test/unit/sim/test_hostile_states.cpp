// Bytes of a state with a valid checksum and wrong content are rejected or cause no harm.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "cardan/error.h"
#include "cardan/sensor.h"
#include "cardan/world.h"
#include "core/hash.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;
using Words = std::vector<std::uint64_t>;

const std::string kHostileRobots = std::string(CARDAN_SOURCE_DIR) + "/data/robots/";
constexpr std::size_t kHeader = 5, kSize = 3, kChecksum = 4;  // words
constexpr std::size_t kEntry = 12, kContact = 28;

Words words_of(const StateSnapshot& state) {
  const std::vector<std::byte> bytes = state.bytes();
  Words words(bytes.size() / 8);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

StateSnapshot state_of_words(Words words) {
  words[kSize] = 8 * (words.size() - kHeader);
  Hash hash;
  for (std::size_t i = kHeader; i < words.size(); ++i) hash.add_word(words[i]);
  words[kChecksum] = hash.value();
  std::vector<std::byte> bytes(8 * words.size());
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return StateSnapshot::from_bytes(bytes);
}

void skip_text(const Words& words, std::size_t& place) { place += 1 + (words[place] + 7) / 8; }
void skip_memory(const Words& words, std::size_t& place) {
  for (int list = 0; list < 7; ++list) place += 1 + kEntry * words[place];
}

/// Places of the lists in the words.
struct Places {
  explicit Places(const Words& words) {
    std::size_t place = kHeader;
    skip_text(words, place);
    place += 1 + 3 + 1;  // layout, times, steps
    place += 3;
    place += 1 + 4 * words[place];
    place += 1 + words[place];
    contacts = place;
    skip_memory(words, place);
    place += 1 + 5 * words[place];
    sleepers = place;
    for (std::uint64_t group = 0, groups = words[place++]; group < groups; ++group) {
      place += 1 + words[place];
      skip_memory(words, place);
      place += 1 + kContact * words[place];
    }
    sensors = place;
  }
  std::size_t contacts = 0, sleepers = 0, sensors = 0;
};

// Three boxes that sleep if they may, a robot, and a sensor with a delay.
World hostile_world(bool sleep) {
  WorldSpec spec = test::world_spec(1e-3, {});
  if (sleep) spec.contact.sleep = SleepSpec{1e-2, 0.1};
  World world(spec);
  world.add_ground();
  for (const char* name : {"a", "b", "c"})
    world.add(body(name, box({0.2, 0.2, 0.2}), 1, at(name[0] - 'a', 0, 0.1)));
  ModelSpec robot;
  robot.name = "robot";
  robot.urdf = kHostileRobots + "double_pendulum.urdf";
  robot.pose = at(3, 0, 3);
  world.add(robot);
  SensorSpec imu;
  imu.name = "imu";
  imu.kind = ImuSpec{"a", {}};
  imu.delay = 3e-3;
  world.add_sensor(imu);
  return world;
}

void take_steps(World& world, int steps) {
  for (int i = 0; i < steps; ++i) world.step();
}

TEST(HostileState, ContactsThatTheWorldDoesNotHaveAreDropped) {
  World world = hostile_world(false);
  take_steps(world, 10);
  Words words = words_of(world.state());
  const Places places(words);
  ASSERT_GT(words[places.contacts], 0U);
  const std::size_t last = places.contacts + 1 + kEntry * (words[places.contacts] - 1);
  words[last] = 0xffffffff00000000ULL;
  words[last + 1] = 0xffff;
  world.set_state(state_of_words(words));
  world.find("a")->set_base_pose(at(0, 0, 0.2));
  world.remove("b");
  take_steps(world, 10);
  EXPECT_TRUE(world.find("c")->q().allFinite());
}

TEST(HostileState, SensorsThatTheBytesDoNotListAreNotCopied) {
  World world = hostile_world(false);
  take_steps(world, 10);
  const Words words = words_of(world.state());
  std::size_t place = Places(words).sensors;
  ASSERT_EQ(words[place], 1U);
  std::size_t end = place + 1;
  skip_text(words, end);
  end += 2;
  Words without(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(place));
  without.push_back(0);
  without.insert(without.end(), words.begin() + static_cast<std::ptrdiff_t>(end), words.end());
  const double samples = -1e15;
  std::memcpy(&without[place + 2], &samples, sizeof samples);
  world.set_state(state_of_words(without));
  EXPECT_FALSE(world.sensor("imu").has_reading());
  take_steps(world, 10);
  EXPECT_TRUE(world.sensor("imu").has_reading());
}

TEST(HostileState, ATreeThatSleepsTwiceIsRefused) {
  World world = hostile_world(true);
  take_steps(world, 300);
  ASSERT_TRUE(world.find("c")->is_asleep());
  Words words = words_of(world.state());
  std::size_t group = Places(words).sleepers + 1;
  const std::uint64_t first = words[group + 1];
  group += 1 + words[group];
  skip_memory(words, group);
  group += 1 + kContact * words[group];
  words[group + 1] = first;
  EXPECT_THROW(world.set_state(state_of_words(words)), Error);
}

TEST(HostileState, RandomChangesDoNoHarm) {
  World world = hostile_world(true);
  take_steps(world, 300);
  world.find("b")->wake();
  take_steps(world, 2);
  const Words words = words_of(world.state());
  std::mt19937_64 random(1);
  int accepted = 0;
  for (int run = 0; run < 400; ++run) {
    Words changed = words;
    for (std::uint64_t k = 0, count = 1 + random() % 3; k < count; ++k) {
      std::uint64_t& word = changed[kHeader + random() % (words.size() - kHeader)];
      const std::uint64_t choices[] = {random(), 0, word + 1, ~std::uint64_t{0},
                                       words[kHeader + random() % (words.size() - kHeader)]};
      word = choices[random() % 5];
    }
    try {
      World other = world.clone();
      other.set_state(state_of_words(changed));
      ++accepted;
      take_steps(other, 3);
      other.find("a")->wake();
      other.step();
      other.find("b")->set_base_pose(at(1, 0, 0.1));
      for (const char* name : {"c", "a"}) {
        other.remove(name);
        other.step();
      }
      other.set_state(other.state());
    } catch (const Error&) {
    }
  }
  EXPECT_GT(accepted, 40);
}

// A state with motors on other joints or with other delays has another meaning.
TEST(HostileState, MotorsOfOtherJointsAreRefused) {
  const auto world_with = [](const std::vector<std::pair<std::string, int>>& motors) {
    World world(test::world_spec(1e-3, {}));
    ModelSpec spec;
    spec.name = "robot";
    spec.urdf = kHostileRobots + "double_pendulum.urdf";
    for (const auto& [joint, delay] : motors) spec.motors[joint].delay = delay;
    world.add(spec);
    return world;
  };
  World probe = world_with({});
  const Model& robot = *probe.find("robot");
  const std::string first = robot.joint_name(robot.joint(0)),
                    second = robot.joint_name(robot.joint(1));
  World one = world_with({{first, 0}}), two = world_with({{second, 0}});
  EXPECT_THROW(two.set_state(one.state()), Error);
  EXPECT_THROW(two.set_state(StateSnapshot::from_bytes(one.state().bytes())), Error);
  World early = world_with({{first, 2}, {second, 0}}), late = world_with({{first, 0}, {second, 2}});
  EXPECT_THROW(late.set_state(early.state()), Error);
  World equal = world_with({{first, 2}, {second, 0}});
  EXPECT_NO_THROW(equal.set_state(early.state()));
}

}  // namespace
}  // namespace cardan
