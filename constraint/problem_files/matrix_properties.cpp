#include "constraint/problem_files/matrix_properties.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/SparseCholesky>
#include <algorithm>

#include "cardan/spatial.h"

namespace cardan {

namespace {

// A dense factorisation of this many rows takes one to two seconds.
constexpr int kMostRows = 2000, kMostRowsRegular = 1000;
// The diagonal of the symmetric part is raised by this share of its largest entry, the rounding of
// a file with seven digits.
constexpr double kDigits = 1e-6;

MatrixX dense_matrix(const Problem& problem) {
  Problem copy = problem;
  copy.form_dense();
  const Eigen::Map<const MatrixX, 0, Eigen::OuterStride<>> A(copy.A.data(), copy.m(), copy.m(),
                                                             Eigen::OuterStride<>(copy.lda));
  return A;
}

// True if the raised symmetric part has a Cholesky factor.
bool is_monotone(const MatrixX& A) {
  const double scale = A.diagonal().cwiseAbs().maxCoeff();
  if (!(scale > 0)) return (A + A.transpose()).isZero(0);
  MatrixX symmetric = 0.5 * (A + A.transpose());
  symmetric.diagonal().array() += kDigits * scale;
  return Eigen::LLT<MatrixX>(symmetric).info() == Eigen::Success;
}

using Sparse = Eigen::SparseMatrix<double>;

// A = Y Yᵀ + S, its symmetric part.
Sparse sparse_symmetric_part(const Problem& problem) {
  const auto sparse = [](const SparseRows& rows, int columns) {
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < rows.rows(); ++i) {
      for (std::int32_t k = rows.start[i]; k < rows.start[i + 1]; ++k)
        entries.emplace_back(i, rows.index[k], rows.value[k]);
    }
    Sparse matrix(rows.rows(), columns);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
  };
  const Sparse S = sparse(problem.S, problem.m());
  Sparse A = 0.5 * (S + Sparse(S.transpose()));
  if (problem.Y.cols > 0) {
    const Sparse Y = sparse(problem.Y, problem.Y.cols);
    A += Sparse(Y * Y.transpose());
  }
  return A;
}

// Factorisation that counts the operations of its pattern in advance.
class CountedCholesky : public Eigen::SimplicialLLT<Sparse> {
 public:
  double operations() const { return m_nonZerosPerCol.cast<double>().squaredNorm(); }
};

enum class Monotone { kNo, kYes, kUnknown };

// is_monotone for many rows. Unknown if the factorisation would take more than a few seconds.
Monotone is_monotone(const Problem& problem) {
  constexpr double kMostOperations = 2e10, kMostSquares = 2e7;
  const double squares = [&] {
    std::vector<double> columns(static_cast<std::size_t>(problem.Y.cols), 0.0);
    for (const std::int32_t c : problem.Y.index) columns[c] += 1;
    double sum = 0;
    for (const double n : columns) sum += n * n;
    return sum;
  }();
  if (squares + static_cast<double>(problem.S.value.size()) > kMostSquares)
    return Monotone::kUnknown;
  Sparse A = sparse_symmetric_part(problem);
  const double scale = A.diagonal().cwiseAbs().maxCoeff();
  if (!(scale > 0)) return A.norm() == 0 ? Monotone::kYes : Monotone::kNo;
  Sparse identity(A.rows(), A.cols());
  identity.setIdentity();
  A += kDigits * scale * identity;
  CountedCholesky factor;
  factor.analyzePattern(A);
  if (factor.operations() > kMostOperations) return Monotone::kUnknown;
  factor.factorize(A);
  return factor.info() == Eigen::Success ? Monotone::kYes : Monotone::kNo;
}

bool has_positive_diagonal(const Problem& problem) {
  for (int i = 0; i < problem.m(); ++i) {
    double sum = 0;
    for (std::int32_t k = problem.Y.start[i]; k < problem.Y.start[i + 1]; ++k)
      sum += problem.Y.value[k] * problem.Y.value[k];
    for (std::int32_t k = problem.S.start[i]; k < problem.S.start[i + 1]; ++k)
      sum += problem.S.index[k] == i ? problem.S.value[k] : 0;
    if (!(sum > 0)) return false;
  }
  return true;
}

// SYMMETRIC means equal bit for bit.
bool is_symmetric(const SparseRows& S) {
  for (int i = 0; i < S.rows(); ++i) {
    for (std::int32_t k = S.start[i]; k < S.start[i + 1]; ++k) {
      const int j = S.index[k];
      const auto begin = S.index.begin() + S.start[j], end = S.index.begin() + S.start[j + 1];
      const auto mirror = std::lower_bound(begin, end, i);
      if (mirror == end || *mirror != i) return false;
      if (S.value[mirror - S.index.begin()] != S.value[k]) return false;
    }
  }
  return true;
}

bool is_regular(const MatrixX& A) {
  constexpr double kSmallest = 1e-12;
  return Eigen::PartialPivLU<MatrixX>(A).rcond() > kSmallest;
}

// Properties of a problem with too many rows for a dense factorisation.
std::uint32_t sparse_properties(const Problem& problem, bool factored,
                                std::vector<std::string>& notes) {
  std::uint32_t properties = 0;
  if (has_positive_diagonal(problem)) properties |= CARDAN_POSITIVE_DIAGONAL;
  const Monotone monotone = factored ? Monotone::kYes : is_monotone(problem);
  if (monotone == Monotone::kYes) properties |= CARDAN_MONOTONE | CARDAN_COPOSITIVE;
  if (monotone == Monotone::kUnknown) {
    notes.emplace_back(
        "whether the matrix is monotone was not computed: its factorisation takes too long");
  }
  return properties;
}

}  // namespace

std::uint32_t computed_properties(const Problem& problem, std::vector<std::string>& notes) {
  const int m = problem.m();
  // A is stored in Y and S, even if Y is empty.
  std::uint32_t properties = CARDAN_FACTORED;
  if (m == 0) return properties;
  if (is_symmetric(problem.S)) properties |= CARDAN_SYMMETRIC;
  // A = Y Yᵀ needs no proof.
  const bool factored = problem.Y.cols > 0 && problem.S.value.empty();
  if (m > kMostRows) return properties | sparse_properties(problem, factored, notes);
  const MatrixX A = dense_matrix(problem);
  if (A.diagonal().minCoeff() > 0) properties |= CARDAN_POSITIVE_DIAGONAL;
  if (factored || is_monotone(A)) properties |= CARDAN_MONOTONE;
  if ((properties & CARDAN_MONOTONE) != 0 || A.minCoeff() >= 0) properties |= CARDAN_COPOSITIVE;
  if (m <= kMostRowsRegular && is_regular(A)) properties |= CARDAN_REGULAR;
  return properties;
}

}  // namespace cardan
