#include "sim/data/check_spec.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "cardan/error.h"
#include "core/number_text.h"
#include "sim/data/material_table.h"

namespace cardan {

namespace {

constexpr double kMost = std::numeric_limits<double>::max();
constexpr double kLeast = std::numeric_limits<double>::denorm_min();

struct Number {
  const char* name;
  double value;
  double lowest = 0, highest = kMost;
};

const char* expected(const Number& number) {
  if (number.lowest > 0) return "expected a finite number above zero";
  return number.highest == 1 ? "expected a number from 0 to 1"
                             : "expected a finite number that is not negative";
}

void check(std::initializer_list<Number> numbers, const std::string& where) {
  for (const Number& number : numbers) {
    if (number.value >= number.lowest && number.value <= number.highest) continue;
    throw Error(std::string(number.name) + " is " + number_text(number.value), where,
                expected(number));
  }
}

// NaN: not given.
double or_one(double x) { return std::isnan(x) ? 1 : x; }

void check_solver_alone(const SolverSpec& solver, const std::string& where) {
  if (solver.id.empty() && !solver.options.empty())
    throw Error(
        "option '" + solver.options[0].name + "' needs the id of its solver", where,
        "set the id; only tolerance, accuracy, max_iterations and fallback are valid without it");
  check({{"tolerance", solver.tolerance.value_or(1), kLeast},
         {"accuracy", solver.accuracy.value_or(1), kLeast},
         {"max_iterations", static_cast<double>(solver.max_iterations.value_or(1)), 1}},
        where);
}

void check_accuracy(const SolverSpec& solver, const std::string& where) {
  const auto both = [&](const std::string& tolerance) {
    throw Error("'accuracy' cannot be combined with 'tolerance'" + tolerance, where,
                "keep tolerance for exact answers, or accuracy for approximate ones");
  };
  if (solver.accuracy && solver.tolerance) both("");
  for (const SolverSpec& next : solver.fallback) {
    if (next.accuracy)
      throw Error("a fallback has an accuracy", where, "set it for the first solver of the chain");
    if (solver.accuracy && next.tolerance) both(" of fallback '" + next.id + "'");
  }
}

void check_solver(const SolverSpec& solver, const std::string& where) {
  check_solver_alone(solver, where);
  check_accuracy(solver, where);
  for (const SolverSpec& next : solver.fallback) {
    check_solver_alone(next, where + ".fallback");
    if (next.id.empty()) throw Error("a fallback has no id", where, "name the solver");
    if (!next.fallback.empty())
      throw Error("a fallback has its own fallback", where, "list all fallbacks in order");
  }
}

// Checks laws whose second number has no effect without the first.
void check_law_pairs(const MaterialSpec& material, const std::string& where) {
  if (material.mu_kinetic > material.mu_static)
    throw Error("mu_kinetic exceeds mu_static", where, "expected mu_kinetic <= mu_static");
  if (material.damping > 0 && std::isnan(material.stiffness))
    throw Error("damping needs stiffness", where, "add the stiffness [N/m]");
  if (material.tangential_damping > 0 && std::isnan(material.tangential_stiffness))
    throw Error("tangential damping needs tangential stiffness", where, "add the stiffness [N/m]");
}

std::string words(const MaterialPair& pair) {
  return "material '" + pair.first + "' - '" + pair.second + "'";
}

void check_pairs(const MaterialTable& table) {
  std::set<std::pair<std::string_view, std::string_view>> listed;
  for (const MaterialPair& pair : table.pairs) {
    if (pair.material.direction || !pair.material.surface_velocity.isZero(0))
      throw Error("a pair has no direction of friction and no surface velocity", words(pair),
                  "set them in a material");
    if (!listed.insert(std::minmax<std::string_view>(pair.first, pair.second)).second)
      fail_double_pair(pair);
  }
}

void check_rules(const ConstraintRules& rules) {
  check({{"slip_threshold", or_one(rules.slip_threshold)},
         {"restitution_threshold", rules.restitution_threshold}},
        "contact");
  const Stabilization& stabilization = rules.stabilization;
  check({{"erp", stabilization.erp, 0, 1},
         {"slop", stabilization.slop},
         {"max_speed", stabilization.max_speed}},
        "contact.stabilization");
  if (const std::string why = why_unusable(stabilization.relaxation); !why.empty())
    throw Error(why, "contact.stabilization");
  if (stabilization.kind == StabilizationKind::kRelaxation && !stabilization.relaxation.soft())
    throw Error("the relaxation has no law", "contact.stabilization",
                "set a time constant, a spring, or CFM and ERP");
}

}  // namespace

bool is_rotation(const Matrix3& R) {
  return (R * R.transpose() - Matrix3::Identity()).norm() <= 1e-6 && R.determinant() > 0;
}

void check_material(const MaterialSpec& material, const std::string& name) {
  const std::string where = "material '" + name + "'";
  check({{"mu_static", material.mu_static},
         {"mu_kinetic", material.mu_kinetic},
         {"restitution", material.restitution, 0, 1},
         {"compliance", or_one(material.compliance)},
         {"stiffness", or_one(material.stiffness), kLeast},
         {"damping", material.damping},
         {"tangential stiffness", or_one(material.tangential_stiffness), kLeast},
         {"tangential damping", material.tangential_damping},
         {"mu_torsion", material.mu_torsion},
         {"mu_rolling", material.mu_rolling}},
        where);
  if (!(material.mu_ratio >= kLeastFrictionRatio && material.mu_ratio * kLeastFrictionRatio <= 1)) {
    throw Error("mu_ratio is " + number_text(material.mu_ratio), where,
                "expected a number from 0.001 to 1000");
  }
  check_law_pairs(material, where);
  if (material.direction && !(material.direction->allFinite() && material.direction->norm() > 0))
    throw Error("the direction of friction is zero or not finite", where);
  if (!material.surface_velocity.allFinite())
    throw Error("the surface velocity is not finite", where);
}

void fail_double_pair(const MaterialPair& pair) {
  throw Error("the pair is listed twice", words(pair), "keep one of them");
}

void check_materials(const MaterialTable& table) {
  for (const auto& [name, material] : table.named) {
    check_material(material, name);
    if (material.mu_ratio != 1 && !material.direction)
      throw Error("mu_ratio needs a direction of friction", "material '" + name + "'",
                  "add the direction");
  }
  for (const MaterialPair& pair : table.pairs)
    check_material(pair.material, pair.first + "' - '" + pair.second);
  check_pairs(table);
}

WorldSpec checked(WorldSpec spec) {
  check_materials(spec.materials);
  check_solver(spec.contact.solver, "contact.solver");
  if (spec.contact.shadow) {
    check_solver(*spec.contact.shadow, "contact.shadow");
    if (spec.contact.shadow->id.empty())
      throw Error("the shadow has no id", "contact.shadow", "name the solver");
  }
  if (spec.contact.sleep) {
    const SleepSpec& sleep = *spec.contact.sleep;
    check({{"speed", sleep.speed, kLeast}, {"time", sleep.time, kLeast}}, "contact.sleep");
  }
  check_rules(spec.contact.rules);
  if (spec.threads < 1) throw Error("threads is below 1", "threads");
  return spec;
}

}  // namespace cardan
