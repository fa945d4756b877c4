#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "cardan/problem_file.h"
#include "cardan/solver_spec.h"

namespace cardan::python {

namespace py = pybind11;

/// A contact problem in Python: read from a file, or copied from the problem passed to a solver.
struct ProblemHandle {
  ProblemFile file;
};

/// Copies a problem of the host together with its initial λ (m).
std::shared_ptr<ProblemHandle> copy_of(const cardan_problem& problem, const double* guess);

/// Converts C++ names to Python names: "CONE" becomes "cone".
std::string lower_case(std::string text);

/// Converts {name: number, bool or word} to options.
std::vector<Option> options_in(const py::dict& options);

/// Reads the m impulses of an answer. Throws the exceptions of NumbersIn.
std::vector<double> impulses_in(py::handle value, const char* name, const Problem& problem);

}  // namespace cardan::python
