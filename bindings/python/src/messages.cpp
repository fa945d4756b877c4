#include <algorithm>
#include <cctype>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bindings/python/src/classes.h"
#include "core/nearest.h"

namespace cardan::python {

namespace {

// All functions of a module share one C function, the dispatcher of pybind11. Its message for
// arguments that match no signature has several lines. The function below replaces it.
PyCFunctionWithKeywords dispatcher = nullptr;

// Names of the functions, such as "World.step", by the record of pybind11. They are never
// destroyed.
std::unordered_map<PyObject*, std::string>& names() {
  static auto* names = new std::unordered_map<PyObject*, std::string>;
  return *names;
}

// A value in a message: short text and numbers as they are, else the name of the type.
std::string value_text(py::handle value) {
  constexpr std::size_t kMostText = 40;
  const bool is_plain = value.is_none() || PyLong_Check(value.ptr()) != 0 ||
                        PyFloat_Check(value.ptr()) != 0 || PyUnicode_Check(value.ptr()) != 0;
  std::string text;
  if (is_plain) {
    const auto repr = py::reinterpret_steal<py::object>(PyObject_ASCII(value.ptr()));
    if (repr) text = repr.cast<std::string>();
    PyErr_Clear();
  }
  if (text.empty() || text.size() > kMostText) text = Py_TYPE(value.ptr())->tp_name;
  return text;
}

std::string given_text(PyObject* args, PyObject* kwargs, bool has_self) {
  std::string text;
  const auto add = [&](const std::string& one) {
    text.append(text.empty() ? "" : ", ").append(one);
  };
  for (Py_ssize_t i = has_self ? 1 : 0; i < PyTuple_GET_SIZE(args); ++i) {
    add(value_text(PyTuple_GET_ITEM(args, i)));
  }
  if (kwargs != nullptr) {
    for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(kwargs)) {
      add(key.cast<std::string>() + "=" + value_text(value));
    }
  }
  return text;
}

// The arguments in the first signature of a message, "    1. (self: cardan._cardan.World, steps:
// int)".
std::string signature_in(const std::string& message) {
  const std::size_t start = message.find("\n    1. ");
  if (start == std::string::npos) return "";
  const std::size_t end = message.find('\n', start + 1);
  std::string line = message.substr(start + 8, end - start - 8);
  const std::size_t open = line.find('('), arrow = line.rfind(" -> ");
  line = line.substr(open == std::string::npos ? 0 : open);
  if (arrow != std::string::npos && open != std::string::npos && arrow > open) {
    line.resize(arrow - open);
  }
  for (const char* part : {"cardan._cardan.", "_cardan."}) {
    for (std::size_t at = line.find(part); at != std::string::npos; at = line.find(part)) {
      line.erase(at, std::strlen(part));
    }
  }
  return line;
}

// The names of the parameters in "(file: object = None, *, name: str)".
std::vector<std::string> parameters_in(const std::string& signature) {
  std::vector<std::string> names;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < signature.size(); ++i) {
    const char c = signature[i];
    const bool of_word = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    if (of_word) continue;
    if (c == ':' && i > begin) names.push_back(signature.substr(begin, i - begin));
    begin = i + 1;
  }
  return names;
}

// The part of a message about keywords that the function does not have, or "".
std::string unknown_keyword(const std::string& signature, PyObject* kwargs) {
  if (kwargs == nullptr) return "";
  const std::vector<std::string> known = parameters_in(signature);
  for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(kwargs)) {
    const std::string name = key.cast<std::string>();
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return "unknown argument '" + name + "'; " + suggest_name(name, known);
  }
  return "";
}

// Removes the object from "(self: World, steps: int)". For the setter of a property, only the type
// remains.
bool drop_self(std::string& signature) {
  for (const char* self : {"(self: ", "(arg0: "}) {
    if (!signature.starts_with(self)) continue;
    const std::size_t comma = signature.find(", ");
    signature = "(" + (comma == std::string::npos ? ")" : signature.substr(comma + 2));
    constexpr std::string_view kValue = "(arg1: ";
    if (signature.starts_with(kValue)) {
      signature = signature.substr(kValue.size(), signature.size() - kValue.size() - 1);
    }
    return true;
  }
  return false;
}

void shorten(PyObject* record, PyObject* args, PyObject* kwargs) {
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  std::string line;
  try {
    const std::string message = py::str(value);
    const bool is_call = message.find("incompatible function arguments") != std::string::npos;
    const bool is_constructor =
        message.find("incompatible constructor arguments") != std::string::npos;
    if (is_call || is_constructor) {
      std::string signature = signature_in(message);
      const auto known = names().find(record);
      const std::string name = known == names().end() ? "" : known->second;
      const bool is_method = name.find('.') != std::string::npos;
      const bool has_self = is_constructor || (is_method && drop_self(signature));
      line = unknown_keyword(signature, kwargs);
      if (line.empty())
        line = "expected " + signature + ", got (" + given_text(args, kwargs, has_self) + ")";
      line = name + ": " + line;
    }
  } catch (const std::exception&) {
    line.clear();  // the message of pybind11 is kept
  }
  if (line.empty()) return PyErr_Restore(type, value, trace);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(trace);
  PyErr_SetString(PyExc_TypeError, line.c_str());
}

PyObject* dispatch(PyObject* record, PyObject* args, PyObject* kwargs) {
  PyObject* result = dispatcher(record, args, kwargs);
  if (result == nullptr && PyErr_ExceptionMatches(PyExc_TypeError) != 0) {
    shorten(record, args, kwargs);
  }
  return result;
}

void take(py::handle function, const std::string& name) {
  PyObject* plain = function.ptr();
  if (PyInstanceMethod_Check(plain) != 0) plain = PyInstanceMethod_GET_FUNCTION(plain);
  if (PyCFunction_Check(plain) == 0) return;
  PyMethodDef* def = reinterpret_cast<PyCFunctionObject*>(plain)->m_ml;
  const auto called =
      reinterpret_cast<PyCFunctionWithKeywords>(reinterpret_cast<void (*)()>(def->ml_meth));
  if (called != &dispatch) {
    PyObject* record = PyCFunction_GET_SELF(plain);
    if (record == nullptr || PyCapsule_CheckExact(record) == 0)
      return;  // not a function of pybind11
    dispatcher = called;
    def->ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&dispatch));
    names().emplace(record, name);
  }
}

void take_class(py::handle type) {
  const std::string name = py::str(type.attr("__name__"));
  const py::object members = type.attr("__dict__");
  for (const py::handle key : py::list(members)) {
    const std::string member = py::str(key);
    const std::string full = member == "__init__" ? name : name + "." + member;
    const py::object value = members[key];
    take(value, full);
    for (const char* part : {"fset", "__func__"}) {
      if (py::hasattr(value, part)) take(value.attr(part), full);
    }
  }
}

}  // namespace

void shorten_messages(py::module_& module) {
  const py::dict members = py::reinterpret_borrow<py::dict>(PyModule_GetDict(module.ptr()));
  for (const auto& [key, value] : members) {
    if (PyModule_Check(value.ptr()) != 0) {
      auto inner = py::reinterpret_borrow<py::module_>(value);
      shorten_messages(inner);
    } else if (PyType_Check(value.ptr()) != 0) {
      take_class(value);
    } else {
      take(value, py::str(key));
    }
  }
}

}  // namespace cardan::python
