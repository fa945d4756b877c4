#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/call_python.h"
#include "bindings/python/src/gil.h"
#include "bindings/python/src/problem.h"
#include "cardan/cardan_solver.h"
#include "cardan/error.h"
#include "cardan/solver_registry.h"
#include "constraint/formulation.h"
#include "constraint/judge/residual.h"
#include "core/nearest.h"

// Contact solvers written in Python. A Python class becomes an entry of the plugin interface, which
// is registered in this process. The functions of the entry take the GIL; the host may call them
// from any thread.
namespace {

using namespace cardan::python;

/// One registered class. It is never destroyed, as the host expects of plugins.
struct Declaration {
  PyObject* type = nullptr;  ///< a strong reference
  std::string id, version, doc, formulation;
  std::vector<std::string> option_names;
  std::vector<std::vector<std::string>> choices;       ///< choices by option; empty for a number
  std::vector<std::vector<const char*>> choice_texts;  ///< NULL-terminated
  std::vector<cardan_param> params;
  cardan_solver_desc desc{};
  const cardan_solver_desc* listed = nullptr;
  cardan_entry entry{};
  int instances = 0;  ///< read and written with the GIL held
};

}  // namespace

/// The instance of the plugin interface.
struct cardan_solver {
  Declaration* declaration = nullptr;
  PyObject* object = nullptr;  ///< a strong reference
  char error[256] = {};
};

