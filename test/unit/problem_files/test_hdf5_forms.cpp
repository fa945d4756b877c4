#include <gtest/gtest.h>

#include <cstring>

#include "cardan/error.h"
#include "constraint/problem_files/hdf5_problems.h"
#include "test/support/dense_algebra.h"
#include "test/support/temporary_directory.h"
#include "test/unit/problem_files/dense_oracle.h"
#include "test/unit/problem_files/hdf5_kit.h"

namespace cardan::test {
namespace {

template <typename T>
void expect_same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  ASSERT_EQ(a.size(), b.size());
  if (!a.empty()) {
    EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(T)), 0);
  }
}

void expect_same_rows(const SparseRows& a, const SparseRows& b) {
  EXPECT_EQ(a.cols, b.cols);
  expect_same_bits(a.start, b.start);
  expect_same_bits(a.index, b.index);
  expect_same_bits(a.value, b.value);
}

void expect_same(const ProblemFile& a, const ProblemFile& b) {
  const Problem &p = a.problem, &q = b.problem;
  EXPECT_EQ(p.properties, q.properties);
  EXPECT_EQ(p.num_groups, q.num_groups);
  EXPECT_EQ(p.max_iterations, q.max_iterations);
  EXPECT_EQ(p.matrix_id, q.matrix_id);
  EXPECT_EQ(p.id, q.id);
  EXPECT_EQ(p.tolerance, q.tolerance);
  EXPECT_EQ(p.dt, q.dt);
  expect_same_bits(p.blocks, q.blocks);
  expect_same_rows(p.Y, q.Y);
  expect_same_rows(p.S, q.S);
  expect_same_bits(p.column_parent, q.column_parent);
  expect_same_bits(p.b, q.b);
  expect_same_bits(p.prox_step, q.prox_step);
  expect_same_bits(p.weight, q.weight);
  expect_same_bits(a.guess, b.guess);
  EXPECT_EQ(a.names, b.names);
  EXPECT_EQ(a.origin.scene, b.origin.scene);
  EXPECT_EQ(a.origin.step, b.origin.step);
  EXPECT_EQ(a.origin.island, b.origin.island);
  EXPECT_EQ(a.origin.time, b.origin.time);
  EXPECT_EQ(a.origin.formulation, b.origin.formulation);
  EXPECT_EQ(a.origin.remark, b.origin.remark);
  ASSERT_EQ(a.attempts.size(), b.attempts.size());
  for (std::size_t k = 0; k < a.attempts.size(); ++k) {
    EXPECT_EQ(a.attempts[k].solver, b.attempts[k].solver);
    EXPECT_EQ(a.attempts[k].status, b.attempts[k].status);
    EXPECT_EQ(a.attempts[k].iterations, b.attempts[k].iterations);
    EXPECT_EQ(a.attempts[k].residual, b.attempts[k].residual);
  }
  EXPECT_EQ(a.expectation.solver, b.expectation.solver);
  EXPECT_EQ(a.expectation.status, b.expectation.status);
  EXPECT_EQ(a.expectation.tolerance, b.expectation.tolerance);
}

TEST(FullForm, RoundTripKeepsEveryBit) {
  const TemporaryDirectory folder;
  for (const ProblemFile& file : {rich_file(), contact_file()}) {
    const std::string path = folder.file("problem.hdf5");
    write_problem(path, file);
    const ProblemFile back = read_problem(path);
    EXPECT_EQ(back.format, "cardan");
    EXPECT_TRUE(back.notes.empty());
    expect_same(file, back);
  }
  EXPECT_EQ(folder.listing(), "problem.hdf5\n");
}

TEST(FullForm, InvalidProblemIsNotWritten) {
  const TemporaryDirectory folder;
  ProblemFile file = rich_file();
  file.problem.b[0] = std::nan("");
  EXPECT_THROW(write_problem(folder.file("p.hdf5"), file), Error);
  EXPECT_EQ(folder.listing(), "");
}

TEST(FullForm, EveryMissingDatasetIsNamed) {
  const TemporaryDirectory folder;
  write_problem(folder.file("good.hdf5"), rich_file());
  for (const std::string& line : datasets(folder.file("good.hdf5"), "/cardan_problem")) {
    const std::string path = line.substr(0, line.find(' '));
    if (path == "/cardan_problem/checksum") continue;  // files of 0.1.0 have none
    const std::string copy = folder.write("copy.hdf5", bytes_of(folder.file("good.hdf5")));
    remove_link(copy, path);
    try {
      read_problem(copy);
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
    }
  }
}

