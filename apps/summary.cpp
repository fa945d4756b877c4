#include "apps/summary.h"

#include <algorithm>
#include <cstdio>
#include <ostream>

#include "apps/printable_text.h"
#include "cardan/run_report.h"
#include "cardan/step_fields.h"
#include "core/diagnostic_text.h"
#include "dynamics/urdf/base_note.h"

namespace cardan::app {

namespace {

template <class... Values>
std::string format(const char* form, Values... values) {
  char text[256];
  std::snprintf(text, sizeof text, form, values...);
  return text;
}

std::string chain_text(const World& world) {
  std::string text;
  for (const std::string& id : world.chain()) text += (text.empty() ? "" : ", then ") + id;
  return text;
}

void print_models(std::ostream& out, const World& world) {
  for (int i = 0; i < world.num_models(); ++i) {
    const Model& model = world.model(i);
    if (!model.skeleton() || !model.skeleton()->floating_base()) continue;
    const Vector3 p = model.base_pose().p;
    const double speed = model.base_velocity().linear.norm();
    out << "  " << one_line_text(model.name())
        << format(": base at %.6f %.6f %.6f m", p.x(), p.y(), p.z())
        << format(", speed %.2e m/s\n", speed);
  }
}

void print_loops(std::ostream& out, const RunTotals& totals, const World& world) {
  if (world.loops().empty()) return;
  out << "  closed loops: " << world.loops().size()
      << format(", open by at most %.2e m or rad\n", totals.loop_error);
}

// Such a depth is an overlap at the start, or a result of mass ratios and budgets.
void print_depth(std::ostream& out, const RunTotals& totals, const World& world) {
  if (totals.deepest_a < 0) return;
  out << "  deepest overlap: '" << one_line_text(world.model(totals.deepest_a).name()) << "' and '"
      << one_line_text(world.model(totals.deepest_b).name()) << "'"
      << format(" by %.3g m at %.6g s\n", totals.deepest, totals.deepest_time);
}

void print_trouble(std::ostream& out, const RunTotals& totals) {
  const LadderCounts& ladder = totals.collision_ladder;
  if (ladder.total() > 0) {
    out << "  pairs of shapes without a result of the built-in algorithms: " << ladder.fcl
        << " answered by FCL, " << ladder.perturbed << " from a shifted pose, "
        << ladder.last_normal << " by their last normal, " << ladder.unresolved << " omitted\n";
  }
  for (const StepField& field : step_fields()) {
    const double value = field.value(totals);
    if (field.summary == nullptr || value == 0) continue;
    out << "  " << field.summary << format(*field.unit != 0 ? ": %.3g" : ": %.0f", value)
        << (*field.unit != 0 ? " " : "") << field.unit << "\n";
  }
  if (!totals.first_message.empty())
    out << "  first message: " << one_line_text(totals.first_message) << "\n";
}

void print_shadow(std::ostream& out, const RunSummary& summary) {
  const RunTotals& totals = summary.totals;
  out << "  shadow " << one_line_text(summary.shadow) << ": solved " << totals.shadow_solved
      << " of " << totals.shadow_islands << " islands, differs by at most "
      << format("%.2e m/s (step %lld) and ", totals.worst_shadow.velocity_difference,
                static_cast<long long>(totals.worst_shadow_step))
      << format("%.2e N s, worst residual %.3g m/s\n", totals.worst_shadow.impulse_difference,
                totals.worst_shadow.worst_residual);
}

void print_profile(std::ostream& out, const RunTotals& totals) {
  out << "  profile, microseconds per step:";
  for (std::size_t i = 0; i < totals.nanoseconds.size(); ++i) {
    const double mean =
        static_cast<double>(totals.nanoseconds[i]) / static_cast<double>(totals.steps);
    out << format(" %s %.2f", stage_name(static_cast<Stage>(i)), 1e-3 * mean);
  }
  out << "\n";
}

void print_warnings(std::ostream& out, const World& world) {
  std::vector<Diagnostic> of_files;
  for (const Diagnostic& diagnostic : world.diagnostics()) {
    if (diagnostic.severity == Severity::kInfo) continue;
    if (diagnostic.file.empty()) {
      out << "  " << one_line_text(diagnostic.element + ": " + diagnostic.message) << "\n";
    } else {
      of_files.push_back(diagnostic);
    }
  }
  if (of_files.empty()) return;
  out << "  warnings from the loaders: " << of_files.size() << "\n"
      << diagnostics_text(of_files, Severity::kWarning, "    ");
}

}  // namespace

void print_bases(std::ostream& out, const World& world) {
  std::vector<std::pair<const Diagnostic*, int>> bases;  // first of equal notes → number
  for (const Diagnostic& note : world.diagnostics()) {
    if (!is_base_note(note)) continue;
    const auto known = std::find_if(bases.begin(), bases.end(), [&](const auto& base) {
      return base.first->message == note.message;
    });
    if (known == bases.end()) {
      bases.emplace_back(&note, 1);
    } else {
      ++known->second;
    }
  }
  for (const auto& [note, number] : bases) {
    const std::string more = number > 1 ? " and " + std::to_string(number - 1) + " more" : "";
    out << "  " << one_line_text(note->element + more + ": " + note->message) << "\n";
  }
}

void print_summary(std::ostream& out, const RunSummary& summary, const World& world,
                   const std::vector<std::string>& notes) {
  const RunTotals& totals = summary.totals;
  out << one_line_text(summary.scene) << ": " << summary.formulation << " with "
      << chain_text(world) << "\n";
  print_bases(out, world);
  for (const std::string& note : notes) out << "  " << one_line_text(note) << "\n";
  for (const std::string& line : replaced_solvers(world)) {
    out << "  " << one_line_text(line) << "\n";
  }
  out << format("  %lld steps of %g s", static_cast<long long>(totals.steps), summary.step)
      << format(" in %.3f s: %.4g times real time\n", summary.wall_seconds,
                real_time_factor(summary));
  out << format("  contacts %d at the end, %d at most\n", static_cast<int>(world.contacts().size()),
                static_cast<int>(totals.contacts));
  out << format("  worst residual %.3g m/s, deepest penetration %.3g m\n", totals.worst_residual,
                totals.max_penetration);
  out << format("  islands %lld: %lld fallbacks, ", static_cast<long long>(totals.islands),
                static_cast<long long>(totals.fallbacks))
      << format("%lld approximate, %lld failed\n",
                static_cast<long long>(totals.approximate_islands),
                static_cast<long long>(totals.failed_islands));
  if (!summary.shadow.empty()) print_shadow(out, summary);
  out << format("  energy %.6g J at the start, %.6g J at the end\n", summary.energy_start,
                summary.energy_end);
  print_models(out, world);
  print_loops(out, totals, world);
  print_depth(out, totals, world);
  print_trouble(out, totals);
  print_warnings(out, world);
  if (summary.profiled && totals.steps > 0) print_profile(out, totals);
  out << "  state hash " << state_hash_text(world) << "\n";
}

}  // namespace cardan::app
