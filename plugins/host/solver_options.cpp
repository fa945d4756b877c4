#include "cardan/contact_solver.h"

namespace cardan {
namespace {

struct RenamedOption {
  std::string_view solver, old_name, name;
};

// Remove each row one version after that of its CHANGELOG entry.
constexpr RenamedOption kRenamed[] = {{"conic", "max_facet_rows", "max_polyhedral_rows"},
                                      {"conic", "heap_rows", "pile_rows"},
                                      {"conic", "heap_sweeps", "pile_sweeps"}};

const cardan_param* find_exact(const cardan_solver_desc& solver, std::string_view name) {
  for (int i = 0; i < solver.num_params; ++i) {
    if (name == solver.params[i].name) return &solver.params[i];
  }
  return nullptr;
}

}  // namespace

const cardan_param* find_option(const cardan_solver_desc& solver, std::string_view name) {
  if (const cardan_param* param = find_exact(solver, name)) return param;
  for (const RenamedOption& renamed : kRenamed) {
    if (renamed.solver == solver.id && renamed.old_name == name) {
      return find_exact(solver, renamed.name);
    }
  }
  return nullptr;
}

}  // namespace cardan