TEST(FullForm, DamagedNumbersAreRejected) {
  const TemporaryDirectory folder;
  write_problem(folder.file("good.hdf5"), rich_file());
  struct Damage {
    const char* path;
    int k;
    double value;
  };
  const Damage cases[] = {{"version", 0, 2},        {"blocks/kind", 0, 9},
                          {"blocks/dim", 1, 100},   {"blocks/dim", 0, -1},
                          {"blocks/parent", 4, 77}, {"blocks/group", 0, 6},
                          {"blocks/mu", 0, -1},     {"Y/start", 1, 1e9},
                          {"Y/start", 0, 1},        {"Y/index", 0, 9},
                          {"Y/index", 0, -1},       {"S/index", 0, 100},
                          {"S/cols", 0, 3},         {"b", 0, NAN},
                          {"step", 0, 0},           {"weight", 0, -1},
                          {"tolerance", 0, 0},      {"guess", 0, INFINITY},
                          {"num_groups", 0, 1},     {"column_parent", 0, 3},
                          {"Y/cols", 0, 2e9},       {"attempts/status", 0, 40}};
  for (const Damage& damage : cases) {
    const std::string copy = folder.write("copy.hdf5", bytes_of(folder.file("good.hdf5")));
    overwrite(copy, std::string("/cardan_problem/") + damage.path, damage.k, damage.value);
    EXPECT_THROW(read_problem(copy), Error) << damage.path << " " << damage.value;
  }
}

TEST(FullForm, TruncatedFilesAreRejected) {
  const TemporaryDirectory folder;
  write_problem(folder.file("good.hdf5"), contact_file());
  const std::string bytes = bytes_of(folder.file("good.hdf5"));
  for (std::size_t size = 0; size < bytes.size(); size += 997) {
    EXPECT_THROW(read_problem(std::string_view(bytes).substr(0, size), "cut"), Error) << size;
  }
}

TEST(Fclib, WrittenFilesHaveTheFclibLayout) {
  const auto files = field_files("friction_contact", ".hdf5");
  if (files.empty()) GTEST_SKIP() << "the problems of the field are not at hand";
  const TemporaryDirectory folder;
  ProblemFile file = contact_file();
  write_problem(folder.file("with.hdf5"), file);
  const auto theirs = datasets(files[1].string(), "/fclib_local");
  const auto ours = datasets(folder.file("with.hdf5"), "/fclib_local");
  ASSERT_FALSE(theirs.empty());
  for (const std::string& line : theirs) EXPECT_EQ(ours.count(line), 1U) << line;
  const auto guesses = datasets(folder.file("with.hdf5"), "/guesses");
  for (const std::string& line : datasets(files[1].string(), "/guesses")) {
    EXPECT_EQ(guesses.count(line), 1U) << line;
  }
  // V, R and s are all that may be added.
  for (const std::string& line : ours) {
    const bool added = line.rfind("/fclib_local/V/", 0) == 0 ||
                       line.rfind("/fclib_local/R/", 0) == 0 ||
                       line.rfind("/fclib_local/vectors/s", 0) == 0;
    EXPECT_TRUE(added || theirs.count(line) == 1) << line;
  }
}

// Row i of the FCLIB form is this row of contact_file().
const std::vector<int> kOrder = {0, 1, 2, 5, 6, 7, 8, 9, 10, 3, 4};

TEST(Fclib, LocalFormDescribesTheSameProblem) {
  const TemporaryDirectory folder;
  const ProblemFile file = contact_file();
  write_problem(folder.file("p.hdf5"), file);
  remove_link(folder.file("p.hdf5"), "/cardan_problem");
  const ProblemFile back = read_problem(folder.file("p.hdf5"));
  EXPECT_EQ(back.format, "fclib_local");
  ASSERT_EQ(back.problem.blocks.size(), 5U);
  EXPECT_EQ(back.problem.blocks[1].mu, 0.25);
  EXPECT_EQ(back.problem.blocks[3].kind, CARDAN_FREE);
  const MatrixX A = dense_matrix(file.problem), B = dense_matrix(back.problem);
  EXPECT_LT((A(kOrder, kOrder) - B).cwiseAbs().maxCoeff(), 1e-14 * A.cwiseAbs().maxCoeff());
  for (std::size_t i = 0; i < kOrder.size(); ++i) {
    EXPECT_EQ(back.problem.b[i], file.problem.b[kOrder[i]]);
    EXPECT_EQ(back.guess[i], file.guess[kOrder[i]]);
  }
  EXPECT_NE(back.problem.properties & CARDAN_MONOTONE, 0U);
}

