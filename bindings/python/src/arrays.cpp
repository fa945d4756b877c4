#define CARDAN_LOADS_NUMPY
#include "bindings/python/src/arrays.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bindings/python/src/call_python.h"
#include "bindings/python/src/numpy_api.h"

namespace cardan::python {

namespace {

PyArrayObject* as_array(PyObject* object) { return reinterpret_cast<PyArrayObject*>(object); }

std::string type_text(py::handle value) { return Py_TYPE(value.ptr())->tp_name; }

[[noreturn]] void fail_not_numbers(const char* name, const std::string& got) {
  std::string message = name;
  message.append(": expected real numbers, got ").append(got);
  throw py::type_error(message);
}

[[noreturn]] void fail_shape(const char* name, const std::string& expected,
                             const std::vector<py::ssize_t>& got) {
  std::string message = name;
  message.append(": expected shape ").append(expected).append(", got ").append(shape_text(got));
  throw py::value_error(message);
}

bool is_float64_in_c_order(PyObject* object) {
  return PyArray_Check(object) && PyArray_TYPE(as_array(object)) == NPY_DOUBLE &&
         PyArray_ISCARRAY_RO(as_array(object));
}

// Text and None are rejected here, because NumPy would convert both to numbers.
py::object any_array(py::handle value, const char* name) {
  if (value.is_none()) fail_not_numbers(name, "None");
  if (PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr())) {
    fail_not_numbers(name, type_text(value));
  }
  PyObject* array = in_python([&] { return PyArray_FROM_O(value.ptr()); });
  if (array == nullptr) {
    const py::error_already_set error;
    if (error.matches(PyExc_MemoryError) || error.matches(PyExc_KeyboardInterrupt)) throw error;
    fail_not_numbers(name, type_text(value) + " that is not an array");
  }
  return py::reinterpret_steal<py::object>(array);
}

// bool, integers of any size and floating-point numbers.
bool holds_real_numbers(PyObject* array) {
  const int type = PyArray_TYPE(as_array(array));
  return PyTypeNum_ISBOOL(type) || PyTypeNum_ISINTEGER(type) || PyTypeNum_ISFLOAT(type);
}

py::object float64_array(py::handle value, const char* name) {
  if (is_float64_in_c_order(value.ptr())) return py::reinterpret_borrow<py::object>(value);
  const py::object array = any_array(value, name);
  if (!holds_real_numbers(array.ptr())) {
    std::string got = "an array of ";
    got.append(py::str(array.attr("dtype")));
    fail_not_numbers(name, got);
  }
  constexpr int kWanted = NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST;
  return object_from_python([&] { return PyArray_FROM_OTF(array.ptr(), NPY_DOUBLE, kWanted); });
}

bool same_extents(const py::ssize_t* got, std::initializer_list<py::ssize_t> expected) {
  return std::equal(expected.begin(), expected.end(), got,
                    [](py::ssize_t a, py::ssize_t b) { return a == -1 || a == b; });
}

py::object new_array(const py::ssize_t* shape, std::size_t axes) {
  npy_intp extents[NPY_MAXDIMS];
  std::copy_n(shape, axes, extents);
  PyObject* array = PyArray_SimpleNew(static_cast<int>(axes), extents, NPY_DOUBLE);
  if (array == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(array);
}

double* data_of(const py::object& array) {
  return static_cast<double*>(PyArray_DATA(as_array(array.ptr())));
}

py::object wrapped(double* data, const std::vector<py::ssize_t>& shape, py::handle owner,
                   int flags) {
  npy_intp extents[NPY_MAXDIMS];
  std::copy(shape.begin(), shape.end(), extents);
  PyObject* array =
      PyArray_New(&PyArray_Type, static_cast<int>(shape.size()), extents, NPY_DOUBLE, nullptr, data,
                  0, flags | NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED, nullptr);
  if (array == nullptr) throw py::error_already_set();
  const py::object result = py::reinterpret_steal<py::object>(array);
  Py_INCREF(owner.ptr());  // the array takes this reference
  if (PyArray_SetBaseObject(as_array(array), owner.ptr()) != 0) throw py::error_already_set();
  return result;
}

}  // namespace

void load_numpy() {
  if (_import_array() < 0) throw py::error_already_set();
}

std::string shape_text(const std::vector<py::ssize_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) text += ' ';
    text += shape[i] == -1 ? std::string("n") : std::to_string(shape[i]);
    if (i + 1 < shape.size() || shape.size() == 1) text += ',';
  }
  return text + ")";
}

NumbersIn::NumbersIn(py::handle value, const char* name)
    : array_(float64_array(value, name)), name_(name) {
  PyArrayObject* array = as_array(array_.ptr());
  data_ = static_cast<const double*>(PyArray_DATA(array));
  shape_.assign(PyArray_DIMS(array), PyArray_DIMS(array) + PyArray_NDIM(array));
}

py::ssize_t NumbersIn::size() const { return PyArray_SIZE(as_array(array_.ptr())); }

