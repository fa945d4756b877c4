#include <gtest/gtest.h>

#include "cardan/error.h"
#include "constraint/lowering.h"
#include "constraint/row_scale.h"
#include "constraint/rows/mass_form.h"
#include "test/support/random_island.h"

/// The steps and weights that formulations give pass the check of problem files, and no others.
namespace cardan {
namespace {

using test::Random;

/// Every formulation, and the options that change rows or scales.
std::vector<FormulationSpec> formulations() {
  std::vector<FormulationSpec> specs;
  for (const std::string& id : formulation_ids()) specs.push_back({id, {}});
  specs.push_back({"cone", {{"rolling", "joint"}}});
  specs.push_back({"polyhedral", {{"directions", "4"}, {"epsilon", 1.0}}});
  specs.push_back({"polyhedral", {{"directions", "64"}, {"dt_scaling", "true"}}});
  specs.push_back({"polyhedral", {{"ordering", "component"}, {"dt_scaling", "true"}}});
  specs.push_back({"polyhedral", {{"form", "mixed"}}});
  specs.push_back({"polyhedral", {{"form", "mixed"}, {"ordering", "component"}}});
  specs.push_back({"box", {{"bounds", "previous"}}});
  specs.push_back({"phantom", {{"variant", "A"}, {"directions", "5"}}});
  specs.push_back({"hybrid", {{"bounds", "previous"}}});
  specs.push_back({"convex", {{"pyramid", "4"}}});
  specs.push_back({"convex", {{"pyramid", "32"}}});
  return specs;
}

std::string name_of(const FormulationSpec& spec) {
  std::string name = spec.id;
  for (const Option& option : spec.options) {
    name.append(" ").append(option.name).append("=").append(option.text());
  }
  return name;
}

/// The problem of one island, and its lowering to an LCP if it has boxes.
std::vector<Problem> problems_of(const test::RandomIsland& made, const Island& island,
                                 const FormulationSpec& spec) {
  const auto formulation = make_formulation(spec);
  formulation->configure({.torsion = true, .rolling = true});
  ConstraintRules rules;
  if (formulation->info().acceleration_level) rules.level = RowLevel::kAcceleration;
  BaseProblem base;
  assemble_base_problem(island, made.constraints, made.robots.trees, {}, rules, made.robots.h,
                        base);
  if (base.m() == 0) return {};
  if (formulation->info().mass_form) compute_mass_form(made.robots.trees, base);
  std::vector<Problem> problems(1);
  formulation->build(base, 0, problems[0]);
  if (problems[0].m() == 0) return {};
  Problem lowered;
  Lowering lowering;
  if (lowering.lower(problems[0], test::kLcpKinds, lowered)) problems.push_back(lowered);
  return problems;
}

std::string refusal_of(const Problem& problem) {
  try {
    check_row_scales(problem, "p.hdf5");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

class RowScales : public testing::TestWithParam<FormulationSpec> {
 protected:
  template <typename F>
  void for_problems(int islands, F f) {
    SCOPED_TRACE(name_of(GetParam()));
    Random random(11);
    for (int made = 0; made < islands;) {
      const test::RandomIsland sample = test::random_hard_island(random, {.max_contacts = 8});
      for (int k = 0; k < sample.islands.size(); ++k) {
        for (const Problem& problem : problems_of(sample, sample.islands[k], GetParam())) {
          ++made;
          f(problem, random);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
};

TEST_P(RowScales, OfTheEnginePassTheCheck) {
  for_problems(test::islands_to_make(200), [](const Problem& problem, Random&) {
    ASSERT_EQ(refusal_of(problem), "");
    Problem again = problem;
    set_row_scales(again);
    ASSERT_EQ(refusal_of(again), "");
  });
}

TEST_P(RowScales, OfNoOtherSizePassTheCheck) {
  for_problems(test::islands_to_make(200), [](const Problem& problem, Random& random) {
    const auto row = static_cast<std::size_t>(random() % problem.b.size());
    for (const double factor : {1e-12, 1e12}) {
      Problem step = problem, weight = problem, both = problem;
      step.prox_step[row] *= factor;
      weight.weight[row] *= factor;
      both.prox_step[row] *= factor;
      both.weight[row] /= factor;
      for (const Problem& bad : {step, weight, both}) {
        ASSERT_NE(refusal_of(bad).find("of row "), std::string::npos) << row << " " << factor;
      }
      Problem all = problem;
      for (double& r : all.prox_step) r *= factor;
      for (double& w : all.weight) w /= factor;
      ASSERT_NE(refusal_of(all), "") << factor;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Formulations, RowScales, testing::ValuesIn(formulations()),
                         [](const auto& of) { return "n" + std::to_string(of.index); });

}  // namespace
}  // namespace cardan
