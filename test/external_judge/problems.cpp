#include "test/external_judge/problems.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "cardan/error.h"
#include "cardan/problem_file.h"
#include "constraint/push_out.h"
#include "constraint/rows/mass_form.h"
#include "test/support/random_island.h"

namespace cardan::test {

namespace {

int below(Random& random, int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

/// Rows of J become rows of Y with the roots of inverse masses.
class Builder {
 public:
  Builder(Random& random, int bodies) : random_(random), root_(3 * bodies) {}

  void set_mass(int body, double mass) {
    for (int i = 0; i < 3; ++i) root_[3 * body + i] = 1 / std::sqrt(mass);
  }

  /// A contact of two bodies (−1: the world) with a normal from a to b; b is the closing velocity.
  void add_contact(int a, int b, const Vector3& normal, const Vector3& velocity) {
    const Vector3 t1 = normal.unitOrthogonal(), t2 = normal.cross(t1);
    for (const Vector3& axis : {normal, t1, t2}) {
      VectorX row = VectorX::Zero(root_.size());
      if (a >= 0) row.segment<3>(3 * a) = -axis;
      if (b >= 0) row.segment<3>(3 * b) = axis;
      rows_.push_back(row.cwiseProduct(root_));
      bias_.push_back(axis.dot(velocity));
    }
  }

  Problem finish(double compliance, double tolerance) {
    const int m = static_cast<int>(rows_.size());
    MatrixX Y(m, root_.size());
    for (int i = 0; i < m; ++i) Y.row(i) = rows_[static_cast<std::size_t>(i)];
    Problem problem;
    push_dense(Y, problem.Y);
    const VectorX diagonal = Y.rowwise().squaredNorm();
    MatrixX S = MatrixX::Zero(m, m);
    for (int i = 0; i < m; i += 3) S(i, i) = compliance * diagonal[i];
    push_dense(S, problem.S);
    problem.b = bias_;
    problem.properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL |
                         CARDAN_GROUPED | CARDAN_FACTORED;
    problem.tolerance = tolerance;
    problem.dt = 1e-3;
    for (int row = 0; row < m; row += 3) {
      push_block(problem, CARDAN_CONE, 3).mu =
          below(random_, 5) == 0 ? 0 : uniform(random_, 0.05, 1.5);
      for (int i = 0; i < 3; ++i) {
        problem.weight.push_back(diagonal.segment<3>(row).mean());
        problem.prox_step.push_back(1 / problem.weight.back());
      }
    }
    return problem;
  }

 private:
  Random& random_;
  VectorX root_;
  std::vector<VectorX> rows_;
  std::vector<double> bias_;
};

Vector3 direction(Random& random) { return uniform_vector3(random).normalized(); }

/// CONE unchanged, or its form for solvers of rows: the normals, or boxes bounded by the normals.
void change_kind(Random& random, Problem& problem) {
  const int kind = below(random, 4);
  if (kind == 0) return;
  std::vector<cardan_block> cones = problem.blocks;
  if (kind == 1) {
    for (cardan_block& block : problem.blocks) block.kind = CARDAN_CONE_CONVEX;
    return;
  }
  problem.blocks.clear();
  problem.num_groups = 0;
  for (const cardan_block& cone : cones) {
    push_block(problem, CARDAN_NONNEGATIVE, 1);
    const int group = problem.blocks.back().group;
    for (int i = 0; i < (kind == 2 ? 2 : 1); ++i) {
      cardan_block& block =
          push_block(problem, kind == 2 ? CARDAN_BOX_MU : CARDAN_BALL_MU, kind == 2 ? 1 : 2);
      block.parent = cone.row;
      block.mu = cone.mu;
      block.group = group;
    }
    problem.num_groups = group + 1;
  }
}

double random_compliance(Random& random) {
  return below(random, 2) == 0 ? 0 : log_uniform(random, 1e-14, 1e-4);
}

double random_tolerance(Random& random) { return below(random, 3) == 0 ? 1e-10 : 1e-8; }

}  // namespace

Problem random_pile(Random& random) {
  const int bodies = 1 + below(random, 5);
  Builder builder(random, bodies);
  const double ratio = log_uniform(random, 1, 1e12);
  for (int i = 0; i < bodies; ++i) builder.set_mass(i, log_uniform(random, 1, ratio));
  const int contacts = bodies + below(random, bodies + 3);
  for (int i = 0; i < contacts; ++i) {
    const int b = i < bodies ? i : below(random, bodies);
    const int a = i < bodies ? i - 1 : below(random, bodies + 1) - 1;
    if (a == b) continue;
    const Vector3 normal = i < bodies ? Vector3(0, 0, 1) : direction(random);
    const Vector3 thrust = uniform_vector3(random, -0.1, 0.1);
    builder.add_contact(a, b, normal, Vector3(0, 0, -9.81e-3) + thrust);
    if (below(random, 6) == 0) builder.add_contact(a, b, normal, Vector3(0, 0, -9.81e-3) + thrust);
  }
  Problem problem = builder.finish(random_compliance(random), random_tolerance(random));
  change_kind(random, problem);
  return problem;
}

Problem random_jam(Random& random) {
  Builder builder(random, 1);
  builder.set_mass(0, log_uniform(random, 1e-3, 1e3));
  const Vector3 normal = direction(random);
  const Vector3 slide = below(random, 2) == 0 ? Vector3(Vector3::Zero()) : uniform_vector3(random);
  const double closing = uniform(random, -0.2, 1);
  builder.add_contact(-1, 0, normal, slide - closing * uniform(random, 0, 1) * normal);
  builder.add_contact(-1, 0, -normal, slide + closing * normal);
  if (below(random, 2) == 0) builder.add_contact(-1, 0, direction(random), slide);
  Problem problem = builder.finish(below(random, 2) == 0 ? 0 : log_uniform(random, 1e-18, 1e-6),
                                   random_tolerance(random));
  change_kind(random, problem);
  return problem;
}

Problem random_self_stress(Random& random) {
  const int n = 2 + below(random, 5);
  MatrixX Y(n, n - 1);
  VectorX stress = uniform_vector(random, n, 0.1, 1);
  stress[n - 1] = 1;
  for (int i = 0; i + 1 < n; ++i) Y.row(i) = uniform_vector(random, n - 1).transpose();
  Y.row(n - 1) = -stress.head(n - 1).transpose() * Y.topRows(n - 1);
  Problem problem;
  push_dense(Y, problem.Y);
  push_dense(MatrixX::Zero(n, n), problem.S);
  const VectorX b =
      Y * uniform_vector(random, n - 1) -
      VectorX::Constant(n, below(random, 2) == 0 ? 0 : std::pow(10, uniform(random, -12, 0)));
  problem.b.assign(b.data(), b.data() + n);
  problem.properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL |
                       CARDAN_GROUPED | CARDAN_FACTORED;
  problem.tolerance = random_tolerance(random);
  for (int i = 0; i < n; ++i) {
    push_block(problem, CARDAN_NONNEGATIVE, 1);
    problem.weight.push_back(Y.row(i).squaredNorm());
    problem.prox_step.push_back(1 / problem.weight.back());
  }
  return problem;
}

namespace {

/// Every formulation, and the options that change rows or scales.
std::vector<FormulationSpec> formulations() {
  std::vector<FormulationSpec> specs;
  for (const std::string& id : formulation_ids()) specs.push_back({id, {}});
  specs.push_back({"cone", {{"rolling", "joint"}}});
  specs.push_back({"polyhedral", {{"directions", "4"}, {"dt_scaling", "true"}}});
  specs.push_back({"polyhedral", {{"directions", "4"}, {"form", "mixed"}}});
  specs.push_back({"hybrid", {{"bounds", "previous"}}});
  specs.push_back({"convex", {{"pyramid", "8"}}});
  return specs;
}

void add_problem(const FormulationSpec& spec, const std::string& name, const BaseProblem& base,
                 std::vector<NamedProblem>& problems) {
  const auto formulation = make_formulation(spec);
  formulation->configure({.torsion = true, .rolling = true});
  Problem problem;
  formulation->build(base, 0, problem);
  if (problem.m() > 0 && problem.m() <= 150) problems.push_back({name, problem});
}

/// The position problem after the step in which λ = 0 leaves some overlap.
void add_position_problem(const BaseProblem& base, std::vector<NamedProblem>& problems) {
  std::vector<double> lambda(base.b.size(), 0.0), z(static_cast<std::size_t>(base.Y.cols) + 1);
  std::vector<double> u(base.b.size());
  compute_base_velocity(base, lambda.data(), z.data(), u.data());
  BaseProblem positions;
  Stabilization stabilization;
  stabilization.kind = StabilizationKind::kProjection;
  if (!assemble_push_out(base, stabilization, lambda.data(), u.data(), positions)) return;
  add_problem({"frictionless", {}}, "island, positions", positions, problems);
}

}  // namespace

void add_island_problems(Random& random, std::vector<NamedProblem>& problems) {
  const RandomIsland made = random_hard_island(random, {.closing = false, .max_contacts = 8});
  for (int k = 0; k < made.islands.size(); ++k) {
    BaseProblem base;
    for (const FormulationSpec& spec : formulations()) {
      const FormulationInfo info = make_formulation(spec)->info();
      ConstraintRules rules;
      if (info.acceleration_level) rules.level = RowLevel::kAcceleration;
      assemble_base_problem(made.islands[k], made.constraints, made.robots.trees, {}, rules,
                            made.robots.h, base);
      if (base.m() == 0) break;
      if (info.mass_form) compute_mass_form(made.robots.trees, base);
      add_problem(spec, "island, " + spec.id, base, problems);
      if (info.is_base) add_position_problem(base, problems);
    }
  }
}

Problem with_hostile_scales(Random& random, const Problem& problem) {
  Problem hostile = problem;
  const double factor = std::pow(10, uniform(random, -12, 12));
  const cardan_block& block = problem.blocks[random() % problem.blocks.size()];
  const bool everywhere = below(random, 2) == 0, one_row = below(random, 3) == 0;
  const int manner = below(random, 3);
  int first = block.row, last = block.row + block.dim;
  if (everywhere) first = 0, last = problem.m();
  if (one_row) first = first + below(random, last - first), last = first + 1;
  for (int i = first; i < last; ++i) {
    if (manner != 1) hostile.prox_step[i] *= factor;
    if (manner != 0) hostile.weight[i] *= manner == 1 ? factor : 1 / factor;
  }
  return hostile;
}

std::vector<NamedProblem> problems_of_folder(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string type = entry.path().extension();
    if (type == ".dat" || type == ".hdf5") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<NamedProblem> problems;
  for (const std::string& file : files) {
    try {
      const ProblemFile read = read_problem(file);
      if (read.problem.m() <= 400) {
        problems.push_back({fs::path(file).filename().string(), read.problem});
      }
    } catch (const Error&) {
      continue;
    }
  }
  return problems;
}

}  // namespace cardan::test
