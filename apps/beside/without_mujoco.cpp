#include "apps/beside/mujoco_run.h"
#include "cardan/error.h"

namespace cardan::app {

void require_mujoco() {
  throw Error("--beside mujoco needs libmujoco, but cardan was built without it", "",
              "install libmujoco-dev and build cardan with -DCARDAN_MUJOCO=ON");
}

EngineTrack run_mujoco(const Motion&) {
  require_mujoco();
  return {};
}

}  // namespace cardan::app
