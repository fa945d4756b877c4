#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "cardan/problem_view.h"
#include "solvers/common/dense_storage.h"
#include "solvers/common/minimum_degree.h"
#include "solvers/common/pairs.h"

namespace cardan::solvers {

/// The matrix I + Yᵀ G Y of free bodies with six columns of Y each, in blocks of 6 × 6, and its LU
/// factorisation without pivoting between blocks, in minimum-degree order. The pattern is
/// symmetric; the values need not be. Work and storage of the blocks grow with the number of
/// contacts between bodies, not with the square of the number of bodies.
class BodyMatrix {
 public:
  static constexpr int kBlock = 6, kSize = 36;
  static constexpr int kMostBodies = MinimumDegree::kMostNodes;

  /// Allocates for problems of at most this size. Pages of the bits and blocks are not touched
  /// before a problem needs them.
  void reserve(int rows, int cols) {
    const int most_bodies = std::min(cols / kBlock, kMostBodies);
    const auto bodies = static_cast<std::size_t>(most_bodies);
    const auto blocks = static_cast<std::size_t>(most_blocks(most_bodies, rows));
    elimination_.reserve(most_bodies, static_cast<int>(blocks));
    D_.resize(bodies * kSize);
    L_.resize(blocks * kSize);
    U_.resize(L_.size());
    work_.resize(bodies * kBlock);
  }

  /// Finds the elimination order and the pattern. Returns false if the problem does not consist of
  /// free bodies, has more than kMostBodies of them, or has too much fill-in. The result does not
  /// depend on the reserved size.
  bool analyse(const sdk::ProblemView& problem) {
    bodies_ = problem.cols() / kBlock;
    if (bodies_ == 0 || problem.cols() % kBlock != 0 || bodies_ > kMostBodies) return false;
    elimination_.start(bodies_);
    for (int row = 0; row < problem.m(); ++row) {
      const sdk::SparseRow y = problem.Y_row(row);
      if (y.size > 2 * kBlock || y.size % kBlock != 0) return false;
      for (int k = 0; k < y.size; k += kBlock) {
        if (y.index[k] % kBlock != 0 || y.index[k + 5] != y.index[k] + 5) return false;
      }
      if (y.size == 2 * kBlock) elimination_.couple(y.index[0] / kBlock, y.index[kBlock] / kBlock);
    }
    return elimination_.eliminate(most_blocks(bodies_, problem.m()));
  }

  /// Sets the matrix to I.
  void clear() {
    std::fill(D_.begin(), D_.begin() + static_cast<std::ptrdiff_t>(bodies_) * kSize, 0.0);
    for (int k = 0; k < bodies_; ++k) {
      for (int i = 0; i < kBlock; ++i) D_[k * kSize + i * (kBlock + 1)] = 1;
    }
    const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(elimination_.blocks()) * kSize;
    std::fill(L_.begin(), L_.begin() + count, 0.0);
    std::fill(U_.begin(), U_.begin() + count, 0.0);
  }

  /// Adds Yᵀ G Y of the rows row … row + dim − 1, which have the same columns. G: row-major.
  void add(const sdk::ProblemView& problem, int row, int dim, const double* G) {
    const int runs = problem.Y_row(row).size / kBlock;
    double GY[kBlock][2 * kBlock];
    for (int i = 0; i < dim; ++i) {
      for (int c = 0; c < runs * kBlock; ++c) {
        double sum = 0;
        for (int j = 0; j < dim; ++j) sum += G[i * dim + j] * problem.Y_row(row + j).value[c];
        GY[i][c] = sum;
      }
    }
    const std::int32_t* index = problem.Y_row(row).index;
    for (int a = 0; a < runs; ++a) {
      for (int b = 0; b < runs; ++b) {
        double* block = find(index[kBlock * a] / kBlock, index[kBlock * b] / kBlock);
        for (int i = 0; i < dim; ++i) {
          const double* y = problem.Y_row(row + i).value + kBlock * a;
          for (int r = 0; r < kBlock; ++r) {
            const Pair scale = {y[r], y[r]};
            for (int c = 0; c < kBlock; c += 2) {
              double* own = block + kBlock * r + c;
              store_pair(own, load_pair(own) + scale * load_pair(&GY[i][kBlock * b + c]));
            }
          }
        }
      }
    }
  }

  /// Factorises in place. False if a pivot block is singular.
  bool factor() {
    const int *start = elimination_.starts(), *neighbour = elimination_.neighbours();
    double product[kSize];
    for (int k = 0; k < bodies_; ++k) {
      if (!invert(block(D_, k))) return false;
      for (int e = start[k]; e < start[k + 1]; ++e) {
        std::fill(product, product + kSize, 0.0);
        subtract_product(block(L_, e), block(D_, k), product);
        for (int i = 0; i < kSize; ++i) block(L_, e)[i] = -product[i];
      }
      for (int e = start[k]; e < start[k + 1]; ++e) {
        const int i = neighbour[e];
        subtract_product(block(L_, e), block(U_, e), block(D_, i));
        int at = start[i];
        for (int f = e + 1; f < start[k + 1]; ++f) {
          while (neighbour[at] != neighbour[f]) ++at;
          subtract_product(block(L_, e), block(U_, f), block(U_, at));
          subtract_product(block(L_, f), block(U_, e), block(L_, at));
        }
      }
    }
    return true;
  }

