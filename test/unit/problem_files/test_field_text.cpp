#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>

#include "test/unit/problem_files/dense_oracle.h"

namespace cardan::test {
namespace {

TEST(FieldText, FrictionProblemsHaveTheirKnownSolutions) {
  const auto files = field_files("friction_contact", ".dat");
  if (files.empty()) GTEST_SKIP() << "the problems of the field are not at hand";
  // Σ λ_n of other solvers on the symmetrised matrix.
  const std::map<std::string, double> normal_sum = {{"Rover1039.dat", 61.5158908},
                                                    {"Rover1040.dat", 100.756594},
                                                    {"Rover3865.dat", 56.3563865},
                                                    {"Rover4396.dat", 200.323304},
                                                    {"Rover11035.dat", 3.85554631},
                                                    {"Rover11211.dat", 3851.50681},
                                                    {"NESpheres_10_1.dat", 3.59413049},
                                                    {"FrictionContact3D_1c.dat", .0656956829},
                                                    {"FrictionContact3D_RR_1c.dat", 10.2058761},
                                                    {"FC3D_Example1.dat", 3}};
  const std::map<std::string, int> contacts = {{"BoxesStack1-i100000-32.hdf5.dat", 52},
                                               {"OneObject-i1028-138.hdf5.dat", 23},
                                               {"Confeti-ex13-4contact-Fc3D-SBM.dat", 4}};
  for (const auto& path : files) {
    const ProblemFile file = read_problem(path.string());
    const std::string name = path.filename();
    EXPECT_EQ(file.format, "friction text");
    EXPECT_TRUE(dense_matrix(file.problem).isApprox(dense_matrix(file.problem).transpose(), 0))
        << name;
    EXPECT_NE(file.problem.properties & CARDAN_SYMMETRIC, 0U);
    EXPECT_NE(file.problem.properties & CARDAN_FACTORED, 0U);
    EXPECT_NE(file.problem.properties & CARDAN_MONOTONE, 0U) << name;
    const VectorX lambda = solve_with("conic", file);
    EXPECT_LE(relative_error(file.problem, lambda), 1e-8) << name;
    if (contacts.count(name) != 0) {
      EXPECT_EQ(file.problem.blocks.size(), contacts.at(name)) << name;
    }
    if (normal_sum.count(name) == 0) continue;
    double sum = 0;
    for (const cardan_block& block : file.problem.blocks) sum += lambda[block.row];
    EXPECT_NEAR(sum, normal_sum.at(name), 2e-6 * normal_sum.at(name)) << name;
  }
}

TEST(FieldText, SolvableLcpsAreSolved) {
  const auto files = field_files("lcp", ".dat");
  if (files.empty()) GTEST_SKIP() << "the problems of the field are not at hand";
  for (const auto& path : files) {
    const ProblemFile file = read_problem(path.string());
    EXPECT_EQ(file.format, "lcp text");
    if (file.problem.m() > 9) {
      EXPECT_LE(relative_error(file.problem, solve_with("lemke", file)), 1e-8) << path;
      continue;
    }
    const auto lambda = solve_by_enumeration(file.problem);
    EXPECT_EQ(lambda.has_value(), path.filename() != "lcp_Pang_isolated_sol_perturbed.dat") << path;
  }
}

// Matrices of LCPs are column-major: a bimatrix game with an unsymmetric solution shows the order.
TEST(FieldText, LcpMatricesAreColumnMajor) {
  const ProblemFile file = read_problem(std::string_view("2 0 2 2 2 2  1 3 2 4  5 6"), "text");
  Eigen::Matrix2d M;
  M << 1, 2, 3, 4;
  EXPECT_EQ(dense_matrix(file.problem), M);
  EXPECT_EQ(file.problem.b, (std::vector<double>{5, 6}));
  EXPECT_EQ(file.problem.properties,
            CARDAN_FACTORED | CARDAN_POSITIVE_DIAGONAL | CARDAN_COPOSITIVE | CARDAN_REGULAR);
}

std::vector<double> last_numbers(const std::filesystem::path& path) {
  std::ifstream stream(path);
  return {std::istream_iterator<double>(stream), {}};
}

// v and w of the reference solution stand at the end of some files, with six digits.
void expect_reference(const ProblemFile& file, const std::filesystem::path& path) {
  const std::vector<double> numbers = last_numbers(path);
  const Problem& p = file.problem;
  const auto n = p.blocks[0].dim, m = p.m() - n;
  const VectorX v = VectorX::Map(numbers.data() + numbers.size() - 2 * m, m);
  const VectorX w = VectorX::Map(numbers.data() + numbers.size() - m, m);
  const VectorX lambda = solve_by_enumeration(p).value();
  const VectorX u = dense_matrix(p) * lambda + VectorX::Map(p.b.data(), p.m());
  EXPECT_LT((lambda.tail(m) - v).cwiseAbs().maxCoeff(), 1e-5) << path;
  EXPECT_LT((u.tail(m) - w).cwiseAbs().maxCoeff(), 1.1e-4) << path;
}

TEST(FieldText, MixedProblemsHaveTheirKnownSolutions) {
  const auto files = field_files("mlcp", ".dat");
  if (files.empty()) GTEST_SKIP() << "the problems of the field are not at hand";
  for (const auto& path : files) {
    const ProblemFile file = read_problem(path.string());
    EXPECT_EQ(file.format, "mlcp text");
    EXPECT_TRUE(solve_by_enumeration(file.problem).has_value()) << path;
    const std::string name = path.stem();
    for (const char* known : {"deudeu", "m2n1", "m3n2", "diodeBridge", "relay2"}) {
      if (name.rfind(known, 0) == 0) expect_reference(file, path);
    }
    // The last note is that of the unit. The whole matrix and its parts agree in every file that is
    // square.
    EXPECT_EQ(file.notes.size() == 1, name != "Rectangular_mlcp") << path << file.notes[0];
  }
}

TEST(FieldText, MixedProblemsAreReadInPartsAndInBlocks) {
  // 2 u + v = 4, 0 ≤ v ⊥ 3 u + 5 v − 7 ≥ 0, as one matrix, in parts, and with the inequality first.
  const ProblemFile whole =
      read_problem(std::string_view("1 0 1 1  0 1 2  0 1  0 2 2 2 2  2 3 1 5  -4 -7"), "text");
  const ProblemFile parts = read_problem(std::string_view("0 1 1 1  2 5 1 3  -4 -7"), "text");
  const ProblemFile turned =
      read_problem(std::string_view("1 0 1 1  0 1 2  1 0  0 2 2 2 2  5 1 3 2  -7 -4"), "text");
  EXPECT_EQ(dense_matrix(whole.problem), dense_matrix(parts.problem));
  EXPECT_EQ(whole.problem.b, parts.problem.b);
  EXPECT_EQ(turned.problem.blocks[0].kind, CARDAN_NONNEGATIVE);
  EXPECT_EQ(turned.problem.blocks[1].kind, CARDAN_FREE);
  EXPECT_EQ(dense_matrix(turned.problem)(0, 0), 5);
  EXPECT_EQ(dense_matrix(turned.problem)(0, 1), 3);
}

TEST(FieldText, TwoDimensionalFrictionIsACone) {
  const ProblemFile file =
      read_problem(std::string_view("2 1 0 2 2 2 2  2 0.2 0.2 1  -1 0.5  0.7\n"), "text");
  ASSERT_EQ(file.problem.blocks.size(), 1U);
  EXPECT_EQ(file.problem.blocks[0].kind, CARDAN_CONE);
  EXPECT_EQ(file.problem.blocks[0].dim, 2);
  EXPECT_EQ(file.problem.blocks[0].mu, 0.7);
  EXPECT_DOUBLE_EQ(dense_matrix(file.problem)(0, 1), 0.2);
  EXPECT_DOUBLE_EQ(file.problem.prox_step[0], 2.0 / 3);
  EXPECT_EQ(file.problem.tolerance, 1e-9);
  EXPECT_TRUE(file.notes.empty());
  EXPECT_LE(relative_error(file.problem, solve_with("conic", file)), 1e-8);
}

}  // namespace
}  // namespace cardan::test
