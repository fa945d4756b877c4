#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/call_python.h"
#include "bindings/python/src/errors.h"
#include "bindings/python/src/world.h"
#include "cardan/explanation.h"
#include "cardan/model_spec.h"
#include "cardan/views.h"
#include "constraint/island.h"

namespace cardan::python {

namespace {

py::list blocks_out(const IslandView& island) {
  using namespace py::literals;
  py::list blocks;
  for (const IslandBlock& one : island.blocks) {
    blocks.append(py::dict(
        "name"_a = one.name, "rows"_a = one.rows, "row"_a = one.row, "mu"_a = one.mu,
        "lo"_a = one.lo, "hi"_a = one.hi, "phi"_a = one.phi,
        "impulse"_a = vector_out(one.impulse.data(), static_cast<py::ssize_t>(one.impulse.size())),
        "velocity"_a =
            vector_out(one.velocity.data(), static_cast<py::ssize_t>(one.velocity.size()))));
  }
  return blocks;
}

// The dense A is formed only on request.
py::object matrix_of(const IslandView& island) {
  Problem problem = island.problem;
  problem.form_dense();
  const Eigen::Map<const MatrixX, 0, Eigen::OuterStride<>> A(
      problem.A.data(), problem.m(), problem.m(), Eigen::OuterStride<>(problem.lda));
  return matrix_out(A);
}

py::list row_names(const IslandView& island) {
  py::list names;
  for (int row = 0; row < island.problem.m(); ++row) names.append(row_name(island, row));
  return names;
}

// The islands that the first solver did not solve as posed, else the island with the most rows.
std::vector<Explanation> explanations(const World& world) {
  const std::vector<IslandView> islands = view_islands(world);
  std::vector<Explanation> result;
  const IslandView* largest = nullptr;
  const auto add = [&](const IslandView& island) {
    const double tolerance = island.problem.tolerance;
    result.push_back(explain_island(island, world.chain(), tolerance));
    add_advice(result.back());
  };
  for (const IslandView& island : islands) {
    if (island.report.troubled()) add(island);
    if (largest == nullptr || island.problem.m() > largest->problem.m()) largest = &island;
  }
  if (result.empty() && largest != nullptr) add(*largest);
  return result;
}

std::string explain(WorldHandle& handle) {
  std::string text;
  for (const Explanation& one : explanations(handle.get())) text += explanation_text(one);
  return python_words(std::move(text));
}

py::object explain_as_data(WorldHandle& handle) {
  const std::string text = explanation_json(explanations(handle.get()));
  return call_python(attribute(imported("json"), "loads"), text);
}

}  // namespace

void bind_island_view(py::module_& module) {
  py::class_<IslandView>(module, "Island",
                         "An island of the last step in contact space: u = A lambda + b. A copy.")
      .def_readonly("models", &IslandView::models, "Tuples (name, mass [kg]) of the moving models.")
      .def_property_readonly(
          "blocks", &blocks_out,
          "The constraints, one dict each: name, rows (names of the rows), row (index of the\n"
          "first row), mu, lo, hi (bounds of the impulse), phi (gap before the step [m, rad]),\n"
          "impulse (rows) [N s, N m s], velocity (rows) u [m/s, rad/s]. A new list.")
      .def_property_readonly("A", &matrix_of, "Delassus matrix, (m, m) [1/kg, ...].")
      .def_property_readonly(
          "b",
          [](const IslandView& i) {
            return vector_out(i.problem.b.data(), static_cast<py::ssize_t>(i.problem.b.size()));
          },
          "Free velocity plus bias, (m,) [m/s, rad/s].")
      .def_property_readonly("row_names", &row_names, "\"crate on ground, contact 2, normal\", ...")
      .def_readonly("report", &IslandView::report, "The IslandReport of the solve.")
      .def("__repr__", [](const IslandView& i) {
        return py::str("<cardan.Island: {} models, {} constraints, {} rows>")
            .format(i.models.size(), i.blocks.size(), i.problem.m());
      });
}

void add_islands(WorldClass& world) {
  world
      .def(
          "islands", [](WorldHandle& w) { return view_islands(w.get()); },
          "The islands of the last step, a list of Island. The call allocates memory, so use it\n"
          "for explanations and not in controllers.")
      .def("explain", &explain,
           "Text about the islands of the last step that the first solver did not solve, or\n"
           "else about the largest island: constraints, algebra, attempts, outcome, and\n"
           "suggested changes. \"\" if there is no island.")
      .def("explain_as_data", &explain_as_data,
           "The contents of explain() as a list of dicts, with the keys of `cardan explain\n"
           "--json`.");
}

}  // namespace cardan::python