  /// x := this⁻¹ x (cols).
  void solve(double* x) {
    const int *start = elimination_.starts(), *neighbour = elimination_.neighbours();
    for (int k = 0; k < bodies_; ++k) {
      std::copy_n(x + kBlock * elimination_.node(k), kBlock, &work_[kBlock * k]);
    }
    for (int k = 0; k < bodies_; ++k) {
      for (int e = start[k]; e < start[k + 1]; ++e) {
        subtract(block(L_, e), &work_[kBlock * k], &work_[kBlock * neighbour[e]]);
      }
    }
    for (int k = bodies_ - 1; k >= 0; --k) {
      double* own = &work_[kBlock * k];
      for (int e = start[k]; e < start[k + 1]; ++e) {
        subtract(block(U_, e), &work_[kBlock * neighbour[e]], own);
      }
      double y[kBlock] = {};
      subtract(block(D_, k), own, y);
      for (int i = 0; i < kBlock; ++i) x[kBlock * elimination_.node(k) + i] = own[i] = -y[i];
    }
  }

  /// Estimated floating-point operations of factor() and solve().
  double factor_work() const { return 2.0 * kBlock * kSize * elimination_.products(); }
  double solve_work() const { return 4.0 * kSize * (elimination_.blocks() + bodies_); }

 private:
  /// Six times the number of bodies and contacts.
  static int most_blocks(int bodies, int rows) {
    constexpr int kFill = 6;
    return kFill * (bodies + rows / 3);
  }
  static double* block(DenseStorage<double>& blocks, int k) {
    return blocks.data() + static_cast<std::size_t>(k) * kSize;
  }
  double* find(int a, int b) {
    const int i = elimination_.position(a), j = elimination_.position(b);
    if (i == j) return block(D_, i);
    return block(i < j ? U_ : L_, elimination_.place(std::min(i, j), std::max(i, j)));
  }

  /// C −= A B, blocks row-major.
  static void subtract_product(const double* A, const double* B, double* C) {
    Pair rows[kSize / 2];
    for (int k = 0; k < kSize / 2; ++k) rows[k] = load_pair(B + 2 * k);
    for (int i = 0; i < kBlock; ++i) {
      for (int j = 0; j < 3; ++j) {
        double* own = C + kBlock * i + 2 * j;
        Pair sum = load_pair(own);
        for (int k = 0; k < kBlock; ++k) {
          const double a = A[kBlock * i + k];
          sum -= Pair{a, a} * rows[3 * k + j];
        }
        store_pair(own, sum);
      }
    }
  }

  /// y −= A x.
  static void subtract(const double* A, const double* x, double* y) {
    for (int i = 0; i < kBlock; ++i) y[i] -= dot_pairs(A + kBlock * i, x, kBlock);
  }

  /// Inverts A by Gauss–Jordan elimination with partial pivoting. Returns false if A is singular.
  static bool invert(double* A) {
    double X[kSize] = {};
    for (int i = 0; i < kBlock; ++i) X[i * (kBlock + 1)] = 1;
    for (int k = 0; k < kBlock; ++k) {
      int p = k;
      for (int i = k + 1; i < kBlock; ++i) {
        if (std::fabs(A[kBlock * i + k]) > std::fabs(A[kBlock * p + k])) p = i;
      }
      if (!(std::fabs(A[kBlock * p + k]) > 1e-300)) return false;
      if (p != k) {
        std::swap_ranges(A + kBlock * k, A + kBlock * (k + 1), A + kBlock * p);
        std::swap_ranges(X + kBlock * k, X + kBlock * (k + 1), X + kBlock * p);
      }
      const double scale = 1 / A[kBlock * k + k];
      for (int j = 0; j < kBlock; ++j) {
        A[kBlock * k + j] *= scale;
        X[kBlock * k + j] *= scale;
      }
      for (int i = 0; i < kBlock; ++i) {
        const double f = A[kBlock * i + k];
        if (i == k || f == 0) continue;
        for (int j = 0; j < kBlock; ++j) {
          A[kBlock * i + j] -= f * A[kBlock * k + j];
          X[kBlock * i + j] -= f * X[kBlock * k + j];
        }
      }
    }
    std::copy_n(X, kSize, A);
    return true;
  }

  int bodies_ = 0;
  MinimumDegree elimination_;
  DenseStorage<double> D_;      ///< pivot blocks, inverted by factor()
  DenseStorage<double> L_, U_;  ///< blocks below and beside the pivots, ordered as the neighbours
  std::vector<double> work_;
};

}  // namespace cardan::solvers
