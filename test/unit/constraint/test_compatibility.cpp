#include "constraint/compatibility.h"
#include "test/unit/constraint/problem_samples.h"

namespace cardan {
namespace {

cardan_solver_desc solver(const char* id, std::uint32_t kinds, std::uint32_t required = 0,
                          std::uint32_t needs = 0) {
  cardan_solver_desc desc{};
  desc.struct_size = sizeof desc;
  desc.id = id;
  desc.kinds = kinds;
  desc.required_properties = required;
  desc.needs = needs;
  return desc;
}

FormulationInfo info(const char* id) { return make_formulation({id, {}})->info(); }

TEST(Compatibility, CompatiblePairsHaveNoMessage) {
  EXPECT_EQ(why_unfit(info("cone"), solver("conic", ~0u, CARDAN_SYMMETRIC)), "");
  EXPECT_EQ(why_unfit(info("polyhedral"), solver("lemke", test::kLcpKinds)), "");
  EXPECT_EQ(why_unfit(info("cone"), solver("pgs", ~0u, CARDAN_POSITIVE_DIAGONAL)), "");
}

TEST(Compatibility, MissingKindsAreNamed) {
  EXPECT_EQ(why_unfit(info("cone"), solver("lemke", test::kLcpKinds)),
            "lemke takes FREE, NONNEGATIVE; cone has CONE");
}

TEST(Compatibility, MissingPropertiesAreNamed) {
  EXPECT_EQ(why_unfit(info("polyhedral"), solver("conic", ~0u, CARDAN_SYMMETRIC)),
            "conic requires SYMMETRIC; polyhedral lacks it");
  // The BOX rows of joints would be lowered for this solver, which makes A unsymmetric.
  EXPECT_EQ(why_unfit(info("cone"),
                      solver("conic", test::kLcpKinds | 1u << CARDAN_CONE, CARDAN_SYMMETRIC)),
            "conic requires SYMMETRIC; cone loses it when BOX is lowered");
}

TEST(Compatibility, GroupSolverAcceptsGroupsWithoutPositiveDiagonal) {
  const auto by_rows = solver("pgs", ~0u, CARDAN_POSITIVE_DIAGONAL);
  const auto by_groups = solver("pgs", ~0u, CARDAN_POSITIVE_DIAGONAL, CARDAN_GROUP_SOLVES);
  EXPECT_EQ(why_unfit(info("polyhedral"), by_rows),
            "pgs requires POSITIVE_DIAGONAL; polyhedral lacks it");
  EXPECT_EQ(why_unfit(info("polyhedral"), by_groups), "");
  const FormulationInfo by_component =
      make_formulation({"polyhedral", {{"ordering", "component"}}})->info();
  EXPECT_NE(why_unfit(by_component, by_groups), "");
}

TEST(Compatibility, TooLargeConesAreRejected) {
  cardan_solver_desc flat = solver("flat", ~0u);
  flat.max_cone_dim = 2;
  EXPECT_EQ(why_unfit(info("cone"), flat), "flat takes cones of at most 2 rows; cone has 3");
  flat.max_cone_dim = 3;
  EXPECT_EQ(why_unfit(info("cone"), flat), "");
}

TEST(Compatibility, EveryKindAndPropertyHasAName) {
  EXPECT_STREQ(block_kind_name(CARDAN_BALL_MU), "BALL_MU");
  EXPECT_STREQ(block_kind_name(17), "unknown");
  EXPECT_STREQ(status_name(CARDAN_JAMMED), "JAMMED");
  EXPECT_EQ(kinds_text(0), "none");
  EXPECT_EQ(properties_text(CARDAN_SYMMETRIC | CARDAN_FACTORED), "SYMMETRIC, FACTORED");
}

}  // namespace
}  // namespace cardan
