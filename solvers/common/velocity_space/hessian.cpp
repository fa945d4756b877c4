#include "solvers/common/velocity_space/hessian.h"

#include <algorithm>

namespace cardan::solvers {

void Hessian::reserve(int cols) {
  const std::size_t n = cols;
  H_.resize(n * n);
  linked_.resize(n * n);
  index_.resize(n * n / 2 + 1);
  start_.resize(n + 1);
  support_.resize(n);
  seen_.assign(n, 0);
}

void Hessian::connect(const sdk::ProblemView& problem, int first, int count) {
  int size = 0;
  for (int i = first; i < first + count; ++i) {
    const sdk::SparseRow y = problem.Y_row(i);
    for (int k = 0; k < y.size; ++k) {
      if (seen_[y.index[k]]) continue;
      seen_[y.index[k]] = 1;
      support_[size++] = y.index[k];
    }
  }
  for (int a = 0; a < size; ++a) {
    seen_[support_[a]] = 0;
    for (int b = 0; b < a; ++b) {
      const int high = std::max(support_[a], support_[b]), low = std::min(support_[a], support_[b]);
      linked_[static_cast<std::size_t>(high) * n_ + low] = 1;
    }
  }
}

void Hessian::analyse(const sdk::ProblemView& problem) {
  n_ = problem.cols();
  std::fill(linked_.begin(), linked_.begin() + static_cast<std::ptrdiff_t>(n_) * n_, 0);
  for (const cardan_block& block : problem.blocks()) {
    if (block.kind == CARDAN_CONE_CONVEX) {
      connect(problem, block.row, block.dim);
    } else {
      for (int i = block.row; i < block.row + block.dim; ++i) connect(problem, i, 1);
    }
  }
  // Eliminating k links all columns to which it is linked with the highest of them.
  for (int k = n_ - 1; k > 0; --k) {
    const char* own = linked_.data() + static_cast<std::ptrdiff_t>(k) * n_;
    int parent = k - 1;
    while (parent >= 0 && !own[parent]) --parent;
    if (parent < 0) continue;
    char* above = linked_.data() + static_cast<std::ptrdiff_t>(parent) * n_;
    for (int j = 0; j < parent; ++j) above[j] = static_cast<char>(above[j] | own[j]);
  }
  int size = 0;
  for (int i = 0; i < n_; ++i) {
    start_[i] = size;
    for (int j = 0; j < i; ++j) {
      if (linked_[static_cast<std::size_t>(i) * n_ + j]) index_[size++] = j;
    }
  }
  start_[n_] = size;
}

void Hessian::set_identity() {
  for (int i = 0; i < n_; ++i) {
    double* own = row(i);
    for (int k = start_[i]; k < start_[i + 1]; ++k) own[index_[k]] = 0;
    own[i] = 1;
  }
}

void Hessian::add(const sdk::ProblemView& problem, int first, int dim, const double* G) {
  for (int i = 0; i < dim; ++i) {
    const sdk::SparseRow a = problem.Y_row(first + i);
    for (int j = 0; j < dim; ++j) {
      const double g = G[i * dim + j];
      if (g == 0) continue;
      const sdk::SparseRow b = problem.Y_row(first + j);
      for (int p = 0; p < a.size; ++p) {
        double* own = row(a.index[p]);
        const double factor = g * a.value[p];
        for (int q = 0; q < b.size && b.index[q] <= a.index[p]; ++q) {
          own[b.index[q]] += factor * b.value[q];
        }
      }
    }
  }
}

void Hessian::factor() {
  // [Featherstone 2008, section 8.3]: for k from the last, H_ij −= H_ki H_kj/H_kk, H_ki /= H_kk.
  for (int k = n_ - 1; k >= 0; --k) {
    double* own = row(k);
    const double inverse = 1 / own[k];
    for (int a = start_[k]; a < start_[k + 1]; ++a) {
      const double factor = own[index_[a]] * inverse;
      if (factor == 0) continue;
      double* target = row(index_[a]);
      for (int b = start_[k]; b <= a; ++b) target[index_[b]] -= factor * own[index_[b]];
    }
    for (int a = start_[k]; a < start_[k + 1]; ++a) own[index_[a]] *= inverse;
  }
}

void Hessian::solve(double* x) const {
  for (int k = n_ - 1; k >= 0; --k) {
    const double* own = row(k);
    for (int a = start_[k]; a < start_[k + 1]; ++a) x[index_[a]] -= own[index_[a]] * x[k];
  }
  for (int k = 0; k < n_; ++k) x[k] /= row(k)[k];
  for (int k = 0; k < n_; ++k) {
    const double* own = row(k);
    for (int a = start_[k]; a < start_[k + 1]; ++a) x[k] -= own[index_[a]] * x[index_[a]];
  }
}

}  // namespace cardan::solvers
