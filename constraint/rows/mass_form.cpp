#include "constraint/rows/mass_form.h"

#include <algorithm>
#include <cmath>

#include "cardan/mass_matrix.h"
#include "constraint/rows/base_problem.h"

namespace cardan {

namespace {

/// Path-packed lower triangle of M̂: H(i, j) = Σ_k L(k, i) D_k L(k, j). The ancestors of an ancestor
/// are a prefix of the path, so entry e belongs to one DOF in all rows of a path.
void multiply_factors(const Skeleton& skeleton, const Data& data, std::vector<double>& packed) {
  packed.assign(skeleton.row_start[skeleton.nv()], 0.0);
  for (int k = 0; k < skeleton.nv(); ++k) {
    const std::span<const int> path = skeleton.path(k);
    const double D_k = 1 / data.D_inv[k];
    for (int a = 0; a < static_cast<int>(path.size()); ++a) {
      const double scale = D_k * entry_of_l(skeleton, data, k, a);
      double* row = &packed[skeleton.row_start[path[a]]];
      for (int e = 0; e <= a; ++e) row[e] += scale * entry_of_l(skeleton, data, k, e);
    }
  }
}

/// Appends the rows of one tree, both triangles, columns ascending from `first`.
void push_mass_rows(const Skeleton& skeleton, int first, MassForm& form) {
  for (int i = 0; i < skeleton.nv(); ++i) {
    const std::span<const int> path = skeleton.path(i);
    const int depth = skeleton.depth[i];
    for (int e = 0; e <= depth; ++e) {
      form.M.push(first + path[e], form.packed[skeleton.row_start[i] + e]);
    }
    for (int k = i + 1; k < skeleton.nv(); ++k) {
      if (skeleton.depth[k] <= depth || skeleton.path(k)[depth] != i) continue;
      form.M.push(first + k, form.packed[skeleton.row_start[k] + depth]);
    }
    form.M.end_row();
  }
}

/// One row of J = Y D^(1/2) L: entry j is Σ_k Y_k √D_k L(k, j) over the DOFs k below j.
void push_jacobian_row(const std::vector<Tree>& trees, const BaseProblem& base, int row,
                       MassForm& form) {
  const cardan_rows Y = base.Y.view();
  form.filled.clear();
  std::size_t t = 0;
  for (std::int32_t entry = Y.start[row]; entry < Y.start[row + 1]; ++entry) {
    while (t + 1 < base.tree.size() && Y.index[entry] >= base.tree_column[t + 1]) ++t;
    const Tree& tree = trees[base.tree[t]];
    const int first = base.tree_column[t], k = Y.index[entry] - first;
    const std::span<const int> path = tree.skeleton->path(k);
    const double scale = Y.value[entry] * form.root_D[Y.index[entry]];
    for (int e = 0; e < static_cast<int>(path.size()); ++e) {
      const int column = first + path[e];
      if (!form.seen[column]) {
        form.seen[column] = 1;
        form.filled.push_back(column);
      }
      form.row[column] += scale * entry_of_l(*tree.skeleton, *tree.data, k, e);
    }
  }
  std::sort(form.filled.begin(), form.filled.end());
  for (const std::int32_t column : form.filled) {
    form.J.push(column, form.row[column]);
    form.row[column] = 0;
    form.seen[column] = 0;
  }
  form.J.end_row();
}

}  // namespace

void compute_mass_form(const std::vector<Tree>& trees, BaseProblem& base) {
  MassForm& form = base.mass_form;
  const int n = base.Y.cols;
  form.M.clear(n);
  form.J.clear(n);
  form.root_D.resize(n);
  form.v_free = base.z0;
  form.row.assign(n, 0.0);
  form.seen.assign(n, 0);
  for (std::size_t t = 0; t < base.tree.size(); ++t) {
    const Tree& tree = trees[base.tree[t]];
    const int first = base.tree_column[t];
    double* v_free = form.v_free.data() + first;
    unwhiten(*tree.skeleton, *tree.data, v_free);
    for (int i = 0; i < tree.skeleton->nv(); ++i) {
      v_free[i] += tree.v[i];
      form.root_D[first + i] = std::sqrt(1 / tree.data->D_inv[i]);
    }
    multiply_factors(*tree.skeleton, *tree.data, form.packed);
    push_mass_rows(*tree.skeleton, first, form);
  }
  form.p_free.resize(n);
  for (int i = 0; i < n; ++i) form.p_free[i] = sparse_dot(form.M.view(), i, form.v_free.data());
  form.u_free.resize(base.m());
  for (int i = 0; i < base.m(); ++i) {
    push_jacobian_row(trees, base, i, form);
    form.u_free[i] = sparse_dot(form.J.view(), i, form.v_free.data());
  }
}

}  // namespace cardan
