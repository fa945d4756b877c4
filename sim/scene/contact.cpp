#include <algorithm>
#include <set>
#include <utility>

#include "sim/data/material_table.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

constexpr const char* kStabilizations[] = {"baumgarte", "relaxation", "projection"};
constexpr const char* kRestitutionLaws[] = {"newton", "poisson"};
constexpr const char* kRules[] = {"min", "max", "mean", "product"};

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

// Other keys are options of the plugin.
constexpr Key<SolverSpec> kSolverKeys[] = {
    {{"id", form::kWord, "Id of the solver"}, kInto<&SolverSpec::id>},
    {{"tolerance", form::positive("m/s"), "Residual of a solved answer"},
     kInto<&SolverSpec::tolerance>},
    {{"accuracy", form::positive("m/s"), "Residual at which an approximate answer may end"},
     kInto<&SolverSpec::accuracy>},
    {{"max_iterations", form::kPositiveInteger, "Most iterations of a solve"},
     kInto<&SolverSpec::max_iterations>},
};
constexpr KeyRow kFallbackId[] = {{"id", form::kWord, "Id of the solver", true}};
constexpr Form kFallbackForms[] = {form::kWord,
                                   form::open_map<kSolverKeys, kFallbackId>(&form::kWord)};
constexpr Form kFallback = form::either(kFallbackForms);
constexpr KeyRow kFallbackKeys[] = {
    {"fallback", form::list(&kFallback), "Solvers that are tried in order if this one fails"}};
constexpr Form kSolverForms[] = {form::kWord,
                                 form::open_map<kSolverKeys, kFallbackKeys>(&form::kWord)};
constexpr Form kSolver = form::either(kSolverForms);

SolverSpec read_solver_alone(const SceneNode& node) {
  SolverSpec spec;
  if (node.is_scalar()) {
    spec.id = node.word();
    return spec;
  }
  const std::vector<std::string> known = key_names(kSolverKeys, kFallbackKeys);
  read_keys(node, kSolverKeys, spec);
  for (const auto& [key, value] : node.entries()) {
    if (std::find(known.begin(), known.end(), key) == known.end())
      spec.options.push_back(read_option(key, value));
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

constexpr Key<Stabilization> kStabilizationKeys[] = {
    {{"kind", form::choice(kStabilizations), "How violations are corrected"},
     kInto<&Stabilization::kind>},
    {{"slop", form::non_negative("m"), "Violation that is not corrected"},
     kInto<&Stabilization::slop>},
};
// Not of `relaxation`, which has the keys of a compliance.
constexpr KeyRow kErp[] = {
    {"erp", form::non_negative(""), "Fraction of a violation that a step removes, at most 1"}};
constexpr Key<Stabilization> kMaxSpeed[] = {
    {{"max_speed", form::non_negative("m/s"), "Largest speed of a correction"},
     kInto<&Stabilization::max_speed>}};

Stabilization read_stabilization(const SceneNode& node) {
  Stabilization result;
  read_keys(node, kStabilizationKeys, result);
  if (result.kind == StabilizationKind::kRelaxation) {
    allow_keys(node, kStabilizationKeys, compliance_rows());
    result.relaxation = read_compliance(node);
    if (!result.relaxation.soft()) {
      node.fail("the relaxation has no law",
                "add time_constant and damping_ratio, stiffness and damping, or cfm and erp");
    }
    return result;
  }
  allow_keys(node, kStabilizationKeys, kErp, kMaxSpeed);
  if (const auto erp = node.find("erp")) {
    result.erp = erp->non_negative("");
    if (result.erp > 1)
      erp->fail("must not exceed 1, which removes the whole violation in one step");
  }
  read_keys(node, kMaxSpeed, result);
  return result;
}

constexpr KeyRow kCoefficientKeys[] = {
    {"static", form::non_negative(""), "Static coefficient of friction", true},
    {"kinetic", form::non_negative(""), "Kinetic coefficient of friction", true},
};

constexpr Key<MaterialSpec> kTangentialKeys[] = {
    {{"stiffness", form::positive("N/m"), "Stiffness", true},
     kInto<&MaterialSpec::tangential_stiffness>},
    {{"damping", form::non_negative("N s/m"), "Damping"}, kInto<&MaterialSpec::tangential_damping>},
};

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
  if (mu) allow_keys(pair, kCoefficientKeys);
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
  allow_keys(*tangential, kTangentialKeys);
  material.tangential_damping = 0;
  read_keys(*tangential, kTangentialKeys, material);
}

constexpr Form kCoefficient = form::non_negative(""),
               kFrictionForms[] = {kCoefficient, form::list(&kCoefficient, 2),
                                   form::map<kCoefficientKeys>()};

constexpr Key<MaterialSpec> kMaterialKeys[] = {
    {{"mu", form::either(kFrictionForms),
      "Coefficient of friction; two: along `direction` and across it"}},
    {{"static", kCoefficient, "Static coefficient of friction, with kinetic"}},
    {{"kinetic", kCoefficient, "Kinetic coefficient of friction, with static"}},
    {{"restitution", form::non_negative(""), "Coefficient of restitution, at most 1"}},
    {{"compliance", form::non_negative(""),
      "Compliance divided by the diagonal A_nn of the contact"}},
    {{"stiffness", form::positive("N/m"), "Stiffness along the normal"}},
    {{"damping", form::non_negative("N s/m"), "Damping along the normal, with stiffness"}},
    {{"tangential", form::map<kTangentialKeys>(), "Law of the contact along the surface"}},
    {{"mu_torsion", form::non_negative("m"), "Torsional friction: moment over normal force"},
     kInto<&MaterialSpec::mu_torsion>},
    {{"mu_rolling", form::non_negative("m"), "Rolling friction: moment over normal force"},
     kInto<&MaterialSpec::mu_rolling>},
};
constexpr Form kNames = form::list(&form::kWord, 2);
constexpr KeyRow kBetween[] = {{"between", kNames, "Two materials", true}};
// Keys of a single surface that a pair does not have.
constexpr Key<MaterialSpec> kSurfaceKeys[] = {
    {{"surface_velocity", form::vector3("m/s"), "Velocity of the surface in the shape's frame"},
     kInto<&MaterialSpec::surface_velocity>},
    {{"direction", form::vector3(""), "Direction of anisotropic friction in the shape's frame"}},
};

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
  read_keys(node, kMaterialKeys, material);
  read_direction(node, material);
  read_keys(node, kSurfaceKeys, material);
  return material;
}

