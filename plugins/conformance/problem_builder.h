#pragma once

#include <Eigen/Core>

#include "constraint/rows/base_problem.h"
#include "plugins/conformance/canned_problems.h"

/// Builders that make problems from dense matrices. The canned problems use them.
namespace cardan {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr std::uint32_t kMechanical = CARDAN_SYMMETRIC | CARDAN_MONOTONE |
                                             CARDAN_POSITIVE_DIAGONAL | CARDAN_GROUPED |
                                             CARDAN_FACTORED;

/// Builds a problem from dense Y (m × n), S (m × m), b and blocks, with the steps and weights that
/// the engine would set.
class ProblemBuilder {
 public:
  ProblemBuilder(Eigen::MatrixXd Y, Eigen::VectorXd b);

  /// Appends a block to the current group.
  cardan_block& add(int kind, int dim, double mu = 0, int parent = -1);
  void next_group() { ++group_; }

  Problem build(std::uint32_t properties);

  Eigen::MatrixXd S;

 private:
  void set_steps();
  template <typename F>
  void for_rows(int group, F f) const;

  Eigen::MatrixXd Y_;
  Eigen::VectorXd b_;
  Problem problem_;
  int row_ = 0, group_ = 0;
};

/// Builds an island in contact space from dense Y and b: contacts first, then rows of joints.
class IslandBuilder {
 public:
  IslandBuilder(Eigen::MatrixXd Y, Eigen::VectorXd b);

  /// Adds the rows n, t1 and t2 of a contact. compliance: S_nn as a fraction of A_nn.
  void add_contact(double mu, double compliance = 0);
  /// Adds one row with bounds [N s, N m s], like the row of a motor. S: compliance of the row.
  void add_bounded_row(double lo, double hi, double S = 0);
  /// Adds one row that can only push, like the row of a limit.
  void add_limit();

  /// Appends a problem "NAME, FORMULATION" for every formulation at velocity level. For
  /// formulations that are defined only for compliant contacts, rigid contacts get S_nn = 1e-4
  /// A_nn.
  void add_to(CannedProblems& problems, const std::string& name,
              Expected expected = Expected::kSolved) const;
  /// Like the function above, for the given formulations only.
  void add_to(CannedProblems& problems, const std::string& name, Expected expected,
              const std::vector<std::string>& formulations) const;

 private:
  BaseBlock& add_block(BaseBlockKind kind, int dim);
  BaseProblem build(bool compliant) const;

  Eigen::MatrixXd Y_;
  Eigen::VectorXd b_, S_;
  std::vector<BaseBlock> blocks_;
  int row_ = 0;
};

}  // namespace cardan
