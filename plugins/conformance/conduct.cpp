#include <atomic>
#include <cstring>
#include <exception>
#include <limits>
#include <thread>

#include "constraint/compatibility.h"
#include "plugins/conformance/examination.h"

namespace cardan {

namespace {

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

std::string at(const CannedProblem& canned, const std::string& fault) {
  return fault.empty() ? "" : canned.name + ": " + fault;
}

using OneProblem = std::string (*)(const Examination& examination, const CannedProblem& canned);

/// The first fault found in the problems.
template <OneProblem question>
std::string over_all(const Examination& examination) {
  for (const CannedProblem* canned : examination.asked) {
    std::string fault = at(*canned, question(examination, *canned));
    if (!fault.empty()) return fault;
  }
  return "";
}

/// Solves each problem with its own instance.
std::vector<std::vector<double>> fresh_answers(const Examination& examination) {
  std::vector<std::vector<double>> answers;
  for (const CannedProblem* canned : examination.asked) {
    ContactSolver solver(examination.desc);
    answers.push_back(ask(examination, solver, canned->problem).lambda);
  }
  return answers;
}

/// One instance solves all problems in order, each three times in a row, then in reverse order and
/// in order again. Earlier solves must not affect the results.
std::string purity(const Examination& examination) {
  const std::vector<std::vector<double>> expected = fresh_answers(examination);
  const std::size_t count = expected.size();
  ContactSolver solver(examination.desc);
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t k = round == 1 ? count - 1 - i : i;
      for (int again = 0; again < (round == 0 ? 3 : 1); ++again) {
        const ExaminedAnswer answer = ask(examination, solver, examination.asked[k]->problem);
        if (same_bits(answer.lambda, expected[k])) continue;
        return at(*examination.asked[k], again == 0
                                             ? "another answer after other problems were solved"
                                             : "another answer when it is solved again");
      }
    }
  }
  return "";
}

std::string own_answer(const Examination& examination, const CannedProblem& canned) {
  ContactSolver solver(examination.desc);
  const ExaminedAnswer first = ask(examination, solver, canned.problem);
  if (first.report.status != CARDAN_SOLVED) return "";
  CannedProblem solved = canned;
  solved.expected = Expected::kSolved;
  return fault_of(solved, ask(examination, solver, canned.problem, first.lambda),
                  solver.last_error());
}

std::string far_guess(const Examination& examination, const CannedProblem& canned) {
  ContactSolver solver(examination.desc);
  std::vector<double> guess(canned.problem.b.size());
  for (std::size_t i = 0; i < guess.size(); ++i) guess[i] = i % 2 ? -40.0 : 30.0;
  return fault_of(canned, ask(examination, solver, canned.problem, guess), solver.last_error());
}

// Solving with a stored factor must give the same bits as solving with a new one.
std::string matrix_id(const Examination& examination, const CannedProblem& canned) {
  Problem named = canned.problem, other = canned.problem, plain = canned.problem;
  named.matrix_id = other.matrix_id = 7;
  plain.matrix_id = 0;
  for (std::size_t i = 0; i < plain.b.size(); ++i) other.b[i] = plain.b[i] *= 0.5;
  ContactSolver solver(examination.desc), fresh(examination.desc);
  ask(examination, solver, named);
  const bool same =
      same_bits(ask(examination, solver, other).lambda, ask(examination, fresh, plain).lambda);
  return same ? "" : "the kept factor changed the answer";
}

/// With a budget of one iteration, or if cancelled before it starts, a solver may take at most one
/// iteration.
std::string fault_when_hindered(const CannedProblem& canned, const ExaminedAnswer& answer,
                                const ContactSolver& solver) {
  constexpr int kMost = 1;
  if (answer.report.status == CARDAN_NUMERIC) return "says NUMERIC";
  CannedProblem honest = canned;
  honest.expected = Expected::kHonest;
  std::string fault = fault_of(honest, answer, solver.last_error());
  if (!fault.empty() || answer.report.iterations <= kMost) return fault;
  return "took " + std::to_string(answer.report.iterations) + " iterations";
}

std::string budget(const Examination& examination, const CannedProblem& canned) {
  ContactSolver solver(examination.desc);
  Problem limited = canned.problem;
  limited.max_iterations = 1;
  return fault_when_hindered(canned, ask(examination, solver, limited), solver);
}

std::string cancelled(const Examination& examination, const CannedProblem& canned) {
  ContactSolver solver(examination.desc);
  const std::atomic<bool> flag{true};
  solver.cancel_when(&flag);
  return fault_when_hindered(canned, ask(examination, solver, canned.problem), solver);
}

