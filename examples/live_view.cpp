// Shows a controlled robot in a browser:
//
//   live_view quadruped.urdf [SECONDS]
//
// Prints the address of a page. On the page, you can pause, step and rewind the run, pull the robot
// and change the solver. Without SECONDS, the program runs until Ctrl-C.

#include <cardan/cardan.h>
#include <cardan/viewer.h>

#include <cstdlib>
#include <iostream>
#include <limits>

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::cerr << "usage: live_view ROBOT.urdf [SECONDS]\n";
    return 2;
  }
  const double end = argc > 2 ? std::atof(argv[2]) : std::numeric_limits<double>::infinity();
  cardan::World world;
  world.add_ground();
  cardan::Model& robot = world.add_urdf(argv[1], cardan::RigidTransform({0, 0, 0.4}));
  const cardan::VectorX q0 = robot.q();
  cardan::VectorX tau = cardan::VectorX::Zero(robot.v().size());

  cardan::Viewer viewer(world, {.title = robot.name()});
  std::cout << viewer.url() << std::endl;
  while (viewer.open() && world.time() < end) {
    if (!viewer.sync()) continue;  // paused, or the next step is not due yet
    tau.tail(12) = 150 * (q0 - robot.q()).tail(12) - 2 * robot.v().tail(12);  // [N m]
    robot.set_efforts(tau);
    world.step();
  }
  std::cout << "base at " << robot.base_pose().p.transpose() << " m\n";
  return robot.base_pose().p.z() > 0.25 ? 0 : 1;
} catch (const cardan::Error& error) {
  std::cerr << error.what() << "\n";
  return 2;
}
