#include <algorithm>
#include <cmath>

#include "cardan/core/error.h"
#include "cardan/core/nearest.h"
#include "cardan/sim/build/material_table_internal.h"

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

// Lengths have no product. The smaller one is used, which like a product is 0 if one side is 0.
double apply_rule_to_length(PairRule rule, double x, double y) {
  return apply_rule(rule == PairRule::kProduct ? PairRule::kMin : rule, x, y);
}

// Two springs in series; a side without stiffness is rigid. NaN if both are rigid.
double in_series(double x, double y) {
  if (std::isnan(x)) return y;
  if (std::isnan(y)) return x;
  return x + y > 0 ? x * y / (x + y) : 0;
}

struct SpringDamper {
  double stiffness, damping;
};

// Two springs, each with its damper, in series.
SpringDamper in_series(const SpringDamper& x, const SpringDamper& y) {
  if (std::isnan(x.stiffness)) return y;
  if (std::isnan(y.stiffness)) return x;
  return {in_series(x.stiffness, y.stiffness), in_series(x.damping, y.damping)};
}

// The mean of two values that are given; a side without one (NaN) leaves it to the other.
double mean_of_given(double x, double y) {
  if (std::isnan(x)) return y;
  if (std::isnan(y)) return x;
  return 0.5 * (x + y);
}

bool same(const MaterialSpec& a, const MaterialSpec& b) {
  const auto equal = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  return a.mu_static == b.mu_static && a.mu_kinetic == b.mu_kinetic &&
         a.restitution == b.restitution && equal(a.compliance, b.compliance) &&
         equal(a.stiffness, b.stiffness) && a.damping == b.damping &&
         equal(a.tangential_stiffness, b.tangential_stiffness) &&
         a.tangential_damping == b.tangential_damping && a.mu_torsion == b.mu_torsion &&
         a.mu_rolling == b.mu_rolling && a.mu_ratio == b.mu_ratio && a.direction == b.direction &&
         a.surface_velocity == b.surface_velocity;
}

// μ2/μ1 of the pair, with each coefficient combined separately.
double combined_ratio(PairRule rule, const MaterialSpec& a, const MaterialSpec& b) {
  if (a.mu_ratio == 1 && b.mu_ratio == 1) return 1;
  const double first = apply_rule(rule, a.mu_static, b.mu_static);
  const double second = apply_rule(rule, a.mu_ratio * a.mu_static, b.mu_ratio * b.mu_static);
  if (!(first > 0)) return 1;
  return std::clamp(second / first, kLeastFrictionRatio, 1 / kLeastFrictionRatio);
}

void lay_over(const MaterialRecord& own, MaterialSpec& material) {
  const auto take = [](double given, double& value) {
    if (!std::isnan(given)) value = given;
  };
  take(own.mu_static, material.mu_static);
  take(own.mu_kinetic, material.mu_kinetic);
  take(own.restitution, material.restitution);
  take(own.stiffness, material.stiffness);
  take(own.damping, material.damping);
  take(own.mu_torsion, material.mu_torsion);
  take(own.mu_rolling, material.mu_rolling);
}

bool is_given(const MaterialRecord& own) {
  const double values[] = {own.mu_static, own.mu_kinetic, own.restitution, own.stiffness,
                           own.damping,   own.mu_torsion, own.mu_rolling};
  return std::any_of(std::begin(values), std::end(values),
                     [](double value) { return !std::isnan(value); });
}

bool same(const std::optional<MaterialRecord>& a, const std::optional<MaterialRecord>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  const auto equal = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  return equal(a->mu_static, b->mu_static) && equal(a->mu_kinetic, b->mu_kinetic) &&
         equal(a->restitution, b->restitution) && equal(a->stiffness, b->stiffness) &&
         equal(a->damping, b->damping) && equal(a->mu_torsion, b->mu_torsion) &&
         equal(a->mu_rolling, b->mu_rolling);
}

}  // namespace

MaterialCombiner::MaterialCombiner(const MaterialTable& table) : table_(table) {
  for (const MaterialPair& pair : table_.pairs) {
    for (const std::string& name : {pair.first, pair.second}) add(name, {}, false);
  }
}

const std::string& MaterialCombiner::known_name(const std::string& name) const {
  if (table_.named.contains(name)) return name;
  std::vector<std::string> known;
  for (const auto& [key, value] : table_.named) known.push_back(key);
  throw Error("unknown material '" + name + "'", "materials", suggest_name(name, known));
}