std::string nan_in_b(const Examination& examination, const CannedProblem& canned) {
  if (canned.problem.b.empty()) return "";
  ContactSolver solver(examination.desc);
  Problem poisoned = canned.problem;
  poisoned.b.back() = std::numeric_limits<double>::quiet_NaN();
  const ExaminedAnswer answer = ask(examination, solver, poisoned);
  if (answer.report.discarded) return answer.report.fault;
  const int status = answer.report.status;
  return status == CARDAN_SOLVED || status == CARDAN_APPROXIMATE
             ? std::string("says ") + status_name(status)
             : "";
}

// The host's description of a write into the input or outside all outputs.
std::string tampering(const Examination& examination, const CannedProblem& canned, bool input) {
  ContactSolver solver(examination.desc);
  const ExaminedAnswer answer = ask(examination, solver, canned.problem);
  if (!answer.report.discarded) return "";
  const std::string fault = answer.report.fault;
  return (fault.find("into its input") != std::string::npos) == input ? fault : "";
}

std::string own_input(const Examination& examination, const CannedProblem& canned) {
  return tampering(examination, canned, true);
}

std::string guard_words(const Examination& examination, const CannedProblem& canned) {
  return tampering(examination, canned, false);
}

std::string messages(const Examination& examination, const CannedProblem& canned) {
  ContactSolver solver(examination.desc);
  const ExaminedAnswer answer = ask(examination, solver, canned.problem);
  const bool good = answer.report.status == CARDAN_SOLVED;
  if (answer.messages == 0 || (!good && answer.messages <= 1)) return "";
  return "logged " + std::to_string(answer.messages) + " messages or more in one solve";
}

std::string own_defaults(const Examination& examination) {
  ContactSolver solver(examination.desc);
  for (int i = 0; i < examination.desc.num_params; ++i) {
    const cardan_param& param = examination.desc.params[i];
    const bool is_choice = param.type == CARDAN_PARAM_CHOICE;
    const char* word = is_choice ? param.choices[static_cast<int>(param.def)] : "";
    solver.set_option({param.name, param.def, word});
  }
  return "";
}

std::string fp_control(const Examination& examination, const CannedProblem& canned) {
  ContactSolver solver(examination.desc);
  const ExaminedAnswer answer = ask(examination, solver, canned.problem);
  for (const std::string& fault :
       {answer.setup_fault,
        std::string(answer.report.fault == nullptr ? "" : answer.report.fault)}) {
    if (fault.find("control word") != std::string::npos) return fault;
  }
  return "";
}

}  // namespace

const std::vector<ConductQuestion>& conduct_questions() {
  static const std::vector<ConductQuestion> questions{
      {"equal bits from equal input, whatever was solved before", &purity},
      {"takes its own answer as the guess and keeps it", &over_all<&own_answer>},
      {"solves from a guess far from the solution", &over_all<&far_guess>},
      {"equal bits with a factor kept by matrix_id", &over_all<&matrix_id>},
      {"respects a budget of one iteration and reports the status correctly", &over_all<&budget>},
      {"stops within one iteration when cancelled and reports the status correctly",
       &over_all<&cancelled>},
      {"detects NaN in b", &over_all<&nan_in_b>},
      {"does not change its input", &over_all<&own_input>},
      {"writes nothing outside lambda and u", &over_all<&guard_words>},
      {"logs nothing in a successful solve and at most one message in a failed solve",
       &over_all<&messages>},
      {"accepts the default of each of its options", &own_defaults},
      {"does not change the floating-point control word", &over_all<&fp_control>},
  };
  return questions;
}

std::string two_threads(const Examination& examination) {
  const std::vector<std::vector<double>> expected = fresh_answers(examination);
  std::string faults[2];
  const auto run = [&](std::string& fault) {
    try {
      ContactSolver solver(examination.desc);
      for (std::size_t k = 0; k < expected.size() && fault.empty(); ++k) {
        const CannedProblem& canned = *examination.asked[k];
        if (!same_bits(ask(examination, solver, canned.problem).lambda, expected[k])) {
          fault = at(canned, "another answer beside a second instance");
        }
      }
    } catch (const std::exception& error) {
      fault = error.what();
    }
  };
  std::thread other([&] { run(faults[1]); });
  run(faults[0]);
  other.join();
  return faults[0].empty() ? faults[1] : faults[0];
}

}  // namespace cardan
