#pragma once

#include <string>
#include <vector>

#include "cardan/constraint/problem_files/problem_file.h"

/// From the matrices and vectors of a foreign file to a problem of ours.
namespace cardan {

/// Rows, columns and blocks that a file may announce, at most.
inline constexpr int kMostAnnounced = 1 << 24;

/// One entry of a sparse matrix.
struct Triplet {
  int row = 0, column = 0;
  double value = 0;
};

/// Compressed rows of the triplets, in any order; equal places are added up, zeros left out.
SparseRows rows_from_triplets(int rows, int columns, std::vector<Triplet> triplets);

/// Puts W into S. A skew part of at most 1e-2 of the largest entry is taken out, which the notes
/// say; W itself is kept in own_matrix. A larger skew part stays, and the problem is not SYMMETRIC.
void set_local_matrix(int size, std::vector<Triplet> W, ProblemFile& file);

/// Appends a block after the last one, with a group of its own.
void append_block(int kind, int dim, double mu, Problem& problem);

/// Appends one CONE block per contact. Throws Error, naming `where`, for a negative friction
/// coefficient; caps one above 1e3 (problem-form section 2) and notes it.
void append_contacts(int dim, const std::vector<double>& mu, const std::string& where,
                     ProblemFile& file);

/// Fills what foreign files do not carry, from Y, S, b and blocks: steps and weights of
/// problem-form section 2, tolerance, guess of zeros where there is none, and the properties that
/// hold by computation. Throws Error if the result does not pass validate().
void complete_foreign_problem(const std::string& where, ProblemFile& file);

/// validate() with the file in the message.
void validate_file(const ProblemFile& file, const std::string& where);

/// Throws Error for numbers under which any λ would pass the judge: a tolerance above 1 m/s in our
/// own form, |b|, |Y| or |S| above 1e100, steps and weights beyond 1e±100 or w r beyond 1e±15.
void check_scales(const ProblemFile& file, const std::string& where);

}  // namespace cardan