namespace {

void set_error(cardan_solver& solver, const std::string& text) {
  std::snprintf(solver.error, sizeof solver.error, "%s", text.c_str());
}

// "ValueError: message". If __str__ of the error raises, the name of its class is used.
std::string text_of(const py::error_already_set& error) {
  std::string text = "an exception";
  try {
    text = py::str(error.type().attr("__name__"));
    text = text + ": " + std::string(text_of_object(error.value()));
  } catch (const std::exception&) {
    // The text so far is sufficient.
  }
  return text;
}

// Records the error of a call, and passes Ctrl-C on to the main thread. That is done last, because
// the next Python code in the main thread raises KeyboardInterrupt again.
void take_error(cardan_solver& solver, const py::error_already_set& error) {
  set_error(solver, text_of(error));
  if (error.matches(PyExc_KeyboardInterrupt)) PyErr_SetInterrupt();
}

// The value of an option as Python sees it: float, int, bool or text.
py::object option_value(const Declaration& declaration, std::size_t index, double value) {
  switch (declaration.params[index].type) {
    case CARDAN_PARAM_INTEGER:
      return py::int_(static_cast<long long>(value));
    case CARDAN_PARAM_BOOLEAN:
      return py::bool_(value != 0);
    case CARDAN_PARAM_CHOICE:
      return py::str(declaration.choices[index][static_cast<std::size_t>(value)]);
    default:
      return py::float_(value);
  }
}

void set_option(const cardan_solver& solver, std::size_t index, double value) {
  const Declaration& declaration = *solver.declaration;
  py::dict options = attribute(solver.object, "options");
  options[py::str(declaration.option_names[index])] = option_value(declaration, index, value);
}

// __init__ of the class is called without arguments; `options` is set before.
py::object new_object(const Declaration& declaration) {
  const py::handle type = declaration.type;
  py::object object = call_python(attribute(type, "__new__"), type);
  const py::dict options;
  in_python([&] { return PyObject_SetAttrString(object.ptr(), "options", options.ptr()); });
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  return object;
}

cardan_solver* create(Declaration& declaration) {
  const WithGil gil;
  try {
    auto solver = std::make_unique<cardan_solver>();
    solver->declaration = &declaration;
    const py::object object = new_object(declaration);
    solver->object = object.ptr();
    for (std::size_t i = 0; i < declaration.params.size(); ++i) {
      set_option(*solver, i, declaration.params[i].def);
    }
    call_python(attribute(object, "__init__"));
    object.inc_ref();
    ++declaration.instances;
    return solver.release();
  } catch (py::error_already_set& error) {
    error.discard_as_unraisable("cardan.Solver");
  } catch (const std::exception&) {
    // The host reports that the plugin made no instance.
  }
  return nullptr;
}

// When the process ends, the interpreter may already be finalised; its objects must then not be
// touched.
bool python_is_alive() { return Py_IsInitialized() != 0 && _Py_IsFinalizing() == 0; }

void destroy(cardan_solver* solver) {
  if (python_is_alive()) {
    const WithGil gil;
    --solver->declaration->instances;
    Py_DECREF(solver->object);
  }
  delete solver;
}

std::int32_t set_param(cardan_solver* solver, std::int32_t index, double value) {
  const WithGil gil;
  try {
    set_option(*solver, static_cast<std::size_t>(index), value);
    return 0;
  } catch (const py::error_already_set& error) {
    take_error(*solver, error);
    return 1;
  } catch (const std::exception& error) {
    set_error(*solver, error.what());
    return 1;
  }
}

std::int32_t reserve(cardan_solver*, const cardan_size*) { return 0; }

int iterations_of(const cardan_solver& solver) {
  const bool counts =
      in_python([&] { return PyObject_HasAttrString(solver.object, "iterations"); }) != 0;
  if (!counts) return 0;
  const py::object count = attribute(solver.object, "iterations");
  if (!py::isinstance<py::int_>(count)) return 0;
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(count.ptr(), &overflow);
  if (overflow == 0 && number >= 0 && number <= std::numeric_limits<int>::max()) {
    return static_cast<int>(number);
  }
  throw py::value_error("iterations: expected a number between 0 and 2147483647");
}

// Writes λ, u and the report. The status follows from the residual and not from the solver.
std::int32_t take_answer(cardan_solver& solver, const ProblemHandle& handle,
                         const cardan_problem& problem, const py::object& answer, double* lambda,
                         double* u, cardan_report& report) {
  if (answer.is_none()) {
    set_error(solver, "solve returned no answer");
    return CARDAN_ITERATIONS;
  }
  const std::vector<double> impulses =
      impulses_in(answer, "the answer of solve", handle.file.problem);
  std::vector<double> velocity(impulses.size());
  std::vector<double> z(static_cast<std::size_t>(std::max(problem.Y.cols, 1)));
  std::copy(impulses.begin(), impulses.end(), lambda);
  cardan::compute_velocity(handle.file.problem.view(), lambda, z.data(), velocity.data());
  if (u != nullptr) std::copy(velocity.begin(), velocity.end(), u);
  const cardan::Residual residual =
      cardan::judge(handle.file.problem.view(), lambda, velocity.data());
  report.residual = residual.value;
  report.worst_block = residual.worst_block;
  report.iterations = iterations_of(solver);
  if (residual.value <= problem.tolerance) return CARDAN_SOLVED;
  set_error(solver, "the residual exceeds the tolerance");
  return std::isfinite(residual.value) ? CARDAN_ITERATIONS : CARDAN_NUMERIC;
}

std::int32_t solve(cardan_solver* solver, const cardan_problem* problem, double* lambda, double* u,
                   cardan_report* report) {
  const WithGil gil;
  solver->error[0] = '\0';
  report->worst_block = -1;
  try {
    const std::shared_ptr<ProblemHandle> handle = copy_of(*problem, lambda);
    const py::object guess = vector_made(Eigen::Map<const cardan::VectorX>(lambda, problem->m));
    const py::object answer = call_python(attribute(solver->object, "solve"), handle, guess);
    report->status = take_answer(*solver, *handle, *problem, answer, lambda, u, *report);
  } catch (const py::error_already_set& error) {
    take_error(*solver, error);
    report->status = CARDAN_NUMERIC;
  } catch (const std::exception& error) {
    set_error(*solver, error.what());
    report->status = CARDAN_NUMERIC;
  }
  return report->status;
}

const char* last_error(const cardan_solver* solver) { return solver->error; }

const void* get_extension(cardan_solver*, const char*) { return nullptr; }

// The function `create` of the plugin interface has no argument that identifies the class, so each
// class has its own function.
constexpr std::size_t kMostClasses = 64;
std::array<std::unique_ptr<Declaration>, kMostClasses> declarations;

template <std::size_t Slot>
cardan_solver* create_in_slot(const cardan_host*) {
  return create(*declarations[Slot]);
}

using Create = cardan_solver* (*)(const cardan_host*);
template <std::size_t... Slots>
constexpr std::array<Create, sizeof...(Slots)> creators(std::index_sequence<Slots...>) {
  return {&create_in_slot<Slots>...};
}
constexpr std::array<Create, kMostClasses> kCreators =
    creators(std::make_index_sequence<kMostClasses>());

constexpr std::array<const char*, 7> kKinds = {"free", "nonnegative", "box",    "box_mu",
                                               "cone", "cone_convex", "ball_mu"};
constexpr std::array<const char*, 8> kProperties = {"symmetric", "monotone",   "positive_diagonal",
                                                    "compliant", "copositive", "regular",
                                                    "grouped",   "factored"};

template <std::size_t N>
std::uint32_t bits_of(const py::object& names, const std::array<const char*, N>& known,
                      const char* what) {
  std::uint32_t bits = 0;
  if (py::isinstance<py::str>(names)) {
    std::string message = what;
    throw py::type_error(message.append(": expected a tuple of words, got a str"));
  }
  for (const py::handle name : names) {
    const auto text = name.cast<std::string>();
    const auto found = std::find(known.begin(), known.end(), text);
    if (found == known.end()) {
      std::string message = what;
      message.append(": '").append(text).append("' is none of ");
      for (const char* each : known) {
        message.append(each == known.front() ? "'" : ", '").append(each).append("'");
      }
      throw py::value_error(message);
    }
    bits |= 1u << (found - known.begin());
  }
  return bits;
}

// Ids and names of options are words in scene files and C strings in the plugin interface.
void require_word(const std::string& word, const char* what) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; };
  if (!word.empty() && std::all_of(word.begin(), word.end(), fits)) return;
  throw cardan::Error("not a word", what, "use letters, digits, '_' and '-'");
}

