#pragma once

#include <gtest/gtest.h>

#include "cardan/model.h"
#include "cardan/skeleton.h"
#include "cardan/world.h"

namespace cardan::test {

/// Expects that `placed` has the models of `alone`, with "x_" before their names, and their frames
/// at poses that are moved by `pose`.
inline void expect_placed(const World& alone, const World& placed, const RigidTransform& pose) {
  ASSERT_EQ(alone.num_models(), placed.num_models());
  EXPECT_EQ(alone.loops().size(), placed.loops().size());
  for (const Model* model : alone.models()) {
    const Model* other = placed.find("x_" + model->name());
    ASSERT_NE(other, nullptr) << model->name();
    if (!model->skeleton()) continue;
    for (const FrameInfo& frame : model->skeleton()->frames) {
      const RigidTransform expected = pose * model->pose(frame.name);
      EXPECT_LT((expected.p - other->pose(frame.name).p).norm(), 1e-6) << frame.name;
      EXPECT_LT((expected.R - other->pose(frame.name).R).norm(), 1e-6) << frame.name;
    }
  }
}

}  // namespace cardan::test
