#include <algorithm>
#include <cmath>

#include "cardan/sdf/read_internal.h"

namespace cardan::sdformat {

namespace {

constexpr const char* kWorld = "world";

bool is_loop_of_points(const ::sdf::Joint& joint) { return joint.Type() == ::sdf::JointType::BALL; }

/// Turns a flat model into models of the scene.
///
/// Each link has at most one joint above it in a tree: the first of the file. Every further one,
/// and one that would close a circle, is a loop. A loop with freedoms moves a copy of the child,
/// which has an equal share of its inertia and is welded to it: masses and the freedoms of the
/// joint with their limits stay as they are.
class Splitter {
 public:
  Splitter(Context& context, const FlatModel& model) : context_(context), model_(model) {
    parent_.resize(model.links.size());
    shares_.assign(model.links.size(), 1);
  }

  Ends split() {
    if (model_.links.empty()) return {};
    if (model_.is_static) {
      add_static();
      return {};
    }
    choose_parents();
    name_trees();
    for (const auto& [name, root] : names_in_order_) add_tree(name, root);
    for (const Joint* joint : loops_) add_loop(*joint);
    for (const Joint& joint : model_.joints)
      if (joint.source->Type() == ::sdf::JointType::GEARBOX) add_gearbox(joint);
    ignore_pairs();
    return ends_;
  }

 private:
  using Index = std::size_t;
  static constexpr Index kNone = static_cast<Index>(-1);
  static constexpr Index kFixed = static_cast<Index>(-2);  ///< root of all that the world holds

  Index index(const std::string& link) const {
    const auto found = model_.link_index.find(link);
    return found == model_.link_index.end() ? kNone : found->second;
  }

  // --- trees ---

  void choose_parents() {
    for (const Joint& joint : model_.joints) {
      if (joint.source->Type() == ::sdf::JointType::GEARBOX) continue;
      const Index child = index(joint.child);
      const Index parent = joint.parent == kWorld ? kFixed : index(joint.parent);
      if (child == kNone || parent == kNone) {
        context_.error(joint.source->Element(), "its links are not links of this model");
        continue;
      }
      if (parent_[child] != nullptr || (parent != kFixed && root_of(parent) == child)) {
        loops_.push_back(&joint);
        if (has_copy(joint)) ++shares_[child];
      } else {
        parent_[child] = &joint;
      }
    }
    for (Index i = 0; i < model_.links.size(); ++i)
      if (model_.links[i].held && parent_[i] != nullptr)
        context_.warn(model_.links[i].source->Element(),
                      "a kinematic or static link with a joint above it: it moves freely");
  }

  bool has_copy(const Joint& joint) const {
    return joint.source->Type() != ::sdf::JointType::FIXED && !is_loop_of_points(*joint.source);
  }

  // The link at the top of its tree, or kFixed.
  Index root_of(Index link) const {
    while (parent_[link] != nullptr) {
      if (parent_[link]->parent == kWorld) return kFixed;
      link = index(parent_[link]->parent);
    }
    return model_.links[link].held ? kFixed : link;
  }

  // The tree of the canonical link has the name of the model, others that of their root besides.
  void name_trees() {
    root_.resize(model_.links.size());
    for (Index i = 0; i < model_.links.size(); ++i) root_[i] = root_of(i);
    const Index canonical = index(model_.canonical_link);
    const Index first = root_[canonical == kNone ? 0 : canonical];
    const auto add = [&](Index root) {
      if (tree_name_.count(root) > 0) return;
      const std::string own = root == kFixed ? kWorld : model_.links[root].name;
      tree_name_[root] = root == first ? model_.name : model_.name + "::" + own;
      std::replace(tree_name_[root].begin(), tree_name_[root].end(), '/', '.');
      names_in_order_.emplace_back(tree_name_[root], root);
    };
    add(first);
    for (const Index root : root_) add(root);
    for (const Joint* loop : loops_)
      if (loop->parent == kWorld && has_copy(*loop)) add(kFixed);
  }

  static LinkRecord base_link() {
    LinkRecord world;
    world.name = kWorld;
    world.base_only = true;
    return world;
  }

  RobotDescription robot_of(const std::string& name) const {
    RobotDescription robot;
    robot.name = name;
    robot.file = file_of(context_, model_.source->Element());
    robot.line = line_of(model_.source->Element());
    return robot;
  }

  static OriginRecord origin_of(const RigidTransform& X) {
    OriginRecord origin;
    origin.given = true;
    origin.xyz = X.p;
    const Quaternion q(X.R);
    origin.quat_xyzw = {q.x(), q.y(), q.z(), q.w()};
    return origin;
  }

