#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "cardan/constraint/problem_files/problem_file.h"
#include "cardan/core/option.h"

namespace cardan::python {

namespace py = pybind11;

/// A contact problem in Python: that of a file, or a copy of one that a solver is given.
struct ProblemHandle {
  ProblemFile file;
};

/// A copy of a problem of the host with its initial λ (m).
std::shared_ptr<ProblemHandle> copy_of(const cardan_problem& problem, const double* guess);

/// Names of Python for the names of C++: "CONE" becomes "cone".
std::string lower_case(std::string text);

/// {name: number, bool or word} as options.
std::vector<Option> options_in(const py::dict& options);

/// (m) numbers of an answer. Throws as NumbersIn does.
std::vector<double> impulses_in(py::handle value, const char* name, const Problem& problem);

}  // namespace cardan::python
