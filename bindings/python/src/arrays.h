#pragma once

#include <pybind11/pybind11.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "bindings/python/src/text_caster.h"
#include "cardan/spatial.h"

/// Conversion of arrays of numbers between Python and C++. An input is anything that NumPy can
/// convert to an array of numbers; it is converted to float64 in C order. Outputs are new arrays,
/// which Python owns. An array that shows the value of an object is read-only, because writing to
/// it would not change the object; an array that a function computes is writable. Errors name the
/// argument: ValueError for a wrong shape, with both shapes; TypeError for anything other than real
/// numbers (text, None, objects, complex numbers).
///
/// A conversion may run Python code, which may close a world. Convert all arguments first; then
/// call WorldHandle::get.
namespace cardan::python {

namespace py = pybind11;

/// Loads the C interface of NumPy. Must be called once, before all other functions of this header.
void load_numpy();

/// An argument as float64 numbers in C order: the array itself if it already has this form,
/// otherwise a converted copy.
class NumbersIn {
 public:
  /// name: name of the argument, for messages; it must outlive this object.
  NumbersIn(py::handle value, const char* name);

  const py::object& array() const { return array_; }
  const double* data() const { return data_; }
  const std::vector<py::ssize_t>& shape() const { return shape_; }
  py::ssize_t size() const;
  /// Throws ValueError unless the array has this shape; −1 stands for any extent.
  void expect_shape(std::initializer_list<py::ssize_t> shape) const;
  /// Throws ValueError unless the last axes have these extents; other axes may precede them.
  void expect_last_axes(std::initializer_list<py::ssize_t> shape) const;
  /// Returns a copy. Throws ValueError unless the shape is (size).
  VectorX vector(Eigen::Index size) const;

 private:
  py::object array_;
  const char* name_;
  const double* data_ = nullptr;
  std::vector<py::ssize_t> shape_;
};

/// Each function reads an argument of one fixed shape: (size), (3) or (3, 3).
VectorX vector_in(py::handle value, const char* name, Eigen::Index size);
Vector3 vector3_in(py::handle value, const char* name);
Matrix3 matrix3_in(py::handle value, const char* name);
/// Copies an argument of shape (size) to memory owned by the caller. Allocates nothing if the
/// argument is a float64 array in C order.
void copy_in(py::handle value, const char* name, py::ssize_t size, double* into);
/// Reads one real number.
double number_in(py::handle value, const char* name);
/// Reads an array of n indices. Throws IndexError for a negative index.
std::vector<int> indices_in(py::handle value, const char* name);
/// Throws IndexError for an index that is not below `end`.
void require_below(const std::vector<int>& indices, const char* name, int end);

/// Makes an array read-only and returns it.
py::object read_only(py::object array);

/// A new array of float64 numbers in C order, and its memory.
struct NumbersOut {
  explicit NumbersOut(std::initializer_list<py::ssize_t> shape);
  explicit NumbersOut(const std::vector<py::ssize_t>& shape);
  py::object array;
  double* data;
};

/// Returns a new array (size) or (rows, columns), for the result of a function.
py::object vector_made(const Eigen::Ref<const VectorX>& x);
py::object matrix_made(const Eigen::Ref<const MatrixX>& x);
/// Returns the value of an object as a read-only array, which holds a copy of the data.
py::object vector_out(const double* data, py::ssize_t size);
inline py::object vector_out(const Eigen::Ref<const VectorX>& x) {
  return vector_out(x.data(), x.size());
}
py::object matrix_out(const Eigen::Ref<const MatrixX>& x);
/// Returns an array of the given shape that refers to `data`, which `owner` keeps alive.
py::object view_out(const double* data, const std::vector<py::ssize_t>& shape, py::handle owner);
py::object writable_view_out(double* data, const std::vector<py::ssize_t>& shape, py::handle owner);

/// Returns a shape as text, e.g. "(3, 4)" or "(3,)". An extent of −1 is written as "n".
std::string shape_text(const std::vector<py::ssize_t>& shape);

}  // namespace cardan::python
