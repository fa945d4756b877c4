#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/export.h"
#include "cardan/problem.h"

namespace cardan {

/// Origin of a problem. Unknown fields are empty or −1.
struct ProblemOrigin {
  std::string scene;        ///< name of the scene
  std::int64_t step = -1;   ///< number of the step in which the problem was captured
  int island = -1;          ///< index of the island in that step
  double time = 0;          ///< time at the start of that step [s]
  std::string formulation;  ///< id of the formulation that built the problem
  std::string remark;       ///< free text, one line
};

/// Result of one solver of the chain at the time of the capture.
struct RecordedAttempt {
  std::string solver;
  int status = CARDAN_NUMERIC;
  int iterations = 0;
  double residual =
      0;  ///< residual computed by the host [m/s]; infinity if the answer was not finite
};

/// Expected result of a solver in a regression case. If the solver is empty, there is no
/// expectation.
struct ProblemExpectation {
  std::string solver;
  int status = CARDAN_SOLVED;
  double tolerance = 0;  ///< bound on the judged residual [m/s]
};

/// Contents of a problem file (docs/problem-files.md).
struct ProblemFile {
  Problem problem;
  std::vector<double> guess;       ///< (m) initial λ
  std::vector<std::string> names;  ///< name of each block, e.g. "crate | ground, contact 2"
  ProblemOrigin origin;
  std::vector<RecordedAttempt> attempts;
  ProblemExpectation expectation;
  /// The W of the file if the reader removed its skew part from the problem; otherwise, a matrix
  /// without rows.
  SparseRows own_matrix;
  std::string format;  ///< name of the format, set by the reader: "cardan", "fclib_local",
                       ///< "friction text", …
  std::vector<std::string>
      notes;  ///< changes made and findings reported by the reader, one line each
};

/// Reads a problem in any known format: cardan's full form and FCLIB in HDF5; friction problems
/// (local, global, with rolling), LCP and MLCP in text. The format is detected from the content.
/// The matrix of a foreign file is stored in S, or in Y if the file has a mass matrix. Steps,
/// weights and properties of a foreign problem are computed. The tolerance of such a problem is
/// 1e-9 max |b|, since such files have no units. Throws an Error that names the file and the
/// expected content. The result passes validate().
CARDAN_API ProblemFile read_problem(const std::string& file);

/// Reads a problem from memory. where: name of the file in errors.
CARDAN_API ProblemFile read_problem(std::string_view content, const std::string& where);

/// Returns the problem with the original W, if the reader removed its skew part. Answers solve the
/// symmetric problem and should also be judged against the original problem.
CARDAN_API std::optional<Problem> own_problem(const ProblemFile& file);

/// Returns the problem with (A + Aᵀ)/2 in place of A, for solvers that need SYMMETRIC. The matrix
/// is stored in S. Returns nothing if the problem is symmetric, if its matrix is stored in Y, or if
/// it has no CONE blocks (the matrix of an LCP need not be symmetric). Only the residual of the
/// original problem shows whether an answer solves the problem in the file.
CARDAN_API std::optional<Problem> symmetric_part(const Problem& problem);

/// Writes cardan's full form, and also FCLIB's local form if all blocks are CONE(3) or FREE. Writes
/// the file completely or not at all. Throws Error on failure.
CARDAN_API void write_problem(const std::string& file, const ProblemFile& problem);

}  // namespace cardan
