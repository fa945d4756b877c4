#include <cardan/cardan.h>
#include <cardan/viewer.h>

#include <iostream>
#include <limits>

// Prints the address, shows the world until a page is connected or 20 s have passed, then 100
// steps.
int main() try {
  cardan::World world;
  world.add_ground();
  cardan::Viewer viewer(world, {.title = "viewer use", .plays = false});
  std::cout << viewer.url() << std::endl;
  for (int turn = 0; turn < 1000 && viewer.clients() == 0; ++turn) viewer.step();
  const int clients = viewer.clients();
  viewer.set_speed(std::numeric_limits<double>::infinity());
  viewer.play();
  while (world.steps() < 100) viewer.step();
  std::cout << clients << " page, " << world.steps() << " steps" << std::endl;
} catch (const cardan::Error& error) {
  std::cerr << error.what() << "\n";
  return 2;
}
