#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "cardan/scene.h"

namespace cardan::test {

inline std::vector<RigidTransform> base_poses(World& world) {
  std::vector<RigidTransform> poses;
  for (int i = 0; i < world.num_models(); ++i) poses.push_back(world.model(i).base_pose());
  return poses;
}

inline void step_until(World& world, double duration, const std::string& name) {
  while (world.time() < duration - 1e-9) {
    const StepReport& report = world.step();
    ASSERT_LE(report.worst_residual, 1e-6) << name << " at " << world.time() << " s";
    ASSERT_EQ(report.failed_islands, 0) << name << " at " << world.time() << " s";
    ASSERT_EQ(report.fallbacks, 0) << name << " at " << world.time() << " s";
  }
}

/// Gap at the place of a contact in a list of contacts [m].
inline double gap_at(const std::vector<ContactInfo>& contacts, const ContactInfo& place) {
  double nearest = std::numeric_limits<double>::infinity(), gap = 0;
  for (const ContactInfo& contact : contacts) {
    const double distance = (contact.point - place.point).norm();
    if (contact.model_a != place.model_a || contact.model_b != place.model_b ||
        !(distance < nearest))
      continue;
    nearest = distance;
    gap = contact.phi;
  }
  return gap;
}

/// Work of gravity on bodies that close their gaps and sink into their contacts without slip, from
/// the forces at rest: virtual work gives −Σ m g Δz = Σ N (φ_start − φ) [J].
inline double work_of_closing(const World& world, const std::vector<ContactInfo>& start) {
  double work = 0;
  for (const ContactInfo& contact : world.contacts())
    work += contact.force.dot(contact.normal) * (gap_at(start, contact) - contact.phi);
  return work;
}

/// Steps a scene of data/scenes whose bodies stand at the start. Checks after every step that no
/// island missed 1e-6 m/s or fell to the last resort; after `settled` seconds that the bodies sank
/// by the gaps and the compression of their contacts alone; and at the end that nothing moved
/// since.
inline void expect_standing(const Scene& scene, double settled, double duration) {
  World world = make_world(scene);
  const double start = world.potential_energy();
  world.step();
  const std::vector<ContactInfo> contacts(world.contacts().begin(), world.contacts().end());
  step_until(world, settled, scene.name);
  const double work = work_of_closing(world, contacts);
  EXPECT_NEAR(start - world.potential_energy(), work, 0.02 * work) << scene.name;
  const std::vector<RigidTransform> rest = base_poses(world);
  step_until(world, duration, scene.name);
  for (int i = 0; i < world.num_models(); ++i) {
    const RigidTransform X = world.model(i).base_pose();
    const auto k = static_cast<std::size_t>(i);
    EXPECT_LT((X.p - rest[k].p).norm(), 1e-5) << world.model(i).name();
    EXPECT_LT((X.R - rest[k].R).norm(), 1e-4) << world.model(i).name();
    if (!world.model(i).is_static()) {
      EXPECT_LT(world.model(i).base_velocity().linear.norm(), 1e-5) << world.model(i).name();
    }
  }
}

inline Scene standing_scene(const std::string& name) {
  return load_scene(std::string(CARDAN_SOURCE_DIR) + "/data/scenes/" + name + ".yaml");
}

inline const std::vector<std::string>& standing_scenes() {
  static const std::vector<std::string> names{"box_stack", "box_pyramid", "card_house",
                                              "card_tower", "arch"};
  return names;
}

}  // namespace cardan::test
