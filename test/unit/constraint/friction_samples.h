#pragma once

#include <gtest/gtest.h>

#include "constraint/lowering.h"
#include "test/unit/constraint/problem_samples.h"

/// Island memories, and exact solutions by enumeration, for the formulations whose friction is a
/// box.
namespace cardan::test {

/// A base problem of contacts in every mode: without memory, sticking, sliding.
BaseProblem remembered_base(Random& random, int contacts, int columns);

/// The base as it is remembered after a step that ended in λ_C.
BaseProblem after(const BaseProblem& base, const VectorX& lambda_C);

VectorX lifted(Formulation& formulation, const BaseProblem& base, const Problem& problem,
               const VectorX& lambda);

VectorX guessed(Formulation& formulation, const BaseProblem& base, const Problem& problem);

/// All regular solutions of a problem of boxes, through its lowering.
std::vector<VectorX> enumerate_boxes(const Problem& problem);

/// A particle of 1 kg on a table: Y = I, rows n, t1, t2. Free velocity and memory are the caller's.
BaseProblem particle(double h, double mu, double stiffness, double damping);

/// Steps a particle under a tangential force, with the memory a world would keep.
class ParticleOnTable {
 public:
  ParticleOnTable(const FormulationSpec& spec, const BaseProblem& base, double mu_static,
                  double mu_kinetic);

  /// Returns the friction impulse.
  Vector2 step(const Vector2& force);

  Vector2 position = Vector2::Zero(), velocity = Vector2::Zero();

 private:
  std::unique_ptr<Formulation> formulation_;
  BaseProblem base_;
  double mu_static_, mu_kinetic_;
};

}  // namespace cardan::test
