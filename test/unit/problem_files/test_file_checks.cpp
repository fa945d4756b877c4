// Files that must be rejected, and the forms of Siconos beyond the local dense one.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>
#include <sstream>

#include "cardan/error.h"
#include "constraint/problem_files/foreign_problem.h"
#include "test/support/dense_algebra.h"
#include "test/support/temporary_directory.h"
#include "test/unit/problem_files/dense_oracle.h"
#include "test/unit/problem_files/hdf5_kit.h"

namespace cardan::test {
namespace {

std::string refusal_of_text(const std::string& text) {
  try {
    read_problem(std::string_view(text), "file.dat");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string refusal_of_file(const std::string& file) {
  try {
    read_problem(file);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string refusal_of(const ProblemFile& problem) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("problem.hdf5");
  write_problem(file, problem);
  return refusal_of_file(file);
}

TEST(FileChecks, NumbersThatMakeEveryAnswerPassAreRejected) {
  const double infinity = std::numeric_limits<double>::infinity();
  ProblemFile file = contact_file();
  file.problem.tolerance = infinity;
  EXPECT_NE(refusal_of(file).find("the tolerance is inf m/s"), std::string::npos);
  file = contact_file();
  file.problem.b[0] = 1e200;
  EXPECT_NE(refusal_of(file).find("b holds a number beyond 1e100"), std::string::npos);
  EXPECT_NE(
      refusal_of_text("3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 -1e200 0 0 0.5\n").find("beyond 1e100"),
      std::string::npos);
}

/// A particle of 2 kg that falls on a table at 1 m/s, with a block of each kind in turn; Y = 0 and
/// S = 1/2 with `in_S`.
ProblemFile particle_file(int kind, bool in_S = false) {
  ProblemFile file;
  Problem& p = file.problem;
  const bool round = kind == CARDAN_CONE || kind == CARDAN_CONE_CONVEX;
  const bool has_parent = kind == CARDAN_BOX_MU || kind == CARDAN_BALL_MU;
  if (has_parent) append_block(CARDAN_NONNEGATIVE, 1, 0, p);
  append_block(kind, round ? 3 : kind == CARDAN_BALL_MU ? 2 : 1, 0.5, p);
  if (has_parent) p.blocks.back().parent = 0;
  if (kind == CARDAN_BOX)
    p.blocks.back().lo = 0, p.blocks.back().hi = std::numeric_limits<double>::infinity();
  const int m = p.blocks.back().row + p.blocks.back().dim;
  p.Y.clear(in_S ? 0 : m);
  p.S.clear(m);
  for (int i = 0; i < m; ++i) {
    if (in_S) p.S.push(i, 0.5);
    if (!in_S) p.Y.push(i, std::sqrt(0.5));
    p.Y.end_row();
    p.S.end_row();
    p.b.push_back(i == 0 ? -1 : 0);
    p.prox_step.push_back(2);
    p.weight.push_back(0.5);
    file.guess.push_back(0);
  }
  p.properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_GROUPED | CARDAN_FACTORED;
  return file;
}

TEST(FileChecks, StepsAndWeightsAreThoseOfTheEngine) {
  for (const bool in_S : {false, true}) {
    for (int kind = CARDAN_FREE; kind <= CARDAN_BALL_MU; ++kind) {
      const ProblemFile good = particle_file(kind, in_S);
      EXPECT_EQ(refusal_of(good), "") << kind;
      for (const double factor : {1e-12, 1e-3, 1e3, 1e12}) {
        for (std::size_t row = 0; row < good.problem.b.size(); ++row) {
          const std::string name = "of row " + std::to_string(row);
          ProblemFile step = good, weight = good;
          step.problem.prox_step[row] *= factor;
          weight.problem.weight[row] *= factor;
          EXPECT_NE(refusal_of(step).find(name), std::string::npos) << kind << factor;
          EXPECT_NE(refusal_of(weight).find(name), std::string::npos) << kind << factor;
        }
        // w r = 1, so that e is a speed for λ = 0; a step that is too large hides every λ.
        ProblemFile both = good;
        for (double& r : both.problem.prox_step) r *= factor;
        for (double& w : both.problem.weight) w /= factor;
        if (factor > 1 || factor < 1e-9) {
          EXPECT_NE(refusal_of(both).find("of row 0"), std::string::npos) << kind << factor;
        }
      }
    }
  }
}

TEST(FileChecks, RowsOfOneBlockShareTheirStep) {
  for (const int kind : {CARDAN_CONE, CARDAN_CONE_CONVEX, CARDAN_BALL_MU}) {
    ProblemFile file = particle_file(kind);
    const std::size_t last = file.problem.b.size() - 1;
    file.problem.prox_step[last] *= 1.5;
    file.problem.weight[last] /= 1.5;
    EXPECT_NE(refusal_of(file).find("of the first row of its block"), std::string::npos) << kind;
  }
}

TEST(FileChecks, FilesWithoutContactsAreJudgedInTheirOwnUnit) {
  const ProblemFile lcp = read_problem(std::string_view("2 0 2 2 2 2  4 0 1 2  -5 -6\n"), "f.dat");
  const std::string note = "no contacts: tolerance and residual have the unit of b in the file";
  EXPECT_EQ(lcp.notes, std::vector<std::string>{note});
  EXPECT_EQ(lcp.problem.prox_step, (std::vector<double>{0.25, 0.5}));
  const TemporaryDirectory folder;
  write_problem(folder.file("p.hdf5"), lcp);
  EXPECT_EQ(read_problem(folder.file("p.hdf5")).notes, std::vector<std::string>{note});
  ProblemFile bad = lcp;
  bad.problem.prox_step[1] *= 1e12;
  bad.problem.weight[1] /= 1e12;
  EXPECT_NE(refusal_of(bad).find("of row 1"), std::string::npos);
}

TEST(FileChecks, DamagedNumbersAreRejectedByTheChecksum) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("problem.hdf5");
  const auto damaged = [&](const std::string& dataset, double value) {
    write_problem(file, rich_file());
    overwrite(file, "/cardan_problem/" + dataset, 0, value);
    return refusal_of_file(file);
  };
  for (const char* dataset :
       {"b", "S/value", "Y/value", "blocks/mu", "guess", "step", "tolerance"}) {
    EXPECT_NE(damaged(dataset, 0.123).find("do not fit the checksum"), std::string::npos)
        << dataset;
  }
  write_problem(file, rich_file());
  EXPECT_EQ(refusal_of_file(file), "");
}

TEST(FileChecks, FileWithoutChecksumIsReadWithARemark) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("problem.hdf5");
  write_problem(file, rich_file());
  remove_link(file, "/cardan_problem/checksum");
  const ProblemFile read = read_problem(file);
  ASSERT_EQ(read.notes.size(), 1U);
  EXPECT_NE(read.notes[0].find("no checksum"), std::string::npos);
}

// A number as Siconos prints it.
std::string printed(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.24e", x);
  return text;
}

template <typename Derived>
std::string dense_text(const Eigen::MatrixBase<Derived>& A) {
  std::ostringstream text;
  text << "0\n" << A.rows() << "\n" << A.cols() << "\n" << A.rows() << "\t" << A.cols() << "\n";
  for (int j = 0; j < A.cols(); ++j) {
    for (int i = 0; i < A.rows(); ++i) text << printed(A(i, j)) << ' ';
  }
  return text.str() + "\n";
}

constexpr const char* kVersionLine =
    "CSparse Version 3.1.9, May 4, 2016.  Copyright (c) Timothy A. Davis, 2006-2016\n";

std::string triplet_text(const MatrixX& A) {
  std::ostringstream entries;
  int count = 0;
  for (int i = 0; i < A.rows(); ++i) {
    for (int j = 0; j < A.cols(); ++j) {
      if (A(i, j) == 0) continue;
      entries << "    " << i << ' ' << j << " : " << printed(A(i, j)) << "\n";
      ++count;
    }
  }
  std::ostringstream text;
  text << "2\n"
       << A.rows() << "\n"
       << A.cols() << "\n1\n"
       << kVersionLine << "triplet: " << A.rows() << "-by-" << A.cols() << ", nzmax: " << count
       << " nnz: " << count << "\n"
       << entries.str();
  return text.str();
}

std::string column_text(const MatrixX& A) {
  std::ostringstream entries;
  int count = 0;
  for (int j = 0; j < A.cols(); ++j) {
    const auto nonzeros = static_cast<int>((A.col(j).array() != 0).count());
    entries << "    col " << j << " : locations " << count << " to " << count + nonzeros - 1
            << "\n";
    for (int i = 0; i < A.rows(); ++i) {
      if (A(i, j) != 0) entries << "      " << i << " : " << printed(A(i, j)) << "\n";
    }
    count += nonzeros;
  }
  std::ostringstream text;
  text << "2\n"
       << A.rows() << "\n"
       << A.cols() << "\n2\n"
       << kVersionLine << A.rows() << "-by-" << A.cols() << ", nzmax: " << count
       << " nnz: " << count << ", 1-norm: 7.5\n"
       << entries.str();
  return text.str();
}

std::string vector_text(const VectorX& x) {
  std::string text;
  for (const double value : x) text += printed(value) + " ";
  return text + "\n";
}

// M v = H r + q, u = Hᵀ v + b of two bodies and the given number of contacts.
struct Global {
  explicit Global(int contacts) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1, 1);
    M = MatrixX::Zero(6, 6);
    for (int i = 0; i < 6; ++i) M(i, i) = 1 + 0.25 * i;
    H = MatrixX::NullaryExpr(6, 3 * contacts, [&] { return number(random); });
    q = VectorX::NullaryExpr(6, [&] { return number(random); });
    b = VectorX::NullaryExpr(3 * contacts, [&] { return number(random); });
    mu = VectorX::Constant(contacts, 0.5);
  }
  MatrixX M, H;
  VectorX q, b, mu;
};

void expect_eliminated(const Global& global, const std::string& matrices) {
  const std::string text = "3\n" + std::to_string(global.mu.size()) + "\n" + matrices +
                           vector_text(global.q) + vector_text(global.b) + vector_text(global.mu) +
                           "0\n";
  const ProblemFile file = read_problem(std::string_view(text), "file.dat");
  EXPECT_EQ(file.format, "global friction text");
  const MatrixX inverse = algebra::inverse(global.M);
  const MatrixX W = algebra::congruence(global.H, inverse);
  const VectorX u = algebra::transposed_product(global.H, inverse) * global.q + global.b;
  EXPECT_LT((dense_matrix(file.problem) - W).norm(), 1e-14 * W.norm());
  EXPECT_LT((VectorX::Map(file.problem.b.data(), u.size()) - u).norm(), 1e-14);
  EXPECT_EQ(file.problem.blocks.size(), static_cast<std::size_t>(global.mu.size()));
}

TEST(FileChecks, GlobalProblemsAreReadInEveryStorage) {
  const Global one(1);
  expect_eliminated(one, dense_text(one.M) + dense_text(one.H));
  expect_eliminated(one, triplet_text(one.M) + triplet_text(one.H));
  expect_eliminated(one, column_text(one.M) + column_text(one.H));
}

// Two contacts of two bodies: M is as large as a local W would be.
TEST(FileChecks, GlobalAndLocalProblemsOfEqualSizeAreDistinguished) {
  const Global two(2);
  ASSERT_EQ(two.M.rows(), 3 * two.mu.size());
  for (const std::string& M : {dense_text(two.M), triplet_text(two.M), column_text(two.M)}) {
    for (const std::string& H : {dense_text(two.H), triplet_text(two.H), column_text(two.H)}) {
      expect_eliminated(two, M + H);
    }
  }
}

// A tridiagonal M of 9000 and an H with one entry per row: L⁻¹ H would have 40 million entries.
TEST(FileChecks, GlobalProblemWithExcessiveFillIsRejected) {
  constexpr int kContacts = 3000, kSize = 3 * kContacts;
  const auto header = [](int entries) {
    const std::string size = std::to_string(kSize), count = std::to_string(entries);
    return "2\n" + size + "\n" + size + "\n1\n" + kVersionLine + "triplet: " + size + "-by-" +
           size + ", nzmax: " + count + " nnz: " + count + "\n";
  };
  std::string M = header(3 * kSize - 2), H = header(kSize), numbers;
  const auto add = [](std::string& text, int i, int j, const char* value) {
    text += std::to_string(i) + " " + std::to_string(j) + " : " + value + "\n";
  };
  for (int i = 0; i < kSize; ++i) {
    add(M, i, i, "2.1");
    add(H, i, i, "1");
    numbers += "1 1 ";
    if (i + 1 == kSize) break;
    add(M, i, i + 1, "-1");
    add(M, i + 1, i, "-1");
  }
  for (int k = 0; k < kContacts; ++k) numbers += "0.5 ";
  const std::string text = "3\n" + std::to_string(kContacts) + "\n" + M + H + numbers + "0\n";
  try {
    read_problem(std::string_view(text), "file.dat");
    ADD_FAILURE() << "the problem was read";
  } catch (const Error& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("file.dat"), what.npos) << what;
    EXPECT_NE(what.find("20000000 entries"), what.npos) << what;
  }
}

