#include "cardan/viewer.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/solver_registry.h"
#include "cardan/world_spec.h"
#include "view/frame_collector.h"
#include "view/live/frame_clock.h"
#include "view/live/kept_states.h"
#include "view/live/live_frame.h"
#include "view/live/pull.h"
#include "view/live/request_queue.h"
#include "view/live/server.h"
#include "view/live/token.h"
#include "view/replay_page.h"

namespace cardan {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kFrame = 1.0 / 60;     // [s]
constexpr std::size_t kMostKept = 600;  // states: 10 s
constexpr std::size_t kMostKeptBytes = std::size_t{128} << 20;
constexpr double kLateness = 0.1;  // delay after which the pace is restarted [s]
constexpr std::chrono::milliseconds kLongestWait{20};
constexpr char kAxes[] = "xyz";
constexpr const char* kGravityPath = "gravity.";
constexpr const char* kFrictionPath = "friction.";

std::string id_of(const std::string& formulation) {
  return formulation.substr(0, formulation.find(':'));
}

Clock::duration seconds(double s) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s));
}

std::string checked_token(const std::string& token) {
  if (token.empty()) return view::random_token();
  if (!view::is_token(token))
    throw Error("the token is not 32 hexadecimal digits (0-9, a-f)", "viewer",
                "leave it empty for a random one");
  return token;
}

// Weight of a typical moving model, for the scale of the arrows [N].
double typical_force(const World& world) {
  constexpr double kEarth = 9.81;  // used without gravity [m/s²]
  const double g = world.gravity().norm() > 0 ? world.gravity().norm() : kEarth;
  std::vector<double> weights;
  for (const Model* model : world.models())
    if (model->mass() > 0) weights.push_back(g * model->mass());
  if (weights.empty()) return 1;
  std::nth_element(weights.begin(),
                   weights.begin() + static_cast<std::ptrdiff_t>(weights.size() / 2),
                   weights.end());
  return weights[weights.size() / 2];
}

// Names of the models, "" for removed models.
std::vector<std::string> structure_of(const World& world) {
  std::vector<std::string> names;
  for (int i = 0; i < world.num_models(); ++i)
    names.push_back(world.model(i).is_removed() ? "" : world.model(i).name());
  return names;
}

}  // namespace

struct Viewer::Impl {
  Impl(World& world_in, ViewerOptions options_in)
      : world(world_in),
        options(std::move(options_in)),
        playing(options.plays),
        speed(options.speed),
        start(world.state()),
        kept(kFrame, kMostKept, kMostKeptBytes) {
    require_speed(speed);
    for (const std::string& name : options.materials) static_cast<void>(world.material(name));
    if (options.solvers.empty()) options.solvers = SolverRegistry().names();
    server.emplace(
        view::ServerOptions{options.port, checked_token(options.token), options.most_connections},
        events());
    collector.emplace(world, view::CollectOptions{1 / kFrame, 0});
    structure = structure_of(world);
    restart_count();
    publish();
  }

  view::ServerEvents events() {
    return {.receive =
                [this](int client, std::string_view text) {
                  std::optional<view::Message> message = view::read_message(text);
                  return message && requests.add(client, std::move(*message));
                },
            .opened =
                [this](int) {
                  stale = true;
                  requests.wake();
                },
            .closed = [this](int client) { requests.end(client); }};
  }

  static void require_speed(double speed) {
    if (!(speed > 0)) throw Error("the speed is not above 0", "viewer", "1 is real time");
  }

  // Restarts the pace: the next step is due immediately.
  void restart_pace() { due = Clock::now(); }

  void set_playing(bool on) {
    if (playing) keep_state();
    playing = on;
    single_steps = 0;
    stale = true;
    restart_pace();
  }

  void jumped() {
    playing = false;
    single_steps = 0;
    kept_at = {};
    stale = true;
  }

  void say(std::string text) {
    ++note;
    note_text = std::move(text);
    stale = true;
  }

  // Carries out a request. If it is rejected, the page shows one line.
  void obey(const view::Request& request) {
    try {
      std::visit([&](const auto& message) { act(request.client, message); }, request.message);
    } catch (const Error& error) {
      say(error.what());
    }
  }

  void obey_all() {
    for (const view::Request& request : requests.take()) obey(request);
  }

