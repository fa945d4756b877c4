#include "cardan/skeleton_builder.h"

#include <map>
#include <set>
#include <utility>

#include "cardan/error.h"
#include "core/number_text.h"
#include "dynamics/couplings.h"
#include "dynamics/link_checks.h"
#include "dynamics/minimal_inertia.h"
#include "dynamics/skeleton_layout.h"

namespace cardan {

namespace {

/// Placement of a link: its body (-1: base) and its pose in that body.
struct Placement {
  int body = -1;
  RigidTransform X_BL;
};

/// One simple joint of the chain that realises a joint with several DoFs.
struct SimpleJoint {
  BodyJoint kind;
  int nq, nv;
  Vector3 axis;
};

/// Right-handed axes x, y in the plane with normal n. The x axis is projected onto the plane; the y
/// axis is projected instead if n is close to x. For n = z they are x and y.
std::pair<Vector3, Vector3> plane_axes(const Vector3& n) {
  const Vector3 seed = std::abs(n.x()) < 0.9 ? Vector3::UnitX() : Vector3::UnitY();
  const Vector3 x = (seed - seed.dot(n) * n).normalized();
  return {x, n.cross(x)};
}

/// Unit vector; exactly ±e_k if it is so within rounding, so that forward kinematics can use the
/// special cases.
Vector3 unit_axis(const Vector3& given) {
  Vector3 a = given.normalized();
  for (int k = 0; k < 3; ++k) {
    Vector3 e = Vector3::Unit(k);
    if (a[k] < 0) e = -e;
    if ((a - e).norm() < 1e-15) return e;
  }
  return a;
}

std::vector<SimpleJoint> simple_joints(const LinkSpec& link) {
  const Vector3 a = unit_axis(link.axis);
  switch (link.joint_type) {
    case JointType::kFixed:
      return {};
    case JointType::kRevolute:
    case JointType::kContinuous:
      return {{BodyJoint::kRevolute, 1, 1, a}};
    case JointType::kPrismatic:
      return {{BodyJoint::kPrismatic, 1, 1, a}};
    case JointType::kScrew:
      return {{BodyJoint::kScrew, 1, 1, a}};
    case JointType::kSpherical:
      return {{BodyJoint::kSpherical, 4, 3, Vector3::Zero()}};
    case JointType::kFloating:
      return {{BodyJoint::kFloating, 7, 6, Vector3::Zero()}};
    case JointType::kUniversal:
      return {{BodyJoint::kRevolute, 1, 1, a}, {BodyJoint::kRevolute, 1, 1, unit_axis(link.axis2)}};
    case JointType::kPlanar: {
      const auto [x, y] = plane_axes(a);
      return {{BodyJoint::kPrismatic, 1, 1, x},
              {BodyJoint::kPrismatic, 1, 1, y},
              {BodyJoint::kRevolute, 1, 1, a}};
    }
  }
  return {};
}

/// Properties of a joint's DoFs: the given ones, then defaults. DoFs of a floating joint are not
/// actuated.
std::vector<DofProperties> complete_dofs(const LinkSpec& link) {
  DofProperties missing;
  missing.actuated = link.joint_type != JointType::kFloating;
  std::vector<DofProperties> dofs = link.dofs;
  dofs.resize(static_cast<size_t>(joint_freedoms(link.joint_type)), missing);
  return dofs;
}

/// Throws for duplicate names, for parents that do not exist and for moving joints without a name.
void check_names(const std::vector<LinkSpec>& links) {
  std::map<std::string, const LinkSpec*> by_name;
  std::set<std::string> joint_names;
  for (const LinkSpec& link : links) {
    if (!by_name.emplace(link.name, &link).second)
      throw Error("link name is used twice", link_place(link), "give each link a unique name");
    const bool named = !link.joint_name.empty();
    if (named && !joint_names.insert(link.joint_name).second)
      throw Error("joint name is used twice", link_place(link), "give each joint a unique name");
  }
  for (const LinkSpec& link : links) {
    if (link.parent.empty() || by_name.count(link.parent)) continue;
    throw Error("parent link \"" + link.parent + "\" does not exist", link_place(link),
                "declare it, or leave the parent empty to attach the link to the base");
  }
}

/// Indices of the links, parents first, depth first, siblings in the order in which they were
/// added. Throws on a cycle.
std::vector<int> depth_first_order(const std::vector<LinkSpec>& links) {
  std::map<std::string, std::vector<int>> children;
  for (size_t i = 0; i < links.size(); ++i)
    children[links[i].parent].push_back(static_cast<int>(i));
  std::vector<int> order, stack;
  const auto push_children = [&](const std::string& name) {
    const std::vector<int>& below = children[name];
    stack.insert(stack.end(), below.rbegin(), below.rend());
  };
  push_children("");
  std::vector<char> seen(links.size(), 0);
  while (!stack.empty()) {
    const int i = stack.back();
    stack.pop_back();
    order.push_back(i);
    seen[i] = 1;
    push_children(links[i].name);
  }
  if (order.size() == links.size()) return order;
  // Following the parents of a link that is not connected to the base ends in the cycle.
  std::map<std::string, int> index;
  for (size_t i = 0; i < links.size(); ++i) index[links[i].name] = static_cast<int>(i);
  int i = 0;
  while (seen[i]) ++i;
  for (size_t steps = 0; steps < links.size(); ++steps) i = index[links[i].parent];
  throw Error("link is its own ancestor: a cycle of joints", link_place(links[i]),
              "a tree has one root; close loops by constraints instead");
}

constexpr size_t kMostLinks = 100000;
constexpr double kMostEntries = 2e7;         ///< of a packed matrix: 160 MB
constexpr double kMostCoupledEntries = 2e6;  ///< lower, because the layout of couplings works on
                                             ///< sets

/// Throws Error for a tree larger than the library supports, before memory is allocated.
void check_size(const Skeleton& s, int nv, const std::string& name) {
  std::vector<int> depth(s.parent.size());
  double entries = 0;
  for (int i = 0; i < s.num_bodies(); ++i) {
    depth[i] = (s.parent[i] >= 0 ? depth[s.parent[i]] : 0) + s.body_nv[i];
    entries += static_cast<double>(depth[i]) * s.body_nv[i];
  }
  // Couplings may fill the matrix.
  if (s.coupled()) entries = std::max(entries, 0.5 * nv * nv);
  if (entries <= (s.coupled() ? kMostCoupledEntries : kMostEntries)) return;
  throw Error("the tree is too deep: its mass matrix has " + number_text(entries, 15) + " entries",
              "model \"" + name + "\"", "replace joints that hardly move by fixed ones");
}

/// Throws Error if sums and products of finite numbers have overflowed.
void check_sums(const Skeleton& s) {
  for (int i = 0; i < s.num_bodies(); ++i) {
    const SpatialInertia& I = s.inertia[i];
    if (std::isfinite(I.mass) && I.com.allFinite() && I.inertia.allFinite() &&
        s.X_PF[i].p.allFinite()) {
      continue;
    }
    throw Error("the inertia or the position of a body overflows",
                "link \"" + s.body_name[i] + "\"", "give smaller numbers");
  }
  for (const FrameInfo& frame : s.frames) {
    if (frame.X_BF.p.allFinite()) continue;
    throw Error("the position of a link overflows", "link \"" + frame.name + "\"",
                "give smaller numbers");
  }
}

/// Appends links to the arrays of a skeleton.
class SkeletonAssembler {
 public:
  explicit SkeletonAssembler(Skeleton& skeleton) : s_(skeleton) {}

