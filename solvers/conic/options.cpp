#include "options.h"

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
    sdk::integer_param("max_sweeps", "sweeps of the first stage at most", 100, 0, 1000000),
    sdk::integer_param("max_newton", "Newton steps of each dense stage at most", 100, 0, 100000),
    sdk::integer_param("max_dense_rows", "rows up to which the dense stages run (memory: 2 m^2)",
                       2000, 0, 10000),
    sdk::integer_param("max_polyhedral_rows",
                       "rows up to which Lemke on polygons is tried (memory: 400 m^2 bytes)", 200,
                       0, 1000),
    sdk::integer_param("max_admm", "iterations of ADMM at most", 4000, 0, 1000000),
    sdk::integer_param("max_accelerated", "accelerated sweeps of the last stage at most", 1000, 0,
                       1000000),
    sdk::integer_param("pile_rows",
                       "larger islands get pile_sweeps sweeps and no other stage (APPROXIMATE)",
                       1000000, 0, 1000000),
    sdk::integer_param("pile_sweeps", "sweeps of islands of more than pile_rows rows", 8, 1,
                       1000000),
    sdk::real_param("max_work", "estimated floating-point operations of a solve at most", "", 1.2e9,
                    1e6, 1e18),
    sdk::integer_param("max_body_newton", "Newton steps over bodies at most", 40, 0, 100000),
    sdk::integer_param("max_interior_point", "steps of each interior path at most", 100, 0, 100000)};
static_assert(kParams[kNumParams - 1].name != nullptr);

}  // namespace

sdk::ArrayView<cardan_param> param_table() { return {kParams, kNumParams}; }

Options read_options(const sdk::Solver& solver) {
  const auto number = [&](Param param) { return solver.int_param(param); };
  return {number(kMaxSweeps),         number(kMaxNewton),    number(kMaxDenseRows),
          number(kMaxPolyhedralRows), number(kMaxAdmm),      number(kMaxAccelerated),
          number(kPileRows),          number(kPileSweeps),   number(kMaxBodyNewton),
          number(kMaxInteriorPoint),  solver.param(kMaxWork)};
}

}  // namespace cardan::conic
