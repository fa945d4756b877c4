#include "cardan/recording.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/gil.h"
#include "bindings/python/src/scene.h"

namespace cardan::python {

namespace {

py::list tables(const Recording& recording) {
  py::list list;
  for (const RecordedTable& table : recording.tables()) {
    list.append(py::make_tuple(table.owner(), !table.sensor.empty(), table.columns, table.units));
  }
  return list;
}

// (rows, columns) of one table.
py::object rows(const Recording& recording, std::size_t table, std::int64_t first,
                std::int64_t count) {
  const std::vector<RecordedTable> all = recording.tables();
  if (table >= all.size()) throw py::index_error("the recording has no such table");
  const std::int64_t end = recording.num_rows();
  if (first < 0 || count < 0 || first + count > end) {
    throw py::index_error("rows: the recording has " + std::to_string(end) + " rows");
  }
  std::vector<double> values;
  {
    const WithoutGil away;
    values = recording.rows(all[table], first, count);
  }
  NumbersOut out({count, static_cast<py::ssize_t>(all[table].columns.size())});
  std::copy(values.begin(), values.end(), out.data);
  return out.array;
}

py::array_t<std::int64_t> steps(const Recording& recording) {
  py::array_t<std::int64_t> numbers(recording.num_rows());
  for (std::int64_t row = 0; row < recording.num_rows(); ++row) {
    numbers.mutable_at(row) = recording.step_of(row);
  }
  return numbers;
}

// (a, b, points, normals, forces, phi, states) of the contacts of a row.
py::tuple contacts(const Recording& recording, std::int64_t row) {
  if (row < 0 || row >= recording.num_rows()) {
    throw py::index_error("row: the recording has " + std::to_string(recording.num_rows()) +
                          " rows");
  }
  const std::vector<RecordedContact> all = recording.contacts(row);
  const auto n = static_cast<py::ssize_t>(all.size());
  std::vector<std::string> a, b;
  std::vector<int> states;
  NumbersOut points({n, 3}), normals({n, 3}), forces({n, 3}), phi({n});
  for (py::ssize_t i = 0; i < n; ++i) {
    const RecordedContact& one = all[static_cast<std::size_t>(i)];
    a.push_back(one.a);
    b.push_back(one.b);
    states.push_back(static_cast<int>(one.state));
    Eigen::Map<Vector3>(points.data + 3 * i) = one.point;
    Eigen::Map<Vector3>(normals.data + 3 * i) = one.normal;
    Eigen::Map<Vector3>(forces.data + 3 * i) = one.force;
    phi.data[i] = one.phi;
  }
  return py::make_tuple(a, b, points.array, normals.array, forces.array, phi.array, states);
}

py::list changes(const Recording& recording) {
  py::list list;
  for (std::int64_t i = 0; i < recording.num_changes(); ++i) {
    const RecordedChange change = recording.change(i);
    list.append(py::make_tuple(change.step, change.call));
  }
  return list;
}

std::int64_t repeat(const Recording& recording, int threads) {
  const WithoutGil away;
  World world = recording.make_world(threads);
  return replay(recording, world);
}

}  // namespace

void bind_recording(py::module_& module) {
  // The Python class cardan.Recording is built on this one.
  py::class_<Recording, std::shared_ptr<Recording>>(module, "_RecordingFile")
      .def(py::init([](const py::object& path) {
             const std::string file = path_in(path, "path");
             const WithoutGil away;
             return std::make_shared<Recording>(file);
           }),
           py::arg("path"))
      .def_property_readonly("file", &Recording::file)
      .def_property_readonly("formulation", &Recording::formulation)
      .def_property_readonly("solver", &Recording::solver)
      .def_property_readonly("time_step", &Recording::time_step)
      .def_property_readonly("first_step", &Recording::first_step)
      .def_property_readonly("last_step", &Recording::last_step)
      .def_property_readonly("num_rows", &Recording::num_rows)
      .def_property_readonly("scene_text", &Recording::scene_text)
      .def_property_readonly("world_description", &Recording::world_description)
      .def("tables", &tables)
      .def("rows", &rows, py::arg("table"), py::arg("first"), py::arg("count"))
      .def("steps", &steps)
      .def("contacts", &contacts, py::arg("row"))
      .def("changes", &changes)
      .def("verify", &Recording::require_intact, py::call_guard<WithoutGil>())
      .def("repeat", &repeat, py::arg("threads") = 1);
}

}  // namespace cardan::python
