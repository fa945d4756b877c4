#include "test/unit/constraint/robot_samples.h"

#include "cardan/kinematics.h"
#include "cardan/skeleton.h"
#include "test/support/dense_algebra.h"

namespace cardan::test {

SpatialInertia random_inertia(Random& random) {
  SpatialInertia inertia;
  inertia.mass = uniform(random, 0.5, 3);
  inertia.com = uniform_vector3(random, -0.2, 0.2);
  const Vector3 points = uniform_vector3(random, 0.05, 0.2);
  const double x = points[0] * points[0], y = points[1] * points[1], z = points[2] * points[2];
  inertia.inertia = inertia.mass * Vector3(y + z, x + z, x + y).asDiagonal();
  return inertia;
}

RigidTransform random_pose(Random& random) {
  return RigidTransform::from_xyz_rpy(uniform_vector3(random, -0.5, 0.5),
                                      uniform_vector3(random, -3, 3));
}

std::shared_ptr<const Skeleton> random_skeleton(Random& random, int links, bool floating,
                                                double followers) {
  constexpr JointType kTypes[] = {JointType::kRevolute,  JointType::kPrismatic,
                                  JointType::kSpherical, JointType::kRevolute,
                                  JointType::kUniversal, JointType::kRevolute};
  SkeletonBuilder builder("robot");
  std::vector<std::string> leaders;
  for (int i = 0; i < links; ++i) {
    LinkSpec link;
    link.name = "link" + std::to_string(i);
    const int parent = std::uniform_int_distribution<int>(std::max(-1, i - 4), i - 1)(random);
    link.parent =
        parent < 0 ? (i == 0 || !floating ? "" : "link0") : "link" + std::to_string(parent);
    link.joint_name = "joint" + std::to_string(i);
    link.joint_type = i == 0 && floating ? JointType::kFloating
                                         : kTypes[std::uniform_int_distribution<int>(0, 5)(random)];
    if (!(i == 0 && floating)) link.X_PJ = random_pose(random);
    link.axis = uniform_vector3(random).normalized();
    link.axis2 = link.axis.unitOrthogonal();
    link.inertia = random_inertia(random);
    if (joint_freedoms(link.joint_type) == 1) {
      if (followers > 0 && !leaders.empty() && uniform(random, 0, 1) < followers)
        link.coupling = {leaders[random() % leaders.size()], uniform(random, -2, 2), 0.1};
      leaders.push_back(link.joint_name);
    }
    builder.add_link(link);
  }
  return builder.build();
}

Robot::Robot(Random& random, std::shared_ptr<const Skeleton> tree, double h)
    : skeleton(std::move(tree)), data(*skeleton) {
  const int nv = skeleton->nv();
  v = uniform_vector(random, nv);
  const VectorX neutral = skeleton->neutral_configuration();
  q.resize(skeleton->nq());
  integrate(*skeleton, neutral.data(), uniform_vector(random, nv).eval().data(), 1.0, q.data());
  forward_kinematics(*skeleton, data, q.data(), v.data());
  bias_forces(*skeleton, data, v.data(), {0, 0, -9.81});
  crba(*skeleton, data);
  M = dense_mass_matrix(*skeleton, data);
  factorize_ltl(*skeleton, data);
  force = h * (uniform_vector(random, nv) - Eigen::Map<const VectorX>(data.bias.data(), nv));
  z0 = force;
  whiten(*skeleton, data, z0.data());
}

void Robots::add(Random& random, std::shared_ptr<const Skeleton> skeleton) {
  robots.push_back(std::make_unique<Robot>(random, std::move(skeleton), h));
  const Robot& robot = *robots.back();
  trees.push_back(
      {robot.skeleton.get(), &robot.data, robot.q.data(), robot.v.data(), robot.z0.data()});
}

DenseIsland::DenseIsland(const Robots& robots, const Island& island)
    : column(robots.trees.size(), -1) {
  int nv = 0;
  for (const int t : island.trees) {
    column[t] = nv;
    nv += robots.robots[t]->skeleton->nv();
  }
  M = MatrixX::Zero(nv, nv);
  v = v_free = VectorX::Zero(nv);
  for (const int t : island.trees) {
    const Robot& robot = *robots.robots[t];
    const int n = robot.skeleton->nv();
    M.block(column[t], column[t], n, n) = robot.M;
    v.segment(column[t], n) = robot.v;
    v_free.segment(column[t], n) = robot.v + algebra::solve_symmetric(robot.M, robot.force);
  }
}

MatrixX DenseIsland::contact_rows(const Robots& robots, const ContactConstraint& contact) const {
  MatrixX J = MatrixX::Zero(3, v.size());
  for (const auto& [body, sign] : {std::pair(contact.a, -1.0), std::pair(contact.b, 1.0)}) {
    if (body.tree < 0 || body.body < 0) continue;
    const Robot& robot = *robots.robots[body.tree];
    Matrix3X J_p(3, robot.skeleton->nv());
    point_jacobian(*robot.skeleton, robot.data, body.body, contact.point, J_p);
    Matrix3 frame;
    frame << contact.normal, contact.tangent1, contact.surface.mu_ratio * contact.tangent2;
    J.middleCols(column[body.tree], robot.skeleton->nv()) += sign * frame.transpose() * J_p;
  }
  return J;
}

MatrixX DenseIsland::spin_rows(const Robots& robots, const ContactConstraint& contact) const {
  MatrixX J = MatrixX::Zero(3, v.size());
  const Vector3 axes[3] = {contact.normal, contact.tangent1, contact.tangent2};
  for (const auto& [body, sign] : {std::pair(contact.a, -1.0), std::pair(contact.b, 1.0)}) {
    if (body.tree < 0 || body.body < 0) continue;
    const Robot& robot = *robots.robots[body.tree];
    const int nv = robot.skeleton->nv();
    Matrix3X J_p(3, nv), J_q(3, nv);
    point_jacobian(*robot.skeleton, robot.data, body.body, contact.point, J_p);
    for (int k = 0; k < 3; ++k) {
      // ω·a = (ω × b)·c for a = b × c.
      const Vector3 &b = axes[(k + 1) % 3], &c = axes[(k + 2) % 3];
      point_jacobian(*robot.skeleton, robot.data, body.body, contact.point + b, J_q);
      J.block(k, column[body.tree], 1, nv) += sign * c.transpose() * (J_q - J_p);
    }
  }
  return J;
}

MatrixX DenseIsland::joint_row(int tree, int dof, double sign) const {
  MatrixX J = MatrixX::Zero(1, v.size());
  J(0, column[tree] + dof) = sign;
  return J;
}

ContactConstraint random_contact(Random& random, const Robots& robots) {
  const auto body = [&]() -> BodyRef {
    const int tree =
        std::uniform_int_distribution<int>(-1, static_cast<int>(robots.trees.size()) - 1)(random);
    if (tree < 0) return {};
    const int bodies = robots.trees[tree].skeleton->num_bodies();
    return {tree, std::uniform_int_distribution<int>(-1, bodies - 1)(random)};
  };
  ContactConstraint contact;
  contact.a = body();
  contact.b = body();
  contact.point = uniform_vector3(random);
  contact.normal = uniform_vector3(random).normalized();
  make_tangents(contact.normal, &contact.tangent1, &contact.tangent2);
  contact.phi = uniform(random, -1e-3, 1e-3);
  contact.surface_velocity = uniform_vector3(random);
  contact.surface_spin = uniform_vector3(random);
  if (random() % 3 == 0) contact.surface.mu_torsion = uniform(random, 0.01, 0.1);
  if (random() % 3 == 0) contact.surface.mu_rolling = uniform(random, 0.01, 0.1);
  if (random() % 3 == 0) contact.surface.mu_ratio = uniform(random, 0.3, 3);
  contact.key = random();
  return contact;
}

}  // namespace cardan::test
