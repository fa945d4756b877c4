#include <cstdio>

#include "cardan/queries.h"

// Finds the ground under a robot, the distance of its hand to a crate, and the force of its push.
void ask(cardan::World& world) {
  const cardan::WorldView view(world);  // shapes and poses of this moment
  cardan::QueryFilter filter;
  filter.ignore = {"robot"};

  cardan::Ray down;
  down.origin = {0, 0, 2};
  down.direction = {0, 0, -1};
  if (const auto hit = cardan::ray_cast(view, down, filter)) {
    std::printf("%s at %.3f m\n", std::string(hit->model).c_str(), hit->distance);
  }

  if (const auto near = cardan::closest_points(view, "robot/hand", "crate", 0.5)) {
    std::printf("hand to crate: %.3f m\n", near->distance);
  }

  cardan::GeometryRecord ball;
  ball.kind = cardan::GeometryKind::kSphere;
  ball.size.x() = 0.2;
  const cardan::RigidTransform there(cardan::Vector3(1, 0, 0.3));
  for (const auto& shape : cardan::overlapping(view, ball, there, filter)) {
    std::printf("in the way: %s\n", std::string(shape.model).c_str());
  }

  world.step();
  for (const cardan::ContactInfo& contact : cardan::contacts_of(world, "crate")) {
    if (contact.state == cardan::ContactState::kSlide) std::printf("slides\n");
  }
  const double push = cardan::contact_force(world, "crate").force.head<2>().norm();
  std::printf("pushed with %.1f N, touched: %d\n", push,
              cardan::touching(world, "robot/hand", "crate"));
}
