#include "cardan/kinematics.h"
#include "cardan/skeleton.h"
#include "test/support/random_tree.h"

namespace cardan {
namespace {

using test::Random;
using test::vee;

struct Moved {
  RigidTransform before, after;
};

/// Poses of a frame at q ⊕ ∓e unit_k.
Moved move(const Skeleton& s, Data& data, const VectorX& q, int frame, int k, double e) {
  const VectorX unit = VectorX::Unit(s.nv(), k);
  VectorX moved(s.nq());
  integrate(s, q.data(), unit.data(), -e, moved.data());
  forward_kinematics(s, data, moved.data());
  const RigidTransform before = frame_pose(s, data, frame);
  integrate(s, q.data(), unit.data(), e, moved.data());
  forward_kinematics(s, data, moved.data());
  return {before, frame_pose(s, data, frame)};
}

TEST(Jacobian, FrameJacobianEqualsDifferencesOfPoses) {
  const double e = 1e-5;
  for (int index = 0; index < 18; ++index) {
    const test::RandomTree tree = test::random_tree_of_set(index);
    const Skeleton& s = *tree.skeleton;
    Random random(index + 900);
    Data data(s);
    if (!s.floating_base()) data.X_W0 = test::random_pose(random, 2);
    const VectorX q = test::random_configuration(random, s);
    const int frame = test::uniform_int(random, static_cast<int>(s.frames.size()));
    forward_kinematics(s, data, q.data());
    const RigidTransform X = frame_pose(s, data, frame);
    Matrix6X aligned(6, s.nv()), local(6, s.nv()), world(6, s.nv());
    frame_jacobian(s, data, frame, ReferenceFrame::kLocalWorldAligned, aligned);
    frame_jacobian(s, data, frame, ReferenceFrame::kLocal, local);
    frame_jacobian(s, data, frame, ReferenceFrame::kWorld, world);
    for (int k = 0; k < s.nv(); ++k) {
      const Moved m = move(s, data, q, frame, k, e);
      const Vector3 v = (m.after.p - m.before.p) / (2 * e);
      const Vector3 w = vee((m.after.R - m.before.R) / (2 * e) * X.R.transpose());
      const auto expect_column = [&](const Matrix6X& J, const Vector3& omega,
                                     const Vector3& v_ref) {
        EXPECT_LT((J.col(k).head<3>() - omega).norm(), 1e-8) << "tree " << index << " dof " << k;
        EXPECT_LT((J.col(k).tail<3>() - v_ref).norm(), 1e-8) << "tree " << index << " dof " << k;
      };
      expect_column(aligned, w, v);
      expect_column(local, X.R.transpose() * w, X.R.transpose() * v);
      expect_column(world, w, v - w.cross(X.p));
    }
  }
}

TEST(Jacobian, PointJacobianEqualsDifferencesOfPositions) {
  const double e = 1e-5;
  for (int index = 0; index < 18; ++index) {
    const test::RandomTree tree = test::random_tree_of_set(index);
    const Skeleton& s = *tree.skeleton;
    Random random(index + 950);
    Data data(s);
    const VectorX q = test::random_configuration(random, s);
    const int frame = test::uniform_int(random, static_cast<int>(s.frames.size()));
    const Vector3 p_F = test::random_vector3(random, 1);
    forward_kinematics(s, data, q.data());
    Matrix3X J(3, s.nv());
    point_jacobian(s, data, s.frames[frame].body, frame_pose(s, data, frame) * p_F, J);
    for (int k = 0; k < s.nv(); ++k) {
      const Moved m = move(s, data, q, frame, k, e);
      const Vector3 v = (m.after * p_F - m.before * p_F) / (2 * e);
      EXPECT_LT((J.col(k) - v).norm(), 1e-8) << "tree " << index << " dof " << k;
    }
  }
}

TEST(Jacobian, BaseJacobianIsZero) {
  const test::RandomTree tree = test::random_tree_of_set(4);
  Data data(*tree.skeleton);
  const VectorX q = tree.skeleton->neutral_configuration();
  forward_kinematics(*tree.skeleton, data, q.data());
  Matrix3X J = Matrix3X::Ones(3, tree.skeleton->nv());
  point_jacobian(*tree.skeleton, data, -1, Vector3::UnitX(), J);
  EXPECT_EQ(J.norm(), 0);
}

}  // namespace
}  // namespace cardan
