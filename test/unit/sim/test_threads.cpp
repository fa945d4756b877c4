#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <thread>

#include "cardan/batch.h"
#include "cardan/linearize.h"
#include "cardan/quantity.h"
#include "cardan/queries.h"
#include "cardan/recording.h"
#include "cardan/sensor.h"
#include "cardan/views.h"
#include "test/analytic/linkages.h"
#include "test/support/surfaces.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"

/// The statements of docs/threads.md. A data race shows in a build with the thread sanitizer
/// (scripts/test --tsan); wrong results show in every build.
namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;
using test::sphere;

constexpr int kThreads = 8;

/// Runs work(0) … work(kThreads − 1) at the same time: no call begins before every thread has
/// started.
void run_together(const std::function<void(int)>& work) {
  std::atomic<int> waiting = kThreads;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      --waiting;
      while (waiting.load() > 0) std::this_thread::yield();
      work(t);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

template <class Kind>
SensorSpec named(const std::string& name, const Kind& kind) {
  SensorSpec spec;
  spec.name = name;
  spec.kind = kind;
  return spec;
}

void add_sensors(World& world) {
  world.add_sensor(named("imu", ImuSpec{"dog/base", {}}));
  world.add_sensor(named("joint", JointSensorSpec{"dog/knee_front_left"}));
  world.add_sensor(named("load", ForceTorqueSpec{"dog/knee_front_left"}));
  world.add_sensor(named("touch", ContactSensorSpec{"dog", ""}));
  world.add_sensor(named("pose", PoseSensorSpec{"ball", {}, "dog"}));
  world.add_sensor(named("twist", TwistSensorSpec{"ball", {}, ""}));
}

/// A quadruped, an arm, bodies on a hill of triangles, a scripted carrier, a closed loop, sensors;
/// after some steps, so that all data that queries compute on demand are outdated.
World shared_yard(int threads = 1) {
  WorldSpec spec = test::world_spec(2e-3, {.mu = 0.6});
  spec.threads = threads;
  World world(spec);
  world.add_ground();
  ModelSpec dog;
  dog.name = "dog";
  dog.urdf = std::string(CARDAN_SOURCE_DIR) + "/data/robots/quadruped.urdf";
  dog.base = BaseKind::kFloating;
  dog.pose = at(0, 0, 0.352);
  dog.pd = test::pd(150, 4);
  world.add(dog);
  ModelSpec arm;
  arm.name = "arm";
  arm.urdf = std::string(CARDAN_SOURCE_DIR) + "/data/robots/arm7.urdf";
  arm.pose = at(3, 0, 0);
  arm.q["joint_2"] = 0.5;
  arm.pd_joints["joint_4"] = test::pd(50, 5);
  world.add(arm);
  ModelSpec hill = test::body("hill", test::mesh_record(test::floor_mesh({20, 20, 0.1, true})), 1,
                              at(6, 0, 0.1));
  hill.mass.reset();
  hill.is_static = true;
  world.add(hill);
  world.add(body("ball", sphere(0.1), 1, at(6, 0, 0.2), {{1, 2, 3}, {0.5, 0, 0}}));
  world.add(body("crate", box({0.2, 0.2, 0.2}), 1, at(-2, 0, 0.1), {Vector3::Zero(), {1, 0, 0}}));
  ModelSpec carrier = body("carrier", box({1, 1, 0.1}), 1, at(-5, 0, 0.3));
  carrier.mass.reset();
  carrier.kinematic = KinematicSpec{};
  carrier.kinematic->velocity.linear = Vector3(0.2, 0, 0);
  world.add(carrier);
  test::add_four_bar(world, {}, test::Closing::kWeld, 0.4, 2, at(0, 5, 2));
  add_sensors(world);
  for (int k = 0; k < 5; ++k) world.step();
  return world;
}

/// Numbers of a result, which are compared bit by bit.
class Numbers {
 public:
  void add(double x) { values_.push_back(x); }
  void add(const Vector3& x) { add_all(x); }
  template <class Matrix>
  void add_all(const Matrix& x) {
    for (Eigen::Index j = 0; j < x.cols(); ++j)
      for (Eigen::Index i = 0; i < x.rows(); ++i) add(x(i, j));
  }
  void add(const RigidTransform& X) {
    add_all(X.R);
    add_all(X.p);
  }
  void add(const SpatialVelocity& V) {
    add(V.angular);
    add(V.linear);
  }
  void add(const SpatialForce& F) {
    add(F.moment);
    add(F.force);
  }
  void add(std::string_view text) {
    add(static_cast<double>(std::hash<std::string_view>()(text) >> 12U));
  }
  void add_hash(std::uint64_t hash) {
    add(static_cast<double>(hash >> 32U));
    add(static_cast<double>(hash & 0xffffffffU));
  }
  std::size_t size() const { return values_.size(); }
  bool operator==(const Numbers& other) const {
    if (values_.size() != other.values_.size()) return false;
    return values_.empty() ||
           std::memcmp(values_.data(), other.values_.data(), values_.size() * sizeof(double)) == 0;
  }

 private:
  std::vector<double> values_;
};

struct Query {
  std::string name;
  std::function<void(const World& world, Numbers& out)> ask;
};

template <class Ask>
void add_for_models(std::vector<Query>& queries, const std::string& name, const Ask& ask) {
  for (const std::string model : {"dog", "arm", "ball", "fourbar"})
    queries.push_back({name + " of " + model, [model, ask](const World& world, Numbers& out) {
                         ask(*world.find(model), out);
                       }});
}

VectorX some_vector(const Model& model) {
  return VectorX::LinSpaced(model.skeleton()->nv(), -1, 1);
}

void add_model_queries(std::vector<Query>& queries) {
  using M = const Model&;
  add_for_models(queries, "kinematics", [](M m, Numbers& out) {
    for (int i = 0; i < m.num_links(); ++i) {
      out.add(m.pose(m.link(i)));
      out.add(m.velocity(m.link_name(m.link(i))));
    }
    out.add(m.base_pose());
    out.add(m.base_velocity());
  });
  add_for_models(queries, "state", [](M m, Numbers& out) {
    out.add_all(m.q());
    out.add_all(m.v());
    out.add(m.is_asleep() ? 1 : 0);
    for (int i = 0; i < m.num_joints(); ++i) {
      out.add(m.joint_name(m.joint(i)));
      if (m.skeleton()->joints[static_cast<std::size_t>(i)].nv != 1) continue;
      out.add(m.joint_position(m.joint(i)));
      out.add(m.joint_velocity(m.joint(i)));
      out.add(m.joint_effort(m.joint(i)));
    }
  });
  add_for_models(queries, "energy", [](M m, Numbers& out) {
    out.add(m.kinetic_energy());
    out.add(m.potential_energy());
    out.add(m.momentum());
  });
  add_for_models(queries, "mass", [](M m, Numbers& out) {
    out.add(m.mass());
    out.add_all(m.mass_matrix());
    out.add_all(m.inverse_mass_matrix());
  });
  add_for_models(queries, "forces", [](M m, Numbers& out) {
    out.add_all(m.bias_forces());
    out.add_all(m.gravity_forces());
    out.add_all(m.passive_forces());
    out.add_all(m.coriolis_matrix());
  });
  add_for_models(queries, "dynamics", [](M m, Numbers& out) {
    out.add_all(m.inverse_dynamics(some_vector(m)));
    out.add_all(m.forward_dynamics(some_vector(m)));
    out.add_all(m.inverse_dynamics_derivatives(some_vector(m)).dtau_dq);
    out.add_all(m.forward_dynamics_derivatives(some_vector(m)).da_dv);
  });
  add_for_models(queries, "jacobians", [](M m, Numbers& out) {
    const LinkId link = m.link(m.num_links() - 1);
    const Vector3 point(0.1, 0.2, 0.3);
    out.add_all(m.jacobian(link, point, ReferenceFrame::kLocal));
    out.add(m.jacobian_rate(link, point));
    out.add(m.acceleration(link, some_vector(m), point));
  });
  add_for_models(queries, "centre of mass", [](M m, Numbers& out) {
    out.add(m.center_of_mass());
    out.add(m.center_of_mass_velocity());
    out.add_all(m.center_of_mass_jacobian());
    out.add(m.centroidal_momentum());
    out.add_all(m.centroidal_momentum_matrix());
    out.add(m.centroidal_momentum_rate());
  });
  queries.push_back({"inverse kinematics", [](const World& world, Numbers& out) {
                       const Model& arm = *world.find("arm");
                       IkTarget target;
                       target.frame = arm.link_name(arm.link(arm.num_links() - 1));
                       target.position = arm.pose(target.frame).p + Vector3(0.01, 0, 0);
                       out.add_all(arm.solve_ik({target}).q);
                     }});
  queries.push_back({"masses of links", [](const World& world, Numbers& out) {
                       const LinkMass base = world.find("dog")->link_mass("base");
                       out.add(base.mass);
                       out.add(base.com);
                     }});
}

void add_contact(const ContactInfo& contact, Numbers& out) {
  for (const std::string_view name :
       {contact.model_a, contact.link_a, contact.model_b, contact.link_b})
    out.add(name);
  for (const Vector3& x : {contact.point, contact.normal, contact.impulse, contact.force,
                           contact.moment, contact.velocity})
    out.add(x);
  out.add(contact.phi);
  out.add(static_cast<double>(contact.state));
}

void add_contact_queries(std::vector<Query>& queries) {
  queries.push_back({"contacts", [](const World& world, Numbers& out) {
                       for (const ContactInfo& contact : world.contacts())
                         add_contact(contact, out);
                     }});
  queries.push_back({"contacts by name", [](const World& world, Numbers& out) {
                       for (const ContactInfo& contact : contacts_of(world, "crate"))
                         add_contact(contact, out);
                       for (const ContactInfo& contact : contacts_between(world, "ball", "hill"))
                         add_contact(contact, out);
                       out.add(touching(world, "crate", "ground") ? 1 : 0);
                       out.add(contact_force(world, "dog"));
                     }});
  queries.push_back({"islands", [](const World& world, Numbers& out) {
                       for (const IslandView& island : view_islands(world)) {
                         for (const IslandBlock& block : island.blocks) {
                           out.add(block.name);
                           for (const double x : block.impulse) out.add(x);
                           for (const double x : block.velocity) out.add(x);
                         }
                       }
                     }});
}

void add_world_queries(std::vector<Query>& queries) {
  queries.push_back({"world", [](const World& world, Numbers& out) {
                       out.add(world.time());
                       out.add(world.gravity());
                       out.add(world.kinetic_energy());
                       out.add(world.potential_energy());
                       out.add(world.formulation());
                       out.add(world.solver());
                       out.add(world.chain().front());
                       out.add(world.material("default").mu_static);
                       out.add(world.report().worst_residual);
                       out.add(static_cast<double>(world.models().size()));
                       out.add(static_cast<double>(world.diagnostics().size()));
                     }});
  queries.push_back({"loops", [](const World& world, Numbers& out) {
                       for (const LoopInfo& loop : world.loops()) {
                         out.add(loop.error);
                         out.add(world.loop(loop.id).force);
                       }
                     }});
  queries.push_back({"hashes", [](const World& world, Numbers& out) {
                       out.add_hash(world.state_hash());
                       out.add_hash(step_hashes(world).memory);
                     }});
  queries.push_back({"state in memory", [](const World& world, Numbers& out) {
                       const StateSnapshot state = world.state();
                       out.add_hash(state.structure());
                       for (const std::byte byte : state.bytes())
                         out.add(std::to_integer<int>(byte));
                     }});
  queries.push_back({"clone", [](const World& world, Numbers& out) {
                       World copy = world.clone();
                       copy.step();
                       out.add_hash(copy.state_hash());
                       out.add(copy.find("dog")->pose("front_left_foot"));
                     }});
  queries.push_back(
      {"quantities", [](const World& world, Numbers& out) {
         for (const char* name : {"energy", "dog.base.height", "crate.contact_force.z"})
           out.add(make_quantity(name, world, "test").measure(world));
       }});
  queries.push_back({"sensors", [](const World& world, Numbers& out) {
                       for (const Sensor* sensor : world.sensors()) {
                         for (const double x : sensor->values()) out.add(x);
                         out.add(sensor->time());
                         out.add(static_cast<double>(sensor->samples()));
                         out.add(sensor->kind());
                       }
                       out.add(world.sensor("imu").value("acceleration.z"));
                     }});
}

void ask_view(const WorldView& view, Numbers& out) {
  for (int i = 0; i < 20; ++i) {
    const Ray ray{Vector3(6 + 0.03 * i, 0.01 * i, 3), -Vector3::UnitZ()};
    const auto hit = ray_cast(view, ray);
    out.add(hit ? hit->distance : -1);
    out.add(static_cast<double>(ray_cast_all(view, ray).size()));
  }
  const auto swept = sphere_cast(view, {Vector3(-6, 0, 2), -Vector3::UnitZ()}, 0.1);
  out.add(swept ? swept->distance : -1);
  out.add(distance(view, "ball", "hill"));
  out.add(distance(view, "dog", "crate"));
  out.add(closest_points(view, "crate", "carrier")->normal);
  for (const ShapeName& name : overlapping(view, sphere(0.5), at(0, 0, 0.3))) out.add(name.link);
  out.add(static_cast<double>(containing(view, Vector3(-5, 0, 0.3)).size()));
}

std::vector<Query> all_queries() {
  std::vector<Query> queries;
  add_model_queries(queries);
  add_contact_queries(queries);
  add_world_queries(queries);
  // Each thread makes its own view, which builds the trees of the meshes.
  queries.push_back({"view", [](const World& world, Numbers& out) { ask_view(world, out); }});
  return queries;
}

// Every thread begins with a different query, so that the first calls after a change run at the
// same time.
TEST(Threads, ConstCallsOfAWorldMayRunTogether) {
  const std::vector<Query> queries = all_queries();
  World world = shared_yard(), alone = shared_yard();
  for (int round = 0; round < 4; ++round) {
    SCOPED_TRACE(round);
    std::vector<Numbers> expected(queries.size());
    for (std::size_t i = 0; i < queries.size(); ++i) queries[i].ask(alone, expected[i]);
    std::vector<std::vector<Numbers>> seen(kThreads, std::vector<Numbers>(queries.size()));
    run_together([&](int t) {
      for (std::size_t k = 0; k < queries.size(); ++k) {
        const std::size_t i = (k + 5 * static_cast<std::size_t>(t)) % queries.size();
        queries[i].ask(world, seen[static_cast<std::size_t>(t)][i]);
      }
    });
    for (std::size_t i = 0; i < queries.size(); ++i) {
      // After set_state, there are no contacts and islands until the next step.
      if (round < 3) {
        EXPECT_GT(expected[i].size(), 0u) << queries[i].name;
      }
      for (const auto& thread : seen) EXPECT_TRUE(thread[i] == expected[i]) << queries[i].name;
    }
    // Both are changed alike: by a step, and once by a new posture, mass and state.
    for (World* w : {&world, &alone}) {
      if (round == 1) w->find("arm")->set_q(VectorX::Constant(7, 0.2));
      if (round == 2) w->find("dog")->set_mass("base", 11);
      if (round == 2) w->set_state(w->state());
      if (round != 2) w->step();
    }
  }
  EXPECT_EQ(world.state_hash(), alone.state_hash());
}

// All threads ask for the same thing that is computed on demand.
TEST(Threads, FirstCallsAfterAChangeMayRunTogether) {
  const std::vector<Query> queries = all_queries();
  for (std::size_t i = 0; i < queries.size(); ++i) {
    World world = shared_yard();
    std::vector<Numbers> seen(kThreads);
    run_together([&](int t) { queries[i].ask(world, seen[static_cast<std::size_t>(t)]); });
    for (const Numbers& numbers : seen) EXPECT_TRUE(numbers == seen.front()) << queries[i].name;
  }
}

TEST(Threads, AViewIsReadWhileItsWorldSteps) {
  World world = shared_yard();
  const WorldView view(world);
  Numbers expected;
  ask_view(view, expected);
  std::vector<Numbers> seen(kThreads);
  run_together([&](int t) {
    if (t == 0) {
      for (int k = 0; k < 30; ++k) world.step();
      seen[0] = expected;
    } else {
      ask_view(view, seen[static_cast<std::size_t>(t)]);
    }
  });
  for (const Numbers& numbers : seen) EXPECT_TRUE(numbers == expected);
  Numbers later;
  ask_view(world, later);
  EXPECT_FALSE(later == expected);
}

// Worlds share skeletons, meshes and plugins, and one snapshot is read by all of them.
TEST(Threads, WorldsStepTogether) {
  World original = shared_yard();
  const StateSnapshot start = original.state();
  std::vector<World> worlds;
  for (int t = 0; t < kThreads; ++t) worlds.push_back(original.clone(1 + t % 2));
  for (int k = 0; k < 20; ++k) original.step();
  run_together([&](int t) {
    World& world = worlds[static_cast<std::size_t>(t)];
    for (int round = 0; round < 2; ++round) {
      world.set_state(start);
      for (int k = 0; k < 20; ++k) world.step();
    }
  });
  for (const World& world : worlds) EXPECT_EQ(world.state_hash(), original.state_hash());
}

// Building reads robots and loads plugins; saving and recording share the library of HDF5.
TEST(Threads, WorldsAreBuiltSavedAndRecordedTogether) {
  const test::TemporaryDirectory folder;
  World expected = shared_yard();
  for (int k = 0; k < 3; ++k) expected.step();
  std::vector<std::uint64_t> hashes(kThreads);
  run_together([&](int t) {
    const std::string number = std::to_string(t);
    World world = shared_yard();
    world.save_state(folder.file("state-" + number + ".h5"));
    Recorder recorder(folder.file("run-" + number + ".h5"), 0);
    recorder.record(world);
    for (int k = 0; k < 3; ++k) {
      world.step();
      recorder.record(world);
    }
    recorder.close();
    world.restore_state(folder.file("state-" + number + ".h5"));
    for (int k = 0; k < 3; ++k) world.step();
    hashes[static_cast<std::size_t>(t)] = world.state_hash();
  });
  for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, expected.state_hash());
}

