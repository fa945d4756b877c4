// dump_answers COUNT [FOLDER]: problems and the answers of every solver that takes them, one JSON
// object a line, until COUNT answers are SOLVED; those of the files below FOLDER come first.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <sstream>

#include "cardan/batch.h"
#include "cardan/contact_solver.h"
#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/problem_file.h"
#include "cardan/scene.h"
#include "cardan/solver_registry.h"
#include "cardan/views.h"
#include "constraint/compatibility.h"
#include "constraint/judge/residual.h"
#include "constraint/judge/rounding.h"
#include "constraint/lowering.h"
#include "sim/data/world_impl.h"
#include "solvers/builtin/builtin_solvers.h"
#include "test/external_judge/problems.h"
#include "test/support/temporary_directory.h"

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

/// An answer and the engine's verdict on it.
struct Answer {
  std::vector<double> lambda;
  int status = CARDAN_UNSUPPORTED;
  double residual = std::numeric_limits<double>::infinity();
  double rounding = std::numeric_limits<double>::infinity();
};

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

void print_answer(const char* comma, const std::string& solver, const Answer& answer) {
  std::fprintf(out(),
               "%s{\"solver\":\"%s\",\"status\":\"%s\",\"residual\":\"%a\",\"rounding\":\"%a\",",
               comma, solver.c_str(), status_name(answer.status), answer.residual, answer.rounding);
  print("lambda", answer.lambda);
  std::fprintf(out(), "}");
}

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

/// The part of the impulse of a row that stems from impacts before the last one.
double known_impulse(const World& world, std::size_t island, int row) {
  const StepIslands& islands = world.impl().step.islands;
  const IslandWork& work = *islands.works[island];
  if (islands.flags[island].answered_directly || work.report.solver < 0) return 0;
  if (work.best.t0.empty()) return 0;  // no solver was called
  return work.best.t0[static_cast<std::size_t>(row)];
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
      print_answer(comma, solver, answer);
      comma = ",";
      solved_ += answer.status == CARDAN_SOLVED;
    }
    std::fprintf(out(), "]}\n");
  }

  /// Writes the problem with hostile scales into a file and reads it again.
  void add_hostile(Random& random, const NamedProblem& named) {
    ProblemFile file;
    file.problem = with_hostile_scales(random, named.problem);
    file.guess.assign(file.problem.b.size(), 0.0);
    try {
      write_problem(folder_.file("hostile.hdf5"), file);
      add({"hostile file, " + named.name, read_problem(folder_.file("hostile.hdf5")).problem});
    } catch (const Error&) {
      std::fprintf(out(), "{\"refused\":\"%s\"}\n", named.name.c_str());
    }
  }

  /// The islands of the last step of a world.
  void add_world(const std::string& name, const World& world) {
    const std::vector<IslandView> views = view_islands(world);
    for (std::size_t i = 0; i < views.size(); ++i) {
      const IslandView& view = views[i];
      if (view.problem.m() > 150) continue;
      Problem problem = view.problem;
      Answer answer;
      std::vector<double> known;
      for (const IslandBlock& block : view.blocks) {
        for (std::size_t k = 0; k < block.impulse.size(); ++k) {
          // Without friction a contact has no tangents in the problem.
          if (k > 0 && block.rows.size() == 3 && !(block.mu > 0)) break;
          answer.lambda.push_back(block.impulse[k]);
          known.push_back(known_impulse(world, i, block.row + static_cast<int>(k)));
        }
      }
      // Friction of the last impact holds without the impulses of those before it.
      std::vector<double> z(static_cast<std::size_t>(problem.Y.cols) + 1), u(known.size());
      compute_velocity(view.problem.view(), known.data(), z.data(), u.data());
      problem.b = u;
      for (std::size_t k = 0; k < known.size(); ++k) answer.lambda[k] -= known[k];
      answer.status = view.report.status;
      answer.residual = answer.rounding = view.report.residual;
      print_problem({name, problem});
      print_answer("", "world", answer);
      std::fprintf(out(), "]}\n");
      solved_ += answer.status == CARDAN_SOLVED;
    }
  }

 private:
  const TemporaryDirectory folder_;
  const SolverRegistry& registry_;
  int solved_ = 0;
};

/// 3 to 6 bodies of several shapes and masses that fall onto a plane and onto each other.
std::string random_scene(Random& random) {
  const bool midpoint = random() % 2 != 0, projection = random() % 2 != 0;
  std::ostringstream text;
  text << "cardan: 1\ntime: {step: 0.002, duration: 1, integrator: "
       << (midpoint ? "midpoint" : "semi_implicit_euler")
       << "}\ncontact: {stabilization: {kind: " << (projection ? "projection" : "baumgarte")
       << "}}\nmaterials: {default: {mu: " << uniform(random, 0, 1.2)
       << ", restitution: " << (random() % 3 == 0 ? 0.5 : 0)
       << "}}\nmodels:\n  - {name: ground, plane: {}, static: true}\n";
  const char* const shapes[] = {"box: {size: [0.2, 0.3, 0.1]}", "sphere: {radius: 0.1}",
                                "capsule: {radius: 0.05, length: 0.2}",
                                "cylinder: {radius: 0.1, length: 0.1}"};
  const int bodies = 3 + static_cast<int>(random() % 4);
  for (int i = 0; i < bodies; ++i) {
    const Vector3 v = uniform_vector3(random, -2, 2), w = uniform_vector3(random, -9, 9);
    text << "  - {name: b" << i << ", " << shapes[random() % 4]
         << ", mass: " << log_uniform(random, 0.1, 100) << ", pose: {xyz: ["
         << uniform(random, -0.15, 0.15) << ", " << uniform(random, -0.15, 0.15) << ", "
         << 0.05 + 0.15 * i << "]}, velocity: {linear: [" << v.x() << ", " << v.y() << ", " << v.z()
         << "], angular: [" << w.x() << ", " << w.y() << ", " << w.z() << "]}}\n";
  }
  return text.str();
}

/// A batch of three worlds with other masses, whose islands are judged in some steps.
void add_batch(Random& random, Dump& answers) {
  constexpr int kCalls = 12, kSteps = 5;
  const Scene scene = load_scene_text(random_scene(random));
  BatchOptions options;
  options.threads = 1;
  options.vary = [&](int, Scene& varied) {
    for (ModelSpec& model : varied.models) {
      if (model.mass) *model.mass *= log_uniform(random, 0.1, 10);
    }
  };
  const bool midpoint = scene.world.integrator == Integrator::kMidpoint;
  const std::string name = midpoint ? "batch, midpoint" : "batch";
  options.terminate = [&](int, const World& world) {
    answers.add_world(name, world);
    return false;
  };
  Batch batch(scene, 3, options);
  for (int i = 0; i < kCalls; ++i) batch.step(kSteps);
}

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
      if (answers.solved() >= count) break;
      answers.add(named);
      answers.add_hostile(random, named);
    }
    add_batch(random, answers);
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
