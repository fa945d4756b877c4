#include "apps/beside/cardan_run.h"

#include <algorithm>

#include "apps/step_count.h"
#include "cardan/error.h"

namespace cardan::app {

namespace {

constexpr int kMostSamples = 2000;

void take_sample(const World& world, const RunningSums& sums, double time, EngineTrack& track) {
  track.time.push_back(time);
  for (const Model* model : world.models()) {
    if (!model->skeleton()) continue;
    const ConstVectorView q = model->q(), v = model->v();
    track.q.insert(track.q.end(), q.data(), q.data() + q.size());
    track.v.insert(track.v.end(), v.data(), v.data() + v.size());
  }
  track.impulse.push_back(sums.impulse);
  track.slip_work.push_back(sums.slip_work);
}

ContactSums contact_sums(const World& world) {
  ContactSums sums;
  for (const ContactInfo& contact : world.contacts()) {
    const double force = contact.force.dot(contact.normal);
    if (!(force > 0)) continue;
    const Vector3& velocity = contact.velocity;
    const Vector3 slip = velocity - contact.normal.dot(velocity) * contact.normal;
    sums.force += force;
    sums.slip_power += force * slip.norm();
  }
  return sums;
}

JointPlace place_of(const mjcf::Joint& joint, const World& world) {
  JointPlace place{joint.kind, 0, 0};
  for (const Model* model : world.models()) {
    if (!model->skeleton()) continue;
    const int index = model->skeleton()->find_joint(joint.name);
    if (index >= 0) {
      const JointInfo& info = model->skeleton()->joints[static_cast<std::size_t>(index)];
      place.q += info.q_start;
      place.v += info.v_start;
      return place;
    }
    place.q += static_cast<int>(model->q().size());
    place.v += static_cast<int>(model->v().size());
  }
  throw Error("joint '" + joint.name + "' is not in the world");
}

}  // namespace

Motion motion_of(const MjcfDescription& model, const Scene& scene, const World& world) {
  Motion motion;
  motion.file = model.file;
  motion.step = scene.world.step;
  motion.steps = static_cast<int>(number_of_steps(scene));
  motion.every = std::max(1, motion.steps / kMostSamples);
  for (const mjcf::Joint& joint : model.joints) motion.joints.push_back(place_of(joint, world));
  EngineTrack start;
  take_sample(world, {}, 0, start);
  motion.q0 = start.q;
  motion.nv = static_cast<int>(start.v.size());
  return motion;
}

EngineTrack run_cardan(const Motion& motion, const Scene& scene) {
  World world = make_world(scene);
  const StateSnapshot start = world.state();
  EngineTrack track;
  track.engine = "cardan " CARDAN_VERSION;
  std::int64_t failed = 0;
  track.steps_per_second = fastest_steps_per_second(
      motion.steps, [&] { world.set_state(start); },
      [&] {
        for (int i = 0; i < motion.steps; ++i) world.step();
      });
  world.set_state(start);
  RunningSums sums;
  take_sample(world, sums, 0, track);
  for (int i = 1; i <= motion.steps; ++i) {
    failed += world.step().failed_islands;
    sums.add(contact_sums(world), motion.step);
    if (i % motion.every == 0) take_sample(world, sums, i * motion.step, track);
  }
  if (failed > 0) track.trouble = std::to_string(failed) + " islands were not solved";
  return track;
}

}  // namespace cardan::app
