#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <new>

#include "sim/solve/chain_attempt.h"
#include "sim/solve/solver_call.h"
#include "test/bad_plugins/raw_solver.h"
#include "test/support/worlds.h"

/// The memory bound of one solver call, and the behaviour when memory runs out.
namespace cardan::test {
namespace {

/// m rows that push, without coupling.
Problem rows_that_push(int m) {
  Problem problem;
  cardan_block block{};
  block.kind = CARDAN_NONNEGATIVE;
  block.dim = m;
  block.parent = -1;
  problem.blocks.push_back(block);
  problem.num_groups = 1;
  problem.Y.clear(1);
  problem.S.clear(m);
  for (int i = 0; i < m; ++i) {
    problem.Y.push(0, 1);
    problem.Y.end_row();
    problem.S.end_row();
  }
  problem.b.assign(static_cast<std::size_t>(m), -1.0);
  problem.prox_step.assign(static_cast<std::size_t>(m), 1.0);
  problem.weight.assign(static_cast<std::size_t>(m), 1.0);
  return problem;
}

cardan_solver_desc dense_solver() {
  cardan_solver_desc desc = raw::solver("dense");
  desc.needs = CARDAN_NEEDS_DENSE;
  return desc;
}

IslandWork work_of(int m) {
  IslandWork work;
  work.problem = rows_that_push(m);
  work.lambda.assign(static_cast<std::size_t>(m), 0.0);
  work.u.assign(static_cast<std::size_t>(m), 0.0);
  return work;
}

TEST(SolverCall, DenseMatrixAboveTheBoundIsRejected) {
  const cardan_solver_desc desc = dense_solver();
  ContactSolver solver(desc);
  IslandWork work = work_of(4097);
  const SolveReport report = call_solver(solver, work);
  EXPECT_EQ(report.status, CARDAN_UNSUPPORTED);
  EXPECT_NE(std::string(report.fault).find("more rows than the solver supports"),
            std::string::npos);
  EXPECT_EQ(work.problem.A.capacity(), 0u);
}

TEST(SolverCall, DenseStorageIsReservedBeforeTheCall) {
  const cardan_solver_desc desc = dense_solver();
  ContactSolver solver(desc);
  IslandWork work = work_of(61);
  cardan_size size = size_of(work.problem.view());
  size.m = 70;
  reserve_dense_for(solver, size, work);
  EXPECT_GE(work.problem.A.capacity(), 72u * 70u);
  work.problem.A.assign(1, 0.0);
  const double* storage = work.problem.A.data();
  call_solver(solver, work);
  EXPECT_EQ(work.problem.A.data(), storage);
  EXPECT_EQ(work.problem.A.size(), 64u * 61u);

  // Beyond the limit nothing is reserved for a problem that is refused anyhow.
  size.m = 1000000;
  reserve_dense_for(solver, size, work);
  EXPECT_LE(work.problem.A.capacity(), 4096u * 4096u);
}

TEST(SolverCall, MatrixOverwrittenByASolverIsDiscarded) {
  cardan_solver_desc desc = dense_solver();
  desc.solve = [](cardan_solver*, const cardan_problem* problem, double*, double*,
                  cardan_report*) -> int32_t {
    const_cast<double*>(problem->A)[0] = 0;
    return CARDAN_SOLVED;
  };
  ContactSolver bad(desc);
  IslandWork work = work_of(3);
  EXPECT_TRUE(call_solver(bad, work).discarded);
  EXPECT_EQ(work.problem.view().A, nullptr);
}

TEST(SolverCall, LoweredRowsAreCountedBeforeTheyAreMade) {
  IslandWork work = work_of(0);
  Problem& problem = work.problem = rows_that_push(4);
  problem.blocks.front().dim = 1;
  const double kUnbounded = std::numeric_limits<double>::infinity();
  const double bounds[3][2] = {{-1, 1}, {-kUnbounded, 1}, {-kUnbounded, kUnbounded}};
  for (int k = 0; k < 3; ++k) {
    cardan_block block = problem.blocks.front();
    block.kind = k == 2 ? CARDAN_BOX_MU : CARDAN_BOX;
    block.row = k + 1;
    block.parent = k == 2 ? 0 : -1;
    block.mu = 0.5;
    block.lo = bounds[k][0];
    block.hi = bounds[k][1];
    problem.blocks.push_back(block);
  }
  constexpr std::uint32_t kRows = 1u << CARDAN_FREE | 1u << CARDAN_NONNEGATIVE;
  Lowering lowering;
  Problem lowered;
  ASSERT_TRUE(lowering.lower(problem, kRows, lowered));
  EXPECT_EQ(Lowering::lowered_rows(problem, kRows), lowered.m());
  EXPECT_EQ(Lowering::lowered_rows(problem, ~0u), 4);
}

/// A formulation that finds no memory for its problem.
class WithoutMemory final : public Formulation {
 public:
  const FormulationInfo& info() const override { return info_; }
  void configure(const SurfaceTraits&) override {}
  void build(const BaseProblem&, int, Problem&) override { throw std::bad_alloc(); }
  void guess(const BaseProblem&, const Problem&, double*) override {}
  bool accept_pass(const BaseProblem&, const Problem&, int, const double*, double*) override {
    return true;
  }

 private:
  FormulationInfo info_;
};

TEST(SolverCall, OutOfMemoryIsAFailedAttempt) {
  const cardan_solver_desc desc = raw::solver("some");
  Pairing pairing;
  pairing.chain.push_back({&desc, {}, 1e-8});
  pairing.ids = {"some"};
  SolverChain chain = make_chain(pairing);
  IslandWork work = work_of(1);
  work.formulation = std::make_unique<WithoutMemory>();
  start_report(work);
  const Verdict verdict = attempt_link(pairing, chain, 0, 0, work);
  EXPECT_TRUE(std::isinf(verdict.residual));
  EXPECT_NE(verdict.status, CARDAN_SOLVED);
  EXPECT_NE(work.report.fault.find("memory"), std::string::npos) << work.report.fault;
  EXPECT_EQ(work.report.faulty_solver, 0);
}

}  // namespace
}  // namespace cardan::test