// The entry of an option whose default is a number, a bool or a list of words.
cardan_param param_of(const py::handle& value, std::vector<std::string>& choices) {
  constexpr double kLargest = 1e300, kLargestInteger = 2147483647;
  cardan_param param{};
  param.doc = "option of a Python solver";
  param.unit = "";
  if (py::isinstance<py::bool_>(value)) {
    param.type = CARDAN_PARAM_BOOLEAN;
    param.def = value.cast<bool>() ? 1 : 0;
    param.hi = 1;
  } else if (py::isinstance<py::int_>(value)) {
    param.type = CARDAN_PARAM_INTEGER;
    param.def = value.cast<double>();
    param.lo = -kLargestInteger;
    param.hi = kLargestInteger;
  } else if (py::isinstance<py::float_>(value)) {
    param.type = CARDAN_PARAM_REAL;
    param.def = value.cast<double>();
    param.lo = -kLargest;
    param.hi = kLargest;
  } else if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
    param.type = CARDAN_PARAM_CHOICE;
    choices = value.cast<std::vector<std::string>>();
    param.hi = static_cast<double>(choices.size()) - 1;
  } else {
    throw py::type_error("parameters: a default is a float, an int, a bool or a list of words");
  }
  return param;
}

void fill_params(const py::dict& parameters, Declaration& into) {
  for (const auto& [name, value] : parameters) {
    into.option_names.push_back(name.cast<std::string>());
    require_word(into.option_names.back(), "parameters: name");
    into.choices.emplace_back();
    into.params.push_back(param_of(value, into.choices.back()));
  }
  into.choice_texts.resize(into.params.size());
  for (std::size_t i = 0; i < into.params.size(); ++i) {
    into.params[i].name = into.option_names[i].c_str();
    if (into.choices[i].empty()) continue;
    for (const std::string& word : into.choices[i]) into.choice_texts[i].push_back(word.c_str());
    into.choice_texts[i].push_back(nullptr);
    into.params[i].choices = into.choice_texts[i].data();
  }
}

void fill_entry(Create creator, Declaration& into) {
  cardan_solver_desc& desc = into.desc;
  desc.struct_size = sizeof desc;
  desc.num_params = static_cast<std::int32_t>(into.params.size());
  desc.id = into.id.c_str();
  desc.version = into.version.c_str();
  desc.doc = into.doc.c_str();
  desc.default_formulation = into.formulation.c_str();
  desc.params = into.params.data();
  desc.create = creator;
  desc.destroy = &destroy;
  desc.set_param = &set_param;
  desc.reserve = &reserve;
  desc.solve = &solve;
  desc.last_error = &last_error;
  desc.get_extension = &get_extension;
  into.listed = &desc;
  into.entry = {CARDAN_ABI_MAGIC,
                CARDAN_ABI_MAJOR,
                CARDAN_ABI_MINOR,
                0,
                sizeof(cardan_entry),
                sizeof(std::int32_t),
                sizeof(double),
                CARDAN_ABI_ENDIAN_TAG,
                sizeof(cardan_block),
                sizeof(cardan_param),
                "cardan in Python",
                &into.listed,
                1,
                0};
}

void require_formulation(const Declaration& made) {
  const std::vector<std::string>& known = cardan::formulation_ids();
  if (std::find(known.begin(), known.end(), made.formulation) != known.end()) return;
  throw cardan::Error("unknown formulation '" + made.formulation + "'", made.id,
                      cardan::suggest_name(made.formulation, known));
}

void describe(const py::object& type, Declaration& into) {
  into.id = type.attr("id").cast<std::string>();
  into.version = type.attr("version").cast<std::string>();
  into.formulation = type.attr("formulation").cast<std::string>();
  const py::object doc = type.attr("__doc__");
  into.doc = doc.is_none() ? "a solver in Python" : doc.cast<std::string>();
  into.doc.erase(std::find(into.doc.begin(), into.doc.end(), '\n'), into.doc.end());
  require_word(into.id, "id");
  require_formulation(into);
  into.desc.kinds = bits_of(type.attr("kinds"), kKinds, "kinds");
  into.desc.required_properties = bits_of(type.attr("requires"), kProperties, "requires");
  if (into.desc.kinds == 0) {
    throw py::value_error("kinds: name the kinds of blocks that the solver takes");
  }
  fill_params(type.attr("parameters").cast<py::dict>(), into);
}