MaterialPair read_pair(const SceneNode& node, const MaterialTable& table) {
  allow_keys(node, kMaterialKeys, kBetween);
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

constexpr Form kPair = form::map<kMaterialKeys, kBetween>();

constexpr Key<MaterialTable> kPairsKeys[] = {
    {{"rule", form::choice(kRules), "How the coefficients of two materials are combined"},
     kInto<&MaterialTable::rule>},
    {{"table", form::list(&kPair), "Laws of pairs of materials"}},
};

void read_pairs(const SceneNode& node, MaterialTable& table) {
  allow_keys(node, kPairsKeys);
  read_keys(node, kPairsKeys, table);
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

constexpr Key<SleepSpec> kSleepKeys[] = {
    {{"speed", form::positive("m/s"), "Largest speed of a resting island"},
     kInto<&SleepSpec::speed>},
    {{"time", form::positive("s"), "Time of rest before an island falls asleep"},
     kInto<&SleepSpec::time>},
};

// true, false or {speed, time}.
std::optional<SleepSpec> read_sleep(const SceneNode& node) {
  if (!node.is_map()) return node.boolean() ? std::optional<SleepSpec>(SleepSpec{}) : std::nullopt;
  allow_keys(node, kSleepKeys);
  SleepSpec sleep;
  read_keys(node, kSleepKeys, sleep);
  return sleep;
}

constexpr Form kOptions = form::named(&form::kWord),
               kFormulationForms[] = {form::kWord, form::named(&kOptions)},
               kSleepForms[] = {form::kBoolean, form::map<kSleepKeys>()};

constexpr Key<ContactSpec> kContactKeys[] = {
    {{"formulation", form::either(kFormulationForms), "Contact formulation, with its options"}},
    {{"solver", kSolver, "Solver, with its options and fallbacks"}},
    {{"stabilization", form::map_with<compliance_rows, kStabilizationKeys, kErp, kMaxSpeed>(),
      "How violations of position are corrected"}},
    {{"slip_threshold", form::non_negative("m/s"), "Speed below which static friction acts"},
     kInto<&ContactSpec::rules, &ConstraintRules::slip_threshold>},
    {{"restitution", form::choice(kRestitutionLaws), "Law of restitution"},
     kInto<&ContactSpec::rules, &ConstraintRules::restitution>},
    {{"restitution_threshold", form::non_negative("m/s"),
      "Closing speed below which nothing bounces"},
     kInto<&ContactSpec::rules, &ConstraintRules::restitution_threshold>},
    {{"continuous", form::kBoolean, "Continuous detection of fast spheres"},
     kInto<&ContactSpec::continuous>},
    {{"sleep", form::either(kSleepForms), "Whether resting islands fall asleep"}},
    {{"shadow", kSolver, "Second solver for comparison, without effect on the motion"}},
};

constexpr Form kMaterial = form::map<kMaterialKeys, kSurfaceKeys>();
constexpr KeyRow kMaterialsKeys[] = {
    {"default", kMaterial, "Values of materials that do not give their own"},
    {"pairs", form::map<kPairsKeys>(), "Laws between two materials"},
};

}  // namespace

std::string read_material_name(const SceneNode& node, const MaterialTable& table) {
  std::string name = node.word();
  if (table.named.contains(name)) return name;
  std::vector<std::string> known;
  for (const auto& [other, material] : table.named) known.push_back(other);
  node.fail_unknown("material", name, known);
}

Form contact_form() { return form::map<kContactKeys>(); }
Form materials_form() { return form::open_map<kMaterialsKeys>(&kMaterial); }

ContactSpec read_contact(const SceneNode& node) {
  allow_keys(node, kContactKeys);
  ContactSpec contact;
  read_keys(node, kContactKeys, contact);
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
  if (const auto sleep = node.find("sleep")) contact.sleep = read_sleep(*sleep);
  return contact;
}

MaterialTable read_materials(const SceneNode& node) {
  MaterialTable table;
  // `default` first: missing keys of other materials default to it.
  if (const auto fallback = node.find("default")) {
    allow_keys(*fallback, kMaterialKeys, kSurfaceKeys);
    table.named["default"] = read_material(*fallback, MaterialSpec{});
  }
  const MaterialSpec base = table.named["default"];
  for (const auto& [name, material] : node.entries()) {
    if (name == "default" || name == "pairs") continue;
    allow_keys(material, kMaterialKeys, kSurfaceKeys);
    table.named[name] = read_material(material, base);
  }
  if (const auto pairs = node.find("pairs")) read_pairs(*pairs, table);
  return table;
}

}  // namespace cardan
