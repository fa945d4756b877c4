// dump_answers COUNT [FOLDER]: problems and the answers of every solver that takes them, one JSON
// object a line, until COUNT answers are SOLVED; those of the files below FOLDER come first.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "builtin_solvers.h"
#include "cardan/constraint/compatibility.h"
#include "cardan/constraint/judge/residual.h"
#include "cardan/constraint/judge/rounding.h"
#include "cardan/constraint/lowering.h"
#include "cardan/host/contact_solver.h"
#include "cardan/host/solver_registry.h"
#include "problems.h"

namespace cardan::test {
namespace {

/// The standard output, separated from the output of plugins.
std::FILE* out() {
  static std::FILE* const kOut = [] {
    std::FILE* stream = ::fdopen(::dup(STDOUT_FILENO), "w");
    if (stream == nullptr || std::freopen("/dev/null", "w", stdout) == nullptr) std::abort();
    return stream;
  }();
  return kOut;
}

void print(const char* name, const std::vector<double>& x) {
  std::fprintf(out(), "\"%s\":[", name);
  for (std::size_t i = 0; i < x.size(); ++i)
    std::fprintf(out(), "%s\"%a\"", i == 0 ? "" : ",", x[i]);
  std::fprintf(out(), "]");
}

void print(const char* name, const std::vector<std::int32_t>& x) {
  std::fprintf(out(), "\"%s\":[", name);
  for (std::size_t i = 0; i < x.size(); ++i) std::fprintf(out(), "%s%d", i == 0 ? "" : ",", x[i]);
  std::fprintf(out(), "]");
}

void print(const char* name, const SparseRows& rows) {
  std::fprintf(out(), "\"%s\":{\"columns\":%d,", name, rows.cols);
  print("start", rows.start);
  std::fprintf(out(), ",");
  print("index", rows.index);
  std::fprintf(out(), ",");
  print("value", rows.value);
  std::fprintf(out(), "},");
}

void print_problem(const NamedProblem& named) {
  const Problem& problem = named.problem;
  std::fprintf(out(), "{\"name\":\"%s\",\"tolerance\":\"%a\",", named.name.c_str(),
               problem.tolerance);
  print("Y", problem.Y);
  print("S", problem.S);
  print("b", problem.b);
  std::fprintf(out(), ",");
  print("step", problem.prox_step);
  std::fprintf(out(), ",");
  print("weight", problem.weight);
  std::fprintf(out(), ",\"blocks\":[");
  const char* comma = "";
  for (const cardan_block& block : problem.blocks) {
    std::fprintf(out(), "%s[%d,%d,%d,%d,\"%a\",\"%a\",\"%a\"]", comma, block.kind, block.row,
                 block.dim, block.parent, block.mu, block.lo, block.hi);
    comma = ",";
  }
  std::fprintf(out(), "],\"answers\":[");
}

/// An answer and the engine's verdict on it.
struct Answer {
  std::vector<double> lambda;
  int status = CARDAN_UNSUPPORTED;
  double residual = std::numeric_limits<double>::infinity();
  double rounding = std::numeric_limits<double>::infinity();
};

/// Whether the solver supports the problem, which is lowered for solvers without box kinds.
bool takes(const cardan_solver_desc& desc, const Problem& problem) {
  FormulationInfo info;
  info.id = "the problem";
  info.properties = problem.properties;
  for (const cardan_block& block : problem.blocks) {
    info.kinds |= 1u << block.kind;
    const bool cone = block.kind == CARDAN_CONE || block.kind == CARDAN_CONE_CONVEX;
    if (cone) info.max_cone_dim = std::max(info.max_cone_dim, block.dim);
  }
  return why_unfit(info, desc).empty();
}

void judge_answer(const Problem& problem, int said, Answer& answer) {
  const cardan_problem view = problem.view();
  const double* lambda = answer.lambda.data();
  answer.status = said == CARDAN_SOLVED ? CARDAN_APPROXIMATE : said;
  for (const double l : answer.lambda) {
    if (!std::isfinite(l)) return;
  }
  std::vector<double> z(static_cast<std::size_t>(problem.Y.cols) + 1), u(answer.lambda.size());
  compute_velocity(view, lambda, z.data(), u.data());
  answer.residual = judge(view, lambda, u.data()).value;
  answer.rounding = rounding_bound(view, lambda, u.data());
  if (said == CARDAN_INFEASIBLE && !certificate_holds(view, lambda)) answer.status = CARDAN_JAMMED;
  if (answer.residual <= problem.tolerance) answer.status = CARDAN_SOLVED;
}

Answer answer_of(const cardan_solver_desc& desc, const Problem& given) {
  Answer answer;
  Problem problem = given, lowered;
  Lowering lowering;
  const bool was_lowered = lowering.lower(problem, desc.kinds, lowered);
  Problem& asked = was_lowered ? lowered : problem;
  if ((desc.needs & CARDAN_NEEDS_DENSE) != 0) asked.form_dense();
  ContactSolver solver(desc);
  solver.reserve(size_of(asked.view()));
  std::vector<double> lambda(asked.b.size());
  const SolveReport report = solver.solve(asked.view(), lambda, {});
  answer.lambda = lambda;
  if (was_lowered) {
    answer.lambda.assign(problem.b.size(), 0.0);
    lowering.lift(lambda.data(), answer.lambda.data());
  }
  // On the problem before the solver received it.
  judge_answer(given, report.status, answer);
  return answer;
}

/// Solvers that take long for many rows.
bool takes_long(const Problem& problem, const std::string& solver) {
  const bool newton = solver == "minmap_newton" || solver == "fischer_newton";
  return problem.m() > (newton ? 40 : 150) && solver != "conic" && solver != "lemke";
}

class Dump {
 public:
  explicit Dump(const SolverRegistry& registry) : registry_(registry) {}

