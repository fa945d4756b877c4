#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <string>
#include <vector>

#include "apps/allocation_hooks.h"
#include "cardan/conformance.h"
#include "cardan/error.h"
#include "cardan/solver_registry.h"

/// The conformance kit on every misbehaving plugin, each in a separate process: the plugin is
/// rejected and its misconduct is named.
namespace cardan::test {
namespace {

/// Ending of a child process.
struct Ending {
  std::string text;  ///< that it wrote
  int status = 0;    ///< of waitpid
  std::string how() const {
    if (WIFSIGNALED(status)) return std::string("signal ") + strsignal(WTERMSIG(status));
    return "exit " + std::to_string(WEXITSTATUS(status));
  }
};

std::string file_of(const std::string& plugin) {
  return std::string(CARDAN_BAD_PLUGIN_DIR) + "/" + plugin + "/" + plugin + ".cardan-solver.so";
}

// The kit's report of one solver of a library, or the Error with which the library is refused.
std::string report_of(const std::string& plugin, const std::string& id) {
  try {
    const cardan_entry& entry = load_plugin(file_of(plugin));
    for (int i = 0; i < entry.num_solvers; ++i) {
      if (id != entry.solvers[i]->id) continue;
      const ConformanceReport report = check_solver(*entry.solvers[i], {cardan_thread_allocations});
      return report.text() + (report.passed() ? "taken\n" : "refused\n");
    }
    return "no such solver\n";
  } catch (const Error& error) {
    return std::string(error.what()) + "\nrefused\n";
  }
}

Ending in_a_process(const std::string& plugin, const std::string& id, unsigned seconds) {
  int pipe_ends[2];
  EXPECT_EQ(::pipe(pipe_ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(seconds);
    const std::string text = report_of(plugin, id);
    const ssize_t written = ::write(pipe_ends[1], text.data(), text.size());
    ::_exit(written == static_cast<ssize_t>(text.size()) ? 0 : 9);
  }
  ::close(pipe_ends[1]);
  Ending ending;
  char part[4096];
  for (ssize_t count; (count = ::read(pipe_ends[0], part, sizeof part)) > 0;) {
    ending.text.append(part, static_cast<std::size_t>(count));
  }
  ::close(pipe_ends[0]);
  ::waitpid(child, &ending.status, 0);
  return ending;
}

struct Misbehaving {
  const char* plugin;
  const char* id;
  const char* conduct;  ///< that the report names
};

class Kit : public ::testing::TestWithParam<Misbehaving> {};

TEST_P(Kit, ConformanceKitRejectsABadPluginAndNamesTheFault) {
  const Misbehaving& bad = GetParam();
  const Ending ending = in_a_process(bad.plugin, bad.id, 100);
  EXPECT_EQ(ending.how(), "exit 0") << ending.text;
  EXPECT_NE(ending.text.find("\nrefused\n"), std::string::npos) << ending.text;
  EXPECT_NE(ending.text.find(bad.conduct), std::string::npos) << ending.text;
  for (const char c : ending.text) ASSERT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= ' ');
}

const Misbehaving kAll[] = {
    {"tampers", "zeroes_b",
     "FAILED    does not change its input (one closing row: solve wrote into its input: b"},
    {"tampers", "tiny_weights", "solve wrote into its input: weight"},
    {"tampers", "tiny_steps", "solve wrote into its input: step"},
    {"tampers", "clears_y", "solve wrote into its input: Y"},
    {"tampers", "clears_s", "solve wrote into its input: S"},
    {"tampers", "clears_a", "solve wrote into its input: A"},
    {"tampers", "turns_blocks", "solve wrote into its input: blocks"},
    {"tampers", "cuts_tree", "solve wrote into its input: column_parent"},
    {"tampers", "loosens_tolerance", "solve wrote into its input: the problem's own fields"},
    {"tampers", "puts_back", "solve wrote into its input: b"},
    {"lies", "says_jammed", "one closing row (says JAMMED"},
    {"lies", "proves_by_nothing", "says INFEASIBLE, but its certificate does not hold"},
    {"lies", "proves_by_the_immense", "says INFEASIBLE, but its certificate does not hold"},
    {"lies", "solves_by_the_immense", "says SOLVED, but the judge's residual is"},
    {"lies", "returns_its_guess", "one closing row (says ITERATIONS"},
    {"lies", "solves_by_its_guess", "says SOLVED, but the judge's residual is"},
    {"lies", "returns_infinity", "not finite"},
    {"lies", "counts_backwards", "an impossible count of iterations or factorizations"},
    {"lies", "reads_the_clock", "FAILED    equal bits from equal input"},
    {"lies", "writes_before", "solve wrote outside lambda, u and report"},
    {"lies", "writes_far_behind", "FAILED    writes nothing outside lambda and u"},
    {"lies", "writes_behind_u", "solve wrote outside lambda, u and report"},
    {"lies", "dense_without_limit", "one closing row (says ITERATIONS"},
    {"meddles", "changes_folder", "changed the working directory"},
    {"meddles", "changes_mode_mask", "changed the mask of file modes"},
    {"meddles", "changes_environment", "the environment variable CARDAN_SOLVER_PATH"},
    {"meddles", "closes_streams", "standard output; standard error"},
    {"meddles", "blocks_signals", "the signal mask"},
    {"meddles", "starts_threads", "FAILED    starts no thread (1 more than before)"},
    {"meddles", "rounds_up", "changed the floating-point control word"},
    {"meddles", "floods_the_log", "FAILED    logs nothing in a successful solve"},
    {"misbehaves", "throws", "thrown by the plugin"},
    {"misbehaves", "returns_nan", "not finite"},
    {"misbehaves", "writes_past_end", "solve wrote outside lambda, u and report"},
    {"misbehaves", "returns_no_status", "an unknown status"},
    {"misbehaves", "cannot_reserve", "no room"},
    {"misbehaves", "cannot_begin", "could not create an instance"},
    {"throws_raw", "throws_raw", "threw an exception across the C boundary"},
    {"misconduct", "lies", "says SOLVED, but the judge's residual is"},
    {"misconduct", "takes_nothing", "says UNSUPPORTED of kinds that it declares"},
    {"misconduct", "remembers", "FAILED    equal bits from equal input"},
    {"misconduct", "proves_wrongly", "its certificate does not hold"},
    {"misconduct", "changes_locale", "changed the locale"},
    {"misconduct", "handles_signals", "the handler of signal 8"},
    {"misconduct", "prints", "FAILED    prints nothing"},
    {"misconduct", "ignores_budget", "FAILED    respects a budget of one iteration"},
    {"misconduct", "ignores_cancel", "FAILED    stops within one iteration when cancelled"},
    {"no_symbol", "any", "no symbol cardan_solver_entry"},
    {"wrong_magic", "any", "magic 0xdeadbeef"},
    {"newer_major", "any", "built for solver ABI 2"},
    {"short_struct", "any", "cardan_solver_desc is too short: 64 of 128 bytes"},
    {"null_solve", "any", "function solve is null"},
    {"twice", "any", "two solvers have the id 'twice'"},
    {"null_id", "any", "a solver has an empty id"},
    {"slash_id", "any", "solver id '../slash_id' is not a plain word"},
    {"control_id", "any", "solver id '\\x1b[2Jcontrol\\x0aid' is not a plain word"},
    {"many_params", "many_params", "option 'option32', number 33, does not accept its own default"},
};

INSTANTIATE_TEST_SUITE_P(Plugins, Kit, ::testing::ValuesIn(kAll), [](const auto& tested) {
  const bool whole = std::strcmp(tested.param.id, "any") == 0;
  return std::string(tested.param.plugin) + (whole ? "" : std::string("_") + tested.param.id);
});

/// Plugins that do not return from solve: a separate process ends by a signal, by itself or at its
/// time limit, and never with a report that contains "taken".
class KitInAProcess : public ::testing::TestWithParam<Misbehaving> {};

TEST_P(KitInAProcess, ProcessEndsAsThePluginMakesIt) {
  const Misbehaving& bad = GetParam();
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  if (std::strcmp(bad.id, "overflows_stack") == 0) GTEST_SKIP() << "the sanitizer ends it";
#endif
  const Ending ending = in_a_process(bad.plugin, bad.id, 3);
  EXPECT_EQ(ending.how(), bad.conduct) << ending.text;
  EXPECT_EQ(ending.text.find("taken"), std::string::npos) << ending.text;
}

INSTANTIATE_TEST_SUITE_P(
    Plugins, KitInAProcess,
    ::testing::Values(Misbehaving{"ends_process", "aborts", "signal Aborted"},
                      Misbehaving{"ends_process", "segfaults", "signal Segmentation fault"},
                      Misbehaving{"ends_process", "overflows_stack", "signal Segmentation fault"},
                      Misbehaving{"ends_process", "exits", "exit 0"},
                      Misbehaving{"ends_process", "hangs", "signal Alarm clock"},
                      Misbehaving{"ends_process", "chatters", "signal Alarm clock"},
                      Misbehaving{"ends_process", "waits_for_cancel", "signal Alarm clock"}),
    [](const auto& tested) { return std::string(tested.param.id); });

}  // namespace
}  // namespace cardan::test
