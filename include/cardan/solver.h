#pragma once

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <vector>

#include "cardan/cardan_solver.h"
#include "cardan/problem_view.h"

/// Entries of the parameter table of a solver. Strings must be literals, because the host may read
/// them as long as the library is loaded.
namespace cardan::sdk {

/// Maximum number of parameters. The host rejects a solver with more parameters.
constexpr int kMaxParams = 1000;

/// Makes a parameter that is a number within bounds. unit: "" if there is none.
constexpr cardan_param real_param(const char* name, const char* doc, const char* unit, double def,
                                  double lo, double hi) {
  return {name, doc, unit, nullptr, CARDAN_PARAM_REAL, 0, def, lo, hi};
}
/// Makes a parameter that is a whole number within bounds.
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
/// Makes a parameter that is true or false.
constexpr cardan_param boolean_param(const char* name, const char* doc, bool def) {
  return {name, doc, "", nullptr, CARDAN_PARAM_BOOLEAN, 0, def ? 1.0 : 0.0, 0.0, 1.0};
}
/// Makes a parameter that is one of several words. choices: NULL-terminated array of words; def:
/// index of the default.
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

// C++ base classes of solver plugins. To write a plugin, derive from Solver, define `static const
// SolverInfo& info()`, and write CARDAN_EXPORT_SOLVER(MySolver) in one source file.

/// Returns the bit of a block kind in SolverInfo::kinds.
constexpr std::uint32_t kind_bit(int kind) { return 1u << kind; }
/// Bits of all block kinds.
constexpr std::uint32_t kAllKinds = 0x7f;

/// Description of a solver. All strings must be literals.
struct SolverInfo {
  const char* id;                         ///< id: 1 to 64 letters, digits, _ and -
  const char* version;                    ///< version of the solver, e.g. "1.0"
  const char* doc;                        ///< one-line description
  const char* default_formulation;        ///< id of a formulation, e.g. "cone"
  std::uint32_t kinds;                    ///< bits of supported kinds: kind_bit(…) | …
  std::uint32_t required_properties = 0;  ///< bits of properties: CARDAN_SYMMETRIC | …
  std::uint32_t needs = 0;                ///< bits of needs: CARDAN_NEEDS_… | CARDAN_GROUP_SOLVES
  std::int32_t max_rows = 0;              ///< largest m; 0 for no limit
  std::int32_t max_dense_rows =
      0;                          ///< largest m for which the host makes a dense A; 0 for no limit
  std::int32_t max_cone_dim = 0;  ///< largest dim of a cone; 0 for no limit
  const cardan_param* params = nullptr;  ///< parameter table with num_params entries
  std::int32_t num_params = 0;           ///< number of entries of `params`
};

/// Base class of a solver. The host creates one instance per worker; instances share nothing.
/// `solve` is a pure function of the problem, the parameters and the guess: equal inputs give equal
/// bits, regardless of earlier solves.
class Solver {
 public:
  Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  virtual ~Solver() = default;

  /// Allocates storage for problems of at most this size. The host calls this function before the
  /// first solve of a larger problem. May throw. Implementations must call begin_reserve() first.
  virtual void reserve(const cardan_size& size) = 0;

  /// Solves a problem and returns a status. `lambda` (m numbers) contains the guess on entry (zeros
  /// if there is none) and the solution on return. `u` is an output of m numbers, or nullptr. On
  /// entry, the report has zeros and worst_block = -1; its `status` is set from the return value.
  /// Must not allocate, lock, use globals, start threads or read a clock. An exception becomes
  /// CARDAN_NUMERIC. Implementations must call begin_solve() first.
  virtual int solve(const ProblemView& problem, double* lambda, double* u,
                    cardan_report& report) = 0;

  /// Value of entry i of the parameter table, initially its default. Throws std::out_of_range if
  /// the table has no entry i.
  double param(int i) const {
    if (i < 0 || i >= static_cast<int>(params_.size())) {
      throw std::out_of_range("the solver asks for a parameter that its table does not have");
    }
    return params_[static_cast<std::size_t>(i)];
  }
  /// Value of an integer option.
  int int_param(int i) const { return static_cast<int>(param(i)); }
  /// Value of a boolean option.
  bool bool_param(int i) const { return param(i) != 0; }

 protected:
  /// Must be called at the start of reserve(). Returns the size for which to allocate: `size` with
  /// the rows limited to max_rows and max_dense_rows of info(), because the host and begin_solve()
  /// reject larger problems. No problem is accepted until reserve() has returned without an
  /// exception.
  cardan_size begin_reserve(const cardan_size& size) {
    reserved_ = {};
    pending_ = size;
    for (const std::int32_t limit : {info_->max_rows, info_->max_dense_rows}) {
      if (limit > 0) pending_.m = std::min(pending_.m, limit);
    }
    return pending_;
  }
  /// Must be called at the start of solve(). If it returns a status, solve() must return this
  /// status at once. The status is SOLVED for a problem without rows. It is UNSUPPORTED, with an
  /// error text, for a problem that is larger than the reserved size or lacks the dense A that
  /// info() requires. For every other problem, the function returns nothing.
  std::optional<int> begin_solve(const ProblemView& problem) {
    if (problem.m() == 0) return CARDAN_SOLVED;
    if (problem.m() > reserved_.m || problem.num_blocks() > reserved_.num_blocks ||
        problem.cols() > reserved_.cols || problem.entries_of_Y() > reserved_.nnz_Y) {
      set_error("the problem is larger than what was reserved");
      return CARDAN_UNSUPPORTED;
    }
    if ((info_->needs & CARDAN_NEEDS_DENSE) != 0 && !problem.has_dense()) {
      set_error("the host gave no dense matrix");
      return CARDAN_UNSUPPORTED;
    }
    return std::nullopt;
  }

