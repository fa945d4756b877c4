#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "cardan/sdk/problem_view.h"
#include "dense_storage.h"
#include "pairs.h"

namespace cardan::solvers {

/// The matrix I + Yᵀ G Y of free bodies with six columns of Y each, in blocks of 6 × 6, and its LU
/// without pivoting between blocks, in minimum-degree order [Tinney & Walker 1967]. The pattern is
/// symmetric; the values need not be. Work and storage of the blocks grow with the contacts between
/// bodies, not with the square of their number.
class BodyMatrix {
 public:
  static constexpr int kBlock = 6, kSize = 36;
  /// Maximum number of bodies; one bit per pair of them takes 2 MB.
  static constexpr int kMostBodies = 4096;

  /// Allocates for problems of at most this size. Pages of the bits and blocks are not touched
  /// before a problem needs them.
  void reserve(int rows, int cols) {
    const int most_bodies = std::min(cols / kBlock, kMostBodies);
    const auto bodies = static_cast<std::size_t>(most_bodies);
    const auto blocks = static_cast<std::size_t>(most_blocks(most_bodies, rows));
    bits_.resize(bodies * ((bodies + 63) / 64));
    for (auto* v : {&order_, &position_, &degree_}) v->resize(bodies);
    start_.resize(bodies + 1);
    neighbour_.resize(blocks);
    D_.resize(bodies * kSize);
    L_.resize(blocks * kSize);
    U_.resize(L_.size());
    work_.resize(bodies * kBlock);
  }

  /// Finds order and pattern. Returns false if the problem does not consist of free bodies, has
  /// more than kMostBodies of them, or has too much fill-in. The result does not depend on the
  /// reserved size.
  bool analyse(const sdk::ProblemView& problem) {
    bodies_ = problem.cols() / kBlock;
    if (bodies_ == 0 || problem.cols() % kBlock != 0 || bodies_ > kMostBodies) return false;
    words_ = (bodies_ + 63) / 64;
    std::fill(bits_.begin(), bits_.begin() + static_cast<std::ptrdiff_t>(bodies_) * words_, 0);
    for (int row = 0; row < problem.m(); ++row) {
      const sdk::SparseRow y = problem.Y_row(row);
      if (y.size > 2 * kBlock || y.size % kBlock != 0) return false;
      for (int k = 0; k < y.size; k += kBlock) {
        if (y.index[k] % kBlock != 0 || y.index[k + 5] != y.index[k] + 5) return false;
      }
      if (y.size == 2 * kBlock) couple(y.index[0] / kBlock, y.index[kBlock] / kBlock);
    }
    return eliminate(most_blocks(bodies_, problem.m()));
  }

  /// Sets the matrix to I.
  void clear() {
    std::fill(D_.begin(), D_.begin() + static_cast<std::ptrdiff_t>(bodies_) * kSize, 0.0);
    for (int k = 0; k < bodies_; ++k) {
      for (int i = 0; i < kBlock; ++i) D_[k * kSize + i * (kBlock + 1)] = 1;
    }
    const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(start_[bodies_]) * kSize;
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
    double product[kSize];
    for (int k = 0; k < bodies_; ++k) {
      if (!invert(block(D_, k))) return false;
      for (int e = start_[k]; e < start_[k + 1]; ++e) {
        std::fill(product, product + kSize, 0.0);
        subtract_product(block(L_, e), block(D_, k), product);
        for (int i = 0; i < kSize; ++i) block(L_, e)[i] = -product[i];
      }
      for (int e = start_[k]; e < start_[k + 1]; ++e) {
        const int i = neighbour_[e];
        subtract_product(block(L_, e), block(U_, e), block(D_, i));
        int at = start_[i];
        for (int f = e + 1; f < start_[k + 1]; ++f) {
          while (neighbour_[at] != neighbour_[f]) ++at;
          subtract_product(block(L_, e), block(U_, f), block(U_, at));
          subtract_product(block(L_, f), block(U_, e), block(L_, at));
        }
      }
    }
    return true;
  }

  /// x := this⁻¹ x (cols).
  void solve(double* x) {
    for (int k = 0; k < bodies_; ++k) {
      std::copy_n(x + kBlock * order_[k], kBlock, &work_[kBlock * k]);
    }
    for (int k = 0; k < bodies_; ++k) {
      for (int e = start_[k]; e < start_[k + 1]; ++e) {
        subtract(block(L_, e), &work_[kBlock * k], &work_[kBlock * neighbour_[e]]);
      }
    }
    for (int k = bodies_ - 1; k >= 0; --k) {
      double* own = &work_[kBlock * k];
      for (int e = start_[k]; e < start_[k + 1]; ++e) {
        subtract(block(U_, e), &work_[kBlock * neighbour_[e]], own);
      }
      double y[kBlock] = {};
      subtract(block(D_, k), own, y);
      for (int i = 0; i < kBlock; ++i) x[kBlock * order_[k] + i] = own[i] = -y[i];
    }
  }