  void act(int, const view::PlayMessage&) { set_playing(true); }
  void act(int, const view::PauseMessage&) { set_playing(false); }
  void act(int, const view::StepMessage& message) {
    set_playing(false);
    single_steps = message.count;
  }
  void act(int, const view::ResetMessage&) {
    if (!reset()) say("cannot reset: models have changed since the start");
  }
  void act(int, const view::SeekMessage& message) {
    if (options.history) {
      go_to(message.time);
    } else if (!kept.seek(world, message.time)) {
      say("cannot go back: models have changed since");
    }
    jumped();
  }
  void act(int, const view::SpeedMessage& message) {
    speed = message.speed;
    stale = true;
    restart_pace();
  }
  void act(int client, const view::PushMessage& message) {
    const auto place = collector->place_of(world, message.body);
    if (!place) return say("cannot pull: this body is not in the world");
    Model& model = world.model(place->model);
    try {
      model.apply_wrench(place->link, Vector3::Zero());
    } catch (const Error& error) {
      return say("cannot pull " + model.name() + ": " + error.defect());
    }
    puller = client;
    pulled_body = message.body;
    pull = view::Pull{place->model, place->link, message.point, message.target};
    stale = true;
  }
  void act(int client, const view::ReleaseMessage&) {
    if (client != puller) return;
    pull.reset();
    puller = 0;
    pulled_body = -1;
    stale = true;
  }
  void act(int, const view::SetMessage& message) {
    for (int axis = 0; axis < 3; ++axis) {
      if (message.path != std::string(kGravityPath) + kAxes[axis]) continue;
      Vector3 gravity = world.gravity();
      gravity[axis] = message.value;
      world.set_gravity(gravity);
      ++changes;
      return say("");
    }
    for (const std::string& name : options.materials) {
      if (message.path != kFrictionPath + name) continue;
      MaterialSpec material = world.material(name);
      material.mu_static = material.mu_kinetic = message.value;
      world.set_material(name, material);
      ++changes;
      return say("");
    }
    say("unknown parameter '" + message.path + "'");
  }
  void act(int, const view::PairMessage& message) {
    const std::vector<std::string>& known = options.solvers;
    if (std::find(known.begin(), known.end(), message.solver) == known.end())
      return say("unknown solver '" + message.solver + "'");
    // If the formulation does not change, its options are kept.
    const SolverSpec solver{message.solver, {}, {}, {}, {}};
    if (message.formulation == id_of(world.formulation())) {
      world.set_solver(solver);
    } else {
      world.set_pair({message.formulation, {}}, solver);
    }
    ++changes;
    say("");
  }

  // The history may contain other models at another time.
  void go_to(double time) {
    options.history->go_to(world, time);
    std::vector<std::string> names = structure_of(world);
    if (names == structure) return;
    structure = std::move(names);
    collector.emplace(world, view::CollectOptions{1 / kFrame, 0});
    page_id.clear();
  }

  // Notes the current state as the one from which steps are counted.
  void note_state() {
    noted_time = world.time();
    noted_step = world.steps();
  }

  // Restarts the count of steps at the current state.
  void restart_count() {
    note_state();
    keep_state();
  }

  // Keeps the current state if it is due. The next step keeps its state too, if that is due.
  void keep_state() {
    kept.add(world);
    kept_at = {};
  }

  bool reset() {
    if (options.history) {
      go_to(options.history->from);
      stale = true;
      restart_count();
      restart_pace();
      return true;
    }
    try {
      world.set_state(start);
    } catch (const Error&) {
      return false;
    }
    kept.clear();
    restart_count();
    stale = true;
    restart_pace();
    return true;
  }

  // Carries out requests and waits, for at most kLongestWait. Returns true if a step is due.
  bool is_due() {
    obey_all();
    if (is_open && is_due_at_once()) return true;
    Clock::time_point now = Clock::now();
    const Clock::time_point end = now + kLongestWait;
    for (; is_open; now = Clock::now()) {
      if (is_due_at_once() || (playing && now >= due)) return true;
      show_if_stale();
      if (now >= end) return false;
      requests.wait_until(playing ? std::min(due, end) : end);
      obey_all();
    }
    return false;
  }

  // True if a step is due regardless of the clock.
  bool is_due_at_once() const { return single_steps > 0 || runs_freely(); }

  // True if steps follow each other without a pace.
  bool runs_freely() const { return playing && !std::isfinite(speed); }

  // Sets the time at which the step after the current state is due, and returns it.
  Clock::time_point keep_pace() {
    const Clock::time_point now = Clock::now();
    const double passed = world.time() - noted_time;
    if (passed > 0) due += seconds(passed / speed);
    if (now > due + seconds(kLateness)) due = now;
    return now;
  }

  // Takes account of the steps since the last call, if there are any.
  void note_steps() {
    if (world.steps() == noted_step) return;
    if (single_steps > 0 && --single_steps == 0) stale = true;
    const Clock::time_point now = runs_freely() ? view::last_tick() : keep_pace();
    const bool went_back = world.steps() < noted_step;
    note_state();
    // Without a pace, thousands of steps pass in a tick of the system. Only one of their states is
    // kept, so that the kept states reach back by seconds. After a return to an earlier state, the
    // kept states of the abandoned run must be discarded.
    if (now != kept_at || went_back) {
      kept.add(world);
      kept_at = now;
    }
    if (now >= next_frame && (stale || server->clients() > 0)) publish();
  }

