// Operational-space control of an arm with seven joints: its hand follows a circle of 10 cm radius
// and keeps its orientation (docs/tutorials/operational-space.md).
//
//   operational_space [arm7.urdf]
//
// Prints the largest distance of the hand from its reference point. Exit code 1: above 0.1 mm.
#include <cardan/cardan.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <cstdio>

namespace {

using cardan::Matrix3;
using cardan::Vector3;
using cardan::Vector6;
using cardan::VectorX;

constexpr double kRadius = 0.1;      // [m]
constexpr double kPeriod = 4;        // of a turn at full speed [s]
constexpr double kRampTime = 1;      // to full speed [s]
constexpr double kDuration = 10;     // [s]
constexpr double kTolerance = 1e-4;  // [m]

struct Reference {
  Vector3 position, velocity, acceleration;
};

// Reference point of the hand on a circle in the y-z plane. It starts at rest and accelerates
// uniformly to full speed.
Reference circle(double time) {
  const double full = 2 * M_PI / kPeriod, rate = full / kRampTime;
  const bool ramp = time < kRampTime;
  const double angle =
      ramp ? 0.5 * rate * time * time : 0.5 * full * kRampTime + full * (time - kRampTime);
  const double speed = ramp ? rate * time : full, change = ramp ? rate : 0;
  const Vector3 along(0, std::cos(angle), std::sin(angle));
  const Vector3 across(0, -std::sin(angle), std::cos(angle));
  return {Vector3(0.45, 0, 0.6) + kRadius * along, kRadius * speed * across,
          kRadius * (change * across - speed * speed * along)};
}

// The hand points forward and down.
const Matrix3 kOrientation = Eigen::AngleAxisd(2.2, Vector3::UnitY()).toRotationMatrix();

// The posture with the hand at the start of the circle.
VectorX starting_posture(const cardan::Model& arm) {
  cardan::IkTarget hand;
  hand.frame = "link_7";
  hand.position = circle(0).position;
  hand.orientation = kOrientation;
  cardan::IkOptions options;
  options.posture = VectorX::Zero(7);
  const cardan::IkResult result = arm.solve_ik({hand}, options);
  std::printf("inverse kinematics: %s\n", result.message.c_str());
  if (!result.converged) throw cardan::Error("the hand cannot reach the circle");
  return result.q;
}

class Controller {
 public:
  explicit Controller(cardan::Model& arm)
      : arm_(arm), hand_(arm.link("link_7")), posture_(arm.q()), J_(6, 7), M_(7, 7), M_inv_(7, 7) {}

  // Computes the efforts of this step, M a + C. The accelerations a give the hand its desired
  // acceleration and, in the null space of this task, pull the arm towards a posture [Khatib 1987].
  void act(double time) {
    arm_.jacobian(hand_, Vector3::Zero(), cardan::ReferenceFrame::kLocalWorldAligned, J_);
    arm_.mass_matrix(M_);
    arm_.inverse_mass_matrix(M_inv_);
    const Reference goal = circle(time);
    const cardan::RigidTransform X = arm_.pose(hand_);
    const cardan::SpatialVelocity V = arm_.velocity(hand_), drift = arm_.jacobian_rate(hand_);
    const Vector3 turn = cardan::quaternion_log(Eigen::Quaterniond(kOrientation * X.R.transpose()));
    Vector6 task;  // acceleration of the hand, angular part first
    task << kStiffness * turn - kDamping * V.angular - drift.angular,
        goal.acceleration + kStiffness * (goal.position - X.p) +
            kDamping * (goal.velocity - V.linear) - drift.linear;
    const VectorX rest = 20 * (posture_ - arm_.q()) - 9 * arm_.v();
    // a = rest + M⁻¹ Jᵀ Λ (task − J rest) with Λ = (J M⁻¹ Jᵀ)⁻¹.
    const cardan::Matrix6 inverse_inertia = J_ * M_inv_ * J_.transpose();
    const Vector6 force = inverse_inertia.ldlt().solve(task - J_ * rest);
    const VectorX a = rest + M_inv_ * (J_.transpose() * force);
    // Inverse dynamics does not include the dampers of the joints.
    arm_.set_efforts(arm_.inverse_dynamics(a) - arm_.passive_forces());
  }

 private:
  static constexpr double kStiffness = 2500, kDamping = 100;  // [1/s²], [1/s]

  cardan::Model& arm_;
  cardan::LinkId hand_;
  VectorX posture_;
  cardan::Matrix6X J_;
  cardan::MatrixX M_, M_inv_;
};

}  // namespace

int main(int argc, char** argv) try {
  cardan::World world;  // steps of 1 ms
  cardan::Model& arm = world.add_urdf(argc > 1 ? argv[1] : "data/robots/arm7.urdf");
  arm.set_q(starting_posture(arm));
  Controller controller(arm);
  const cardan::LinkId hand = arm.link("link_7");
  double worst = 0, turned = 0;
  while (world.time() < kDuration) {
    world.begin_step();  // kinematics of this step, for the controller and the step
    controller.act(world.time());
    const cardan::StepReport& report = world.finish_step();
    for (const std::string& message : report.messages) std::printf("%s\n", message.c_str());
    const cardan::RigidTransform X = arm.pose(hand);
    worst = std::max(worst, (X.p - circle(world.time()).position).norm());
    turned = std::max(turned, Eigen::AngleAxisd(kOrientation.transpose() * X.R).angle());
  }
  std::printf("hand on a circle of %.0f cm: largest errors %.4f mm and %.2g rad in %.0f s\n",
              100 * kRadius, 1000 * worst, turned, world.time());
  return worst <= kTolerance ? 0 : 1;
} catch (const cardan::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
