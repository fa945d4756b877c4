#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cardan/export.h"
#include "cardan/problem.h"
#include "cardan/problem_file.h"
#include "cardan/views.h"

namespace cardan {

/// A constraint as shown in an explanation.
struct ExplainedBlock {
  std::string name, kind;
  int row = 0, dim = 0;
  double mu = 0, phi = 0, lo = 0, hi = 0;
  std::vector<double> impulse, velocity;  ///< impulse and velocity; empty if no answer is known
};

/// One attempt of a solver.
struct ExplainedAttempt {
  std::string solver;
  int status = 0, iterations = 0, stage = 0;
  double compliance = 0, residual = 0;  ///< compliance [–] and residual [m/s]
  std::string reason;                   ///< the reason why the solver stopped
};

/// All findings about one island or one problem file.
struct Explanation {
  std::string title;                                   ///< title, one line
  std::vector<std::pair<std::string, double>> models;  ///< models with their masses [kg]
  std::vector<ExplainedBlock> blocks;
  std::vector<std::string> row_names;  ///< name of each row (m)
  ProblemAnalysis analysis;
  bool jam_needs_friction = false;  ///< true if the jam disappears when mu = 0 in all blocks
  std::vector<ExplainedAttempt> attempts;
  std::vector<std::string> outcome, advice;  ///< lines of text
};

/// Explains an island of a step. chain: ids of the solvers. tolerance: that of the solve [m/s].
CARDAN_API Explanation explain_island(const IslandView& view, const std::vector<std::string>& chain,
                                      double tolerance);

/// Explains a problem file: the captured data and its algebra.
CARDAN_API Explanation explain_file(const ProblemFile& file);

/// Appends suggestions for changes to explanation.advice, or one line stating that there are none.
CARDAN_API void add_advice(Explanation& explanation);

/// Formats an explanation as text for people.
CARDAN_API std::string explanation_text(const Explanation& explanation);
/// Formats explanations as a JSON list.
CARDAN_API std::string explanation_json(const std::vector<Explanation>& explanations);

}  // namespace cardan
