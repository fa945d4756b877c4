#include <algorithm>

#include "bindings/sdf/read.h"

namespace cardan::sdformat {

namespace {

bool self_collides(const ::sdf::Link& link, bool model) {
  const Element e = given(link.Element(), "self_collide");
  return e ? e->Get<bool>() : model;
}

bool is_kinematic(const ::sdf::Link& link) {
  const Element e = given(link.Element(), "kinematic");
  return e && e->Get<bool>();
}

class Flattener {
 public:
  Flattener(Context& context, FlatModel& out) : context_(context), out_(out) {}

  // X_TM: pose of this model in the top one. prefix: of its names.
  void add(const ::sdf::Model& model, const RigidTransform& X_TM, const std::string& prefix,
           bool held) {
    for (std::uint64_t i = 0; i < model.LinkCount(); ++i) {
      const ::sdf::Link& source = *model.LinkByIndex(i);
      Link link;
      link.source = &source;
      link.name = prefix + source.Name();
      link.X_ML = X_TM * pose_of(context_, source.SemanticPose(), source.Element(), "__model__");
      link.self_collides = self_collides(source, model.SelfCollide());
      link.held = held || is_kinematic(source);
      out_.link_index[link.name] = out_.links.size();
      out_.links.push_back(std::move(link));
    }
    for (std::uint64_t i = 0; i < model.JointCount(); ++i)
      add_joint(*model.JointByIndex(i), X_TM, prefix);
    for (std::uint64_t i = 0; i < model.ModelCount(); ++i) {
      const ::sdf::Model& nested = *model.ModelByIndex(i);
      const RigidTransform X_MN =
          pose_of(context_, nested.SemanticPose(), nested.Element(), "__model__");
      if (nested.Static() && !out_.is_static)
        context_.info(nested.Element(),
                      "a static model within one that moves: its links are fixed to the world");
      add(nested, X_TM * X_MN, prefix + nested.Name() + "::", held || nested.Static());
    }
  }

 private:
  void add_joint(const ::sdf::Joint& source, const RigidTransform& X_TM,
                 const std::string& prefix) {
    Joint joint;
    joint.source = &source;
    joint.name = prefix + source.Name();
    for (const auto& errors :
         {source.ResolveParentLink(joint.parent), source.ResolveChildLink(joint.child)}) {
      if (errors.empty()) continue;
      context_.error(source.Element(), errors.front().Message());
      return;
    }
    if (joint.parent != "world") joint.parent = prefix + joint.parent;
    joint.child = prefix + joint.child;
    joint.X_MJ = X_TM * pose_of(context_, source.SemanticPose(), source.Element(), "__model__");
    joint.axis = axis_of(source, 0, X_TM);
    joint.axis2 = axis_of(source, 1, X_TM);
    out_.joints.push_back(std::move(joint));
  }

  std::optional<Vector3> axis_of(const ::sdf::Joint& joint, unsigned index,
                                 const RigidTransform& X_TM) {
    const ::sdf::JointAxis* axis = joint.Axis(index);
    if (axis == nullptr) return std::nullopt;
    ignition::math::Vector3d xyz;
    const ::sdf::Errors errors = axis->ResolveXyz(xyz, "__model__");
    const Vector3 direction = X_TM.R * vector_of(xyz);
    if (!errors.empty() || !(direction.norm() > 0) || !direction.allFinite()) {
      context_.error(joint.Element(),
                     errors.empty() ? "its axis is not finite" : errors.front().Message());
      return std::nullopt;
    }
    return direction.normalized();
  }

  Context& context_;
  FlatModel& out_;
};

}  // namespace

FlatModel flatten(Context& context, const ::sdf::Model& model) {
  FlatModel flat;
  flat.source = &model;
  flat.name = model.Name();
  std::replace(flat.name.begin(), flat.name.end(), '/', '.');
  flat.is_static = model.Static();
  flat.X_WM = pose_of(context, model.SemanticPose(), model.Element());
  Flattener(context, flat).add(model, RigidTransform(), "", false);
  flat.canonical_link = model.CanonicalLinkAndRelativeName().second;
  return flat;
}

}  // namespace cardan::sdformat
