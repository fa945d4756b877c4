#include "apps/verify.h"

#include <cmath>
#include <cstdio>
#include <ostream>

#include "apps/printable_text.h"
#include "cardan/error.h"
#include "core/number_text.h"

namespace cardan::app {

namespace {

std::string number(double x) { return number_text(x, 17); }

std::string place(std::int64_t step, double time) {
  char text[64];
  std::snprintf(text, sizeof text, "step %lld (t = %.9g s)", static_cast<long long>(step), time);
  return text;
}

}  // namespace

std::string describe(const Divergence& divergence, const std::string& a, const std::string& b) {
  std::string text = place(divergence.step, divergence.time);
  const bool at_once = divergence.value && divergence.value_step == divergence.step;
  if (!at_once) text += ": " + divergence.what + " differ first";
  if (!divergence.value) return text + "; no row of a later step shows it";
  if (!at_once) text += "; in step " + std::to_string(divergence.value_step);
  const BitDifference& value = *divergence.value;
  text += (at_once ? ": " : " ") + value.quantity + ": " + a + " has " + number(value.a) + ", " +
          b + " has " + number(value.b);
  constexpr std::uint64_t kMany = 1000000000;
  return text +
         (value.ulps < kMany ? ", " + std::to_string(value.ulps) + " ulps apart" : ", far apart");
}

Verifier::Verifier(const std::string& file, World& world) : recording_(file) {
  recording_.require_intact();
  if (recording_.time_step() != world.time_step()) {
    throw Error("the recording has a time step of " + number(recording_.time_step()) +
                    " s, but this run has " + number(world.time_step()) + " s",
                file, "use the same --step");
  }
  if (recording_.first_step() > 0) recording_.restore_start(world);
  if (world.steps() != recording_.first_step()) {
    throw Error("its first row belongs to step " + std::to_string(recording_.first_step()) +
                    ", but its initial state belongs to step " + std::to_string(world.steps()),
                file, "the file was damaged or changed: record the run again");
  }
  if (recorded_models(world).empty() && recording_.num_changes() == 0)
    throw Error("no model of the scene moves", file);
  first_difference(recording_.models(0), recorded_models(world));  // the same models
}

std::int64_t Verifier::steps() const { return recording_.last_step() - recording_.first_step(); }

bool Verifier::check(World& world) {
  const std::int64_t step = changes_.step(world);
  if (step > recording_.last_step()) return false;
  changes_.before_check(world);
  ++checked_;
  if (!divergence_) {
    const std::string what = first_difference(recording_.hashes(step), step_hashes(world));
    if (what.empty()) return true;
    divergence_ = Divergence{step, world.time(), what, 0, {}};
  }
  const auto row = recording_.row_from(step);
  if (!row) return false;
  if (recording_.step_of(*row) != step) return true;
  divergence_->value = first_difference(recording_.models(*row), recorded_models(world));
  divergence_->value_step = step;
  return !divergence_->value;
}

bool Verifier::print(const World& world, std::ostream& out, std::ostream& err) const {
  if (!divergence_) {
    out << "verified: " << checked_ - 1 << " steps are bit-identical to "
        << one_line_text(recording_.file()) << std::endl;
    return true;
  }
  err << "cardan: "
      << one_line_text(recording_.file() + ": " +
                       describe(*divergence_, "the recording", "this run"))
      << std::endl;
  const std::string pair = recording_.formulation() + " with " + recording_.solver();
  const std::string now = world.formulation() + " with " + world.solver();
  if (pair != now)
    err << "cardan: " << one_line_text("the recording used " + pair + ", but this run uses " + now)
        << std::endl;
  return false;
}

}  // namespace cardan::app