  void add(const LinkSpec& link) {
    const Placement parent = link.parent.empty() ? Placement{} : placed_.at(link.parent);
    const RigidTransform X_BJ = parent.X_BL * link.X_PJ;
    Placement here{parent.body, X_BJ};
    if (link.joint_type == JointType::kFixed) {
      if (here.body >= 0) add_inertia(here, link.inertia);
    } else {
      const bool follows = !link.coupling.leader.empty();
      here = {follows ? add_follower(link, parent.body, X_BJ) : add_joint(link, parent.body, X_BJ),
              RigidTransform()};
      add_inertia(here, link.inertia);
      s_.body_name[here.body] = link.name;
    }
    placed_[link.name] = here;
    s_.frames.push_back({link.name, here.body, here.X_BL});
  }

  /// Assigns leaders, coordinates and columns to the followers, and adds the followers' properties
  /// to the leaders. `couplings`: of each link, with chains resolved.
  void finish(const std::map<std::string, JointCoupling>& couplings) {
    for (size_t f = 0; f < followers_.size(); ++f) {
      const LinkSpec& link = *followers_[f];
      const JointCoupling& coupling = couplings.at(joint_name_of(link));
      const JointInfo& leader = s_.joints[s_.find_joint(coupling.leader)];
      Follower& follower = s_.followers[f];
      follower.dof = leader.v_start;
      follower.q_index = leader.q_start;
      follower.multiplier = coupling.multiplier;
      follower.offset = coupling.offset;
      s_.q_start[follower.body] = nq_ + static_cast<int>(f);
      s_.v_start[follower.body] = nv_ + static_cast<int>(f);
      take_over(complete_dofs(link).front(), follower, s_.dof[follower.dof]);
    }
    for (JointInfo& joint : s_.joints) {
      if (joint.follower < 0) continue;
      joint.q_start = s_.followers[joint.follower].q_index;
      joint.v_start = s_.followers[joint.follower].dof;
    }
  }

