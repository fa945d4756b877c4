#include <cmath>

#include "constraint/problem_files/global_form.h"
#include "constraint/problem_files/hdf5_problems.h"

// Local:  u = W r + V λ + q,  0 = Vᵀ r + R λ + s.
// Global: M v = H r + G λ + f,  u = Hᵀ v + w,  0 = Gᵀ v + b, from which with M = L Lᵀ
//         Y = [L⁻¹ H, L⁻¹ G]ᵀ and the right side Y L⁻¹ f + [w; b].

namespace cardan {

namespace {

using Matrix = TripletMatrix;

void require(bool good, const Hdf5Reader& in, const std::string& path, const char* what) {
  if (!good) in.fail("'" + path + "' " + what);
}

// Compressed columns or rows: `lines` lines, line a with the range start[a]..start[a + 1].
void read_compressed(const Hdf5Reader& in, const std::string& group, bool by_rows,
                     const std::vector<double>& x, Matrix& matrix) {
  const std::vector<std::int64_t> p = in.whole_numbers(group + "/p");
  const std::vector<std::int64_t> i = in.whole_numbers(group + "/i");
  const int lines = by_rows ? matrix.rows : matrix.columns;
  const int places = by_rows ? matrix.columns : matrix.rows;
  require(p.size() == static_cast<std::size_t>(lines) + 1, in, group + "/p",
          "does not have a start per line and the end");
  require(p[0] == 0 && p.back() >= 0 && static_cast<std::size_t>(p.back()) <= x.size() &&
              static_cast<std::size_t>(p.back()) <= i.size(),
          in, group + "/p", "does not fit the number of entries");
  for (int a = 0; a < lines; ++a) {
    require(p[a] <= p[a + 1] && p[a + 1] <= p.back(), in, group + "/p", "does not ascend");
    for (std::int64_t k = p[a]; k < p[a + 1]; ++k) {
      require(i[k] >= 0 && i[k] < places, in, group + "/i", "holds an index out of range");
      const int place = static_cast<int>(i[k]);
      if (by_rows) {
        matrix.entries.push_back({a, place, x[k]});
      } else {
        matrix.entries.push_back({place, a, x[k]});
      }
    }
  }
}

void read_triplets(const Hdf5Reader& in, const std::string& group, std::size_t count,
                   const std::vector<double>& x, Matrix& matrix) {
  const std::vector<std::int64_t> p = in.whole_numbers(group + "/p");
  const std::vector<std::int64_t> i = in.whole_numbers(group + "/i");
  require(count <= x.size() && count <= p.size() && count <= i.size(), in, group + "/nz",
          "is larger than the number of entries");
  for (std::size_t k = 0; k < count; ++k) {
    require(i[k] >= 0 && i[k] < matrix.rows && p[k] >= 0 && p[k] < matrix.columns, in, group,
            "holds an index out of range");
    matrix.entries.push_back({static_cast<int>(i[k]), static_cast<int>(p[k]), x[k]});
  }
}

// nz ≥ 0: nz triplets (i: rows, p: columns); −1: compressed columns; −2: compressed rows.
Matrix read_matrix(const Hdf5Reader& in, const std::string& group) {
  Matrix matrix;
  matrix.rows = read_one(in, group + "/m", 0, kMostAnnounced);
  matrix.columns = read_one(in, group + "/n", 0, kMostAnnounced);
  const int nz = read_one(in, group + "/nz", -2, std::numeric_limits<int>::max());
  const std::vector<double> x = in.doubles(group + "/x");
  for (const double value : x) {
    require(std::isfinite(value), in, group + "/x", "holds a number that is not finite");
  }
  if (nz >= 0) {
    read_triplets(in, group, static_cast<std::size_t>(nz), x, matrix);
  } else {
    read_compressed(in, group, nz == -2, x, matrix);
  }
  return matrix;
}

Matrix read_matrix(const Hdf5Reader& in, const std::string& group, int rows, int columns) {
  Matrix matrix = read_matrix(in, group);
  if (matrix.rows != rows || matrix.columns != columns) {
    in.fail("'" + group + "' is " + std::to_string(matrix.rows) + " x " +
            std::to_string(matrix.columns) + " in place of " + std::to_string(rows) + " x " +
            std::to_string(columns));
  }
  return matrix;
}

// Appends contacts, then `bilateral` FREE blocks of one row.
void read_blocks(const Hdf5Reader& in, const std::string& root, int contact_rows, int bilateral,
                 ProblemFile& file) {
  const int dim = read_one(in, root + "/spacedim", 2, 3);
  require(contact_rows % dim == 0, in, root, "does not have spacedim rows a contact");
  append_contacts(dim, read_numbers(in, root + "/vectors/mu", contact_rows / dim), in.name(), file);
  for (int i = 0; i < bilateral; ++i) append_block(CARDAN_FREE, 1, 0, file.problem);
}

void read_guess(const Hdf5Reader& in, int contact_rows, int bilateral, ProblemFile& file) {
  if (!in.has("/guesses/1/r")) return;
  file.guess = read_numbers(in, "/guesses/1/r", contact_rows);
  std::vector<double> rest(bilateral, 0.0);
  if (bilateral > 0 && in.has("/guesses/1/l")) {
    rest = read_numbers(in, "/guesses/1/l", bilateral);
  }
  file.guess.insert(file.guess.end(), rest.begin(), rest.end());
}

// Title and description on one line.
void read_info(const Hdf5Reader& in, const std::string& root, ProblemFile& file) {
  std::string text;
  for (const char* name : {"/info/title", "/info/description"}) {
    if (in.has_fixed_text(root + name))
      text.append(text.empty() ? "" : ": ").append(in.text(root + name));
  }
  std::string& line = file.origin.remark;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!space) line.push_back(c);
    if (space && !line.empty() && line.back() != ' ') line.push_back(' ');
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
}

// Some programs store only one triangle of W.
void mirror_triangle(Matrix& W, ProblemFile& file) {
  bool lower = false, upper = false;
  for (const Triplet& e : W.entries) {
    lower = lower || (e.row > e.column && e.value != 0);
    upper = upper || (e.row < e.column && e.value != 0);
  }
  if (lower == upper) return;
  for (std::size_t k = 0, count = W.entries.size(); k < count; ++k) {
    const Triplet e = W.entries[k];
    if (e.row != e.column) W.entries.push_back({e.column, e.row, e.value});
  }
  file.notes.emplace_back("one triangle of W is empty: the other was mirrored");
}

}  // namespace

