#include "solvers/conic/options.h"

namespace cardan::conic {
namespace {

enum Param {
  kMaxSweeps,
  kMaxNewton,
  kMaxDenseRows,
  kMaxPolyhedralRows,
  kMaxAdmm,
  kMaxAccelerated,
  kPileRows,
  kPileSweeps,
  kMaxWork,
  kMaxBodyNewton,
  kMaxInteriorPoint,
  kNumParams
};

constexpr cardan_param kParams[kNumParams] = {
    sdk::integer_param("max_sweeps", "maximum number of sweeps in stages 1 and 8", 100, 0, 1000000),
    sdk::integer_param("max_newton", "maximum number of Newton steps of each dense stage", 100, 0,
                       100000),
    sdk::integer_param("max_dense_rows",
                       "maximum number of rows for the dense stages (memory: 2 m^2)", 2000, 0,
                       10000),
    sdk::integer_param("max_polyhedral_rows",
                       "maximum number of rows for Lemke on polygons (memory: 400 m^2 bytes)", 200,
                       0, 1000),
    sdk::integer_param("max_admm", "maximum number of ADMM iterations", 4000, 0, 1000000),
    sdk::integer_param("max_accelerated", "maximum number of accelerated sweeps of the last stage",
                       1000, 0, 1000000),
    sdk::integer_param("pile_rows",
                       "larger islands get pile_sweeps sweeps and no other stage (APPROXIMATE)",
                       1000000, 0, 1000000),
    sdk::integer_param("pile_sweeps", "sweeps for an island of more than pile_rows rows", 8, 1,
                       1000000),
    sdk::real_param("max_work", "maximum estimated number of floating-point operations of a solve",
                    "", 1.2e9, 1e6, 1e18),
    sdk::integer_param("max_body_newton", "maximum number of Newton steps over bodies", 40, 0,
                       100000),
    sdk::integer_param("max_interior_point", "maximum number of steps of each interior path", 100,
                       0, 100000)};
static_assert(kParams[kNumParams - 1].name != nullptr);

}  // namespace

sdk::ArrayView<cardan_param> param_table() { return {kParams, kNumParams}; }

Options read_options(const sdk::Solver& solver) {
  const auto number = [&](Param param) { return solver.int_param(param); };
  return {number(kMaxSweeps),         number(kMaxNewton),       number(kMaxDenseRows),
          number(kMaxPolyhedralRows), number(kMaxAdmm),         number(kMaxAccelerated),
          number(kPileRows),          number(kPileSweeps),      solver.param(kMaxWork),
          number(kMaxBodyNewton),     number(kMaxInteriorPoint)};
}

}  // namespace cardan::conic