bool declare_the_same(const Declaration& a, const Declaration& b) {
  const auto defaults = [](const Declaration& one) {
    std::vector<std::pair<int, double>> values;
    for (const cardan_param& param : one.params) values.emplace_back(param.type, param.def);
    return values;
  };
  return a.desc.kinds == b.desc.kinds && a.desc.required_properties == b.desc.required_properties &&
         a.formulation == b.formulation && a.option_names == b.option_names &&
         a.choices == b.choices && defaults(a) == defaults(b);
}

// A class that is defined again, as in a notebook, replaces the earlier class with the same id.
void redefine(const py::object& type, const Declaration& made, Declaration& known) {
  if (!declare_the_same(made, known)) {
    throw cardan::Error("a solver of this id with other kinds, options or formulation exists",
                        made.id, "choose another id, or restart Python");
  }
  Py_DECREF(known.type);
  known.type = type.inc_ref().ptr();
}

// Otherwise a plugin with this id would hide the class, or the class would hide the plugin.
void refuse_id_of_plugin(const std::string& id) {
  const WithoutGil away;
  const cardan::SolverOrigin origin = cardan::SolverRegistry().origin(id);
  if (origin.desc == nullptr) return;
  throw cardan::Error("a solver plugin has this id: " + origin.place, id, "choose another id");
}

void register_class(const py::object& type) {
  Declaration made;
  describe(type, made);
  std::size_t slot = 0;
  for (; slot < kMostClasses && declarations[slot]; ++slot) {
    if (declarations[slot]->id == made.id) {
      return redefine(type, made, *declarations[slot]);
    }
  }
  refuse_id_of_plugin(made.id);
  if (slot == kMostClasses) {
    throw cardan::Error("too many solvers", made.id, "a process has at most 64 solvers in Python");
  }
  declarations[slot] = std::make_unique<Declaration>(std::move(made));
  Declaration& kept = *declarations[slot];
  fill_entry(kCreators[slot], kept);
  try {
    cardan::register_solver(kept.entry);
  } catch (...) {
    declarations[slot].reset();
    throw;
  }
  kept.type = type.inc_ref().ptr();
}

std::vector<std::string> solver_names() {
  const WithoutGil away;
  std::vector<std::string> names = cardan::SolverRegistry().names();
  return names;
}

// Converts to int, except for an infinite bound, which an int cannot represent.
py::object whole(double value) {
  if (!std::isfinite(value)) return py::float_(value);
  return py::reinterpret_steal<py::object>(PyLong_FromDouble(value));
}

py::object described_options(const cardan_solver_desc& desc) {
  py::dict options;
  for (std::int32_t i = 0; i < desc.num_params; ++i) {
    const cardan_param& param = desc.params[i];
    py::dict option;
    option["doc"] = param.doc;
    option["unit"] = param.unit;
    if (param.type == CARDAN_PARAM_CHOICE) {
      option["default"] = param.choices[static_cast<std::size_t>(param.def)];
    } else if (param.type == CARDAN_PARAM_BOOLEAN) {
      option["default"] = param.def != 0;
    } else if (param.type == CARDAN_PARAM_INTEGER) {
      option["default"] = whole(param.def);
      option["range"] = py::make_tuple(whole(param.lo), whole(param.hi));
    } else {
      option["default"] = param.def;
      option["range"] = py::make_tuple(param.lo, param.hi);
    }
    options[param.name] = option;
  }
  return options;
}

py::dict describe_solver(const std::string& id) {
  const cardan::SolverRegistry registry;
  const cardan::SolverOrigin origin = [&] {
    const WithoutGil away;
    registry.require(id);
    return registry.origin(id);
  }();
  const cardan_solver_desc& desc = *origin.desc;
  py::dict result;
  result["id"] = desc.id;
  result["version"] = desc.version;
  result["doc"] = desc.doc;
  result["formulation"] = desc.default_formulation;
  result["place"] = origin.place;
  std::vector<std::string> kinds;
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
    if ((desc.kinds >> kind & 1u) != 0) kinds.emplace_back(kKinds[kind]);
  }
  result["kinds"] = kinds;
  result["options"] = described_options(desc);
  return result;
}

}  // namespace

namespace cardan::python {

void bind_solver(py::module_& module) {
  module.def("_register_solver", &register_class, py::arg("type"));
  module.def("solvers", &solver_names,
             "Ids of all solvers: the plugins that were found, and the solvers written in\n"
             "Python. The call does not load plugins.");
  module.def("describe_solver", &describe_solver, py::arg("id"),
             "Description of a solver, a dict: id, version, doc, formulation, place, kinds and\n"
             "options, each with default, range, unit and doc. Raises Error for an unknown id.");
}

}  // namespace cardan::python
