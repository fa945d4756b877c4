#include "solvers/conic/polyhedral_lcp.h"

#include "solvers/conic/stages/stages.h"
#include "solvers/conic/workspace.h"

namespace cardan::conic {
namespace {

/// Refines the polygons with one covering vector. first: how the regular polygons ended.
bool refine_polygons(Workspace& work, int cover, int refinements, PolyhedralLcp::Ending& first) {
  double* lambda = work.polyhedral_lambda.data();
  for (int k = 0; k < refinements && !work.budget.exhausted(); ++k) {
    work.report->stage = kPolyhedralLcp;
    const PolyhedralLcp::Ending ending =
        work.polyhedral_lcp.solve(*work.problem, cover, work.budget, lambda);
    if (k == 0) first = ending;
    if (ending != PolyhedralLcp::Ending::kSolved) return false;
    if (work.confirm(lambda) || both_newtons(work, lambda)) return true;
    // The polygons have a solution, so the impulses are no larger than they have to be.
    work.stalled = work.impulses_diverge();
    if (work.stalled) return false;
  }
  return false;
}

}  // namespace

Takes takes_polyhedral(Workspace& work) {
  if (work.at_rounding()) return Takes::kEnd;
  const bool fits = work.dense && work.problem->m() <= work.polyhedral_rows();
  return fits && !work.budget.exhausted() ? Takes::kYes : Takes::kNo;
}

bool solve_polyhedral(Workspace& work, int limit) {
  constexpr int kCovers = 3;
  int rays = 0;
  for (int cover = 0; cover < kCovers; ++cover) {
    work.polyhedral_lcp.start(*work.problem, work.newton.A(), work.blocks);
    PolyhedralLcp::Ending first = PolyhedralLcp::Ending::kLimit;
    if (refine_polygons(work, cover, limit, first)) return true;
    rays += first == PolyhedralLcp::Ending::kRay;
  }
  work.ray = rays == kCovers;
  return false;
}

}  // namespace cardan::conic
