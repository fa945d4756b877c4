#include "field_problems.h"

#include <hdf5.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

namespace cardan::test {
namespace {

struct RawProblem {
  int dim = 0, contacts = 0;
  MatrixXd W;
  VectorXd q;
  std::vector<double> mu;
};

RawProblem read_text(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot open " + path);
  RawProblem raw;
  int storage = 0, rows = 0, cols = 0;
  in >> raw.dim >> raw.contacts >> storage >> rows >> cols;
  const int n = raw.dim * raw.contacts;
  raw.W = MatrixXd::Zero(n, n);
  if (storage == 0) {
    in >> rows >> cols;
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) in >> raw.W(i, j);
    }
  } else {
    int blocks = 0, block_rows = 0, block_cols = 0, filled1 = 0, filled2 = 0;
    in >> blocks >> block_rows >> block_cols;
    std::vector<int> sizes(block_rows + block_cols);
    for (int& size : sizes) in >> size;
    in >> filled1 >> filled2;
    std::vector<int> start(filled1), index(filled2);
    for (int& x : start) in >> x;
    for (int& x : index) in >> x;
    for (int row = 0; row + 1 < filled1; ++row) {
      for (int k = start[row]; k < start[row + 1]; ++k) {
        int number = 0;
        in >> number;
        for (int e = 0; e < raw.dim * raw.dim; ++e) {
          in >> raw.W(raw.dim * row + e % raw.dim, raw.dim * index[k] + e / raw.dim);
        }
      }
    }
  }
  raw.q.resize(n);
  raw.mu.resize(raw.contacts);
  for (int i = 0; i < n; ++i) in >> raw.q[i];
  for (double& mu : raw.mu) in >> mu;
  if (!in) throw std::runtime_error("short file " + path);
  return raw;
}

template <typename T>
std::vector<T> read_set(hid_t file, const std::string& name, hid_t type) {
  const hid_t set = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
  if (set < 0) throw std::runtime_error("no data set " + name);
  const hid_t space = H5Dget_space(set);
  std::vector<T> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Sclose(space);
  H5Dclose(set);
  return values;
}

std::vector<int> read_ints(hid_t file, const std::string& name) {
  return read_set<int>(file, name, H5T_NATIVE_INT);
}

VectorXd read_vector(hid_t file, const std::string& name) {
  const std::vector<double> values = read_set<double>(file, name, H5T_NATIVE_DOUBLE);
  return VectorXd::Map(values.data(), static_cast<int>(values.size()));
}

/// nz ≥ 0: triplets (i rows, p columns); -1: compressed columns; -2: compressed rows.
MatrixXd read_sparse(hid_t file, const std::string& group) {
  const int rows = read_ints(file, group + "/m")[0], cols = read_ints(file, group + "/n")[0];
  const int nz = read_ints(file, group + "/nz")[0];
  const std::vector<int> p = read_ints(file, group + "/p"), i = read_ints(file, group + "/i");
  const VectorXd x = read_vector(file, group + "/x");
  MatrixXd M = MatrixXd::Zero(rows, cols);
  if (nz >= 0) {
    for (int k = 0; k < nz; ++k) M(i[k], p[k]) += x[k];
    return M;
  }
  for (int a = 0; a < (nz == -1 ? cols : rows); ++a) {
    for (int k = p[a]; k < p[a + 1]; ++k) (nz == -1 ? M(i[k], a) : M(a, i[k])) += x[k];
  }
  return M;
}

/// fclib_local: u = W r + q. fclib_global: M v = H r + f, u = Hᵀ v + w, so that Y = Hᵀ M^(−1/2) for
/// the diagonal M of free bodies.
TestProblem read_hdf5(const std::string& path) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) throw std::runtime_error("cannot open " + path);
  TestProblem problem;
  const bool global = H5Lexists(file, "/fclib_global", H5P_DEFAULT) > 0;
  const std::string group = global ? "/fclib_global" : "/fclib_local";
  if (global) {
    const MatrixXd H = read_sparse(file, group + "/H"), M = read_sparse(file, group + "/M");
    if (!M.isDiagonal()) throw std::runtime_error("the mass matrix is not diagonal: " + path);
    const VectorXd inverse = M.diagonal().cwiseInverse();
    problem.Y = H.transpose() * inverse.cwiseSqrt().asDiagonal();
    problem.b = H.transpose() * inverse.cwiseProduct(read_vector(file, group + "/vectors/f")) +
                read_vector(file, group + "/vectors/w");
  } else {
    const MatrixXd W = read_sparse(file, group + "/W");
    problem.S = 0.5 * (W + W.transpose());
    problem.b = read_vector(file, group + "/vectors/q");
  }
  const int dim = read_ints(file, group + "/spacedim")[0];
  for (double mu : read_vector(file, group + "/vectors/mu"))
    problem.add_block(CARDAN_CONE, dim, mu);
  H5Fclose(file);
  problem.finish();
  return problem;
}

}  // namespace

TestProblem read_friction_problem(const std::string& path) {
  if (path.size() > 5 && path.substr(path.size() - 5) == ".hdf5") return read_hdf5(path);
  const RawProblem raw = read_text(path);
  TestProblem problem;
  problem.S = 0.5 * (raw.W + raw.W.transpose());
  problem.b = raw.q;
  for (double mu : raw.mu) problem.add_block(CARDAN_CONE, raw.dim, mu);
  problem.finish();
  return problem;
}

TestProblem read_lcp(const std::string& path) {
  std::ifstream in(path);
  int n = 0, storage = 0, skipped = 0;
  in >> n >> storage;
  for (int k = 0; k < 4; ++k) in >> skipped;
  if (!in || n <= 0 || storage != 0) throw std::runtime_error("not a dense LCP: " + path);
  TestProblem problem;
  problem.S.resize(n, n);
  problem.b.resize(n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) in >> problem.S(i, j);
  }
  for (int i = 0; i < n; ++i) in >> problem.b[i];
  if (!in) throw std::runtime_error("short file " + path);
  problem.step = problem.S.rowwise().lpNorm<Eigen::Infinity>().cwiseInverse();
  for (double& r : problem.step) r = std::isfinite(r) ? r : 1.0;
  problem.weight = problem.step.cwiseInverse();
  problem.properties = 0;
  problem.add_block(CARDAN_NONNEGATIVE, n);
  problem.finish();
  return problem;
}

double siconos_error(const TestProblem& problem, const VectorXd& lambda) {
  const VectorXd u = problem.Y * (problem.Y.transpose() * lambda) + problem.S * lambda + problem.b;
  TestProblem unit = problem;
  unit.step.setOnes();
  unit.weight.setOnes();
  // The natural map with steps and weights of one, block by block, in the 2-norm.
  double sum = 0;
  for (const cardan_block& block : problem.blocks) {
    const double e = block_residual(unit, block, lambda, u);
    sum += e * e;
  }
  return std::sqrt(sum) / std::max({problem.b.norm(), lambda.norm(), u.norm(), 1e-300});
}

}  // namespace cardan::test
