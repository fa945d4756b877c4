#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>
#include <vector>

#include "solvers/common/updated_ldlt.h"
#include "test/support/dense_algebra.h"

/// Appends and removals against Eigen's factorization of the same rows.
namespace cardan::solvers {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class UpdatedLdltTest : public ::testing::Test {
 protected:
  static constexpr int kRows = 30;

  UpdatedLdltTest() {
    const MatrixXd R = MatrixXd::NullaryExpr(kRows, kRows + 4, [&] { return normal_(random_); });
    const VectorXd scale =
        VectorXd::NullaryExpr(kRows, [&] { return std::exp(2 * normal_(random_)); });
    M_ = scale.asDiagonal() * R * R.transpose() * scale.asDiagonal();
    ldlt_.reserve(kRows);
  }

  bool append(int row) {
    VectorXd column(std::max<int>(ldlt_.size(), 1));
    for (int k = 0; k < ldlt_.size(); ++k) column[k] = M_(row, rows_[k]);
    if (!ldlt_.append(column.data(), M_(row, row), 1e-12 * M_(row, row))) return false;
    rows_.push_back(row);
    return true;
  }

  void remove(int k) {
    ldlt_.remove(k);
    rows_.erase(rows_.begin() + k);
  }

  /// ‖x − M_RR⁻¹ r‖ / ‖x‖ for a random r.
  double error() {
    const int n = ldlt_.size();
    MatrixXd S(n, n);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) S(i, j) = M_(rows_[i], rows_[j]);
    }
    const VectorXd r = VectorXd::NullaryExpr(n, [&] { return normal_(random_); });
    VectorXd x = r;
    ldlt_.solve(x.data());
    return (x - test::algebra::solve_symmetric(S, r)).norm() / x.norm();
  }

  std::mt19937 random_{7};
  std::normal_distribution<double> normal_;
  MatrixXd M_;
  UpdatedLdlt ldlt_;
  std::vector<int> rows_;
};

TEST_F(UpdatedLdltTest, AppendedRowsGiveTheFactorOfTheWholeMatrix) {
  for (int i = 0; i < kRows; ++i) {
    ASSERT_TRUE(append(i));
    ASSERT_LE(error(), 1e-9) << i;
  }
}

TEST_F(UpdatedLdltTest, FactorStaysAccurateAfterThousandsOfExchanges) {
  for (int k = 0; k < 5000; ++k) {
    if (rows_.size() < kRows && (rows_.empty() || random_() % 2)) {
      int row = 0;
      do {
        row = static_cast<int>(random_() % kRows);
      } while (std::find(rows_.begin(), rows_.end(), row) != rows_.end());
      ASSERT_TRUE(append(row));
    } else {
      remove(static_cast<int>(random_() % rows_.size()));
    }
    if (!rows_.empty() && k % 50 == 0) {
      ASSERT_LE(error(), 1e-8) << k;
    }
  }
}

TEST_F(UpdatedLdltTest, DependentRowIsRejectedWithoutChange) {
  M_.row(5) = M_.row(1) + 2 * M_.row(3);
  M_.col(5) = M_.row(5).transpose();
  M_(5, 5) = M_(1, 1) + 4 * M_(1, 3) + 4 * M_(3, 3);
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(append(i));
  EXPECT_FALSE(append(5));
  EXPECT_EQ(ldlt_.size(), 5);
  EXPECT_LE(error(), 1e-9);
  remove(3);  // now it is independent
  EXPECT_TRUE(append(5));
  EXPECT_LE(error(), 1e-9);
}

}  // namespace
}  // namespace cardan::solvers
