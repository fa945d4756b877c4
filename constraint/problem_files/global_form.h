#pragma once

#include <string>
#include <vector>

#include "constraint/problem_files/foreign_problem.h"

namespace cardan {

/// A matrix as triplets.
struct TripletMatrix {
  int rows = 0, columns = 0;
  std::vector<Triplet> entries;
};

/// The global form M v = H r + G λ + f, u = Hᵀ v + w, 0 = Gᵀ v + b.
struct GlobalForm {
  TripletMatrix M;              ///< (n, n) mass matrix
  TripletMatrix H;              ///< (n, contact rows)
  TripletMatrix G;              ///< (n, bilateral rows); no columns without bilateral rows
  std::vector<double> f, w, b;  ///< sizes: n, contact rows, bilateral rows
};

/// Eliminates v. With M = L Lᵀ, the result is Y = [L⁻¹ H, L⁻¹ G]ᵀ, S = 0 and b = Y L⁻¹ f + [w; b].
/// Does not set blocks. Adds a note if M is asymmetric. Returns false if M is not positive
/// definite.
bool eliminate_velocity(const GlobalForm& form, ProblemFile& file);

}  // namespace cardan
