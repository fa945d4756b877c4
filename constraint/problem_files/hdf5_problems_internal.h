#pragma once

#include <string>
#include <vector>

#include "cardan/constraint/problem_files/foreign_problem_internal.h"
#include "cardan/core/hdf5_file_internal.h"

/// The HDF5 layouts (docs/problem-files.md).
namespace cardan {

/// Our full form, group /cardan_problem: every number bit for bit.
void write_full_form(Hdf5Writer& out, const ProblemFile& file);
void read_full_form(const Hdf5Reader& in, ProblemFile& file);

/// FCLIB's local form, /fclib_local and /guesses, where the blocks are CONE(3) and FREE and at
/// least one is a contact: contacts first, as W, then FREE rows as V and R. False, and nothing is
/// written, where they are others.
bool write_fclib_local(Hdf5Writer& out, const ProblemFile& file);

/// Read FCLIB's forms. Steps, weights and properties are not set yet.
void read_fclib_local(const Hdf5Reader& in, ProblemFile& file);
void read_fclib_global(const Hdf5Reader& in, ProblemFile& file);

/// The one whole number of a dataset. Throws Error where it is out of range.
int read_one(const Hdf5Reader& in, const std::string& path, int lowest, int highest);
/// size finite numbers.
std::vector<double> read_numbers(const Hdf5Reader& in, const std::string& path, std::size_t size);

}  // namespace cardan