  int nq() const { return nq_; }
  int nv() const { return nv_; }

 private:
  /// Passive properties of a follower reflected to its leader: with q_f = m q + o the powers are d
  /// m² q̇² and |m| f |q̇|, the energies ½ a m² q̇² and ½ k (m q + o − r)².
  static void take_over(const DofProperties& from, const Follower& follower, DofProperties& to) {
    const double m = follower.multiplier, m2 = m * m;
    to.damping += m2 * from.damping;
    to.friction += std::abs(m) * from.friction;
    to.armature += m2 * from.armature;
    const double stiffness = to.stiffness + m2 * from.stiffness;
    if (stiffness > 0) {
      to.spring_reference = (to.stiffness * to.spring_reference +
                             m * from.stiffness * (from.spring_reference - follower.offset)) /
                            stiffness;
    }
    to.stiffness = stiffness;
  }

  /// Lumps an inertia into the body that carries its link. Uses its symmetric part because the
  /// kernels read six numbers.
  void add_inertia(const Placement& where, SpatialInertia inertia) {
    const Matrix3 transposed = inertia.inertia.transpose();
    inertia.inertia = 0.5 * (inertia.inertia + transposed);
    SpatialInertia& body = s_.inertia[where.body];
    body = body + inertia.transformed(where.X_BL);
  }

  /// Adds the joint's chain. Returns the last body of the chain, which is the link's body.
  int add_joint(const LinkSpec& link, int parent_body, const RigidTransform& X_BJ) {
    JointInfo joint;
    joint.name = joint_name_of(link);
    joint.type = link.joint_type;
    joint.first_body = s_.num_bodies();
    joint.q_start = nq_;
    joint.v_start = nv_;
    joint.nq = joint_coordinates(link.joint_type);
    joint.nv = joint_freedoms(link.joint_type);
    RigidTransform X_PF = X_BJ;
    for (const SimpleJoint& simple : simple_joints(link)) {
      add_body(simple, parent_body, X_PF, link.pitch);
      parent_body = s_.num_bodies() - 1;
      X_PF = RigidTransform();
    }
    joint.body = parent_body;
    const std::vector<DofProperties> dofs = complete_dofs(link);
    s_.dof.insert(s_.dof.end(), dofs.begin(), dofs.end());
    s_.joints.push_back(joint);
    return joint.body;
  }

  /// Adds a joint with one DoF that follows another. finish() assigns the body's coordinate and
  /// column, which come after all others.
  int add_follower(const LinkSpec& link, int parent_body, const RigidTransform& X_BJ) {
    JointInfo joint;
    joint.name = joint_name_of(link);
    joint.type = link.joint_type;
    joint.first_body = joint.body = s_.num_bodies();
    joint.follower = static_cast<int>(s_.followers.size());
    const SimpleJoint simple = simple_joints(link).front();
    add_body(simple, parent_body, X_BJ, link.pitch);
    --nq_;
    --nv_;
    Follower follower;
    follower.body = joint.body;
    s_.followers.push_back(follower);
    followers_.push_back(&link);
    s_.joints.push_back(joint);
    return joint.body;
  }

