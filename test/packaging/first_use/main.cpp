#include <cardan/cardan.h>

#include <iostream>

int main(int argc, char** argv) try {
  cardan::World world;  // steps of 1 ms, exact Coulomb friction
  world.add_ground();
  const char* file = argc > 1 ? argv[1] : "quadruped.urdf";
  cardan::Model& robot = world.add_urdf(file, cardan::RigidTransform({0, 0, 0.4}));

  const cardan::VectorX q0 = robot.q();                           // base: 7 numbers, joints: 12
  cardan::VectorX tau = cardan::VectorX::Zero(robot.v().size());  // base: 6 numbers, joints: 12
  while (world.time() < 4.0) {
    tau.tail(12) = 150 * (q0 - robot.q()).tail(12) - 2 * robot.v().tail(12);  // keep posture [N m]
    robot.set_efforts(tau);
    robot.apply_wrench("base", {20, 0, 0});  // a push along x [N], for this step
    if (world.step().failed_islands > 0) return 3;
  }
  std::cout << "q = " << robot.q().transpose() << "\nv = " << robot.v().transpose() << "\n";
  for (const cardan::ContactInfo& contact : world.contacts())
    std::cout << contact.link_b << ": " << contact.force.transpose() << " N\n";
} catch (const cardan::Error& error) {
  std::cerr << error.what() << "\n";
  return 2;
}
