#include <algorithm>
#include <map>
#include <string_view>

#include "bindings/sdf/trees.h"
#include "cardan/model_spec.h"

/// A flat model as models of the scene.
namespace cardan::sdformat {

namespace {

using Index = Trees::Index;

LinkRecord base_link() {
  LinkRecord world;
  world.name = kWorld;
  world.base_only = true;
  return world;
}

RobotDescription robot_of(const Context& context, const FlatModel& model, const std::string& name) {
  RobotDescription robot;
  robot.name = name;
  robot.file = file_of(context, model.source->Element());
  robot.line = line_of(model.source->Element());
  return robot;
}

OriginRecord origin_of(const RigidTransform& X) {
  OriginRecord origin;
  origin.given = true;
  origin.xyz = X.p;
  const Quaternion q(X.R);
  origin.quat_xyzw = {q.x(), q.y(), q.z(), q.w()};
  return origin;
}

JointRecord fixed_joint(const std::string& name, const std::string& parent,
                        const std::string& child, const RigidTransform& X, int line) {
  JointRecord joint;
  joint.name = name;
  joint.line = line;
  joint.type = JointType::kFixed;
  joint.type_name = joint_type_name(joint.type);
  joint.parent = parent;
  joint.child = child;
  joint.origin = origin_of(X);
  return joint;
}

JointRecord joint_to_world(const Link& link) {
  return fixed_joint(link.name + ":fixed", kWorld, link.name, link.X_ML,
                     line_of(link.source->Element()));
}

LinkRecord link_record(Context& context, const Link& link, bool is_static, double share,
                       RobotDescription& robot) {
  LinkRecord record;
  record.name = link.name;
  record.line = line_of(link.source->Element());
  fill_link(context, link, is_static, share, robot, record);
  return record;
}

// Links of a model collide with each other if both say so.
void set_self_collision(const FlatModel& model, RobotDescription& robot, ModelSpec& spec) {
  const auto collides_with_own = [&](const std::string& link) {
    const auto found = model.link_index.find(link);
    return found != model.link_index.end() && model.links[found->second].self_collides;
  };
  std::vector<std::string> all, willing;
  for (const LinkRecord& link : robot.links) {
    if (link.collisions.empty()) continue;
    all.push_back(link.name);
    if (collides_with_own(link.name)) willing.push_back(link.name);
  }
  if (willing.size() < 2) {
    spec.self_collision = false;
    return;
  }
  for (const std::string& a : all)
    for (const std::string& b : all)
      if (a < b && !(collides_with_own(a) && collides_with_own(b)))
        robot.disabled_links.emplace_back(a, b);
}

void add_to_scene(Context& context, const FlatModel& model, ModelSpec spec,
                  RobotDescription robot) {
  set_self_collision(model, robot, spec);
  context.scene.lines.models.push_back(robot.line);
  spec.description = std::make_shared<RobotDescription>(std::move(robot));
  context.scene.models.push_back(std::move(spec));
}

// Heightmaps of a link that does not move are a static model: MODEL::LINK::heightmap.
void add_heights(Context& context, const FlatModel& model, const Link& link) {
  ModelSpec spec;
  spec.compound = heightmaps_of(context, link);
  if (spec.compound.empty()) return;
  spec.name = model.name + "::" + link.name + "::heightmap";
  std::replace(spec.name.begin(), spec.name.end(), '/', '.');
  spec.is_static = true;
  spec.pose = model.X_WM * link.X_ML;
  context.scene.lines.models.push_back(line_of(link.source->Element()));
  context.scene.models.push_back(std::move(spec));
}

void warn_of_moving_heights(Context& context, const Link& link) {
  for (std::uint64_t k = 0; k < link.source->CollisionCount(); ++k) {
    const ::sdf::Geometry* geometry = link.source->CollisionByIndex(k)->Geom();
    if (geometry != nullptr && geometry->HeightmapShape() != nullptr)
      context.warn(geometry->Element(), "a heightmap on a link that moves is left out");
  }
}

void add_static(Context& context, const FlatModel& model) {
  RobotDescription robot = robot_of(context, model, model.name);
  robot.root = kWorld;
  robot.is_static = true;
  robot.links.push_back(base_link());
  for (const Link& link : model.links) {
    robot.links.push_back(link_record(context, link, true, 1, robot));
    robot.joints.push_back(joint_to_world(link));
    add_heights(context, model, link);
  }
  ModelSpec spec;
  spec.name = model.name;
  spec.pose = model.X_WM;
  spec.is_static = true;
  spec.base = BaseKind::kAuto;
  add_to_scene(context, model, std::move(spec), std::move(robot));
  if (!model.joints.empty())
    context.info(model.joints.front().source->Element(), "joints of a static model do not move");
}

/// Makes a model of the scene of each tree.
class TreeModels {
 public:
  TreeModels(Context& context, const FlatModel& model)
      : context_(context), model_(model), trees_(context, model) {}

