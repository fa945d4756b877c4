#include <algorithm>
#include <set>
#include <utility>

#include "sim/data/material_table.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

// cone, or {polyhedral: {directions: 8}}.
FormulationSpec read_formulation(const SceneNode& node) {
  FormulationSpec spec;
  if (node.is_scalar()) {
    spec.id = node.word();
    return spec;
  }
  const auto entries = node.entries();
  if (entries.size() != 1) {
    node.fail("expected one formulation", "write its name, or {name: {option: value}}");
  }
  spec.id = entries[0].first;
  for (const auto& [option, value] : entries[0].second.entries()) {
    spec.options.emplace_back(option, value.word());
  }
  return spec;
}

// Words that start with a dot (.nan, .inf) are rejected by the number readers.
bool is_number(const std::string& word) {
  return word.front() == '.' || (word.find_first_of("0123456789") != std::string::npos &&
                                 word.find_first_not_of("+-.0123456789eE") == std::string::npos);
}

// Numbers and booleans become numbers; everything else is a word.
SolverOption read_option(const std::string& name, const SceneNode& node) {
  const std::string word = node.word();
  SolverOption option{name, 0, ""};
  if (word == "true" || word == "false") {
    option.number = word == "true" ? 1 : 0;
  } else if (is_number(word)) {
    option.number = node.number("");
  } else {
    option.word = word;
  }
  return option;
}

SolverSpec read_solver_alone(const SceneNode& node) {
  SolverSpec spec;
  if (node.is_scalar()) {
    spec.id = node.word();
    return spec;
  }
  for (const auto& [key, value] : node.entries()) {
    if (key == "id") {
      spec.id = value.word();
    } else if (key == "tolerance") {
      spec.tolerance = value.positive("m/s");
    } else if (key == "accuracy") {
      spec.accuracy = value.positive("m/s");
    } else if (key == "max_iterations") {
      spec.max_iterations = value.positive_integer();
    } else if (key != "fallback") {
      spec.options.push_back(read_option(key, value));
    }
  }
  if (spec.id.empty() && !spec.options.empty()) {
    node.fail(
        "option '" + spec.options[0].name + "' needs the id of its solver",
        "add id: NAME; only tolerance, accuracy, max_iterations and fallback are valid without it");
  }
  return spec;
}

// conic, or {id: lemke, tolerance: 1e-9, max_iterations: 100, fallback: [pgs], options of the
// plugin}.
SolverSpec read_solver(const SceneNode& node) {
  SolverSpec spec = read_solver_alone(node);
  const auto fallback = node.is_map() ? node.find("fallback") : std::nullopt;
  if (!fallback) return spec;
  for (const SceneNode& item : fallback->items()) {
    if (item.is_map() && item.find("fallback")) {
      item.fail("a fallback cannot have its own fallback", "list all fallbacks in order");
    }
    spec.fallback.push_back(read_solver_alone(item));
    if (spec.fallback.back().id.empty()) item.fail("key 'id' is missing", "name the solver");
  }
  return spec;
}

// Keys of a stabilisation besides `kind` and `slop`.
std::vector<std::string> stabilization_keys(StabilizationKind kind) {
  std::vector<std::string> keys{"kind", "slop"};
  if (kind == StabilizationKind::kRelaxation) {
    keys.insert(keys.end(), compliance_keys().begin(), compliance_keys().end());
  } else {
    keys.insert(keys.end(), {"erp", "max_speed"});
  }
  return keys;
}

Stabilization read_stabilization(const SceneNode& node) {
  Stabilization result;
  if (const auto kind = node.find("kind")) {
    constexpr StabilizationKind kKinds[] = {StabilizationKind::kBaumgarte,
                                            StabilizationKind::kRelaxation,
                                            StabilizationKind::kProjection};
    result.kind = kKinds[kind->choice({"baumgarte", "relaxation", "projection"})];
  }
  node.allow_keys(stabilization_keys(result.kind));
  if (const auto slop = node.find("slop")) result.slop = slop->non_negative("m");
  if (result.kind == StabilizationKind::kRelaxation) {
    result.relaxation = read_compliance(node);
    if (!result.relaxation.soft()) {
      node.fail("the relaxation has no law",
                "add time_constant and damping_ratio, stiffness and damping, or cfm and erp");
    }
    return result;
  }
  if (const auto erp = node.find("erp")) {
    result.erp = erp->non_negative("");
    if (result.erp > 1)
      erp->fail("must not exceed 1, which removes the whole violation in one step");
  }
  if (const auto speed = node.find("max_speed")) result.max_speed = speed->non_negative("m/s");
  return result;
}

