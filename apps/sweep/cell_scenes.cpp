#include "apps/sweep/cell_scenes.h"

#include "apps/load_solvers.h"
#include "apps/regress/case_pair.h"
#include "cardan/error.h"

namespace cardan::app {

CellScenes::CellScenes(const Plan& plan, const std::vector<std::string>& plugins)
    : plan_(plan), plugins_(plugins.begin(), plugins.end()), solvers_(load_solvers(plugins_)) {}

Scene CellScenes::of(std::size_t cell) const {
  Scene scene = plan_.scene_file().with(plan_.overrides(cell));
  scene.world.threads = 1;
  scene.world.plugin_directories = plugins_;
  const std::string why = take_pair(plan_.formulation(cell), plan_.solver(cell), solvers_, scene);
  if (!why.empty()) throw Error(why);
  return scene;
}

}  // namespace cardan::app
