#include <cardan/cardan.h>
#include <cardan/sdf.h>

#include <iostream>

// A ball of SDF falls on the ground that its reader adds; the ball is then written as SDF.
int main() try {
  const cardan::Scene scene = cardan::load_sdf_text(
      "<sdf version='1.9'><model name='ball'><pose>0 0 1 0 0 0</pose><link name='ball'><inertial>"
      "<mass>2</mass></inertial><collision name='c'><geometry><sphere><radius>0.1</radius></sphere>"
      "</geometry></collision></link></model></sdf>",
      "ball.sdf");
  cardan::World world = cardan::make_world(scene);
  for (int step = 0; step < 100; ++step) world.step();
  const cardan::RobotModel robot = cardan::build_robot(*scene.models.front().description);
  const bool written = cardan::write_sdf(robot).text.find("<radius>0.1") != std::string::npos;
  std::cout << scene.models.size() << " models, " << world.steps() << " steps, "
            << (written ? "written" : "not written") << std::endl;
} catch (const cardan::Error& error) {
  std::cerr << error.what() << "\n";
  return 2;
}
