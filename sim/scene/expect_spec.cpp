#include "cardan/expect_spec.h"

#include <algorithm>

namespace cardan {

bool PairFilter::takes(const std::string& formulation, const std::string& solver) const {
  const std::string id = formulation.substr(0, formulation.find(':'));
  const bool formulation_fits =
      formulations.empty() ||
      std::any_of(formulations.begin(), formulations.end(),
                  [&](const std::string& name) { return name == id || name == formulation; });
  return formulation_fits &&
         (solvers.empty() || std::find(solvers.begin(), solvers.end(), solver) != solvers.end());
}

}  // namespace cardan
