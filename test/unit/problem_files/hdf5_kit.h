#pragma once

#include <set>
#include <string>

#include "cardan/problem_file.h"

/// Inspects and damages HDF5 files by calls of the HDF5 library.
namespace cardan::test {

/// Paths of all datasets, with "i32", "f64", "text" or "u64" and the rank: "/a/b f64 1".
std::set<std::string> datasets(const std::string& file, const std::string& below);

/// Removes one dataset or group.
void remove_link(const std::string& file, const std::string& path);

/// Overwrites number k of a dataset of doubles or integers.
void overwrite(const std::string& file, const std::string& path, int k, double value);

/// Puts in place of a dataset one of doubles whose bytes stand in another file.
void store_outside(const std::string& file, const std::string& path, const std::string& other);

/// Puts in place of a dataset a link to the one of this name in another file.
void link_outside(const std::string& file, const std::string& path, const std::string& other);

std::string bytes_of(const std::string& file);

/// Contacts that share degrees of freedom through Y, a FREE row, a BOX, a BOX_MU and a BALL_MU, an
/// S off its diagonal, infinite bounds, keys of 64 bits, names with UTF-8: all data that a file can
/// contain.
ProblemFile rich_file();

/// Three contacts and two FREE rows in between them.
ProblemFile contact_file();

}  // namespace cardan::test
