#include "cardan/conformance.h"

#include <exception>
#include <functional>
#include <system_error>

#include "cardan/solver_registry.h"
#include "constraint/compatibility.h"
#include "constraint/formulation.h"
#include "constraint/lowering.h"
#include "plugins/conformance/examination.h"
#include "plugins/conformance/stdout_trap.h"
#include "plugins/conformance/write_trap.h"
#include "plugins/host/plugin_library.h"
#include "plugins/host/surroundings.h"

namespace cardan {

namespace {

using Outcome = ConformanceCheck::Outcome;

/// Maximum number of rows of the problems used to check behaviour, because each is solved a dozen
/// times.
constexpr int kSmall = 48;

/// Number of threads of this process, 0 if the system does not report it.
int count_threads() {
  std::error_code code;
  int count = 0;
  for (std::filesystem::directory_iterator it("/proc/self/task", code), end; !code && it != end;
       it.increment(code)) {
    ++count;
  }
  return count;
}

std::string takes_text(const cardan_solver_desc& desc) {
  std::string formulations;
  for (const std::string& id : formulation_ids()) {
    FormulationSpec spec;
    spec.id = id;
    if (!why_unfit(make_formulation(spec)->info(), desc).empty()) continue;
    formulations.append(formulations.empty() ? "" : ", ").append(id);
  }
  return kinds_text(desc.kinds) + "; formulations " +
         (formulations.empty() ? "none of this version" : formulations);
}

std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text.append(text.empty() ? "" : "; ").append(part);
  return text;
}

/// Lowers a problem as the host does for a solver without BOX and BOX_MU.
void lower(CannedProblem& canned, std::uint32_t kinds) {
  Lowering lowering;
  Problem lowered;
  if (!lowering.lower(canned.problem, kinds, lowered)) return;
  canned.problem = lowered;
  canned.problem.matrix_id = 0;
  canned.name.append(", lowered");
}

/// The checks of one solver.
class Kit {
 public:
  Kit(const cardan_solver_desc& desc, const ConformanceOptions& options)
      : examination_{desc, options, {}}, problems_(make_canned_problems()) {
    report_.solver = desc.id;
    report_.takes = takes_text(desc);
    for (CannedProblem& canned : problems_) {
      lower(canned, desc.kinds);
      if (desc.needs & CARDAN_NEEDS_DENSE) canned.problem.form_dense();
    }
  }

  ConformanceReport run() {
    {
      const WriteTrap write_trap;
      StdoutTrap trap;
      const Surroundings before;
      const int threads = count_threads();
      for (const CannedProblem& canned : problems_) put(canned);
      for (const ConductQuestion& question : conduct_questions()) {
        promise(question.name, [&] { return question.ask(examination_); });
      }
      promise("starts no thread", [&] {
        const int more = count_threads() - threads;
        return more <= 0 ? "" : std::to_string(more) + " more than before";
      });
      promise("equal bits from two instances on two threads",
              [&] { return two_threads(examination_); });
      look_around(before, trap);
    }
    ask_about_allocations();
    return std::move(report_);
  }

 private:
  void add(const std::string& name, Outcome outcome, const std::string& detail, bool is_promise) {
    report_.checks.push_back({name, outcome, detail, is_promise});
  }

  void promise(const std::string& name, const std::function<std::string()>& question) {
    std::string fault;
    try {
      fault = question();
    } catch (const std::exception& error) {
      fault = error.what();
    }
    add(name, fault.empty() ? Outcome::kPassed : Outcome::kFailed, fault, true);
  }

  void put(const CannedProblem& canned) {
    const std::string reason = why_not_asked(examination_.desc, canned.problem);
    if (!reason.empty()) return add(canned.name, Outcome::kSkipped, reason, false);
    if (canned.expected != Expected::kNoSolution && canned.problem.m() <= kSmall) {
      examination_.asked.push_back(&canned);
    }
    try {
      ContactSolver solver(examination_.desc);
      const ExaminedAnswer answer = ask(examination_, solver, canned.problem);
      if (answer.allocations > 0 && answer.report.status <= CARDAN_ITERATIONS &&
          allocating_.empty()) {
        allocating_ = canned.name + ": " + std::to_string(answer.allocations) + " in one solve";
      }
      const std::string fault = fault_of(canned, answer, solver.last_error());
      if (!fault.empty()) return add(canned.name, Outcome::kFailed, fault, false);
      const bool unsolved =
          canned.expected != Expected::kNoSolution && answer.report.status != CARDAN_SOLVED;
      add(canned.name, unsolved ? Outcome::kUnsolved : Outcome::kPassed,
          std::string(status_name(answer.report.status)) + ", " +
              std::to_string(answer.report.iterations) + " iterations",
          false);
    } catch (const std::exception& error) {
      add(canned.name, Outcome::kFailed, error.what(), false);
    }
  }

  void look_around(const Surroundings& before, StdoutTrap& trap) {
    // The host checks the control word at each call, so it has its own check.
    promise("leaves locale, signals, folder, environment and streams alone", [&] {
      const std::vector<std::string> changed = before.restore();
      return changed.empty() ? "" : "changed " + join(changed);
    });
    const std::string print = "prints nothing";
    if (!trap.works()) {
      return add(print, Outcome::kSkipped, "standard output cannot be watched here", true);
    }
    promise(print, [&] {
      const std::string text = trap.caught();
      return text.empty() ? "" : "wrote to standard output: " + text;
    });
  }

  void ask_about_allocations() {
    const std::string name = "allocates nothing in solve";
    if (examination_.options.count_allocations == nullptr) {
      return add(name, Outcome::kSkipped, "this program does not count allocations", true);
    }
    add(name, allocating_.empty() ? Outcome::kPassed : Outcome::kFailed, allocating_, true);
  }

  Examination examination_;
  CannedProblems problems_;
  std::string allocating_;  ///< first problem whose solve allocated memory
  ConformanceReport report_;
};

}  // namespace

ConformanceReport check_solver(const cardan_solver_desc& desc, const ConformanceOptions& options) {
  return Kit(desc, options).run();
}

ConformanceReport check_loading(const std::filesystem::path& file) {
  ConformanceReport loading;
  loading.solver = file.filename().string();
  std::vector<std::string> changed;
  std::string text;
  const int threads = count_threads();
  {
    StdoutTrap trap;
    load_plugin_watched(file, changed);
    text = trap.caught();
  }
  const auto add = [&](const char* name, const std::string& fault) {
    loading.checks.push_back(
        {name, fault.empty() ? Outcome::kPassed : Outcome::kFailed, fault, true});
  };
  add("loading leaves the process as it was", changed.empty() ? "" : "changed " + join(changed));
  add("loading prints nothing", text.empty() ? "" : "wrote to standard output: " + text);
  add("loading starts no thread", count_threads() > threads ? "there are more than before" : "");
  return loading;
}

std::vector<ConformanceReport> check_plugin(const std::filesystem::path& file,
                                            const ConformanceOptions& options) {
  std::vector<ConformanceReport> reports{check_loading(file)};
  const cardan_entry& entry = load_plugin(file);
  for (int i = 0; i < entry.num_solvers; ++i) {
    reports.push_back(check_solver(*entry.solvers[i], options));
  }
  return reports;
}

}  // namespace cardan
