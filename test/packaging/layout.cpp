// Prints size and alignment of what crosses the library's border; compiled portable and with
// -march=native, both must print the same (a mismatch is what the exported Eigen definitions
// prevent).
#include <cardan/cardan.h>

#include <cstdio>

#define PRINT(type) std::printf("%s %zu %zu\n", #type, sizeof(type), alignof(type))

int main() {
  PRINT(cardan::Vector4);
  PRINT(cardan::Quaternion);
  PRINT(cardan::Vector6);
  PRINT(cardan::Matrix6);
  PRINT(cardan::RigidTransform);
  PRINT(cardan::SpatialInertia);
  PRINT(cardan::LinkSpec);
  PRINT(cardan::Data);
  PRINT(cardan::Skeleton);
  PRINT(cardan::ModelSpec);
  PRINT(cardan::WorldSpec);
  PRINT(cardan::ContactInfo);
}
