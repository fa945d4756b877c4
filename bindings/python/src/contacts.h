#pragma once

#include <pybind11/pybind11.h>

#include <span>

#include "bindings/python/src/world_handle.h"
#include "cardan/step_report.h"

namespace cardan::python {

namespace py = pybind11;

/// Returns contacts as a structured array with the fields of `contact_dtype` in Python.
py::object contacts_out(WorldHandle& world, std::span<const ContactInfo> contacts);

}  // namespace cardan::python
