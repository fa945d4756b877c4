#include "leading_axes.h"

#include <algorithm>
#include <utility>

#include "arrays.h"

namespace cardan::python {

namespace {

std::string shape_text(const std::vector<py::ssize_t>& shape, const char* before = "") {
  std::string text = before;
  for (const py::ssize_t n : shape) {
    if (!text.empty()) text += ", ";
    text += std::to_string(n);
  }
  if (shape.size() == 1 && *before == '\0') text += ",";
  return "(" + text + ")";
}

}  // namespace

std::vector<py::ssize_t> LeadingAxes::leading(const Input& input) const {
  const py::ssize_t* shape = input.array.shape();
  return {shape, shape + input.array.ndim() - static_cast<py::ssize_t>(input.rank)};
}

int LeadingAxes::add(const char* name, py::handle value, const std::vector<py::ssize_t>& core) {
  Input input;
  input.name = name;
  input.array = as_doubles(value, name);
  input.rank = core.size();
  const py::ssize_t axes = input.array.ndim(), rank = static_cast<py::ssize_t>(core.size());
  const bool fits = axes >= rank && std::equal(core.begin(), core.end(),
                                               input.array.shape() + (axes - rank));
  if (!fits) {
    const std::vector<py::ssize_t> shape(input.array.shape(), input.array.shape() + axes);
    throw py::value_error(input.name + ": expected shape " + shape_text(core, "...") + ", got " +
                          shape_text(shape));
  }
  for (const py::ssize_t n : core) input.count *= n;
  inputs_.push_back(std::move(input));
  return static_cast<int>(inputs_.size()) - 1;
}

void LeadingAxes::broadcast() {
  for (const Input& input : inputs_) {
    const std::vector<py::ssize_t> axes = leading(input);
    if (axes.size() > shape_.size()) shape_.insert(shape_.begin(), axes.size() - shape_.size(), 1);
    const std::size_t skip = shape_.size() - axes.size();
    for (std::size_t k = 0; k < axes.size(); ++k) {
      py::ssize_t& n = shape_[skip + k];
      if (n != axes[k] && n != 1 && axes[k] != 1) {
        throw py::value_error(input.name + ": the leading axes " + shape_text(axes) +
                              " do not fit those of the other arrays, " + shape_text(shape_));
      }
      if (n == 1) n = axes[k];
    }
  }
  for (const py::ssize_t n : shape_) size_ *= n;
  const py::module_ numpy = py::module_::import("numpy");
  for (Input& input : inputs_) {
    const std::vector<py::ssize_t> axes = leading(input);
    input.repeated = axes.empty();
    if (!input.repeated && axes != shape_) {
      std::vector<py::ssize_t> full = shape_;
      full.insert(full.end(), input.array.shape() + axes.size(),
                  input.array.shape() + input.array.ndim());
      const py::object wide = numpy.attr("broadcast_to")(input.array, py::tuple(py::cast(full)));
      input.array = as_doubles(wide, input.name.c_str());
    }
    input.first = input.array.data();
  }
}

py::array_t<double> LeadingAxes::result(const std::vector<py::ssize_t>& core) const {
  std::vector<py::ssize_t> shape = shape_;
  shape.insert(shape.end(), core.begin(), core.end());
  return py::array_t<double>(shape);
}

}  // namespace cardan::python
