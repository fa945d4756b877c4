#include <atomic>
#include <cfloat>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "cardan/contact_solver.h"
#include "cardan/error.h"
#include "cardan/solver_registry.h"
#include "test/unit/host/dense_problem.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CARDAN_TEST_COUNTS_ALLOCATIONS 0
#else
#define CARDAN_TEST_COUNTS_ALLOCATIONS 1
#endif

#if CARDAN_TEST_COUNTS_ALLOCATIONS
// All libraries of a process share its malloc, so operator new of a plugin is counted as well.
static std::atomic<long> allocations{0};
extern "C" void* __libc_malloc(std::size_t);
extern "C" void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
#endif

namespace cardan::test {
namespace {

namespace fs = std::filesystem;

fs::path plugin_file(const std::string& name) {
  return fs::path(CARDAN_BAD_PLUGIN_DIR) / name / (name + ".cardan-solver.so");
}

/// The message with which the host rejects a plugin; "" if the plugin is accepted.
std::string refusal(const std::string& name) {
  try {
    load_plugin(plugin_file(name));
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

/// One line with the file and the reason.
void expect_refusal(const std::string& name, const std::string& reason) {
  const std::string message = refusal(name);
  EXPECT_NE(message.find(reason), std::string::npos) << message;
  EXPECT_NE(message.find(plugin_file(name).string()), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

TEST(BadPlugins, EachDefectHasItsOwnMessage) {
  EXPECT_EQ(refusal("good"), "");
  expect_refusal("no_symbol", "no symbol cardan_solver_entry");
  expect_refusal("wrong_magic", "magic 0xdeadbeef, expected 0x4e445243");
  expect_refusal("newer_major", "built for solver ABI 2, newer than this cardan's 1");
  expect_refusal("short_struct", "cardan_solver_desc is too short: 64 of 128 bytes");
  expect_refusal("null_solve", "solver 'null_solve': function solve is null");
  expect_refusal("twice", "two solvers have the id 'twice'");
  expect_refusal("missing", "no such solver plugin");
}

TEST(BadPlugins, PluginDirectoryNamedByTheCallerMustLoad) {
  const SolverRegistry registry({fs::path(CARDAN_BAD_PLUGIN_DIR) / "wrong_magic"});
  EXPECT_THROW(registry.require("wrong_magic"), Error);
  EXPECT_THROW(registry.solvers(), Error);
}

const cardan_solver_desc& misbehaving(const std::string& id) {
  const cardan_entry& entry = load_plugin(plugin_file("misbehaves"));
  for (int i = 0; i < entry.num_solvers; ++i) {
    if (id == entry.solvers[i]->id) return *entry.solvers[i];
  }
  throw Error("no such solver", id);
}

DenseProblem point() {
  DenseProblem problem;
  problem.Y = Eigen::MatrixXd::Identity(3, 3);
  problem.S = Eigen::MatrixXd::Zero(3, 3);
  problem.b = Eigen::Vector3d(-1, 0, 0);
  problem.add(CARDAN_CONE, 3, 0.5);
  return problem;
}

/// Solves the point problem with one more number behind λ, which is returned in `canary`.
SolveReport solve_point(ContactSolver& solver, double* canary = nullptr) {
  DenseProblem problem = point();
  const cardan_problem view = problem.view();
  double lambda[4] = {0, 0, 0, -77};
  const SolveReport report = solver.solve(view, {lambda, 3}, {});
  if (canary != nullptr) *canary = lambda[3];
  return report;
}

TEST(BadPlugins, ThrowingBecomesNumericWithItsText) {
  ContactSolver sdk(misbehaving("throws"));
  EXPECT_EQ(solve_point(sdk).status, CARDAN_NUMERIC);
  EXPECT_STREQ(sdk.last_error(), "thrown by the plugin");

  ContactSolver raw(*load_plugin(plugin_file("throws_raw")).solvers[0]);
  EXPECT_EQ(solve_point(raw).status, CARDAN_NUMERIC);
  EXPECT_NE(std::string(raw.last_error()).find("exception"), std::string::npos);
}

TEST(BadPlugins, NanAndUnknownStatusBecomeNumeric) {
  ContactSolver nan(misbehaving("returns_nan"));
  EXPECT_EQ(solve_point(nan).status, CARDAN_NUMERIC);
  EXPECT_NE(std::string(nan.last_error()).find("not finite"), std::string::npos);

  ContactSolver unknown(misbehaving("returns_no_status"));
  EXPECT_EQ(solve_point(unknown).status, CARDAN_NUMERIC);
  EXPECT_NE(std::string(unknown.last_error()).find("status"), std::string::npos);
}

TEST(BadPlugins, SetupFailuresAreErrors) {
  ContactSolver solver(misbehaving("cannot_reserve"));
  DenseProblem problem = point();
  try {
    solver.reserve(size_of(problem.view()));
    FAIL() << "reserve was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("no room"), std::string::npos) << error.what();
  }
  EXPECT_THROW(ContactSolver(misbehaving("cannot_begin")), Error);
}

TEST(BadPlugins, WritesPastTheEndAreContainedAndReported) {
  double canary = 0;
  ContactSolver bad(misbehaving("writes_past_end"));
  const SolveReport report = solve_point(bad, &canary);
  EXPECT_EQ(canary, -77);
  EXPECT_TRUE(report.discarded);
  EXPECT_STREQ(report.fault, "solve wrote outside lambda, u and report");
  ContactSolver good(*load_plugin(plugin_file("good")).solvers[0]);
  EXPECT_EQ(solve_point(good, &canary).fault, nullptr);
  EXPECT_EQ(canary, -77);
}

#if CARDAN_TEST_COUNTS_ALLOCATIONS
TEST(BadPlugins, AllocationsInSolveAreCountedAndTheHostAddsNone) {
  DenseProblem problem = point();
  const cardan_problem view = problem.view();
  double lambda[3] = {0, 0, 0};
  ContactSolver bad(misbehaving("allocates"));
  ContactSolver good(*load_plugin(plugin_file("good")).solvers[0]);
  bad.reserve(size_of(view));
  good.reserve(size_of(view));
  long before = allocations;
  bad.solve(view, lambda, {});
  EXPECT_GT(allocations, before);
  before = allocations;
  good.solve(view, lambda, {});
  EXPECT_EQ(allocations, before);
}
#endif

#if defined(__x86_64__)
/// Whether this thread still computes with denormal numbers.
bool has_denormals() {
  volatile double tiny = DBL_MIN;
  return tiny / 4 > 0.0;
}

TEST(BadPlugins, FlushToZeroIsResetAfterLoadAndSolve) {
  ASSERT_TRUE(has_denormals());
  ContactSolver solver(*load_plugin(plugin_file("flushes_to_zero")).solvers[0]);
  EXPECT_TRUE(has_denormals()) << "flush-to-zero survived the load";
  solve_point(solver);
  EXPECT_TRUE(has_denormals()) << "flush-to-zero survived solve";
  EXPECT_NE(std::string(solver.last_error()).find("control word"), std::string::npos);
}

// A library is loaded by one thread, and its solvers run on other threads, which have their own
// control words.
TEST(BadPlugins, FlushToZeroIsResetOnOtherThreads) {
  const cardan_entry* entry = nullptr;
  bool after_load = false, after_solve = false;
  std::thread([&] {
    entry = &load_plugin(plugin_file("flushes_to_zero"));
    after_load = has_denormals();
  }).join();
  EXPECT_TRUE(after_load);
  EXPECT_TRUE(has_denormals());
  std::string error;
  std::thread([&] {
    ContactSolver solver(*entry->solvers[0]);
    solve_point(solver);
    after_solve = has_denormals();
    error = solver.fault();
  }).join();
  EXPECT_TRUE(after_solve);
  EXPECT_TRUE(has_denormals());
  EXPECT_NE(error.find("control word"), std::string::npos) << error;
}

TEST(BadPlugins, FastMathLibraryDoesNotChangeDenormals) {
  bool on_a_thread = false;
  std::thread([&] {
    ContactSolver solver(*load_plugin(plugin_file("fast_math")).solvers[0]);
    on_a_thread = has_denormals();
    solve_point(solver);
    on_a_thread &= has_denormals();
  }).join();
  EXPECT_TRUE(on_a_thread);
  ContactSolver solver(*load_plugin(plugin_file("fast_math")).solvers[0]);
  solve_point(solver);
  EXPECT_TRUE(has_denormals());
}
#endif

TEST(BadPlugins, LoadingRestoresLocaleAndSignals) {
  const std::string locale = std::setlocale(LC_ALL, nullptr);
  ::testing::internal::CaptureStderr();
  load_plugin(plugin_file("meddles_on_load"));
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::setlocale(LC_ALL, nullptr), locale);
  struct sigaction action {};
  sigaction(SIGFPE, nullptr, &action);
  EXPECT_NE(action.sa_handler, SIG_IGN);
  EXPECT_NE(log.find("changed the locale"), std::string::npos) << log;
  EXPECT_NE(log.find("the handler of signal 8"), std::string::npos) << log;
}

}  // namespace
}  // namespace cardan::test
