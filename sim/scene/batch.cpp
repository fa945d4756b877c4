#include "cardan/scene/batch.h"

#include <algorithm>
#include <new>
#include <thread>
#include <vector>

#include "cardan/core/alive.h"
#include "cardan/core/error.h"
#include "cardan/core/parallel.h"
#include "cardan/dynamics/same_skeleton.h"
#include "cardan/sim/record/state_file_internal.h"
#include "cardan/sim/step/sleep_internal.h"
#include "cardan/sim/world_internal.h"

namespace cardan {

namespace {

int number_of_threads(const BatchOptions& options) {
  if (options.threads < 0)
    throw Error("threads is below 0", "Batch", "0 uses all cores of the machine");
  if (options.threads > 0) return options.threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::string world_name(int world) { return std::string("world ").append(std::to_string(world)); }

/// One world of the batch.
struct Member {
  World world;
  Scene forces;  ///< of the scene, read by apply_forces
  SavedState start;
  std::vector<Model::Impl*> moving;  ///< models that have a skeleton, in the order of adding
};

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

}  // namespace

constexpr int kMaxWorlds = 1 << 24;

struct Batch::Impl {
  Impl(const Scene& scene, int num_worlds, const BatchOptions& options);

  void add(const Scene& scene);
  void require_world(int world) const;
  void write_efforts(int world);
  void read_state(int world);
  void advance(int world, int steps);