  /// Estimated floating-point operations of factor() and solve().
  double factor_work() const { return factor_work_; }
  double solve_work() const { return 4.0 * kSize * (start_[bodies_] + bodies_); }

 private:
  /// Six times the number of bodies and contacts.
  static int most_blocks(int bodies, int rows) {
    constexpr int kFill = 6;
    return kFill * (bodies + rows / 3);
  }
  static double* block(DenseStorage<double>& blocks, int k) {
    return blocks.data() + static_cast<std::size_t>(k) * kSize;
  }
  std::uint64_t* bits(int body) { return bits_.data() + static_cast<std::size_t>(body) * words_; }

  void couple(int a, int b) {
    bits(a)[b / 64] |= std::uint64_t{1} << (b % 64);
    bits(b)[a / 64] |= std::uint64_t{1} << (a % 64);
  }

  int count_neighbours(int body) {
    int count = 0;
    for (int w = 0; w < words_; ++w) count += std::popcount(bits(body)[w]);
    return count;
  }

  /// The remaining body with the fewest neighbours; if several qualify, the lowest.
  int next_pivot() const {
    int best = -1;
    for (int i = 0; i < bodies_; ++i) {
      if (position_[i] < 0 && (best < 0 || degree_[i] < degree_[best])) best = i;
    }
    return best;
  }

  /// False if the LU has more than `most` blocks on one side of the diagonal.
  bool eliminate(int most) {
    for (int i = 0; i < bodies_; ++i) {
      position_[i] = -1;
      degree_[i] = count_neighbours(i);
    }
    start_[0] = 0;
    factor_work_ = 0;
    for (int k = 0; k < bodies_; ++k) {
      const int pivot = next_pivot();
      order_[k] = pivot;
      position_[pivot] = k;
      start_[k + 1] = start_[k] + degree_[pivot];
      if (start_[k + 1] > most) return false;
      factor_work_ += 432.0 * degree_[pivot] * (degree_[pivot] + 1);
      remove(pivot, start_[k]);
    }
    for (int k = 0; k < bodies_; ++k) {
      for (int e = start_[k]; e < start_[k + 1]; ++e) neighbour_[e] = position_[neighbour_[e]];
      std::sort(neighbour_.begin() + start_[k], neighbour_.begin() + start_[k + 1]);
    }
    return true;
  }

  /// Lists the neighbours of a pivot and makes them neighbours of each other.
  void remove(int pivot, int at) {
    const int first = at;
    for (int w = 0; w < words_; ++w) {
      for (std::uint64_t left = bits(pivot)[w]; left != 0; left &= left - 1) {
        neighbour_[at++] = 64 * w + std::countr_zero(left);
      }
    }
    for (int e = first; e < at; ++e) {
      const int i = neighbour_[e];
      for (int w = 0; w < words_; ++w) bits(i)[w] |= bits(pivot)[w];
      bits(i)[i / 64] &= ~(std::uint64_t{1} << (i % 64));
      bits(i)[pivot / 64] &= ~(std::uint64_t{1} << (pivot % 64));
      degree_[i] = count_neighbours(i);
    }
  }

  double* find(int a, int b) {
    const int i = position_[a], j = position_[b];
    if (i == j) return block(D_, i);
    const int low = std::min(i, j), high = std::max(i, j);
    const auto at = std::lower_bound(neighbour_.begin() + start_[low],
                                     neighbour_.begin() + start_[low + 1], high);
    return block(i < j ? U_ : L_, static_cast<int>(at - neighbour_.begin()));
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

  int bodies_ = 0, words_ = 0;
  double factor_work_ = 0;
  DenseStorage<std::uint64_t> bits_;  ///< remaining neighbours, body by body
  std::vector<int> order_, position_, degree_;
  std::vector<int> start_, neighbour_;  ///< by pivot: positions of later neighbours, ascending
  DenseStorage<double> D_;              ///< pivot blocks, inverted by factor()
  DenseStorage<double> L_, U_;          ///< blocks below and beside the pivots, as neighbour_
  std::vector<double> work_;
};

}  // namespace cardan::solvers
