#include <memory>

#include "bench/walls/wall_solver.h"
#include "sim/solve/solve_island.h"
#include "solvers/builtin/builtin_solvers.h"

namespace cardan::bench {

namespace {

void push_rows(const Eigen::MatrixXd& dense, SparseRows& rows) {
  rows.clear(static_cast<int>(dense.cols()));
  for (int i = 0; i < dense.rows(); ++i) {
    for (int j = 0; j < dense.cols(); ++j) {
      if (dense(i, j) != 0) rows.push(j, dense(i, j));
    }
    rows.end_row();
  }
}

// The wall as an island of the engine, S_nn = compliance · A_nn.
BaseProblem make_base(const Wall& wall, double compliance) {
  const int m = 3 * wall.contacts;
  BaseProblem base;
  base.dt = 0.01;
  base.num_contacts = wall.contacts;
  push_rows(wall.Y, base.Y);
  for (int column = 0; column < wall.Y.cols(); ++column) {
    base.column_parent.push_back(column % 6 == 0 ? -1 : column - 1);
    if (column % 6 != 0) continue;
    base.tree.push_back(column / 6);
    base.tree_column.push_back(column);
  }
  base.b.assign(wall.b.data(), wall.b.data() + m);
  base.b_free = base.b;
  for (std::vector<double>* rows :
       {&base.S, &base.A_diag, &base.prox_step, &base.lambda_prev, &base.u_prev}) {
    rows->assign(m, 0.0);
  }
  base.has_memory.assign(wall.contacts, 0);
  for (int c = 0; c < wall.contacts; ++c) {
    BaseBlock block;
    block.row = 3 * c;
    block.dim = 3;
    block.mu = wall.mu;
    block.key = c;
    base.blocks.push_back(block);
    double mean = 0;
    for (int i = 3 * c; i < 3 * c + 3; ++i) {
      base.A_diag[i] = wall.Y.row(i).squaredNorm();
      if (i == 3 * c) base.S[i] = compliance * base.A_diag[i];
      base.A_diag[i] += base.S[i];
      mean += base.A_diag[i] / 3;
    }
    for (int i = 3 * c; i < 3 * c + 3; ++i) base.prox_step[i] = 1 / mean;
  }
  return base;
}

// As in a step: builds the formulation, runs the solver, computes the residual.
WallAnswer solve(const Wall& wall, const PairingSpec& contact, double compliance) {
  const SolverRegistry registry;
  SurfaceTraits traits;
  traits.rigid = compliance == 0;
  const Pairing pairing = make_pairing(contact, registry, traits);
  std::vector<SolverChain> chains;
  chains.push_back(make_chain(pairing));
  IslandWork work;
  work.base = make_base(wall, compliance);
  work.base.tolerance = pairing.chain.front().tolerance;
  work.formulation = make_formulation(pairing);
  prepare_island(work);
  reserve_for(work, chains);
  WallAnswer answer;
  answer.milliseconds = median_milliseconds([&] {
    prepare_island(work);
    solve_island(pairing, chains.front(), work);
  });
  answer.residual = work.report.residual;
  answer.refused = work.report.status != CARDAN_SOLVED;
  return answer;
}

struct Pair {
  const char* solver;  // "": the formulation's default with its fallbacks
  FormulationSpec formulation;
  double compliance;
};

}  // namespace

std::vector<WallSolver> cardan_wall_solvers() {
  register_builtin_solvers();
  const FormulationSpec polyhedral{"polyhedral", {{"directions", "4"}}};
  const FormulationSpec hybrid{"hybrid", {{"bounds", "previous"}}};
  const Pair pairs[] = {{"lemke", polyhedral, 0},
                        {"minmap_newton", polyhedral, 0},
                        {"fischer_newton", polyhedral, 0},
                        {"pgs", polyhedral, 0},
                        {"block_pivot", {"phantom", {}}, 1e-4},
                        {"lemke", {"phantom", {}}, 1e-4},
                        {"", {"phantom", {}}, 1e-4},
                        {"block_pivot", hybrid, 1e-4},
                        {"dantzig", {"box", {}}, 0},
                        {"dantzig", {"box", {}}, 1e-4},
                        {"sap", {"convex", {}}, 1e-4},
                        {"conic", {"cone", {}}, 0},
                        {"pgs", {"cone", {}}, 0},
                        {"admm", {"cone", {}}, 0},
                        {"conic", {"cone", {}}, 1e-4},
                        {"pgs", {"cone", {}}, 1e-4}};
  const SolverRegistry registry;
  std::vector<WallSolver> solvers;
  for (const Pair& pair : pairs) {
    const bool named = *pair.solver != '\0';
    if (named && registry.find(pair.solver) == nullptr) continue;
    PairingSpec contact;
    contact.formulation = pair.formulation;
    contact.solver.id = pair.solver;
    std::string law = pair.formulation.id;
    for (const Option& option : pair.formulation.options) {
      law.append(", ").append(option.name).append(" ").append(option.text());
    }
    if (pair.compliance > 0) law.append(", S = 1e-4 A_ii");
    solvers.push_back({std::string("cardan ").append(named ? pair.solver : "default"), law,
                       [contact, compliance = pair.compliance](const Wall& wall) {
                         return solve(wall, contact, compliance);
                       }});
  }
  return solvers;
}

}  // namespace cardan::bench
