#pragma once

#include <vector>

#include "cardan/constraint/problem.h"

namespace cardan {

/// Rewrites BOX and BOX_MU blocks as NONNEGATIVE and FREE blocks for solvers that lack them
/// (problem-form section 4). A rewritten problem keeps the properties COPOSITIVE and GROUPED and
/// loses SYMMETRIC, MONOTONE, POSITIVE_DIAGONAL and REGULAR.
class CARDAN_API Lowering {
 public:
  /// kinds: block kinds that the solver supports. Returns false, without writing, if it supports
  /// all kinds of the problem.
  bool lower(const Problem& problem, std::uint32_t kinds, Problem& lowered);

  /// Number of rows after lower().
  static int lowered_rows(const Problem& problem, std::uint32_t kinds);

  /// Guess of the lowered problem from one of the problem. (m) and (lowered m) impulses.
  void guess(const Problem& problem, const double* lambda, double* lambda_lowered) const;
  /// Impulses of the problem from those of the lowered one.
  void lift(const double* lambda_lowered, double* lambda) const;

  /// Kinds and properties of a class of problems after lowering for a solver, for the compatibility
  /// check at load time.
  static std::uint32_t lowered_kinds(std::uint32_t kinds, std::uint32_t solver_kinds);
  static std::uint32_t lowered_properties(std::uint32_t properties, std::uint32_t kinds,
                                          std::uint32_t solver_kinds);

 private:
  enum class Form : unsigned char {
    kCopied,
    kBothBounds,  ///< λ = lo + x; rows x, y with u = w − y and 0 ≤ hi − lo − x ⊥ y ≥ 0
    kLowerBound,  ///< λ = lo + x
    kUpperBound,  ///< λ = hi − x
    kCoupled,  ///< BOX_MU: λ = p⁺ − p⁻; rows p⁺, p⁻, s as in a pyramid of two directions
  };
  /// One row of the original problem.
  struct Piece {
    Form form = Form::kCopied;
    int first = 0;      ///< first row in the lowered problem
    double offset = 0;  ///< t0: lo or hi
    double width = 0;   ///< hi − lo
    double mu = 0;      ///< kCoupled
    int parent = -1;    ///< kCoupled: row of the original problem
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
  mutable std::vector<double> z_, u_;  ///< scratch
};

}  // namespace cardan
