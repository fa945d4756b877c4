#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/constraint/problem.h"
#include "cardan/core/export.h"

namespace cardan {

/// Where a problem came from and how it fared there. Empty texts and −1 where nothing is known.
struct ProblemOrigin {
  std::string scene;        ///< name of the scene
  std::int64_t step = -1;   ///< count of the step in which it was captured
  int island = -1;          ///< index of the island in that step
  double time = 0;          ///< [s], start of that step
  std::string formulation;  ///< id of the formulation that built it
  std::string remark;       ///< free text, one line
};

/// Result of one solver of the chain when the problem was captured.
struct RecordedAttempt {
  std::string solver;
  int status = CARDAN_NUMERIC;
  int iterations = 0;
  double residual = 0;  ///< [m/s], judged by the host; infinity when the answer was not finite
};

/// Expectation of a regression case on a solver; empty solver = no expectation.
struct ProblemExpectation {
  std::string solver;
  int status = CARDAN_SOLVED;
  double tolerance = 0;  ///< [m/s] on the judged residual
};

/// A problem as it stands in a file (docs/problem-files.md).
struct ProblemFile {
  Problem problem;
  std::vector<double> guess;       ///< λ to start from, m numbers
  std::vector<std::string> names;  ///< one per block: "crate | ground, contact 2"
  ProblemOrigin origin;
  std::vector<RecordedAttempt> attempts;
  ProblemExpectation expectation;
  /// W of the file where reading took its skew part out of the problem; else without rows.
  SparseRows own_matrix;
  std::string format;  ///< "cardan", "fclib_local", "friction text", …; set by reading
  std::vector<std::string> notes;  ///< what reading changed or found, one line each
};

/// Reads a problem in any known format, found out from the content: our full form and FCLIB in
/// HDF5; in text friction (local, global, with rolling), LCP and MLCP. The matrix of a foreign file
/// stands in S (or Y where its mass matrix is known). Its steps, weights and properties are
/// derived, and the tolerance is 1e-9 max |b|, since such files carry no unit. Throws Error that
/// names the file and what was expected. The result passes validate().
CARDAN_API ProblemFile read_problem(const std::string& file);

/// Reads a problem from memory; `where` stands for the file in errors.
CARDAN_API ProblemFile read_problem(std::string_view content, const std::string& where);

/// The problem with the file's own W, where reading took its skew part out. Judge answers with it
/// too: they solve the symmetric problem.
CARDAN_API std::optional<Problem> own_problem(const ProblemFile& file);

/// The problem with (A + Aᵀ)/2 in place of A, for solvers that need SYMMETRIC; the matrix stands in
/// S. Nothing where the problem is symmetric, where its matrix stands in Y, or without CONE blocks:
/// the matrix of an LCP need not be symmetric. An answer to it is an answer to the file only as far
/// as the file's own residual says.
CARDAN_API std::optional<Problem> symmetric_part(const Problem& problem);

/// Writes our full form, and FCLIB's local form beside it where the blocks are contacts in CONE(3)
/// and FREE rows. The whole file or nothing. Throws Error.
CARDAN_API void write_problem(const std::string& file, const ProblemFile& problem);

}  // namespace cardan
