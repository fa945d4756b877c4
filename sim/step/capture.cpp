#include "cardan/capture.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "cardan/error.h"
#include "core/atomic_file.h"
#include "core/failure_text.h"
#include "sim/data/block_names.h"
#include "sim/data/capture_impl.h"
#include "sim/data/world_impl.h"

namespace cardan {

namespace {

// A name that is valid in every file system.
std::string plain_name(std::string name) {
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.';
    if (!plain) c = '_';
  }
  return name.empty() || name[0] == '.' ? "world" : name;
}

std::vector<RecordedAttempt> recorded(const IslandReport& report, const Pairing& pairing) {
  std::vector<RecordedAttempt> attempts;
  const int count = std::min(report.num_attempts, IslandReport::kMaxAttempts);
  for (int i = 0; i < count; ++i) {
    const SolverAttempt& attempt = report.attempts[i];
    const bool named =
        attempt.solver >= 0 && attempt.solver < static_cast<int>(pairing.chain.size());
    attempts.push_back({named ? pairing.chain[attempt.solver].spec.id : "last resort",
                        attempt.status, attempt.iterations, attempt.residual});
  }
  return attempts;
}

// "compliance added, of A_ii: 1e-10 in attempt 2, 0.01 in attempt 3"; the residuals include it.
std::string ladder_remark(const IslandReport& report) {
  std::string text;
  const int count = std::min(report.num_attempts, IslandReport::kMaxAttempts);
  for (int i = 0; i < count; ++i) {
    if (!(report.attempts[i].compliance > 0)) continue;
    char entry[64];
    std::snprintf(entry, sizeof entry, "%g in attempt %d", report.attempts[i].compliance, i + 1);
    text.append(text.empty() ? "compliance added, of A_ii: " : ", ").append(entry);
  }
  return text;
}

}  // namespace

Capture::Capture(CaptureSpec spec) : spec_(std::move(spec)) {
  if (spec_.limit < 1) throw Error("the limit of captured files is below 1", "capture");
  if (spec_.which == CaptureSpec::Which::kStep && spec_.step < 1) {
    throw Error("there is no step " + std::to_string(spec_.step), "capture",
                "steps are counted from 1");
  }
  std::error_code failure;
  std::filesystem::create_directories(spec_.directory, failure);
  if (failure) {
    throw Error("cannot make the folder: " + failure.message(), spec_.directory,
                "name another folder for captured problems");
  }
  require_writable((std::filesystem::path(spec_.directory) / "captured").string());
}

void Capture::copy(std::int64_t steps, const std::vector<std::unique_ptr<IslandWork>>& works,
                   int count, const Pairing& pairing) {
  const std::int64_t step = steps + 1;
  solve_ = step == step_ ? solve_ + 1 : 1;
  step_ = step;
  const bool skipped = spec_.which == CaptureSpec::Which::kStep && step != spec_.step;
  copies_.resize(skipped ? 0 : count);
  for (std::size_t i = 0; i < copies_.size(); ++i) {
    IslandWork& work = *works[i];
    ProblemFile& file = copies_[i];
    file.problem = work.problem;
    file.problem.A.clear();
    file.problem.tolerance = pairing.chain.front().tolerance;
    file.problem.max_iterations = pairing.chain.front().spec.max_iterations.value_or(0);
    file.guess.assign(file.problem.b.size(), 0.0);
    work.formulation->guess(work.base, work.problem, file.guess.data());
  }
}

bool Capture::wanted(const IslandReport& report) const {
  return spec_.which != CaptureSpec::Which::kFailed || report.troubled();
}

std::string Capture::file_name(const std::string& formulation, int island, int contacts) const {
  char tail[96];
  std::snprintf(tail, sizeof tail, "-step%06lld-island%02d-%d", static_cast<long long>(step_),
                island, contacts);
  std::string name = plain_name(spec_.scene).append("-").append(formulation).append(tail);
  if (solve_ > 1) name.append("-solve").append(std::to_string(solve_));
  return (std::filesystem::path(spec_.directory) / name.append(".hdf5")).string();
}

void Capture::write_one(const WorldModel& world, const WorldState& state, const StepData& step,
                        int island) {
  const IslandWork& work = *step.islands.works[island];
  ProblemFile& file = copies_[island];
  file.names = problem_block_names(world, step, work.base, file.problem);
  file.origin = {spec_.scene,
                 step_,
                 island,
                 state.time,
                 world.pairing.formulation.id,
                 ladder_remark(work.report)};
  file.attempts = recorded(work.report, world.pairing);
  write_problem(file_name(world.pairing.formulation.id, island, work.report.contacts), file);
  ++count_.written;
}

void Capture::write(const WorldModel& world, const WorldState& state, const StepData& step) {
  for (std::size_t i = 0; i < copies_.size(); ++i) {
    if (copies_[i].problem.m() == 0 || !wanted(step.islands.works[i]->report)) continue;
    if (count_.written >= spec_.limit) {
      ++count_.left_out;
      continue;
    }
    try {
      write_one(world, state, step, static_cast<int>(i));
    } catch (const std::exception& error) {
      // A step does not throw: unwritten problems are counted, and the first reason is kept.
      ++count_.left_out;
      if (count_.failure.empty()) count_.failure = failure_text(error);
    }
  }
}

void capture_problems(World& world, const CaptureSpec& spec) {
  world.impl().step.workers.capture = std::make_unique<Capture>(spec);
}

CaptureCount captured(const World& world) {
  return world.impl().step.workers.capture ? world.impl().step.workers.capture->count()
                                           : CaptureCount{};
}

}  // namespace cardan
