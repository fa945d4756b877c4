#include "bench/scenes/settings.h"

#include <algorithm>

namespace cardan::bench {

const std::vector<Setting>& settings() {
  static const std::vector<std::string> standing{"quadruped-pd", "quadruped-pd-25", "anymal-pd"};
  static const std::vector<std::string> piles{
      "666",       "spheres-15",   "spheres-100", "spheres-300", "boxes-30",
      "boxes-100", "capsules-100", "mixed-100",   "hulls-100",   "quadrupeds-20"};
  static const std::vector<std::string> elastic{"bouncing", "666-elastic"};
  static const std::vector<Setting> all{
      {"cardan",
       "default",
       "the default settings of a world: exact cones, tolerance 1e-8 m/s, implicit PD control",
       {}},
      {"cardan",
       "heap",
       "conic with pile_rows 60: islands with more rows get 8 sweeps; smaller islands are solved "
       "exactly",
       {"spheres-15", "spheres-100", "spheres-300"}},
      {"cardan",
       "accuracy",
       "accuracy: 1e-3 m/s in place of the tolerance",
       {"spheres-15", "spheres-100", "spheres-300", "boxes-30", "boxes-100", "capsules-100",
        "mixed-100", "hulls-100", "quadrupeds-20"}},
      {"mujoco",
       "newton",
       "Newton, elliptic cones, 100 iterations, tolerance 1e-8, Euler, default solref and "
       "solimp",
       {"rolling", "666", "quadruped-pd", "quadruped-pd-25", "anymal-pd", "anymal-energy",
        "anymal-momentum", "spheres-15", "spheres-100", "spheres-300", "boxes-30", "boxes-100",
        "capsules-100", "mixed-100", "hulls-100", "quadrupeds-20"}},
      {"mujoco",
       "newton-noslip",
       "as newton, with 10 noslip iterations",
       {"rolling", "quadruped-pd", "quadruped-pd-25", "anymal-pd"}},
      {"mujoco", "pgs-noslip", "PGS with 10 noslip iterations", standing},
      {"mujoco", "cg", "conjugate gradients, otherwise as newton", piles},
      {"bullet", "si", "double precision, sequential impulses, 10 iterations, ERP 0.2", {}},
      {"bullet", "si-erp0",
       "as si, with ERP 0, because the elastic scenes gain energy with ERP 0.2", elastic},
      {"bullet", "dantzig", "btDantzigSolver, ERP 0.2", standing},
      {"ode",
       "std",
       "dWorldStep, ERP 0.2, CFM 1e-10, friction pyramid proportional to the normal force "
       "(dContactApprox1)",
       {}},
      {"ode",
       "quick",
       "dWorldQuickStep, 20 iterations, otherwise as std",
       {"666", "quadruped-pd", "quadruped-pd-25", "anymal-pd", "spheres-15", "spheres-100",
        "spheres-300", "boxes-30", "boxes-100", "capsules-100", "mixed-100", "quadrupeds-20"}},
      {"dart", "dantzig", "Dantzig, PGS if Dantzig fails, Bullet's detector", {}}};
  return all;
}

bool measured_in(const Setting& setting, const std::string& scene) {
  const auto& scenes = setting.scenes;
  return scenes.empty() || std::find(scenes.begin(), scenes.end(), scene) != scenes.end();
}

}  // namespace cardan::bench
