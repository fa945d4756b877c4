#include <algorithm>

#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

constexpr double kLargestSeed =
    9007199254740992.0;  // 2^53: larger whole numbers are not exact in a double

}  // namespace

SweepAxis read_axis(const SceneNode& list, const std::string& name,
                    const std::function<void(const SceneNode&)>& check) {
  SweepAxis axis{name, {}};
  for (const SceneNode& item : list.items()) {
    check(item);
    const std::string value = item.is_scalar() ? item.word() : item.text();
    if (std::find(axis.values.begin(), axis.values.end(), value) != axis.values.end()) {
      item.fail("'" + value + "' is listed twice", "keep one of them");
    }
    axis.values.push_back(value);
  }
  if (axis.values.empty()) list.fail("an empty list", "name at least one value");
  return axis;
}

std::uint64_t read_seed(const SceneNode& node) {
  const double value = node.number("");
  if (value < 0 || value > kLargestSeed || value != std::floor(value)) {
    node.fail("expected a whole number from 0 to 2^53, got '" + node.word() + "'");
  }
  return static_cast<std::uint64_t>(value);
}

namespace {

constexpr Form kSteps = form::positive("s"), kValues = form::some(&form::kAny);

constexpr KeyRow kSweepKeys[] = {
    {"solvers", form::some(&form::kWord), "Ids of solvers"},
    {"formulations", form::some(&form::kWord),
     "Ids of formulations, with options: polyhedral:directions=4"},
    {"steps", form::some(&kSteps), "Time steps"},
    {"seeds", form::some(&form::kSeed), "Seeds of `perturb`"},
    {"parameters", form::named(&kValues), "Values of parameters, by path"},
};

constexpr Key<PerturbSpec> kPerturbKeys[] = {
    {{"seed", form::kSeed, "Seed of the offsets"}, kInto<&PerturbSpec::seed>},
    {{"position", form::non_negative("m"), "Bound of offsets of floating bases"},
     kInto<&PerturbSpec::position>},
    {{"rotation", form::non_negative("rad"), "Bound of rotations of floating bases"},
     kInto<&PerturbSpec::rotation>},
    {{"joints", form::non_negative("rad or m"), "Bound of offsets of joints"},
     kInto<&PerturbSpec::joints>},
    {{"velocity", form::non_negative("m/s or rad/s"), "Bound of offsets of velocities"},
     kInto<&PerturbSpec::velocity>},
};

}  // namespace

Form sweep_form() { return form::map<kSweepKeys>(); }
Form perturb_form() { return form::map<kPerturbKeys>(); }

std::vector<SweepAxis> read_sweep(const SceneNode& node) {
  allow_keys(node, kSweepKeys);
  return read_axes(node);
}

std::vector<SweepAxis> read_axes(const SceneNode& node) {
  const auto word = [](const SceneNode& item) { item.word(); };
  std::vector<SweepAxis> axes;
  const auto add = [&](const char* key, const char* name, const auto& check) {
    if (const auto list = node.find(key)) axes.push_back(read_axis(*list, name, check));
  };
  add("formulations", "formulation", word);
  add("solvers", "solver", word);
  add("steps", "step", [](const SceneNode& item) { item.positive("s"); });
  add("seeds", "seed", [](const SceneNode& item) { read_seed(item); });
  if (const auto parameters = node.find("parameters")) {
    for (const auto& [path, list] : parameters->entries())
      axes.push_back(read_axis(list, path, [](const SceneNode&) {}));
  }
  return axes;
}

PerturbSpec read_perturb(const SceneNode& node) {
  allow_keys(node, kPerturbKeys);
  PerturbSpec spec;
  read_keys(node, kPerturbKeys, spec);
  return spec;
}

}  // namespace cardan
