#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cardan/problem_file.h"
#include "cardan/spatial.h"

/// The expected problem of a file by dense algebra, which shares no code with the reader.
namespace cardan::test {

/// Y Yᵀ + S, entry by entry.
MatrixX dense_matrix(const Problem& problem);

/// Solutions of FREE and NONNEGATIVE rows by trying every set of positive λ (least squares for
/// singular sets). Only for few NONNEGATIVE rows.
std::optional<VectorX> solve_by_enumeration(const Problem& problem);

/// ‖λ − P(λ − û)‖ with steps of one over the norms of b, λ and u, the largest: for FREE,
/// NONNEGATIVE and CONE blocks.
double relative_error(const Problem& problem, const VectorX& lambda);

/// λ by a solver of this build, with the tolerance of the problem; the guess is the file's.
VectorX solve_with(const std::string& solver, const ProblemFile& file);

/// Files of ../shared/problems/FAMILY with this ending, sorted; empty if the folder is missing.
std::vector<std::filesystem::path> field_files(const std::string& family,
                                               const std::string& ending);

}  // namespace cardan::test
