#include "cardan/batch.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <new>
#include <thread>
#include <vector>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/skeleton.h"
#include "core/parallel.h"
#include "sim/scene/batch_member.h"
#include "sim/scene/scene_files.h"

namespace cardan {

namespace {

int number_of_threads(const BatchOptions& options) {
  if (options.threads < 0)
    throw Error("threads is below 0", "Batch", "0 uses all cores of the machine");
  if (options.threads > 0) return options.threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// Time between two visits during a long call of step.
constexpr double kVisitSeconds = 0.05;

void require_mask(std::size_t entries, std::size_t worlds) {
  if (entries == worlds) return;
  throw Error("the mask has " + std::to_string(entries) + " entries", "Batch::step",
              "expected one for each of " + std::to_string(worlds) + " worlds");
}

std::string world_name(int world) { return std::string("world ").append(std::to_string(world)); }

/// Identical robots of all worlds share one skeleton, which stays in the cache from one world to
/// the next.
void share_skeletons(const WorldModel& first, WorldModel& world) {
  for (std::size_t i = 0; i < world.models.size(); ++i) {
    const ModelSetup& shared = *first.models[i];
    ModelSetup& own = *world.models[i];
    if (!own.skeleton) continue;
    if (is_same_skeleton(*own.skeleton, *shared.skeleton)) own.skeleton = shared.skeleton;
    if (has_same_numbers(*own.kernel_skeleton, *shared.kernel_skeleton))
      own.kernel_skeleton = shared.kernel_skeleton;
  }
}

/// An array with one row per world.
struct Rows {
  std::vector<double> values;
  std::size_t width = 0;

  void resize(std::size_t worlds, std::size_t width_in) {
    width = width_in;
    values.assign(worlds * width, 0);
  }
  std::span<double> operator[](int world) {
    return {values.data() + static_cast<std::size_t>(world) * width, width};
  }
  std::span<const double> operator[](int world) const {
    return {values.data() + static_cast<std::size_t>(world) * width, width};
  }
};

void copy_row(std::span<const double> from, std::span<double> to) {
  std::copy(from.begin(), from.end(), to.begin());
}

}  // namespace

constexpr int kMaxWorlds = 1 << 24;

struct Batch::Impl {
  Impl(const Scene& scene, int num_worlds, BatchOptions options);

  void add(const Scene& scene, int world, SceneFiles& files);
  void require_same_structure(const BatchMember& member) const;
  void require_world(int world) const;
  BatchMember& member(int world) { return members[static_cast<std::size_t>(world)]; }
  BatchStatus& status_of(int world) { return status[static_cast<std::size_t>(world)]; }

  /// Reads everything but status from the world.
  void read_row(int world);
  /// Reads everything but status from the world after its state was set.
  void read_row_after_jump(int world);
  /// Reads efforts and targets from the world, after its state was replaced.
  void read_controls(int world);
  /// The parts of a call of step for one world: writes the controls, steps, reads the results.
  void begin(int world);
  void run(int world, int steps);
  void finish(int world);
  void advance(int world, int steps) {
    begin(world);
    run(world, steps);
    finish(world);
  }
  /// Marks a world that a call of step leaves out.
  void rest(int world);
  /// Calls of run for the worlds of the mask, with visits. Returns what a visit threw.
  std::exception_ptr run_with_visits(int steps, std::span<const std::uint8_t> mask,
                                     const std::function<void()>& visit);
  /// Counts an episode that ended, and resets the world if auto_reset is set.
  void end_episode(int world);
  void reset(int world);
  void take_state(int world, const StateSnapshot& snapshot);

