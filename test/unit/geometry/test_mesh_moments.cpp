#include "geometry/mesh_moments.h"

namespace cardan {
namespace {

// A box from low to high, faces outward.
TriangleMesh box(const Vector3& low, const Vector3& high) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.emplace_back(i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(),
                               i & 4 ? high.z() : low.z());
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

TEST(MeshMoments, BoxHasItsMassCentreAndInertia) {
  MeshMoments moments;
  moments.add(box({1, 2, 3}, {1.2, 2.4, 3.6}));
  EXPECT_TRUE(moments.encloses());
  const SpatialInertia I = moments.inertia(1000);
  EXPECT_NEAR(I.mass, 48, 1e-10);
  EXPECT_LT((I.com - Vector3(1.1, 2.2, 3.3)).norm(), 1e-12);
  EXPECT_NEAR(I.inertia(0, 0), 48 * (0.16 + 0.36) / 12, 1e-9);
  EXPECT_NEAR(I.inertia(1, 1), 48 * (0.04 + 0.36) / 12, 1e-9);
  EXPECT_NEAR(I.inertia(0, 1), 0, 1e-9);
}

TEST(MeshMoments, OpenAndInvertedBoxesHaveNoVolume) {
  TriangleMesh open = box({0, 0, 0}, {1, 1, 1});
  open.triangles.resize(10);
  MeshMoments moments;
  moments.add(open);
  EXPECT_FALSE(moments.encloses());
  TriangleMesh turned = box({0, 0, 0}, {1, 1, 1});
  for (auto& t : turned.triangles) std::swap(t[1], t[2]);
  MeshMoments inside_out;
  inside_out.add(turned);
  EXPECT_FALSE(inside_out.encloses());
}

}  // namespace
}  // namespace cardan