int MaterialCombiner::add(const std::string& name, const MaterialRecord& own, bool own_wins) {
  Entry entry{name, table_.named.at(known_name(name)), {}};
  if (own_wins && is_given(own)) {
    entry.own = own;
    lay_over(own, entry.material);
  }
  for (int i = 0; i < count(); ++i) {
    const Entry& known = entries_[i];
    if (known.name == name && same(known.own, entry.own) && same(known.material, entry.material))
      return i;
  }
  entries_.push_back(entry);
  if (count() > stride_) {
    combine_all();
  } else {
    combine_new(count() - 1);
  }
  return count() - 1;
}

MaterialCombiner MaterialCombiner::with(const std::string& name,
                                        const MaterialSpec& material) const {
  MaterialCombiner changed = *this;
  changed.table_.named[name] = material;
  for (Entry& entry : changed.entries_) {
    if (entry.name != name) continue;
    entry.material = material;
    if (entry.own) lay_over(*entry.own, entry.material);
  }
  changed.combine_all();
  return changed;
}

MaterialCombiner MaterialCombiner::with(const MaterialTable& more) const {
  MaterialCombiner changed = *this;
  changed.table_.named.insert(more.named.begin(), more.named.end());
  changed.table_.pairs.insert(changed.table_.pairs.end(), more.pairs.begin(), more.pairs.end());
  for (const MaterialPair& pair : more.pairs)
    for (const std::string& name : {pair.first, pair.second}) changed.add(name, {}, false);
  changed.combine_all();
  return changed;
}

void MaterialCombiner::combine_all() {
  // The table of a few materials is exact. A larger one has room for as many more, so that worlds
  // of many materials are built in quadratic time.
  constexpr int kFew = 8;
  if (count() > stride_) stride_ = count() <= kFew ? count() : 2 * count();
  surfaces_.assign(static_cast<std::size_t>(stride_) * stride_, {});
  has_belts_ = false;
  for (int k = 0; k < count(); ++k) combine_new(k);
}

void MaterialCombiner::combine_new(int k) {
  const Entry& b = entries_[k];
  has_belts_ |= !b.material.surface_velocity.isZero(0);
  for (int i = 0; i <= k; ++i) {
    const Entry& a = entries_[i];
    surfaces_[i * stride_ + k] = combine(a, b);
    surfaces_[k * stride_ + i] = combine(b, a);
  }
}

ContactSurface MaterialCombiner::combine(const Entry& a, const Entry& b) const {
  for (const MaterialPair& pair : table_.pairs) {
    if ((pair.first == a.name && pair.second == b.name) ||
        (pair.first == b.name && pair.second == a.name)) {
      return pair.material;
    }
  }
  const MaterialSpec &x = a.material, &y = b.material;
  ContactSurface mixed;
  mixed.mu_static = apply_rule(table_.rule, x.mu_static, y.mu_static);
  mixed.mu_kinetic = apply_rule(table_.rule, x.mu_kinetic, y.mu_kinetic);
  mixed.restitution = apply_rule(table_.rule, x.restitution, y.restitution);
  mixed.mu_torsion = apply_rule_to_length(table_.rule, x.mu_torsion, y.mu_torsion);
  mixed.mu_rolling = apply_rule_to_length(table_.rule, x.mu_rolling, y.mu_rolling);
  mixed.mu_ratio = combined_ratio(table_.rule, x, y);
  mixed.compliance = mean_of_given(x.compliance, y.compliance);
  const SpringDamper normal = in_series({x.stiffness, x.damping}, {y.stiffness, y.damping});
  mixed.stiffness = normal.stiffness;
  mixed.damping = normal.damping;
  const SpringDamper bristle = in_series({x.tangential_stiffness, x.tangential_damping},
                                         {y.tangential_stiffness, y.tangential_damping});
  mixed.tangential_stiffness = bristle.stiffness;
  mixed.tangential_damping = bristle.damping;
  return mixed;
}

SurfaceTraits operator|(const SurfaceTraits& a, const SurfaceTraits& b) {
  return {a.torsion || b.torsion, a.rolling || b.rolling, a.rigid || b.rigid};
}

SurfaceTraits traits_of(const MaterialSpec& material) {
  const bool rigid = material.compliance == 0 && std::isnan(material.stiffness);
  return {material.mu_torsion > 0, material.mu_rolling > 0, rigid};
}

SurfaceTraits traits_of(const MaterialTable& table) {
  SurfaceTraits traits;
  for (const auto& [name, material] : table.named) traits = traits | traits_of(material);
  for (const MaterialPair& pair : table.pairs) traits = traits | traits_of(pair.material);
  return traits;
}

}  // namespace cardan
