#include "cardan/world.h"

// Cancels the weight of a robot, and pulls its hand towards a point like a damped spring.
void act(cardan::Model& arm, cardan::LinkId hand, const cardan::Vector3& goal) {
  const cardan::Vector3 pull = 100 * (goal - arm.pose(hand).p) - 40 * arm.velocity(hand).linear;
  const cardan::Matrix6X J = arm.jacobian(hand);  // angular rows first
  arm.set_efforts(arm.gravity_forces() + J.bottomRows<3>().transpose() * pull);
}

void run(cardan::World& world, cardan::Model& arm) {
  const cardan::LinkId hand = arm.link("link_7");  // look the name up once
  while (world.time() < 5) {
    world.begin_step();  // kinematics of this step
    act(arm, hand, {0.4, 0, 0.5});
    world.finish_step();
  }
}
