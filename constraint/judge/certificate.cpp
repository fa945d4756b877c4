#include <algorithm>
#include <cmath>
#include <vector>

#include "constraint/judge/residual.h"
#include "constraint/judge/rounding.h"

namespace cardan {

namespace {

/// Sums below this fraction of the magnitudes of their terms count as zero. It is the accuracy of a
/// solver's factorisation.
constexpr double kVanishes = 1e-11;

/// A sum and the sum of the magnitudes of its terms, the reference for rounding.
struct Sum {
  double value = 0, magnitude = 0;
  int terms = 0;
  void add(double x) { add(x, std::abs(x)); }
  void add(double x, double size) {
    value += x;
    magnitude += size;
    terms += size != 0;
  }
  /// |value| over the magnitude of its terms; 0 without terms.
  double share() const { return magnitude > 0 ? std::abs(value) / magnitude : 0; }
};

bool all_zero(const double* x, int n) {
  return std::all_of(x, x + n, [](double l) { return l == 0; });
}

/// True if λᵀu ≥ 0 for every u that a solution λ' may have in this block. Tangential parts of λ in
/// a CONE prove nothing, since a CONE slides with any u_t when u_n ≥ 0. Friction bounded by another
/// impulse proves nothing either.
bool opposes(const cardan_block& block, const double* lambda) {
  const double* x = lambda + block.row;
  switch (block.kind) {
    case CARDAN_FREE:
      return true;
    case CARDAN_NONNEGATIVE:
      return std::all_of(x, x + block.dim, [](double l) { return l >= 0; });
    case CARDAN_BOX:
      return (std::isinf(block.lo) || x[0] >= 0) && (std::isinf(block.hi) || x[0] <= 0);
    case CARDAN_CONE:
      return x[0] >= 0 && all_zero(x + 1, block.dim - 1);
    case CARDAN_CONE_CONVEX: {
      double sum = 0;
      for (int i = 1; i < block.dim; ++i) sum += x[i] * x[i];
      return x[0] >= 0 && std::sqrt(sum) <= block.mu * x[0] * (1 + 8 * kRoundoff);
    }
    default:
      return all_zero(x, block.dim);
  }
}

bool finite_and_some(const cardan_problem& problem, const double* lambda) {
  const double* end = lambda + problem.m;
  return std::all_of(lambda, end, [](double l) { return std::isfinite(l); }) &&
         !all_zero(lambda, problem.m);
}

/// Rows of g = Aᵀ λ = Y (Yᵀ λ) + Sᵀ λ, and λᵀ A λ.
class Products {
 public:
  Products(const cardan_problem& problem, const double* lambda) : problem_(problem) {
    // Thread-local storage. This code runs only after a failure.
    static thread_local std::vector<Sum> z, g;
    z.assign(static_cast<std::size_t>(std::max(problem.Y.cols, 1)), {});
    g.assign(static_cast<std::size_t>(problem.m), {});
    z_ = z.data();
    g_ = g.data();
    add_columns(lambda);
    for (int i = 0; i < problem.m; ++i) {
      for (std::int32_t k = problem.S.start[i]; k < problem.S.start[i + 1]; ++k) {
        g_[problem.S.index[k]].add(problem.S.value[k] * lambda[i]);
        work_.add(problem.S.value[k] * lambda[i] * lambda[problem.S.index[k]]);
      }
    }
    add_rows();
  }

  /// Largest relative size of the sums that must vanish. A nonzero column of Yᵀλ counts in g. In
  /// NONNEGATIVE rows g ≤ 0 suffices, as λ'ᵀg ≤ 0 for every λ' ≥ 0 (Farkas).
  double largest_share() const {
    double share = columns_;
    for (int k = 0; k < problem_.num_blocks; ++k) {
      const cardan_block& block = problem_.blocks[k];
      for (int i = block.row; i < block.row + block.dim; ++i) {
        if (block.kind == CARDAN_NONNEGATIVE && g_[i].value <= 0) continue;
        share = std::max(share, g_[i].share());
      }
    }
    return share;
  }

  /// True if λᵀAλ exceeds rounding. If A is symmetric and positive definite along λ, impulses t λ
  /// with t = −bᵀλ / λᵀAλ stop the approach.
  bool moves() const {
    return work_.value >
           16 * std::sqrt(static_cast<double>(work_.terms)) * kRoundoff * work_.magnitude;
  }

 private:
  void add_columns(const double* lambda) {
    if (problem_.Y.cols == 0) return;
    for (int i = 0; i < problem_.m; ++i) {
      for (std::int32_t k = problem_.Y.start[i]; k < problem_.Y.start[i + 1]; ++k) {
        z_[problem_.Y.index[k]].add(problem_.Y.value[k] * lambda[i]);
      }
    }
    for (Sum* z = z_; z != z_ + problem_.Y.cols; ++z) {
      work_.add(z->value * z->value, z->magnitude * z->magnitude);
      if (z->share() > kVanishes) continue;
      columns_ = std::max(columns_, z->share());
      z->value = 0;
    }
  }

  void add_rows() {
    if (problem_.Y.cols == 0) return;
    for (int i = 0; i < problem_.m; ++i) {
      for (std::int32_t k = problem_.Y.start[i]; k < problem_.Y.start[i + 1]; ++k) {
        g_[i].add(problem_.Y.value[k] * z_[problem_.Y.index[k]].value);
      }
    }
  }

  const cardan_problem& problem_;
  Sum *z_, *g_;
  Sum work_;
  double columns_ = 0;  ///< largest relative size of a column that counts as zero
};

/// Lower bound of λᵀu' for an answer λ' that the judge accepts: u' is accurate to the tolerance and
/// to the rounding of its sums, which does not exceed the tolerance. Sums of λ that vanish only to
/// a share weigh more by the ratio of that share to the roundoff.
double room_of_answers(const cardan_problem& problem, const double* lambda, double share) {
  double size = 0;
  for (int k = 0; k < problem.num_blocks; ++k) {
    const cardan_block& block = problem.blocks[k];
    // û_n = u_n + μ |u_t|, each accurate to the tolerance.
    const double mu = block.kind == CARDAN_CONE ? block.mu : 0;
    for (int i = block.row; i < block.row + block.dim; ++i) {
      size += (1 + mu) * std::abs(lambda[i]) / (problem.weight[i] * problem.step[i]);
    }
  }
  return 4 * (1 + share / kRoundoff) * problem.tolerance * size;
}

}  // namespace

bool certificate_holds(const cardan_problem& problem, const double* lambda) {
  if (!finite_and_some(problem, lambda)) return false;
  for (int k = 0; k < problem.num_blocks; ++k) {
    if (!opposes(problem.blocks[k], lambda)) return false;
  }
  const Products products(problem, lambda);
  const double share = products.largest_share();
  if (!(share <= kVanishes)) return false;
  if ((problem.properties & CARDAN_SYMMETRIC) != 0 && products.moves()) return false;
  constexpr double kClear = 1e-9;
  Sum power;
  for (int i = 0; i < problem.m; ++i) power.add(problem.b[i] * lambda[i]);
  return power.value < -kClear * power.magnitude &&
         -power.value > room_of_answers(problem, lambda, share);
}

}  // namespace cardan
