#include "apps/compare_pairs.h"

#include <algorithm>
#include <iterator>
#include <sstream>

#include "apps/choose_pair.h"
#include "apps/command_line.h"
#include "cardan/error.h"
#include "constraint/compatibility.h"

namespace cardan::app {

namespace {

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> words;
  std::istringstream stream(list);
  for (std::string word; std::getline(stream, word, ',');) {
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

std::vector<std::string> solvers_of(const std::string& request, const SolverRegistry& registry) {
  if (request != "all") {
    std::vector<std::string> ids = split(request);
    for (const std::string& id : ids) registry.require(id);
    return ids;
  }
  std::vector<std::string> ids;
  for (const SolverOrigin& origin : registry.solvers()) ids.emplace_back(origin.desc->id);
  return ids;
}

// Requested formulations; default: the formulation of the scene.
std::vector<FormulationSpec> formulations_of(const CompareRequest& request,
                                             const SolverRegistry& registry,
                                             const ContactSpec& scene) {
  std::vector<FormulationSpec> specs;
  if (request.formulations == "all") {
    for (const std::string& id : formulation_ids()) specs.push_back({id, {}});
  } else {
    for (const std::string& text : split_formulations(request.formulations)) {
      specs.push_back(parse_formulation(text));
    }
  }
  if (!specs.empty()) return specs;
  if (scene.formulation) return {*scene.formulation};
  const std::string& solver = scene.solver.id;
  return {{solver.empty() ? "cone" : registry.require(solver).default_formulation, {}}};
}

}  // namespace

std::string label_of(const FormulationSpec& spec) {
  std::string text = spec.id;
  char separator = ':';
  for (const Option& option : spec.options) {
    text.append(1, separator).append(option.name).append("=").append(option.text());
    separator = ',';
  }
  return text;
}

std::vector<std::string> split_formulations(const std::string& list) {
  std::vector<std::string> texts;
  for (const std::string& word : split(list)) {
    const bool option = word.find('=') != std::string::npos && word.find(':') == std::string::npos;
    if (option && !texts.empty()) {
      texts.back().append(",").append(word);
    } else {
      texts.push_back(word);
    }
  }
  return texts;
}

std::vector<ComparedPair> pairs_to_compare(const CompareRequest& request,
                                           const SolverRegistry& registry, const ContactSpec& scene,
                                           std::vector<std::string>& skipped) {
  std::vector<ComparedPair> pairs;
  for (const FormulationSpec& formulation : formulations_of(request, registry, scene)) {
    const FormulationInfo info = make_formulation(formulation)->info();  // rejects unknown options
    if (request.solvers.empty()) {
      ComparedPair pair{label_of(formulation), scene, {}};
      choose_pair({formulation, ""}, registry, pair.contact);
      pairs.push_back(pair);
      continue;
    }
    for (const std::string& solver : solvers_of(request.solvers, registry)) {
      std::string label = label_of(formulation);
      label.append("/").append(solver);
      const std::string why = why_unfit(info, registry.require(solver));
      if (!why.empty()) {
        skipped.push_back(label.append(": ").append(why));
        continue;
      }
      ComparedPair pair{label, scene, {}};
      choose_pair({formulation, solver}, registry, pair.contact);
      pairs.push_back(pair);
    }
  }
  if (pairs.empty()) {
    throw Error("none of the requested solvers supports a requested formulation",
                skipped.empty() ? "" : skipped.front(), "request other pairs; see cardan solvers");
  }
  return pairs;
}

std::size_t require_pair(const std::string& name, const SolverRegistry& registry,
                         const ContactSpec& scene, std::vector<ComparedPair>& pairs) {
  const std::size_t slash = name.rfind('/');
  if (slash == std::string::npos) {
    throw Error("'" + name + "' is not a valid pair", "--reference",
                "name a formulation and a solver, such as cone/conic");
  }
  const FormulationSpec formulation = parse_formulation(name.substr(0, slash));
  const std::string solver = name.substr(slash + 1), label = label_of(formulation);
  const FormulationInfo info = make_formulation(formulation)->info();
  const std::string why = why_unfit(info, registry.require(solver));
  if (!why.empty()) throw Error("'" + name + "' is not a valid pair: " + why, "--reference");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const ContactSpec& contact = pairs[i].contact;
    const std::string& id = contact.solver.id;
    if (label_of(contact.formulation.value_or(FormulationSpec{})) != label) continue;
    const std::string& runs = id.empty() ? info.default_solver : id;
    if (runs == solver) return i;
  }
  ComparedPair pair{name, scene, {}};
  choose_pair({formulation, solver}, registry, pair.contact);
  pairs.insert(pairs.begin(), pair);
  return 0;
}

namespace {

struct NamedIntegrator {
  const char* name;
  Integrator integrator;
};

constexpr NamedIntegrator kIntegrators[] = {{"semi_implicit_euler", Integrator::kSemiImplicitEuler},
                                            {"midpoint", Integrator::kMidpoint},
                                            {"rk4", Integrator::kRungeKutta4}};

std::vector<NamedIntegrator> integrators_of(const std::string& request) {
  if (request == "all") return {std::begin(kIntegrators), std::end(kIntegrators)};
  std::vector<NamedIntegrator> found;
  for (const std::string& name : split(request)) {
    const auto* it = std::find_if(std::begin(kIntegrators), std::end(kIntegrators),
                                  [&](const NamedIntegrator& one) { return one.name == name; });
    if (it == std::end(kIntegrators)) {
      throw Error("unknown integrator '" + name + "'", "--integrators",
                  "name all, semi_implicit_euler, midpoint or rk4");
    }
    found.push_back(*it);
  }
  return found;
}

/// The reason why a formulation does not run with an integrator, else "".
std::string why_unfit(const FormulationSpec& formulation, Integrator integrator) {
  const bool accelerations = make_formulation(formulation)->info().acceleration_level;
  if (integrator == Integrator::kRungeKutta4 && !accelerations)
    return "needs a formulation at acceleration level";
  if (integrator == Integrator::kMidpoint && accelerations)
    return "needs a formulation at velocity level";
  return "";
}

}  // namespace

std::vector<ComparedPair> with_integrators(const std::string& request,
                                           const std::vector<ComparedPair>& pairs,
                                           std::vector<std::string>& skipped) {
  if (request.empty()) return pairs;
  const std::vector<NamedIntegrator> integrators = integrators_of(request);
  std::vector<ComparedPair> all;
  for (const ComparedPair& pair : pairs) {
    const FormulationSpec formulation = pair.contact.formulation.value_or(FormulationSpec{});
    for (const NamedIntegrator& one : integrators) {
      std::string label = one.name;
      label.append(": ").append(pair.label);
      const std::string why = why_unfit(formulation, one.integrator);
      if (why.empty()) {
        all.push_back({label, pair.contact, one.integrator});
      } else {
        skipped.push_back(label.append(": ").append(why));
      }
    }
  }
  if (all.empty()) {
    throw Error("none of the requested integrators runs with a requested formulation",
                skipped.empty() ? "" : skipped.front(), "request others; see docs/scene-format.md");
  }
  return all;
}

}  // namespace cardan::app
