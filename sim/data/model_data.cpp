#include "sim/data/model_data.h"

#include "cardan/kinematics.h"
#include "sim/data/lazy_body_poses.h"
#include "sim/data/model_access.h"

namespace cardan {

ModelScratch::ModelScratch() = default;
ModelScratch::~ModelScratch() = default;

void ensure_kinematics(const ModelRef& model) {
  if (model.work.kinematics_current || !model.setup.skeleton) return;
  forward_kinematics(*model.setup.kernel_skeleton, *model.work.data, model.state.q().data(),
                     model.state.v().data());
  model.work.kinematics_current = true;
}

RigidTransform body_pose(const ModelSetup& setup, const ModelScratch& work, int body) {
  return body < 0 || !setup.skeleton ? work.X_W0 : work.data->pose(body);
}

}  // namespace cardan
