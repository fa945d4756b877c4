#include "sim/solve/closed_forms.h"

#include <algorithm>

#include "constraint/judge/residual.h"
#include "constraint/sticking_sweep.h"
#include "sim/solve/solve_island.h"

namespace cardan {

namespace {

// Accepts work.lambda_C as the answer, with its z and u, unless it stops a body that the law of
// impacts would throw.
bool take_answer(double residual, IslandWork& work) {
  if (stops_a_throw(work.base, work.lambda_C.data(), work.impacts.law.z)) return false;
  IslandReport& report = work.report;
  report.residual = report.cone_residual = residual;
  report.add({0, CARDAN_SOLVED, 0, 0, 0, residual});
  return true;
}

// Computes z and u of λ in the work and returns the residual.
double judge_start(const std::vector<double>& lambda, IslandWork& work) {
  compute_base_velocity(work.base, lambda.data(), work.z.data(), work.u_C.data());
  return cone_residual(work.base, lambda.data(), work.u_C.data());
}

// Sweeps the sticking contacts once and keeps the better of the two starts, with its λ, z and u.
// Returns its residual. An accepted warm start may be off by the tolerance. Without the sweep the
// error accumulates until a solve corrects it with an impulse that later steps must undo, in an
// endless cycle. The sweep lets bodies come to rest.
double sweep(double residual, IslandWork& work) {
  const BaseProblem& base = work.base;
  sweep_sticking_contacts(base, work.lambda_C.data(), work.z.data());
  compute_base_velocity_of(base, work.lambda_C.data(), work.z.data(), work.u_C.data());
  const double swept = cone_residual(base, work.lambda_C.data(), work.u_C.data());
  if (swept < residual) return swept;
  work.lambda_C.assign(base.lambda_prev.begin(), base.lambda_prev.end());
  return judge_start(work.lambda_C, work);
}

bool accept_warm_start(const Pairing& pairing, IslandWork& work) {
  const BaseProblem& base = work.base;
  if (!work.formulation->info().is_base || bounces(base)) return false;
  start_report(work);
  const double tolerance = pairing.chain.front().tolerance;
  double residual =
      cone_residual_up_to(tolerance, base, base.lambda_prev.data(), work.z.data(), work.u_C.data());
  if (!(residual <= tolerance)) return false;
  work.lambda_C.assign(base.lambda_prev.begin(), base.lambda_prev.end());
  if (residual > kSweepShare * tolerance) residual = sweep(residual, work);
  return take_answer(residual, work);
}

bool answer_lone_contact(const Pairing& pairing, IslandWork& work) {
  const BaseProblem& base = work.base;
  if (!work.formulation->info().is_base || base.blocks.size() != 1) return false;
  const BaseBlock& contact = base.blocks.front();
  if (contact.kind != BaseBlockKind::kContact || contact.mu > 0 ||
      contact.restitution_coefficient > 0)
    return false;
  start_report(work);
  work.lambda_C[0] = std::max(-base.b[0] / base.A_diag[0], 0.0);
  // z and u of the normal impulse. The three rows share their columns.
  const int columns = base.Y.start[1];
  const std::int32_t* index = base.Y.index.data();
  const double *n = base.Y.value.data(), *t1 = n + columns, *t2 = t1 + columns;
  const double lambda = work.lambda_C[0];
  double *z = work.z.data(), *u_C = work.u_C.data();
  if (columns < base.Y.cols) std::fill_n(z, base.Y.cols, 0.0);
  double u_n = 0, u_1 = 0, u_2 = 0;
  for (int k = 0; k < columns; ++k) {
    const double z_k = n[k] * lambda;
    u_n += n[k] * z_k;
    u_1 += t1[k] * z_k;
    u_2 += t2[k] * z_k;
    z[index[k]] = z_k;
  }
  u_C[0] = u_n + base.S[0] * lambda + base.b[0];
  u_C[1] = u_1 + base.b[1];
  u_C[2] = u_2 + base.b[2];
  const double residual = cone_residual(base, work.lambda_C.data(), work.u_C.data());
  return residual <= pairing.chain.front().tolerance && take_answer(residual, work);
}

}  // namespace

bool answer_directly(const Pairing& pairing, const RowInputs& inputs, const Island& island,
                     DirectIsland& record, DirectAnswer& answer) {
  const bool projects = inputs.rules.stabilization.kind == StabilizationKind::kProjection;
  if (!pairing.info.is_base || projects) return false;
  const double tolerance = pairing.chain.front().tolerance;
  return answer_isotropic_contact(inputs, island, tolerance, record, answer);
}

void report_direct_answer(const DirectIsland& record, IslandReport& report) {
  report.clear();
  report.rows = 3;
  report.contacts = 1;
  report.lowest_tree = record.tree;
  report.residual = report.cone_residual = record.residual;
  report.add({0, CARDAN_SOLVED, 0, 0, 0, record.residual});
}

void write_direct_base(const RowInputs& inputs, const DirectIsland& record, BaseProblem& base) {
  write_isotropic_contact(inputs, record, base);
}

void write_direct_answer(const DirectIsland& record, IslandWork& work) {
  start_report(work);
  work.lambda_C.assign(record.lambda.data(), record.lambda.data() + 3);
  compute_base_velocity(work.base, work.lambda_C.data(), work.z.data(), work.u_C.data());
  report_direct_answer(record, work.report);
}

bool answer_without_solver(const Pairing& pairing, IslandWork& work) {
  return answer_lone_contact(pairing, work) || accept_warm_start(pairing, work);
}

}  // namespace cardan
