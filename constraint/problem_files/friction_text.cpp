#include "cardan/error.h"
#include "constraint/problem_files/text_problems.h"

// Local:  dimension, contacts, W, q, μ:       u = W r + q.
// Global: dimension, contacts, M, H, q, b, μ: M v = H r + q, u = Hᵀ v + b.
// Dimension 5 is rolling friction in three dimensions: each contact has a normal, two tangent and
// two rolling rows, and the lengths μ_r follow after μ.

namespace cardan {

namespace {

constexpr int kRolling = 5;

int coefficients(int dim) { return dim == kRolling ? 2 : 1; }

// True if a matrix of this size follows in the format of the CSparse library. Looks ahead with a
// copy of the scanner.
bool printed_matrix_follows(NumberScanner ahead, int rows, int columns) try {
  ahead.integer("storage", 2, 2);
  ahead.integer("number of rows", rows, rows);
  ahead.integer("number of columns", columns, columns);
  const int kind = ahead.integer("storage of a sparse matrix", 1, 2);
  ahead.skip_line();  // rest of the line of the storage
  ahead.skip_line();  // version of CSparse
  if (kind == 1) ahead.expect_word("triplet:");
  ahead.expect_word(std::to_string(rows) + "-by-" + std::to_string(columns) + ",");
  return true;
} catch (const Error&) {
  return false;
}

// One number may follow the coefficients: the flag of a problem without a stored solution.
bool is_local(const NumberScanner& scanner, int dim, int contacts, const TripletMatrix& matrix) {
  const std::int64_t rows = std::int64_t{dim} * contacts;
  if (matrix.rows != rows) return false;
  // H of a global problem: words of CSparse end its numbers, so their count is not conclusive.
  if (printed_matrix_follows(scanner, matrix.rows, matrix.rows)) return false;
  const std::int64_t expected = rows + std::int64_t{coefficients(dim)} * contacts;
  const std::int64_t rest = scanner.count_numbers(expected + 2);
  // A file that is too short is rejected as a local problem, the closest form.
  return rest <= expected + 1;
}

// A contact with rolling friction: CONE(3), then BALL_MU(2) with the cone's normal as parent.
void append_rolling_contacts(const std::vector<double>& mu, const std::vector<double>& length,
                             const std::string& where, ProblemFile& file) {
  for (std::size_t k = 0; k < mu.size(); ++k) {
    append_contacts(3, {mu[k]}, where, file);
    if (!(length[k] >= 0)) {
      throw Error("a rolling friction coefficient is negative", where, "expected numbers >= 0");
    }
    append_block(CARDAN_BALL_MU, 2, length[k], file.problem);
    cardan_block& rolling = file.problem.blocks.back();
    const cardan_block& contact = file.problem.blocks[file.problem.blocks.size() - 2];
    rolling.parent = contact.row;
    rolling.group = contact.group;
    file.problem.num_groups = contact.group + 1;
  }
}

void read_coefficients(NumberScanner& scanner, int dim, int contacts, ProblemFile& file) {
  const std::vector<double> mu = read_vector(scanner, contacts, "coefficient of friction");
  if (dim != kRolling) return append_contacts(dim, mu, scanner.where(), file);
  const std::vector<double> length =
      read_vector(scanner, contacts, "coefficient of rolling friction");
  append_rolling_contacts(mu, length, scanner.where(), file);
}

void read_local(NumberScanner& scanner, int dim, int contacts, TripletMatrix W, ProblemFile& file) {
  const int m = W.rows;
  file.problem.b = read_vector(scanner, m, "entry of the free velocity q");
  read_coefficients(scanner, dim, contacts, file);
  set_local_matrix(m, std::move(W.entries), file);
  file.problem.Y.start.assign(static_cast<std::size_t>(m) + 1, 0);
}

// Calls eliminate_velocity() and names the file in its errors.
bool eliminate(const GlobalForm& form, const std::string& where, ProblemFile& file) try {
  return eliminate_velocity(form, file);
} catch (const Error& error) {
  throw Error(error.what(), where);
}

void read_global(NumberScanner& scanner, int dim, int contacts, TripletMatrix M,
                 ProblemFile& file) {
  file.format = "global friction text";
  GlobalForm form;
  form.M = std::move(M);
  const int dof = form.M.rows, rows = dim * contacts;
  if (contacts > 0) {
    form.H = read_text_matrix(scanner);
    require_size(scanner, form.H, dof, rows);
  }
  form.H.rows = form.G.rows = dof;
  form.f = read_vector(scanner, dof, "entry of the force q");
  form.w = read_vector(scanner, rows, "entry of the velocity b");
  read_coefficients(scanner, dim, contacts, file);
  if (!eliminate(form, scanner.where(), file)) {
    throw Error("the mass matrix is not positive definite", scanner.where(),
                "expected a global problem with the matrices M and H");
  }
}

}  // namespace

void read_friction_text(NumberScanner& scanner, ProblemFile& file) {
  const int dim = scanner.integer("dimension", 2, kRolling);
  const int contacts = scanner.integer("number of contacts", 0, kMostAnnounced / 3);
  if (contacts == 0) {
    scanner.fail("the problem has no contacts", "expected at least one contact");
  }
  TripletMatrix matrix = read_text_matrix(scanner);
  require_size(scanner, matrix, matrix.rows, matrix.rows);
  if (is_local(scanner, dim, contacts, matrix)) {
    read_local(scanner, dim, contacts, std::move(matrix), file);
  } else {
    read_global(scanner, dim, contacts, std::move(matrix), file);
  }
  if (scanner.count_numbers(2) > 1) {
    scanner.fail("unexpected numbers after the friction coefficients",
                 "expected the end of the file");
  }
}

}  // namespace cardan
