#include "constraint/problem_files/text_problems.h"

#include <array>

namespace cardan {

void require_size(const NumberScanner& scanner, const TripletMatrix& matrix, int rows,
                  int columns) {
  if (matrix.rows == rows && matrix.columns == columns) return;
  scanner.fail(
      "the matrix is " + std::to_string(matrix.rows) + " x " + std::to_string(matrix.columns),
      "expected " + std::to_string(rows) + " x " + std::to_string(columns));
}

std::vector<double> read_vector(NumberScanner& scanner, std::int64_t size, const char* what) {
  if (size > 1) scanner.require_room(size, what);
  std::vector<double> x(static_cast<std::size_t>(size));
  for (double& value : x) value = scanner.number(what);
  return x;
}

TextFormat detect_text_format(std::string_view text) {
  // The leading integers of the text, as many as distinguish the formats.
  std::array<std::int64_t, 7> x{};
  std::size_t count = 0;
  for (std::size_t at = 0; count < x.size();) {
    at = text.find_first_not_of(" \t\r\n\v\f", at);
    if (at == text.npos) break;
    const std::size_t end = std::min(text.find_first_of(" \t\r\n\v\f", at), text.size());
    if (!parse_integer(text.substr(at, end - at), x[count])) break;
    ++count;
    at = end;
  }
  const auto flag = [](std::int64_t k) { return k == 0 || k == 1; };
  const auto dimension = [](std::int64_t k) { return k == 2 || k == 3 || k == 5; };
  const auto storage = [](std::int64_t k) { return k >= 0 && k <= 2; };
  // dimension, contacts, storage, rows = columns; dimension × contacts of them in a local problem
  const bool friction = count >= 5 && dimension(x[0]) && x[1] >= 0 && x[1] <= kMostAnnounced &&
                        storage(x[2]) && x[3] >= 1 && x[4] == x[3];
  if (friction && x[3] == x[0] * x[1]) return TextFormat::kFriction;
  // size, storage, rows = columns = size, then the size again or a number of blocks
  if (count >= 5 && x[0] >= 1 && flag(x[1]) && x[2] == x[0] && x[3] == x[0] && x[4] >= 1 &&
      (x[1] == 1 || x[4] == x[0])) {
    return TextFormat::kLcp;
  }
  // two flags, equations, inequalities; with the first flag the starts of row blocks, from 0
  if (count >= 4 && flag(x[0]) && flag(x[1]) && x[0] + x[1] > 0 && x[2] >= 0 && x[3] >= 0 &&
      (x[2] > 0 || x[3] > 0) && (x[0] == 0 || (count >= 5 && x[4] == 0))) {
    return TextFormat::kMlcp;
  }
  return friction ? TextFormat::kFriction : TextFormat::kUnknown;
}

void read_lcp_text(NumberScanner& scanner, ProblemFile& file) {
  const int n = scanner.integer("size of the problem", 1, kMostAnnounced);
  TripletMatrix M = read_text_matrix(scanner);
  require_size(scanner, M, n, n);
  file.problem.b = read_vector(scanner, n, "entry of the vector q");
  file.problem.S = rows_from_triplets(n, n, std::move(M.entries));
  file.problem.Y.start.assign(static_cast<std::size_t>(n) + 1, 0);
  for (int i = 0; i < n; ++i) append_block(CARDAN_NONNEGATIVE, 1, 0, file.problem);
  // A reference solution z, or z and w.
  const std::int64_t rest = scanner.count_numbers(2 * std::int64_t{n} + 1);
  if (rest != 0 && rest != n && rest != 2 * std::int64_t{n}) {
    scanner.fail("unexpected numbers after the vector q",
                 "expected none, a reference solution or a remark");
  }
}

}  // namespace cardan
