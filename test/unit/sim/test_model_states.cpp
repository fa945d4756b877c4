#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

#include "sim/data/model_state.h"

namespace cardan {
namespace {

/// States of models of several sizes, with and without laws, every entry different.
ModelStates filled_states() {
  ModelStates states;
  states.add_without_laws(7, 6);
  states.add(19, 18);
  states.add_without_laws(0, 0);
  states.add(1, 1);
  double next = 1;
  for (int i = 0; i < states.size(); ++i) {
    const ModelState state = states[i];
    state.laws().clear(i);
    for (auto vector : {state.q(), state.v(), state.tau(), state.tau_external(), state.v_moved(),
                        state.v_moved_before()}) {
      for (double& x : vector) x = next++;
    }
    state.still_time() = next++;
    state.set_undisturbed(i % 3);
    state.set_asleep(i % 2 == 0);
  }
  return states;
}

PdLaw servo() {
  PdLaw law;
  law.active = true;
  law.kp = 3;
  law.kd = 0.5;
  law.target = -1;
  law.velocity = 2;
  law.max_effort = 5;
  law.target_is_initial = true;
  return law;
}

void expect_filled(const ModelStates& states, int first) {
  double next = 1;
  for (int i = 0; i < 4; ++i) {
    const ConstModelState state = states[first + i];
    for (auto vector : {state.q(), state.v(), state.tau(), state.tau_external(), state.v_moved(),
                        state.v_moved_before()}) {
      for (const double x : vector) EXPECT_EQ(x, next++) << i;
    }
    EXPECT_EQ(state.still_time(), next++);
    EXPECT_EQ(state.undisturbed(), i % 3);
    EXPECT_EQ(state.asleep(), i % 2 == 0);
  }
}

TEST(ModelStates, ViewsOfModelsDoNotOverlap) { expect_filled(filled_states(), 0); }

TEST(ModelStates, LawsDoNotOverlapTheVectors) {
  ModelStates states = filled_states();
  for (std::size_t dof = 0; dof < 18; ++dof) states[1].laws().set(dof, servo());
  states[3].laws().set(0, servo());
  expect_filled(states, 0);
  const PdLaw law = states[1].laws()[17];
  EXPECT_TRUE(law.active && law.target_is_initial && !law.as_row);
  EXPECT_EQ(law.kp, 3);
  EXPECT_EQ(law.kd, 0.5);
  EXPECT_EQ(law.target, -1);
  EXPECT_EQ(law.velocity, 2);
  EXPECT_EQ(law.max_effort, 5);
  EXPECT_TRUE(states[1].laws().bounded());
  EXPECT_TRUE(states[1].laws().has_rows());  // of friction
}

TEST(ModelStates, EveryModelBeginsAtACacheLine) {
  ModelStates states = filled_states();
  for (int i = 0; i < states.size(); ++i) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&states[i].still_time()) % 64, 0U) << i;
  }
}

TEST(ModelStates, GrowthAndAppendingKeepAllEntries) {
  ModelStates states = filled_states();
  for (int k = 0; k < 40; ++k) states.append(filled_states());
  for (int k = 0; k <= 40; ++k) expect_filled(states, 4 * k);
}

TEST(ModelStates, MovedFromStatesAreEmptyAndCanGrow) {
  ModelStates states = filled_states();
  const ModelStates taken = std::move(states);
  EXPECT_EQ(states.block().size(), 0u);
  states.add(7, 6);
  states[0].q().setConstant(2);
  EXPECT_EQ(taken[1].q().size(), 19);
  EXPECT_EQ(states.size(), 1);
}

TEST(ModelStates, CopiesAreIndependent) {
  ModelStates states = filled_states();
  const ModelStates copy = states;
  states[1].q().setZero();
  expect_filled(copy, 0);
  states = copy;
  expect_filled(states, 0);
}

// A free body: 8 entries of the header, 8 of q and 5 × 6 of vectors, in whole lines.
TEST(ModelStates, ModelsWithoutLawsTakeNoRoomForThem) {
  ModelStates states;
  states.add_without_laws(7, 6);
  EXPECT_EQ(states.block().size(), 48U);
  const JointLaws laws = states[0].laws();
  laws.set(2, servo());
  EXPECT_EQ(laws.size(), 6U);
  EXPECT_FALSE(laws[2].active);
  EXPECT_EQ(laws[2].max_effort, kInfinity);
  EXPECT_FALSE(laws.bounded());
  EXPECT_TRUE(states[0].v_moved_before().isZero(0));
}

}  // namespace
}  // namespace cardan
