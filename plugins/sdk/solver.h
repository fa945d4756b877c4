#pragma once

#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <vector>

#include "cardan/abi/cardan_solver.h"
#include "cardan/sdk/problem_view.h"

/// The C++ side of a solver plugin: derive from Solver, give it `static const SolverInfo& info()`,
/// and write CARDAN_EXPORT_SOLVER(MySolver) in one source file.
namespace cardan::sdk {

/// Bit of a block kind in SolverInfo::kinds.
constexpr std::uint32_t kind_bit(int kind) { return 1u << kind; }
constexpr std::uint32_t kAllKinds = 0x7f;

/// Parameters of one solver at most: the host refuses more.
constexpr int kMaxParams = 1000;

// Entries of a parameter table. Texts must be literals: they live as long as the library.

constexpr cardan_param real_param(const char* name, const char* doc, const char* unit, double def,
                                  double lo, double hi) {
  return {name, doc, unit, nullptr, CARDAN_PARAM_REAL, 0, def, lo, hi};
}
constexpr cardan_param integer_param(const char* name, const char* doc, int def, int lo, int hi) {
  return {name,
          doc,
          "",
          nullptr,
          CARDAN_PARAM_INTEGER,
          0,
          static_cast<double>(def),
          static_cast<double>(lo),
          static_cast<double>(hi)};
}
constexpr cardan_param boolean_param(const char* name, const char* doc, bool def) {
  return {name, doc, "", nullptr, CARDAN_PARAM_BOOLEAN, 0, def ? 1.0 : 0.0, 0.0, 1.0};
}
/// choices: NULL-terminated array of words; def: index of the default.
constexpr cardan_param choice_param(const char* name, const char* doc, const char* const* choices,
                                    int def) {
  int count = 0;
  while (choices[count] != nullptr) ++count;
  return {name,
          doc,
          "",
          choices,
          CARDAN_PARAM_CHOICE,
          0,
          static_cast<double>(def),
          0.0,
          static_cast<double>(count - 1)};
}

/// Description of a solver by itself; all texts are literals.
struct SolverInfo {
  const char* id;                         ///< plain word
  const char* version;                    ///< e.g. "1.0"
  const char* doc;                        ///< one line
  const char* default_formulation;        ///< e.g. "cone"
  std::uint32_t kinds;                    ///< kind_bit(…) | …
  std::uint32_t required_properties = 0;  ///< CARDAN_SYMMETRIC | …
  std::uint32_t needs = 0;                ///< CARDAN_NEEDS_… | CARDAN_GROUP_SOLVES
  std::int32_t max_rows = 0;              ///< 0: no limit
  std::int32_t max_dense_rows = 0;  ///< largest m for which the host makes a dense A; 0: no limit
  std::int32_t max_cone_dim = 0;    ///< 0: no limit
  const cardan_param* params = nullptr;
  std::int32_t num_params = 0;
};

/// Base of a solver. One instance per worker; instances share nothing. `solve` is a pure function
/// of problem, parameters and guess: same input, same bits, whatever was solved before.
class Solver {
 public:
  Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  virtual ~Solver() = default;

  /// Called before the first solve of a problem of this size (a bound, not the size itself). May
  /// allocate and throw.
  virtual void reserve(const cardan_size& size) = 0;

  /// lambda in: guess (zeros when cold), out: solution, m numbers. u: out, m numbers, or nullptr.
  /// Fill what the report has for you; `status` is set from the return value. No allocation, lock,
  /// global, thread or clock. An exception becomes CARDAN_NUMERIC.
  virtual int solve(const ProblemView& problem, double* lambda, double* u,
                    cardan_report& report) = 0;

  /// Parameter i of the table; its default until set. Throws where the table has no such entry.
  double param(int i) const {
    if (i < 0 || i >= static_cast<int>(params_.size())) {
      throw std::out_of_range("the solver asks for a parameter that its table does not have");
    }
    return params_[static_cast<std::size_t>(i)];
  }
  int int_param(int i) const { return static_cast<int>(param(i)); }
  bool bool_param(int i) const { return param(i) != 0; }

 protected:
  /// To be asked once per sweep or pivot: true means return the best so far with CARDAN_ITERATIONS.
  bool cancelled() const {
    return host_ != nullptr && host_->cancelled != nullptr && host_->cancelled(host_) != 0;
  }
  /// A line for the host's log; severity CARDAN_LOG_…. Not to be called in a successful solve.
  void log(std::int32_t severity, const char* message) const {
    if (host_ != nullptr && host_->log != nullptr) host_->log(host_, severity, message);
  }
  /// The text behind a status that is not SOLVED; copied, cut at 255 bytes.
  void set_error(const char* text) { std::snprintf(error_, sizeof error_, "%s", text); }

 private:
  template <typename S>
  friend struct Glue;

  const cardan_host* host_ = nullptr;
  std::vector<double> params_;
  char error_[256] = {};
};

/// The C functions of solver type S. Nothing that S throws passes them.
template <typename S>
struct Glue {
  static Solver* cast(cardan_solver* self) { return reinterpret_cast<Solver*>(self); }

