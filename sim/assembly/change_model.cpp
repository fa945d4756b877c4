#include <cmath>
#include <limits>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/skeleton_builder.h"
#include "core/number_text.h"
#include "sim/assembly/body_inertia.h"
#include "sim/assembly/change_mass.h"
#include "sim/assembly/loops.h"
#include "sim/data/base_drive.h"
#include "sim/data/change_log.h"
#include "sim/data/check_spec.h"
#include "sim/data/model_access.h"
#include "sim/data/named_parts.h"
#include "sim/data/renumber.h"
#include "sim/sensors/sensor_work.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

std::string where_of(const ModelSetup& model, std::string_view link) {
  return "model '" + model.name + "'" + (link.empty() ? "" : ", link '" + std::string(link) + "'");
}

const Skeleton& skeleton_with_masses(const ModelSetup& model) {
  if (model.skeleton) return *model.skeleton;
  throw Error("model '" + model.name + "' is not moved by forces and has no mass");
}

// Pose of a frame in a moving body.
struct CarryingBody {
  int body = -1;
  RigidTransform X_BF;
};

CarryingBody require_carrying(const ModelSetup& model, std::string_view link) {
  const Skeleton& skeleton = skeleton_with_masses(model);
  if (link.empty() && skeleton.floating_base()) return {0, {}};
  if (link.empty())
    throw Error("the base is fixed: its mass has no effect", where_of(model, link),
                "name a link that moves");
  const FrameInfo& frame = skeleton.frames[static_cast<std::size_t>(
      frame_index(skeleton, link, "model '" + model.name + "'"))];
  if (frame.body < 0)
    throw Error("the link is fixed to the world: its mass has no effect", where_of(model, link),
                "name a link that moves");
  return {frame.body, frame.X_BF};
}

// Returns the body of a link. Throws Error for a link that is fixed to another, which has no mass
// of its own.
int require_link_body(const ModelSetup& model, std::string_view link) {
  const int body = require_carrying(model, link).body;
  const std::string& name = model.skeleton->body_name[static_cast<std::size_t>(body)];
  if (link.empty() || name == link) return body;
  throw Error("the link is fixed to link '" + name + "' and has no mass of its own",
              where_of(model, link), "name '" + name + "', or use add_payload");
}

void require_mass(double mass, double least, const std::string& where) {
  if (std::isfinite(mass) && mass >= least) return;
  throw Error("the mass is " + number_text(mass) + " kg", where,
              least > 0 ? "expected a finite number above zero"
                        : "expected a finite number that is not negative");
}

void require_com(const Vector3& com, const std::string& where) {
  if (!com.allFinite()) throw Error("the centre of mass is not finite", where);
}

// Throws Error and leaves the world unchanged if the inertia overflows.
void set_inertia(Model& model, int body, const SpatialInertia& inertia, std::string_view link) {
  World::Impl& world = *model.impl().world;
  if (!inertia.com.allFinite() || !inertia.inertia.allFinite() || !std::isfinite(inertia.mass))
    throw Error("the inertia overflows", where_of(model.impl().setup(), link));
  forget_islands(world);
  disturb(world.model, world.state, world.step, model.impl().ref());
  replace_inertia(world, model.impl().number, body, inertia);
}

}  // namespace

void replace_inertia(World::Impl& world, int number, int body, const SpatialInertia& inertia) {
  ModelSetup& setup = *world.model.models[static_cast<std::size_t>(number)];
  ModelScratch& work = world.step.model(number);
  setup.skeleton = SkeletonBuilder::with_inertia(*setup.skeleton, body, inertia);
  // The skeleton is not inserted: a world that changes a mass often would keep one for every value.
  setup.kernel_skeleton = world.skeletons.find(setup.skeleton);
  world.skeletons.forget_unused();
  if (!setup.has_bare_joints) setup.joints.discretize_springs(*setup.skeleton, world.model.spec);
  setup.mass = setup.skeleton->total_mass();
  world.model.weigh_trees();
  setup.changed_masses.insert(body);
  // New data, because factors and weights of the old inertia are invalid.
  work.data.emplace(*setup.skeleton);
  work.algorithms.reset();
  if (!setup.skeleton->floating_base()) work.data->X_W0 = work.X_W0;
  work.usable = true;
  work.invalidate_kinematics();
  world.state.models[number].set_undisturbed(0);
  refresh_loops(world);
}

