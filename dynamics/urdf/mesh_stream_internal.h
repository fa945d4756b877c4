#pragma once

#include <cstdint>

/// Format of the standard output of cardan-read-mesh: kMeshMagic, the number of parts, and for
/// each part the number of vertices, the number of triangles, three doubles per vertex, three
/// 32-bit indices per triangle; kMeshEnd. Numbers are 64-bit and in the byte order of the machine:
/// both ends are programs of one build. The reader trusts none of them.
namespace cardan::urdf {

constexpr std::uint64_t kMeshMagic = 0x3168736d6e647263;
constexpr std::uint64_t kMeshEnd = 0x646e656d6e647263;

/// Exit status of cardan-read-mesh.
enum MeshReaderExit {
  kMeshRead = 0,
  kMeshFaulty = 1,    ///< assimp refuses the file
  kMeshTooLarge = 2,  ///< more triangles, vertices or parts than are read
  kMeshNoMemory = 3,
  kMeshOutside = 4,  ///< the file names another one that is not below its own folder
  kMeshMisused = 5,  ///< wrong arguments
};

}  // namespace cardan::urdf
