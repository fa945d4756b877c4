#include "cardan/skeleton_builder.h"
#include "test/unit/dynamics/random_motion.h"

namespace cardan {
namespace {

std::shared_ptr<const Skeleton> rebuilt(const Skeleton& s) {
  SkeletonBuilder builder(s.name());
  for (const LinkSpec& link : link_specs(s)) builder.add_link(link);
  return builder.build();
}

TEST(LinkSpecs, LinkSpecsRebuildTheSameSkeleton) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    test::RandomMotion m(index);
    const auto copy = rebuilt(m.s);
    ASSERT_EQ(copy->nv(), m.s.nv());
    ASSERT_EQ(copy->nq(), m.s.nq());
    ASSERT_EQ(copy->parent, m.s.parent);
    ASSERT_EQ(copy->dof_parent, m.s.dof_parent);
    ASSERT_EQ(copy->body_name, m.s.body_name);
    ASSERT_EQ(copy->floating_base(), m.s.floating_base());
    ASSERT_EQ(copy->frames.size(), m.s.frames.size());
    for (int k = 0; k < m.s.num_joints(); ++k) {
      EXPECT_EQ(copy->joints[k].name, m.s.joints[k].name);
      EXPECT_EQ(copy->joints[k].type, m.s.joints[k].type);
      EXPECT_EQ(copy->joints[k].v_start, m.s.joints[k].v_start);
    }
    Data data(*copy);
    data.X_W0 = m.data.X_W0;
    forward_kinematics(*copy, data, m.q.data(), m.v.data());
    for (int frame = 0; frame < static_cast<int>(m.s.frames.size()); ++frame) {
      ASSERT_EQ(copy->frames[frame].name, m.s.frames[frame].name);
      const RigidTransform X = frame_pose(m.s, m.data, frame), Y = frame_pose(*copy, data, frame);
      EXPECT_LT((X.p - Y.p).norm() + (X.R - Y.R).norm(), 1e-12);
    }
    VectorX tau(m.s.nv());
    rnea(*copy, data, m.v.data(), m.a.data(), m.gravity, tau.data());
    const VectorX expected = m.inverse_dynamics();
    EXPECT_LT((tau - expected).norm(), 1e-11 * (1 + expected.norm())) << "tree " << index;
  }
}

}  // namespace
}  // namespace cardan
