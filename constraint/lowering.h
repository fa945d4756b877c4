#pragma once

#include <vector>

#include "cardan/problem.h"

namespace cardan {

/// Rewrites BOX and BOX_MU blocks as NONNEGATIVE and FREE blocks for solvers that lack them
/// (problem-form section 4). A rewritten problem keeps the properties COPOSITIVE and GROUPED and
/// loses SYMMETRIC, MONOTONE, POSITIVE_DIAGONAL and REGULAR.
class CARDAN_API Lowering {
 public:
  /// Lowers a problem for a solver that supports the block kinds `kinds`. Returns false, and does
  /// not write to `lowered`, if the solver supports all kinds of the problem.
  bool lower(const Problem& problem, std::uint32_t kinds, Problem& lowered);

  /// Returns the number of rows after lower().
  static int lowered_rows(const Problem& problem, std::uint32_t kinds);

  /// Converts a guess for the problem (m impulses) to a guess for the lowered problem (lowered m
  /// impulses).
  void guess(const Problem& problem, const double* lambda, double* lambda_lowered) const;
  /// Converts the impulses of the lowered problem to impulses of the original problem.
  void lift(const double* lambda_lowered, double* lambda) const;

  /// Returns the kinds and properties of a class of problems after lowering for a solver. They are
  /// used by the compatibility check at load time.
  static std::uint32_t lowered_kinds(std::uint32_t kinds, std::uint32_t solver_kinds);
  static std::uint32_t lowered_properties(std::uint32_t properties, std::uint32_t kinds,
                                          std::uint32_t solver_kinds);

 private:
  enum class Form : unsigned char {
    kCopied,
    kBothBounds,  ///< λ = lo + x; rows x, y with u = w − y and 0 ≤ hi − lo − x ⊥ y ≥ 0
    kLowerBound,  ///< λ = lo + x
    kUpperBound,  ///< λ = hi − x
    kCoupled,  ///< BOX_MU: λ = p⁺ − p⁻; rows p⁺, p⁻, s as in a pyramid with two directions
  };
  /// One row of the original problem.
  struct Piece {
    Form form = Form::kCopied;
    int first = 0;      ///< first row in the lowered problem
    double offset = 0;  ///< t0, i.e. lo or hi
    double width = 0;   ///< hi − lo
    double mu = 0;      ///< friction coefficient, for kCoupled
    int parent = -1;    ///< parent row of the original problem, for kCoupled
  };
  static int count(Form form);
  static double sign(Form form) { return form == Form::kUpperBound ? -1.0 : 1.0; }

  void plan(const Problem& problem, std::uint32_t kinds);
  void write_block(const cardan_block& block, Problem& lowered) const;
  void write_row(const Problem& problem, int row, double row_sign, Problem& lowered) const;
  void write_compliance(const Problem& problem, int row, double row_sign, SparseRows& S) const;
  void write_rows(const Problem& problem, Problem& lowered) const;

  std::vector<Piece> pieces_;
  std::vector<double> shift_, bias_;   ///< t0 and b + A t0 of the original rows
  mutable std::vector<double> z_, u_;  ///< scratch memory
};

}  // namespace cardan