  /// True if the host asks the solver to stop. A solver should call this function once per sweep or
  /// pivot and, if the result is true, return the best iterate with CARDAN_ITERATIONS.
  bool cancelled() const {
    return host_ != nullptr && host_->cancelled != nullptr && host_->cancelled(host_) != 0;
  }
  /// Writes a line to the host's log. severity: CARDAN_LOG_…. Not allowed in a successful solve.
  void log(std::int32_t severity, const char* message) const {
    if (host_ != nullptr && host_->log != nullptr) host_->log(host_, severity, message);
  }
  /// Sets the text that explains a status other than SOLVED. The text is copied and truncated to
  /// 255 bytes.
  void set_error(const char* text) { std::snprintf(error_, sizeof error_, "%s", text); }

 private:
  template <typename S>
  friend struct Glue;

  const cardan_host* host_ = nullptr;
  const SolverInfo* info_ = nullptr;
  cardan_size reserved_{};  ///< sizes of the largest problem that is accepted
  cardan_size pending_{};   ///< sizes that will be accepted when reserve() has returned
  std::vector<double> params_;
  char error_[256] = {};
};

/// The C functions for the solver type S. They catch every exception of S.
template <typename S>
struct Glue {
  /// Converts the opaque pointer of the C interface to a solver.
  static Solver* cast(cardan_solver* self) { return reinterpret_cast<Solver*>(self); }

  /// Creates a solver. Returns null if its constructor throws.
  static cardan_solver* create(const cardan_host* host) noexcept {
    try {
      const SolverInfo& info = S::info();
      std::vector<double> params;
      params.reserve(static_cast<std::size_t>(info.num_params));
      for (int i = 0; i < info.num_params; ++i) params.push_back(info.params[i].def);
      Solver* solver = new S;
      solver->host_ = host;
      solver->info_ = &info;
      solver->params_.swap(params);
      return reinterpret_cast<cardan_solver*>(solver);
    } catch (...) {
      return nullptr;
    }
  }

  /// Destroys a solver.
  static void destroy(cardan_solver* self) noexcept { delete cast(self); }

  /// Sets an option. Returns 0 if it is accepted.
  static std::int32_t set_param(cardan_solver* self, std::int32_t index, double value) noexcept {
    const SolverInfo& info = S::info();
    if (index < 0 || index >= info.num_params) return 1;
    const cardan_param& param = info.params[index];
    if (!(value >= param.lo && value <= param.hi)) return 1;
    cast(self)->params_[static_cast<std::size_t>(index)] = value;
    return 0;
  }

  /// Reserves storage for problems of the given size. Returns 0 on success.
  static std::int32_t reserve(cardan_solver* self, const cardan_size* size) noexcept {
    try {
      cast(self)->error_[0] = '\0';
      cast(self)->reserve(*size);
      cast(self)->reserved_ = cast(self)->pending_;
      return 0;
    } catch (const std::exception& error) {
      cast(self)->set_error(error.what());
    } catch (...) {
      cast(self)->set_error("unknown exception in reserve");
    }
    return 1;
  }

  /// Solves a problem. Returns the status; an exception becomes CARDAN_NUMERIC.
  static std::int32_t solve(cardan_solver* self, const cardan_problem* problem, double* lambda,
                            double* u, cardan_report* report) noexcept {
    // The solver writes a report of the size known to this SDK; the host's report can be shorter or
    // longer.
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

  /// Returns the text of the last failure: that of set_error() or of an exception.
  static const char* last_error(const cardan_solver* self) noexcept {
    return reinterpret_cast<const Solver*>(self)->error_;
  }

  /// Returns nullptr, since this version has no extensions.
  static const void* get_extension(cardan_solver*, const char*) noexcept { return nullptr; }

  /// Returns the description of the solver for the host.
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

/// Returns the entry of a library that contains the given solvers.
template <typename... Solvers>
const cardan_entry* make_entry() noexcept {
  static const cardan_solver_desc* const kSolvers[] = {&Glue<Solvers>::desc()...};
  static const cardan_entry kEntry = {
    CARDAN_ABI_MAGIC,
    CARDAN_ABI_MAJOR,
    CARDAN_ABI_MINOR,
    0,  // min_host_minor 0: the library runs on any host with this major version
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

/// Exports the entry of the library for one or more solver classes. With
/// -DCARDAN_STATIC_PLUGIN=name, the symbol is cardan_solver_entry_<name>, so that one program can
/// link several solvers.
#define CARDAN_EXPORT_SOLVER(...)                                                                \
  extern "C" __attribute__((visibility("default"))) const cardan_entry* CARDAN_SDK_ENTRY(void) { \
    return cardan::sdk::make_entry<__VA_ARGS__>();                                               \
  }                                                                                              \
  static_assert(true, "")
