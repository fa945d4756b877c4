#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/LinearComplementarityProblem.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/lcp_cst.h>

#include <cstdlib>

#include "bench/walls/wall_solver.h"

namespace cardan::bench {

namespace {

SolverOptions* make_options(int solver) {
  SolverOptions* options = solver_options_create(solver);
  options->dparam[SICONOS_DPARAM_TOL] = 1e-8;
  return options;
}

void free_options(SolverOptions* options) {
  solver_options_delete(options);
  std::free(options);
}

WallAnswer solve_lcp(const Wall& wall, int solver) {
  const WallLcp lcp = make_lcp(wall);
  const int n = static_cast<int>(lcp.q.size());
  Eigen::VectorXd z(n), w(n);
  int code = 0;
  WallAnswer answer;
  answer.milliseconds = median_milliseconds([&] {
    Eigen::MatrixXd M = lcp.M;
    Eigen::VectorXd q = lcp.q;
    LinearComplementarityProblem problem{};
    problem.size = n;
    problem.M = NM_create_from_data(NM_DENSE, n, n, M.data());
    problem.q = q.data();
    SolverOptions* options = make_options(solver);
    z.setZero();
    w = q;
    code = linearComplementarity_driver(&problem, z.data(), w.data(), options);
    free_options(options);
  });
  answer.residual = lcp_residual(lcp, z);
  answer.refused = code != 0;
  return answer;
}

WallAnswer solve_cone(const Wall& wall, int solver) {
  const Eigen::MatrixXd W0 = wall.W();
  const int n = 3 * wall.contacts;
  Eigen::VectorXd lambda(n), u(n), mu = Eigen::VectorXd::Constant(wall.contacts, wall.mu);
  int code = 0;
  WallAnswer answer;
  answer.milliseconds = median_milliseconds([&] {
    Eigen::MatrixXd W = W0;
    Eigen::VectorXd q = wall.b;
    FrictionContactProblem problem{};
    problem.dimension = 3;
    problem.numberOfContacts = wall.contacts;
    problem.M = NM_create_from_data(NM_DENSE, n, n, W.data());
    problem.q = q.data();
    problem.mu = mu.data();
    SolverOptions* options = make_options(solver);
    lambda.setZero();
    u.setZero();
    code = fc3d_driver(&problem, lambda.data(), u.data(), options);
    free_options(options);
  });
  answer.residual = cone_residual(wall, lambda);
  answer.refused = code != 0;
  return answer;
}

}  // namespace

std::vector<WallSolver> siconos_wall_solvers() {
  std::vector<WallSolver> solvers;
  const std::pair<const char*, int> lcps[] = {
      {"Siconos Lemke", SICONOS_LCP_LEMKE},
      {"Siconos pivot", SICONOS_LCP_PIVOT},
      {"Siconos Newton FB", SICONOS_LCP_NEWTON_FB_FBLSA},
      {"Siconos Newton min-FB", SICONOS_LCP_NEWTON_MIN_FBLSA}};
  for (const auto& [name, id] : lcps) {
    solvers.push_back(
        {name, "LCP, 4 directions", [id = id](const Wall& wall) { return solve_lcp(wall, id); }});
  }
  const std::pair<const char*, int> cones[] = {{"Siconos NSGS", SICONOS_FRICTION_3D_NSGS},
                                               {"Siconos ADMM", SICONOS_FRICTION_3D_ADMM}};
  for (const auto& [name, id] : cones) {
    solvers.push_back({name, "cone", [id = id](const Wall& wall) { return solve_cone(wall, id); }});
  }
  return solvers;
}

}  // namespace cardan::bench
