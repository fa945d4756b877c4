// Bodies and robots thrown without gravity: how well each engine conserves their kinetic energy and
// their angular momentum about the centre of mass, as Markdown for docs/theory/rotation.md.
//
//   bench_rotation [--robots FOLDER] [--seconds T] [--only NAME]

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bench/peers/flight.h"
#include "bench/peers/peer.h"
#include "bench/peers/robots.h"
#include "cardan/energy.h"
#include "cardan/kinematics.h"
#include "cardan/skeleton_builder.h"
#include "cardan/world.h"
#include "cardan/world_spec.h"

namespace {

using namespace cardan;
using peers::Flight;
using peers::Flights;

struct Arguments {
  std::string robots = CARDAN_SOURCE_DIR "/../shared/robots";
  std::string only;
  double seconds = 60;
};

class CardanFlight : public Flight {
 public:
  CardanFlight(std::shared_ptr<const Skeleton> skeleton, Integrator integrator, const char* name)
      : skeleton_(std::move(skeleton)), integrator_(integrator), name_(name) {}

  std::string name() const override { return std::string("cardan ") + name_; }

  void start(const VectorX& q, const VectorX& v, double h) override {
    WorldSpec spec;
    spec.step = h;
    spec.gravity.setZero();
    spec.integrator = integrator_;
    if (integrator_ == Integrator::kRungeKutta4) {
      spec.contact.formulation = FormulationSpec{};
      spec.contact.formulation->id = "acceleration";
    }
    world_ = std::make_unique<World>(spec);
    model_ = &world_->add_skeleton("robot", skeleton_, {});
    model_->set_q(q);
    model_->set_v(v);
  }
  void step() override { world_->step(); }
  void read(VectorX& q, VectorX& v) const override {
    q = model_->q();
    v = model_->v();
    if (world_->report().stuck_models > 0) v.setConstant(NAN);
  }

 private:
  std::shared_ptr<const Skeleton> skeleton_;
  Integrator integrator_;
  const char* name_;
  std::unique_ptr<World> world_;
  Model* model_ = nullptr;
};

Flights make_flights(const std::shared_ptr<const Skeleton>& skeleton) {
  Flights flights;
  flights.push_back(
      std::make_unique<CardanFlight>(skeleton, Integrator::kSemiImplicitEuler, "default"));
  flights.push_back(std::make_unique<CardanFlight>(skeleton, Integrator::kMidpoint, "midpoint"));
  flights.push_back(std::make_unique<CardanFlight>(skeleton, Integrator::kRungeKutta4, "rk4"));
  const auto add = [&](Flights more) {
    for (auto& flight : more) flights.push_back(std::move(flight));
  };
#ifdef CARDAN_PEER_MUJOCO
  add(peers::make_mujoco_flights(skeleton));
#endif
#ifdef CARDAN_PEER_BULLET
  add(peers::make_bullet_flights(skeleton));
#endif
#ifdef CARDAN_PEER_DART
  add(peers::make_dart_flights(skeleton));
#endif
  return flights;
}

struct Kept {
  double energy = 0;
  Vector3 spin = Vector3::Zero();  ///< about the centre of mass [kg m²/s]
};

Kept measure(const Skeleton& skeleton, Data& data, const VectorX& q, const VectorX& v) {
  forward_kinematics(skeleton, data, q.data(), v.data());
  Matrix6X A(6, skeleton.nv());
  centroidal_momentum_matrix(skeleton, data, A);
  return {kinetic_energy(skeleton, data, v.data()), A.topRows<3>() * v};
}

constexpr double kLost = 1e3;  // times the energy of the start

struct Drift {
  double energy = 0, spin = 0;  ///< greatest relative deviation from the start
  double until = 0;             ///< time at which the energy has grown beyond kLost [s]; 0: never
};

Drift fly(Flight& flight, const Skeleton& skeleton, const VectorX& q0, const VectorX& v0, double h,
          double seconds) {
  constexpr int kSamples = 400;
  Data data(skeleton);
  const Kept start = measure(skeleton, data, q0, v0);
  const int steps = static_cast<int>(std::lround(seconds / h));
  const int each = std::max(1, steps / kSamples);
  VectorX q, v;
  Drift drift;
  flight.start(q0, v0, h);
  for (int k = 1; k <= steps; ++k) {
    flight.step();
    if (k % each != 0) continue;
    flight.read(q, v);
    const Kept now = measure(skeleton, data, q, v);
    const double energy = std::abs(now.energy / start.energy - 1),
                 spin = (now.spin - start.spin).norm() / start.spin.norm();
    if (!(energy + spin < kLost)) {
      drift.until = k * h;
      return drift;
    }
    drift.energy = std::max(drift.energy, energy);
    drift.spin = std::max(drift.spin, spin);
  }
  return drift;
}

struct Case {
  std::string name;
  std::shared_ptr<const Skeleton> skeleton;
  VectorX q, direction;  ///< of the velocity, per rad/s
  std::vector<double> rates, steps;
};

std::shared_ptr<const Skeleton> solid(const char* name, const Vector3& moments) {
  SkeletonBuilder builder(name);
  LinkSpec link;
  link.name = name;
  link.joint_name = "free";
  link.joint_type = JointType::kFloating;
  link.inertia.mass = 1;
  link.inertia.inertia = moments.asDiagonal();
  builder.add_link(link);
  return builder.build();
}

/// Moments of inertia of a box of 1 kg [kg m²].
Vector3 box_moments(const Vector3& side) {
  const Vector3 s = side.cwiseProduct(side);
  return Vector3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y()) / 12;
}