TEST(Fclib, OtherBlockKindsAreWrittenOnlyInTheFullForm) {
  const TemporaryDirectory folder;
  write_problem(folder.file("p.hdf5"), rich_file());
  EXPECT_TRUE(datasets(folder.file("p.hdf5"), "/fclib_local").empty());
  EXPECT_FALSE(datasets(folder.file("p.hdf5"), "/cardan_problem").empty());
}

VectorX field_vector(const std::string& path, const std::string& name) {
  const Hdf5Reader in(path);
  const std::vector<double> x = in.doubles(name);
  return VectorX::Map(x.data(), static_cast<int>(x.size()));
}

// Triplets, or compressed rows, read once more and without any check.
MatrixX field_matrix(const std::string& path, const std::string& group) {
  const VectorX x = field_vector(path, group + "/x"), i = field_vector(path, group + "/i"),
                p = field_vector(path, group + "/p");
  const bool triplets = field_vector(path, group + "/nz")[0] > 0;
  MatrixX M = MatrixX::Zero(static_cast<int>(field_vector(path, group + "/m")[0]),
                            static_cast<int>(field_vector(path, group + "/n")[0]));
  int row = 0;
  for (int k = 0; k < x.size(); ++k) {
    while (!triplets && p[row + 1] <= k) ++row;
    if (triplets) row = static_cast<int>(i[k]);
    M(row, static_cast<int>(triplets ? p[k] : i[k])) += x[k];
  }
  return M;
}

TEST(Fclib, FclibFilesAgreeWithDenseAlgebra) {
  const auto files = field_files("friction_contact", ".hdf5");
  if (files.empty()) GTEST_SKIP() << "the problems of the field are not at hand";
  for (const auto& path : files) {
    const ProblemFile file = read_problem(path.string());
    const bool global = path.filename().string().rfind("Box_Stacks", 0) == 0;
    EXPECT_EQ(file.format, global ? "fclib_global" : "fclib_local");
    EXPECT_EQ(file.problem.blocks.size(), global ? 82U : 286U);
    EXPECT_NE(file.problem.properties & CARDAN_MONOTONE, 0U) << path;
    const VectorX guess = VectorX::Map(file.guess.data(), file.problem.m());
    EXPECT_EQ(guess, field_vector(path.string(), "/guesses/1/r"));
    MatrixX W;
    VectorX q;
    if (global) {
      const MatrixX H = field_matrix(path.string(), "/fclib_global/H");
      const MatrixX M = field_matrix(path.string(), "/fclib_global/M");
      W = algebra::transposed_product(H, algebra::solve_symmetric_columns(M, H));
      q = H.transpose() *
              algebra::solve_symmetric(M, field_vector(path.string(), "/fclib_global/vectors/f")) +
          field_vector(path.string(), "/fclib_global/vectors/w");
    } else {
      W = field_matrix(path.string(), "/fclib_local/W");
      q = field_vector(path.string(), "/fclib_local/vectors/q");
    }
    const MatrixX A = dense_matrix(file.problem);
    EXPECT_LT((A - 0.5 * (W + W.transpose())).norm(), 1e-14 * W.norm()) << path;
    EXPECT_LT((VectorX::Map(file.problem.b.data(), q.size()) - q).norm(), 1e-14 * q.norm());
    const double asked = global ? 1e-8 : 1e-5;
    EXPECT_LE(relative_error(file.problem, solve_with("conic", file)), asked) << path;
  }
}

