#pragma once

#include <cstdint>

/// Formats of the standard output of cardan-read-mesh. Numbers are 64-bit in the byte order of the
/// machine, since the writer and the reader come from one build. The library validates all numbers.
///
/// Triangles: kMeshMagic; the number of parts; for each part the number of vertices, the number of
/// triangles, three doubles per vertex and three 32-bit indices per triangle; kMeshEnd.
///
/// Drawing (DrawnMesh): kDrawingMagic; the number of parts; for each part its vertices and
/// triangles in the format above, four doubles for its colour (NaN if it has none), the number of
/// vertex colours and their 32-bit words, the number of texture coordinates and their pairs of
/// floats, and the name of its texture; the number of images and the images; the number of missing
/// files and their names; kMeshEnd. Texts and images are stored as a length and their bytes.
namespace cardan::mesh {

constexpr std::uint64_t kMeshMagic = 0x3168736d6e647263;
constexpr std::uint64_t kDrawingMagic = 0x317277646e647263;
constexpr std::uint64_t kMeshEnd = 0x646e656d6e647263;

constexpr std::uint64_t kMostImages = 256;                          ///< limit for a drawing
constexpr std::uint64_t kMostImageBytes = std::uint64_t{16} << 20;  ///< limit for one image
constexpr std::uint64_t kMostNameBytes = 4096;
constexpr std::uint64_t kMostMissing = 64;  ///< limit for names of missing files

/// Last argument of cardan-read-mesh.
constexpr const char* kTrianglesOutput = "triangles";
constexpr const char* kDrawingOutput = "drawing";

/// Exit status of cardan-read-mesh.
enum MeshReaderExit {
  kMeshRead = 0,
  kMeshFaulty = 1,    ///< assimp rejects the file
  kMeshTooLarge = 2,  ///< more triangles, vertices or parts than the limits allow
  kMeshNoMemory = 3,
  kMeshOutside = 4,  ///< the file refers to a file that is not below its own folder
  kMeshMisused = 5,  ///< wrong arguments
};

}  // namespace cardan::mesh
