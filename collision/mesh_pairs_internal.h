#pragma once

#include <vector>

#include "cardan/collision/narrow_phase_scratch_internal.h"

/// Triangle meshes against convex shapes, triangle by triangle, with internal edges kept smooth.
namespace cardan {

/// What the triangles know of their neighbours.
struct MeshTopology {
  std::vector<Vector3>
      normals;  ///< unit, outward; zero for a triangle without area, which is then ignored
  /// Per edge (v_e, v_e+1) the least cosine that a contact normal leaning over that edge may have
  /// with the triangle's normal: 1 for flat and concave edges, the neighbour's cosine for convex
  /// ones, -1 at a boundary.
  std::vector<std::array<double, 3>> least_cosine;
};

/// Neighbours by position of the vertices, as files often repeat them per triangle.
MeshTopology make_mesh_topology(const TriangleMesh& mesh);

/// The mesh b, its topology and its triangles near the convex shape a.
struct NearMesh {
  const PosedShape& b;
  const MeshTopology& topology;
  const std::vector<int>& triangles;
};

/// Patches of a against the triangles; one for each distinct normal, the deepest four of them.
/// Triangles are one-sided.
void mesh_patches(const PosedShape& a, const NearMesh& mesh, double margin,
                  NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

}  // namespace cardan
