#include "cardan/skeleton.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "cardan/error.h"
#include "core/nearest.h"

namespace cardan {

namespace {

template <typename Named>
std::vector<int> order_by_name(const std::vector<Named>& items) {
  std::vector<int> order(items.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    return items[static_cast<size_t>(i)].name < items[static_cast<size_t>(j)].name;
  });
  return order;
}

// order: from order_by_name.
template <typename Named>
int find_by_name(const std::vector<Named>& items, const std::vector<int>& order,
                 std::string_view name) {
  const auto found = std::lower_bound(
      order.begin(), order.end(), name,
      [&](int i, std::string_view key) { return items[static_cast<size_t>(i)].name < key; });
  const bool is_known = found != order.end() && items[static_cast<size_t>(*found)].name == name;
  return is_known ? *found : -1;
}

template <typename Named>
int require_by_name(const std::vector<Named>& items, const std::vector<int>& order,
                    std::string_view name, const char* kind, const std::string& skeleton_name) {
  const int found = find_by_name(items, order, name);
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

void Skeleton::index_names() {
  joints_by_name_ = order_by_name(joints);
  frames_by_name_ = order_by_name(frames);
}

int Skeleton::find_joint(std::string_view joint) const {
  return find_by_name(joints, joints_by_name_, joint);
}

int Skeleton::find_frame(std::string_view frame) const {
  return find_by_name(frames, frames_by_name_, frame);
}

int Skeleton::require_joint(std::string_view joint) const {
  return require_by_name(joints, joints_by_name_, joint, "moving joint", name_);
}

int Skeleton::require_frame(std::string_view frame) const {
  return require_by_name(frames, frames_by_name_, frame, "link", name_);
}

std::string Skeleton::dof_name(int index) const {
  if (index < 0 || index >= nv_) return "";
  // The joints are in the order of their bodies.
  const auto next =
      std::upper_bound(joints.begin(), joints.end(), dof_body[index],
                       [](int body, const JointInfo& j) { return body < j.first_body; });
  const JointInfo& joint = *std::prev(next);
  return joint.nv == 1 ? joint.name : joint.name + "/" + std::to_string(index - joint.v_start);
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