TEST(FileChecks, LocalProblemsAreReadInSparseStorage) {
  const Global one(1);
  const MatrixX W = algebra::congruence(one.H, algebra::inverse(one.M));
  for (const std::string& matrix : {triplet_text(W), column_text(W)}) {
    const std::string text = "3\n1\n" + matrix + vector_text(one.b) + vector_text(one.mu);
    const ProblemFile file = read_problem(std::string_view(text), "file.dat");
    EXPECT_EQ(file.format, "friction text");
    EXPECT_LT((dense_matrix(file.problem) - W).norm(), 1e-14 * W.norm());
  }
}

TEST(FileChecks, RollingFrictionIsRead) {
  const MatrixX W = MatrixX::Identity(10, 10);
  VectorX q = VectorX::Constant(10, 0.1);
  q[0] = q[5] = -1;
  const std::string text = "5\n2\n" + dense_text(W) + vector_text(q) + "0.5 0.6\n0.02 0.03\n";
  const ProblemFile file = read_problem(std::string_view(text), "file.dat");
  ASSERT_EQ(file.problem.blocks.size(), 4U);
  const cardan_block &contact = file.problem.blocks[2], &rolling = file.problem.blocks[3];
  EXPECT_EQ(contact.kind, CARDAN_CONE);
  EXPECT_EQ(contact.mu, 0.6);
  EXPECT_EQ(rolling.kind, CARDAN_BALL_MU);
  EXPECT_EQ(rolling.parent, 5);
  EXPECT_EQ(rolling.dim, 2);
  EXPECT_EQ(rolling.mu, 0.03);
  EXPECT_EQ(rolling.group, contact.group);
  // Normal 1, tangents and rolling rows stick: λ = −q where the bounds allow it.
  const VectorX lambda = solve_with("conic", file);
  EXPECT_NEAR(lambda[0], 1, 1e-8);
  EXPECT_NEAR(lambda[1], -0.1, 1e-8);
  EXPECT_NEAR(lambda.segment(3, 2).norm(), 0.02, 1e-8);
}

