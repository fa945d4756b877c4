// A first robot: a quadruped stands on the ground under PD control. The program reads its pose,
// contacts and report, saves and continues the run, and shows how files with errors are reported
// (docs/tutorials/first-robot.md).
//
//   first_robot [quadruped.urdf [state.h5]]
//
// Prints the results. Exit code 1: a result is outside its bounds.
#include <cardan/cardan.h>

#include <cmath>
#include <cstdio>
#include <string>

namespace {

using cardan::Vector3;

bool all_hold = true;

// Prints a result, and counts it as a failure if its condition is false.
void check(bool holds, const char* what, double value, const char* unit) {
  std::printf("  %-52s %12.4g %-4s %s\n", what, value, unit, holds ? "" : "OUT OF BOUNDS");
  all_hold = all_hold && holds;
}

// A world with a ground and the robot above it. Steps of 1 ms, gravity 9.81 m/s² along −z, exact
// Coulomb friction.
cardan::World make_world(const char* file) {
  cardan::WorldSpec spec;
  spec.materials.named["default"].mu_static = 0.8;
  spec.materials.named["default"].mu_kinetic = 0.8;
  cardan::World world(spec);
  world.add_ground();

  cardan::ModelSpec robot;
  robot.name = "robot";
  robot.urdf = file;
  robot.pose.p = Vector3(0, 0, 0.4);  // of the base; the feet are 5 cm above the ground [m]
  robot.pd.emplace();                 // holds every joint where it is at the start
  robot.pd->kp = 150;                 // [N m/rad]
  robot.pd->kd = 4;                   // [N m s/rad]
  world.add(robot);
  return world;
}

// Advances the world. A step never throws: its report lists what went wrong.
int advance(cardan::World& world, double duration) {
  const double end = world.time() + duration - 0.5 * world.time_step();
  int failures = 0;
  while (world.time() < end) {
    const cardan::StepReport& report = world.step();
    failures += report.failed_islands;
    for (const std::string& message : report.messages) std::printf("%s\n", message.c_str());
  }
  return failures;
}

void print_state(const cardan::World& world, const cardan::Model& robot) {
  const cardan::RigidTransform base = robot.base_pose();
  std::printf("t = %.3f s: base at (%.4f, %.4f, %.4f) m, %.2g m/s\n", world.time(), base.p.x(),
              base.p.y(), base.p.z(), robot.base_velocity().linear.norm());
}

// The standing robot: its height, its joints, and the forces of the ground on its feet.
void look(const cardan::World& world, const cardan::Model& robot) {
  const cardan::JointId knee = robot.joint("knee_front_left");
  std::printf("front left knee: %.4f rad, effort %.3f N m\n", robot.joint_position(knee),
              robot.joint_effort(knee));
  Vector3 sum = Vector3::Zero();
  for (const cardan::ContactInfo& contact : world.contacts()) {
    // The force acts on B; the ground was added first, and the robot is B.
    std::printf("contact %.*s - %.*s: (%6.3f, %6.3f, %6.3f) N, depth %.1e m\n",
                static_cast<int>(contact.model_a.size()), contact.model_a.data(),
                static_cast<int>(contact.link_b.size()), contact.link_b.data(), contact.force.x(),
                contact.force.y(), contact.force.z(), -contact.phi);
    sum += contact.force;
  }
  const double weight = robot.mass() * -world.gravity().z();
  const cardan::StepReport& report = world.report();
  std::printf("results:\n");
  check(world.contacts().size() == 4, "contacts", static_cast<double>(world.contacts().size()), "");
  check(std::abs(robot.base_pose().p.z() - 0.347) < 1e-3, "height of the base",
        robot.base_pose().p.z(), "m");
  check(std::abs(sum.z() - weight) < 1e-4 * weight, "force of the ground", sum.z(), "N");
  check(report.worst_residual < 1e-8, "worst residual of the contact solver", report.worst_residual,
        "m/s");
  check(report.max_penetration < 1e-6, "deepest contact", report.max_penetration, "m");
}

// A second world with the same description continues from a state file with identical bits.
void save_and_continue(cardan::World& world, const char* robot_file, const char* state_file) {
  world.save_state(state_file);
  advance(world, 0.5);
  cardan::World other = make_world(robot_file);
  other.restore_state(state_file);
  advance(other, 0.5);
  const double apart = (world.find("robot")->q() - other.find("robot")->q()).cwiseAbs().maxCoeff();
  check(world.state_hash() == other.state_hash(), "difference after the restore", apart, "");
}

// A file with errors causes a one-line cardan::Error that gives the location, the fault and the
// remedy. The world remains unchanged.
void refuse_bad_files(cardan::World& world) {
  int refused = 0;
  try {
    world.add_urdf("no_such_robot.urdf");
  } catch (const cardan::Error& error) {
    std::printf("refused: %s\n", error.what());
    ++refused;
  }
  const char* text = R"(<robot name="broken">
  <link name="base"/>
  <link name="arm"/>
  <joint name="shoulder" type="revolute">
    <parent link="bass"/>
    <child link="arm"/>
  </joint>
</robot>)";
  try {
    world.add_urdf_text(text);
  } catch (const cardan::Error& error) {
    std::printf("refused: %s\n", error.what());
    ++refused;
  }
  check(refused == 2 && world.num_models() == 2, "files refused", refused, "");
}

}  // namespace

int main(int argc, char** argv) try {
  const char* robot_file = argc > 1 ? argv[1] : "data/robots/quadruped.urdf";
  const char* state_file = argc > 2 ? argv[2] : "first_robot_state.h5";
  cardan::World world = make_world(robot_file);
  cardan::Model& robot = *world.find("robot");
  std::printf("%s: %.2f kg, %d joints, nq = %d, nv = %d\n", robot.name().c_str(), robot.mass(),
              robot.num_joints(), static_cast<int>(robot.q().size()),
              static_cast<int>(robot.v().size()));
  for (const cardan::Diagnostic& finding : world.diagnostics())
    std::printf("%s: %s\n", severity_name(finding.severity), finding.message.c_str());

  int failures = 0;
  for (int i = 0; i < 4; ++i) {
    print_state(world, robot);
    failures += advance(world, i == 0 ? 0.1 : 1.3);
  }
  print_state(world, robot);
  look(world, robot);
  check(failures == 0, "failed solves", failures, "");
  save_and_continue(world, robot_file, state_file);
  refuse_bad_files(world);
  return all_hold ? 0 : 1;
} catch (const cardan::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
