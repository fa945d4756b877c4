#pragma once

#include <cmath>
#include <random>

#include "cardan/problem.h"
#include "cardan/spatial.h"
#include "constraint/formulation.h"
#include "constraint/judge/residual.h"
#include "constraint/rows/base_problem.h"

/// Problems for tests, and dense algebra to check them by.
namespace cardan::test {

using Random = std::mt19937;

inline double uniform(Random& random, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(random);
}

/// Kinds of an LCP.
inline constexpr std::uint32_t kLcpKinds = 1u << CARDAN_FREE | 1u << CARDAN_NONNEGATIVE;

/// The logarithm is uniform.
inline double log_uniform(Random& random, double lo, double hi) {
  return std::exp(uniform(random, std::log(lo), std::log(hi)));
}

VectorX uniform_vector(Random& random, int n, double lo = -1, double hi = 1);

Vector3 uniform_vector3(Random& random, double lo = -1, double hi = 1);

MatrixX dense(const cardan_rows& rows);
MatrixX dense(const SparseRows& rows);

MatrixX dense_A(const Problem& problem);

VectorX to_vector(const std::vector<double>& x);

void push_dense(const MatrixX& matrix, SparseRows& rows);

/// u = A λ + b and the judge's residual.
double residual_of(const Problem& problem, const VectorX& lambda);

/// A base problem of random rows: contacts first, then limits and joint frictions. Columns of one
/// tree in a chain.
struct BaseSize {
  int contacts = 2, limits = 0, frictions = 0, columns = 6;
};

void push_base_block(BaseProblem& base, BaseBlock block, int dim);

BaseProblem random_base(Random& random, const BaseSize& size);

MatrixX dense_A(const BaseProblem& base);

/// Every solution of 0 ≤ x ⊥ A x + q ≥ 0 that is a regular complementary basis, by trying all 2^m
/// of them; FREE rows are always basic. Rows at most about 14.
std::vector<VectorX> enumerate_lcp(const MatrixX& A, const VectorX& q,
                                   const std::vector<char>& is_free);

std::vector<char> free_rows(const Problem& problem);

std::vector<VectorX> enumerate_lcp(const Problem& problem);

/// An empty problem of m rows with random Y and S, step and weight 1, no blocks, b = 0.
Problem random_rows(Random& random, int m, int columns);

cardan_block& push_block(Problem& problem, int kind, int dim);

/// b = u − A λ, so that (λ, u) is the pair.
void set_bias_for(Problem& problem, const VectorX& lambda, const VectorX& u);

}  // namespace cardan::test
