#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "cardan/energy.h"
#include "cardan/error.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/model_spec.h"
#include "cardan/skeleton.h"
#include "sim/data/change_log.h"
#include "sim/data/joint_effort.h"
#include "sim/data/named_parts.h"
#include "sim/data/world_impl.h"
#include "sim/pushed_body.h"
#include "sim/sensors/sensor_work.h"
#include "sim/step/sleep.h"

namespace cardan {

namespace {

// The degree of freedom of a joint that has exactly one.
int require_freedom(const ModelSetup& model, const JointInfo& info) {
  const Skeleton& skeleton = require_skeleton(model);
  if (info.follower >= 0) {
    const std::string leader(skeleton.dof_name(skeleton.followers[info.follower].dof));
    throw Error("joint '" + info.name + "' of model '" + model.name + "' follows joint '" + leader +
                    "' and has no freedom of its own",
                "", "name '" + leader + "'");
  }
  if (info.nv == 0) {
    throw Error("joint '" + info.name + "' of model '" + model.name + "' does not move", "",
                "name a joint that moves");
  }
  if (info.nv != 1) {
    throw Error("joint '" + info.name + "' of model '" + model.name + "' has " +
                    std::to_string(info.nv) + " degrees of freedom",
                "", "this call needs a joint with one; use the full vectors instead");
  }
  return info.v_start;
}

// Position of a joint as a coordinate of the model times a ratio plus an offset.
struct JointCoordinate {
  int dof = -1, q_index = -1;
  double ratio = 1, offset = 0;
};

// Coordinate of a joint with one degree of freedom, or of one that follows such a joint.
JointCoordinate coordinate_of(const ModelSetup& model, const JointInfo& info) {
  const Skeleton& skeleton = require_skeleton(model);
  if (info.follower >= 0) {
    const Follower& follower = skeleton.followers[info.follower];
    return {follower.dof, follower.q_index, follower.multiplier, follower.offset};
  }
  const int dof = require_freedom(model, info);
  return {dof, skeleton.single_q_index(dof)};
}

// Name of a joint in messages. Made only for an error, so that setters do not allocate.
std::string place_of(const ModelSetup& model, const JointInfo& joint) {
  return model.name + "/" + joint.name;
}

// Throws Error if a path sets the target.
void require_no_path(const ModelSetup& model, int dof, const JointInfo& joint) {
  for (const ScriptedTarget& scripted : model.target_paths) {
    if (scripted.dof != dof) continue;
    throw Error("the PD target of the joint follows a path", place_of(model, joint),
                "remove the path to set targets by hand");
  }
}

}  // namespace

const Skeleton& require_skeleton(const ModelSetup& model) {
  if (!model.skeleton)
    throw Error("model '" + model.name + "' has no joints; forces cannot move it");
  return *model.skeleton;
}

void require_vector(const VectorX& x, int n, const std::string& what, const std::string& where) {
  if (x.size() != n) {
    throw Error(what + " has " + std::to_string(x.size()) + " entries", where,
                "expected " + std::to_string(n));
  }
  if (!x.allFinite()) throw Error(what + " contains a non-finite number", where);
}

SharedSkeletons::Key SharedSkeletons::key_of(const Skeleton& skeleton) {
  return {skeleton.num_bodies(), skeleton.nv(), skeleton.total_mass()};
}

const std::shared_ptr<const Skeleton>& SharedSkeletons::find(
    const std::shared_ptr<const Skeleton>& skeleton) const {
  const auto [begin, end] = known_.equal_range(key_of(*skeleton));
  for (auto known = begin; known != end; ++known)
    if (has_same_numbers(*known->second, *skeleton)) return known->second;
  return skeleton;
}

void SharedSkeletons::insert(const std::shared_ptr<const Skeleton>& skeleton) {
  if (&find(skeleton) == &skeleton) known_.emplace(key_of(*skeleton), skeleton);
}

const ModelSetup& Model::Impl::setup() const {
  require_present();
  return world->model.model(number);
}
ModelState Model::Impl::state() const {
  require_present();
  return world->state.models[number];
}
ModelScratch& Model::Impl::work() const {
  require_present();
  return world->step.model(number);
}
void Model::Impl::fail_removed() const {
  throw Error("model '" + *removed_name + "' was removed from its world", "",
              "do not use its Model after World::remove");
}

void ensure_kinematics(const Model::Impl& model) {
  if (model.work().kinematics_current) return;
  const std::lock_guard lock(model.world->view_mutex);
  ensure_kinematics(model.ref());
}

namespace {

// Wakes the model: the user gives it new forces, targets or a new state.
void disturb(const Model::Impl& model) {
  World::Impl& world = *model.world;
  disturb(world.model, world.state, world.step, model.ref());
}

}  // namespace

Model::Model(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Model::~Model() = default;

bool Model::is_removed() const { return impl_->removed_name.has_value(); }
int Model::index() const { return impl_->number; }
const std::string& Model::name() const { return impl_->setup().name; }
const Skeleton* Model::skeleton() const { return impl_->setup().skeleton.get(); }
bool Model::is_static() const { return impl_->setup().tree < 0 && !impl_->setup().script; }
bool Model::is_asleep() const { return impl_->state().asleep(); }
void Model::wake() {
  disturb(*impl_);
  log_change(*impl_->world, ChangeKind::kWake, [&](ChangeWriter& out) { out.text(name()); });
}
bool Model::is_kinematic() const { return impl_->setup().script.has_value(); }
ConstVectorView Model::q() const { return {impl_->state().q().data(), impl_->state().q().size()}; }
ConstVectorView Model::v() const { return {impl_->state().v().data(), impl_->state().v().size()}; }

VectorX checked_configuration(const ModelSetup& model, const VectorX& q) {
  const Skeleton& skeleton = require_skeleton(model);
  require_vector(q, skeleton.nq(), "q", model.name);
  VectorX checked = q;
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const BodyJoint joint = skeleton.body_joint[i];
    if (joint != BodyJoint::kSpherical && joint != BodyJoint::kFloating) continue;
    const int start = skeleton.q_start[i] + (joint == BodyJoint::kFloating ? 3 : 0);
    const double norm = checked.segment<4>(start).norm();
    if (!(norm > 1e-6))
      throw Error("quaternion in q has zero norm (order w, x, y, z)", model.name,
                  "give a unit quaternion");
    checked.segment<4>(start) /= norm;
  }
  return checked;
}

void Model::set_q(const VectorX& q) {
  const VectorX checked = checked_configuration(impl_->setup(), q);
  disturb(*impl_);
  impl_->state().q() = checked;
  impl_->work().invalidate_kinematics();
  impl_->state().set_undisturbed(0);
  log_change(*impl_->world, ChangeKind::kSetQ, [&](ChangeWriter& out) {
    out.text(name());
    out.vector(q);
  });
}

void Model::set_v(const VectorX& v) {
  require_vector(v, require_skeleton(impl_->setup()).nv(), "v", impl_->setup().name);
  disturb(*impl_);
  impl_->state().v() = v;
  impl_->work().invalidate_kinematics();
  impl_->state().set_undisturbed(0);
  log_change(*impl_->world, ChangeKind::kSetV, [&](ChangeWriter& out) {
    out.text(name());
    out.vector(v);
  });
}

double Model::joint_position(JointId joint) const {
  const JointCoordinate at = coordinate_of(impl_->setup(), joint_info(*impl_, joint));
  return at.ratio * impl_->state().q()[at.q_index] + at.offset;
}

double Model::joint_velocity(JointId joint) const {
  const JointCoordinate at = coordinate_of(impl_->setup(), joint_info(*impl_, joint));
  return at.ratio * impl_->state().v()[at.dof];
}

double Model::joint_effort(JointId joint) const {
  const int dof = require_freedom(impl_->setup(), joint_info(*impl_, joint));
  return cardan::joint_effort(impl_->world->model.spec, impl_->ref(), dof);
}

void Model::set_joint_position(JointId joint, double value) {
  const int dof = require_freedom(impl_->setup(), joint_info(*impl_, joint));
  VectorX q = impl_->state().q();
  q[impl_->setup().skeleton->single_q_index(dof)] = value;
  set_q(q);
}

void Model::set_efforts(const VectorX& tau) {
  const int n = require_skeleton(impl_->setup()).nv();
  if (tau.size() != n) {
    throw Error("efforts have " + std::to_string(tau.size()) + " entries", impl_->setup().name,
                "expected " + std::to_string(n));
  }
  assign_efforts(*impl_, tau);
}

void assign_efforts(const Model::Impl& model, const Eigen::Ref<const VectorX>& tau) {
  const ModelState::Vector own = model.state().tau();
  const auto bytes = sizeof(double) * static_cast<std::size_t>(own.size());
  const bool is_new = std::memcmp(own.data(), tau.data(), bytes) != 0;
  if (own != tau) disturb(model);
  model.state().tau() = tau;  // the step checks finiteness and names the joint
  if (!is_new) return;
  log_change(*model.world, ChangeKind::kEfforts, [&](ChangeWriter& out) {
    out.text(model.setup().name);
    out.vector(tau);
  });
}

void Model::set_effort(JointId joint, double effort) {
  double& tau =
      impl_->state().tau().coeffRef(require_freedom(impl_->setup(), joint_info(*impl_, joint)));
  const bool is_new = std::bit_cast<std::uint64_t>(tau) != std::bit_cast<std::uint64_t>(effort);
  if (tau != effort) disturb(*impl_);
  tau = effort;
  if (!is_new) return;
  log_change(*impl_->world, ChangeKind::kEffort, [&](ChangeWriter& out) {
    out.text(name());
    out.text(joint_name(joint));
    out.number(effort);
  });
}

void Model::set_pd(JointId joint, double kp, double kd, double target, double velocity) {
  const JointInfo& info = joint_info(*impl_, joint);
  const int dof = require_freedom(impl_->setup(), info);
  for (const double x : {kp, kd, target, velocity}) {
    if (!std::isfinite(x)) throw Error("PD value is not finite", place_of(impl_->setup(), info));
  }
  if (kp < 0 || kd < 0)
    throw Error("PD gain is negative", place_of(impl_->setup(), info), "kp ≥ 0, kd ≥ 0");
  require_no_path(impl_->setup(), dof, info);
  PdLaw pd = impl_->state().laws()[dof];
  if (pd.kp != kp || pd.kd != kd || pd.target != target || pd.velocity != velocity) disturb(*impl_);
  pd.active = kp > 0 || kd > 0;
  pd.kp = kp;
  pd.kd = kd;
  pd.target = target;
  pd.target_is_initial = false;
  pd.velocity = velocity;
  if (!pd.active) pd.as_row = false;
  impl_->state().laws().set(dof, pd);
  log_change(*impl_->world, ChangeKind::kPd, [&](ChangeWriter& out) {
    out.text(name());
    out.text(joint_name(joint));
    for (const double x : {kp, kd, target, velocity}) out.number(x);
  });
}

void Model::set_pd_target(JointId joint, double target, double velocity) {
  const JointInfo& info = joint_info(*impl_, joint);
  const int dof = require_freedom(impl_->setup(), info);
  require_no_path(impl_->setup(), dof, info);
  if (!std::isfinite(target) || !std::isfinite(velocity))
    throw Error("PD target is not finite", place_of(impl_->setup(), info));
  if (!impl_->state().laws()[dof].active) {
    throw Error("joint has no PD controller", place_of(impl_->setup(), info),
                "call set_pd() first");
  }
  assign_target(*impl_, dof, target, velocity);
}

void assign_target(const Model::Impl& model, int dof, double target, double velocity) {
  const JointLaws laws = model.state().laws();
  PdLaw pd = laws[static_cast<std::size_t>(dof)];
  if (pd.target != target || pd.velocity != velocity) disturb(model);
  pd.target = target;
  pd.target_is_initial = false;
  pd.velocity = velocity;
  laws.set(static_cast<std::size_t>(dof), pd);
  if (!pd.active) return;
  log_change(*model.world, ChangeKind::kPdTarget, [&](ChangeWriter& out) {
    out.text(model.setup().name);
    out.text(model.setup().skeleton->dof_name(dof));
    out.number(target);
    out.number(velocity);
  });
}

int require_pushed_body(const ModelSetup& model, int frame) {
  const Skeleton& skeleton = require_skeleton(model);
  const bool is_base = frame < 0;
  int body = skeleton.floating_base() ? 0 : -1;
  if (!is_base) body = skeleton.frames[static_cast<std::size_t>(frame)].body;
  if (body > 0 || (body == 0 && !model.script)) return body;
  const std::string what =
      is_base ? "the base" : "link '" + skeleton.frames[static_cast<std::size_t>(frame)].name + "'";
  throw Error(what + " of '" + model.name + (body < 0 ? "' is fixed" : "' follows a script") +
                  ", so no force moves it",
              "", "name a link that joints move");
}

namespace {

void add_wrench_at(const Model::Impl& model, int frame, const Wrench& wrench) {
  const Skeleton& skeleton = *model.setup().skeleton;
  const int body = require_pushed_body(model.setup(), frame);
  if (wrench.force != Vector3::Zero() || wrench.moment != Vector3::Zero()) disturb(model);
  ensure_kinematics(model);
  const RigidTransform X_WF =
      frame < 0 ? model.work().data->pose(0) : frame_pose(skeleton, *model.work().data, frame);
  const Vector3 point = X_WF * wrench.at;
  if (model.world->step.sensors) {
    const std::string_view link =
        frame < 0 ? std::string_view() : skeleton.frames[static_cast<std::size_t>(frame)].name;
    tell_sensors_of_wrench(*model.world, model.number, body, link, point,
                           {wrench.moment, wrench.force});
  }
  add_body_wrench(skeleton, *model.work().data, body, point, {wrench.moment, wrench.force},
                  model.state().tau_external().data());
}

}  // namespace

void add_wrench(Model::Impl& model, std::string_view link, const Wrench& wrench) {
  const Skeleton& skeleton = require_skeleton(model.setup());
  add_wrench_at(
      model, link.empty() ? -1 : frame_index(skeleton, link, "model '" + model.setup().name + "'"),
      wrench);
}

void Model::apply_wrench(LinkId link, const Vector3& force, const Vector3& moment,
                         const Vector3& at) {
  require_skeleton(impl_->setup());
  add_wrench_at(*impl_, link_index(*impl_, link), {force, moment, at});
  log_change(*impl_->world, ChangeKind::kWrench, [&](ChangeWriter& out) {
    out.text(name());
    out.text(link_name(link));
    for (const Vector3* x : {&force, &moment, &at}) out.numbers(x->data(), 3);
  });
}

// "" is the base.
RigidTransform static_pose(const ModelSetup& model, std::string_view link) {
  if (link.empty()) return {};
  const auto found = model.static_links.find(std::string(link));
  if (found != model.static_links.end()) return found->second;
  for (const ShapeInstance& shape : model.shapes)
    if (shape.link == link && model.static_links.empty()) return {};  // a body of shapes alone
  throw Error("no link '" + std::string(link) + "'", "model '" + model.name + "'");
}

RigidTransform Model::pose(std::string_view link) const {
  if (!impl_->setup().skeleton) return impl_->work().X_W0 * static_pose(impl_->setup(), link);
  ensure_kinematics(*impl_);
  return frame_pose(*impl_->setup().skeleton, *impl_->work().data,
                    frame_index(*impl_->setup().skeleton, link, "model '" + name() + "'"));
}

SpatialVelocity Model::velocity(std::string_view link) const {
  if (!impl_->setup().skeleton) {
    SpatialVelocity V = impl_->work().V_W0;
    V.linear += V.angular.cross(impl_->work().X_W0.R * static_pose(impl_->setup(), link).p);
    return V;
  }
  ensure_kinematics(*impl_);
  const int frame = frame_index(*impl_->setup().skeleton, link, "model '" + name() + "'");
  const int body = impl_->setup().skeleton->frames[frame].body;
  if (body < 0) return {};
  return impl_->work().data->velocity_at(
      body, frame_pose(*impl_->setup().skeleton, *impl_->work().data, frame).p);
}

RigidTransform Model::base_pose() const {
  if (!impl_->setup().skeleton || !impl_->setup().skeleton->floating_base())
    return impl_->work().X_W0;
  ensure_kinematics(*impl_);
  return impl_->work().data->pose(0);
}

SpatialVelocity Model::base_velocity() const {
  if (!impl_->setup().skeleton || !impl_->setup().skeleton->floating_base())
    return impl_->work().V_W0;
  ensure_kinematics(*impl_);
  return impl_->work().data->velocity_at(0, impl_->work().data->pose(0).p);
}

double Model::kinetic_energy() const {
  if (!impl_->setup().skeleton) return 0;
  ensure_kinematics(*impl_);
  return cardan::kinetic_energy(*impl_->setup().skeleton, *impl_->work().data,
                                impl_->state().v().data());
}

double Model::potential_energy() const {
  if (!impl_->setup().skeleton) return 0;
  ensure_kinematics(*impl_);
  return cardan::potential_energy(*impl_->setup().skeleton, *impl_->work().data,
                                  impl_->state().q().data(), impl_->world->model.spec.gravity);
}

SpatialForce Model::momentum() const {
  if (!impl_->setup().skeleton) return {};
  ensure_kinematics(*impl_);
  return cardan::momentum(*impl_->setup().skeleton, *impl_->work().data);
}

}  // namespace cardan
