// Times of the multibody kernels on chains and a quadruped: the minimum over several repetitions,
// since a busy machine only adds time. Each uses 64 random configurations, so that the branch
// predictor cannot learn one.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>

#include "cardan/forward_dynamics.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/skeleton.h"
#include "cardan/skeleton_builder.h"

namespace {

using namespace cardan;

LinkSpec make_link(const std::string& name, const std::string& parent, const Vector3& axis,
                   const Vector3& origin) {
  LinkSpec link;
  link.name = name;
  link.parent = parent;
  link.joint_name = name + "_joint";
  link.joint_type = JointType::kRevolute;
  link.axis = axis;
  link.X_PJ = RigidTransform(origin);
  link.inertia = {1.0, Vector3(0.01, 0.02, -0.1), Vector3(0.01, 0.012, 0.004).asDiagonal()};
  return link;
}

/// n links in a row, hinges about x, y, z in turn, every third joint frame turned.
std::shared_ptr<const Skeleton> make_chain(int n) {
  SkeletonBuilder builder("chain");
  for (int i = 0; i < n; ++i) {
    const std::string parent = i > 0 ? "link_" + std::to_string(i - 1) : "";
    LinkSpec link = make_link("link_" + std::to_string(i), parent, Vector3::Unit(i % 3),
                              Vector3(0.02, 0, -0.2));
    if (i % 3 == 2) link.X_PJ = RigidTransform::from_xyz_rpy(link.X_PJ.p, Vector3(0.3, -0.2, 0.5));
    builder.add_link(link);
  }
  return builder.build();
}

/// Floating trunk and four legs of three hinges: 18 degrees of freedom.
std::shared_ptr<const Skeleton> make_quadruped() {
  SkeletonBuilder builder("quadruped");
  LinkSpec trunk = make_link("trunk", "", Vector3::UnitX(), Vector3::Zero());
  trunk.joint_type = JointType::kFloating;
  trunk.inertia = {30, Vector3::Zero(), Vector3(0.5, 1.2, 1.3).asDiagonal()};
  builder.add_link(trunk);
  for (int leg = 0; leg < 4; ++leg) {
    const double x = leg < 2 ? 0.3 : -0.3, y = leg % 2 == 0 ? 0.15 : -0.15;
    const std::string id = std::to_string(leg);
    builder.add_link(make_link("hip" + id, "trunk", Vector3::UnitX(), {x, y, 0}));
    builder.add_link(make_link("thigh" + id, "hip" + id, Vector3::UnitY(), {0, y, 0}));
    builder.add_link(make_link("shank" + id, "thigh" + id, Vector3::UnitY(), {0, 0, -0.3}));
  }
  return builder.build();
}

/// Configurations to cycle through.
struct Fixture {
  std::shared_ptr<const Skeleton> skeleton;
  Data data;
  std::vector<VectorX> q, v;
  VectorX tau, a;
  int turn = 0;

  explicit Fixture(std::shared_ptr<const Skeleton> s)
      : skeleton(std::move(s)),
        data(*skeleton),
        tau(VectorX::Ones(skeleton->nv())),
        a(VectorX::Ones(skeleton->nv())) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform(-1.5, 1.5);
    for (int k = 0; k < 64; ++k) {
      VectorX velocity(skeleton->nv());
      for (double& x : velocity) x = uniform(random);
      VectorX configuration = skeleton->neutral_configuration();
      integrate(*skeleton, configuration.data(), velocity.data(), 1, configuration.data());
      q.push_back(configuration);
      v.push_back(velocity);
    }
  }
  void next() { turn = (turn + 1) % 64; }
  const double* q_now() const { return q[turn].data(); }
  const double* v_now() const { return v[turn].data(); }
};

const Vector3 kGravity(0, 0, -9.81);

