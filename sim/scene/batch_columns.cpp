#include "sim/scene/batch_columns.h"

#include <algorithm>

#include "cardan/kinematics.h"
#include "sim/data/named_parts.h"
#include "sim/step/stages.h"

namespace cardan {

BatchColumns::BatchColumns(const World& world, const std::vector<std::string>& poses,
                           const std::vector<std::string>& contact_forces,
                           const std::vector<std::string>& observe)
    : observe_(observe) {
  for (const std::string& name : poses) {
    const ShapeOwner owner = require_owner(world.impl(), name, "BatchOptions::poses");
    const Model& model = world.model(owner.model);
    Frame frame{&model, std::string(owner.link), -1};
    if (model.skeleton() != nullptr && !owner.is_whole)
      frame.frame = frame_index(*model.skeleton(), owner.link,
                                "BatchOptions::poses: model '" + model.name() + "'");
    frames_.push_back(std::move(frame));
  }
  for (const std::string& name : contact_forces)
    touched_.push_back(require_owner(world.impl(), name, "BatchOptions::contact_forces"));
  begin_episode(world);
}

void BatchColumns::begin_episode(const World& world) {
  quantities_.clear();
  for (const std::string& name : observe_)
    quantities_.push_back(make_quantity(name, world, "BatchOptions::observe"));
}

void BatchColumns::note_jump(const World& world) {
  for (const Quantity& quantity : quantities_) {
    if (!quantity.memory) continue;
    const double length = quantity.memory->length;
    quantity.measure(world);
    quantity.memory->length = length;
  }
}

void BatchColumns::copy_memory(const BatchColumns& from) {
  for (std::size_t k = 0; k < quantities_.size(); ++k)
    if (quantities_[k].memory) *quantities_[k].memory = *from.quantities_[k].memory;
}

void BatchColumns::read_poses(std::span<double> row) const {
  double* to = row.data();
  for (const Frame& frame : frames_) {
    RigidTransform X;
    if (frame.frame >= 0) {
      const ModelRef model = frame.model->impl().ref();
      ensure_kinematics(model);
      X = frame_pose(*model.setup.skeleton, *model.work.data, frame.frame);
    } else {
      X = frame.link.empty() ? frame.model->base_pose() : frame.model->pose(frame.link);
    }
    const Quaternion turn(X.R);
    for (const double x : {X.p.x(), X.p.y(), X.p.z(), turn.w(), turn.x(), turn.y(), turn.z()})
      *to++ = x;
  }
}

void BatchColumns::read_contact_forces(const World& world, std::span<double> row) const {
  if (touched_.empty()) return;
  const World::Impl& impl = world.impl();
  const std::vector<ContactInfo>& contacts = read_contacts(impl.model, impl.state, impl.step);
  std::fill(row.begin(), row.end(), 0.0);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ContactShapes& sides = impl.step.readout.shapes[i];
    for (std::size_t k = 0; k < touched_.size(); ++k) {
      const auto holds = [&](int handle) {
        const int model = impl.model.shape_model[static_cast<std::size_t>(handle)];
        const int shape = impl.model.shape_index[static_cast<std::size_t>(handle)];
        return touched_[k].holds(model,
                                 impl.model.model(model).shapes[static_cast<std::size_t>(shape)]);
      };
      const double sign = static_cast<double>(holds(sides.b)) - static_cast<double>(holds(sides.a));
      if (sign == 0) continue;
      Eigen::Map<Vector3>(row.data() + kForce * k) += sign * contacts[i].force;
    }
  }
}

void BatchColumns::read_observations(const World& world, std::span<double> row) const {
  for (std::size_t k = 0; k < quantities_.size(); ++k) row[k] = quantities_[k].measure(world);
}

}  // namespace cardan
