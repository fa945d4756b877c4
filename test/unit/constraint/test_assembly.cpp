#include <numbers>

#include "test/support/dense_algebra.h"
#include "test/unit/constraint/robot_samples.h"

// The three systems and four contacts of the classical LCP tutorial for articulated bodies: every
// entry of its N, B, A and q by dense algebra of this file alone.
namespace cardan {
namespace {

using test::Random;
using test::uniform;
using test::uniform_vector3;

constexpr double kDt = 5e-3;
constexpr int kDirections = 8;

/// One system: links with one revolute or prismatic joint each in depth-first order, or one free
/// body. Kinematics and mass matrix from the definitions, without the algorithms of the library.
struct System {
  std::vector<LinkSpec> links;
  VectorX q, v;
  std::vector<int> parent;
  std::vector<Matrix3> R;
  std::vector<Vector3> p, axis;  ///< origin and joint axis in W

  bool free() const { return links.front().joint_type == JointType::kFloating; }
  int nv() const { return static_cast<int>(v.size()); }

  void place() {
    if (free()) {
      p = {q.head<3>()};
      R = {Quaternion(q[3], q[4], q[5], q[6]).toRotationMatrix()};
      return;
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
      const Matrix3 R_parent = parent[i] < 0 ? Matrix3::Identity() : R[parent[i]];
      const Vector3 p_parent = parent[i] < 0 ? Vector3::Zero() : p[parent[i]];
      const RigidTransform& X = links[i].X_PJ;
      const Matrix3 R_joint = R_parent * X.R;
      const Vector3 a = links[i].axis.normalized();
      axis.push_back(R_joint * a);
      const bool turns = links[i].joint_type == JointType::kRevolute;
      p.push_back(p_parent + R_parent * X.p +
                  (turns ? Vector3::Zero().eval() : (q[i] * axis[i]).eval()));
      R.push_back(turns ? (R_joint * Eigen::AngleAxisd(q[i], a).toRotationMatrix()).eval()
                        : R_joint);
    }
  }

  /// Velocity of a point [m] that moves with a link (rows 0 to 2) and the link's angular velocity
  /// (3 to 5).
  MatrixX jacobian(int link, const Vector3& point) const {
    MatrixX J = MatrixX::Zero(6, nv());
    if (free()) {
      for (int k = 0; k < 3; ++k) {
        J.col(k).head<3>() = Vector3::Unit(k).cross(point - p[0]);
        J.col(k).tail<3>() = Vector3::Unit(k);
        J.col(3 + k).head<3>() = Vector3::Unit(k);
      }
      return J;
    }
    for (int i = link; i >= 0; i = parent[i]) {
      if (links[i].joint_type == JointType::kRevolute) {
        J.col(i).head<3>() = axis[i].cross(point - p[i]);
        J.col(i).tail<3>() = axis[i];
      } else {
        J.col(i).head<3>() = axis[i];
      }
    }
    return J;
  }

  MatrixX mass_matrix() const {
    MatrixX M = MatrixX::Zero(nv(), nv());
    for (std::size_t i = 0; i < links.size(); ++i) {
      const SpatialInertia& inertia = links[i].inertia;
      const MatrixX J = jacobian(static_cast<int>(i), p[i] + R[i] * inertia.com);
      const MatrixX J_v = J.topRows(3), J_w = J.bottomRows(3);
      M += test::algebra::transposed_product(inertia.mass * J_v, J_v) +
           test::algebra::congruence(J_w, R[i] * inertia.inertia * R[i].transpose());
    }
    return M;
  }
};

System random_system(Random& random, const std::vector<int>& parents) {
  System system;
  system.parent = parents;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    LinkSpec link;
    link.name = "link" + std::to_string(i);
    link.parent = parents[i] < 0 ? "" : "link" + std::to_string(parents[i]);
    link.joint_name = "joint" + std::to_string(i);
    link.joint_type = i % 3 == 2 ? JointType::kPrismatic : JointType::kRevolute;
    link.X_PJ = test::random_pose(random);
    link.axis = uniform_vector3(random);
    link.inertia = test::random_inertia(random);
    system.links.push_back(link);
  }
  system.q = test::uniform_vector(random, static_cast<int>(parents.size()));
  system.v = test::uniform_vector(random, static_cast<int>(parents.size()));
  system.place();
  return system;
}

System random_free_body(Random& random) {
  System system;
  LinkSpec link;
  link.name = link.joint_name = "body";
  link.joint_type = JointType::kFloating;
  link.inertia = test::random_inertia(random);
  system.links = {link};
  system.parent = {-1};
  system.q.resize(7);
  system.q << uniform_vector3(random), test::uniform_vector(random, 4).normalized();
  system.v = test::uniform_vector(random, 6);
  system.place();
  return system;
}

/// Equations 7 to 15: system i, contact j, its two sides with their signs, frame [n t1 t2] and μ.
struct Tutorial {
  struct Contact {
    int plus, minus;  ///< systems with + and − in equation 7
    Vector3 point;
    Matrix3 frame;
    double mu;
  };
  std::vector<System> systems;
  std::vector<Contact> contacts;
  std::vector<VectorX> force;  ///< −Δt (C − τ) of each system

