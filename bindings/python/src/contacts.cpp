#include "bindings/python/src/contacts.h"

#include <cstdint>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/numpy_api.h"

namespace cardan::python {

namespace {

// One row of the array, in the order of the fields of the dtype.
struct Row {
  std::int32_t link_a, link_b, shape_a, shape_b, island;
  std::int8_t state;
  double point[3], normal[3], phi, force[3], impulse[3], moment[3], velocity[3], slip[3], margin;
};

// Never destroyed.
PyArray_Descr* row_type = nullptr;

PyArray_Descr* make_row_type() {
  const py::tuple three = py::make_tuple(3);
  const auto field = [](const char* name, const char* type, py::object extents, std::size_t at) {
    return py::make_tuple(name, type, std::move(extents), at);
  };
  const py::tuple none;
  const py::tuple fields[] = {field("link_a", "i4", none, offsetof(Row, link_a)),
                              field("link_b", "i4", none, offsetof(Row, link_b)),
                              field("shape_a", "i4", none, offsetof(Row, shape_a)),
                              field("shape_b", "i4", none, offsetof(Row, shape_b)),
                              field("island", "i4", none, offsetof(Row, island)),
                              field("state", "i1", none, offsetof(Row, state)),
                              field("point", "f8", three, offsetof(Row, point)),
                              field("normal", "f8", three, offsetof(Row, normal)),
                              field("phi", "f8", none, offsetof(Row, phi)),
                              field("force", "f8", three, offsetof(Row, force)),
                              field("impulse", "f8", three, offsetof(Row, impulse)),
                              field("moment", "f8", three, offsetof(Row, moment)),
                              field("velocity", "f8", three, offsetof(Row, velocity)),
                              field("slip", "f8", three, offsetof(Row, slip)),
                              field("margin", "f8", none, offsetof(Row, margin))};
  py::list names, formats, offsets;
  for (const py::tuple& one : fields) {
    names.append(one[0]);
    formats.append(py::make_tuple(one[1], one[2]));
    offsets.append(one[3]);
  }
  py::dict layout;
  layout["names"] = names;
  layout["formats"] = formats;
  layout["offsets"] = offsets;
  layout["itemsize"] = sizeof(Row);
  PyArray_Descr* type = nullptr;
  if (PyArray_DescrConverter(layout.ptr(), &type) == 0) throw py::error_already_set();
  return type;
}

void put(const Vector3& x, double* into) { Eigen::Map<Vector3>(into, 3) = x; }

}  // namespace

py::object contacts_out(WorldHandle& world, std::span<const ContactInfo> contacts) {
  npy_intp count = static_cast<npy_intp>(contacts.size());
  Py_INCREF(row_type);  // the array takes this reference
  PyObject* made =
      PyArray_NewFromDescr(&PyArray_Type, row_type, 1, &count, nullptr, nullptr, 0, nullptr);
  if (made == nullptr) throw py::error_already_set();
  py::object array = py::reinterpret_steal<py::object>(made);
  Row* row = static_cast<Row*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(made)));
  for (const ContactInfo& contact : contacts) {
    row->link_a = world.link_index(contact.model_a, contact.link_a);
    row->link_b = world.link_index(contact.model_b, contact.link_b);
    row->shape_a = contact.shape_a;
    row->shape_b = contact.shape_b;
    row->island = contact.island;
    row->state = static_cast<std::int8_t>(contact.state);
    put(contact.point, row->point);
    put(contact.normal, row->normal);
    row->phi = contact.phi;
    put(contact.force, row->force);
    put(contact.impulse, row->impulse);
    put(contact.moment, row->moment);
    put(contact.velocity, row->velocity);
    put(contact.slip, row->slip);
    row->margin = contact.margin;
    ++row;
  }
  return read_only(std::move(array));
}

void bind_contacts(py::module_& module) {
  row_type = make_row_type();
  module.attr("contact_dtype") =
      py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(row_type));
}

}  // namespace cardan::python
