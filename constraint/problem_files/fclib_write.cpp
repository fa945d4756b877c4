#include <algorithm>

#include "constraint/problem_files/hdf5_problems.h"

namespace cardan {

namespace {

void write_integer(Hdf5Writer& out, const std::string& path, std::int32_t value) {
  out.write(path, std::span<const std::int32_t>(&value, 1));
}

// Compressed rows, the usual storage of W in FCLIB files.
void write_matrix(Hdf5Writer& out, const std::string& group, const SparseRows& rows) {
  constexpr int kCompressedRows = -2;
  write_integer(out, group + "/nzmax", static_cast<std::int32_t>(rows.value.size()));
  write_integer(out, group + "/m", rows.rows());
  write_integer(out, group + "/n", rows.cols);
  write_integer(out, group + "/nz", kCompressedRows);
  out.write(group + "/p", std::span<const std::int32_t>(rows.start));
  out.write(group + "/i", std::span<const std::int32_t>(rows.index));
  out.write(group + "/x", std::span<const double>(rows.value));
}

/// Row i of A = Y Yᵀ + S without the dense matrix.
class MatrixRow {
 public:
  explicit MatrixRow(const Problem& problem)
      : problem_(problem), z_(problem.Y.cols, 0.0), row_(problem.b.size(), 0.0) {}

  const std::vector<double>& compute(int i) {
    const cardan_rows Y = problem_.Y.view(), S = problem_.S.view();
    std::fill(z_.begin(), z_.end(), 0.0);
    for (std::int32_t k = Y.start[i]; k < Y.start[i + 1]; ++k) z_[Y.index[k]] = Y.value[k];
    for (int j = 0; j < problem_.m(); ++j) row_[j] = sparse_dot(Y, j, z_.data());
    for (std::int32_t k = S.start[i]; k < S.start[i + 1]; ++k) row_[S.index[k]] += S.value[k];
    return row_;
  }

 private:
  const Problem& problem_;
  std::vector<double> z_, row_;
};

std::vector<double> pick(const std::vector<double>& x, const std::vector<int>& rows) {
  std::vector<double> result;
  result.reserve(rows.size());
  for (const int i : rows) result.push_back(x[i]);
  return result;
}

void append_row(const std::vector<double>& row, const std::vector<int>& columns, SparseRows& rows) {
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (row[columns[j]] != 0) rows.push(static_cast<int>(j), row[columns[j]]);
  }
  rows.end_row();
}

/// Assignment of rows of the problem to FCLIB.
struct Rows {
  std::vector<int> contact, bilateral;
  std::vector<double> mu;
};

// Returns false if a block is neither CONE(3) nor FREE, or if there is no contact.
bool sort_rows(const Problem& problem, Rows& rows) {
  for (const cardan_block& block : problem.blocks) {
    const bool contact = block.kind == CARDAN_CONE && block.dim == 3;
    if (!contact && block.kind != CARDAN_FREE) return false;
    if (contact) rows.mu.push_back(block.mu);
    for (int i = 0; i < block.dim; ++i) {
      (contact ? rows.contact : rows.bilateral).push_back(block.row + i);
    }
  }
  return !rows.mu.empty();
}

}  // namespace

bool write_fclib_local(Hdf5Writer& out, const ProblemFile& file) {
  const Problem& problem = file.problem;
  Rows rows;
  if ((problem.properties & CARDAN_SYMMETRIC) == 0 || !sort_rows(problem, rows)) return false;
  const std::string root = "/fclib_local";
  MatrixRow A(problem);
  SparseRows W, V, R;
  W.clear(static_cast<int>(rows.contact.size()));
  V.clear(static_cast<int>(rows.bilateral.size()));
  R.clear(static_cast<int>(rows.bilateral.size()));
  for (const int i : rows.contact) {
    const std::vector<double>& row = A.compute(i);
    append_row(row, rows.contact, W);
    append_row(row, rows.bilateral, V);
  }
  for (const int i : rows.bilateral) append_row(A.compute(i), rows.bilateral, R);

  write_integer(out, root + "/spacedim", 3);
  write_matrix(out, root + "/W", W);
  if (!rows.bilateral.empty()) {
    write_matrix(out, root + "/V", V);
    write_matrix(out, root + "/R", R);
    out.write(root + "/vectors/s", std::span<const double>(pick(problem.b, rows.bilateral)));
  }
  out.write(root + "/vectors/q", std::span<const double>(pick(problem.b, rows.contact)));
  out.write(root + "/vectors/mu", std::span<const double>(rows.mu));
  out.write_fixed(root + "/info/title", file.origin.scene);
  out.write_fixed(root + "/info/description", file.origin.remark);
  out.write_fixed(root + "/info/math_info", "");

  // The guess and its velocities.
  std::vector<double> z(std::max(problem.Y.cols, 1)), u(problem.b.size());
  compute_velocity(problem.view(), file.guess.data(), z.data(), u.data());
  write_integer(out, "/guesses/number_of_guesses", 1);
  out.write("/guesses/1/r", std::span<const double>(pick(file.guess, rows.contact)));
  out.write("/guesses/1/u", std::span<const double>(pick(u, rows.contact)));
  if (!rows.bilateral.empty()) {
    out.write("/guesses/1/l", std::span<const double>(pick(file.guess, rows.bilateral)));
  }
  return true;
}

}  // namespace cardan
