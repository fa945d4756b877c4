#pragma once

#include <pybind11/pybind11.h>

#include <initializer_list>
#include <vector>

#include "bindings/python/src/arrays.h"

namespace cardan::python {

/// Arguments and results of a function that works on the last axes of arrays. The leading axes are
/// broadcast as in NumPy, and the function runs once for each of their entries.
class LeadingAxes {
 public:
  /// Adds an input whose last axes have the shape `core`, and returns its index. Throws the
  /// exceptions of NumbersIn. name: a string literal.
  int add(const char* name, py::handle value, std::initializer_list<py::ssize_t> core);
  /// Broadcasts the inputs. Call this function after the last call of add and before result, size
  /// and at. Throws ValueError for leading axes that cannot be broadcast.
  void broadcast();
  /// Returns a new array with the leading axes, followed by axes of the shape `core`.
  NumbersOut result(std::initializer_list<py::ssize_t> core) const;
  /// Number of entries of the leading axes.
  py::ssize_t size() const { return size_; }
  /// Returns the numbers of an input for entry i.
  const double* at(int input, py::ssize_t i) const {
    const Input& one = inputs_[static_cast<std::size_t>(input)];
    return one.first + (one.repeated ? 0 : i * one.count);
  }

 private:
  struct Input {
    NumbersIn numbers;
    const char* name;
    std::size_t rank;       ///< number of last axes
    py::ssize_t count = 1;  ///< number of values in the last axes
    bool repeated = false;  ///< true if the input has no leading axes
    const double* first = nullptr;
  };

  static std::vector<py::ssize_t> leading(const Input& input);

  std::vector<Input> inputs_;
  std::vector<py::ssize_t> shape_;
  py::ssize_t size_ = 1;
};

}  // namespace cardan::python