VectorX at_origin(const Skeleton& skeleton) {
  VectorX q = VectorX::Zero(skeleton.nq());
  q[3] = 1;
  return q;
}

/// About the middle axis, or near the axis of a top.
Case thrown(const char* name, const Vector3& moments, const Vector3& omega) {
  Case thrown_body{name, solid(name, moments), {}, {}, {10, 100, 1000, 10000}, {1e-3, 5e-3, 1e-2}};
  thrown_body.q = at_origin(*thrown_body.skeleton);
  thrown_body.direction = VectorX::Zero(6);
  thrown_body.direction.head<3>() = omega;
  return thrown_body;
}

/// Without rotors, damping, friction, springs and limits, which the other engines do not get.
std::shared_ptr<const Skeleton> loose(const Skeleton& skeleton) {
  auto changed = std::make_shared<Skeleton>(skeleton);
  for (DofProperties& dof : changed->dof) dof = {};
  return changed;
}

std::vector<Case> make_cases(const Arguments& arguments) {
  std::vector<Case> cases = {
      thrown("brick", box_moments({0.3, 0.2, 0.1}), {1e-3, 1, 1e-3}),
      thrown("plate", box_moments({0.4, 0.4, 0.02}), {0.6, 0.1, 0.8}),
      thrown("top", Vector3(1e-3, 1e-3, 1.6e-3), {0.2, 0, 1}),
      thrown("needle", box_moments({0.5, 0.004, 0.002}), {0.1, 1, 0.1}),
  };
  for (const peers::Robot& robot : peers::load_robots(arguments.robots)) {
    if (!robot.skeleton || !robot.skeleton->floating_base()) continue;
    const auto bare = loose(*robot.skeleton);
    Case robot_case{robot.name,     bare,        at_origin(*bare), VectorX::Zero(bare->nv()),
                    {10, 100, 300}, {1e-3, 5e-3}};
    robot_case.direction.head<3>() = Vector3(0.6, 0.48, 0.64);
    cases.push_back(robot_case);
  }
  return cases;
}

void run(const Case& thrown, double seconds) {
  std::printf("\n%s, %g s: deviation of energy / of angular momentum\n\n| engine |",
              thrown.name.c_str(), seconds);
  for (const double rate : thrown.rates)
    for (const double h : thrown.steps) std::printf(" %g rad/s, %g ms |", rate, 1e3 * h);
  std::printf("\n");
  for (const auto& flight : make_flights(thrown.skeleton)) {
    std::printf("| %s |", flight->name().c_str());
    for (const double rate : thrown.rates) {
      for (const double h : thrown.steps) {
        const Drift drift =
            fly(*flight, *thrown.skeleton, thrown.q, rate * thrown.direction, h, seconds);
        if (drift.until > 0) {
          std::printf(" lost at %.2g s |", drift.until);
        } else {
          std::printf(" %.0e / %.0e |", drift.energy, drift.spin);
        }
        std::fflush(stdout);
      }
    }
    std::printf("\n");
  }
}

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--robots") == 0) arguments.robots = argv[i + 1];
    if (std::strcmp(argv[i], "--only") == 0) arguments.only = argv[i + 1];
    if (std::strcmp(argv[i], "--seconds") == 0) arguments.seconds = std::atof(argv[i + 1]);
  }
  return arguments;
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv);
  for (const Case& thrown : make_cases(arguments))
    if (arguments.only.empty() || arguments.only == thrown.name) run(thrown, arguments.seconds);
}