TEST(FileChecks, ExcessNumbersAreRejected) {
  const std::string local = "3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 -1 0 0 0.5";
  EXPECT_EQ(refusal_of_text(local + "\n"), "");
  EXPECT_EQ(refusal_of_text(local + " 1\n"), "");
  EXPECT_NE(refusal_of_text(local + " 1 2 3\n"), "");
  EXPECT_NE(refusal_of_text("2 0 2 2 2 2  1 3 2 4  5 6  7\n").find("unexpected numbers"),
            std::string::npos);
  EXPECT_EQ(refusal_of_text("2 0 2 2 2 2  1 3 2 4  5 6  0 0\n"), "");
}

TEST(FileChecks, FileTruncatedInItsLastNumberIsRejected) {
  const Global one(1);
  const MatrixX W = algebra::congruence(one.H, algebra::inverse(one.M));
  std::string text = "3\n1\n" + dense_text(W) + vector_text(one.b) + printed(0.5);
  EXPECT_EQ(refusal_of_text(text), "");
  EXPECT_EQ(read_problem(std::string_view(text), "file.dat").notes.size(), 1U);
  for (int cut = 1; cut < 28; ++cut) {
    text.pop_back();
    EXPECT_NE(refusal_of_text(text), "") << text.substr(text.size() - 30);
  }
}

