#include <algorithm>
#include <cassert>

#include "cardan/mass_matrix.h"
#include "dynamics/data_contents.h"
#include "dynamics/kernels/columns.h"
#include "dynamics/kernels/kernel.h"
#include "dynamics/kernels/pair.h"
#include "dynamics/kernels/world_inertia.h"

namespace cardan {

// The kernels use the types of this inner namespace.
using namespace kernel;

namespace {

/// Initialises the composite inertias with those of the single bodies: m, h = m c, I about O.
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

/// Ic S: the force that accelerates a composite body along a column.
inline Spatial composite_force(const double* composite, const Spatial& S) {
  const Vec h = load(composite + 1);
  return {load_sym(composite + 4) * S.a + cross(h, S.l), composite[0] * S.l - cross(h, S.a)};
}

/// row[e] = S_j · F for the DoFs j = path[e], e in [first, last). Works on pairs, which halves the
/// multiplications and keeps the compiler from packing F through memory.
inline void project(const double* CARDAN_RESTRICT S, const int* CARDAN_RESTRICT path, int first,
                    int last, const Spatial& F, double* CARDAN_RESTRICT row) {
  const Pair f0{F.a.x, F.a.y}, f1{F.a.z, F.l.x}, f2{F.l.y, F.l.z};
  for (int e = first; e < last; ++e) {
    const double* S_j = S + 6 * path[e];
    const Pair sum = load_pair(S_j) * f0 + load_pair(S_j + 2) * f1 + load_pair(S_j + 4) * f2;
    row[e] = sum[0] + sum[1];
  }
}

/// Rows of a floating base, whose columns are the identity: the lower triangle, by rows, of its
/// composite inertia [[I, [h]×], [−[h]×, m 1]].
void project_on_base(const Skeleton& skeleton, const double* composite, double* M) {
  const double m = composite[0];
  const Vec h = load(composite + 1);
  const Sym I = load_sym(composite + 4);
  M[0] = I.xx;
  store(M + 1, {I.xy, I.yy, I.xz});
  store(M + 4, {I.yz, I.zz, 0});
  store(M + 7, {h.z, -h.y, m});
  store(M + 10, {-h.z, 0, h.x});
  store(M + 13, {0, m, h.y});
  store(M + 16, {-h.x, 0, 0});
  M[19] = 0;
  M[20] = m;
  for (int d = 0; d < 6; ++d) M[skeleton.row_start[d] + d] += skeleton.dof[d].armature;
}

/// a += b, ten numbers each.
inline void add_composite(double* CARDAN_RESTRICT a, const double* CARDAN_RESTRICT b) {
  for (int k = 0; k < 10; ++k) a[k] += b[k];
}

/// Adds the composites to those of the parents, leaves first.
void gather_composites(const Skeleton& skeleton, Data& data) {
  for (int i = skeleton.num_bodies() - 1; i >= 0; --i) {
    const int parent = skeleton.parent[i];
    if (parent < 0) continue;
    add_composite(&data.composite[10 * parent], &data.composite[10 * i]);
  }
}

/// M of an isotropic body is exactly diagonal: L = 1.
void lay_out_diagonal(const Skeleton& skeleton, Data& data) {
  const double m = skeleton.inertia[0].mass, I = skeleton.inertia[0].inertia(0, 0);
  data.composite[0] = m;
  store(&data.composite[1], {0, 0, 0});
  store_sym(&data.composite[4], {I, 0, 0, I, 0, I});
  std::fill_n(data.M.begin(), 21, 0.0);
  for (int d = 0; d < 6; ++d) data.M[d * (d + 3) / 2] = (d < 3 ? I : m) + skeleton.dof[d].armature;
}

/// GᵀMG of a tree with followers. Each product S_j · Ic_i S_i of two columns, j above i, is added
/// to the entry of their two DoFs, which lie on one path. If the two DoFs are the same, both
/// products (i, j) and (j, i) are added to the diagonal.
void add_coupled_rows(const Skeleton& skeleton, Data& data) {
  std::fill(data.M.begin(), data.M.end(), 0.0);
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
  contents::require_poses(data, "crba");
  contents::lose(data, contents::kFactor);
  contents::gain(data, contents::kMass);
  if (skeleton.kind() == SkeletonKind::kIsotropicBody) return lay_out_diagonal(skeleton, data);
  contents::require_inertias(data, "crba");
  start_composites(skeleton, data);
  if (skeleton.coupled()) {
    gather_composites(skeleton, data);
    add_coupled_rows(skeleton, data);
    return;
  }
  const double* S = data.S.data();
  const int base = skeleton.floating_base() ? 6 : 0;
  const int first_body = base > 0 ? 1 : 0;
  for (int i = skeleton.num_bodies() - 1; i >= first_body; --i) {
    const double* composite = &data.composite[10 * i];
    const int parent = skeleton.parent[i];
    if (parent >= 0) add_composite(&data.composite[10 * parent], composite);
    const int d0 = skeleton.v_start[i], d1 = d0 + skeleton.body_nv[i];
    for (int d = d0; d < d1; ++d) {
      const Spatial S_d = load_spatial(S + 6 * d);
      const Spatial F = composite_force(composite, S_d);
      const int start = skeleton.row_start[d], depth = skeleton.depth[d];
      double* row = &data.M[start];
      if (base > 0) store_spatial(row, F);
      project(S, skeleton.path_dofs.data() + start, base, depth, F, row);
      row[depth] = dot(S_d, F) + skeleton.dof[d].armature;
    }
  }
  if (base > 0) project_on_base(skeleton, data.composite.data(), data.M.data());
}

void compute_world_inertias(const Skeleton& skeleton, Data& data) {
  contents::require_poses(data, "compute_world_inertias");
  contents::gain(data, contents::kInertias);
  const bool done = for_each_group(skeleton.num_bodies(), [&](int first) {
    const WorldInertiaOf<Lanes> bodies = world_inertias(skeleton, data, first);
    scatter_vec(&data.c[3 * first], 3, bodies.c);
    scatter_sym(&data.I_W[6 * first], 6, bodies.I);
  });
  for (int i = 0; !done && i < skeleton.num_bodies(); ++i) {
    const WorldInertia body = world_inertia(skeleton, data, i);
    store(&data.c[3 * i], body.c);
    store_sym(&data.I_W[6 * i], body.I);
  }
}

void add_to_diagonal(const Skeleton& skeleton, Data& data, const double* d) {
  contents::require_mass(data, "add_to_diagonal");
  for (int k = 0; k < skeleton.nv(); ++k) data.M[skeleton.row_start[k] + skeleton.depth[k]] += d[k];
}

MatrixX dense_mass_matrix(const Skeleton& skeleton, const Data& data) {
  MatrixX M(skeleton.nv(), skeleton.nv());
  dense_mass_matrix(skeleton, data, M);
  return M;
}

void dense_mass_matrix(const Skeleton& skeleton, const Data& data, Eigen::Ref<MatrixX> M) {
  assert(M.rows() == skeleton.nv() && M.cols() == skeleton.nv());
  contents::require_mass(data, "dense_mass_matrix");
  M.setZero();
  for (int d = 0; d < skeleton.nv(); ++d) {
    const double* row = &data.M[skeleton.row_start[d]];
    for (int j : skeleton.path(d)) {
      M(d, j) = *row;
      M(j, d) = *row++;
    }
  }
}

}  // namespace cardan
