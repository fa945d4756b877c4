#include <cardan/cardan.h>
#include <cardan/urdfdom.h>
#include <urdf_parser/urdf_parser.h>

#include <iostream>

// A robot that a node of ROS has parsed, in a world. Its capsule is known from the text alone.
int main() try {
  const std::string text =
      "<robot name=\"ball\"><link name=\"ball\"><inertial><mass value=\"2\"/><inertia ixx=\"0.1\" "
      "ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/></inertial><collision><geometry>"
      "<capsule radius=\"0.1\" length=\"0.2\"/></geometry></collision></link></robot>";
  const urdf::ModelInterfaceSharedPtr model = urdf::parseURDF(text);
  cardan::World world;
  world.add_ground();
  const cardan::RobotDescription alone = cardan::ros::describe(*model);
  const cardan::RobotDescription whole = cardan::ros::describe(*model, text);
  world.add_robot(whole, cardan::RigidTransform(cardan::Vector3(0, 0, 1)));
  for (int step = 0; step < 100; ++step) world.step();
  std::cout << alone.links[0].collisions.size() << " and " << whole.links[0].collisions.size()
            << " shapes, " << world.steps() << " steps" << std::endl;
} catch (const cardan::Error& error) {
  std::cerr << error.what() << "\n";
  return 2;
}
