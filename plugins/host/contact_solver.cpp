#include "cardan/host/contact_solver.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <sstream>
#include <utility>

#include "cardan/core/error.h"
#include "cardan/core/log.h"
#include "cardan/core/nearest.h"
#include "cardan/host/fp_control_internal.h"

namespace cardan {

/// What a plugin sees of us, and what we found wrong with its last solve.
struct ContactSolver::Host {
  cardan_host abi{};
  const char* id = "";
  const char* fault = nullptr;  ///< literal, nullptr: none
  const std::atomic<bool>* cancel = nullptr;
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

/// The number that stands for an option's value; throws Error where type or range do not fit.
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

/// `have` doubled until it holds `wanted`; true if it had to grow.
template <typename Int>
bool grow(Int& have, Int wanted) {
  if (wanted <= have) return false;
  const Int limit = std::numeric_limits<Int>::max();
  have = have > limit / 2 ? limit : std::max<Int>(wanted, 2 * have);
  return true;
}

bool all_finite(std::span<const double> values) {
  // One NaN or infinity makes the sum of x − x differ from 0.
  double sum = 0;
  for (double x : values) sum += x - x;
  return sum == 0;
}

}  // namespace

ContactSolver::ContactSolver(const cardan_solver_desc& desc)
    : desc_(&desc), host_(std::make_unique<Host>()) {
  host_->id = desc.id;
  host_->abi.struct_size = sizeof(cardan_host);
  host_->abi.abi_minor = CARDAN_ABI_MINOR;
  host_->abi.host_data = host_.get();
  host_->abi.log = [](const cardan_host* host, std::int32_t severity, const char* message) {
    const Host* self = static_cast<const Host*>(host->host_data);
    const Severity level = severity <= CARDAN_LOG_INFO      ? Severity::kInfo
                           : severity == CARDAN_LOG_WARNING ? Severity::kWarning
                                                            : Severity::kError;
    const char* prefix = severity == CARDAN_LOG_MISBEHAVING ? " misbehaves: " : ": ";
    cardan::log(level, "solver " + std::string(self->id) + prefix + message);
  };
  host_->abi.cancelled = [](const cardan_host* host) -> std::int32_t {
    const Host* self = static_cast<const Host*>(host->host_data);
    return self->cancel != nullptr && self->cancel->load(std::memory_order_relaxed) ? 1 : 0;
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
  if (instance_ == nullptr) throw Error("the plugin could not make an instance", solver_name(desc));
}

ContactSolver::~ContactSolver() {
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
  std::vector<std::string> names;
  for (int i = 0; i < desc_->num_params; ++i) {
    const cardan_param& param = desc_->params[i];
    names.emplace_back(param.name);
    if (option.name != param.name) continue;
    const std::string where = solver_name(*desc_) + ", option " + option.name;
    const double value = option_value(param, option, where);
    const FpGuard guard;
    bool refused = true;
    try {
      refused = desc_->set_param(instance_, i, value) != 0;
    } catch (...) {
    }
    if (guard.restore()) {
      host_->fault = "set_param changed the floating-point control word; it was restored";
    }
    if (refused) {
      throw Error("the plugin refused the value", where, last_error());
    }
    return;
  }
  throw Error("unknown option '" + option.name + "'", solver_name(*desc_),
              suggest_name(option.name, names));
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
  // A plugin may count on those properties alone that all problems of this instance have.
  const std::uint32_t common = wanted.properties & size.properties;
  grew |= common != wanted.properties;
  wanted.properties = common;
  if (!grew) return;
  const FpGuard guard;
  bool failed = true;
  try {
    failed = desc_->reserve(instance_, &wanted) != 0;
  } catch (...) {
  }
  if (guard.restore()) {
    host_->fault = "reserve changed the floating-point control word; it was restored";
  }
  if (failed) {
    // What the plugin holds now is its secret: the next call reserves whatever its size.
    reserved_ = {};
    reserved_.struct_size = sizeof(cardan_size);
    reserved_.properties = wanted.properties;
    throw Error("the plugin could not reserve storage for " + std::to_string(size.m) + " rows",
                solver_name(*desc_), last_error());
  }
  reserved_ = wanted;
}

SolveReport ContactSolver::solve(const cardan_problem& problem, std::span<double> lambda,
                                 std::span<double> u) {
  assert(static_cast<std::int32_t>(lambda.size()) >= problem.m);
  assert(u.empty() || static_cast<std::int32_t>(u.size()) >= problem.m);
  cardan_report report{};
  report.struct_size = sizeof report;
  report.worst_block = -1;
  host_->fault = nullptr;

  const FpGuard guard;
  int status = CARDAN_NUMERIC;
  try {
    status =
        desc_->solve(instance_, &problem, lambda.data(), u.empty() ? nullptr : u.data(), &report);
  } catch (...) {
    host_->fault = "solve threw an exception across the C boundary";
  }
  if (guard.restore()) {
    host_->fault = "solve changed the floating-point control word; it was restored";
  }
  if (status < CARDAN_SOLVED || status > CARDAN_UNSUPPORTED) {
    host_->fault = "solve returned a status that is none of the enum";
    status = CARDAN_NUMERIC;
  }
  const std::size_t m = static_cast<std::size_t>(problem.m);
  if (!all_finite(lambda.first(m)) || (!u.empty() && !all_finite(u.first(m)))) {
    host_->fault = "solve left numbers that are not finite";
    status = CARDAN_NUMERIC;
  }
  return {status,       report.iterations,  report.factorizations,
          report.stage, report.worst_block, report.residual,
          host_->fault};
}

const char* ContactSolver::last_error() const {
  const char* text = instance_ == nullptr ? nullptr : desc_->last_error(instance_);
  if (text != nullptr && text[0] != '\0') return text;
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
  // Rows of a group that stand together.
  int rows = 0;
  for (int k = 0; k < problem.num_blocks; ++k) {
    const bool same = k > 0 && problem.blocks[k].group == problem.blocks[k - 1].group;
    rows = (same ? rows : 0) + problem.blocks[k].dim;
    size.max_group_rows = std::max(size.max_group_rows, rows);
  }
  return size;
}

}  // namespace cardan
