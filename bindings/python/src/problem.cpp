#include "bindings/python/src/problem.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/gil.h"
#include "bindings/python/src/scene.h"
#include "cardan/contact_solver.h"
#include "cardan/error.h"
#include "cardan/problem.h"
#include "cardan/projections.h"
#include "cardan/replay_problem.h"
#include "cardan/solver_registry.h"
#include "constraint/compatibility.h"
#include "constraint/judge/residual.h"

namespace cardan::python {

namespace {

using Handle = std::shared_ptr<ProblemHandle>;

// One entry of Problem.blocks.
struct BlockRecord {
  std::int32_t kind, row, dim, parent, group;
  std::uint64_t key;
  double mu, lo, hi;
};

SparseRows rows_of(const cardan_rows& from, int m) {
  SparseRows rows;
  rows.cols = from.cols;
  if (from.start == nullptr) {
    rows.start.assign(static_cast<std::size_t>(m) + 1, 0);
    return rows;
  }
  rows.start.assign(from.start, from.start + m + 1);
  rows.index.assign(from.index, from.index + from.start[m]);
  rows.value.assign(from.value, from.value + from.start[m]);
  return rows;
}

py::object blocks(const ProblemHandle& problem) {
  const std::vector<cardan_block>& all = problem.file.problem.blocks;
  py::array_t<BlockRecord> records(static_cast<py::ssize_t>(all.size()));
  std::transform(all.begin(), all.end(), records.mutable_data(), [](const cardan_block& b) {
    return BlockRecord{b.kind, b.row, b.dim, b.parent, b.group, b.key, b.mu, b.lo, b.hi};
  });
  return read_only(records);
}

std::vector<std::string> kinds(const ProblemHandle& problem) {
  std::vector<std::string> names;
  for (const cardan_block& block : problem.file.problem.blocks) {
    names.push_back(lower_case(block_kind_name(block.kind)));
  }
  return names;
}

std::vector<std::string> properties(const ProblemHandle& problem) {
  std::vector<std::string> names;
  for (std::uint32_t bit = CARDAN_SYMMETRIC; bit <= CARDAN_FACTORED; bit *= 2) {
    if ((problem.file.problem.properties & bit) != 0) {
      names.push_back(lower_case(properties_text(bit)));
    }
  }
  return names;
}

py::object dense(ProblemHandle& handle) {
  Problem& problem = handle.file.problem;
  if (problem.A.empty()) problem.form_dense();
  const auto m = static_cast<py::ssize_t>(problem.m());
  using Dense = Eigen::Map<const MatrixX, 0, Eigen::OuterStride<>>;
  return matrix_out(Dense(problem.A.data(), m, m, Eigen::OuterStride<>(problem.lda)));
}

// (data, indices, indptr), the arrays of scipy.sparse.csr_matrix.
py::tuple compressed(const SparseRows& rows) {
  const auto integers = [](const std::vector<std::int32_t>& from) {
    const auto count = static_cast<py::ssize_t>(from.size());
    return read_only(py::array_t<std::int32_t>(count, from.data()));
  };
  return py::make_tuple(vector_out(rows.value.data(), static_cast<py::ssize_t>(rows.value.size())),
                        integers(rows.index), integers(rows.start));
}

py::object numbers(const std::vector<double>& values) {
  return vector_out(values.data(), static_cast<py::ssize_t>(values.size()));
}

py::object velocity(const ProblemHandle& handle, py::handle impulses) {
  const Problem& problem = handle.file.problem;
  const std::vector<double> lambda = impulses_in(impulses, "impulses", problem);
  std::vector<double> z(static_cast<std::size_t>(std::max(problem.Y.cols, 1)));
  NumbersOut u({problem.m()});
  compute_velocity(problem.view(), lambda.data(), z.data(), u.data);
  return u.array;
}

double residual(const ProblemHandle& handle, py::handle impulses) {
  const Problem& problem = handle.file.problem;
  const std::vector<double> lambda = impulses_in(impulses, "impulses", problem);
  std::vector<double> z(static_cast<std::size_t>(std::max(problem.Y.cols, 1)));
  std::vector<double> u(lambda.size());
  compute_velocity(problem.view(), lambda.data(), z.data(), u.data());
  return judge(problem.view(), lambda.data(), u.data()).value;
}

const cardan_block& block_of(const ProblemHandle& handle, std::size_t k) {
  const std::vector<cardan_block>& all = handle.file.problem.blocks;
  if (k >= all.size()) {
    throw py::index_error("block: the problem has " + std::to_string(all.size()) + " blocks");
  }
  return all[k];
}

// The SDK's functions work in place on the numbers of one block.
py::object project(const ProblemHandle& handle, std::size_t k, py::handle point,
                   py::handle impulses) {
  const cardan_block& block = block_of(handle, k);
  const std::vector<double> lambda = impulses_in(impulses, "impulses", handle.file.problem);
  NumbersOut out({block.dim});
  copy_in(point, "point", block.dim, out.data);
  sdk::project_block(block, lambda.data(), out.data);
  return out.array;
}

py::object shifted_velocity(const ProblemHandle& handle, std::size_t k, py::handle velocity) {
  const cardan_block& block = block_of(handle, k);
  NumbersOut u({block.dim}), out({block.dim});
  copy_in(velocity, "velocity", block.dim, u.data);
  sdk::shifted_velocity(block, u.data, out.data);
  return out.array;
}

py::dict origin(const ProblemHandle& handle) {
  const ProblemOrigin& from = handle.file.origin;
  py::dict origin;
  origin["scene"] = from.scene;
  origin["step"] = from.step;
  origin["island"] = from.island;
  origin["time"] = from.time;
  origin["formulation"] = from.formulation;
  origin["remark"] = from.remark;
  return origin;
}

py::list attempts(const ProblemHandle& handle) {
  py::list attempts;
  for (const RecordedAttempt& one : handle.file.attempts) {
    py::dict attempt;
    attempt["solver"] = one.solver;
    attempt["status"] = lower_case(status_name(one.status));
    attempt["iterations"] = one.iterations;
    attempt["residual"] = one.residual;
    attempts.append(attempt);
  }
  return attempts;
}

ProblemReplay solve(const ProblemHandle& handle, const std::string& id, const py::dict& options,
                    std::optional<double> tolerance, bool cold) {
  ProblemReplaySettings settings;
  settings.cold = cold;
  settings.options = options_in(options);
  if (tolerance) {
    if (!(*tolerance > 0 && std::isfinite(*tolerance))) {
      throw py::value_error("tolerance: expected a finite number above 0 m/s");
    }
    settings.tolerance = *tolerance;
  }
  const WithoutGil away;
  const SolverRegistry registry;
  const cardan_solver_desc& solver = registry.require(id);
  for (const Option& option : settings.options) ContactSolver(solver).set_option(option);
  ProblemReplay answer = replay_problem(handle.file, solver, settings);
  if (!answer.unfit.empty()) {
    throw Error("the solver does not support the problem: " + answer.unfit, id,
                "choose another solver, or None to try all");
  }
  return answer;
}

std::vector<ProblemReplay> solve_with_all(const ProblemHandle& handle) {
  const WithoutGil away;
  const SolverRegistry registry;
  std::vector<ProblemReplay> answers;
  for (const SolverOrigin& origin : registry.solvers()) {
    ProblemReplay answer = replay_problem(handle.file, *origin.desc, {});
    if (answer.unfit.empty()) answers.push_back(std::move(answer));
  }
  compare_to_best(answers);
  return answers;
}

py::dict analysis(const ProblemHandle& handle) {
  ProblemAnalysis found;
  {
    const WithoutGil away;
    found = analyse(handle.file.problem);
  }
  py::dict result;
  result["complete"] = found.complete;
  result["rank"] = found.rank;
  result["condition"] = found.condition;
  result["asymmetry"] = found.asymmetry;
  result["diagonal_ratio"] = found.diagonal_ratio;
  result["zero_diagonals"] = found.zero_diagonals;
  std::vector<int> redundant;
  for (const RedundantRow& row : found.redundant) redundant.push_back(row.row);
  result["redundant_rows"] = redundant;
  result["jam"] = found.jam ? numbers(found.jam->lambda) : py::object(py::none());
  return result;
}

void bind_answer(py::module_& module) {
  py::class_<ProblemReplay>(module, "Answer", "Answer of one solver, as judged by the engine.")
      .def_readonly("solver", &ProblemReplay::solver)
      .def_property_readonly(
          "status",
          [](const ProblemReplay& answer) { return lower_case(status_name(answer.status)); },
          "'solved' if the residual is within the tolerance, else 'approximate', 'jammed',\n"
          "'infeasible' (proven), 'iterations', 'numeric' or 'unsupported'.")
      .def_readonly("residual", &ProblemReplay::residual, "Residual measured by the judge [m/s].")
      .def_readonly(
          "own_residual", &ProblemReplay::own_residual,
          "Residual with the matrix of the file [m/s] if the solver received only the symmetric\n"
          "part; else NaN.")
      .def_readonly("siconos_error", &ProblemReplay::siconos_error,
                    "Error measure of Siconos; NaN unless all blocks are cones.")
      .def_readonly("tolerance", &ProblemReplay::tolerance, "[m/s]")
      .def_readonly("iterations", &ProblemReplay::iterations)
      .def_readonly("seconds", &ProblemReplay::seconds, "Time of the solve [s].")
      .def_property_readonly(
          "impulses", [](const ProblemReplay& answer) { return numbers(answer.lambda); },
          "(m) Impulses [N s].")
      .def_property_readonly(
          "velocities", [](const ProblemReplay& answer) { return numbers(answer.u); },
          "(m) Velocities u = A impulses + b [m/s].")
      .def_readonly(
          "impulse_difference", &ProblemReplay::impulse_difference,
          "Largest difference of the impulses from the best answer of solve_with_all [N s];\n"
          "else NaN.")
      .def_readonly("velocity_difference", &ProblemReplay::velocity_difference,
                    "Largest difference of the velocities from the best answer of solve_with_all\n"
                    "[m/s]; else NaN.")
      .def_readonly("remark", &ProblemReplay::remark, "Error text of the solver, or ''.")
      .def("__bool__", [](const ProblemReplay& answer) { return answer.status == CARDAN_SOLVED; })
      .def("__repr__", [](const ProblemReplay& answer) {
        return std::string("<cardan.problem.Answer of ")
            .append(answer.solver)
            .append(": ")
            .append(lower_case(status_name(answer.status)))
            .append(", residual ")
            .append(py::str(py::float_(answer.residual)))
            .append(" m/s, ")
            .append(std::to_string(answer.iterations))
            .append(" iterations>");
      });
}

std::string text_of(const ProblemHandle& handle) {
  return std::string("<cardan.problem.Problem: ")
      .append(std::to_string(handle.file.problem.m()))
      .append(" rows, ")
      .append(std::to_string(handle.file.problem.blocks.size()))
      .append(" blocks>");
}

void bind_problem_class(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(BlockRecord, kind, row, dim, parent, group, key, mu, lo, hi);
  py::class_<ProblemHandle, Handle>(
      module, "Problem",
      "A contact problem u = A impulses + b with typed blocks (docs/problem-files.md).\n\n"
      "The m rows are normals and tangents of contacts, joint limits and loops. All arrays are\n"
      "copies.")
      .def_property_readonly(
          "m", [](const ProblemHandle& p) { return p.file.problem.m(); }, "Number of rows.")
      .def_property_readonly("blocks", &blocks,
                             "Structured array: kind (0 free, 1 nonnegative, 2 box, 3 box_mu, 4 "
                             "cone,\n5 cone_convex, 6 ball_mu), row, dim, parent (row of the "
                             "normal or -1), group, key,\nmu, lo, hi [N s].")
      .def_property_readonly("kinds", &kinds, "Name of the kind of each block.")
      .def_property_readonly(
          "names", [](const ProblemHandle& p) { return p.file.names; },
          "Name of each block: 'crate on ground, contact 2'; may be empty.")
      .def_property_readonly("properties", &properties,
                             "Names of the known properties of A: 'symmetric', 'monotone', ...")
      .def_property_readonly("A", &dense, "(m, m) A = Y Y^T + S [1/kg].")
      .def_property_readonly(
          "Y", [](const ProblemHandle& p) { return compressed(p.file.problem.Y); },
          "Compressed rows (data, indices, indptr) of Y.")
      .def_property_readonly(
          "num_columns", [](const ProblemHandle& p) { return p.file.problem.Y.cols; },
          "Number of columns of Y; 0 if A = S.")
      .def_property_readonly(
          "S", [](const ProblemHandle& p) { return compressed(p.file.problem.S); },
          "Compressed rows (data, indices, indptr) of S.")
      .def_property_readonly(
          "b", [](const ProblemHandle& p) { return numbers(p.file.problem.b); },
          "(m) Free velocity (without impulses) plus bias [m/s].")
      .def_property_readonly(
          "prox_step", [](const ProblemHandle& p) { return numbers(p.file.problem.prox_step); },
          "(m) Steps r of the judge's natural map [kg].")
      .def_property_readonly(
          "weight", [](const ProblemHandle& p) { return numbers(p.file.problem.weight); },
          "(m) Weights w of the judge [1/kg].")
      .def_property_readonly(
          "guess", [](const ProblemHandle& p) { return numbers(p.file.guess); },
          "(m) Initial impulses [N s].")
      .def_property_readonly(
          "tolerance", [](const ProblemHandle& p) { return p.file.problem.tolerance; },
          "Bound on the residual [m/s].")
      .def_property_readonly(
          "max_iterations", [](const ProblemHandle& p) { return p.file.problem.max_iterations; },
          "Maximum number of iterations; 0: the limit of the solver.")
      .def_property_readonly(
          "time_step", [](const ProblemHandle& p) { return p.file.problem.dt; },
          "Time step [s]; 0 if unknown.")
      .def_property_readonly(
          "format", [](const ProblemHandle& p) { return p.file.format; },
          "Format of the file: 'cardan', 'fclib_local', ...")
      .def_property_readonly(
          "notes", [](const ProblemHandle& p) { return p.file.notes; },
          "Changes made and findings reported by the reader, one line each.")
      .def_property_readonly("origin", &origin,
                             "Where the problem was captured: scene, step, island, time [s],\n"
                             "formulation, remark.")
      .def_property_readonly("attempts", &attempts,
                             "Results of the solvers when the problem was captured: solver,\n"
                             "status, iterations, residual [m/s].")
      .def("velocity", &velocity, py::arg("impulses"),
           "(m) u = A impulses + b [m/s], computed from Y and S.")
      .def("residual", &residual, py::arg("impulses"),
           "The residual that the judge computes for the given impulses (m) [m/s].")
      .def("project", &project, py::arg("block"), py::arg("point"), py::arg("impulses"),
           "The point in the feasible set of a block that is nearest to `point` (dim) [N s].\n"
           "impulses (m): current impulses, which give the bounds of blocks that depend on a\n"
           "normal impulse.")
      .def("shifted_velocity", &shifted_velocity, py::arg("block"), py::arg("velocity"),
           "(dim) The velocity of a block that is complementary to its impulses [m/s]: for a\n"
           "cone, mu |u_t| is added to the normal part [De Saxce 1998]; for other blocks, the\n"
           "velocity is unchanged.")
      .def("solve", &solve, py::arg("solver") = "conic", py::arg("options") = py::dict(),
           py::kw_only(), py::arg("tolerance") = py::none(), py::arg("cold") = false,
           "Solves the problem. options: solver options by name. tolerance [m/s]: replaces the\n"
           "tolerance of the problem. cold: start from zero instead of the guess. Raises Error\n"
           "for an unknown solver or option, and for a solver that does not support the\n"
           "problem.")
      .def("solve_with_all", &solve_with_all,
           "Answers of all solvers that support the problem, compared with the best answer.")
      .def("analyse", &analysis,
           "Dense algebra of A: rank, condition, asymmetry, diagonal_ratio, zero_diagonals,\n"
           "redundant_rows, and jam, which is a self-stress (m) that opposes b, or None.")
      .def(
          "save",
          [](const ProblemHandle& p, const py::object& path) {
            write_problem(path_in(path, "path"), p.file);
          },
          py::arg("path"), "Writes the problem in the format 'cardan' (HDF5).")
      .def("__len__", [](const ProblemHandle& p) { return p.file.problem.blocks.size(); })
      .def("__repr__", &text_of);
}

}  // namespace

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::vector<Option> options_in(const py::dict& options) {
  std::vector<Option> list;
  for (const auto& [key, value] : options) {
    const auto name = key.cast<std::string>();
    if (py::isinstance<py::str>(value)) {
      list.emplace_back(name, value.cast<std::string>());
    } else if (py::isinstance<py::bool_>(value)) {
      list.emplace_back(name, value.cast<bool>() ? "true" : "false");
    } else {
      list.emplace_back(name, number_in(value, name.c_str()));
    }
  }
  return list;
}

std::vector<double> impulses_in(py::handle value, const char* name, const Problem& problem) {
  std::vector<double> lambda(static_cast<std::size_t>(problem.m()));
  copy_in(value, name, problem.m(), lambda.data());
  return lambda;
}

std::shared_ptr<ProblemHandle> copy_of(const cardan_problem& from, const double* guess) {
  auto handle = std::make_shared<ProblemHandle>();
  Problem& problem = handle->file.problem;
  problem.properties = from.properties;
  problem.num_groups = from.num_groups;
  problem.blocks.assign(from.blocks, from.blocks + from.num_blocks);
  problem.Y = rows_of(from.Y, from.m);
  problem.S = rows_of(from.S, from.m);
  if (from.column_parent != nullptr) {
    problem.column_parent.assign(from.column_parent, from.column_parent + from.Y.cols);
  }
  problem.b.assign(from.b, from.b + from.m);
  problem.prox_step.assign(from.step, from.step + from.m);
  problem.weight.assign(from.weight, from.weight + from.m);
  problem.tolerance = from.tolerance;
  problem.dt = from.dt;
  problem.matrix_id = from.matrix_id;
  problem.id = from.id;
  problem.max_iterations = from.max_iterations;
  handle->file.guess.assign(guess, guess + from.m);
  handle->file.format = "cardan";
  return handle;
}

void bind_problem(py::module_& parent) {
  py::module_ module = parent.def_submodule("problem", "Contact problems and their solutions.");
  bind_answer(module);
  bind_problem_class(module);
  module.def(
      "load",
      [](const py::object& path) {
        const std::string file = path_in(path, "path");
        const WithoutGil away;
        return std::make_shared<ProblemHandle>(ProblemHandle{read_problem(file)});
      },
      py::arg("path"),
      "Reads a problem in any format of docs/problem-files.md. Raises an Error that names the\n"
      "file and the expected content if the file is invalid.");
}

}  // namespace cardan::python
