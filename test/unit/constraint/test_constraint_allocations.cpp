#include "constraint/lowering.h"
#include "test/support/allocation_counter.h"
#include "test/support/remember.h"
#include "test/unit/constraint/robot_samples.h"

namespace cardan {
namespace {

using test::Random;

/// The work of the constraint layer in one step, with storage outside.
struct Work {
  IslandSet islands;
  BaseProblem base;
  Problem problem, lowered;
  Lowering lowering;
  ConstraintMemory memory, next;
  VectorX lambda, lambda_lowered, lambda_C, u_C, z;
  std::vector<double*> z_of_tree;

  void step(const test::Robots& robots, const ConstraintSet& constraints,
            Formulation& formulation) {
    islands.find(static_cast<int>(robots.trees.size()), constraints);
    for (int k = 0; k < islands.size(); ++k) {
      assemble_base_problem(islands[k], constraints, robots.trees, memory, {}, robots.h, base);
      formulation.build(base, 0, problem);
      problem.form_dense();
      lambda.setZero();
      formulation.guess(base, problem, lambda.data());
      lowering.lower(problem, 1u << CARDAN_NONNEGATIVE | 1u << CARDAN_CONE, lowered);
      lowering.guess(problem, lambda.data(), lambda_lowered.data());
      lowering.lift(lambda_lowered.data(), lambda.data());
      formulation.accept_pass(base, problem, 0, lambda.data(), lambda_C.data());
      compute_base_velocity(base, lambda_C.data(), z.data(), u_C.data());
      judge(problem.view(), lambda.data(), lambda.data());
      cone_residual(base, lambda_C.data(), u_C.data());
      measure(base, lambda_C.data(), u_C.data());
      certificate_holds(problem.view(), lambda.data());
      add_impulses(base, z.data(), z_of_tree);
      test::remember_island(base, constraints, lambda_C.data(), u_C.data(), next);
    }
    sort_memory(next);
    std::swap(memory, next);
    for (auto* list : {&next.contacts, &next.torsions, &next.rollings, &next.limits,
                       &next.frictions, &next.motors}) {
      list->clear();
    }
  }
};

TEST(ConstraintLayer, ConstraintLayerDoesNotAllocateAfterWarmUp) {
  for (const std::string& id : formulation_ids()) {
    Random random(1);
    test::Robots robots;
    for (int t = 0; t < 3; ++t) robots.add(random, test::random_skeleton(random, 8, t > 0));
    ConstraintSet constraints;
    for (int i = 0; i < 10; ++i) {
      constraints.contacts.push_back(test::random_contact(random, robots));
    }
    constraints.limits = {{0, 1, 1, 0.1, 1}};
    constraints.frictions = {{1, 7, 1, 2}};
    constraints.motors = {{2, 8, 1, 10, 1, 0, 0, 3}};
    const auto formulation = make_formulation({id, {}});
    Work work;
    work.lambda = work.lambda_lowered = work.lambda_C = work.u_C = work.z = VectorX::Zero(2000);
    std::vector<VectorX> z(3, VectorX::Zero(200));
    for (VectorX& part : z) work.z_of_tree.push_back(part.data());
    for (int k = 0; k < 3; ++k) work.step(robots, constraints, *formulation);
    test::AllocationCounter counter;
    for (int k = 0; k < 3; ++k) work.step(robots, constraints, *formulation);
    EXPECT_EQ(counter.total(), 0) << id;
  }
}

}  // namespace
}  // namespace cardan
