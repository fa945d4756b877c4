#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "constraint/push_out.h"

namespace cardan {
namespace {

struct Overlap {
  double depth = 0;        ///< [m]
  double compression = 0;  ///< S λ of the last step [m/s]
  bool has_memory = true;
  double mobility = 1;  ///< A_nn, if the mean of the contact is 1 [1/kg]
};

constexpr double kStep = 1e-3;

/// Contacts at rest that overlap, with the push-out in their bias.
BaseProblem overlaps(const ConstraintRules& rules, const std::vector<Overlap>& contacts) {
  BaseProblem base;
  base.dt = kStep;
  for (const Overlap& contact : contacts) {
    BaseBlock block;
    block.kind = BaseBlockKind::kContact;
    block.row = base.m();
    block.dim = 3;
    block.phi = -contact.depth;
    base.blocks.push_back(block);
    base.has_memory.push_back(contact.has_memory);
    base.b.insert(base.b.end(), {-push_out_speed(rules, block.phi, kStep), 0, 0});
    base.b_free.insert(base.b_free.end(), {0, 0, 0});
    base.S.insert(base.S.end(), {0.5, 0, 0});
    base.A_diag.insert(base.A_diag.end(), {contact.mobility, 1, 1});
    base.prox_step.insert(base.prox_step.end(), 3, 1.0);
    base.lambda_prev.insert(base.lambda_prev.end(), {contact.compression / 0.5, 0, 0});
  }
  base.num_contacts = static_cast<int>(contacts.size());
  return base;
}

/// Contacts whose push-out is left to the position problem. Their rows keep the bias −S λ⁻ of their
/// compression.
std::vector<bool> left(const std::vector<Overlap>& contacts) {
  const ConstraintRules rules;
  BaseProblem base = overlaps(rules, contacts);
  const std::vector<double> pushed = base.b;
  const bool any = leave_overlaps_to_positions(rules, base);
  std::vector<bool> result;
  for (const BaseBlock& block : base.blocks) {
    const auto row = static_cast<std::size_t>(block.row);
    result.push_back(base.b[row] != pushed[row]);
    if (result.back()) {
      EXPECT_NEAR(base.b[row], -base.S[row] * base.lambda_prev[row], 1e-15);
    }
  }
  EXPECT_EQ(any, std::find(result.begin(), result.end(), true) != result.end());
  return result;
}

using Left = std::vector<bool>;
// The whole depth is removed in one step: 10 µm in 1 ms are 10 mm/s.
constexpr double kDepth = 1e-5, kSpeed = 1e-2;

TEST(PushOut, OverlapThatWouldThrowIsLeftToPositions) {
  EXPECT_EQ(left({{kDepth}}), Left{true});
  EXPECT_EQ(left({{0.05 * kDepth}}), Left{false}) << "slower than 1 mm/s";
}

// The speed that is always permitted has the same energy ½ u² / A_nn for every row with A_nn r <
// 0.1.
TEST(PushOut, RowThatHardlyMovesItsBodiesIsLeftToPositions) {
  const double depth = 0.05 * kDepth;
  EXPECT_EQ(left({{depth, 0, true, 0.03}}), Left{false});
  EXPECT_EQ(left({{depth, 0, true, 0.02}}), Left{true});
}

TEST(PushOut, CompressionIsNotAnOverlap) {
  EXPECT_EQ(left({{kDepth, kSpeed}}), Left{false});
  EXPECT_EQ(left({{kDepth, 0.5 * kSpeed}}), Left{true});
}

TEST(PushOut, NewContactMayBeAsDeepAsTheMostCompressedOneOfItsIsland) {
  const Overlap fresh{kDepth, 0, false};
  EXPECT_EQ(left({fresh}), Left{true});
  EXPECT_EQ(left({{kDepth, kSpeed}, fresh}), (Left{false, false}));
  EXPECT_EQ(left({fresh, {kDepth, kSpeed}}), (Left{false, false}));
  EXPECT_EQ(left({{0.5 * kDepth, 0.5 * kSpeed}, fresh}), (Left{false, true}));
}

TEST(PushOut, ContactWithMemoryHasItsOwnCompression) {
  EXPECT_EQ(left({{kDepth, kSpeed}, {kDepth, 0.1 * kSpeed}}), (Left{false, true}));
}

}  // namespace
}  // namespace cardan