// [mu1, mu2]: along `direction` and across it.
void read_anisotropic_friction(const SceneNode& node, const SceneNode& mu, MaterialSpec& material) {
  const std::vector<SceneNode> two = mu.items();
  if (two.size() != 2) mu.fail("expected one coefficient, or two: along 'direction' and across it");
  material.mu_static = material.mu_kinetic = two[0].non_negative("");
  const double across = two[1].non_negative("");
  if (material.mu_static == 0 && across == 0) mu.fail("both coefficients are 0", "write mu: 0");
  material.mu_ratio = across / material.mu_static;
  if (!(material.mu_ratio >= kLeastFrictionRatio && material.mu_ratio * kLeastFrictionRatio <= 1)) {
    mu.fail("one coefficient is less than a thousandth of the other",
            "for no friction in one direction write a small coefficient, e.g. [0.8, 0.001]");
  }
  node.require("direction");
}

void read_direction(const SceneNode& node, MaterialSpec& material) {
  const auto direction = node.find("direction");
  if (!direction) return;
  const Vector3 along = direction->vector3("");
  if (!(along.norm() > 0))
    direction->fail("must not be the zero vector", "expected three numbers, not all 0");
  material.direction = along.normalized();
}

// Torsional and rolling friction, both as moment over normal force.
void read_spin_friction(const SceneNode& node, MaterialSpec& material) {
  if (const auto torsion = node.find("mu_torsion"))
    material.mu_torsion = torsion->non_negative("m");
  if (const auto rolling = node.find("mu_rolling"))
    material.mu_rolling = rolling->non_negative("m");
}

// mu: 0.8, or mu: {static: 1, kinetic: 0.8}, or the two keys in the material itself, or [mu1, mu2].
void read_friction(const SceneNode& node, MaterialSpec& material) {
  const auto mu = node.find("mu");
  const bool direct = node.find("static") || node.find("kinetic");
  if (mu && direct)
    mu->fail("cannot be combined with 'static' and 'kinetic'", "use one of the two forms");
  if (mu && mu->is_list()) return read_anisotropic_friction(node, *mu, material);
  if (mu || direct) material.mu_ratio = 1;
  if (mu && !mu->is_map()) {
    material.mu_static = material.mu_kinetic = mu->non_negative("");
    return;
  }
  if (!mu && !direct) return;
  const SceneNode& pair = mu ? *mu : node;
  if (mu) pair.allow_keys({"static", "kinetic"});
  material.mu_static = pair.require("static").non_negative("");
  material.mu_kinetic = pair.require("kinetic").non_negative("");
  if (material.mu_kinetic > material.mu_static) {
    pair.require("kinetic").fail("exceeds the static coefficient", "expected kinetic <= static");
  }
}

void read_normal_law(const SceneNode& node, MaterialSpec& material) {
  const auto compliance = node.find("compliance"), stiffness = node.find("stiffness"),
             damping = node.find("damping");
  if (compliance && (stiffness || damping)) {
    compliance->fail("cannot be combined with 'stiffness' or 'damping'", "use one of the two laws");
  }
  if (compliance) {
    material.compliance = compliance->non_negative("");
    material.stiffness = MaterialSpec{}.stiffness;
    material.damping = 0;
  }
  if (stiffness) material.stiffness = stiffness->positive("N/m");
  if (damping) material.damping = damping->non_negative("N s/m");
  if (damping && std::isnan(material.stiffness)) {
    damping->fail("needs 'stiffness'", "add stiffness in N/m");
  }
}

// Tangential law of the contact: {stiffness, damping}.
void read_tangential_law(const SceneNode& node, MaterialSpec& material) {
  const auto tangential = node.find("tangential");
  if (!tangential) return;
  tangential->allow_keys({"stiffness", "damping"});
  material.tangential_stiffness = tangential->require("stiffness").positive("N/m");
  material.tangential_damping = 0;
  if (const auto damping = tangential->find("damping")) {
    material.tangential_damping = damping->non_negative("N s/m");
  }
}

const std::vector<std::string> kPairKeys{"mu",         "static",     "kinetic", "restitution",
                                         "compliance", "stiffness",  "damping", "tangential",
                                         "mu_torsion", "mu_rolling", "between"};
// Keys of a single surface that a pair does not have.
const std::vector<std::string> kMaterialKeys{
    "mu",      "static",     "kinetic",    "restitution", "compliance",       "stiffness",
    "damping", "tangential", "mu_torsion", "mu_rolling",  "surface_velocity", "direction"};

// Keys that are not given keep their value of `base`.
MaterialSpec read_material(const SceneNode& node, const MaterialSpec& base) {
  MaterialSpec material = base;
  read_friction(node, material);
  if (const auto restitution = node.find("restitution")) {
    material.restitution = restitution->non_negative("");
    if (material.restitution > 1) restitution->fail("must not be above 1");
  }
  read_normal_law(node, material);
  read_tangential_law(node, material);
  read_spin_friction(node, material);
  read_direction(node, material);
  if (const auto velocity = node.find("surface_velocity")) {
    material.surface_velocity = velocity->vector3("m/s");
  }
  return material;
}

