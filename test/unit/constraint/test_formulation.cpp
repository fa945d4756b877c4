#include <algorithm>

#include "cardan/error.h"
#include "constraint/formulation.h"
#include "test/unit/constraint/problem_samples.h"

namespace cardan {
namespace {

using test::Random;

std::string refusal(const FormulationSpec& spec) {
  try {
    make_formulation(spec);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

void expect_refusal(const FormulationSpec& spec, const std::vector<std::string>& words) {
  const std::string text = refusal(spec);
  for (const std::string& word : words) {
    EXPECT_NE(text.find(word), std::string::npos) << word << " | " << text;
  }
}

TEST(Formulation, EachIdCreatesItsFormulation) {
  for (const std::string& id : formulation_ids()) {
    const auto formulation = make_formulation({id, {}});
    EXPECT_EQ(formulation->info().id, id);
    EXPECT_FALSE(formulation->info().default_solver.empty());
    EXPECT_NE(formulation->info().kinds, 0u);
  }
  EXPECT_EQ(formulation_ids().front(), "cone");
}

TEST(Formulation, UnknownIdSuggestsASimilarName) {
  expect_refusal({"conee", {}}, {"unknown formulation conee", "cone"});
  expect_refusal({"polyhedral", {{"direction", "8"}}},
                 {"formulation polyhedral", "unknown option direction", "directions"});
  expect_refusal({"cone", {{"directions", "8"}}},
                 {"formulation cone", "unknown option directions", "rolling"});
  for (const char* value : {"7", "2", "-4", "eight", "8.0", "", "99999999999"}) {
    expect_refusal({"polyhedral", {{"directions", value}}}, {"directions", "expected"});
  }
  expect_refusal({"polyhedral", {{"stabilization", "anitescu"}}},
                 {"stewart_trinkle, anitescu_potra"});
  expect_refusal({"polyhedral", {{"epsilon", "nan"}}},
                 {"epsilon", "expected a number from 0 to 1"});
  expect_refusal({"polyhedral", {{"epsilon", "-1"}}}, {"epsilon"});
  expect_refusal({"polyhedral", {{"dt_scaling", "yes"}}}, {"true or false"});
}

TEST(Cone, ProblemIsTheBaseProblem) {
  Random random(1);
  const auto cone = make_formulation({});
  Problem problem;
  for (int trial = 0; trial < 20; ++trial) {
    BaseProblem base = test::random_base(random, {3, 2, 2, 9});
    base.id = 77;
    cone->build(base, 0, problem);
    validate(problem.view());
    EXPECT_EQ(problem.id, 77u);
    EXPECT_EQ(problem.b, base.b);
    EXPECT_EQ(problem.Y.value, base.Y.value);
    EXPECT_EQ(problem.Y.index, base.Y.index);
    EXPECT_EQ(problem.prox_step, base.prox_step);
    EXPECT_EQ(problem.column_parent, base.column_parent);
    EXPECT_LT((test::dense_A(problem) - test::dense_A(base)).norm(), 1e-14);
    ASSERT_EQ(problem.blocks.size(), 7u);
    for (std::size_t k = 0; k < 7; ++k) {
      const cardan_block& block = problem.blocks[k];
      EXPECT_EQ(block.group, static_cast<int>(k));
      EXPECT_EQ(block.key, base.blocks[k].key);
      EXPECT_EQ(block.kind, k < 3 ? CARDAN_CONE : k < 5 ? CARDAN_NONNEGATIVE : CARDAN_BOX);
      EXPECT_EQ(block.mu, k < 3 ? base.blocks[k].mu : 0);
      EXPECT_EQ(block.hi, k < 3 ? 0 : base.blocks[k].hi);
    }
    const VectorX lambda = test::uniform_vector(random, base.m());
    VectorX lifted(base.m());
    EXPECT_TRUE(cone->accept_pass(base, problem, 0, lambda.data(), lifted.data()));
    EXPECT_EQ(lifted, lambda);
    base.lambda_prev.assign(lambda.data(), lambda.data() + lambda.size());
    cone->guess(base, problem, lifted.data());
    EXPECT_EQ(lifted, lambda);
  }
}

TEST(Cone, ContactRowsDoNotDependOnOtherRows) {
  Random random(3);
  const auto cone = make_formulation({});
  Problem alone, beside;
  for (int trial = 0; trial < 20; ++trial) {
    BaseProblem base = test::random_base(random, {4, 1, 0, 9});
    const bool smooth = trial % 2 == 0;
    const int rows = smooth ? 4 : 12;
    if (smooth)
      for (BaseBlock& block : base.blocks) block.mu = 0;
    if (trial % 4 < 2) std::fill(base.S.begin(), base.S.end(), 0.1);
    cone->build(base, 0, beside);
    BaseProblem contacts = base;
    contacts.blocks.pop_back();
    contacts.Y.start.pop_back();
    contacts.Y.index.resize(contacts.Y.start.back());
    contacts.Y.value.resize(contacts.Y.start.back());
    for (auto* column : {&contacts.S, &contacts.b, &contacts.b_free, &contacts.A_diag,
                         &contacts.prox_step, &contacts.lambda_prev, &contacts.u_prev})
      column->resize(12);
    cone->build(contacts, 0, alone);
    validate(alone.view());
    ASSERT_EQ(alone.m(), rows);
    EXPECT_EQ(test::dense_A(alone), test::dense_A(beside).topLeftCorner(rows, rows));
    EXPECT_EQ(test::to_vector(alone.b), test::to_vector(beside.b).head(rows));
    EXPECT_EQ(test::to_vector(alone.prox_step), test::to_vector(beside.prox_step).head(rows));
    EXPECT_EQ(test::to_vector(alone.weight), test::to_vector(beside.weight).head(rows));
    ASSERT_EQ(alone.blocks.size(), 4u);
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(alone.blocks[k].kind, beside.blocks[k].kind);
      EXPECT_EQ(alone.blocks[k].row, beside.blocks[k].row);
      EXPECT_EQ(alone.blocks[k].dim, beside.blocks[k].dim);
      EXPECT_EQ(alone.blocks[k].mu, beside.blocks[k].mu);
      EXPECT_EQ(alone.blocks[k].key, beside.blocks[k].key);
    }
    const VectorX lambda = test::uniform_vector(random, rows);
    VectorX lifted(12);
    cone->accept_pass(contacts, alone, 0, lambda.data(), lifted.data());
    for (int i = 0; i < 12; ++i)
      EXPECT_EQ(lifted[i], !smooth ? lambda[i] : (i % 3 == 0 ? lambda[i / 3] : 0));
  }
}

TEST(Cone, PropertiesFollowTheRowsPresent) {
  Random random(2);
  const auto cone = make_formulation({});
  Problem problem;
  BaseProblem base = test::random_base(random, {1, 0, 0, 4});
  cone->build(base, 0, problem);
  EXPECT_TRUE(problem.properties & CARDAN_POSITIVE_DIAGONAL);
  EXPECT_FALSE(problem.properties & CARDAN_COMPLIANT);
  base.S = {0.1, 0.1, 0.1};
  cone->build(base, 0, problem);
  EXPECT_TRUE(problem.properties & CARDAN_COMPLIANT);
  base.A_diag[2] = 0;
  cone->build(base, 0, problem);
  EXPECT_FALSE(problem.properties & CARDAN_POSITIVE_DIAGONAL);
}

TEST(Formulation, MatrixIdsAreUniquePerBuildAndInstance) {
  Random random(3);
  const BaseProblem base = test::random_base(random, {1, 0, 0, 4});
  std::vector<std::uint64_t> ids;
  for (int k = 0; k < 2; ++k) {
    const auto cone = make_formulation({});
    Problem problem;
    for (int i = 0; i < 3; ++i) {
      cone->build(base, 0, problem);
      ids.push_back(problem.matrix_id);
      cone->build(base, 1, problem);
      EXPECT_EQ(problem.matrix_id, ids.back());
    }
  }
  std::sort(ids.begin(), ids.end());
  EXPECT_NE(ids.front(), 0u);
  EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
}

TEST(Formulation, EmptyIslandGivesAProblemWithoutRows) {
  Random random(4);
  const BaseProblem base = test::random_base(random, {0, 0, 0, 3});
  for (const std::string& id : formulation_ids()) {
    Problem problem;
    make_formulation({id, {}})->build(base, 0, problem);
    EXPECT_EQ(problem.m(), 0);
    validate(problem.view());
  }
}

}  // namespace
}  // namespace cardan