TEST(FileChecks, LargeSkewPartIsKept) {
  const std::string text = "3 1 0 3 3 3 3  2 0.3 0  -0.3 1 0  0 0 1  -1 0.2 0  0.5\n";
  const ProblemFile file = read_problem(std::string_view(text), "file.dat");
  EXPECT_EQ(dense_matrix(file.problem)(0, 1), -0.3);
  EXPECT_EQ(dense_matrix(file.problem)(1, 0), 0.3);
  EXPECT_EQ(file.problem.properties & CARDAN_SYMMETRIC, 0U);
  ASSERT_EQ(file.notes.size(), 1U);
  EXPECT_NE(file.notes[0].find("is not symmetric"), std::string::npos);
  const std::optional<Problem> symmetric = symmetric_part(file.problem);
  ASSERT_TRUE(symmetric.has_value());
  EXPECT_NE(symmetric->properties & CARDAN_SYMMETRIC, 0U);
  EXPECT_EQ(dense_matrix(*symmetric)(0, 1), 0);
  EXPECT_FALSE(symmetric_part(*symmetric).has_value());
}

TEST(FileChecks, OriginalMatrixIsKeptBesideTheSymmetricOne) {
  const std::string text = "3 1 0 3 3 3 3  2 0.001 0  0 1 0  0 0 1  -1 0.2 0  0.5\n";
  const ProblemFile file = read_problem(std::string_view(text), "file.dat");
  EXPECT_EQ(dense_matrix(file.problem)(1, 0), 0.0005);
  const std::optional<Problem> own = own_problem(file);
  ASSERT_TRUE(own.has_value());
  EXPECT_EQ(dense_matrix(*own)(1, 0), 0.001);
  EXPECT_EQ(dense_matrix(*own)(0, 1), 0);
  EXPECT_EQ(own->properties & CARDAN_SYMMETRIC, 0U);
}