void fk(Fixture& f) { forward_kinematics(*f.skeleton, f.data, f.q_now()); }
void fk_v(Fixture& f) { forward_kinematics(*f.skeleton, f.data, f.q_now(), f.v_now()); }
void bias(Fixture& f) { bias_forces(*f.skeleton, f.data, f.v_now(), kGravity); }
void mass(Fixture& f) { crba(*f.skeleton, f.data); }
void factor(Fixture& f) { benchmark::DoNotOptimize(factorize_ltl(*f.skeleton, f.data)); }

void rnea_from_q(Fixture& f) {
  fk_v(f);
  rnea(*f.skeleton, f.data, f.v_now(), f.a.data(), kGravity, f.tau.data());
}

void crba_from_q(Fixture& f) {
  fk(f);
  compute_world_inertias(*f.skeleton, f.data);
  mass(f);
}

void crba_and_ltl(Fixture& f) {
  mass(f);
  factor(f);
}

void aba_from_q(Fixture& f) {
  fk_v(f);
  aba(*f.skeleton, f.data, f.v_now(), f.tau.data(), kGravity, f.a.data());
}

/// Forward dynamics as in a step: kinematics, bias, mass matrix, factorisation, solve.
void smooth(Fixture& f) {
  fk_v(f);
  bias(f);
  mass(f);
  factor(f);
  f.a = f.tau - Eigen::Map<const VectorX>(f.data.bias.data(), f.a.size());
  solve_ltl(*f.skeleton, f.data, f.a.data());
}

void solve(Fixture& f) {
  f.a.setOnes();
  solve_ltl(*f.skeleton, f.data, f.a.data());
}

/// Four rows (n, t1, t2, pad) on the path of the last freedom.
void whiten_rows(Fixture& f) {
  alignas(32) static double y[4 * 128];
  std::fill(y, y + 4 * (f.skeleton->depth.back() + 1), 1.0);
  whiten_path_rows(*f.skeleton, f.data, f.skeleton->nv() - 1, 4, y);
  benchmark::DoNotOptimize(y[0]);
}

void integrate_step(Fixture& f) {
  static VectorX q(256);
  integrate(*f.skeleton, f.q_now(), f.v_now(), 1e-3, q.data());
  benchmark::DoNotOptimize(q.data());
}

using Kernel = void (*)(Fixture&);

void run(benchmark::State& state, Kernel kernel, const std::shared_ptr<const Skeleton>& skeleton) {
  Fixture fixture(skeleton);
  smooth(fixture);
  for (auto _ : state) {
    fixture.next();
    kernel(fixture);
    benchmark::ClobberMemory();
  }
}

void register_all() {
  const std::pair<const char*, Kernel> kernels[] = {
      {"fk", fk},
      {"fk_with_velocity", fk_v},
      {"bias", bias},
      {"crba", mass},
      {"crba_and_ltl", crba_and_ltl},
      {"solve", solve},
      {"whiten_4_rows", whiten_rows},
      {"integrate", integrate_step},
      {"rnea_from_q", rnea_from_q},
      {"crba_from_q", crba_from_q},
      {"aba_from_q", aba_from_q},
      {"smooth_from_q", smooth},
  };
  const std::pair<const char*, std::shared_ptr<const Skeleton>> robots[] = {
      {"quadruped_18", make_quadruped()},
      {"chain_10", make_chain(10)},
      {"chain_100", make_chain(100)}};
  for (const auto& [robot, skeleton] : robots) {
    for (const auto& [name, kernel] : kernels) {
      benchmark::RegisterBenchmark((std::string(robot) + "/" + name).c_str(),
                                   [kernel = kernel, skeleton = skeleton](benchmark::State& state) {
                                     run(state, kernel, skeleton);
                                   })
          ->Repetitions(9)
          ->MinTime(0.02)
          ->ReportAggregatesOnly()
          ->ComputeStatistics("min", [](const std::vector<double>& times) {
            return *std::min_element(times.begin(), times.end());
          });
    }
  }
}

const bool kRegistered = (register_all(), true);

}  // namespace