LinkMass Model::link_mass(std::string_view link) const {
  const ModelSetup& setup = impl_->setup();
  const int body = require_link_body(setup, link);
  const SpatialInertia& inertia = setup.skeleton->inertia[static_cast<std::size_t>(body)];
  return {inertia.mass, inertia.com, inertia.inertia};
}

void Model::set_mass(std::string_view given_link, double mass, const std::optional<Vector3>& com,
                     const std::optional<Matrix3>& inertia) {
  const std::string link(given_link);  // the name may belong to the skeleton, which is replaced
  const ModelSetup& setup = impl_->setup();
  require_between_steps(*impl_->world, "set_mass");
  const int body = require_link_body(setup, link);
  const std::string where = where_of(setup, link);
  require_mass(mass, std::numeric_limits<double>::denorm_min(), where);
  SpatialInertia changed = setup.skeleton->inertia[static_cast<std::size_t>(body)];
  if (com) {
    require_com(*com, where);
    changed.com = *com;
  }
  if (inertia) {
    require_possible(*inertia, where);
    changed.inertia = *inertia;
  } else if (changed.mass > 0) {
    changed.inertia *= mass / changed.mass;
  } else {
    throw Error("the link has no mass, so its inertia cannot be scaled", where,
                "give the inertia as well");
  }
  changed.mass = mass;
  set_inertia(*this, body, changed, link);
  log_change(*impl_->world, ChangeKind::kMass, [&](ChangeWriter& out) {
    out.text(name());
    out.text(link);
    out.number(mass);
    out.count(com ? 1 : 0);
    if (com) out.numbers(com->data(), 3);
    out.count(inertia ? 1 : 0);
    if (inertia) out.numbers(inertia->data(), 9);
  });
}

void Model::add_payload(std::string_view given_link, double mass, const Vector3& com,
                        const Matrix3& inertia) {
  const std::string link(given_link);  // the name may belong to the skeleton, which is replaced
  const ModelSetup& setup = impl_->setup();
  require_between_steps(*impl_->world, "add_payload");
  const CarryingBody at = require_carrying(setup, link);
  const std::string where = where_of(setup, link);
  require_mass(mass, 0, where);
  require_com(com, where);
  if (!inertia.isZero(0)) require_possible(inertia, where);
  const SpatialInertia load = SpatialInertia{mass, com, inertia}.transformed(at.X_BF);
  set_inertia(*this, at.body, setup.skeleton->inertia[static_cast<std::size_t>(at.body)] + load,
              link);
  add_payload_to_sensors(*impl_->world, impl_->number, link, {mass, com, inertia});
  log_change(*impl_->world, ChangeKind::kPayload, [&](ChangeWriter& out) {
    out.text(name());
    out.text(link);
    out.number(mass);
    out.numbers(com.data(), 3);
    out.numbers(inertia.data(), 9);
  });
}

namespace {

void require_pose(const ModelSetup& setup, const RigidTransform& X) {
  const std::string where = "model '" + setup.name + "'";
  if (!X.p.allFinite() || !X.R.allFinite()) throw Error("the pose is not finite", where);
  if (!is_rotation(X.R)) throw Error("the rotation of the pose is not a rotation matrix", where);
}

void require_velocity(const ModelSetup& setup, const SpatialVelocity& V) {
  if (!V.angular.allFinite() || !V.linear.allFinite())
    throw Error("the velocity is not finite", "model '" + setup.name + "'");
}

// Changes the drive of a model that the program moves.
template <class Change>
void change_drive(const Model::Impl& model, const Change& change) {
  const ModelSetup& setup = model.setup();
  if (setup.drive < 0)
    throw Error("the model is not driven", "model '" + setup.name + "'",
                "set `driven` in its kinematic script");
  double* numbers = &model.state().drives()[setup.drive];
  BaseDrive drive = BaseDrive::load(numbers);
  change(drive);
  drive.store(numbers);
}

// Moves a base that no force moves. All models wake, because any of them may rest on it.
void move_fixed_base(World::Impl& world, int number, const RigidTransform& X) {
  ModelSetup& setup = *world.model.models[static_cast<std::size_t>(number)];
  if (anchors_loop(world, setup)) {
    throw Error("a loop ends at the base, which no force moves", "model '" + setup.name + "'",
                "remove the loop, move the base and add the loop again");
  }
  wake_all(world.model, world.state, world.step);
  ModelScratch& work = world.step.model(number);
  work.X_W0 = X;
  if (work.data) work.data->X_W0 = X;
  for (const ShapedBody& shaped : setup.shaped_bodies)
    if (shaped.body < 0) world.step.collision.set_body_pose(shaped.collision_body, X);
  auto spec = std::make_shared<ModelSpec>(*setup.spec);
  spec->pose = X;
  setup.spec = std::move(spec);
}

}  // namespace