// A chain of springs: tridiagonal, so that its factor has no fill.
std::string chain_text(int size, double coupling) {
  std::ostringstream entries;
  int count = 0;
  const auto add = [&](int i, int j, double x) {
    entries << "    " << i << ' ' << j << " : " << x << "\n";
    ++count;
  };
  for (int i = 0; i < size; ++i) {
    add(i, i, 2);
    if (i + 1 < size) add(i, i + 1, coupling), add(i + 1, i, coupling);
  }
  std::ostringstream text;
  text << "3\n"
       << size / 3 << "\n2\n"
       << size << "\n"
       << size << "\n1\n"
       << kVersionLine << "triplet: " << size << "-by-" << size << ", nzmax: " << count
       << " nnz: " << count << "\n"
       << entries.str();
  for (int i = 0; i < size; ++i) text << "-1 ";
  for (int i = 0; i < size / 3; ++i) text << "0.5 ";
  return text.str();
}

TEST(FileChecks, MonotonicityOfLargeProblemsIsComputed) {
  const auto properties = [](double coupling) {
    return read_problem(std::string_view(chain_text(6000, coupling)), "file.dat")
        .problem.properties;
  };
  constexpr std::uint32_t kMonotone = CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL;
  EXPECT_EQ(properties(-0.9) & kMonotone, kMonotone);
  // The smallest eigenvalue is 2 − 2 · 1.1.
  EXPECT_EQ(properties(-1.1) & kMonotone, CARDAN_POSITIVE_DIAGONAL + 0U);
}

// The other file could be a device, a pipe or a secret.
TEST(FileChecks, NumbersInOtherFilesAreNotRead) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("problem.hdf5"), other = folder.file("other.hdf5");
  write_problem(other, contact_file());
  write_problem(file, contact_file());
  store_outside(file, "/cardan_problem/b", "/dev/zero");
  EXPECT_NE(refusal_of_file(file).find("is stored in another file"), std::string::npos)
      << refusal_of_file(file);
  write_problem(file, contact_file());
  link_outside(file, "/cardan_problem/b", other);
  EXPECT_NE(refusal_of_file(file).find("'/cardan_problem/b' leads to another file"),
            std::string::npos)
      << refusal_of_file(file);
}

}  // namespace
}  // namespace cardan::test