void NumbersIn::expect_shape(std::initializer_list<py::ssize_t> shape) const {
  if (shape.size() != shape_.size() || !same_extents(shape_.data(), shape)) {
    fail_shape(name_, shape_text(shape), shape_);
  }
}

void NumbersIn::expect_last_axes(std::initializer_list<py::ssize_t> shape) const {
  const std::size_t axes = shape.size();
  if (shape_.size() >= axes && same_extents(shape_.data() + (shape_.size() - axes), shape)) return;
  std::string expected = "(..., " + shape_text(shape).substr(1);
  if (axes == 1) expected.erase(expected.size() - 2, 1);  // the comma of a tuple of one
  fail_shape(name_, expected, shape_);
}

void copy_in(py::handle value, const char* name, py::ssize_t size, double* into) {
  PyObject* object = value.ptr();
  if (is_float64_in_c_order(object) && PyArray_NDIM(as_array(object)) == 1 &&
      PyArray_DIM(as_array(object), 0) == size) {
    std::copy_n(static_cast<const double*>(PyArray_DATA(as_array(object))), size, into);
    return;
  }
  const NumbersIn numbers(value, name);
  numbers.expect_shape({size});
  std::copy_n(numbers.data(), size, into);
}

VectorX NumbersIn::vector(Eigen::Index size) const {
  expect_shape({size});
  return Eigen::Map<const VectorX>(data_, size);
}

VectorX vector_in(py::handle value, const char* name, Eigen::Index size) {
  VectorX x(size);
  copy_in(value, name, size, x.data());
  return x;
}

Vector3 vector3_in(py::handle value, const char* name) {
  Vector3 x;
  copy_in(value, name, 3, x.data());
  return x;
}

Matrix3 matrix3_in(py::handle value, const char* name) {
  const NumbersIn numbers(value, name);
  numbers.expect_shape({3, 3});
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(numbers.data());
}

double number_in(py::handle value, const char* name) {
  if (PyFloat_Check(value.ptr())) return PyFloat_AS_DOUBLE(value.ptr());
  const NumbersIn numbers(value, name);
  numbers.expect_shape({});
  return *numbers.data();
}

namespace {

[[noreturn]] void fail_index(const char* name, double index, const std::string& bound) {
  std::string message = name;
  message.append(": index ").append(std::to_string(static_cast<long long>(index)));
  throw py::index_error(message.append(" is not ").append(bound));
}

}  // namespace

std::vector<int> indices_in(py::handle value, const char* name) {
  const py::object array = any_array(value, name);
  const bool empty = PyArray_SIZE(as_array(array.ptr())) == 0;
  if (!empty && !PyTypeNum_ISINTEGER(PyArray_TYPE(as_array(array.ptr())))) {
    std::string message = name;
    message.append(": expected whole numbers, got an array of ");
    message.append(py::str(array.attr("dtype")));
    throw py::type_error(message);
  }
  const NumbersIn numbers(array, name);
  numbers.expect_shape({-1});
  std::vector<int> indices;
  indices.reserve(static_cast<std::size_t>(numbers.size()));
  for (py::ssize_t i = 0; i < numbers.size(); ++i) {
    const double index = numbers.data()[i];
    if (!(index >= 0 && index <= std::numeric_limits<int>::max())) {
      fail_index(name, index, "between 0 and 2147483647");
    }
    indices.push_back(static_cast<int>(index));
  }
  return indices;
}

void require_below(const std::vector<int>& indices, const char* name, int end) {
  for (const int index : indices) {
    if (index >= end) fail_index(name, index, "between 0 and " + std::to_string(end - 1));
  }
}

NumbersOut::NumbersOut(std::initializer_list<py::ssize_t> shape)
    : array(new_array(shape.begin(), shape.size())), data(data_of(array)) {}

NumbersOut::NumbersOut(const std::vector<py::ssize_t>& shape)
    : array(new_array(shape.data(), shape.size())), data(data_of(array)) {}

py::object read_only(py::object array) {
  PyArray_CLEARFLAGS(as_array(array.ptr()), NPY_ARRAY_WRITEABLE);
  return array;
}

py::object vector_made(const Eigen::Ref<const VectorX>& x) {
  NumbersOut out({x.size()});
  std::copy_n(x.data(), x.size(), out.data);
  return std::move(out.array);
}

py::object vector_out(const double* data, py::ssize_t size) {
  return read_only(vector_made(Eigen::Map<const VectorX>(data, size)));
}

py::object matrix_out(const Eigen::Ref<const MatrixX>& x) { return read_only(matrix_made(x)); }

py::object matrix_made(const Eigen::Ref<const MatrixX>& x) {
  NumbersOut out({x.rows(), x.cols()});
  using InCOrder = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<InCOrder>(out.data, x.rows(), x.cols()) = x;
  return std::move(out.array);
}

py::object view_out(const double* data, const std::vector<py::ssize_t>& shape, py::handle owner) {
  return wrapped(const_cast<double*>(data), shape, owner, 0);
}

py::object writable_view_out(double* data, const std::vector<py::ssize_t>& shape,
                             py::handle owner) {
  return wrapped(data, shape, owner, NPY_ARRAY_WRITEABLE);
}

}  // namespace cardan::python
