#include "cardan/contact_solver.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>
#include <new>
#include <set>
#include <sstream>
#include <utility>

#include "cardan/error.h"
#include "cardan/solver_registry.h"
#include "core/nearest.h"
#include "plugins/host/fp_control.h"
#include "plugins/host/plugin_text.h"
#include "plugins/host/solve_arena.h"

namespace cardan {

/// The host data that a plugin sees, and the faults found in its last solve.
struct ContactSolver::Host {
  cardan_host abi{};
  const char* id = "";
  const char* fault = nullptr;  ///< string literal, nullptr: none
  const std::atomic<bool>* cancel = nullptr;
  mutable std::atomic<int> num_messages = 0;
  mutable char error[256] = {};  ///< the plugin's last error, formatted for display
  bool is_watched = false;       ///< set by a test of behaviour: messages are not logged
  SolveArena arena;

  void log(std::int32_t severity, const char* message) const;
};

namespace {

std::string solver_name(const cardan_solver_desc& desc) { return "solver " + std::string(desc.id); }

std::string text_of(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

std::string range_text(const cardan_param& param) {
  std::string text = "from " + text_of(param.lo) + " to " + text_of(param.hi);
  if (param.unit[0] != '\0') text += std::string(" ") + param.unit;
  return text;
}

std::vector<std::string> choices_of(const cardan_param& param) {
  std::vector<std::string> choices;
  for (const char* const* choice = param.choices; *choice != nullptr; ++choice) {
    choices.emplace_back(*choice);
  }
  return choices;
}

/// Converts an option's value to a number. Throws Error if the type is wrong or the value is out of
/// range.
double option_value(const cardan_param& param, const SolverOption& option,
                    const std::string& where) {
  const std::string& word = option.word;
  if (param.type == CARDAN_PARAM_CHOICE) {
    const std::vector<std::string> choices = choices_of(param);
    const auto at = std::find(choices.begin(), choices.end(), word);
    if (at != choices.end()) return static_cast<double>(at - choices.begin());
    const std::string given = word.empty() ? text_of(option.number) : word;
    throw Error("'" + given + "' is not one of its choices", where, suggest_name(word, choices));
  }
  if (param.type == CARDAN_PARAM_BOOLEAN) {
    if (word == "true" || (word.empty() && option.number == 1)) return 1;
    if (word == "false" || (word.empty() && option.number == 0)) return 0;
    throw Error(
        "'" + (word.empty() ? text_of(option.number) : word) + "' is neither true nor false", where,
        "write true or false");
  }
  if (!word.empty()) {
    throw Error("'" + word + "' is not a number", where, "expected " + range_text(param));
  }
  if (param.type == CARDAN_PARAM_INTEGER && option.number != std::floor(option.number)) {
    throw Error(text_of(option.number) + " is not a whole number", where,
                "expected " + range_text(param));
  }
  if (!(option.number >= param.lo && option.number <= param.hi)) {
    throw Error(text_of(option.number) + " is out of range", where,
                "expected " + range_text(param));
  }
  return option.number;
}

/// Doubles `have` until it is at least `wanted`. Returns true if it had to grow.
template <typename Int>
bool grow(Int& have, Int wanted) {
  if (wanted <= have) return false;
  const Int limit = std::numeric_limits<Int>::max();
  have = have > limit / 2 ? limit : std::max<Int>(wanted, 2 * have);
  return true;
}

// One line per solver, option and process, because each worker sets the options of its own
// instance.
void warn_of_old_name(const std::string& solver, const std::string& old_name, const char* name) {
  static std::mutex mutex;
  static std::set<std::pair<std::string, std::string>> warned;
  {
    const std::lock_guard<std::mutex> lock(mutex);
    if (!warned.emplace(solver, old_name).second) return;
  }
  cardan::log(Severity::kWarning, solver + ": option '" + old_name + "' is now named '" + name +
                                      "'; the old name will be removed");
}

// Detects that a plugin ignores options: plugins built with the SDK of cardan 0.1 silently drop
// options beyond its limit.
void check_many_params(const cardan_solver_desc& desc, cardan_solver* instance) {
  constexpr int kParamsOfOldSdk = 32;
  for (int i = kParamsOfOldSdk; i < desc.num_params; ++i) {
    bool refused = true;
    try {
      refused = desc.set_param(instance, i, desc.params[i].def) != 0;
    } catch (...) {
    }
    if (!refused) continue;
    throw Error("option '" + std::string(desc.params[i].name) + "', number " +
                    std::to_string(i + 1) + ", does not accept its own default",
                solver_name(desc), "rebuild the plugin: older SDKs support only 32 options");
  }
}

// Rejects counts that no correct solve reaches and whose sums would overflow.
bool is_believable(const cardan_report& report) {
  constexpr int kMost = 10'000'000;
  const auto within = [](int count) { return count >= 0 && count <= kMost; };
  return within(report.iterations) && within(report.factorizations);
}

bool all_finite(std::span<const double> values) {
  // One NaN or infinity makes the sum of x − x differ from 0.
  double sum = 0;
  for (double x : values) sum += x - x;
  return sum == 0;
}

}  // namespace

void ContactSolver::Host::log(std::int32_t severity, const char* message) const {
  const int count = num_messages.fetch_add(1, std::memory_order_relaxed);
  if (count > kMostMessages) {
    num_messages.store(kMostMessages + 1, std::memory_order_relaxed);
    return;
  }
  if (is_watched) return;
  const std::string name = "solver " + std::string(id);
  if (count == kMostMessages) {
    const std::string most = std::to_string(kMostMessages);
    cardan::log(Severity::kWarning,
                name + " logs more than " + most + " messages; further messages are dropped");
    return;
  }
  const Severity level = severity <= CARDAN_LOG_INFO      ? Severity::kInfo
                         : severity == CARDAN_LOG_WARNING ? Severity::kWarning
                                                          : Severity::kError;
  const char* prefix = severity == CARDAN_LOG_MISBEHAVING ? " misbehaves: " : ": ";
  char text[256];
  cardan::log(level, name + prefix + plugin_text(message, text));
}

ContactSolver::ContactSolver(const cardan_solver_desc& desc)
    : desc_(&desc), host_(std::make_unique<Host>()) {
  host_->id = desc.id;
  host_->abi.struct_size = sizeof(cardan_host);
  host_->abi.abi_minor = CARDAN_ABI_MINOR;
  host_->abi.host_data = host_.get();
  host_->abi.log = [](const cardan_host* host, std::int32_t severity, const char* message) {
    static_cast<const Host*>(host->host_data)->log(severity, message);
  };
  host_->abi.cancelled = [](const cardan_host* host) -> std::int32_t {
    const Host* self = static_cast<const Host*>(host->host_data);
    const bool own = self->cancel != nullptr && self->cancel->load(std::memory_order_relaxed);
    return own || all_solvers_are_cancelled() ? 1 : 0;
  };
  host_->abi.get_extension = [](const cardan_host*, const char*) -> const void* { return nullptr; };
  reserved_.struct_size = sizeof(cardan_size);
  reserved_.properties = ~0u;
  const FpGuard guard;
  try {
    instance_ = desc.create(&host_->abi);
  } catch (...) {
    instance_ = nullptr;
  }
  if (guard.restore()) {
    host_->fault = "create changed the floating-point control word; it was restored";
  }
  if (instance_ == nullptr)
    throw Error("the plugin could not create an instance", solver_name(desc));
  try {
    check_many_params(desc, instance_);
  } catch (...) {
    destroy();
    throw;
  }
}

ContactSolver::~ContactSolver() { destroy(); }

void ContactSolver::destroy() {
  if (instance_ == nullptr) return;
  const FpGuard guard;
  try {
    desc_->destroy(instance_);
  } catch (...) {
    log(Severity::kError, solver_name(*desc_) + " threw while it was destroyed");
  }
}

ContactSolver::ContactSolver(ContactSolver&& other) noexcept
    : desc_(other.desc_),
      instance_(std::exchange(other.instance_, nullptr)),
      host_(std::move(other.host_)),
      reserved_(other.reserved_) {}

ContactSolver& ContactSolver::operator=(ContactSolver&& other) noexcept {
  std::swap(desc_, other.desc_);
  std::swap(instance_, other.instance_);
  std::swap(host_, other.host_);
  std::swap(reserved_, other.reserved_);
  return *this;
}

void ContactSolver::set_option(const SolverOption& option) {
  const std::string solver = solver_name(*desc_);
  const cardan_param* param = find_option(*desc_, option.name);
  if (param == nullptr) {
    std::vector<std::string> names;
    names.reserve(static_cast<std::size_t>(desc_->num_params));
    for (int i = 0; i < desc_->num_params; ++i) names.emplace_back(desc_->params[i].name);
    throw Error("unknown option '" + option.name + "'", solver, suggest_name(option.name, names));
  }
  const auto index = static_cast<std::int32_t>(param - desc_->params);
  if (option.name != param->name) warn_of_old_name(solver, option.name, param->name);
  const std::string where = solver + ", option " + param->name;
  const double value = option_value(*param, option, where);
  const FpGuard guard;
  bool refused = true;
  try {
    refused = desc_->set_param(instance_, index, value) != 0;
  } catch (...) {
  }
  if (guard.restore()) {
    host_->fault = "set_param changed the floating-point control word; it was restored";
  }
  if (refused) throw Error("the plugin refused the value", where, last_error());
}

void ContactSolver::cancel_when(const std::atomic<bool>* flag) { host_->cancel = flag; }

void ContactSolver::reserve(const cardan_size& size) {
  cardan_size wanted = reserved_;
  bool grew = grow(wanted.m, size.m);
  grew |= grow(wanted.num_blocks, size.num_blocks);
  grew |= grow(wanted.num_groups, size.num_groups);
  grew |= grow(wanted.max_group_rows, size.max_group_rows);
  grew |= grow(wanted.cols, size.cols);
  grew |= grow(wanted.nnz_Y, size.nnz_Y);
  grew |= grow(wanted.nnz_S, size.nnz_S);
  // A plugin may rely only on properties common to all problems of this instance.
  const std::uint32_t common = wanted.properties & size.properties;
  grew |= common != wanted.properties;
  wanted.properties = common;
  if (!grew) return;
  const FpGuard guard;
  cardan_size given = wanted;
  bool failed = true;
  try {
    host_->arena.reserve(wanted);
    failed = desc_->reserve(instance_, &given) != 0;
  } catch (...) {
  }
  if (guard.restore()) {
    host_->fault = "reserve changed the floating-point control word; it was restored";
  }
  if (failed) {
    // The state of the plugin's storage is unknown, so the next call reserves again for any size.
    reserved_ = {};
    reserved_.struct_size = sizeof(cardan_size);
    reserved_.properties = wanted.properties;
    throw Error("the plugin could not reserve storage for " + std::to_string(size.m) + " rows",
                solver_name(*desc_), last_error());
  }
  if (std::memcmp(&given, &wanted, sizeof wanted) != 0) {
    throw Error("reserve wrote into its input: the size", solver_name(*desc_));
  }
  reserved_ = wanted;
}

SolveReport ContactSolver::solve(const cardan_problem& problem, std::span<double> lambda,
                                 std::span<double> u) {
  assert(static_cast<std::int32_t>(lambda.size()) >= problem.m);
  assert(u.empty() || static_cast<std::int32_t>(u.size()) >= problem.m);
  host_->fault = nullptr;
  const std::size_t m = static_cast<std::size_t>(problem.m);
  SolveArena& arena = host_->arena;
  try {
    arena.take(problem, lambda.first(m), !u.empty());
  } catch (const std::bad_alloc&) {
    host_->fault = "not enough memory for a copy of the problem";
    return {CARDAN_NUMERIC, 0, 0, 0, -1, 0, host_->fault, false};
  }
  int status = call_plugin();
  const char* tampering = arena.tampering(problem);
  if (tampering != nullptr) {
    host_->fault = tampering;
    return {CARDAN_NUMERIC, 0, 0, 0, -1, 0, tampering, true};
  }
  std::copy_n(arena.lambda(), m, lambda.begin());
  if (!u.empty()) std::copy_n(arena.u(), m, u.begin());
  if (!all_finite(lambda.first(m)) || (!u.empty() && !all_finite(u.first(m)))) {
    host_->fault = "solve returned numbers that are not finite";
    status = CARDAN_NUMERIC;
  }
  cardan_report& report = arena.report();
  if (!is_believable(report)) {
    host_->fault = "solve reported an impossible count of iterations or factorizations";
    report.iterations = report.factorizations = 0;
  }
  const bool has_worst = report.worst_block >= 0 && report.worst_block < problem.num_blocks;
  return {status,
          report.iterations,
          report.factorizations,
          report.stage,
          has_worst ? report.worst_block : -1,
          report.residual,
          host_->fault,
          false};
}

// Calls solve once on the contents of the arena. Returns its status, one of the enum.
int ContactSolver::call_plugin() {
  const SolveArena& arena = host_->arena;
  arena.report().struct_size = sizeof(cardan_report);
  arena.report().worst_block = -1;
  const FpGuard guard;
  int status = CARDAN_NUMERIC;
  try {
    status = desc_->solve(instance_, &arena.problem(), arena.lambda(), arena.u(), &arena.report());
  } catch (...) {
    host_->fault = "solve threw an exception across the C boundary";
  }
  if (guard.restore()) {
    host_->fault = "solve changed the floating-point control word; it was restored";
  }
  if (status >= CARDAN_SOLVED && status <= CARDAN_UNSUPPORTED) return status;
  host_->fault = "solve returned an unknown status";
  return CARDAN_NUMERIC;
}

void ContactSolver::watch_conduct() {
  host_->arena.seal_inputs();
  host_->is_watched = true;
}

const char* ContactSolver::name_of_write(const void* address) const {
  return host_->arena.name_of_write(address);
}

int ContactSolver::num_messages() const {
  return host_->num_messages.load(std::memory_order_relaxed);
}

const char* ContactSolver::last_error() const {
  const char* text = nullptr;
  try {
    text = instance_ == nullptr ? nullptr : desc_->last_error(instance_);
  } catch (...) {
  }
  if (text != nullptr && text[0] != '\0') return plugin_text(text, host_->error);
  return fault();
}

const char* ContactSolver::fault() const {
  return host_ != nullptr && host_->fault != nullptr ? host_->fault : "";
}

cardan_size size_of(const cardan_problem& problem) {
  cardan_size size{};
  size.struct_size = sizeof size;
  size.properties = problem.properties;
  size.m = problem.m;
  size.num_blocks = problem.num_blocks;
  size.num_groups = problem.num_groups;
  size.cols = problem.Y.cols;
  size.nnz_Y = problem.Y.start != nullptr ? problem.Y.start[problem.Y.rows] : 0;
  size.nnz_S = problem.S.start != nullptr ? problem.S.start[problem.S.rows] : 0;
  // Number of contiguous rows of a group.
  int rows = 0;
  for (int k = 0; k < problem.num_blocks; ++k) {
    const bool same = k > 0 && problem.blocks[k].group == problem.blocks[k - 1].group;
    rows = (same ? rows : 0) + problem.blocks[k].dim;
    size.max_group_rows = std::max(size.max_group_rows, rows);
  }
  return size;
}

}  // namespace cardan
