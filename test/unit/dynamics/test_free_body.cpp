#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/skeleton_builder.h"
#include "dynamics/kernels/free_body.h"
#include "dynamics/kernels/isotropic_body.h"
#include "test/support/random_tree.h"

/// The short kernels of free bodies against Newton, Euler and dense algebra.
namespace cardan {
namespace {

using test::Random;

SpatialInertia ball() {
  SpatialInertia inertia;
  inertia.mass = 10;
  inertia.inertia = 0.04 * Matrix3::Identity();
  return inertia;
}

/// Balls every third time, else bodies with their centre of mass beside the origin.
struct FreeBody {
  std::shared_ptr<const Skeleton> skeleton;
  Data data;
  VectorX q, v;
  Matrix3 R;
  MatrixX M;  ///< of [ω; v of the origin], by hand

  explicit FreeBody(int index)
      : skeleton(make_free_body("body", inertia_of(index))), data(*skeleton), q(7), v(6) {
    Random random(index + 40);
    const Quaternion turn = test::random_quaternion(random);
    q << test::random_vector3(random, 2), turn.w(), turn.x(), turn.y(), turn.z();
    v = test::random_vector(random, 6, 3);
    R = turn.toRotationMatrix();
    const SpatialInertia& inertia = skeleton->inertia[0];
    const double m = inertia.mass;
    const Matrix3 c = skew(Vector3(R * inertia.com));
    M.resize(6, 6);
    M << R * inertia.inertia * R.transpose() - m * c * c, m * c, -m * c, m * Matrix3::Identity();
    forward_kinematics(*skeleton, data, q.data(), v.data());
    bias_forces(*skeleton, data, v.data(), {0, 0, -9.81});
    crba(*skeleton, data);
  }

  static SpatialInertia inertia_of(int index) {
    Random random(index);
    return index % 3 == 0 ? ball() : test::random_inertia(random);
  }
};

TEST(FreeBody, OnlyCentredIsotropicInertiaIsIsotropic) {
  EXPECT_EQ(make_free_body("ball", ball())->kind(), SkeletonKind::kIsotropicBody);
  SpatialInertia askew = ball(), eccentric = ball();
  askew.inertia(0, 1) = askew.inertia(1, 0) = 1e-9;
  eccentric.com.y() = 1e-9;
  EXPECT_EQ(make_free_body("askew", askew)->kind(), SkeletonKind::kFreeBody);
  EXPECT_EQ(make_free_body("eccentric", eccentric)->kind(), SkeletonKind::kFreeBody);
}

TEST(FreeBody, BiasFollowsNewtonAndEuler) {
  for (int index = 0; index < 30; ++index) {
    const FreeBody body(index);
    const SpatialInertia& inertia = body.skeleton->inertia[0];
    const Vector3 omega = body.v.head<3>(), c = body.R * inertia.com;
    const Matrix3 I = body.R * inertia.inertia * body.R.transpose();
    const Vector3 F = inertia.mass * (omega.cross(omega.cross(c)) - Vector3(0, 0, -9.81));
    VectorX expected(6);
    expected << omega.cross(I * omega) + c.cross(F), F;
    const Eigen::Map<const VectorX> bias(body.data.bias.data(), 6);
    EXPECT_LT((bias - expected).norm(), 1e-12 * expected.norm()) << index;
  }
}

TEST(FreeBody, FactorAndWhiteningBelongToTheMassMatrix) {
  for (int index = 0; index < 30; ++index) {
    FreeBody body(index);
    const Skeleton& s = *body.skeleton;
    EXPECT_LT((dense_mass_matrix(s, body.data) - body.M).norm(), 1e-13 * body.M.norm()) << index;
    Random random(index);
    const VectorX x = test::random_vector(random, 6, 1), d = VectorX::Constant(6, 0.3);
    add_to_diagonal(s, body.data, d.data());
    ASSERT_TRUE(factorize_ltl(s, body.data));
    const MatrixX M = body.M + MatrixX(d.asDiagonal());
    VectorX solved = x;
    whiten(s, body.data, solved.data());
    const VectorX z = solved;
    unwhiten(s, body.data, solved.data());
    EXPECT_LT((M * solved - x).norm(), 1e-12) << index;
    // Rows are whitened like vectors.
    std::vector<double> lanes(24);
    for (int e = 0; e < 6; ++e)
      for (int k = 0; k < 4; ++k) lanes[4 * e + k] = (k + 1) * x[e];
    whiten_path_rows(s, body.data, 5, 4, lanes.data());
    for (int e = 0; e < 6; ++e)
      for (int k = 0; k < 4; ++k) EXPECT_NEAR(lanes[4 * e + k], (k + 1) * z[e], 1e-12);
  }
}

TEST(FreeBody, FusedIsotropicKernelEqualsTheSeparateSteps) {
  FreeBody at_once(0), by_steps(0);
  const Skeleton& s = *at_once.skeleton;
  const VectorX d = (VectorX(6) << 0, 0.1, 0.2, 0.3, 0, 0.5).finished();
  EXPECT_TRUE(factorize_isotropic_body(s, at_once.data, d.data()));
  add_to_diagonal(s, by_steps.data, d.data());
  EXPECT_TRUE(factorize_ltl(s, by_steps.data));
  EXPECT_TRUE(std::ranges::equal(at_once.data.M, by_steps.data.M));
  EXPECT_TRUE(std::ranges::equal(at_once.data.D_inv, by_steps.data.D_inv));
  EXPECT_TRUE(std::ranges::equal(at_once.data.sqrt_D_inv, by_steps.data.sqrt_D_inv));
  const VectorX negative = VectorX::Constant(6, -20);
  EXPECT_FALSE(factorize_isotropic_body(s, at_once.data, negative.data()));
}

}  // namespace
}  // namespace cardan
