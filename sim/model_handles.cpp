#include <iterator>

#include "cardan/error.h"
#include "sim/data/model_access.h"
#include "sim/data/named_parts.h"

/// Handles of links and joints, and the calls that name them.
namespace cardan {

namespace {

int number_of_links(const ModelSetup& model) {
  return static_cast<int>(model.skeleton ? model.skeleton->frames.size()
                                         : model.static_links.size());
}

int number_of_joints(const ModelSetup& model) {
  return model.skeleton ? model.skeleton->num_joints() : 0;
}

// Throws Error unless 0 ≤ i < count.
void require_index(const ModelSetup& model, int i, int count, const char* what) {
  if (i >= 0 && i < count) return;
  throw Error(std::string("no ") + what + " " + std::to_string(i), "model '" + model.name + "'",
              count == 0 ? "the model has none" : "0 to " + std::to_string(count - 1));
}

[[noreturn]] void refuse_handle(const ModelSetup& model, const char* what) {
  throw Error(std::string("the handle of a ") + what + " does not belong to this model",
              "model '" + model.name + "'",
              std::string("get it from ") + what + "() of the same model");
}

const std::pair<const std::string, RigidTransform>& static_link(const ModelSetup& model,
                                                                int index) {
  return *std::next(model.static_links.begin(), index);
}

}  // namespace

int link_index(const Model::Impl& model, LinkId link) {
  if (!HandleAccess::belongs(link, model.number) || link.index() < -1 ||
      link.index() >= number_of_links(model.setup()))
    refuse_handle(model.setup(), "link");
  return link.index();
}

const JointInfo& joint_info(const Model::Impl& model, JointId joint) {
  if (!HandleAccess::belongs(joint, model.number) || joint.index() < 0 ||
      joint.index() >= number_of_joints(model.setup()))
    refuse_handle(model.setup(), "joint");
  return model.setup().skeleton->joints[static_cast<std::size_t>(joint.index())];
}

LinkPlace link_place(const Model::Impl& model, LinkId link) {
  const int index = link_index(model, link);
  const ModelSetup& setup = model.setup();
  if (!setup.skeleton) return {-1, index < 0 ? RigidTransform() : static_link(setup, index).second};
  if (index < 0) return {setup.skeleton->floating_base() ? 0 : -1, {}};
  const FrameInfo& frame = setup.skeleton->frames[static_cast<std::size_t>(index)];
  return {frame.body, frame.X_BF};
}

LinkId Model::link(std::string_view name) const {
  const ModelSetup& model = impl_->setup();
  if (name.empty()) return {impl_->number, -1};
  if (model.skeleton)
    return {impl_->number, frame_index(*model.skeleton, name, "model '" + model.name + "'")};
  static_pose(model, name);  // throws for an unknown link
  const auto found = model.static_links.find(std::string(name));
  if (found == model.static_links.end()) return {impl_->number, -1};
  return {impl_->number, static_cast<int>(std::distance(model.static_links.begin(), found))};
}

LinkId Model::link(int i) const {
  require_index(impl_->setup(), i, num_links(), "link");
  return {impl_->number, i};
}

int Model::num_links() const { return number_of_links(impl_->setup()); }

const std::string& Model::link_name(LinkId link) const {
  static const std::string base;
  const int index = link_index(*impl_, link);
  const ModelSetup& model = impl_->setup();
  if (index < 0) return base;
  return model.skeleton ? model.skeleton->frames[static_cast<std::size_t>(index)].name
                        : static_link(model, index).first;
}

JointId Model::joint(std::string_view name) const {
  const ModelSetup& model = impl_->setup();
  return {impl_->number, joint_index(require_skeleton(model), name, "model '" + model.name + "'")};
}

JointId Model::joint(int i) const {
  require_index(impl_->setup(), i, num_joints(), "joint");
  return {impl_->number, i};
}

int Model::num_joints() const { return number_of_joints(impl_->setup()); }
const std::string& Model::joint_name(JointId joint) const { return joint_info(*impl_, joint).name; }

RigidTransform Model::pose(LinkId link) const {
  const LinkPlace place = link_place(*impl_, link);
  if (!impl_->setup().skeleton) return impl_->work().X_W0 * place.X_BF;
  ensure_kinematics(*impl_);
  return impl_->work().data->pose(place.body) * place.X_BF;
}

SpatialVelocity Model::velocity(LinkId link) const {
  const LinkPlace place = link_place(*impl_, link);
  if (!impl_->setup().skeleton)
    return impl_->work().V_W0.shifted(impl_->work().X_W0.R * place.X_BF.p);
  ensure_kinematics(*impl_);
  const Data& data = *impl_->work().data;
  return data.velocity_at(place.body, (data.pose(place.body) * place.X_BF).p);
}

double Model::joint_position(std::string_view name) const { return joint_position(joint(name)); }
double Model::joint_velocity(std::string_view name) const { return joint_velocity(joint(name)); }
double Model::joint_effort(std::string_view name) const { return joint_effort(joint(name)); }

void Model::set_joint_position(std::string_view name, double value) {
  set_joint_position(joint(name), value);
}

void Model::set_effort(std::string_view name, double effort) { set_effort(joint(name), effort); }

void Model::set_pd(std::string_view name, double kp, double kd, double target, double velocity) {
  set_pd(joint(name), kp, kd, target, velocity);
}

void Model::set_pd_target(std::string_view name, double target, double velocity) {
  set_pd_target(joint(name), target, velocity);
}

void Model::apply_wrench(std::string_view name, const Vector3& force, const Vector3& moment,
                         const Vector3& at) {
  require_skeleton(impl_->setup());
  apply_wrench(link(name), force, moment, at);
}

}  // namespace cardan
