#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "constraint/problem_files/global_form.h"
#include "constraint/problem_files/number_scanner.h"

/// Common text formats for contact problems (docs/problem-files.md). White space separates the
/// numbers. A reference solution or a remark may follow the last number.
namespace cardan {

enum class TextFormat { kUnknown, kFriction, kLcp, kMlcp };

/// Detects the format from the first numbers. At most one format fits.
TextFormat detect_text_format(std::string_view text);

/// Reads a matrix with its header. The header gives the storage, which is 0 (dense, column-major),
/// 1 (block-sparse) or 2 (as printed by the CSparse library), and the numbers of rows and columns.
TripletMatrix read_text_matrix(NumberScanner& scanner);
/// Reads the part after the header of storage 2.
void read_printed_sparse(NumberScanner& scanner, TripletMatrix& matrix);

/// Reads `size` numbers. what: name of a number in errors.
std::vector<double> read_vector(NumberScanner& scanner, std::int64_t size, const char* what);

/// Throws unless the matrix has the given numbers of rows and columns.
void require_size(const NumberScanner& scanner, const TripletMatrix& matrix, int rows, int columns);

/// These functions read problems of the three kinds. They do not set steps, weights or properties.
/// Friction problems are local (W, q, μ) or global (M, H, q, b, μ).
void read_friction_text(NumberScanner& scanner, ProblemFile& file);
void read_lcp_text(NumberScanner& scanner, ProblemFile& file);
void read_mlcp_text(NumberScanner& scanner, ProblemFile& file);

}  // namespace cardan
