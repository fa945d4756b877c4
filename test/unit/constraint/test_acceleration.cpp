#include <gtest/gtest.h>

#include "cardan/constraint/rows/contact_rate.h"
#include "robot_samples.h"
#include "support/dense_algebra.h"

// ṅ and φ̈ of contacts by finite differences of the motion of their features; the problem of sliding
// friction by dense algebra.
namespace cardan {
namespace {

using test::Random;
using test::uniform;
using test::uniform_vector3;

/// A free body that turns and moves at constant rates: v̇ = 0.
struct Mover {
  std::shared_ptr<const Skeleton> skeleton;
  std::unique_ptr<Data> data;
  VectorX q = VectorX::Zero(7), v = VectorX::Zero(6), z0 = VectorX::Zero(6);

  Mover(Random& random, const Vector3& p) {
    SkeletonBuilder builder("body");
    LinkSpec link;
    link.name = "body";
    link.joint_name = "free";
    link.joint_type = JointType::kFloating;
    link.inertia = test::random_inertia(random);
    builder.add_link(link);
    skeleton = builder.build();
    data = std::make_unique<Data>(*skeleton);
    q.head<3>() = p;
    q[3] = 1;
    v.head<3>() = 2 * uniform_vector3(random);
    v.tail<3>() = uniform_vector3(random);
    forward_kinematics(*skeleton, *data, q.data(), v.data());
  }

  Vector3 omega() const { return v.head<3>(); }
  /// A direction or a point of the body, given at t = 0, at the time t.
  Vector3 turn(const Vector3& d, double t) const {
    const double speed = omega().norm();
    return Eigen::AngleAxisd(speed * t, omega() / speed) * d;
  }
  Vector3 move(const Vector3& x, double t) const {
    const Vector3 p = q.head<3>();
    return p + t * v.tail<3>() + turn(x - p, t);
  }
};

/// Two bodies whose features touch at the origin with a common normal.
struct Touch {
  Random random;
  Vector3 n;
  Mover a, b;
  ContactGeometry geometry;
  ContactConstraint contact;

  Touch(unsigned seed, const ContactFeature& feature_a, const ContactFeature& feature_b)
      : random(seed),
        n(uniform_vector3(random).normalized()),
        a(random, uniform_vector3(random)),
        b(random, uniform_vector3(random)),
        geometry{feature_a, feature_b} {
    // An edge lies across the normal, a face has it.
    for (ContactFeature* feature : {&geometry.a, &geometry.b}) {
      const double side = feature == &geometry.a ? 1 : -1;
      feature->direction = feature->kind == ContactFeatureKind::kFace
                               ? Vector3(side * n)
                               : n.cross(uniform_vector3(random)).normalized();
    }
    contact.a = {0, 0};
    contact.b = {1, 0};
    contact.normal = n;
    make_tangents(n, &contact.tangent1, &contact.tangent2);
    contact.phi = 1e-3;
  }

  std::vector<Tree> trees() const {
    std::vector<Tree> list;
    for (const Mover* body : {&a, &b}) {
      list.push_back({body->skeleton.get(), body->data.get(), body->q.data(), body->v.data(),
                      body->z0.data()});
    }
    return list;
  }

  Vector3 core_a() const { return contact.point - geometry.a.radius * n - 0.5 * contact.phi * n; }
  Vector3 core_b() const { return contact.point + geometry.b.radius * n + 0.5 * contact.phi * n; }

