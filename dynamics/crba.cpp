#include "cardan/dynamics/crba.h"

#include <algorithm>

#include "cardan/dynamics/columns_internal.h"
#include "cardan/dynamics/kernel_internal.h"
#include "cardan/dynamics/world_inertia_internal.h"

namespace cardan {

// The kernels are written in the vocabulary of their own inner namespace.
using namespace kernel;

namespace {

/// Composite inertia of a body alone: m, h = m c, I about O.
void start_composites(const Skeleton& skeleton, Data& data) {
  const int nb = skeleton.num_bodies();
  for (int i = 0; i < nb; ++i) {
    const double m = skeleton.inertia[i].mass;
    const Vec c = load(&data.c[3 * i]);
    double* composite = &data.composite[10 * i];
    composite[0] = m;
    store(composite + 1, m * c);
    store_sym(composite + 4, inertia_about_O(m, c, load_sym(&data.I_W[6 * i])));
  }
}

/// Ic S: the force that moves a composite body along a column.
inline Spatial composite_force(const double* composite, const Spatial& S) {
  const Vec h = load(composite + 1);
  return {load_sym(composite + 4) * S.a + cross(h, S.l), composite[0] * S.l - cross(h, S.a)};
}

/// row[e] = S_j · F for a run of freedoms j. Fixed-size maps, as they take two products at a time.
inline void project(const double* CARDAN_RESTRICT S, int count, const Spatial& F,
                    double* CARDAN_RESTRICT row) {
  const Vector6 force{F.a.x, F.a.y, F.a.z, F.l.x, F.l.y, F.l.z};
  for (int e = 0; e < count; ++e) row[e] = Eigen::Map<const Vector6>(S + 6 * e).dot(force);
}

/// Row of a freedom of a floating base, whose columns are those of the identity: the first entries
/// of F.
inline void project_on_base(const Spatial& F, int depth, double* row) {
  const double force[6] = {F.a.x, F.a.y, F.a.z, F.l.x, F.l.y, F.l.z};
  for (int e = 0; e <= depth; ++e) row[e] = force[e];
}

/// Entries of the row of freedom d before its own: M_dj = S_j · F over its path.
inline void project_on_ancestors(const Skeleton& skeleton, const double* S, int d, const Spatial& F,
                                 double* row) {
  for (const PathSegment& run : skeleton.ancestor_segments(d)) {
    PathSegment rest = run;
    if (rest.first == 0 && skeleton.floating_base()) {
      store_spatial(row, F);
      rest = {6, 6, run.count - 6};
    }
    project(S + 6 * rest.first, rest.count, F, row + rest.entry);
  }
}

/// Adds the composites to those of the parents, leaves first.
void gather_composites(const Skeleton& skeleton, Data& data) {
  for (int i = skeleton.num_bodies() - 1; i >= 0; --i) {
    const int parent = skeleton.parent[i];
    if (parent < 0) continue;
    for (int k = 0; k < 10; ++k) data.composite[10 * parent + k] += data.composite[10 * i + k];
  }
}

/// GᵀMG of a tree with followers: each product S_j · Ic_i S_i of two columns, j above i, goes to
/// the entry of their two freedoms, which lie on one path; both products (i, j) and (j, i) to the
/// diagonal where the freedoms are the same.
void add_coupled_rows(const Skeleton& skeleton, Data& data) {
  data.M.assign(data.M.size(), 0);
  for (int c = 0; c < skeleton.num_columns(); ++c) {
    const int body = skeleton.column_body[c], d = skeleton.column_dof[c];
    const double ratio = skeleton.column_ratio[c];
    const Spatial F =
        ratio * composite_force(&data.composite[10 * body], load_spatial(&data.S[6 * c]));
    for_each_column_above(skeleton, body, [&](int other) {
      if (skeleton.column_body[other] == body && other > c) return;
      const int e = skeleton.column_dof[other];
      const double product =
          skeleton.column_ratio[other] * dot(load_spatial(&data.S[6 * other]), F);
      const int deep = std::max(d, e), high = std::min(d, e);
      const double times = other != c && d == e ? 2 : 1;
      data.M[skeleton.row_start[deep] + skeleton.depth[high]] += times * product;
    });
  }
  for (int d = 0; d < skeleton.nv(); ++d)
    data.M[skeleton.row_start[d] + skeleton.depth[d]] += skeleton.dof[d].armature;
}

}  // namespace

void crba(const Skeleton& skeleton, Data& data) {
  start_composites(skeleton, data);
  if (skeleton.coupled()) {
    gather_composites(skeleton, data);
    add_coupled_rows(skeleton, data);
    return;
  }
  const double* S = data.S.data();
  const bool floating = skeleton.floating_base();
  for (int i = skeleton.num_bodies() - 1; i >= 0; --i) {
    const double* composite = &data.composite[10 * i];
    const int parent = skeleton.parent[i];
    if (parent >= 0) {
      double* above = &data.composite[10 * parent];
      for (int k = 0; k < 10; ++k) above[k] += composite[k];
    }
    const int d0 = skeleton.v_start[i], d1 = d0 + skeleton.body_nv[i];
    for (int d = d0; d < d1; ++d) {
      const Spatial F = composite_force(composite, load_spatial(S + 6 * d));
      double* row = &data.M[skeleton.row_start[d]];
      if (floating && i == 0) {
        project_on_base(F, d, row);
      } else {
        project_on_ancestors(skeleton, S, d, F, row);
        row[skeleton.depth[d]] = dot(load_spatial(S + 6 * d), F);
      }
      row[skeleton.depth[d]] += skeleton.dof[d].armature;
    }
  }
}

void compute_world_inertias(const Skeleton& skeleton, Data& data) {
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const WorldInertia body = world_inertia(skeleton, data, i);
    store(&data.c[3 * i], body.c);
    store_sym(&data.I_W[6 * i], body.I);
  }
}

void add_to_diagonal(const Skeleton& skeleton, Data& data, const double* d) {
  for (int k = 0; k < skeleton.nv(); ++k) data.M[skeleton.row_start[k] + skeleton.depth[k]] += d[k];
}

MatrixX dense_mass_matrix(const Skeleton& skeleton, const Data& data) {
  MatrixX M = MatrixX::Zero(skeleton.nv(), skeleton.nv());
  for (int d = 0; d < skeleton.nv(); ++d) {
    const double* row = &data.M[skeleton.row_start[d]];
    for (int j : skeleton.path(d)) {
      M(d, j) = *row;
      M(j, d) = *row++;
    }
  }
  return M;
}

}  // namespace cardan