// A global problem by hand: two bodies with a full mass matrix, one contact, one bilateral row.
TEST(Fclib, ReducedGlobalFormAgreesWithDenseAlgebra) {
  const TemporaryDirectory folder;
  Eigen::Matrix4d M;
  M << 4, 1, 0, .5, 1, 3, .2, 0, 0, .2, 2, .1, .5, 0, .1, 5;
  MatrixX H(4, 2), G(4, 1);
  H << 1, 0, 0, 1, -1, 0, 0, -1;
  G << .5, 0, 1, 2;
  const std::vector<double> f{1, -2, 3, .5}, w{.1, -.2}, b{.3}, mu{.6};
  Hdf5Writer out(folder.file("g.hdf5"));
  const auto integer = [&](const std::string& path, std::int32_t x) {
    out.write("/fclib_global" + path, std::span<const std::int32_t>(&x, 1));
  };
  const auto triplets = [&](const std::string& group, const MatrixX& matrix) {
    std::vector<std::int32_t> rows, columns;
    std::vector<double> values;
    for (int j = 0; j < matrix.cols(); ++j) {
      for (int i = 0; i < matrix.rows(); ++i) {
        rows.push_back(i);
        columns.push_back(j);
        values.push_back(matrix(i, j));
      }
    }
    integer(group + "/m", static_cast<int>(matrix.rows()));
    integer(group + "/n", static_cast<int>(matrix.cols()));
    integer(group + "/nz", static_cast<int>(values.size()));
    integer(group + "/nzmax", static_cast<int>(values.size()));
    out.write("/fclib_global" + group + "/i", std::span<const std::int32_t>(rows));
    out.write("/fclib_global" + group + "/p", std::span<const std::int32_t>(columns));
    out.write("/fclib_global" + group + "/x", std::span<const double>(values));
  };
  triplets("/M", M);
  triplets("/H", H);
  triplets("/G", G);
  integer("/spacedim", 2);
  for (const auto& [name, x] : {std::pair{"f", &f}, {"w", &w}, {"b", &b}, {"mu", &mu}}) {
    out.write(std::string("/fclib_global/vectors/") + name, std::span<const double>(*x));
  }
  out.commit();

  const ProblemFile file = read_problem(folder.file("g.hdf5"));
  MatrixX J(4, 3);
  J << H, G;
  const MatrixX A = algebra::transposed_product(J, algebra::solve_symmetric_columns(M, J));
  VectorX right(3);
  right << w[0], w[1], b[0];
  right += J.transpose() * algebra::solve_symmetric(M, Eigen::Vector4d(f.data()));
  EXPECT_LT((dense_matrix(file.problem) - A).norm(), 1e-14);
  EXPECT_LT((VectorX::Map(file.problem.b.data(), 3) - right).norm(), 1e-14);
  EXPECT_EQ(file.problem.blocks[0].kind, CARDAN_CONE);
  EXPECT_EQ(file.problem.blocks[0].dim, 2);
  EXPECT_EQ(file.problem.blocks[1].kind, CARDAN_FREE);
  EXPECT_NE(file.problem.properties & CARDAN_FACTORED, 0U);
}

TEST(Fclib, DamagedFilesAreRejected) {
  const TemporaryDirectory folder;
  write_problem(folder.file("good.hdf5"), contact_file());
  remove_link(folder.file("good.hdf5"), "/cardan_problem");
  struct Damage {
    const char* path;
    int k;
    double value;
  };
  const Damage cases[] = {{"W/m", 0, 10},        {"W/n", 0, 8},      {"W/nz", 0, -3},
                          {"W/p", 3, 1e9},       {"W/p", 0, 1},      {"W/i", 0, 9},
                          {"W/i", 0, -1},        {"W/x", 0, NAN},    {"vectors/q", 0, NAN},
                          {"vectors/mu", 0, -1}, {"spacedim", 0, 5}, {"V/m", 0, 1},
                          {"R/n", 0, 7}};
  for (const Damage& damage : cases) {
    const std::string copy = folder.write("copy.hdf5", bytes_of(folder.file("good.hdf5")));
    overwrite(copy, std::string("/fclib_local/") + damage.path, damage.k, damage.value);
    EXPECT_THROW(read_problem(copy), Error) << damage.path << " " << damage.value;
  }
  for (const char* path : {"/fclib_local/W/p", "/fclib_local/vectors/q", "/fclib_local/V",
                           "/fclib_local/vectors/s", "/fclib_local/spacedim", "/fclib_local"}) {
    const std::string copy = folder.write("copy.hdf5", bytes_of(folder.file("good.hdf5")));
    remove_link(copy, path);
    EXPECT_THROW(read_problem(copy), Error) << path;
  }
}

}  // namespace
}  // namespace cardan::test
