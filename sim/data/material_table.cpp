#include "sim/data/material_table.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "cardan/error.h"
#include "core/nearest.h"

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

}  // namespace

MaterialCombiner::MaterialCombiner(const MaterialTable& table) : rule_(table.rule) { add(table); }

const std::string& MaterialCombiner::known_name(const std::string& name) const {
  if (named_.contains(name)) return name;
  std::vector<std::string> known;
  for (const auto& [key, value] : named_) known.push_back(key);
  throw Error("unknown material '" + name + "'", "materials", suggest_name(name, known));
}

std::array<int, 2> MaterialCombiner::pair_key(const std::string& first,
                                              const std::string& second) const {
  const auto [low, high] = std::minmax(named_.at(first).number, named_.at(second).number);
  return {low, high};
}

bool MaterialCombiner::gives(const std::string& first, const std::string& second) const {
  return named_.contains(first) && named_.contains(second) &&
         given_.contains(pair_key(first, second));
}

MaterialCombiner::OwnBits MaterialCombiner::bits_of(const MaterialRecord& own) {
  return std::bit_cast<OwnBits>(std::array<double, 7>{own.mu_static, own.mu_kinetic,
                                                      own.restitution, own.stiffness, own.damping,
                                                      own.mu_torsion, own.mu_rolling});
}

int MaterialCombiner::add(const std::string& name, const MaterialRecord& own, bool own_wins) {
  Named& named = named_.at(known_name(name));
  Entry entry{named.number, named.material, {}};
  if (own_wins && is_given(own)) {
    entry.own = own;
    lay_over(own, entry.material);
  }
  const auto [place, is_new] = index_.emplace(
      std::pair(named.number, bits_of(entry.own.value_or(MaterialRecord{}))), count());
  if (!is_new) return place->second;
  named.entries.push_back(count());
  belts_ += !entry.material.surface_velocity.isZero(0);
  entries_.push_back(std::move(entry));
  if (count() > stride_) {
    combine_all();
  } else {
    combine_with(count() - 1, count());
  }
  return count() - 1;
}

void MaterialCombiner::add(const MaterialTable& more) {
  const auto number = static_cast<int>(named_.size());
  int added = 0;
  for (const auto& [name, material] : more.named)
    added += named_.emplace(name, Named{number + added, material, {}}).second;
  for (const MaterialPair& pair : more.pairs) {
    for (const std::string& name : {pair.first, pair.second}) known_name(name);
    // The first one counts.
    given_.emplace(pair_key(pair.first, pair.second), pair.material);
  }
  for (const MaterialPair& pair : more.pairs)
    for (const std::string& name : {pair.first, pair.second}) add(name, {}, false);
}

void MaterialCombiner::set(const std::string& name, const MaterialSpec& material) {
  Named& named = named_.at(known_name(name));
  named.material = material;
  for (const int k : named.entries) {
    Entry& entry = entries_[static_cast<std::size_t>(k)];
    belts_ -= !entry.material.surface_velocity.isZero(0);
    entry.material = material;
    if (entry.own) lay_over(*entry.own, entry.material);
    belts_ += !entry.material.surface_velocity.isZero(0);
  }
  for (const int k : named.entries) combine_with(k, count());
}

void MaterialCombiner::combine_all() {
  // The table of a few materials is exact. A larger one has room for as many more.
  constexpr int kFew = 8;
  if (count() > kMostCombined) {
    surfaces_ = {};
    stride_ = std::numeric_limits<int>::max();
    return;
  }
  if (count() > stride_) stride_ = count() <= kFew ? count() : std::min(2 * count(), kMostCombined);
  surfaces_.assign(static_cast<std::size_t>(stride_) * stride_, {});
  for (int k = 0; k < count(); ++k) combine_with(k, k);
}

void MaterialCombiner::combine_with(int k, int others) {
  if (surfaces_.empty()) return;
  const Entry& b = entries_[k];
  surfaces_[k * stride_ + k] = combine(b, b);
  for (int i = 0; i < others; ++i) {
    const Entry& a = entries_[i];
    surfaces_[i * stride_ + k] = combine(a, b);
    surfaces_[k * stride_ + i] = combine(b, a);
  }
}

ContactSurface MaterialCombiner::combine(const Entry& a, const Entry& b) const {
  if (!given_.empty()) {
    const auto [low, high] = std::minmax(a.name, b.name);
    const auto given = given_.find({low, high});
    if (given != given_.end()) return given->second;
  }
  const MaterialSpec &x = a.material, &y = b.material;
  ContactSurface mixed;
  mixed.mu_static = apply_rule(rule_, x.mu_static, y.mu_static);
  mixed.mu_kinetic = apply_rule(rule_, x.mu_kinetic, y.mu_kinetic);
  mixed.restitution = apply_rule(rule_, x.restitution, y.restitution);
  mixed.mu_torsion = apply_rule_to_length(rule_, x.mu_torsion, y.mu_torsion);
  mixed.mu_rolling = apply_rule_to_length(rule_, x.mu_rolling, y.mu_rolling);
  mixed.mu_ratio = combined_ratio(rule_, x, y);
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