  BatchOptions options;
  WorkerPool pool;
  std::vector<BatchMember> members;
  int nq = 0, nv = 0;
  Rows q, v, efforts, targets, target_velocities, known_targets, known_velocities;
  Rows poses, contact_forces, observations, final_q, final_v, final_observations;
  std::vector<std::string> names_of_targets;
  std::vector<BatchStatus> status;
  StateSnapshot forked;          ///< scratch of fork()
  int steps_between_visits = 1;  ///< about kVisitSeconds, by the time of earlier steps
};

Batch::Impl::Impl(const Scene& scene, int num_worlds, BatchOptions options_in)
    : options(std::move(options_in)), pool(number_of_threads(options)) {
  if (num_worlds < 1) throw Error("a batch needs at least one world", "Batch", "at least 1");
  if (num_worlds > kMaxWorlds) {
    throw Error("a batch of " + std::to_string(num_worlds) + " worlds", "Batch",
                "at most " + std::to_string(kMaxWorlds));
  }
  if (options.max_episode_steps < 0)
    throw Error("max_episode_steps is below 0", "Batch", "0 sets no limit");
  members.reserve(static_cast<std::size_t>(num_worlds));
  SceneFiles files;
  for (int world = 0; world < num_worlds; ++world) {
    Scene own = scene;
    own.world.threads = 1;  // the batch itself uses the threads
    if (options.vary) options.vary(world, own);
    add(own, world, files);
  }
  const auto n = static_cast<std::size_t>(num_worlds);
  const std::size_t k = members.front().targets.size();
  names_of_targets = joint_names_of_targets(members.front());
  for (Rows* rows : {&q, &final_q}) rows->resize(n, static_cast<std::size_t>(nq));
  for (Rows* rows : {&v, &final_v, &efforts}) rows->resize(n, static_cast<std::size_t>(nv));
  for (Rows* rows : {&targets, &target_velocities, &known_targets, &known_velocities})
    rows->resize(n, k);
  poses.resize(n, BatchColumns::kPose * options.poses.size());
  contact_forces.resize(n, BatchColumns::kForce * options.contact_forces.size());
  for (Rows* rows : {&observations, &final_observations}) rows->resize(n, options.observe.size());
  status.resize(n);
  for (int world = 0; world < num_worlds; ++world) {
    read_row(world);
    read_targets(member(world), targets[world], target_velocities[world]);
    read_targets(member(world), known_targets[world], known_velocities[world]);
  }
}

void Batch::Impl::require_same_structure(const BatchMember& member) const {
  const BatchMember& first = members.front();
  const bool equal = member.start.structure() == first.start.structure() &&
                     member.world.time_step() == first.world.time_step();
  const std::string where = world_name(static_cast<int>(members.size()));
  if (!equal)
    throw Error("has models, joints or a time step that differ from those of world 0", where,
                "vary only parameters; models, joints and time step must stay the same");
  if (joint_names_of_targets(member) != joint_names_of_targets(first))
    throw Error("has other joints with PD laws than world 0", where,
                "vary gains and targets; joints without a law keep kp = kd = 0 in all worlds");
}

void Batch::Impl::add(const Scene& scene, int world, SceneFiles& files) {
  const bool clones = !options.vary && world > 0;
  BatchMember member(clones ? members.front().world.clone() : make_world(scene, files));
  if (members.empty()) {
    nq = member.nq;
    nv = member.nv;
  } else {
    require_same_structure(member);
    share_skeletons(members.front().world.impl().model, member.world.impl().model);
  }
  member.world.impl().skeletons.clear();  // only adding a model reads it
  member.columns = std::make_unique<BatchColumns>(member.world, options.poses,
                                                  options.contact_forces, options.observe);
  member.seed = derived_seed(member.world.seed(), static_cast<std::uint64_t>(world));
  member.world.set_seed(member.seed);
  member.world.impl().of_batch = true;
  members.push_back(std::move(member));
}

void Batch::Impl::require_world(int world) const {
  const int count = static_cast<int>(members.size());
  if (world >= 0 && world < count) return;
  throw Error("no such world", world_name(world), "0 to " + std::to_string(count - 1));
}

void Batch::Impl::read_row(int world) {
  const BatchMember& from = member(world);
  status_of(world).finite = read_states(from, q[world], v[world]);
  from.columns->read_poses(poses[world]);
  from.columns->read_contact_forces(from.world, contact_forces[world]);
  from.columns->read_observations(from.world, observations[world]);
}

void Batch::Impl::read_row_after_jump(int world) {
  member(world).columns->note_jump(member(world).world);
  read_row(world);
}

void Batch::Impl::read_controls(int world) {
  read_efforts(member(world), efforts[world]);
  read_targets(member(world), targets[world], target_velocities[world]);
  copy_row(targets[world], known_targets[world]);
  copy_row(target_velocities[world], known_velocities[world]);
}

void Batch::Impl::begin(int world) {
  const BatchMember& own = member(world);
  write_efforts(own, efforts[world]);
  status_of(world).rejected_inputs = write_targets(own, targets[world], target_velocities[world],
                                                   known_targets[world], known_velocities[world]);
}

void Batch::Impl::run(int world, int steps) {
  BatchMember& own = member(world);
  int rejected = 0;
  for (int step = 0; step < steps; ++step) {
    rejected += own.world.step().rejected_inputs;
  }
  status_of(world).rejected_inputs += rejected;
}

void Batch::Impl::rest(int world) {
  BatchStatus& resting = status_of(world);
  resting.terminated = resting.truncated = resting.was_reset = false;
  resting.rejected_inputs = 0;
}

void Batch::Impl::finish(int world) {
  BatchMember& own = member(world);
  const StepReport& report = own.world.report();
  BatchStatus& now = status_of(world);
  now.steps = own.world.steps() - own.start.steps();
  now.contacts = report.contacts;
  now.worst_residual = report.worst_residual;
  now.failed_islands = report.failed_islands;
  now.was_reset = false;
  read_row(world);
  read_targets(own, targets[world], target_velocities[world]);
  copy_row(targets[world], known_targets[world]);
  copy_row(target_velocities[world], known_velocities[world]);
  now.terminated = options.terminate && options.terminate(world, own.world);
  now.truncated =
      !now.terminated && options.max_episode_steps > 0 && now.steps >= options.max_episode_steps;
  if (options.auto_reset && (now.terminated || now.truncated)) end_episode(world);
}

void Batch::Impl::end_episode(int world) {
  copy_row(q[world], final_q[world]);
  copy_row(v[world], final_v[world]);
  copy_row(observations[world], final_observations[world]);
  const BatchStatus ended = status_of(world);
  reset(world);
  BatchStatus& now = status_of(world);
  now.contacts = ended.contacts;
  now.worst_residual = ended.worst_residual;
  now.failed_islands = ended.failed_islands;
  now.rejected_inputs = ended.rejected_inputs;
  now.terminated = ended.terminated;
  now.truncated = ended.truncated;
  now.was_reset = true;
}

void Batch::Impl::reset(int world) {
  BatchMember& own = member(world);
  BatchStatus& now = status_of(world);
  const std::int64_t episode = now.episode + 1, length = own.world.steps() - own.start.steps();
  own.world.set_state(own.start);
  own.world.set_seed(derived_seed(own.seed, static_cast<std::uint64_t>(episode)));
  if (options.on_reset) options.on_reset(world, episode, own.world);
  now = {};
  now.episode = episode;
  now.episode_steps = length;
  read_controls(world);
  std::fill(efforts[world].begin(), efforts[world].end(), 0.0);
  own.columns->begin_episode(own.world);
  read_row(world);
}

void Batch::Impl::take_state(int world, const StateSnapshot& snapshot) {
  BatchMember& own = member(world);
  own.world.set_state(snapshot);
  status_of(world).steps = own.world.steps() - own.start.steps();
  read_controls(world);
  read_row_after_jump(world);
}

Batch::Batch(const Scene& scene, int num_worlds, const BatchOptions& options) {
  try {
    impl_ = std::make_unique<Impl>(scene, num_worlds, options);
  } catch (const std::bad_alloc&) {
    throw Error("not enough memory for " + std::to_string(num_worlds) + " worlds", "Batch",
                "use fewer");
  }
}
Batch::~Batch() = default;
Batch::Batch(Batch&&) noexcept = default;
Batch& Batch::operator=(Batch&&) noexcept = default;

Batch::Impl& Batch::impl() { return alive(impl_, "the batch"); }
const Batch::Impl& Batch::impl() const { return alive(impl_, "the batch"); }

int Batch::num_worlds() const { return static_cast<int>(impl().members.size()); }
int Batch::nq() const { return impl().nq; }
int Batch::nv() const { return impl().nv; }
int Batch::threads() const { return impl().pool.threads(); }
double Batch::time_step() const { return impl().members.front().world.time_step(); }
std::span<const double> Batch::q() const { return impl().q.values; }
std::span<const double> Batch::v() const { return impl().v.values; }
std::span<double> Batch::efforts() { return impl().efforts.values; }
std::span<double> Batch::targets() { return impl().targets.values; }
std::span<double> Batch::target_velocities() { return impl().target_velocities.values; }
const std::vector<std::string>& Batch::target_names() const { return impl().names_of_targets; }
std::span<const BatchStatus> Batch::status() const { return impl().status; }
std::span<const double> Batch::poses() const { return impl().poses.values; }
std::span<const double> Batch::contact_forces() const { return impl().contact_forces.values; }
std::span<const double> Batch::observations() const { return impl().observations.values; }
std::span<const double> Batch::final_q() const { return impl().final_q.values; }
std::span<const double> Batch::final_v() const { return impl().final_v.values; }
std::span<const double> Batch::final_observations() const {
  return impl().final_observations.values;
}

void Batch::step(int steps) {
  Impl& batch = impl();
  if (steps < 1) return;
  batch.pool.for_each(num_worlds(), [&](int world, int) { batch.advance(world, steps); });
}

void Batch::step(int steps, std::span<const std::uint8_t> mask) {
  Impl& batch = impl();
  require_mask(mask.size(), batch.members.size());
  if (steps < 1) return;
  batch.pool.for_each(num_worlds(), [&](int world, int) {
    if (mask[static_cast<std::size_t>(world)] != 0) return batch.advance(world, steps);
    batch.rest(world);
  });
}

std::exception_ptr Batch::Impl::run_with_visits(int steps, std::span<const std::uint8_t> mask,
                                                const std::function<void()>& visit) {
  using Clock = std::chrono::steady_clock;
  for (int done = 0; done < steps;) {
    const int slice = std::min(steps - done, steps_between_visits);
    const Clock::time_point start = Clock::now();
    pool.for_each(static_cast<int>(members.size()), [&](int world, int) {
      if (mask[static_cast<std::size_t>(world)] != 0) run(world, slice);
    });
    done += slice;
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    // At most doubled, because the first steps may take less time than the later ones.
    const double fit = slice * kVisitSeconds / std::max(seconds, 1e-9);
    steps_between_visits = static_cast<int>(std::clamp(fit, 1.0, std::min(2.0 * slice, 1e6)));
    if (done == steps) break;
    try {
      visit();
    } catch (...) {
      return std::current_exception();
    }
  }
  return nullptr;
}

void Batch::step(int steps, std::span<const std::uint8_t> mask,
                 const std::function<void()>& visit) {
  Impl& batch = impl();
  if (steps <= batch.steps_between_visits) return step(steps, mask);
  require_mask(mask.size(), batch.members.size());
  const auto for_each = [&](void (Impl::*chosen)(int), void (Impl::*other)(int)) {
    batch.pool.for_each(num_worlds(), [&](int world, int) {
      (batch.*(mask[static_cast<std::size_t>(world)] != 0 ? chosen : other))(world);
    });
  };
  for_each(&Impl::begin, &Impl::rest);
  const std::exception_ptr failure = batch.run_with_visits(steps, mask, visit);
  for_each(&Impl::finish, &Impl::rest);
  if (failure) std::rethrow_exception(failure);
}

void Batch::set_state(int world, std::span<const double> q, std::span<const double> v) {
  set_states(std::span<const int>(&world, 1), q, v);
}

void Batch::set_states(std::span<const int> worlds, std::span<const double> q,
                       std::span<const double> v) {
  Impl& batch = impl();
  const auto wq = static_cast<std::size_t>(batch.nq), wv = static_cast<std::size_t>(batch.nv);
  for (const int world : worlds) batch.require_world(world);
  if (q.size() != worlds.size() * wq || v.size() != worlds.size() * wv) {
    const std::string times = worlds.size() == 1 ? "" : std::to_string(worlds.size()) + " × ";
    throw Error("the state has " + std::to_string(q.size()) + " positions and " +
                    std::to_string(v.size()) + " velocities",
                worlds.size() == 1 ? world_name(worlds[0]) : "Batch::set_states",
                "expected " + times + std::to_string(wq) + " and " + times + std::to_string(wv));
  }
  const auto row_q = [&](std::size_t i) { return q.subspan(i * wq, wq); };
  const auto row_v = [&](std::size_t i) { return v.subspan(i * wv, wv); };
  // Checks all values before setting any.
  for (std::size_t i = 0; i < worlds.size(); ++i)
    check_state(batch.member(worlds[i]), row_q(i), row_v(i), world_name(worlds[i]));
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    write_states(batch.member(worlds[i]), row_q(i), row_v(i));
    batch.read_row_after_jump(worlds[i]);
  }
}

StateSnapshot Batch::state(int world) const {
  StateSnapshot snapshot;
  state(world, snapshot);
  return snapshot;
}

void Batch::state(int world, StateSnapshot& into) const { this->world(world).state(into); }

void Batch::set_state(int world, const StateSnapshot& snapshot) {
  impl().require_world(world);
  impl().take_state(world, snapshot);
}

void Batch::set_states(std::span<const int> worlds, const StateSnapshot& snapshot) {
  Impl& batch = impl();
  if (worlds.empty()) return;
  std::vector<char> seen(batch.members.size(), 0);
  for (const int world : worlds) {
    batch.require_world(world);
    if (seen[static_cast<std::size_t>(world)]++ > 0)
      throw Error("is listed twice", world_name(world), "list each world once");
  }
  batch.take_state(worlds[0], snapshot);  // throws if the state belongs to other worlds
  batch.pool.for_each(static_cast<int>(worlds.size()) - 1, [&](int i, int) {
    batch.take_state(worlds[static_cast<std::size_t>(i) + 1], snapshot);
  });
}

void Batch::fork(int from, int to) {
  Impl& batch = impl();
  batch.require_world(from);
  batch.require_world(to);
  if (from == to) return;
  // Efforts and targets that are set but not yet applied are part of the copy.
  const BatchMember& source = batch.member(from);
  write_efforts(source, batch.efforts[from]);
  write_targets(source, batch.targets[from], batch.target_velocities[from],
                batch.known_targets[from], batch.known_velocities[from]);
  read_targets(source, batch.known_targets[from], batch.known_velocities[from]);
  source.world.state(batch.forked);
  batch.take_state(to, batch.forked);
  batch.member(to).columns->copy_memory(*source.columns);
  copy_row(batch.observations[from], batch.observations[to]);
  copy_row(batch.contact_forces[from], batch.contact_forces[to]);
}

void Batch::reset(int world) {
  impl().require_world(world);
  impl().reset(world);
}

void Batch::reset(int world, const BatchParameters& parameters) {
  impl().require_world(world);
  apply_parameters(impl().member(world), parameters, world_name(world));
  impl().reset(world);
}

World& Batch::world(int i) {
  impl().require_world(i);
  return impl().members[static_cast<std::size_t>(i)].world;
}
const World& Batch::world(int i) const { return const_cast<Batch*>(this)->world(i); }

}  // namespace cardan
