#include "verify.h"

#include <cmath>
#include <cstdio>
#include <ostream>

#include "cardan/core/error.h"
#include "number_text.h"
#include "printable_text.h"

namespace cardan::app {

namespace {

std::string number(double x) { return number_text(x, 17); }

std::string place(std::int64_t step, double time) {
  char text[64];
  std::snprintf(text, sizeof text, "step %lld (t = %.9g s)", static_cast<long long>(step), time);
  return text;
}

}  // namespace

std::string describe(const Parting& parting, const std::string& a, const std::string& b) {
  std::string text = place(parting.step, parting.time);
  const bool at_once = parting.value && parting.value_step == parting.step;
  if (!at_once) text += ": " + parting.what + " differ first";
  if (!parting.value) return text + "; no row of a later step shows it";
  if (!at_once) text += "; in step " + std::to_string(parting.value_step);
  const BitDifference& value = *parting.value;
  text += (at_once ? ": " : " ") + value.quantity + ": " + a + " has " + number(value.a) + ", " +
          b + " has " + number(value.b);
  constexpr std::uint64_t kMany = 1000000000;
  return text +
         (value.ulps < kMany ? ", " + std::to_string(value.ulps) + " ulps apart" : ", far apart");
}

Verifier::Verifier(const std::string& file, World& world) : recording_(file) {
  recording_.require_intact();
  if (recording_.time_step() != world.time_step()) {
    throw Error("the recording has the step " + number(recording_.time_step()) +
                    " s, and this run " + number(world.time_step()) + " s",
                file, "give the same --step");
  }
  if (recording_.first_step() > 0) recording_.restore_start(world);
  if (world.steps() != recording_.first_step()) {
    throw Error("its first row is of step " + std::to_string(recording_.first_step()) +
                    ", and the state it starts from of step " + std::to_string(world.steps()),
                file, "the file was damaged or changed: record the run again");
  }
  if (recorded_models(world).empty()) throw Error("no model of the scene moves", file);
  first_difference(recording_.models(0), recorded_models(world));  // the same models
}

std::int64_t Verifier::steps() const { return recording_.last_step() - recording_.first_step(); }

bool Verifier::check(const World& world) {
  const std::int64_t step = world.steps();
  if (step > recording_.last_step()) return false;
  ++checked_;
  if (!parting_) {
    const std::string what = first_difference(recording_.hashes(step), step_hashes(world));
    if (what.empty()) return true;
    parting_ = Parting{step, world.time(), what, 0, {}};
  }
  const auto row = recording_.row_from(step);
  if (!row) return false;
  if (recording_.step_of(*row) != step) return true;
  parting_->value = first_difference(recording_.models(*row), recorded_models(world));
  parting_->value_step = step;
  return !parting_->value;
}

bool Verifier::print(const World& world, std::ostream& out, std::ostream& err) const {
  if (!parting_) {
    out << "verified: " << checked_ - 1 << " steps have the bits of "
        << one_line_text(recording_.file()) << std::endl;
    return true;
  }
  err << "cardan: "
      << one_line_text(recording_.file() + ": " + describe(*parting_, "the recording", "this run"))
      << std::endl;
  const std::string pair = recording_.formulation() + " with " + recording_.solver();
  const std::string now = world.formulation() + " with " + world.solver();
  if (pair != now)
    err << "cardan: " << one_line_text("recorded was " + pair + ", and this run is " + now)
        << std::endl;
  return false;
}

}  // namespace cardan::app