  static int last_link(const System& system) { return static_cast<int>(system.links.size()) - 1; }

  int rows() const { return systems[0].nv() + systems[1].nv() + systems[2].nv(); }

  MatrixX M, N, B, E, Mu;
  VectorX tau;

  void assemble() {
    const int p = static_cast<int>(contacts.size()), d = kDirections;
    M = MatrixX::Zero(rows(), rows());
    N = MatrixX::Zero(rows(), p);
    B = MatrixX::Zero(rows(), p * d);
    E = MatrixX::Zero(p * d, p);
    Mu = MatrixX::Zero(p, p);
    tau.resize(rows());
    int first = 0;
    for (int i = 0; i < 3; ++i) {
      const System& system = systems[i];
      const MatrixX M_i = system.mass_matrix();
      M.block(first, first, system.nv(), system.nv()) = M_i;
      tau.segment(first, system.nv()) = M_i * system.v + force[i];
      for (int j = 0; j < p; ++j) {
        const Contact& contact = contacts[j];
        if (contact.plus != i && contact.minus != i) continue;
        const double sign = contact.plus == i ? 1 : -1;
        const MatrixX J = system.jacobian(last_link(system), contact.point).topRows(3);
        N.block(first, j, system.nv(), 1) = sign * J.transpose() * contact.frame.col(0);
        for (int k = 0; k < d; ++k) {
          const double angle = 2 * std::numbers::pi * k / d;
          const Vector3 D =
              std::cos(angle) * contact.frame.col(1) + std::sin(angle) * contact.frame.col(2);
          B.block(first, j * d + k, system.nv(), 1) = sign * J.transpose() * D;
        }
      }
      first += system.nv();
    }
    for (int j = 0; j < p; ++j) {
      Mu(j, j) = contacts[j].mu;
      E.block(j * d, j, d, 1).setOnes();
    }
  }
};

Tutorial random_tutorial(Random& random) {
  Tutorial tutorial;
  tutorial.systems = {random_system(random, {-1, 0, 1}), random_system(random, {-1, 0, 0, 2}),
                      random_free_body(random)};
  constexpr int kSides[4][2] = {{0, 2}, {0, 1}, {1, 2}, {1, 2}};
  for (const auto& [plus, minus] : kSides) {
    Tutorial::Contact contact{plus, minus, uniform_vector3(random), Matrix3::Identity(),
                              uniform(random, 0.1, 1)};
    contact.frame.col(0) = uniform_vector3(random).normalized();
    contact.frame.col(1) = contact.frame.col(0).unitOrthogonal();
    contact.frame.col(2) = contact.frame.col(0).cross(contact.frame.col(1));
    tutorial.contacts.push_back(contact);
  }
  for (const System& system : tutorial.systems) {
    tutorial.force.push_back(kDt * test::uniform_vector(random, system.nv(), -5, 5));
  }
  tutorial.assemble();
  return tutorial;
}

/// The same through the library: skeletons, factors, an island of three trees and its base problem.
struct Assembled {
  std::vector<std::shared_ptr<const Skeleton>> skeletons;
  std::vector<std::unique_ptr<Data>> data;
  std::vector<VectorX> z0;
  std::vector<Tree> trees;
  BaseProblem base;

