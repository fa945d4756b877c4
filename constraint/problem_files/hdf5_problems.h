#pragma once

#include <string>
#include <vector>

#include "constraint/problem_files/foreign_problem.h"
#include "core/hdf5_file.h"

/// HDF5 layouts (docs/problem-files.md).
namespace cardan {

/// Writes cardan's full form, the group /cardan_problem. Keeps every number bit for bit.
void write_full_form(Hdf5Writer& out, const ProblemFile& file);
void read_full_form(const Hdf5Reader& in, ProblemFile& file);

/// Writes FCLIB's local form, /fclib_local and /guesses, if all blocks are CONE(3) or FREE and at
/// least one is a contact. The contacts come first and form W; the FREE rows follow as V and R.
/// Returns false, without writing, for other blocks.
bool write_fclib_local(Hdf5Writer& out, const ProblemFile& file);

/// These functions read FCLIB's forms. They do not set steps, weights or properties.
void read_fclib_local(const Hdf5Reader& in, ProblemFile& file);
void read_fclib_global(const Hdf5Reader& in, ProblemFile& file);

/// Reads the single integer of a dataset. Throws Error if it is out of range.
int read_one(const Hdf5Reader& in, const std::string& path, int lowest, int highest);
/// Reads `size` finite numbers.
std::vector<double> read_numbers(const Hdf5Reader& in, const std::string& path, std::size_t size);

}  // namespace cardan
