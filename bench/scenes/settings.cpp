#include "scenes/settings.h"

#include <algorithm>

namespace cardan::bench {

const std::vector<Setting>& settings() {
  static const std::vector<std::string> standing{"quadruped-pd", "quadruped-pd-25", "anymal-pd"};
  static const std::vector<std::string> piles{"666", "spheres-15", "spheres-100", "spheres-300"};
  static const std::vector<std::string> elastic{"bouncing", "666-elastic"};
  static const std::vector<Setting> all{
      {"cardan",
       "default",
       "as a world is made: exact cones, judged to 1e-8 m/s, and its own implicit PD",
       {}},
      {"cardan",
       "heap",
       "conic with pile_rows 60: islands of more rows get 8 sweeps, smaller ones stay exact",
       {"spheres-15", "spheres-100", "spheres-300"}},
      {"mujoco",
       "newton",
       "Newton, elliptic cones, 100 iterations, tolerance 1e-8, Euler, solref and solimp as they "
       "come",
       {"rolling", "666", "quadruped-pd", "quadruped-pd-25", "anymal-pd", "anymal-energy",
        "anymal-momentum", "spheres-15", "spheres-100", "spheres-300"}},
      {"mujoco",
       "newton-noslip",
       "and 10 iterations against slip",
       {"rolling", "quadruped-pd", "quadruped-pd-25", "anymal-pd"}},
      {"mujoco", "pgs-noslip", "PGS and 10 iterations against slip", standing},
      {"mujoco", "cg", "conjugate gradients, else as Newton", piles},
      {"bullet", "si", "double precision, sequential impulses, 10 iterations, ERP 0.2", {}},
      {"bullet", "si-erp0", "ERP 0: with the default the elastic scenes gain energy", elastic},
      {"bullet", "dantzig", "btDantzigSolver, ERP 0.2", standing},
      {"ode", "std", "dWorldStep, ERP 0.2, CFM 1e-10, pyramid in proportion (dContactApprox1)", {}},
      {"ode",
       "quick",
       "dWorldQuickStep, 20 iterations, else as std",
       {"666", "quadruped-pd", "quadruped-pd-25", "anymal-pd", "spheres-15", "spheres-100",
        "spheres-300"}},
      {"dart", "dantzig", "Dantzig, PGS where it fails, Bullet's detector", {}}};
  return all;
}

bool measured_in(const Setting& setting, const std::string& scene) {
  const auto& scenes = setting.scenes;
  return scenes.empty() || std::find(scenes.begin(), scenes.end(), scene) != scenes.end();
}

}  // namespace cardan::bench
