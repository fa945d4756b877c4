// Prints size and alignment of the types in the interface of the library. Portable and
// -march=native builds must print equal values; the exported Eigen definitions prevent a mismatch.
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
