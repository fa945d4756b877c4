#include "cardan/dynamics/skeleton.h"

#include <algorithm>

#include "cardan/core/error.h"
#include "cardan/core/nearest.h"

namespace cardan {

namespace {

template <typename Named>
int find_by_name(const std::vector<Named>& items, std::string_view name) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

template <typename Named>
int require_by_name(const std::vector<Named>& items, std::string_view name, const char* kind,
                    const std::string& skeleton_name) {
  const int found = find_by_name(items, name);
  if (found >= 0) return found;
  const std::string* nearest = nullptr;
  int best = 0;
  for (const Named& item : items) {
    const int distance = edit_distance(item.name, name);
    if (!nearest || distance < best) {
      nearest = &item.name;
      best = distance;
    }
  }
  throw Error(std::string("no ") + kind + " \"" + std::string(name) + "\"",
              "model \"" + skeleton_name + "\"",
              nearest ? "the nearest name is \"" + *nearest + "\""
                      : std::string("it has no ") + kind + " at all");
}

}  // namespace

double Skeleton::total_mass() const {
  double mass = 0;
  for (const SpatialInertia& body : inertia) mass += body.mass;
  return mass;
}

int Skeleton::find_joint(std::string_view joint) const { return find_by_name(joints, joint); }

int Skeleton::find_frame(std::string_view frame) const { return find_by_name(frames, frame); }

int Skeleton::require_joint(std::string_view joint) const {
  return require_by_name(joints, joint, "moving joint", name_);
}

int Skeleton::require_frame(std::string_view frame) const {
  return require_by_name(frames, frame, "link", name_);
}

std::string Skeleton::dof_name(int index) const {
  for (const JointInfo& joint : joints) {
    const int k = index - joint.v_start;
    if (k < 0 || k >= joint.nv) continue;
    return joint.nv == 1 ? joint.name : joint.name + "/" + std::to_string(k);
  }
  return "";
}

VectorX Skeleton::neutral_configuration() const {
  VectorX q = VectorX::Zero(nq_);
  for (int i = 0; i < num_bodies(); ++i) {
    if (q_start[i] >= nq_) continue;  // a follower
    switch (body_joint[i]) {
      case BodyJoint::kRevolute:
      case BodyJoint::kPrismatic:
      case BodyJoint::kScrew: {
        const DofProperties& properties = dof[v_start[i]];
        q[q_start[i]] = std::min(std::max(0.0, properties.lower), properties.upper);
        break;
      }
      case BodyJoint::kSpherical:
        q[q_start[i]] = 1;
        break;
      case BodyJoint::kFloating:
        q[q_start[i] + 3] = 1;
        break;
    }
  }
  return q;
}

}  // namespace cardan