void Model::set_base_pose(const RigidTransform& X) {
  const ModelSetup& setup = impl_->setup();
  World::Impl& world = *impl_->world;
  require_between_steps(world, "set_base_pose");
  require_pose(setup, X);
  if (setup.script && setup.drive < 0)
    throw Error("a script moves the base", "model '" + setup.name + "'",
                "its pose follows from the time");
  if (setup.drive >= 0) {
    change_drive(*impl_, [&](BaseDrive& drive) { drive = BaseDrive::at(X); });
    place_scripts(world.model, world.state, world.step);
  }
  if (setup.skeleton && setup.skeleton->floating_base()) {
    disturb(world.model, world.state, world.step, impl_->ref());
    const Quaternion q(X.R);
    const ModelState state = impl_->state();
    state.q().head<3>() = X.p;
    state.q().segment<4>(3) << q.w(), q.x(), q.y(), q.z();
  } else if (setup.drive >= 0) {
    wake_all(world.model, world.state, world.step);
  } else {
    move_fixed_base(world, impl_->number, X);
    if (setup.skeleton) disturb(world.model, world.state, world.step, impl_->ref());
  }
  forget_contacts_of(world, setup);
  impl_->state().set_undisturbed(0);
  impl_->work().invalidate_kinematics();
  log_change(world, ChangeKind::kBasePose, [&](ChangeWriter& out) {
    out.text(name());
    out.numbers(X.p.data(), 3);
    out.numbers(X.R.data(), 9);
  });
}

void Model::set_base_velocity(const SpatialVelocity& V) {
  const ModelSetup& setup = impl_->setup();
  World::Impl& world = *impl_->world;
  require_between_steps(world, "set_base_velocity");
  const std::string where = "model '" + setup.name + "'";
  require_velocity(setup, V);
  if (setup.script)
    throw Error("a script moves the base", where, "its velocity is that of the script");
  if (!setup.skeleton || !setup.skeleton->floating_base())
    throw Error("the base is fixed: it has no velocity", where);
  disturb(world.model, world.state, world.step, impl_->ref());
  const ModelState state = impl_->state();
  state.v().head<3>() = V.angular;
  state.v().segment<3>(3) = V.linear;
  state.set_undisturbed(0);
  impl_->work().invalidate_kinematics();
  log_change(world, ChangeKind::kBaseVelocity, [&](ChangeWriter& out) {
    out.text(name());
    out.numbers(V.angular.data(), 3);
    out.numbers(V.linear.data(), 3);
  });
}

void Model::set_pose_target(const RigidTransform& X) {
  require_pose(impl_->setup(), X);
  change_drive(*impl_, [&](BaseDrive& drive) {
    drive.X_target = X;
    drive.follows_pose = true;
  });
  log_change(*impl_->world, ChangeKind::kPoseTarget, [&](ChangeWriter& out) {
    out.text(name());
    out.numbers(X.p.data(), 3);
    out.numbers(X.R.data(), 9);
  });
}

void Model::set_velocity_target(const SpatialVelocity& V) {
  require_velocity(impl_->setup(), V);
  change_drive(*impl_, [&](BaseDrive& drive) {
    drive.V_target = V;
    drive.follows_pose = false;
  });
  log_change(*impl_->world, ChangeKind::kVelocityTarget, [&](ChangeWriter& out) {
    out.text(name());
    out.numbers(V.angular.data(), 3);
    out.numbers(V.linear.data(), 3);
  });
}

}  // namespace cardan
