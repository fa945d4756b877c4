#pragma once

#include <pybind11/pybind11.h>

#include "bindings/python/src/text_caster.h"

namespace cardan::python {

namespace py = pybind11;

// Each function adds the classes of one source to the module.
void bind_batch(py::module_& module);
void bind_contacts(py::module_& module);
void bind_dynamics(py::module_& module);
void bind_errors(py::module_& module);
void bind_ik_result(py::module_& module);
void bind_island_view(py::module_& module);
void bind_joint(py::module_& module);
void bind_linearization(py::module_& module);
void bind_link(py::module_& module);
void bind_loop_id(py::module_& module);
void bind_model(py::module_& module);
void bind_page(py::module_& module);
void bind_pose(py::module_& module);
void bind_problem(py::module_& module);
void bind_queries(py::module_& module);
void bind_recorder(py::module_& module);
void bind_recording(py::module_& module);
void bind_replay(py::module_& module);
void bind_report(py::module_& module);
void bind_scene(py::module_& module);
void bind_sensor(py::module_& module);
void bind_skeleton(py::module_& module);
void bind_solver(py::module_& module);
void bind_state(py::module_& module);
void bind_urdf(py::module_& module);
void bind_viewer(py::module_& module);
void bind_world(py::module_& module);

}  // namespace cardan::python
