#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cardan/constraint/problem_files/foreign_problem_internal.h"
#include "cardan/constraint/problem_files/number_scanner_internal.h"

/// The text formats of the field (docs/problem-files.md). Numbers apart by white space; what
/// follows the last number needed (a reference solution, a remark) is not read.
namespace cardan {

enum class TextFormat { kUnknown, kFriction, kLcp, kMlcp };

/// Which format the first numbers fit; they exclude each other.
TextFormat detect_text_format(std::string_view text);

/// A matrix with its own header: storage 0 (dense, column-major) or 1 (block-sparse), rows,
/// columns, then what the storage asks for.
struct TextMatrix {
  int rows = 0, columns = 0;
  std::vector<Triplet> entries;
};
TextMatrix read_text_matrix(NumberScanner& scanner);

/// Reads problems of the three kinds. Steps, weights and properties are not set yet.
void read_friction_text(NumberScanner& scanner, ProblemFile& file);
void read_lcp_text(NumberScanner& scanner, ProblemFile& file);
void read_mlcp_text(NumberScanner& scanner, ProblemFile& file);

}  // namespace cardan