  static cardan_solver* create(const cardan_host* host) noexcept {
    try {
      const SolverInfo& info = S::info();
      std::vector<double> params;
      params.reserve(static_cast<std::size_t>(info.num_params));
      for (int i = 0; i < info.num_params; ++i) params.push_back(info.params[i].def);
      Solver* solver = new S;
      solver->host_ = host;
      solver->params_.swap(params);
      return reinterpret_cast<cardan_solver*>(solver);
    } catch (...) {
      return nullptr;
    }
  }

  static void destroy(cardan_solver* self) noexcept { delete cast(self); }

  static std::int32_t set_param(cardan_solver* self, std::int32_t index, double value) noexcept {
    const SolverInfo& info = S::info();
    if (index < 0 || index >= info.num_params) return 1;
    const cardan_param& param = info.params[index];
    if (!(value >= param.lo && value <= param.hi)) return 1;
    cast(self)->params_[static_cast<std::size_t>(index)] = value;
    return 0;
  }

  static std::int32_t reserve(cardan_solver* self, const cardan_size* size) noexcept {
    try {
      cast(self)->error_[0] = '\0';
      cast(self)->reserve(*size);
      return 0;
    } catch (const std::exception& error) {
      cast(self)->set_error(error.what());
    } catch (...) {
      cast(self)->set_error("unknown exception in reserve");
    }
    return 1;
  }

  static std::int32_t solve(cardan_solver* self, const cardan_problem* problem, double* lambda,
                            double* u, cardan_report* report) noexcept {
    // The solver writes a report of its own size: the host's may be shorter or longer than the one
    // known here.
    cardan_report own = {};
    own.struct_size = sizeof own;
    own.worst_block = -1;
    own.status = CARDAN_NUMERIC;
    try {
      cast(self)->error_[0] = '\0';
      if (problem->struct_size < sizeof(cardan_problem)) {
        cast(self)->set_error("the host's cardan_problem is shorter than this solver needs");
        own.status = CARDAN_UNSUPPORTED;
      } else {
        own.status = cast(self)->solve(ProblemView(*problem), lambda, u, own);
      }
    } catch (const std::exception& error) {
      cast(self)->set_error(error.what());
      own.status = CARDAN_NUMERIC;
    } catch (...) {
      cast(self)->set_error("unknown exception in solve");
      own.status = CARDAN_NUMERIC;
    }
    if (report != nullptr && report->struct_size >= sizeof own) {
      own.struct_size = report->struct_size;
      *report = own;
    }
    return own.status;
  }

  static const char* last_error(const cardan_solver* self) noexcept {
    return reinterpret_cast<const Solver*>(self)->error_;
  }

  static const void* get_extension(cardan_solver*, const char*) noexcept { return nullptr; }

  static const cardan_solver_desc& desc() noexcept {
    static const cardan_solver_desc kDesc = {sizeof(cardan_solver_desc),
                                             S::info().kinds,
                                             S::info().required_properties,
                                             S::info().needs,
                                             S::info().max_rows,
                                             S::info().max_dense_rows,
                                             S::info().max_cone_dim,
                                             S::info().num_params,
                                             S::info().id,
                                             S::info().version,
                                             S::info().doc,
                                             S::info().default_formulation,
                                             S::info().params,
                                             &create,
                                             &destroy,
                                             &set_param,
                                             &reserve,
                                             &solve,
                                             &last_error,
                                             &get_extension};
    return kDesc;
  }
};

/// The entry of a library with the given solvers.
template <typename... Solvers>
const cardan_entry* make_entry() noexcept {
  static const cardan_solver_desc* const kSolvers[] = {&Glue<Solvers>::desc()...};
  static const cardan_entry kEntry = {
    CARDAN_ABI_MAGIC,
    CARDAN_ABI_MAJOR,
    CARDAN_ABI_MINOR,
    0,  // min_host_minor: runs on any host of this major version
    sizeof(cardan_entry),
    sizeof(std::int32_t),
    sizeof(double),
    CARDAN_ABI_ENDIAN_TAG,
    sizeof(cardan_block),
    sizeof(cardan_param),
#if defined(__VERSION__)
    __VERSION__,
#else
    "",
#endif
    kSolvers,
    static_cast<std::int32_t>(sizeof...(Solvers)),
    0
  };
  return &kEntry;
}

}  // namespace cardan::sdk

#define CARDAN_SDK_JOIN_(a, b) a##b
#define CARDAN_SDK_JOIN(a, b) CARDAN_SDK_JOIN_(a, b)
#ifdef CARDAN_STATIC_PLUGIN
#define CARDAN_SDK_ENTRY CARDAN_SDK_JOIN(cardan_solver_entry_, CARDAN_STATIC_PLUGIN)
#else
#define CARDAN_SDK_ENTRY cardan_solver_entry
#endif

/// Exports the library's entry with one or more solver classes. With -DCARDAN_STATIC_PLUGIN=name
/// the symbol is cardan_solver_entry_<name>, so that several solvers fit in one program.
#define CARDAN_EXPORT_SOLVER(...)                                                                \
  extern "C" __attribute__((visibility("default"))) const cardan_entry* CARDAN_SDK_ENTRY(void) { \
    return cardan::sdk::make_entry<__VA_ARGS__>();                                               \
  }                                                                                              \
  static_assert(true, "")