  int solved() const { return solved_; }

  void add(const NamedProblem& named) {
    print_problem(named);
    const char* comma = "";
    for (const SolverOrigin& origin : registry_.solvers()) {
      const std::string solver = origin.desc->id;
      if (takes_long(named.problem, solver) || !takes(*origin.desc, named.problem)) continue;
      const Answer answer = answer_of(*origin.desc, named.problem);
      std::fprintf(
          out(), "%s{\"solver\":\"%s\",\"status\":\"%s\",\"residual\":\"%a\",\"rounding\":\"%a\",",
          comma, solver.c_str(), status_name(answer.status), answer.residual, answer.rounding);
      print("lambda", answer.lambda);
      std::fprintf(out(), "}");
      comma = ",";
      solved_ += answer.status == CARDAN_SOLVED;
    }
    std::fprintf(out(), "]}\n");
  }

 private:
  const SolverRegistry& registry_;
  int solved_ = 0;
};

void dump(int count, const char* folder) {
  out();
  register_builtin_solvers();
  const SolverRegistry registry({CARDAN_MISCONDUCT_DIR});
  Dump answers(registry);
  if (folder != nullptr) {
    for (const NamedProblem& named : problems_of_folder(folder)) answers.add(named);
  }
  Random random(19);
  while (answers.solved() < count) {
    std::vector<NamedProblem> problems;
    for (int i = 0; i < 3; ++i) {
      problems.push_back({"pile", random_pile(random)});
      problems.push_back({"jam", random_jam(random)});
      problems.push_back({"self-stress", random_self_stress(random)});
    }
    add_island_problems(random, problems);
    for (const NamedProblem& named : problems) {
      if (answers.solved() < count) answers.add(named);
    }
  }
  std::fclose(out());
}

}  // namespace
}  // namespace cardan::test

int main(int count, char** arguments) {
  if (count < 2) return 2;
  cardan::test::dump(std::atoi(arguments[1]), count > 2 ? arguments[2] : nullptr);
  return 0;
}