  explicit Assembled(const Tutorial& tutorial) {
    for (std::size_t i = 0; i < tutorial.systems.size(); ++i) {
      const System& system = tutorial.systems[i];
      SkeletonBuilder builder("system" + std::to_string(i));
      for (const LinkSpec& link : system.links) builder.add_link(link);
      skeletons.push_back(builder.build());
      data.push_back(std::make_unique<Data>(*skeletons.back()));
      forward_kinematics(*skeletons[i], *data[i], system.q.data(), system.v.data());
      bias_forces(*skeletons[i], *data[i], system.v.data(),
                  Vector3::Zero());  // inertias in W as well
      crba(*skeletons[i], *data[i]);
      factorize_ltl(*skeletons[i], *data[i]);
      z0.push_back(tutorial.force[i]);
      whiten(*skeletons[i], *data[i], z0[i].data());
    }
    for (std::size_t i = 0; i < tutorial.systems.size(); ++i) {
      trees.push_back({skeletons[i].get(), data[i].get(), tutorial.systems[i].q.data(),
                       tutorial.systems[i].v.data(), z0[i].data()});
    }
    ConstraintSet constraints;
    for (const Tutorial::Contact& from : tutorial.contacts) {
      const auto side = [&](int system) {
        return BodyRef{system, skeletons[system]->num_bodies() - 1};
      };
      ContactConstraint contact;
      // The normal points from A into B: B is the side with the plus sign.
      contact.a = side(from.minus);
      contact.b = side(from.plus);
      contact.point = from.point;
      contact.normal = from.frame.col(0);
      contact.tangent1 = from.frame.col(1);
      contact.tangent2 = from.frame.col(2);
      contact.surface.mu_static = contact.surface.mu_kinetic = from.mu;
      contact.surface.compliance = 0;
      contact.key = constraints.contacts.size();
      constraints.contacts.push_back(contact);
    }
    IslandSet islands;
    islands.find(3, constraints);
    assemble_base_problem(islands[0], constraints, trees, {}, {}, kDt, base);
    compute_mass_form(trees, base);
  }
};

/// Row of the tutorial's order (f_n; f_d contact by contact; λ) of quantity k of contact j.
int tutorial_row(int j, int k) {
  constexpr int kContacts = 4;
  if (k == 0) return j;
  return k <= kDirections ? kContacts + j * kDirections + k - 1 : kContacts * (1 + kDirections) + j;
}

/// A and b of the problem in the tutorial's order, with its forces instead of impulses: columns of
/// forces times Δt, rows of the friction bound divided by it. `first` rows of velocities come
/// before.
struct InForces {
  MatrixX A;
  VectorX q;
  InForces(const Problem& problem, int first) : A(problem.m(), problem.m()), q(problem.m()) {
    const MatrixX ours = test::dense_A(problem);
    std::vector<int> to(problem.m());
    VectorX row_scale = VectorX::Ones(problem.m()), column_scale = row_scale;
    for (int i = 0; i < first; ++i) to[i] = i;
    for (int j = 0; j < 4; ++j) {
      for (int k = 0; k < kDirections + 2; ++k) {
        const int row = first + j * (kDirections + 2) + k;
        to[row] = first + tutorial_row(j, k);
        (k <= kDirections ? column_scale[row] : row_scale[row]) = k <= kDirections ? kDt : 1 / kDt;
      }
    }
    for (int i = 0; i < problem.m(); ++i) {
      q[to[i]] = problem.b[i];
      for (int j = 0; j < problem.m(); ++j)
        A(to[i], to[j]) = row_scale[i] * ours(i, j) * column_scale[j];
    }
  }
};

FormulationSpec polyhedral(const std::string& form) {
  return {"polyhedral", {{"directions", std::to_string(kDirections)}, {"form", form}}};
}

double largest(const MatrixX& A) { return A.cwiseAbs().maxCoeff(); }

TEST(Assembly, MassFormHasTheMassMatrixAndJacobians) {
  Random random(1);
  for (int trial = 0; trial < 20; ++trial) {
    const Tutorial tutorial = random_tutorial(random);
    const Assembled assembled(tutorial);
    const MassForm& form = assembled.base.mass_form;
    EXPECT_LT(largest(test::dense(form.M) - tutorial.M), 1e-13 * largest(tutorial.M));
    const MatrixX J = test::dense(form.J);
    for (int j = 0; j < 4; ++j) {
      EXPECT_LT(largest(J.row(3 * j).transpose() - tutorial.N.col(j)), 1e-13);
      // B's first and third directions are the tangents.
      EXPECT_LT(largest(J.row(3 * j + 1).transpose() - tutorial.B.col(j * kDirections)), 1e-13);
      EXPECT_LT(largest(J.row(3 * j + 2).transpose() - tutorial.B.col(j * kDirections + 2)), 1e-13);
    }
    EXPECT_LT(largest(test::to_vector(form.p_free) - tutorial.tau), 1e-12);
  }
}

TEST(Assembly, StandardFormIsEquation14) {
  Random random(2);
  for (int trial = 0; trial < 20; ++trial) {
    const Tutorial t = random_tutorial(random);
    const Assembled assembled(t);
    Problem problem;
    make_formulation(polyhedral("standard"))->build(assembled.base, 0, problem);
    validate(problem.view());
    const InForces ours(problem, 0);

    const int p = 4, pd = 4 * kDirections;
    const MatrixX M_N = test::algebra::solve_symmetric_columns(t.M, t.N),
                  M_B = test::algebra::solve_symmetric_columns(t.M, t.B);
    const VectorX M_tau = test::algebra::solve_symmetric(t.M, t.tau);
    MatrixX A = MatrixX::Zero(2 * p + pd, 2 * p + pd);
    VectorX q = VectorX::Zero(2 * p + pd);
    A.topLeftCorner(p, p) = kDt * test::algebra::transposed_product(t.N, M_N);
    A.block(0, p, p, pd) = kDt * test::algebra::transposed_product(t.N, M_B);
    A.block(p, 0, pd, p) = kDt * test::algebra::transposed_product(t.B, M_N);
    A.block(p, p, pd, pd) = kDt * test::algebra::transposed_product(t.B, M_B);
    A.block(p, p + pd, pd, p) = t.E;
    A.block(p + pd, 0, p, p) = t.Mu;
    A.block(p + pd, p, p, pd) = -t.E.transpose();
    q.head(p) = t.N.transpose() * M_tau;
    q.segment(p, pd) = t.B.transpose() * M_tau;
    ASSERT_EQ(ours.A.rows(), A.rows());
    EXPECT_LT(largest(ours.A - A), 1e-12 * (1 + largest(A)));
    EXPECT_LT(largest(ours.q - q), 1e-12 * (1 + largest(q)));
  }
}

TEST(Assembly, MixedFormIsEquation12) {
  Random random(3);
  for (int trial = 0; trial < 20; ++trial) {
    const Tutorial t = random_tutorial(random);
    const Assembled assembled(t);
    Problem problem;
    make_formulation(polyhedral("mixed"))->build(assembled.base, 0, problem);
    validate(problem.view());
    const int n = t.rows(), p = 4, pd = 4 * kDirections;
    const InForces ours(problem, n);

    MatrixX A = MatrixX::Zero(n + 2 * p + pd, n + 2 * p + pd);
    VectorX q = VectorX::Zero(n + 2 * p + pd);
    A.topLeftCorner(n, n) = t.M;
    A.block(0, n, n, p) = -kDt * t.N;
    A.block(0, n + p, n, pd) = -kDt * t.B;
    A.block(n, 0, p, n) = t.N.transpose();
    A.block(n + p, 0, pd, n) = t.B.transpose();
    A.block(n + p, n + p + pd, pd, p) = t.E;
    A.block(n + p + pd, n, p, p) = t.Mu;
    A.block(n + p + pd, n + p, p, pd) = -t.E.transpose();
    q.head(n) = -t.tau;
    ASSERT_EQ(ours.A.rows(), A.rows());
    EXPECT_LT(largest(ours.A - A), 1e-12 * (1 + largest(A)));
    EXPECT_LT(largest(ours.q - q), 1e-12 * (1 + largest(q)));
    EXPECT_EQ(problem.blocks.front().kind, CARDAN_FREE);
    EXPECT_EQ(problem.blocks.front().dim, n);
    EXPECT_FALSE(problem.properties & (CARDAN_FACTORED | CARDAN_GROUPED | CARDAN_SYMMETRIC));
  }
}

}  // namespace
}  // namespace cardan
