#include "bindings/sdf/trees.h"

#include <algorithm>

namespace cardan::sdformat {

bool has_copy(const Joint& loop) {
  const ::sdf::JointType type = loop.source->Type();
  return type != ::sdf::JointType::FIXED && type != ::sdf::JointType::BALL;
}

std::string copy_name(const Joint& loop) { return loop.child + ":" + loop.name + ":loop"; }

Trees::Trees(Context& context, const FlatModel& model) : model_(model) {
  parent_.resize(model.links.size());
  shares_.assign(model.links.size(), 1);
  choose_parents(context);
  name_trees();
}

Trees::Index Trees::index(const std::string& link) const {
  const auto found = model_.link_index.find(link);
  return found == model_.link_index.end() ? kNone : found->second;
}

void Trees::choose_parents(Context& context) {
  for (const Joint& joint : model_.joints) {
    if (joint.source->Type() == ::sdf::JointType::GEARBOX) continue;
    const Index child = index(joint.child);
    const Index parent = joint.parent == kWorld ? kFixed : index(joint.parent);
    if (child == kNone || parent == kNone) {
      context.error(joint.source->Element(), "its links are not links of this model");
      continue;
    }
    if (parent_[child] != nullptr || (parent != kFixed && top(parent) == child)) {
      loops_.push_back(&joint);
      if (has_copy(joint)) ++shares_[child];
    } else {
      parent_[child] = &joint;
    }
  }
  for (Index i = 0; i < model_.links.size(); ++i)
    if (model_.links[i].held && parent_[i] != nullptr)
      context.warn(model_.links[i].source->Element(),
                   "a kinematic or static link with a joint above it: it moves freely");
}

Trees::Index Trees::top(Index link) const {
  while (parent_[link] != nullptr) {
    if (parent_[link]->parent == kWorld) return kFixed;
    link = index(parent_[link]->parent);
  }
  return model_.links[link].held ? kFixed : link;
}

void Trees::name_tree(Index root, Index first) {
  if (name_.count(root) > 0) return;
  const std::string own = root == kFixed ? kWorld : model_.links[root].name;
  std::string& name = name_[root];
  name = root == first ? model_.name : model_.name + "::" + own;
  std::replace(name.begin(), name.end(), '/', '.');
  names_.emplace_back(name, root);
}

void Trees::name_trees() {
  root_.resize(model_.links.size());
  for (Index i = 0; i < model_.links.size(); ++i) root_[i] = top(i);
  const Index canonical = index(model_.canonical_link);
  const Index first = root_[canonical == kNone ? 0 : canonical];
  name_tree(first, first);
  for (const Index root : root_) name_tree(root, first);
  for (const Joint* loop : loops_)
    if (loop->parent == kWorld && has_copy(*loop)) name_tree(kFixed, first);
}

Trees::Index Trees::root_of_copy(const Joint& loop) const {
  return loop.parent == kWorld ? kFixed : root_[index(loop.parent)];
}

bool Trees::is_welded_to_world(Index link) const {
  while (parent_[link] != nullptr) {
    if (parent_[link]->source->Type() != ::sdf::JointType::FIXED) return false;
    if (parent_[link]->parent == kWorld) return true;
    link = index(parent_[link]->parent);
  }
  return model_.links[link].held;
}

RigidTransform Trees::pose(const std::string& link) const {
  return link == kWorld ? RigidTransform() : model_.links[index(link)].X_ML;
}

}  // namespace cardan::sdformat