  Ends add() {
    for (const auto& [name, root] : trees_.names()) add_tree(name, root);
    add_loops(context_, trees_, ends_);
    ignore_pairs();
    return std::move(ends_);
  }

 private:
  // The joint, and a link without mass at its place if the origin of the child is elsewhere and the
  // joint turns about its own.
  void attach(const Joint& joint, const RigidTransform& X_MC, const std::string& child,
              RobotDescription& robot) {
    JointRecord record = joint_record(context_, joint, X_MC);
    const RigidTransform X_PC = trees_.pose(joint.parent).inverse() * X_MC;
    const Vector3 p_CJ = X_MC.inverse() * joint.X_MJ.p;
    record.parent = joint.parent;
    const bool shifts = record.type == JointType::kFixed || record.type == JointType::kPrismatic;
    if (shifts || p_CJ.isZero(0)) {
      record.child = child;
      record.origin = origin_of(X_PC);
      robot.joints.push_back(std::move(record));
      return;
    }
    LinkRecord middle;
    middle.name = child + ":" + joint.name;
    middle.line = record.line;
    record.child = middle.name;
    record.origin = origin_of(X_PC * RigidTransform(p_CJ));
    robot.joints.push_back(std::move(record));
    robot.joints.push_back(fixed_joint(middle.name + ":fixed", middle.name, child,
                                       RigidTransform(Vector3(-p_CJ)), middle.line));
    robot.links.push_back(std::move(middle));
  }

  void place_root(Index root, RobotDescription& robot, ModelSpec& spec) const {
    if (root == Trees::kFixed) {
      robot.root = kWorld;
      robot.links.push_back(base_link());
      spec.pose = model_.X_WM;
      spec.base = BaseKind::kFixed;
      return;
    }
    robot.root = model_.links[root].name;
    robot.line = line_of(model_.links[root].source->Element());
    spec.pose = model_.X_WM * model_.links[root].X_ML;
    spec.base = BaseKind::kFloating;
  }

  // Returns true if the joint above the link lets it move.
  bool add_link(Index i, const std::string& tree, RobotDescription& robot) {
    const Link& link = model_.links[i];
    const Joint* above = trees_.above(i);
    const bool welded = trees_.is_welded_to_world(i);
    robot.links.push_back(link_record(context_, link, welded, 1.0 / trees_.shares(i), robot));
    if (above != nullptr) {
      attach(*above, link.X_ML, link.name, robot);
      ends_.joint[above->name] = tree + "/" + above->name;
    } else if (trees_.root(i) == Trees::kFixed) {
      robot.joints.push_back(joint_to_world(link));
    }
    ends_.link[link.name] = tree + "/" + link.name;
    if (welded) {
      add_heights(context_, model_, link);
    } else {
      warn_of_moving_heights(context_, link);
    }
    return above != nullptr && above->source->Type() != ::sdf::JointType::FIXED;
  }

  // An equal share of the child of a loop, without shapes, below the joint of the loop.
  void add_copy(const Joint& loop, RobotDescription& robot) {
    const Index child = trees_.index(loop.child);
    const Link& link = model_.links[child];
    LinkRecord record;
    record.name = copy_name(loop);
    record.line = line_of(loop.source->Element());
    const SpatialInertia body = inertia_of(context_, link);
    InertialRecord inertial;
    inertial.line = record.line;
    inertial.origin.given = true;
    inertial.origin.xyz = body.com;
    inertial.mass = body.mass / trees_.shares(child);
    inertial.inertia = body.inertia / trees_.shares(child);
    record.inertial = inertial;
    const std::string name = record.name;
    robot.links.push_back(std::move(record));
    attach(loop, link.X_ML, name, robot);
  }

