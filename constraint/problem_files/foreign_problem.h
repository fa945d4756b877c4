#pragma once

#include <string>
#include <vector>

#include "cardan/problem_file.h"

/// Conversion of the matrices and vectors of a foreign file to a Problem.
namespace cardan {

/// Largest number of rows, columns and blocks that a file may declare.
inline constexpr int kMostAnnounced = 1 << 24;

/// One entry of a sparse matrix.
struct Triplet {
  int row = 0, column = 0;
  double value = 0;
};

/// Makes compressed rows from triplets in any order. Duplicates are summed, and zeros are left out.
SparseRows rows_from_triplets(int rows, int columns, std::vector<Triplet> triplets);

/// Stores W in S. A skew part of at most 1e-2 of the largest entry is removed, with a note, and W
/// is kept in own_matrix. If the skew part is larger, it is kept and the problem is not SYMMETRIC.
void set_local_matrix(int size, std::vector<Triplet> W, ProblemFile& file);

/// Appends a block in its own group.
void append_block(int kind, int dim, double mu, Problem& problem);

/// Appends one CONE block per contact. Throws an Error that names `where` if a friction coefficient
/// is negative. Caps coefficients at 1e3 (problem-form section 2) and adds a note.
void append_contacts(int dim, const std::vector<double>& mu, const std::string& where,
                     ProblemFile& file);

/// Computes the data that foreign files lack from Y, S, b and the blocks: steps and weights
/// (problem-form section 2), the tolerance, the properties and, if there is no guess, a guess of
/// zeros. Throws Error if the result does not pass validate().
void complete_foreign_problem(const std::string& where, ProblemFile& file);

/// Calls validate() and adds the file to the error message.
void validate_file(const ProblemFile& file, const std::string& where);

/// Throws Error for values with which the judge would accept any λ: a tolerance above 1 m/s in the
/// full form; |b|, |Y| or |S| above 1e100; steps beyond 1e±100; steps and weights that are not
/// those of the engine. Adds a note if the residual has a unit of its own.
void check_scales(ProblemFile& file, const std::string& where);

}  // namespace cardan