  /// The normal and the distance of the cores at a time, from the features' own geometry.
  Vector3 normal(double t, double* distance) const {
    const Vector3 w = b.move(core_b(), t) - a.move(core_a(), t);
    const Vector3 e_a = a.turn(geometry.a.direction, t), e_b = b.turn(geometry.b.direction, t);
    const bool face_a = geometry.a.kind == ContactFeatureKind::kFace;
    const bool face_b = geometry.b.kind == ContactFeatureKind::kFace;
    const bool edge_a = geometry.a.kind == ContactFeatureKind::kEdge;
    const bool edge_b = geometry.b.kind == ContactFeatureKind::kEdge;
    Vector3 way = w;
    if (face_a) {
      way = e_a;
    } else if (face_b) {
      way = -e_b;
    } else if (edge_a && edge_b) {
      way = e_a.cross(e_b);
      if (way.dot(n) < 0) way = -way;
    } else if (edge_a || edge_b) {
      const Vector3& e = edge_a ? e_a : e_b;
      way = w - e.dot(w) * e;
      if (way.dot(n) < 0) way = -way;  // a hollow sphere: its centre is on the other side
    } else if (w.dot(n) < 0) {
      way = -w;
    }
    way.normalize();
    *distance = way.dot(w);
    return way;
  }
  double distance(double t) const {
    double value = 0;
    normal(t, &value);
    return value;
  }
};

ContactFeature vertex(double radius = 0) {
  return {ContactFeatureKind::kVertex, Vector3::Zero(), radius, 0};
}
ContactFeature edge(double radius = 0) {
  return {ContactFeatureKind::kEdge, Vector3::Zero(), radius, 0};
}
ContactFeature face() { return {ContactFeatureKind::kFace, Vector3::Zero(), 0, 1}; }

const std::pair<ContactFeature, ContactFeature> kTouches[] = {
    {face(), vertex()},    {vertex(), face()},         {edge(), edge()},
    {face(), vertex(0.3)}, {vertex(0.2), vertex(0.3)}, {edge(0.1), edge(0.2)},
    {edge(), vertex(0.4)}, {vertex(0.3), edge(0.1)},   {vertex(-1.5), vertex(0.3)},
    {vertex(0.25), face()}};

// Forward differences over dt: their error is half the second derivative times dt, so it halves
// with dt; extrapolated they leave only the square.
TEST(ContactRate, NormalRotatesWithItsFeatures) {
  unsigned seed = 1;
  for (const auto& [feature_a, feature_b] : kTouches) {
    for (int trial = 0; trial < 5; ++trial) {
      const Touch touch(seed++, feature_a, feature_b);
      double L = 0;
      const Vector3 n0 = touch.normal(0, &L);
      ASSERT_NEAR((n0 - touch.n).norm(), 0, 1e-12);
      CoreMotion motion;
      motion.omega_a = touch.a.omega();
      motion.omega_b = touch.b.omega();
      motion.velocity = touch.b.data->velocity_at(0, touch.core_b()).linear -
                        touch.a.data->velocity_at(0, touch.core_a()).linear;
      motion.distance = L;
      const Vector3 rate = normal_rate(touch.geometry, touch.n, motion);
      double unused = 0;
      const double dt = 1e-4;
      const Vector3 whole = (touch.normal(dt, &unused) - n0) / dt;
      const Vector3 half = (touch.normal(dt / 2, &unused) - n0) / (dt / 2);
      EXPECT_NEAR((2 * half - whole - rate).norm(), 0, 1e-5 * (1 + rate.squaredNorm()))
          << "case " << seed;
      const double error = (whole - rate).norm(), error_half = (half - rate).norm();
      if (error > 1e-6) {
        EXPECT_NEAR(error / error_half, 2, 0.05);
      }
    }
  }
}

// With v̇ = 0 the velocity products are all there is of φ̈.
TEST(ContactRate, NormalRowIsTheSecondDerivativeOfTheGap) {
  unsigned seed = 100;
  for (const auto& [feature_a, feature_b] : kTouches) {
    for (int trial = 0; trial < 5; ++trial) {
      Touch touch(seed++, feature_a, feature_b);
      touch.contact.phi = 0;
      const double dt = 1e-3;
      const auto second = [&](double step) {
        return (touch.distance(step) - 2 * touch.distance(0) + touch.distance(-step)) /
               (step * step);
      };
      const double expected = (4 * second(dt / 2) - second(dt)) / 3;
      const ContactRate rate = contact_rate(touch.contact, touch.geometry, touch.trees());
      EXPECT_NEAR(rate.normal, expected, 1e-5 * (1 + std::abs(expected))) << "case " << seed;
    }
  }
}

// A vertex of b on a turning face of a: the slip is b's velocity less that of a where the vertex
// is.
TEST(ContactRate, TangentRowsAreTheDerivativeOfTheSlip) {
  for (unsigned seed = 200; seed < 205; ++seed) {
    Touch touch(seed, face(), vertex());
    touch.contact.phi = 0;
    const auto slip = [&](double t) {
      const Vector3 x = touch.b.move(touch.core_b(), t);
      const Vector3 of_b =
          touch.b.v.tail<3>() + touch.b.omega().cross(x - touch.b.move(touch.b.q.head<3>(), t));
      const Vector3 of_a =
          touch.a.v.tail<3>() + touch.a.omega().cross(x - touch.a.move(touch.a.q.head<3>(), t));
      return Vector3(of_b - of_a);
    };
    const Vector3 expected = (slip(1e-5) - slip(-1e-5)) / 2e-5;
    const ContactRate rate = contact_rate(touch.contact, touch.geometry, touch.trees());
    EXPECT_NEAR(rate.tangent1, touch.contact.tangent1.dot(expected), 1e-7);
    EXPECT_NEAR(rate.tangent2, touch.contact.tangent2.dot(expected), 1e-7);
  }
}

// A ball that rolls on a plane: no centripetal term along the normal, and none along the slip.
TEST(ContactRate, RollingBallHasZeroContactRate) {
  Random random(7);
  Touch touch(300, face(), vertex(0.5));
  touch.contact.phi = 0;
  touch.a.v.setZero();
  forward_kinematics(*touch.a.skeleton, *touch.a.data, touch.a.q.data(), touch.a.v.data());
  // The ball's centre of turning is its middle.
  touch.b.q.head<3>() = touch.core_b();
  touch.b.v.head<3>() = 20 * touch.contact.tangent1;
  touch.b.v.tail<3>() = touch.b.omega().cross(0.5 * touch.n);
  forward_kinematics(*touch.b.skeleton, *touch.b.data, touch.b.q.data(), touch.b.v.data());
  const ContactRate rate = contact_rate(touch.contact, touch.geometry, touch.trees());
  EXPECT_NEAR(rate.normal, 0, 1e-12);
  EXPECT_NEAR(rate.tangent1, 0, 1e-12);
  EXPECT_NEAR(rate.tangent2, 0, 1e-12);
}

/// A random base at acceleration level whose contacts slide.
BaseProblem sliding_base(Random& random, int contacts) {
  BaseProblem base = test::random_base(random, {.contacts = contacts, .columns = 9});
  base.level = RowLevel::kAcceleration;
  for (BaseBlock& block : base.blocks) {
    block.surface.mu_static = 0.9;
    block.surface.mu_kinetic = block.mu;
    block.slip[0] = uniform(random, 0.1, 1);
    block.slip[1] = uniform(random, -1, 1);
  }
  return base;
}

// Eliminating the rows t and w leaves Y_n (Y_n − μ e_tᵀ Y_t)ᵀ on the normals.
TEST(Acceleration, SlidingFrictionMatrixIsYnYcT) {
  Random random(11);
  for (int trial = 0; trial < 10; ++trial) {
    const int contacts = 1 + trial % 3;
    const BaseProblem base = sliding_base(random, contacts);
    const auto formulation = make_formulation({"acceleration", {}});
    Problem problem;
    formulation->build(base, 0, problem);
    validate(problem.view());
    ASSERT_EQ(problem.m(), 3 * contacts);
    const MatrixX A = test::dense_A(problem);
    MatrixX nn(contacts, contacts), nf(contacts, 2 * contacts), fn(2 * contacts, contacts),
        ff(2 * contacts, 2 * contacts);
    const auto free_row = [](int i) { return 3 * (i / 2) + 1 + i % 2; };
    for (int i = 0; i < contacts; ++i) {
      for (int j = 0; j < contacts; ++j) nn(i, j) = A(3 * i, 3 * j);
      for (int j = 0; j < 2 * contacts; ++j) {
        nf(i, j) = A(3 * i, free_row(j));
        fn(j, i) = A(free_row(j), 3 * i);
      }
    }
    for (int i = 0; i < 2 * contacts; ++i) {
      for (int j = 0; j < 2 * contacts; ++j) ff(i, j) = A(free_row(i), free_row(j));
    }
    const MatrixX schur = nn - test::algebra::multiply(nf, test::algebra::solve_columns(ff, fn));

    const MatrixX A_C = test::dense_A(base);
    for (int i = 0; i < contacts; ++i) {
      for (int j = 0; j < contacts; ++j) {
        const BaseBlock& block = base.blocks[j];
        const Vector2 e = Vector2(block.slip[0], block.slip[1]).normalized();
        const double expected = A_C(3 * i, 3 * j) - block.mu * (e.x() * A_C(3 * i, 3 * j + 1) +
                                                                e.y() * A_C(3 * i, 3 * j + 2));
        EXPECT_NEAR(schur(i, j), expected, 1e-12);
      }
    }
  }
}

// A slip that reverses within the step sticks in a second pass, with another matrix; so does every
// sliding contact without a solution.
TEST(Acceleration, ReversedSlipSticks) {
  Random random(12);
  const BaseProblem base = sliding_base(random, 2);
  const auto formulation = make_formulation({"acceleration", {}});
  Problem first, second;
  formulation->build(base, 0, first);
  std::vector<double> lambda(6, 0.0), lambda_C(6);
  lambda[0] = lambda[3] = 1;
  lambda[2] = 0.1;
  lambda[5] = -0.1;
  EXPECT_FALSE(formulation->accept_pass(base, first, 0, lambda.data(), lambda_C.data()));
  formulation->build(base, 1, second);
  validate(second.view());
  EXPECT_NE(first.matrix_id, second.matrix_id);
  ASSERT_EQ(second.blocks.size(), 5u);
  EXPECT_EQ(second.blocks[1].kind, CARDAN_FREE);
  EXPECT_EQ(second.blocks[3].kind, CARDAN_BOX_MU);
  EXPECT_EQ(second.blocks[3].parent, 3);
  EXPECT_EQ(second.blocks[3].mu, 0.9);
  EXPECT_EQ(second.num_groups, 2);
  EXPECT_TRUE(formulation->relax_law(base));
  formulation->build(base, 2, second);
  EXPECT_EQ(second.blocks.size(), 6u);
  EXPECT_FALSE(formulation->relax_law(base)) << "nothing left to give up";
  // In a collision nothing slides: impulses are of the box.
  BaseProblem collision = base;
  collision.level = RowLevel::kCollision;
  formulation->build(collision, 0, first);
  EXPECT_EQ(first.blocks.size(), 6u);
}

}  // namespace
}  // namespace cardan
