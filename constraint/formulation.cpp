#include "constraint/formulation.h"

#include "cardan/error.h"
#include "constraint/formulations/factories.h"
#include "core/nearest.h"

namespace cardan {

Formulation::~Formulation() = default;
bool Formulation::relax_law(const BaseProblem&) { return false; }
void Formulation::add_room(const BaseProblem&, cardan_size&) const {}

namespace {

struct Entry {
  const char* id;
  std::unique_ptr<Formulation> (*make)(const FormulationSpec&);
};

/// All formulations, in the order of the documentation.
constexpr Entry kFormulations[] = {
    {"cone", make_cone},     {"polyhedral", make_polyhedral},     {"convex", make_convex},
    {"box", make_box},       {"frictionless", make_frictionless}, {"phantom", make_phantom},
    {"hybrid", make_hybrid}, {"acceleration", make_acceleration},
};

}  // namespace

const std::vector<std::string>& formulation_ids() {
  static const std::vector<std::string> ids = [] {
    std::vector<std::string> names;
    for (const Entry& entry : kFormulations) names.emplace_back(entry.id);
    return names;
  }();
  return ids;
}

std::unique_ptr<Formulation> make_formulation(const FormulationSpec& spec) {
  for (const Entry& entry : kFormulations) {
    if (spec.id == entry.id) return entry.make(spec);
  }
  throw Error("unknown formulation " + spec.id, "", suggest_name(spec.id, formulation_ids()));
}

}  // namespace cardan