  WorkerPool pool;
  std::vector<Member> members;
  int nq = 0, nv = 0;
  std::vector<double> q, v, efforts;
  std::vector<BatchStatus> status;
};

Batch::Impl::Impl(const Scene& scene, int num_worlds, const BatchOptions& options)
    : pool(number_of_threads(options)) {
  if (num_worlds < 1) throw Error("a batch needs at least one world", "Batch", "at least 1");
  if (num_worlds > kMaxWorlds) {
    throw Error("a batch of " + std::to_string(num_worlds) + " worlds", "Batch",
                "at most " + std::to_string(kMaxWorlds));
  }
  members.reserve(static_cast<std::size_t>(num_worlds));
  for (int world = 0; world < num_worlds; ++world) {
    Scene own = scene;
    own.world.threads = 1;  // the batch has the threads
    if (options.vary) options.vary(world, own);
    add(own);
  }
  const auto n = static_cast<std::size_t>(num_worlds);
  q.resize(n * static_cast<std::size_t>(nq));
  v.resize(n * static_cast<std::size_t>(nv));
  efforts.assign(v.size(), 0);
  status.resize(n);
  for (int world = 0; world < num_worlds; ++world) read_state(world);
}

void Batch::Impl::add(const Scene& scene) {
  Member member{make_world(scene), {}, {}, {}};
  member.forces.forces = scene.forces;
  member.start = state_of(member.world);
  int positions = 0, velocities = 0;
  for (int i = 0; i < member.world.num_models(); ++i) {
    Model::Impl& model = member.world.model(i).impl();
    const Skeleton* skeleton = model.setup().skeleton.get();
    if (!skeleton) continue;
    member.moving.push_back(&model);
    positions += skeleton->nq();
    velocities += skeleton->nv();
  }
  if (members.empty()) {
    nq = positions;
    nv = velocities;
  } else if (member.start.signature != members.front().start.signature ||
             member.world.time_step() != members.front().world.time_step()) {
    throw Error("has models, joints or a time step that differ from those of world 0",
                world_name(static_cast<int>(members.size())),
                "vary only parameters; models, joints and time step must stay the same");
  } else {
    share_skeletons(members.front().world.impl().model, member.world.impl().model);
    member.world.impl().skeletons.clear();  // only adding a model reads it
  }
  member.world.impl().of_batch = true;
  members.push_back(std::move(member));
}

void Batch::Impl::require_world(int world) const {
  const int count = static_cast<int>(members.size());
  if (world >= 0 && world < count) return;
  throw Error("no such world", world_name(world), "0 to " + std::to_string(count - 1));
}

void Batch::Impl::write_efforts(int world) {
  const double* row = efforts.data() + static_cast<std::ptrdiff_t>(world) * nv;
  for (Model::Impl* model : members[static_cast<std::size_t>(world)].moving) {
    const ModelState::Vector own = model->state().tau();
    const Eigen::Map<const VectorX> tau(row, own.size());  // the step checks finiteness
    if (own != tau) {
      World::Impl& impl = *model->world;
      disturb(impl.model, impl.state, impl.step, model->ref());
    }
    model->state().tau() = tau;
    row += own.size();
  }
}

void Batch::Impl::read_state(int world) {
  const Member& member = members[static_cast<std::size_t>(world)];
  double* to_q = q.data() + static_cast<std::ptrdiff_t>(world) * nq;
  double* to_v = v.data() + static_cast<std::ptrdiff_t>(world) * nv;
  bool finite = true;
  for (const Model::Impl* model : member.moving) {
    const ConstModelState state = model->state();
    finite = finite && state.q().allFinite() && state.v().allFinite();
    to_q = std::copy_n(state.q().data(), state.q().size(), to_q);
    to_v = std::copy_n(state.v().data(), state.v().size(), to_v);
  }
  status[static_cast<std::size_t>(world)].finite = finite;
}

void Batch::Impl::advance(int world, int steps) {
  Member& member = members[static_cast<std::size_t>(world)];
  write_efforts(world);
  int rejected = 0;
  for (int step = 0; step < steps; ++step) {
    apply_forces(member.forces, member.world);
    rejected += member.world.step().rejected_inputs;
  }
  const StepReport& report = member.world.report();
  status[static_cast<std::size_t>(world)] = {
      member.world.steps(),  report.contacts, report.worst_residual,
      report.failed_islands, rejected,        true};
  read_state(world);
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
std::span<const double> Batch::q() const { return impl().q; }
std::span<const double> Batch::v() const { return impl().v; }
std::span<double> Batch::efforts() { return impl().efforts; }
std::span<const BatchStatus> Batch::status() const { return impl().status; }

void Batch::step(int steps) {
  if (steps < 1) return;
  impl().pool.for_each(num_worlds(), [&](int world, int) { impl().advance(world, steps); });
}

void Batch::set_state(int world, std::span<const double> q, std::span<const double> v) {
  impl().require_world(world);
  if (q.size() != static_cast<std::size_t>(nq()) || v.size() != static_cast<std::size_t>(nv())) {
    throw Error("the state has " + std::to_string(q.size()) + " positions and " +
                    std::to_string(v.size()) + " velocities",
                world_name(world),
                "expected " + std::to_string(nq()) + " and " + std::to_string(nv()));
  }
  require_vector(Eigen::Map<const VectorX>(v.data(), nv()), nv(), "v", world_name(world));
  World& target = impl().members[static_cast<std::size_t>(world)].world;
  const double *from_q = q.data(), *from_v = v.data();
  const auto take_q = [&](const Model& model) {
    const Eigen::Map<const VectorX> own(from_q, model.q().size());
    from_q += own.size();
    return own;
  };
  // Checks all values before setting any.
  for (int i = 0; i < target.num_models(); ++i) {
    const Model& model = target.model(i);
    if (model.skeleton() != nullptr) checked_configuration(model.impl().setup(), take_q(model));
  }
  from_q = q.data();
  for (int i = 0; i < target.num_models(); ++i) {
    Model& model = target.model(i);
    if (model.skeleton() == nullptr) continue;
    model.set_q(take_q(model));
    model.set_v(Eigen::Map<const VectorX>(from_v, model.v().size()));
    from_v += model.v().size();
  }
  impl().read_state(world);
}

void Batch::reset(int world) {
  impl().require_world(world);
  Member& member = impl().members[static_cast<std::size_t>(world)];
  cardan::set_state(member.world, member.start, world_name(world));
  std::fill_n(impl().efforts.begin() + static_cast<std::ptrdiff_t>(world) * nv(), nv(), 0.0);
  impl().status[static_cast<std::size_t>(world)] = {};
  impl().read_state(world);
}

World& Batch::world(int i) {
  impl().require_world(i);
  return impl().members[static_cast<std::size_t>(i)].world;
}
const World& Batch::world(int i) const { return const_cast<Batch*>(this)->world(i); }

}  // namespace cardan