  void add_body(const SimpleJoint& joint, int parent_body, const RigidTransform& X_PF,
                double pitch) {
    s_.parent.push_back(parent_body);
    s_.body_joint.push_back(joint.kind);
    s_.q_start.push_back(nq_);
    s_.v_start.push_back(nv_);
    s_.body_nv.push_back(joint.nv);
    s_.X_PF.push_back(X_PF);
    s_.axis.push_back(joint.axis);
    s_.pitch.push_back(joint.kind == BodyJoint::kScrew ? pitch : 0.0);
    s_.inertia.emplace_back();
    s_.body_name.emplace_back();
    nq_ += joint.nq;
    nv_ += joint.nv;
  }

  Skeleton& s_;
  std::map<std::string, Placement> placed_;
  std::vector<const LinkSpec*> followers_;
  int nq_ = 0, nv_ = 0;
};

bool is_isotropic(const SpatialInertia& inertia) {
  const Matrix3& I = inertia.inertia;
  return inertia.com.isZero(0) && I == I(0, 0) * Matrix3::Identity();
}

SkeletonKind kind_of(const Skeleton& skeleton) {
  if (!skeleton.floating_base() || skeleton.num_bodies() != 1) return SkeletonKind::kArticulated;
  return is_isotropic(skeleton.inertia[0]) ? SkeletonKind::kIsotropicBody : SkeletonKind::kFreeBody;
}

}  // namespace

SkeletonBuilder::SkeletonBuilder(std::string name) : name_(std::move(name)) {}

SkeletonBuilder::~SkeletonBuilder() = default;

void SkeletonBuilder::add_link(LinkSpec link) { links_.push_back(std::move(link)); }

std::shared_ptr<const Skeleton> SkeletonBuilder::build() {
  diagnostics_.clear();
  if (links_.size() > kMostLinks) {
    throw Error(std::to_string(links_.size()) + " links; at most " + std::to_string(kMostLinks),
                "model \"" + name_ + "\"", "split it into several models");
  }
  for (const LinkSpec& link : links_) {
    check_link(link);
    warn_impossible_inertia(link, diagnostics_);
  }
  check_names(links_);
  const std::vector<int> order = depth_first_order(links_);

  auto skeleton = std::make_shared<Skeleton>();
  skeleton->name_ = name_;
  SkeletonAssembler assembler(*skeleton);
  const std::map<std::string, JointCoupling> couplings = resolve_couplings(links_);
  for (int i : order) assembler.add(links_[i]);
  skeleton->index_names();
  assembler.finish(couplings);
  check_size(*skeleton, assembler.nv(), name_);
  check_sums(*skeleton);
  skeleton->nq_ = assembler.nq();
  skeleton->nv_ = assembler.nv();
  compute_layout(*skeleton, skeleton->nv_);

  int roots = 0;
  for (int parent : skeleton->parent) roots += parent < 0 ? 1 : 0;
  skeleton->floating_base_ = roots == 1 && skeleton->body_joint[0] == BodyJoint::kFloating &&
                             skeleton->X_PF[0].R == Matrix3::Identity() &&
                             skeleton->X_PF[0].p.isZero(0);
  give_minimal_inertia(*skeleton, diagnostics_);
  skeleton->kind_ = kind_of(*skeleton);
  return skeleton;
}

std::shared_ptr<const Skeleton> SkeletonBuilder::with_inertia(const Skeleton& skeleton, int body,
                                                              const SpatialInertia& inertia) {
  auto changed = std::make_shared<Skeleton>(skeleton);
  changed->inertia[static_cast<std::size_t>(body)] = inertia;
  changed->kind_ = kind_of(*changed);
  return changed;
}

std::shared_ptr<const Skeleton> make_free_body(const std::string& name,
                                               const SpatialInertia& inertia) {
  LinkSpec link;
  link.name = name;
  link.joint_name = name;
  link.joint_type = JointType::kFloating;
  link.inertia = inertia;
  SkeletonBuilder builder(name);
  builder.add_link(link);
  return builder.build();
}

}  // namespace cardan
