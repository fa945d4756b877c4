#include <cassert>

#include "cardan/mass_matrix.h"
#include "dynamics/data_contents.h"

namespace cardan {

void multiply_mass(const Skeleton& skeleton, const Data& data, const double* x, double* y) {
  contents::require_mass(data, "multiply_mass");
  const int nv = skeleton.nv();
  for (int d = 0; d < nv; ++d) {
    const double* row = &data.M[skeleton.row_start[d]];
    y[d] = row[skeleton.depth[d]] * x[d];
    for (const PathSegment& run : skeleton.ancestor_segments(d)) {
      for (int e = 0; e < run.count; ++e) {
        const double M_de = row[run.entry + e];
        y[d] += M_de * x[run.first + e];
        y[run.first + e] += M_de * x[d];
      }
    }
  }
}

void solve_l(const Skeleton& skeleton, const Data& data, double* x) {
  contents::require_ltl(data, "solve_l");
  for (int d = 0; d < skeleton.nv(); ++d) {
    const double* row = &data.M[skeleton.row_start[d]];
    for (const PathSegment& run : skeleton.ancestor_segments(d)) {
      for (int e = 0; e < run.count; ++e) x[d] -= row[run.entry + e] * x[run.first + e];
    }
  }
}

void solve_l_transposed(const Skeleton& skeleton, const Data& data, double* x) {
  contents::require_ltl(data, "solve_l_transposed");
  for (int d = skeleton.nv() - 1; d >= 0; --d) {
    const double* row = &data.M[skeleton.row_start[d]];
    for (const PathSegment& run : skeleton.ancestor_segments(d)) {
      for (int e = 0; e < run.count; ++e) x[run.first + e] -= row[run.entry + e] * x[d];
    }
  }
}

void multiply_l(const Skeleton& skeleton, const Data& data, const double* x, double* y) {
  contents::require_ltl(data, "multiply_l");
  for (int d = 0; d < skeleton.nv(); ++d) {
    const double* row = &data.M[skeleton.row_start[d]];
    y[d] = x[d];
    for (const PathSegment& run : skeleton.ancestor_segments(d)) {
      for (int e = 0; e < run.count; ++e) y[d] += row[run.entry + e] * x[run.first + e];
    }
  }
}

void multiply_l_transposed(const Skeleton& skeleton, const Data& data, const double* x, double* y) {
  contents::require_ltl(data, "multiply_l_transposed");
  for (int d = 0; d < skeleton.nv(); ++d) {
    const double* row = &data.M[skeleton.row_start[d]];
    y[d] = x[d];
    for (const PathSegment& run : skeleton.ancestor_segments(d)) {
      for (int e = 0; e < run.count; ++e) y[run.first + e] += row[run.entry + e] * x[d];
    }
  }
}

void inverse_mass_matrix(const Skeleton& skeleton, const Data& data, Eigen::Ref<MatrixX> M_inv) {
  assert(M_inv.rows() == skeleton.nv() && M_inv.cols() == skeleton.nv());
  M_inv.setIdentity();
  for (int d = 0; d < skeleton.nv(); ++d) solve_ltl(skeleton, data, M_inv.col(d).data());
}

}  // namespace cardan
