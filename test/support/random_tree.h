#pragma once

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "cardan/skeleton_builder.h"

/// Seeded random robots for tests. Only the bits of mt19937_64 are used, so that a seed gives the
/// same tree on every platform.
namespace cardan::test {

using Random = std::mt19937_64;

/// Gravity of trees in motion, not along an axis [m/s²].
inline const Vector3 kGravity(0.3, -0.7, -9.81);

/// The vector of the antisymmetric part of W.
inline Vector3 vee(const Matrix3& W) {
  return 0.5 * Vector3(W(2, 1) - W(1, 2), W(0, 2) - W(2, 0), W(1, 0) - W(0, 1));
}

/// Uniform in [lo, hi).
inline double uniform(Random& random, double lo, double hi) {
  return lo + (hi - lo) * static_cast<double>(random() >> 11) * 0x1p-53;
}

inline int uniform_int(Random& random, int count) {
  return static_cast<int>(random() % static_cast<std::uint64_t>(count));
}

inline Vector3 random_vector3(Random& random, double size) {
  const double x = uniform(random, -size, size), y = uniform(random, -size, size);
  return {x, y, uniform(random, -size, size)};
}

inline VectorX random_vector(Random& random, int n, double size) {
  VectorX v(n);
  for (int k = 0; k < n; ++k) v[k] = uniform(random, -size, size);
  return v;
}

inline Quaternion random_quaternion(Random& random) {
  for (;;) {
    const VectorX q = random_vector(random, 4, 1.0);
    if (q.norm() > 0.1 && q.norm() < 1) return Quaternion(q[0], q[1], q[2], q[3]).normalized();
  }
}

inline RigidTransform random_pose(Random& random, double size) {
  return {random_quaternion(random).toRotationMatrix(), random_vector3(random, size)};
}

/// A physically possible body: I = tr(Σ) 1 − Σ of a positive definite second moment Σ.
inline SpatialInertia random_inertia(Random& random) {
  Matrix3 A;
  for (int k = 0; k < 3; ++k) A.col(k) = random_vector3(random, 0.2);
  const double mass = uniform(random, 0.2, 3.0);
  const Matrix3 second_moment = mass * (A * A.transpose() + 1e-3 * Matrix3::Identity());
  SpatialInertia inertia;
  inertia.mass = mass;
  inertia.com = random_vector3(random, 0.2);
  inertia.inertia = second_moment.trace() * Matrix3::Identity() - second_moment;
  return inertia;
}

/// A tree and the links it was built from.
struct RandomTree {
  std::vector<LinkSpec> links;
  std::shared_ptr<const Skeleton> skeleton;
};

struct RandomTreeOptions {
  int joints = 10;
  bool floating_base = false;
  double armature = 0;     ///< largest random rotor inertia
  double branching = 0.3;  ///< probability that a link's parent is not the previous link
  double coupling = 0;     ///< probability that a joint of one degree of freedom follows another
  std::vector<JointType> types = {
      JointType::kRevolute,  JointType::kRevolute, JointType::kRevolute, JointType::kContinuous,
      JointType::kPrismatic, JointType::kFixed,    JointType::kPlanar,   JointType::kSpherical,
      JointType::kUniversal, JointType::kScrew,    JointType::kFloating};
};

/// Axis: often one of ±x, ±y, ±z, as in real robots, else any.
inline Vector3 random_axis(Random& random) {
  if (uniform(random, 0, 1) < 0.6) {
    const double sign = uniform(random, 0, 1) < 0.5 ? -1 : 1;
    return sign * Vector3::Unit(uniform_int(random, 3));
  }
  for (;;) {
    const Vector3 axis = random_vector3(random, 1);
    if (axis.norm() > 0.2) return axis;  // not of unit length on purpose
  }
}

inline LinkSpec random_link(Random& random, int index, const RandomTreeOptions& options) {
  LinkSpec link;
  link.name = "link_" + std::to_string(index);
  link.joint_name = "joint_" + std::to_string(index);
  link.joint_type = options.types[uniform_int(random, static_cast<int>(options.types.size()))];
  const bool straight = uniform(random, 0, 1) < 0.4;  // the identity rotation has its own path
  link.X_PJ = straight ? RigidTransform(random_vector3(random, 0.4)) : random_pose(random, 0.4);
  link.axis = random_axis(random);
  // A second axis nearly parallel to the first would make a universal joint nearly singular.
  do {
    link.axis2 = random_axis(random);
  } while (link.axis.normalized().cross(link.axis2.normalized()).norm() < 0.3);
  link.pitch = uniform(random, -0.2, 0.2);
  link.inertia = random_inertia(random);
  link.dofs.resize(joint_freedoms(link.joint_type));
  for (DofProperties& dof : link.dofs) dof.armature = uniform(random, 0, options.armature);
  return link;
}

/// Makes joints of one degree of freedom follow others in a random order: chains, leaders before
/// and after their followers, and leaders in other branches, but no cycles.
inline void couple_joints(Random& random, double probability, std::vector<LinkSpec>& links) {
  std::vector<LinkSpec*> single;
  for (LinkSpec& link : links) {
    if (joint_freedoms(link.joint_type) == 1) single.push_back(&link);
  }
  const int count = static_cast<int>(single.size());
  for (int i = count - 1; i > 0; --i) std::swap(single[i], single[uniform_int(random, i + 1)]);
  for (int i = 1; i < count; ++i) {
    if (uniform(random, 0, 1) >= probability) continue;
    single[i]->coupling.leader = single[uniform_int(random, i)]->joint_name;
    single[i]->coupling.multiplier = uniform(random, -2, 2);
    single[i]->coupling.offset = uniform(random, -0.5, 0.5);
  }
}

inline RandomTree random_tree(std::uint64_t seed, const RandomTreeOptions& options) {
  Random random(seed);
  RandomTree tree;
  if (options.floating_base) {
    LinkSpec base = random_link(random, 0, options);
    base.joint_type = JointType::kFloating;
    base.X_PJ = RigidTransform();
    base.dofs.assign(6, DofProperties());
    for (int k = 0; k < 6; ++k) base.dofs[k].armature = options.armature * (k + 1) / 6;
    tree.links.push_back(base);
  }
  for (int i = 1; i <= options.joints; ++i) {
    LinkSpec link = random_link(random, i, options);
    const int before = static_cast<int>(tree.links.size());
    if (before > 0) {
      const bool branch = uniform(random, 0, 1) < options.branching;
      link.parent = tree.links[branch ? uniform_int(random, before) : before - 1].name;
    } else if (link.joint_type == JointType::kFixed) {
      link.joint_type = JointType::kRevolute;
      link.dofs.resize(1);
    }
    tree.links.push_back(link);
  }
  if (options.coupling > 0) couple_joints(random, options.coupling, tree.links);
  SkeletonBuilder builder("random");
  for (const LinkSpec& link : tree.links) builder.add_link(link);
  tree.skeleton = builder.build();
  return tree;
}

/// Tree number `index` of a mixed set: 1 to 60 joints, half of them with a floating base.
inline RandomTree random_tree_of_set(int index, double armature = 0) {
  const int sizes[] = {1, 2, 3, 5, 8, 13, 21, 34, 60};
  RandomTreeOptions options;
  options.joints = sizes[index % 9];
  options.floating_base = index % 2 == 1;
  options.armature = armature;
  options.branching = index % 3 == 0 ? 0.0 : 0.3;
  return random_tree(1000 + static_cast<std::uint64_t>(index), options);
}

/// Tree number `index` of that set with followers; trees have at least 5 joints.
inline RandomTree random_coupled_tree(int index, double armature = 0) {
  const int sizes[] = {5, 8, 13, 21, 34};
  RandomTreeOptions options;
  options.joints = sizes[index % 5];
  options.floating_base = index % 2 == 1;
  options.armature = armature;
  options.branching = index % 3 == 0 ? 0.0 : 0.4;
  options.coupling = index % 4 == 0 ? 0.8 : 0.4;
  return random_tree(5000 + static_cast<std::uint64_t>(index), options);
}

/// Trees on which identities between algorithms are checked: 0 … 15 have at most 34 joints and no
/// followers, 16 … 27 have followers.
inline RandomTree random_tree_of_all(int index, double armature = 0) {
  if (index >= 16) return random_coupled_tree(index - 16, armature);
  return random_tree_of_set(index % 8 + (index / 8) * 9, armature);
}
constexpr int kAllTrees = 28;

/// A configuration with unit quaternions; angles in ±3 rad, displacements in ±0.5 m.
inline VectorX random_configuration(Random& random, const Skeleton& skeleton) {
  VectorX q = skeleton.neutral_configuration();
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const int a = skeleton.q_start[i];
    if (a >= skeleton.nq()) continue;  // a follower
    int quaternion = a;
    switch (skeleton.body_joint[i]) {
      case BodyJoint::kRevolute:
      case BodyJoint::kScrew:
        q[a] = uniform(random, -3, 3);
        continue;
      case BodyJoint::kPrismatic:
        q[a] = uniform(random, -0.5, 0.5);
        continue;
      case BodyJoint::kSpherical:
        break;
      case BodyJoint::kFloating:
        q.segment<3>(a) = random_vector3(random, 0.5);
        quaternion = a + 3;
        break;
    }
    const Quaternion r = random_quaternion(random);
    q.segment<4>(quaternion) << r.w(), r.x(), r.y(), r.z();
  }
  return q;
}

}  // namespace cardan::test
