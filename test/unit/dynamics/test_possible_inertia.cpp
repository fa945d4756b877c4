#include <Eigen/Eigenvalues>

#include "cardan/skeleton_builder.h"
#include "test/support/random_tree.h"

namespace cardan {
namespace {

Matrix3 random_symmetric(test::Random& random, double size) {
  Matrix3 A;
  for (int k = 0; k < 3; ++k) A.col(k) = test::random_vector3(random, size);
  return A + A.transpose();
}

Vector3 eigenvalues(const Matrix3& A) {
  return Eigen::SelfAdjointEigenSolver<Matrix3>(A).eigenvalues();
}

// Σ = ½ tr(I) 1 − I, the second moment ∫ x xᵀ dm of the body that has the inertia I.
Matrix3 second_moment(const Matrix3& I) { return 0.5 * I.trace() * Matrix3::Identity() - I; }

double margin_of(const Matrix3& I) { return 1e-6 * eigenvalues(I).cwiseAbs().maxCoeff(); }

TEST(PossibleInertia, ProjectedInertiaHasPositiveMomentsAndMeetsTheTriangleInequality) {
  test::Random random(1);
  for (int i = 0; i < 500; ++i) {
    const Matrix3 I = random_symmetric(random, std::pow(10.0, i % 13 - 6));
    const Matrix3 P = nearest_possible_inertia(I);
    EXPECT_EQ(P, P.transpose());
    const Vector3 e = eigenvalues(P);
    EXPECT_GT(e[0], 0);
    EXPECT_GE(e[0] + e[1] - e[2], 1.9 * margin_of(I));
    EXPECT_GE(eigenvalues(second_moment(P))[0], 0.9 * margin_of(I));
    Vector3 moments;
    EXPECT_EQ(inertia_defect(P, moments), nullptr);
    EXPECT_LT((moments - e).norm(), 1e-12 * e.norm());
  }
}

// P is the projection of I onto a convex set exactly if ⟨I − P, Q − P⟩ ≤ 0 for every Q of the set
// [Bauschke, Combettes 2011, thm. 3.14].
TEST(PossibleInertia, ProjectedInertiaIsTheNearestPossibleOne) {
  test::Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Matrix3 I = random_symmetric(random, 1), P = nearest_possible_inertia(I);
    for (int k = 0; k < 200; ++k) {
      Matrix3 A;
      for (int c = 0; c < 3; ++c) A.col(c) = test::random_vector3(random, k % 3 == 0 ? 0.1 : 1.5);
      if (k % 2) A.col(0).setZero();  // flat bodies: on the border of the set
      const Matrix3 S = A * A.transpose() + margin_of(I) * Matrix3::Identity();
      const Matrix3 Q = S.trace() * Matrix3::Identity() - S;
      EXPECT_LE((I - P).cwiseProduct(Q - P).sum(), 1e-12);
    }
  }
}

TEST(PossibleInertia, PossibleInertiaIsUnchanged) {
  test::Random random(3);
  for (int i = 0; i < 100; ++i) {
    const Matrix3 I = test::random_inertia(random).inertia;
    EXPECT_LT((nearest_possible_inertia(I) - I).norm(), 1e-14 * I.norm());
  }
}

// By hand: (1, 1, 3) is 1/√3 off the face A + B = C; all negative goes to the apex.
TEST(PossibleInertia, KnownCasesAreReproduced) {
  const Matrix3 P = nearest_possible_inertia(Vector3(1, 1, 3).asDiagonal());
  EXPECT_LT((P - Matrix3(Vector3(4, 4, 8).asDiagonal()) / 3).norm(), 1e-5);
  EXPECT_LT(nearest_possible_inertia(-Matrix3::Identity()).norm(), 1e-5);
  EXPECT_EQ(nearest_possible_inertia(Matrix3::Zero()), Matrix3::Zero());
}

}  // namespace
}  // namespace cardan
