#include <dart/constraint/DantzigBoxedLcpSolver.hpp>
#include <dart/constraint/PgsBoxedLcpSolver.hpp>
#include <dart/lcpsolver/Lemke.hpp>
#include <limits>
#include <memory>

#include "bench/walls/wall_solver.h"

namespace cardan::bench {

namespace {

using dart::constraint::BoxedLcpSolver;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

WallAnswer solve_boxed(const Wall& wall, const std::shared_ptr<BoxedLcpSolver>& solver) {
  const int n = 3 * wall.contacts, padded = (n + 3) / 4 * 4;  // rows padded to four
  RowMajor A0 = RowMajor::Zero(n, padded);
  A0.leftCols(n) = wall.W();
  Eigen::VectorXd x(n);
  bool solved = false;
  WallAnswer answer;
  answer.milliseconds = median_milliseconds([&] {
    RowMajor A = A0;
    Eigen::VectorXd b = -wall.b, lo(n), hi(n);
    Eigen::VectorXi parent(n);
    for (int i = 0; i < n; ++i) {
      const bool normal = i % 3 == 0;
      lo[i] = normal ? 0 : -wall.mu;
      hi[i] = normal ? std::numeric_limits<double>::infinity() : wall.mu;
      parent[i] = normal ? -1 : i - i % 3;
    }
    x.setZero();
    solved = solver->solve(n, A.data(), x.data(), b.data(), 0, lo.data(), hi.data(), parent.data());
  });
  answer.residual = box_residual(wall, x);
  answer.refused = !solved;
  return answer;
}

WallAnswer solve_lemke(const Wall& wall) {
  const WallLcp lcp = make_lcp(wall);
  Eigen::VectorXd z;
  int code = 0;
  WallAnswer answer;
  answer.milliseconds = median_milliseconds([&] {
    z = Eigen::VectorXd::Zero(lcp.q.size());
    code = dart::lcpsolver::Lemke(lcp.M, lcp.q, &z);
  });
  answer.residual = lcp_residual(lcp, z);
  answer.refused = code != 0;
  return answer;
}

}  // namespace

std::vector<WallSolver> dart_wall_solvers() {
  using dart::constraint::DantzigBoxedLcpSolver;
  using dart::constraint::PgsBoxedLcpSolver;
  const auto dantzig = std::make_shared<DantzigBoxedLcpSolver>();
  const auto sweeps = std::make_shared<PgsBoxedLcpSolver>();
  sweeps->setOption(PgsBoxedLcpSolver::Option(1000, 1e-12, 1e-12));
  return {{"DART Lemke", "LCP, 4 directions", solve_lemke},
          {"DART Dantzig", "box", [=](const Wall& wall) { return solve_boxed(wall, dantzig); }},
          {"DART PGS, 1000 sweeps", "box",
           [=](const Wall& wall) { return solve_boxed(wall, sweeps); }}};
}

}  // namespace cardan::bench