  void add_tree(const std::string& name, Index root) {
    RobotDescription robot = robot_of(context_, model_, name);
    ModelSpec spec;
    spec.name = name;
    place_root(root, robot, spec);
    bool moves = root != Trees::kFixed;
    for (Index i = 0; i < model_.links.size(); ++i)
      if (trees_.root(i) == root) moves = add_link(i, name, robot) || moves;
    for (const Joint* loop : trees_.loops()) {
      if (!has_copy(*loop) || trees_.root_of_copy(*loop) != root) continue;
      add_copy(*loop, robot);
      ends_.joint[loop->name] = name + "/" + loop->name;
      moves = true;
    }
    if (moves) {
      soften_limits(robot, spec);
    } else {
      spec.is_static = true;
      spec.base = BaseKind::kAuto;
      forget_ends(robot);
    }
    for (const LinkRecord& link : robot.links)
      if (!link.collisions.empty()) with_shapes_.insert(link.name);
    add_to_scene(context_, model_, std::move(spec), std::move(robot));
  }

  // No link or joint of a static model is an end.
  void forget_ends(const RobotDescription& robot) {
    for (const LinkRecord& link : robot.links) ends_.link.erase(link.name);
    for (const JointRecord& joint : robot.joints) ends_.joint.erase(joint.name);
  }

  // Compliance of limits where the file gives it.
  void soften_limits(const RobotDescription& robot, ModelSpec& spec) {
    std::map<std::string_view, const JointRecord*> records;
    for (const JointRecord& record : robot.joints) records.emplace(record.name, &record);
    for (const Joint& joint : model_.joints) {
      const auto found = records.find(joint.name);
      if (found == records.end()) continue;
      const JointRecord* record = found->second;
      for (unsigned i = 0; i < 2; ++i) {
        const ::sdf::JointAxis* axis = joint.source->Axis(i);
        if (axis == nullptr) continue;
        const Element at = axis->Element();
        if (!given(at, "limit/stiffness") && !given(at, "limit/dissipation")) continue;
        const bool single = joint_freedoms(record->type) == 1;
        if (!single) context_.warn(at, "the softness of limits of this joint is left out");
        if (!single || (!record->lower && !record->upper)) continue;
        if (!(axis->Stiffness() > 0) || !(axis->Dissipation() >= 0)) {
          context_.warn(at, "the softness of the limit is not above zero; the limit is rigid");
          continue;
        }
        spec.limits_joints[joint.name] = Compliance::spring(axis->Stiffness(), axis->Dissipation());
        context_.info(at, "stiffness and dissipation are those of the limit");
      }
    }
  }

  // Ignores the pairs of links of different trees that must not collide.
  void ignore_pairs() {
    for (Index i = 0; i < model_.links.size(); ++i) {
      if (!has_shapes(model_.links[i])) continue;
      for (Index k = i + 1; k < model_.links.size(); ++k) {
        const Link &a = model_.links[i], &b = model_.links[k];
        if (trees_.root(i) == trees_.root(k) || !has_shapes(b)) continue;
        if (a.self_collides && b.self_collides && !are_joined(a.name, b.name)) continue;
        context_.scene.ignored.emplace_back(shapes_of(i), shapes_of(k));
        context_.scene.lines.ignored.push_back(line_of(b.source->Element()));
      }
    }
  }

  std::string shapes_of(Index i) const {
    const auto end = ends_.link.find(model_.links[i].name);
    return end == ends_.link.end() ? trees_.name(trees_.root(i)) : end->second;
  }

  bool are_joined(const std::string& a, const std::string& b) const {
    const auto joins = [&](const Joint* loop) {
      return (loop->parent == a && loop->child == b) || (loop->parent == b && loop->child == a);
    };
    return std::any_of(trees_.loops().begin(), trees_.loops().end(), joins);
  }

  // Known once its tree is added.
  bool has_shapes(const Link& link) const { return with_shapes_.count(link.name) > 0; }

  Context& context_;
  const FlatModel& model_;
  const Trees trees_;
  std::set<std::string> with_shapes_;  ///< names of links
  Ends ends_;
};

}  // namespace

Ends add_model(Context& context, const FlatModel& model) {
  if (model.links.empty()) return {};
  if (!model.is_static) return TreeModels(context, model).add();
  add_static(context, model);
  return {};
}

}  // namespace cardan::sdformat
