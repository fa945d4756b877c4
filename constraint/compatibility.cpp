#include "constraint/compatibility.h"

#include <algorithm>

#include "constraint/lowering.h"

namespace cardan {

namespace {

constexpr const char* kKindNames[] = {"FREE", "NONNEGATIVE", "BOX",    "BOX_MU",
                                      "CONE", "CONE_CONVEX", "BALL_MU"};
constexpr const char* kPropertyNames[] = {"SYMMETRIC", "MONOTONE",   "POSITIVE_DIAGONAL",
                                          "COMPLIANT", "COPOSITIVE", "REGULAR",
                                          "GROUPED",   "FACTORED"};
constexpr const char* kStatusNames[] = {"SOLVED",     "APPROXIMATE", "JAMMED",     "INFEASIBLE",
                                        "ITERATIONS", "NUMERIC",     "UNSUPPORTED"};

template <std::size_t N>
std::string bits_text(std::uint32_t bits, const char* const (&names)[N]) {
  std::string text;
  for (std::size_t i = 0; i < N; ++i) {
    if ((bits >> i & 1u) == 0) continue;
    if (!text.empty()) text += ", ";
    text += names[i];
  }
  return text.empty() ? "none" : text;
}

template <std::size_t N>
const char* name_of(int i, const char* const (&names)[N]) {
  return i >= 0 && i < static_cast<int>(N) ? names[i] : "unknown";
}

}  // namespace

const char* block_kind_name(int kind) { return name_of(kind, kKindNames); }
const char* status_name(int status) { return name_of(status, kStatusNames); }
std::string kinds_text(std::uint32_t kinds) { return bits_text(kinds, kKindNames); }
std::string properties_text(std::uint32_t properties) {
  return bits_text(properties, kPropertyNames);
}

std::string why_unfit(const FormulationInfo& formulation, const cardan_solver_desc& solver) {
  const std::string id = solver.id;
  const std::uint32_t kinds = Lowering::lowered_kinds(formulation.kinds, solver.kinds);
  if (kinds & ~solver.kinds) {
    return id + " takes " + kinds_text(solver.kinds) + "; " + formulation.id + " has " +
           kinds_text(kinds & ~solver.kinds);
  }
  if (solver.max_cone_dim > 0 && formulation.max_cone_dim > solver.max_cone_dim) {
    return id + " takes cones of at most " + std::to_string(solver.max_cone_dim) + " rows; " +
           formulation.id + " has " + std::to_string(formulation.max_cone_dim);
  }

  const std::uint32_t properties =
      Lowering::lowered_properties(formulation.properties, formulation.kinds, solver.kinds);
  std::uint32_t required = solver.required_properties;
  // A solver that works on groups needs no positive diagonal if the rows are grouped.
  if ((solver.needs & CARDAN_GROUP_SOLVES) && (properties & CARDAN_GROUPED)) {
    required &= ~static_cast<std::uint32_t>(CARDAN_POSITIVE_DIAGONAL);
  }
  if (solver.needs & (CARDAN_NEEDS_FACTORS | CARDAN_NEEDS_TREE)) required |= CARDAN_FACTORED;
  const std::uint32_t missing = required & ~properties;
  if (missing == 0) return "";
  const bool lowered = kinds != formulation.kinds;
  return id + " requires " + properties_text(missing) + "; " + formulation.id +
         (lowered ? " loses it when " + kinds_text(formulation.kinds & ~kinds) + " is lowered"
                  : " lacks it");
}

std::string why_unfit(const Problem& problem, const cardan_solver_desc& solver) {
  FormulationInfo info;
  info.id = "the problem";
  info.properties = problem.properties;
  for (const cardan_block& block : problem.blocks) {
    info.kinds |= 1u << block.kind;
    if (block.kind == CARDAN_CONE || block.kind == CARDAN_CONE_CONVEX) {
      info.max_cone_dim = std::max(info.max_cone_dim, block.dim);
    }
  }
  return why_unfit(info, solver);
}

}  // namespace cardan
