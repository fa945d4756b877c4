#include <cmath>

#include "cardan/core/error.h"
#include "cardan/core/nearest.h"
#include "cardan/sim/material_table_internal.h"

namespace cardan {

namespace {

double apply_rule(PairRule rule, double x, double y) {
  switch (rule) {
    case PairRule::kMin:
      return std::min(x, y);
    case PairRule::kMax:
      return std::max(x, y);
    case PairRule::kMean:
      return 0.5 * (x + y);
    case PairRule::kProduct:
      return x * y;
  }
  return 0.5 * (x + y);
}

// Two springs in series; a side without stiffness is rigid. NaN where neither gives one.
double in_series(double x, double y) {
  if (std::isnan(x)) return y;
  if (std::isnan(y)) return x;
  return x + y > 0 ? x * y / (x + y) : 0;
}

bool same(const MaterialSpec& a, const MaterialSpec& b) {
  const auto equal = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  return a.mu_static == b.mu_static && a.mu_kinetic == b.mu_kinetic &&
         a.restitution == b.restitution && a.compliance == b.compliance &&
         equal(a.stiffness, b.stiffness) && a.damping == b.damping;
}

ContactSurface surface_of(const MaterialSpec& m) {
  return {m.mu_static, m.mu_kinetic, m.restitution, m.compliance, m.stiffness, m.damping};
}

}  // namespace

MaterialCombiner::MaterialCombiner(const MaterialTable& table) : table_(table) {
  for (const MaterialPair& pair : table_.pairs) {
    for (const std::string& name : {pair.first, pair.second}) add(name, {}, false);
  }
}

int MaterialCombiner::add(const std::string& name, const MaterialRecord& own, bool own_wins) {
  const auto found = table_.named.find(name);
  if (found == table_.named.end()) {
    std::vector<std::string> known;
    for (const auto& [key, value] : table_.named) known.push_back(key);
    throw Error("unknown material '" + name + "'", "materials",
                "did you mean '" + nearest_name(name, known) + "'?");
  }
  Entry entry{name, found->second};
  if (own_wins) {
    const auto take = [](double given, double& value) {
      if (!std::isnan(given)) value = given;
    };
    take(own.mu_static, entry.material.mu_static);
    take(own.mu_kinetic, entry.material.mu_kinetic);
    take(own.restitution, entry.material.restitution);
    take(own.stiffness, entry.material.stiffness);
    take(own.damping, entry.material.damping);
  }
  for (int i = 0; i < count(); ++i) {
    if (entries_[i].name == name && same(entries_[i].material, entry.material)) return i;
  }
  entries_.push_back(entry);
  rebuild();
  return count() - 1;
}

void MaterialCombiner::rebuild() {
  surfaces_.clear();
  for (const Entry& a : entries_) {
    for (const Entry& b : entries_) surfaces_.push_back(combine(a, b));
  }
}

ContactSurface MaterialCombiner::combine(const Entry& a, const Entry& b) const {
  for (const MaterialPair& pair : table_.pairs) {
    if ((pair.first == a.name && pair.second == b.name) ||
        (pair.first == b.name && pair.second == a.name)) {
      return surface_of(pair.material);
    }
  }
  MaterialSpec mixed;
  mixed.mu_static = apply_rule(table_.rule, a.material.mu_static, b.material.mu_static);
  mixed.mu_kinetic = apply_rule(table_.rule, a.material.mu_kinetic, b.material.mu_kinetic);
  mixed.restitution = apply_rule(table_.rule, a.material.restitution, b.material.restitution);
  mixed.compliance = 0.5 * (a.material.compliance + b.material.compliance);
  mixed.stiffness = in_series(a.material.stiffness, b.material.stiffness);
  const bool soft_a = !std::isnan(a.material.stiffness), soft_b = !std::isnan(b.material.stiffness);
  mixed.damping = soft_a && soft_b ? in_series(a.material.damping, b.material.damping)
                                   : (soft_a ? a.material.damping : b.material.damping);
  return surface_of(mixed);
}

}  // namespace cardan
