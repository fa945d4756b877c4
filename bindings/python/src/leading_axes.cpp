#include "bindings/python/src/leading_axes.h"

#include <string>
#include <utility>

#include "bindings/python/src/call_python.h"

namespace cardan::python {

std::vector<py::ssize_t> LeadingAxes::leading(const Input& input) {
  const std::vector<py::ssize_t>& shape = input.numbers.shape();
  return {shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(input.rank)};
}

int LeadingAxes::add(const char* name, py::handle value, std::initializer_list<py::ssize_t> core) {
  Input input{NumbersIn(value, name), name, core.size()};
  input.numbers.expect_last_axes(core);
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
        std::string message = input.name;
        message.append(": the leading axes ").append(shape_text(axes));
        message.append(" do not fit those of the other arrays, ").append(shape_text(shape_));
        throw py::value_error(message);
      }
      if (n == 1) n = axes[k];
    }
  }
  for (const py::ssize_t n : shape_) size_ *= n;
  const py::object broadcast_to = attribute(imported("numpy"), "broadcast_to");
  for (Input& input : inputs_) {
    const std::vector<py::ssize_t> axes = leading(input);
    input.repeated = axes.empty();
    if (!input.repeated && axes != shape_) {
      std::vector<py::ssize_t> full = shape_;
      full.insert(full.end(),
                  input.numbers.shape().begin() + static_cast<std::ptrdiff_t>(axes.size()),
                  input.numbers.shape().end());
      py::tuple extents(full.size());
      for (std::size_t k = 0; k < full.size(); ++k) extents[k] = full[k];
      input.numbers =
          NumbersIn(call_python(broadcast_to, input.numbers.array(), extents), input.name);
    }
    input.first = input.numbers.data();
  }
}

NumbersOut LeadingAxes::result(std::initializer_list<py::ssize_t> core) const {
  std::vector<py::ssize_t> shape = shape_;
  shape.insert(shape.end(), core.begin(), core.end());
  return NumbersOut(shape);
}

}  // namespace cardan::python
