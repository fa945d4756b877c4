#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/number_text.h"
#include "sim/scene/mjcf_to_scene.h"

namespace cardan::mjcf {

namespace {

constexpr std::size_t kMostSurfaces = 64;  // each pair of them has an entry in the table

/// The properties of a geom that determine its contacts.
struct Surface {
  int condim = 3, priority = 0;
  std::array<double, 3> friction{};
  Softness softness;
  double solmix = 1;
  int geom = -1;  ///< of a listed pair, which has a surface of its own

  auto key() const {
    return std::tuple(condim, priority, friction, softness.given, softness.solref, softness.solimp,
                      solmix, geom);
  }
};

double impedance(const Softness& softness) { return std::clamp(softness.solimp[1], 1e-4, 0.9999); }

// MuJoCo: the impedance d softens a contact by R = (1 − d)/d of its A. A geom without these
// attributes gets cardan's default compliance.
void set_compliance(const Softness& softness, MaterialSpec& material) {
  if (!softness.given) return;
  const double d = impedance(softness);
  material.compliance = (1 - d) / d;
}

MaterialSpec material_of(int condim, const std::array<double, 3>& friction,
                         const Softness& softness) {
  MaterialSpec material;
  material.mu_static = material.mu_kinetic = condim > 1 ? friction[0] : 0;
  material.mu_torsion = condim > 3 ? friction[1] : 0;
  material.mu_rolling = condim > 4 ? friction[2] : 0;
  set_compliance(softness, material);
  return material;
}

// The rules of MuJoCo for two geoms: priority, then the greater number of directions and of each
// coefficient, and a mean of the softness by solmix.
MaterialSpec combined(const Surface& a, const Surface& b) {
  if (a.priority != b.priority) {
    const Surface& first = a.priority > b.priority ? a : b;
    return material_of(first.condim, first.friction, first.softness);
  }
  std::array<double, 3> friction{};
  for (std::size_t k = 0; k < 3; ++k) friction[k] = std::max(a.friction[k], b.friction[k]);
  Softness softness;
  softness.given = a.softness.given || b.softness.given;
  const double sum = a.solmix + b.solmix;
  const double share = sum > 0 ? a.solmix / sum : 0.5;
  softness.solimp[1] = share * a.softness.solimp[1] + (1 - share) * b.softness.solimp[1];
  return material_of(std::max(a.condim, b.condim), friction, softness);
}

Surface surface_of(const Geom& geom) {
  return {geom.condim, geom.priority, geom.friction, geom.softness, geom.solmix, -1};
}

// The listed pair of two geoms, or null.
const ContactPair* listed(const MjcfDescription& model, const Surface& a, const Surface& b) {
  if (a.geom < 0 || b.geom < 0) return nullptr;
  for (const ContactPair& pair : model.pairs)
    if (std::minmax(pair.geom1, pair.geom2) == std::minmax(a.geom, b.geom)) return &pair;
  return nullptr;
}

MaterialSpec of_pair(const ContactPair& pair, const Surface& a, const Surface& b) {
  std::array<double, 3> friction{};
  for (std::size_t k = 0; k < 3; ++k) friction[k] = std::max(a.friction[k], b.friction[k]);
  double ratio = 1;
  if (pair.friction) {
    friction = {(*pair.friction)[0], (*pair.friction)[2], (*pair.friction)[3]};
    ratio = friction[0] > 0 ? (*pair.friction)[1] / friction[0] : 1;
  }
  MaterialSpec material = material_of(pair.condim.value_or(std::max(a.condim, b.condim)), friction,
                                      pair.softness.given ? pair.softness : Softness{});
  material.mu_ratio = std::clamp(ratio, kLeastFrictionRatio, 1 / kLeastFrictionRatio);
  return material;
}

// Violated contacts act as the springs and dampers of the most frequent solref of the file.
void set_relaxation(const MjcfDescription& model, const std::vector<MjcfFilter>& filters,
                    Scene& scene) {
  std::map<std::array<double, 2>, int> count;
  const Geom* first = nullptr;
  for (std::size_t i = 0; i < model.geoms.size(); ++i) {
    const Geom& geom = model.geoms[i];
    if (filters[i].mask == 0 || !geom.softness.given) continue;
    ++count[geom.softness.solref];
    if (first == nullptr) first = &geom;
  }
  if (first == nullptr) return;
  const auto most = std::max_element(
      count.begin(), count.end(), [](const auto& x, const auto& y) { return x.second < y.second; });
  Softness softness;
  softness.given = true;
  softness.solref = most->first;
  const Compliance law = law_of(softness, first->source, "geom", scene);
  if (!law.soft()) return;
  Stabilization& stabilization = scene.world.contact.rules.stabilization;
  stabilization.kind = StabilizationKind::kRelaxation;
  stabilization.relaxation = law;
  note(
      scene, Severity::kInfo, first->source, "geom",
      "solref and solimp of contacts become the stabilisation relaxation with a time constant of " +
          number_text(law.first) + " s and a damping ratio of " + number_text(law.second) +
          ", and the compliance (1 - d)/d of each material");
  if (count.size() > 1)
    note(scene, Severity::kWarning, first->source, "geom",
         "geoms have different solref; all contacts have that of most geoms");
}

}  // namespace

std::vector<std::string> add_surfaces(const MjcfDescription& model, const std::string& prefix,
                                      Scene& scene) {
  const std::vector<MjcfFilter> filters = mjcf_filters(model);
  std::vector<char> paired(model.geoms.size());
  for (const ContactPair& pair : model.pairs)
    paired[static_cast<std::size_t>(pair.geom1)] = paired[static_cast<std::size_t>(pair.geom2)] = 1;
  std::map<decltype(Surface{}.key()), std::size_t> known;
  std::vector<Surface> surfaces;
  std::vector<std::string> names(model.geoms.size());
  MaterialTable& table = scene.world.materials;
  const auto name_of = [&](std::size_t i) { return prefix + std::to_string(i); };
  for (std::size_t i = 0; i < model.geoms.size(); ++i) {
    if (filters[i].mask == 0) continue;
    Surface surface = surface_of(model.geoms[i]);
    if (paired[i]) surface.geom = static_cast<int>(i);
    auto found = known.find(surface.key());
    if (found == known.end()) {
      if (surfaces.size() >= kMostSurfaces) {
        note(scene, Severity::kWarning, model.geoms[i].source, "geom",
             "more than " + std::to_string(kMostSurfaces) +
                 " different surfaces; this geom has the surface of the first");
        names[i] = name_of(0);
        continue;
      }
      found = known.emplace(surface.key(), surfaces.size()).first;
      table.named[name_of(surfaces.size())] =
          material_of(surface.condim, surface.friction, surface.softness);
      surfaces.push_back(surface);
    }
    names[i] = name_of(found->second);
  }
  for (std::size_t a = 0; a < surfaces.size(); ++a) {
    for (std::size_t b = a; b < surfaces.size(); ++b) {
      const ContactPair* pair = listed(model, surfaces[a], surfaces[b]);
      table.pairs.push_back({name_of(a), name_of(b),
                             pair != nullptr ? of_pair(*pair, surfaces[a], surfaces[b])
                                             : combined(surfaces[a], surfaces[b])});
    }
  }
  set_relaxation(model, filters, scene);
  return names;
}

}  // namespace cardan::mjcf
