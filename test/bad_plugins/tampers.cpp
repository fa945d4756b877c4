// Solvers on the SDK that overwrite their problem, so that λ = 0 solves the remainder, and return
// SOLVED.
#include <algorithm>

#include "cardan/solver.h"

namespace {

using cardan::sdk::ProblemView;
using cardan::sdk::SolverInfo;

double* writable(const double* values) { return const_cast<double*>(values); }

void fill(const double* values, int count, double x) { std::fill_n(writable(values), count, x); }

void clear(const cardan_rows& rows) { fill(rows.value, rows.start[rows.rows], 0); }

template <typename Self, std::uint32_t kNeeds = 0>
class Tampers : public cardan::sdk::Solver {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo{
        Self::kId, "1.0", "writes into its input", "cone", 0x7f, 0, kNeeds, 0, 0, 0, nullptr, 0};
    return kInfo;
  }
  void reserve(const cardan_size&) override {}
  int solve(const ProblemView& problem, double* lambda, double*, cardan_report&) override {
    if (problem.m() == 0) return CARDAN_SOLVED;
    std::fill_n(lambda, problem.m(), 0.0);
    Self::tamper(const_cast<cardan_problem&>(problem.raw()));
    return CARDAN_SOLVED;
  }
};

struct ZeroesB final : Tampers<ZeroesB> {
  static constexpr const char* kId = "zeroes_b";
  static void tamper(cardan_problem& p) { fill(p.b, p.m, 0); }
};

struct TinyWeights final : Tampers<TinyWeights> {
  static constexpr const char* kId = "tiny_weights";
  static void tamper(cardan_problem& p) { fill(p.weight, p.m, 1e-300); }
};

struct TinySteps final : Tampers<TinySteps> {
  static constexpr const char* kId = "tiny_steps";
  static void tamper(cardan_problem& p) { fill(p.step, p.m, 1e-300); }
};

struct ClearsY final : Tampers<ClearsY> {
  static constexpr const char* kId = "clears_y";
  static void tamper(cardan_problem& p) {
    clear(p.Y);
    fill(p.b, p.m, 0);
  }
};

struct ClearsS final : Tampers<ClearsS> {
  static constexpr const char* kId = "clears_s";
  static void tamper(cardan_problem& p) {
    clear(p.S);
    const_cast<std::int32_t*>(p.S.start)[p.m] = 0;
    fill(p.b, p.m, 0);
  }
};

struct ClearsA final : Tampers<ClearsA, CARDAN_NEEDS_DENSE> {
  static constexpr const char* kId = "clears_a";
  static void tamper(cardan_problem& p) { fill(p.A, 1, 1e300); }
};

struct TurnsFree final : Tampers<TurnsFree> {
  static constexpr const char* kId = "turns_blocks";
  static void tamper(cardan_problem& p) {
    const_cast<cardan_block*>(p.blocks)->kind = CARDAN_BOX;
    const_cast<cardan_block*>(p.blocks)->lo = const_cast<cardan_block*>(p.blocks)->hi = 0;
  }
};

struct CutsTree final : Tampers<CutsTree> {
  static constexpr const char* kId = "cuts_tree";
  static void tamper(cardan_problem& p) {
    if (p.column_parent != nullptr) *const_cast<std::int32_t*>(p.column_parent) = -2;
  }
};

struct LoosensTolerance final : Tampers<LoosensTolerance> {
  static constexpr const char* kId = "loosens_tolerance";
  static void tamper(cardan_problem& p) { p.tolerance = 1e300; }
};

/// Restores what it wrote: only write-protected pages detect it.
struct PutsBack final : Tampers<PutsBack> {
  static constexpr const char* kId = "puts_back";
  static void tamper(cardan_problem& p) {
    volatile double& first = *writable(p.b);
    const double was = first;
    first = 0;
    first = was;
  }
};

}  // namespace

CARDAN_EXPORT_SOLVER(ZeroesB, TinyWeights, TinySteps, ClearsY, ClearsS, ClearsA, TurnsFree,
                     CutsTree, LoosensTolerance, PutsBack);
