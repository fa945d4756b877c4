#pragma once

#include <pybind11/pybind11.h>

#include <string>

/// How text of C++ becomes a str. File names and the contents of files may hold bytes that are not
/// UTF-8; these become \\xNN, where pybind11 by itself raises UnicodeDecodeError. Every source
/// that passes text to Python includes this header.
template <>
struct pybind11::detail::type_caster<std::string> : pybind11::detail::string_caster<std::string> {
  static handle cast(const std::string& text, return_value_policy, handle) {
    PyObject* const made =
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace");
    if (made == nullptr) throw error_already_set();
    return made;
  }
};
