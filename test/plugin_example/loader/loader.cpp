// Loads the example plugin from a directory and solves two contacts of one body with it.
#include <cmath>
#include <cstdio>
#include <exception>

#include "cardan/contact_solver.h"
#include "cardan/solver_registry.h"

namespace {

/// u = A λ + b with A = [2 1; 1 2], b = (−3, −3): λ = (1, 1).
int solve_two_contacts(cardan::ContactSolver& solver) {
  const double A[16] = {2, 1, 0, 0, 0, 0, 0, 0, 1, 2};
  const double b[2] = {-3, -3}, step[2] = {0.5, 0.5}, weight[2] = {2, 2};
  cardan_block block{};
  block.kind = CARDAN_NONNEGATIVE;
  block.dim = 2;
  block.parent = -1;
  cardan_problem problem{};
  problem.struct_size = sizeof problem;
  problem.properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL;
  problem.m = 2;
  problem.num_blocks = problem.num_groups = 1;
  problem.blocks = &block;
  problem.A = A;
  problem.lda = 8;
  problem.b = b;
  problem.step = step;
  problem.weight = weight;
  problem.tolerance = 1e-10;
  solver.reserve(cardan::size_of(problem));
  double lambda[2] = {0, 0};
  const cardan::SolveReport report = solver.solve(problem, lambda, {});
  std::printf("status %d after %d iterations, lambda = %.12g %.12g\n", report.status,
              report.iterations, lambda[0], lambda[1]);
  const bool right = std::fabs(lambda[0] - 1) < 1e-9 && std::fabs(lambda[1] - 1) < 1e-9;
  return report.status == CARDAN_SOLVED && right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) return 2;
  const cardan::SolverRegistry registry({argv[1]});
  for (const cardan::SolverOrigin& origin : registry.solvers()) {
    std::printf("%s from %s\n", origin.desc->id, origin.place.c_str());
  }
  // The installed solvers are found relative to the library, also if the package was moved.
  if (registry.find("pgs") == nullptr) {
    std::printf("failed: the installed pgs was not found\n");
    return 1;
  }
  cardan::ContactSolver solver(registry.require("jacobi"));
  solver.set_option({"max_iterations", 1000, ""});
  return solve_two_contacts(solver);
} catch (const std::exception& error) {
  std::printf("failed: %s\n", error.what());
  return 1;
}