// Each world of a batch has its own row.
TEST(Threads, RowsOfABatchAreSetTogether) {
  const Scene scene = load_scene(std::string(CARDAN_SOURCE_DIR) + "/bench/matrix/quadruped.yaml");
  Batch batch(scene, kThreads, {.threads = 2}), alone(scene, kThreads, {.threads = 1});
  const auto change = [](Batch& rows, int i) {
    BatchParameters parameters;
    parameters.gravity = Vector3(0, 0, -1 - i);
    parameters.mass["robot/base"] = 8 + i;
    parameters.friction["default"] = 0.3 + 0.1 * i;
    rows.reset(i, parameters);
    rows.efforts()[static_cast<std::size_t>(i) * static_cast<std::size_t>(rows.nv()) + 8] = i;
    for (int k = 0; k < i; ++k) rows.world(i).step();
    rows.set_state(i, rows.state(i));
  };
  for (int round = 0; round < 3; ++round) {
    batch.step(20);
    alone.step(20);
    run_together([&](int t) { change(batch, t); });
    for (int i = 0; i < kThreads; ++i) change(alone, i);
  }
  batch.step(20);
  alone.step(20);
  for (int i = 0; i < kThreads; ++i)
    EXPECT_EQ(batch.world(i).state_hash(), alone.world(i).state_hash()) << i;
  EXPECT_NE(batch.world(1).state_hash(), batch.world(2).state_hash());
  const std::span<const double> q = batch.q(), q_alone = alone.q();
  EXPECT_TRUE(std::equal(q.begin(), q.end(), q_alone.begin(), q_alone.end()));
}

TEST(Threads, OneWorldIsLinearisedByAllThreads) {
  World world(test::world_spec(2e-3, {}));
  world.add_ground();
  world.add(body("crate", box({0.4, 0.4, 0.2}), 3, at(0, 0, 0.1), {Vector3::Zero(), {1, 0, 0}}));
  for (int k = 0; k < 5; ++k) world.step();
  const Linearization expected = world.linearize({.parameters = {"mass.crate"}});
  std::vector<Linearization> seen(kThreads);
  run_together([&](int t) {
    seen[static_cast<std::size_t>(t)] = world.linearize({.parameters = {"mass.crate"}});
  });
  for (const Linearization& result : seen) {
    EXPECT_EQ(result.A, expected.A);
    EXPECT_EQ(result.C, expected.C);
  }
}

}  // namespace
}  // namespace cardan
