#pragma once

#include <cstdint>

/// Format of the standard output of cardan-read-mesh: kMeshMagic; the number of parts; for each
/// part the number of vertices, the number of triangles, three doubles per vertex and three 32-bit
/// indices per triangle; kMeshEnd. Numbers are 64-bit in the byte order of the machine, since both
/// programs come from one build. The reader validates all of them.
namespace cardan::urdf {

constexpr std::uint64_t kMeshMagic = 0x3168736d6e647263;
constexpr std::uint64_t kMeshEnd = 0x646e656d6e647263;

/// Exit status of cardan-read-mesh.
enum MeshReaderExit {
  kMeshRead = 0,
  kMeshFaulty = 1,    ///< assimp rejects the file
  kMeshTooLarge = 2,  ///< more triangles, vertices or parts than the limits allow
  kMeshNoMemory = 3,
  kMeshOutside = 4,  ///< the file refers to a file that is not below its own folder
  kMeshMisused = 5,  ///< wrong arguments
};

}  // namespace cardan::urdf