  static JointRecord fixed_joint(const std::string& name, const std::string& parent,
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

  LinkRecord link_record(Index i, const std::string& name, RobotDescription& robot) {
    LinkRecord record;
    record.name = name;
    record.line = line_of(model_.links[i].source->Element());
    fill_link(context_, model_.links[i], model_.is_static || is_welded_to_world(i),
              1.0 / shares_[i], robot, record);
    return record;
  }

  // Fixed to the world by fixed joints alone.
  bool is_welded_to_world(Index i) const {
    if (model_.links[i].held && parent_[i] == nullptr) return true;
    for (;; i = index(parent_[i]->parent)) {
      if (parent_[i] == nullptr) return model_.links[i].held;
      if (parent_[i]->source->Type() != ::sdf::JointType::FIXED) return false;
      if (parent_[i]->parent == kWorld) return true;
    }
  }

  RigidTransform pose_in_model(const std::string& link) const {
    return link == kWorld ? RigidTransform() : model_.links[index(link)].X_ML;
  }

  // The joint, and a link without mass at its place if the origin of the child is elsewhere and the
  // joint turns about its own.
  void attach(const Joint& joint, const RigidTransform& X_MC, const std::string& child,
              RobotDescription& robot) {
    JointRecord record = joint_record(context_, joint, X_MC);
    const RigidTransform X_PC = pose_in_model(joint.parent).inverse() * X_MC;
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

  void add_tree(const std::string& name, Index root) {
    RobotDescription robot = robot_of(name);
    ModelSpec spec;
    spec.name = name;
    if (root == kFixed) {
      robot.root = kWorld;
      robot.links.push_back(base_link());
      spec.pose = model_.X_WM;
      spec.base = BaseKind::kFixed;
    } else {
      robot.root = model_.links[root].name;
      robot.line = line_of(model_.links[root].source->Element());
      spec.pose = model_.X_WM * model_.links[root].X_ML;
      spec.base = BaseKind::kFloating;
    }
    std::vector<CompoundPart> heights;
    bool moves = root != kFixed;
    for (Index i = 0; i < model_.links.size(); ++i) {
      if (root_[i] != root) continue;
      const Link& link = model_.links[i];
      robot.links.push_back(link_record(i, link.name, robot));
      if (parent_[i] != nullptr) {
        attach(*parent_[i], link.X_ML, link.name, robot);
        moves = moves || parent_[i]->source->Type() != ::sdf::JointType::FIXED;
        ends_.joint[parent_[i]->name] = name + "/" + parent_[i]->name;
      } else if (root == kFixed) {
        robot.joints.push_back(fixed_joint(link.name + ":fixed", kWorld, link.name, link.X_ML,
                                           line_of(link.source->Element())));
      }
      ends_.link[link.name] = name + "/" + link.name;
      add_heights(i, is_welded_to_world(i));
    }
    for (const Joint* loop : loops_) {
      if (!has_copy(*loop)) continue;
      const Index at = loop->parent == kWorld ? kFixed : root_[index(loop->parent)];
      if (at != root) continue;
      add_copy(*loop, robot);
      ends_.joint[loop->name] = name + "/" + loop->name;
      moves = true;
    }
    if (moves) {
      soften_limits(robot, spec);
    } else {  // static: no link of it is an end
      for (Index i = 0; i < model_.links.size(); ++i)
        if (root_[i] == root) ends_.link.erase(model_.links[i].name);
      for (const JointRecord& joint : robot.joints) ends_.joint.erase(joint.name);
    }
    finish(std::move(spec), std::move(robot), !moves);
  }

  // Compliance of limits where the file gives it.
  void soften_limits(const RobotDescription& robot, ModelSpec& spec) {
    for (const Joint& joint : model_.joints) {
      const auto record =
          std::find_if(robot.joints.begin(), robot.joints.end(),
                       [&](const JointRecord& one) { return one.name == joint.name; });
      if (record == robot.joints.end()) continue;
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

  void finish(ModelSpec spec, RobotDescription robot, bool is_static) {
    for (const LinkRecord& link : robot.links)
      if (!link.collisions.empty()) with_shapes_.insert(link.name);
    if (is_static) {
      spec.is_static = true;
      spec.base = BaseKind::kAuto;
      spec.limits_joints.clear();
    }
    set_self_collision(robot, spec);
    context_.scene.lines.models.push_back(robot.line);
    spec.description = std::make_shared<RobotDescription>(std::move(robot));
    context_.scene.models.push_back(std::move(spec));
  }

  void add_static() {
    RobotDescription robot = robot_of(model_.name);
    robot.root = kWorld;
    robot.is_static = true;
    robot.links.push_back(base_link());
    for (Index i = 0; i < model_.links.size(); ++i) {
      const Link& link = model_.links[i];
      robot.links.push_back(link_record(i, link.name, robot));
      robot.joints.push_back(fixed_joint(link.name + ":fixed", kWorld, link.name, link.X_ML,
                                         line_of(link.source->Element())));
      add_heights(i, true);
    }
    ModelSpec spec;
    spec.name = model_.name;
    spec.pose = model_.X_WM;
    finish(std::move(spec), std::move(robot), true);
    if (!model_.joints.empty())
      context_.info(model_.joints.front().source->Element(),
                    "joints of a static model do not move");
  }

  // Heightmaps are static models of their own: MODEL::LINK::heightmap.
  void add_heights(Index i, bool fixed) {
    const Link& link = model_.links[i];
    for (std::uint64_t k = 0; k < link.source->CollisionCount(); ++k) {
      const ::sdf::Geometry* geometry = link.source->CollisionByIndex(k)->Geom();
      if (geometry != nullptr && geometry->HeightmapShape() != nullptr && !fixed)
        context_.warn(geometry->Element(), "a heightmap on a link that moves is left out");
    }
    if (!fixed) return;
    ModelSpec spec;
    spec.compound = heightmaps_of(context_, link);
    if (spec.compound.empty()) return;
    spec.name = model_.name + "::" + link.name + "::heightmap";
    std::replace(spec.name.begin(), spec.name.end(), '/', '.');
    spec.is_static = true;
    spec.pose = model_.X_WM * link.X_ML;
    context_.scene.lines.models.push_back(line_of(link.source->Element()));
    context_.scene.models.push_back(std::move(spec));
  }

  // --- loops ---

  static std::string copy_name(const Joint& joint) {
    return joint.child + ":" + joint.name + ":loop";
  }

  // Half of the child (or less, of several loops), without shapes, below the joint of a loop.
  void add_copy(const Joint& joint, RobotDescription& robot) {
    const Index child = index(joint.child);
    Link bare = model_.links[child];
    LinkRecord record;
    record.name = copy_name(joint);
    record.line = line_of(joint.source->Element());
    const ignition::math::Inertiald& body = bare.source->Inertial();
    InertialRecord inertial;
    inertial.line = record.line;
    inertial.origin.given = true;
    inertial.origin.xyz = vector_of(body.Pose().Pos());
    inertial.mass = body.MassMatrix().Mass() / shares_[child];
    const auto moments = body.Moi();
    Matrix3 own;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c)
        own(r, c) = moments(static_cast<std::size_t>(r), static_cast<std::size_t>(c));
    inertial.inertia = own / shares_[child];
    record.inertial = inertial;
    const std::string name = record.name;
    robot.links.push_back(std::move(record));
    attach(joint, bare.X_ML, name, robot);
  }

  /// An end of a loop with the pose of its frame in the model.
  struct End {
    std::string name;
    RigidTransform X_ME;
  };

  // Links that the world holds have the frame W itself.
  End end_of(const std::string& link) const {
    const auto end = ends_.link.find(link);
    if (end == ends_.link.end()) return {kWorld, model_.X_WM.inverse()};
    return {end->second, pose_in_model(link)};
  }

  End copy_of(const Joint& joint) const {
    const Index root = joint.parent == kWorld ? kFixed : root_[index(joint.parent)];
    return {tree_name_.at(root) + "/" + copy_name(joint), pose_in_model(joint.child)};
  }

  void add_loop(const Joint& joint) {
    const bool moves = has_copy(joint);
    const End a = moves ? copy_of(joint) : end_of(joint.parent), b = end_of(joint.child);
    const Element at = joint.source->Element();
    if (a.name == b.name) {
      context_.info(at, "its links are fixed to each other already; it is left out");
      return;
    }
    LoopSpec loop;
    loop.name = model_.name + "::" + joint.name;
    loop.a = a.name;
    loop.b = b.name;
    if (is_loop_of_points(*joint.source)) {
      loop.kind = LoopKind::kPoint;
      loop.at_a = a.X_ME.inverse() * joint.X_MJ.p;
      loop.at_b = b.X_ME.inverse() * joint.X_MJ.p;
    } else {
      loop.pose = a.X_ME.inverse() * b.X_ME;
    }
    context_.info(at, moves ? "the child has a joint already: this one moves a part of its mass, "
                              "which is welded to it"
                            : "the child has a joint already: this one is a loop");
    context_.scene.lines.loops.push_back(line_of(at));
    context_.scene.loops.push_back(std::move(loop));
  }

  /// The angle about an axis from the reference body to a link: sign · q of a joint.
  struct Angle {
    std::string joint;
    double sign = 0;
  };

  // SDF: from the reference body to the link, in the direction of the axis.
  Angle angle_to(const std::string& link, const std::string& reference, const Vector3& axis) const {
    for (const Joint& joint : model_.joints) {
      const ::sdf::JointType type = joint.source->Type();
      if (type != ::sdf::JointType::REVOLUTE && type != ::sdf::JointType::CONTINUOUS) continue;
      if (!joint.axis || ends_.joint.count(joint.name) == 0) continue;
      const bool down = joint.parent == reference && joint.child == link;
      const bool up = joint.parent == link && joint.child == reference;
      const double along = joint.axis->dot(axis);
      if ((!down && !up) || std::abs(std::abs(along) - 1) > 1e-6) continue;
      return {ends_.joint.at(joint.name), (along > 0 ? 1 : -1) * (down ? 1.0 : -1.0)};
    }
    return {};
  }

  // theta_2 = −ratio · theta_1.
  void add_gearbox(const Joint& joint) {
    const Element at = joint.source->Element();
    const Element body = given(at, "gearbox_reference_body");
    const Element ratio = given(at, "gearbox_ratio");
    std::string reference = body ? body->Get<std::string>() : "";
    // Names are relative to the model of the joint.
    const std::string own = joint.source->Name();
    reference = joint.name.substr(0, joint.name.size() - own.size()) + reference;
    const double times = ratio ? ratio->Get<double>() : 1;
    const Vector3 axis = joint.axis.value_or(Vector3::UnitZ());
    const Angle first = angle_to(joint.parent, reference, axis);
    const Angle second = angle_to(joint.child, reference, joint.axis2.value_or(axis));
    if (first.joint.empty() || second.joint.empty() || first.joint == second.joint || times == 0) {
      context_.warn(at, times == 0 ? "the ratio of the gearbox is zero; it is left out"
                                   : "the gearbox is left out: its links need revolute joints to "
                                     "its reference body about its axes");
      return;
    }
    LoopSpec loop;
    loop.kind = LoopKind::kGear;
    loop.name = model_.name + "::" + joint.name;
    loop.a = second.joint;
    loop.b = first.joint;
    loop.ratio = -times * first.sign * second.sign;
    context_.scene.lines.loops.push_back(line_of(at));
    context_.scene.loops.push_back(std::move(loop));
  }

  // --- self-collision ---

  bool collides_with_own(const std::string& link) const {
    const Index i = index(link);
    return i != kNone && model_.links[i].self_collides;
  }

  // Links of a model collide with each other if both say so.
  void set_self_collision(RobotDescription& robot, ModelSpec& spec) const {
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

  // Ignores the pairs of links of different trees that must not collide.
  void ignore_pairs() {
    for (Index i = 0; i < model_.links.size(); ++i) {
      if (!has_shapes(model_.links[i])) continue;
      for (Index k = i + 1; k < model_.links.size(); ++k) {
        const Link &a = model_.links[i], &b = model_.links[k];
        if (root_[i] == root_[k] || !has_shapes(b)) continue;
        if (a.self_collides && b.self_collides && !are_joined(a.name, b.name)) continue;
        context_.scene.ignored.emplace_back(shapes_of(i), shapes_of(k));
        context_.scene.lines.ignored.push_back(line_of(b.source->Element()));
      }
    }
  }

  std::string shapes_of(Index i) const {
    const auto end = ends_.link.find(model_.links[i].name);
    return end == ends_.link.end() ? tree_name_.at(root_[i]) : end->second;
  }

  bool are_joined(const std::string& a, const std::string& b) const {
    for (const Joint* loop : loops_)
      if ((loop->parent == a && loop->child == b) || (loop->parent == b && loop->child == a))
        return true;
    return false;
  }

  // Known once its tree is added.
  bool has_shapes(const Link& link) const { return with_shapes_.count(link.name) > 0; }

  Context& context_;
  const FlatModel& model_;
  std::vector<const Joint*> parent_;  ///< per link: the joint above it in its tree
  std::vector<double> shares_;        ///< per link: number of parts of its inertia
  std::vector<Index> root_;           ///< per link
  std::vector<const Joint*> loops_;
  std::map<Index, std::string> tree_name_;
  std::vector<std::pair<std::string, Index>> names_in_order_;
  std::set<std::string> with_shapes_;  ///< names of links
  Ends ends_;
};

}  // namespace

Ends add_model(Context& context, const FlatModel& model) {
  return Splitter(context, model).split();
}

}  // namespace cardan::sdformat