int read_one(const Hdf5Reader& in, const std::string& path, int lowest, int highest) {
  const std::vector<std::int64_t> values = in.whole_numbers(path);
  require(values.size() == 1, in, path, "is not one number");
  if (values[0] < lowest || values[0] > highest) {
    in.fail("'" + path + "' is " + std::to_string(values[0]) + ", expected " +
            std::to_string(lowest) + " to " + std::to_string(highest));
  }
  return static_cast<int>(values[0]);
}

std::vector<double> read_numbers(const Hdf5Reader& in, const std::string& path, std::size_t size) {
  std::vector<double> values = in.doubles(path);
  if (values.size() != size) {
    in.fail("'" + path + "' has " + std::to_string(values.size()) + " numbers in place of " +
            std::to_string(size));
  }
  for (const double x : values) {
    require(std::isfinite(x), in, path, "holds a number that is not finite");
  }
  return values;
}

void read_fclib_local(const Hdf5Reader& in, ProblemFile& file) {
  const std::string root = "/fclib_local";
  Matrix W = read_matrix(in, root + "/W");
  require(W.rows == W.columns, in, root + "/W", "is not square");
  const int n = W.rows;
  mirror_triangle(W, file);
  file.problem.b = read_numbers(in, root + "/vectors/q", n);
  int bilateral = 0;
  if (in.has(root + "/R")) {
    const Matrix R = read_matrix(in, root + "/R");
    bilateral = R.rows;
    require(R.rows == R.columns, in, root + "/R", "is not square");
    const Matrix V = read_matrix(in, root + "/V", n, bilateral);
    const std::vector<double> s = read_numbers(in, root + "/vectors/s", bilateral);
    file.problem.b.insert(file.problem.b.end(), s.begin(), s.end());
    for (const Triplet& e : R.entries) W.entries.push_back({n + e.row, n + e.column, e.value});
    for (const Triplet& e : V.entries) {
      W.entries.push_back({e.row, n + e.column, e.value});
      W.entries.push_back({n + e.column, e.row, e.value});
    }
  }
  read_blocks(in, root, n, bilateral, file);
  set_local_matrix(n + bilateral, std::move(W.entries), file);
  file.problem.Y.start.assign(static_cast<std::size_t>(n) + bilateral + 1, 0);
  read_guess(in, n, bilateral, file);
  read_info(in, root, file);
}

void read_fclib_global(const Hdf5Reader& in, ProblemFile& file) {
  const std::string root = "/fclib_global";
  GlobalForm form;
  form.M = read_matrix(in, root + "/M");
  form.H = read_matrix(in, root + "/H");
  const int dof = form.M.rows, contact_rows = form.H.columns;
  require(dof > 0, in, root + "/M", "is empty");
  require(form.M.columns == dof && form.H.rows == dof, in, root + "/H",
          "does not fit the mass matrix");
  form.f = read_numbers(in, root + "/vectors/f", dof);
  form.w = read_numbers(in, root + "/vectors/w", contact_rows);
  if (in.has(root + "/G")) {
    form.G = read_matrix(in, root + "/G");
    require(form.G.rows == dof, in, root + "/G", "does not fit the mass matrix");
    form.b = read_numbers(in, root + "/vectors/b", form.G.columns);
  }
  form.G.rows = dof;
  const int bilateral = form.G.columns;
  read_blocks(in, root, contact_rows, bilateral, file);
  require(eliminate_velocity(form, file), in, root + "/M", "is not positive definite");
  read_guess(in, contact_rows, bilateral, file);
  read_info(in, root, file);
}

}  // namespace cardan
