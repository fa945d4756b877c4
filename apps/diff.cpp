#include <algorithm>
#include <iostream>
#include <memory>

#include "apps/commands.h"
#include "apps/printable_text.h"
#include "apps/verify.h"
#include "cardan/error.h"

namespace cardan::app {

namespace {

struct DiffOptions {
  std::string a, b;
};

/// Steps that both recordings contain.
struct Overlap {
  std::int64_t first = 0, last = 0;
};

Overlap overlap(const Recording& a, const Recording& b) {
  if (a.time_step() != b.time_step()) {
    throw Error("the recordings have different time steps", b.file(),
                "compare runs with the same time step");
  }
  const Overlap shared{std::max(a.first_step(), b.first_step()),
                       std::min(a.last_step(), b.last_step())};
  if (shared.last < shared.first) {
    throw Error("the recordings have no step in common", b.file(),
                a.file() + " ends at step " + std::to_string(a.last_step()));
  }
  return shared;
}

// First step from this one on with a row in both recordings.
std::optional<std::pair<std::int64_t, std::int64_t>> common_rows(const Recording& a,
                                                                 const Recording& b,
                                                                 std::int64_t step) {
  auto i = a.row_from(step), j = b.row_from(step);
  while (i && j && a.step_of(*i) != b.step_of(*j)) {
    const std::int64_t next = std::max(a.step_of(*i), b.step_of(*j));
    i = a.row_from(next);
    j = b.row_from(next);
  }
  if (!i || !j) return std::nullopt;
  return std::pair(*i, *j);
}

std::optional<Divergence> find_divergence(const Recording& a, const Recording& b,
                                          const Overlap& shared) {
  std::int64_t step = shared.first;
  while (step <= shared.last && a.hashes(step) == b.hashes(step)) ++step;
  if (step > shared.last) return std::nullopt;
  Divergence divergence{step, static_cast<double>(step) * a.time_step(),
                        first_difference(a.hashes(step), b.hashes(step)), 0, std::nullopt};
  for (std::int64_t from = step; !divergence.value; ++from) {
    const auto rows = common_rows(a, b, from);
    if (!rows) break;
    from = a.step_of(rows->first);
    divergence.value = first_difference(a.models(rows->first), b.models(rows->second));
    divergence.value_step = from;
  }
  return divergence;
}

int diff(const DiffOptions& options) {
  const Recording a(options.a), b(options.b);
  a.require_intact();
  b.require_intact();
  first_difference(a.models(0), b.models(0));  // throws if the models differ
  const Overlap shared = overlap(a, b);
  const auto divergence = find_divergence(a, b, shared);
  if (divergence) {
    std::cout << one_line_text(describe(*divergence, a.file(), b.file())) << std::endl;
    return kCheckFailed;
  }
  std::cout << "equal bits from step " << shared.first << " to " << shared.last << std::endl;
  for (const Recording* recording : {&a, &b}) {
    if (recording->last_step() > shared.last)
      std::cout << one_line_text(recording->file()) << " continues to step "
                << recording->last_step() << std::endl;
  }
  return kDone;
}

}  // namespace

void add_diff_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("diff", "Report the first step in which two recordings differ");
  auto options = std::make_shared<DiffOptions>();
  command->add_option("a", options->a, "Recording written by 'cardan run --record'")->required();
  command->add_option("b", options->b, "Another recording of the same scene")->required();
  command->callback([options, &exit_code] { exit_code = diff(*options); });
}

}  // namespace cardan::app
