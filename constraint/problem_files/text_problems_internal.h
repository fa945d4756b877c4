#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cardan/constraint/problem_files/global_form_internal.h"
#include "cardan/constraint/problem_files/number_scanner_internal.h"

/// The text formats of the field (docs/problem-files.md). White space separates the numbers. A
/// reference solution or a remark may follow the last number needed.
namespace cardan {

enum class TextFormat { kUnknown, kFriction, kLcp, kMlcp };

/// Which format the first numbers fit; they exclude each other.
TextFormat detect_text_format(std::string_view text);

/// A matrix with its own header: storage 0 (dense, column-major), 1 (block-sparse) or 2 (sparse as
/// the CSparse library prints it), rows, columns, then what the storage asks for.
TripletMatrix read_text_matrix(NumberScanner& scanner);
/// Reads the part after the header of storage 2.
void read_printed_sparse(NumberScanner& scanner, TripletMatrix& matrix);

/// `size` numbers; what: the name of one in errors.
std::vector<double> read_vector(NumberScanner& scanner, std::int64_t size, const char* what);

/// Throws unless the matrix has so many rows and columns.
void require_size(const NumberScanner& scanner, const TripletMatrix& matrix, int rows, int columns);

/// Reads problems of the three kinds. Steps, weights and properties are not set yet. Friction
/// problems are local (W, q, μ) or global (M, H, q, b, μ).
void read_friction_text(NumberScanner& scanner, ProblemFile& file);
void read_lcp_text(NumberScanner& scanner, ProblemFile& file);
void read_mlcp_text(NumberScanner& scanner, ProblemFile& file);

}  // namespace cardan