MaterialPair read_pair(const SceneNode& node, const MaterialTable& table) {
  node.allow_keys(kPairKeys);
  if (const auto mu = node.find("mu"); mu && mu->is_list()) {
    mu->fail("two coefficients need the direction of a surface", "set them in a material");
  }
  const std::vector<SceneNode> names = node.require("between").items();
  if (names.size() != 2) node.require("between").fail("expected two materials");
  MaterialPair pair{read_material_name(names[0], table), read_material_name(names[1], table), {}};

  // Quantities that the table does not give for a pair follow the combination rule of the two
  // materials.
  MaterialTable rule_only{{}, table.rule, {}};
  for (const std::string& name : {pair.first, pair.second})
    rule_only.named[name] = table.named.at(name);
  MaterialCombiner combiner(rule_only);
  const int first = combiner.add(pair.first, {}, false);
  const int second = combiner.add(pair.second, {}, false);
  MaterialSpec mixed;
  combiner.pair(first, second, mixed);
  pair.material = read_material(node, mixed);
  return pair;
}

void read_pairs(const SceneNode& node, MaterialTable& table) {
  node.allow_keys({"rule", "table"});
  if (const auto rule = node.find("rule")) {
    constexpr PairRule kRules[] = {PairRule::kMin, PairRule::kMax, PairRule::kMean,
                                   PairRule::kProduct};
    table.rule = kRules[rule->choice({"min", "max", "mean", "product"})];
  }
  const auto rows = node.find("table");
  if (!rows) return;
  std::set<std::pair<std::string, std::string>> listed;
  for (const SceneNode& row : rows->items()) {
    MaterialPair pair = read_pair(row, table);
    if (!listed.insert(std::minmax(pair.first, pair.second)).second)
      row.fail("the pair is listed twice", "keep one of them");
    table.pairs.push_back(std::move(pair));
  }
}

// true, false or {speed, time}.
std::optional<SleepSpec> read_sleep(const SceneNode& node) {
  if (!node.is_map()) return node.boolean() ? std::optional<SleepSpec>(SleepSpec{}) : std::nullopt;
  node.allow_keys({"speed", "time"});
  SleepSpec sleep;
  if (const auto speed = node.find("speed")) sleep.speed = speed->positive("m/s");
  if (const auto time = node.find("time")) sleep.time = time->positive("s");
  return sleep;
}

}  // namespace

std::string read_material_name(const SceneNode& node, const MaterialTable& table) {
  std::string name = node.word();
  if (table.named.contains(name)) return name;
  std::vector<std::string> known;
  for (const auto& [other, material] : table.named) known.push_back(other);
  node.fail_unknown("material", name, known);
}

ContactSpec read_contact(const SceneNode& node) {
  node.allow_keys({"formulation", "solver", "stabilization", "slip_threshold", "restitution",
                   "restitution_threshold", "continuous", "sleep", "shadow"});
  ContactSpec contact;
  if (const auto formulation = node.find("formulation")) {
    contact.formulation = read_formulation(*formulation);
  }
  if (const auto solver = node.find("solver")) contact.solver = read_solver(*solver);
  if (const auto shadow = node.find("shadow")) {
    contact.shadow = read_solver(*shadow);
    if (contact.shadow->id.empty()) shadow->fail("key 'id' is missing", "name the solver");
  }
  if (const auto stabilization = node.find("stabilization")) {
    contact.rules.stabilization = read_stabilization(*stabilization);
  }
  if (const auto threshold = node.find("slip_threshold")) {
    contact.rules.slip_threshold = threshold->non_negative("m/s");
  }
  if (const auto restitution = node.find("restitution")) {
    contact.rules.restitution = restitution->choice({"newton", "poisson"}) == 0
                                    ? RestitutionLaw::kNewton
                                    : RestitutionLaw::kPoisson;
  }
  if (const auto threshold = node.find("restitution_threshold")) {
    contact.rules.restitution_threshold = threshold->non_negative("m/s");
  }
  if (const auto continuous = node.find("continuous")) contact.continuous = continuous->boolean();
  if (const auto sleep = node.find("sleep")) contact.sleep = read_sleep(*sleep);
  return contact;
}

MaterialTable read_materials(const SceneNode& node) {
  MaterialTable table;
  // `default` first: missing keys of other materials default to it.
  if (const auto fallback = node.find("default")) {
    fallback->allow_keys(kMaterialKeys);
    table.named["default"] = read_material(*fallback, MaterialSpec{});
  }
  const MaterialSpec base = table.named["default"];
  for (const auto& [name, material] : node.entries()) {
    if (name == "default" || name == "pairs") continue;
    material.allow_keys(kMaterialKeys);
    table.named[name] = read_material(material, base);
  }
  if (const auto pairs = node.find("pairs")) read_pairs(*pairs, table);
  return table;
}

}  // namespace cardan