  bool sync() {
    note_steps();
    const bool due_now = is_due();
    note_state();  // a request may have set another state
    if (!due_now) return false;
    apply_pull();
    return true;
  }

  bool step() {
    if (!sync()) return false;
    if (options.before_step) options.before_step(world);
    world.step();
    note_steps();
    return true;
  }

  void show() {
    note_steps();
    stale = true;
    show_if_stale();
  }

  void apply_pull() {
    if (!pull) return;
    Model& model = world.model(pull->model);
    if (model.is_removed()) {
      pull.reset();
      return;
    }
    model.apply_wrench(pull->link, view::pull_force(*pull, model, world.time_step()),
                       Vector3::Zero(), pull->point);
  }

  void show_if_stale() {
    if (stale && Clock::now() >= next_frame) publish();
  }

  view::LiveStatus status() const {
    view::LiveStatus status;
    status.page = page_id;
    status.step = world.steps();
    status.time = world.time();
    status.plays = playing;
    status.speed = speed;
    status.hash = world.state_hash();
    status.solver = world.solver();
    for (int axis = 0; axis < 3; ++axis)
      status.parameters.push_back(
          {std::string(kGravityPath) + kAxes[axis], "m/s²", world.gravity()[axis]});
    for (const std::string& name : options.materials)
      status.parameters.push_back({kFrictionPath + name, "", world.material(name).mu_static});
    status.kept = kept.size();
    if (options.history) {
      status.kept = static_cast<std::size_t>(options.history->steps) + 1;
      status.kept_from = options.history->from;
      status.kept_until = options.history->until;
    } else if (!kept.empty()) {
      status.kept_from = kept.first_time();
      status.kept_until = kept.last_time();
    }
    status.pulled = pulled_body;
    status.note = note;
    status.note_text = note_text;
    return status;
  }

  // The page is made again if its bodies are not those of the world.
  void write_page(view::ReplayData& data) {
    page_id = view::random_token();
    view::PageLive live;
    live.id = page_id;
    live.socket_origin = server->socket_origin();
    live.formulations = formulation_ids();
    live.solvers = options.solvers;
    live.force = typical_force(world);
    data.live = live;
    data.title = options.title;
    page_bodies = data.bodies.size();
    page_models = data.models.size();
    server->set_page(view::replay_page(data));
  }

  void publish() {
    stale = false;
    ++frames;
    next_frame = Clock::now() + seconds(kFrame);
    view::ReplayData& data = collector->present(world);
    if (page_id.empty() || data.bodies.size() != page_bodies || data.models.size() != page_models)
      write_page(data);
    server->publish(
        [frame = view::live_frame(status(), data)] { return view::frame_bytes(frame); });
  }

  World& world;
  ViewerOptions options;
  bool playing, is_open = true;
  double speed;
  std::optional<view::FrameCollector> collector;
  std::vector<std::string> structure;  ///< structure to which the bodies of the collector belong
  StateSnapshot start;
  view::KeptStates kept;
  Clock::time_point kept_at;  ///< tick in which `kept` last received a step; {}: the next step is
                              ///< passed on
  int single_steps = 0;
  double noted_time = 0;  // time of the last state that was taken into account [s]
  std::int64_t noted_step = 0, frames = 0, changes = 0;
  Clock::time_point due = Clock::now(), next_frame = Clock::now();
  std::optional<view::Pull> pull;
  int puller = 0;  ///< client that pulls a body, 0: none
  int pulled_body = -1;
  std::int64_t note = 0;
  std::string note_text, page_id;
  std::size_t page_bodies = 0, page_models = 0;
  std::atomic<bool> stale = false;
  view::RequestQueue requests;
  std::optional<view::Server> server;  // last member, because its thread uses the members above
};

Viewer::Viewer(World& world, ViewerOptions options)
    : impl_(std::make_unique<Impl>(world, std::move(options))) {}
Viewer::~Viewer() = default;

std::string Viewer::url() const { return impl_->server->url(); }
bool Viewer::open() const { return impl_->is_open; }
void Viewer::close() { impl_->is_open = false; }
bool Viewer::step() { return impl_->step(); }
bool Viewer::sync() { return impl_->sync(); }
void Viewer::show() { impl_->show(); }
void Viewer::say(std::string line) { impl_->say(std::move(line)); }
void Viewer::play() { impl_->set_playing(true); }
void Viewer::pause() { impl_->set_playing(false); }
bool Viewer::reset() { return impl_->reset(); }
void Viewer::set_speed(double speed) {
  Impl::require_speed(speed);
  impl_->speed = speed;
  impl_->restart_pace();
}
bool Viewer::is_playing() const { return impl_->playing; }
int Viewer::clients() const { return impl_->server->clients(); }
std::int64_t Viewer::frames() const { return impl_->frames; }
std::int64_t Viewer::changes() const { return impl_->changes; }

}  // namespace cardan
