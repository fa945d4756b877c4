#include "cardan/batch.h"

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/call_python.h"
#include "bindings/python/src/gil.h"
#include "bindings/python/src/scene.h"
#include "bindings/python/src/world_handle.h"
#include "cardan/error.h"
#include "cardan/quantity.h"

namespace cardan::python {

namespace {

/// Ends episodes when a quantity of a world leaves its bounds.
struct Bounds {
  struct Bound {
    std::string name;
    double low, high;
  };
  std::vector<Bound> bounds;
  std::vector<std::vector<Quantity>> quantities;  ///< indexed by world, then by bound

  bool are_left(int world, const World& state) const {
    const std::vector<Quantity>& own = quantities[static_cast<std::size_t>(world)];
    for (std::size_t k = 0; k < own.size(); ++k) {
      const double value = own[k].measure(state);
      if (!(value >= bounds[k].low && value <= bounds[k].high)) return true;
    }
    return false;
  }
};

/// Data that views of a batch keep alive.
struct HeldBatch {
  explicit HeldBatch(Batch made) : batch(std::move(made)) {}
  Batch batch;
};

/// A batch in Python. Its views hold the C++ batch and not this object, so that close() can drop
/// the batch here while views stay valid.
class BatchHandle {
 public:
  BatchHandle(std::shared_ptr<HeldBatch> held, std::vector<std::string> observed)
      : held_(std::move(held)), observed_(std::move(observed)) {
    owner_ = py::capsule(new std::shared_ptr<HeldBatch>(held_),
                         [](void* at) { delete static_cast<std::shared_ptr<HeldBatch>*>(at); });
  }

  /// Throws Error after close() and RuntimeError while another thread uses the batch.
  Batch& get() const {
    if (!held_) throw Error("the batch is closed", "Batch", "make a new one");
    if (busy_->on) {
      throw std::runtime_error("another thread steps this batch; wait until it has finished");
    }
    return held_->batch;
  }
  bool is_closed() const { return !held_; }
  void close() {
    if (held_) get();
    held_.reset();
    owner_ = py::none();
  }
  const std::vector<std::string>& observed() const { return observed_; }
  const std::shared_ptr<Busy>& busy() const { return busy_; }
  const std::shared_ptr<HeldBatch>& held() const { return held_; }
  /// Keeps the C++ batch alive for a view.
  const py::object& owner() const { return owner_; }

 private:
  std::shared_ptr<HeldBatch> held_;
  std::shared_ptr<Busy> busy_ = std::make_shared<Busy>();
  py::object owner_;
  std::vector<std::string> observed_;
};

// (N, columns) view.
py::object rows_view(const BatchHandle& handle, std::span<const double> numbers) {
  const py::ssize_t n = handle.get().num_worlds();
  return view_out(numbers.data(), {n, static_cast<py::ssize_t>(numbers.size()) / n},
                  handle.owner());
}

// (N, k, width) view.
py::object groups_view(const BatchHandle& handle, std::span<const double> numbers,
                       py::ssize_t width) {
  const py::ssize_t n = handle.get().num_worlds();
  return view_out(numbers.data(),
                  {n, static_cast<py::ssize_t>(numbers.size()) / (n * width), width},
                  handle.owner());
}

py::object writable_rows(const BatchHandle& handle, std::span<double> numbers) {
  const py::ssize_t n = handle.get().num_worlds();
  return writable_view_out(numbers.data(), {n, static_cast<py::ssize_t>(numbers.size()) / n},
                           handle.owner());
}

py::object status_view(const BatchHandle& handle) {
  const std::span<const BatchStatus> status = handle.get().status();
  const auto count = static_cast<py::ssize_t>(status.size());
  py::array_t<BatchStatus> view(count, status.data(), handle.owner());
  return read_only(std::move(view));
}

std::shared_ptr<Bounds> bounds_in(const py::dict& terminate) {
  if (terminate.empty()) return nullptr;
  auto bounds = std::make_shared<Bounds>();
  for (const auto& [name, range] : terminate) {
    double ends[2];
    copy_in(range, "terminate: (low, high) of a quantity", 2, ends);
    if (!(ends[0] <= ends[1])) {
      throw py::value_error("terminate: the bounds of '" + name.cast<std::string>() +
                            "' are an empty interval");
    }
    bounds->bounds.push_back({name.cast<std::string>(), ends[0], ends[1]});
  }
  return bounds;
}

// Finds the quantities in every world. Rejects those that are measured from the start of an
// episode, because a reset of the batch does not reset them.
void find_quantities(Bounds& bounds, Batch& batch) {
  bounds.quantities.resize(static_cast<std::size_t>(batch.num_worlds()));
  for (int i = 0; i < batch.num_worlds(); ++i) {
    for (const Bounds::Bound& bound : bounds.bounds) {
      Quantity quantity = make_quantity(bound.name, batch.world(i), "terminate");
      if (quantity.memory) {
        throw Error("'" + bound.name + "' counts from the start of the episode", "terminate",
                    "choose a quantity of the current state");
      }
      bounds.quantities[static_cast<std::size_t>(i)].push_back(std::move(quantity));
    }
  }
}

// Applies the overrides that `vary` returns for world i.
void apply_variation(const py::function& vary, const py::object& scene, int world, Scene& own) {
  const WithGil gil;
  const py::object overrides = call_python(vary, world);
  if (overrides.is_none()) return;
  if (!py::isinstance<py::dict>(overrides)) {
    throw py::type_error("vary: expected a dict of overrides {path: value} or None, got " +
                         std::string(Py_TYPE(overrides.ptr())->tp_name));
  }
  const int threads = own.world.threads;
  own = *call_python(attribute(scene, "with_overrides"), overrides).cast<SceneHandle>().scene;
  own.world.threads = threads;
}

// A list or another iterable of names, but not one name.
std::vector<std::string> names_in(const py::object& value, const char* argument) {
  std::string message = argument;
  message.append(": expected a list of names, got ").append(Py_TYPE(value.ptr())->tp_name);
  if (py::isinstance<py::str>(value) || !py::isinstance<py::iterable>(value)) {
    throw py::type_error(message);
  }
  std::vector<std::string> names;
  const py::list listed = object_from_python([&] { return PySequence_List(value.ptr()); });
  for (const py::handle name : listed) {
    if (!py::isinstance<py::str>(name)) throw py::type_error(message.append(" with other values"));
    names.push_back(name.cast<std::string>());
  }
  return names;
}

std::unique_ptr<BatchHandle> make_batch(const py::object& source, int num_worlds,
                                        const std::optional<py::function>& vary, int threads,
                                        const py::object& observe, const py::object& poses,
                                        const py::object& contact_forces, const py::dict& terminate,
                                        std::int64_t max_episode_steps, bool auto_reset) {
  const SceneHandle scene = scene_in(source);
  const py::object varied = py::cast(scene);
  BatchOptions options;
  options.threads = threads;
  options.observe = names_in(observe, "observe");
  options.poses = names_in(poses, "poses");
  options.contact_forces = names_in(contact_forces, "contact_forces");
  if (num_worlds < 1) {
    throw Error("num_worlds is " + std::to_string(num_worlds), "Batch", "at least 1");
  }
  options.max_episode_steps = max_episode_steps;
  options.auto_reset = auto_reset;
  if (vary) {
    options.vary = [&](int world, Scene& own) { apply_variation(*vary, varied, world, own); };
  }
  const std::shared_ptr<Bounds> bounds = bounds_in(terminate);
  if (bounds) {
    options.terminate = [bounds](int world, const World& state) {
      return bounds->are_left(world, state);
    };
  }
  std::shared_ptr<HeldBatch> held;
  {
    const WithoutGil away;
    held = std::make_shared<HeldBatch>(Batch(*scene.scene, num_worlds, options));
    if (bounds) find_quantities(*bounds, held->batch);
  }
  return std::make_unique<BatchHandle>(std::move(held), options.observe);
}

// (N) entries that are true or false. NaN is neither.
std::vector<std::uint8_t> mask_in(py::handle value) {
  const NumbersIn given(value, "mask");
  given.expect_shape({-1});
  std::vector<std::uint8_t> chosen;
  for (py::ssize_t i = 0; i < given.size(); ++i) {
    const double entry = given.data()[i];
    if (std::isnan(entry)) throw py::value_error("mask: an entry is NaN");
    chosen.push_back(entry != 0 ? 1 : 0);
  }
  return chosen;
}

void step(BatchHandle& handle, int steps, const py::object& mask) {
  if (steps < 0) throw py::value_error("steps: must be at least 0");
  std::vector<std::uint8_t> chosen;
  if (!mask.is_none()) chosen = mask_in(mask);
  Batch& batch = handle.get();
  if (mask.is_none()) chosen.assign(static_cast<std::size_t>(batch.num_worlds()), 1);
  if (chosen.size() != static_cast<std::size_t>(batch.num_worlds())) {
    throw py::value_error("mask: expected shape (" + std::to_string(batch.num_worlds()) +
                          ",), got (" + std::to_string(chosen.size()) + ",)");
  }
  Away away(handle.busy());
  batch.step(steps, chosen, [&] { away.visit_python([] {}); });
}

/// Worlds by their numbers. Constructed before BatchHandle::get is called, because the constructor
/// may run Python code.
class Chosen {
 public:
  /// None: all worlds. Otherwise one number or a list.
  explicit Chosen(const py::object& worlds) {
    if (worlds.is_none()) return;
    const bool one = PyIndex_Check(worlds.ptr()) != 0 && !py::hasattr(worlds, "__len__");
    listed_ = indices_in(one ? py::make_tuple(worlds) : worlds, "worlds");
  }
  /// Throws IndexError for a number that the batch does not have.
  std::vector<int> of(const Batch& batch) const {
    if (listed_) {
      require_below(*listed_, "worlds", batch.num_worlds());
      return *listed_;
    }
    std::vector<int> all(static_cast<std::size_t>(batch.num_worlds()));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }

 private:
  std::optional<std::vector<int>> listed_;
};

// A batch and one of its worlds by number.
std::pair<Batch&, int> world_in(const BatchHandle& handle, py::handle world) {
  const std::vector<int> index = indices_in(py::make_tuple(world), "world");
  Batch& batch = handle.get();
  require_below(index, "world", batch.num_worlds());
  return {batch, index.front()};
}

PdGains gains_in(py::handle value) {
  double pair[2];
  copy_in(value, "gains: (kp, kd) of a joint", 2, pair);
  return {pair[0], pair[1]};
}

void reset(BatchHandle& handle, const py::object& worlds, const py::object& gravity,
           const std::map<std::string, double>& friction, const std::map<std::string, double>& mass,
           const py::dict& gains) {
  BatchParameters parameters;
  if (!gravity.is_none()) parameters.gravity = vector3_in(gravity, "gravity");
  parameters.friction = friction;
  parameters.mass = mass;
  for (const auto& [joint, pair] : gains) {
    parameters.gains[joint.cast<std::string>()] = gains_in(pair);
  }
  const Chosen numbers(worlds);
  Batch& batch = handle.get();
  const std::vector<int> chosen = numbers.of(batch);
  const Away away(handle.busy());
  for (const int world : chosen) batch.reset(world, parameters);
}

void set_states(BatchHandle& handle, const py::object& worlds, const py::object& q_or_state,
                const py::object& v) {
  const Chosen numbers(worlds);
  if (py::isinstance<StateSnapshot>(q_or_state)) {
    if (!v.is_none()) throw py::type_error("v: a state has velocities; pass None");
    Batch& batch = handle.get();
    batch.set_states(numbers.of(batch), q_or_state.cast<const StateSnapshot&>());
    return;
  }
  const NumbersIn q(q_or_state, "q"), velocities(v, "v");
  Batch& batch = handle.get();
  const std::vector<int> chosen = numbers.of(batch);
  const auto count = static_cast<py::ssize_t>(chosen.size());
  q.expect_shape({count, batch.nq()});
  velocities.expect_shape({count, batch.nv()});
  batch.set_states(chosen, {q.data(), static_cast<std::size_t>(q.size())},
                   {velocities.data(), static_cast<std::size_t>(velocities.size())});
}

std::string text_of(const BatchHandle& handle) {
  if (handle.is_closed()) return "<cardan.Batch, closed>";
  const Batch& batch = handle.held()->batch;
  return "<cardan.Batch of " + std::to_string(batch.num_worlds()) +
         " worlds: nq = " + std::to_string(batch.nq()) + ", nv = " + std::to_string(batch.nv()) +
         ", " + std::to_string(batch.threads()) + " threads>";
}

using BatchClass = py::class_<BatchHandle>;

void add_sizes(BatchClass& batch) {
  batch
      .def_property_readonly(
          "num_worlds", [](const BatchHandle& b) { return b.get().num_worlds(); },
          "Number of worlds N.")
      .def_property_readonly(
          "nq", [](const BatchHandle& b) { return b.get().nq(); },
          "Number of coordinates of one world.")
      .def_property_readonly(
          "nv", [](const BatchHandle& b) { return b.get().nv(); },
          "Number of degrees of freedom of one world.")
      .def_property_readonly(
          "threads", [](const BatchHandle& b) { return b.get().threads(); }, "Number of threads.")
      .def_property_readonly(
          "time_step", [](const BatchHandle& b) { return b.get().time_step(); }, "Time step [s].")
      .def_property_readonly("observed", &BatchHandle::observed,
                             "Names of the columns of `observations`.")
      .def_property_readonly(
          "target_names", [](const BatchHandle& b) { return b.get().target_names(); },
          "Names MODEL/JOINT of the columns of `targets`.")
      .def_property_readonly("closed", &BatchHandle::is_closed, "True after close().");
}

void add_views(BatchClass& batch) {
  batch
      .def_property_readonly(
          "q", [](const BatchHandle& b) { return rows_view(b, b.get().q()); },
          "(N, nq) Coordinates, a read-only view.")
      .def_property_readonly(
          "v", [](const BatchHandle& b) { return rows_view(b, b.get().v()); },
          "(N, nv) Velocities, a read-only view.")
      .def_property_readonly(
          "efforts", [](const BatchHandle& b) { return writable_rows(b, b.get().efforts()); },
          "(N, nv) Efforts [N m, N], a writable view. Efforts stay in effect until they are\n"
          "changed. The efforts of a floating base are a wrench on the base.")
      .def_property_readonly(
          "targets", [](const BatchHandle& b) { return writable_rows(b, b.get().targets()); },
          "(N, k) Targets of the PD laws [rad, m], a writable view.")
      .def_property_readonly(
          "target_velocities",
          [](const BatchHandle& b) { return writable_rows(b, b.get().target_velocities()); },
          "(N, k) Velocities of the targets [rad/s, m/s], a writable view.")
      .def_property_readonly(
          "observations", [](const BatchHandle& b) { return rows_view(b, b.get().observations()); },
          "(N, k) Quantities of `observe` in SI units, a read-only view.")
      .def_property_readonly(
          "poses", [](const BatchHandle& b) { return groups_view(b, b.get().poses(), 7); },
          "(N, k, 7) Position [m] and quaternion w x y z of the links named in `poses`, a\n"
          "read-only view.")
      .def_property_readonly(
          "contact_forces",
          [](const BatchHandle& b) { return groups_view(b, b.get().contact_forces(), 3); },
          "(N, k, 3) Forces on the links named in `contact_forces`, in world axes [N], averaged\n"
          "over the last step, a read-only view.")
      .def_property_readonly(
          "final_q", [](const BatchHandle& b) { return rows_view(b, b.get().final_q()); },
          "(N, nq) Coordinates at the end of the episode, for the worlds that the last call\n"
          "reset.")
      .def_property_readonly(
          "final_v", [](const BatchHandle& b) { return rows_view(b, b.get().final_v()); },
          "(N, nv) Velocities at the end of the episode, for the worlds that the last call\n"
          "reset.")
      .def_property_readonly(
          "final_observations",
          [](const BatchHandle& b) { return rows_view(b, b.get().final_observations()); },
          "(N, k) Observations at the end of the episode, for the worlds that the last call\n"
          "reset.")
      .def_property_readonly(
          "status", &status_view,
          "(N) Structured array, a read-only view: steps, contacts, worst_residual [m/s],\n"
          "failed_islands, rejected_inputs, finite, terminated, truncated, was_reset, episode,\n"
          "episode_steps.");
}

void add_calls(BatchClass& batch) {
  batch
      .def("step", &step, py::arg("steps") = 1, py::arg("mask") = py::none(),
           "Advances all worlds, or the worlds whose entry in mask (N) is true, by `steps`\n"
           "steps.\n\n"
           "Ctrl-C ends the call between two steps; all worlds have then taken the same number\n"
           "of steps.")
      .def("reset", &reset, py::arg("worlds") = py::none(), py::kw_only(),
           py::arg("gravity") = py::none(), py::arg("friction") = std::map<std::string, double>(),
           py::arg("mass") = std::map<std::string, double>(), py::arg("gains") = py::dict(),
           "Resets one world, several worlds, or (None) all worlds to their initial states,\n"
           "without contact memory.\n\n"
           "gravity (3) [m/s^2], friction by material, mass [kg] by MODEL/LINK and gains (kp,\n"
           "kd) by MODEL/JOINT stay in effect in later episodes. Raises Error for an unknown\n"
           "name.")
      .def(
          "set_state",
          [](BatchHandle& b, const py::object& world, const py::object& q, const py::object& v) {
            if (py::isinstance<StateSnapshot>(q)) {
              if (!v.is_none()) throw py::type_error("v: a state has velocities; pass None");
              const auto [batch_of, i] = world_in(b, world);
              batch_of.set_state(i, q.cast<const StateSnapshot&>());
              return;
            }
            const NumbersIn q_given(q, "q"), v_given(v, "v");
            const auto [batch_of, i] = world_in(b, world);
            const VectorX q_in = q_given.vector(batch_of.nq());
            const VectorX v_in = v_given.vector(batch_of.nv());
            batch_of.set_state(i, {q_in.data(), static_cast<std::size_t>(q_in.size())},
                               {v_in.data(), static_cast<std::size_t>(v_in.size())});
          },
          py::arg("world"), py::arg("q"), py::arg("v") = py::none(),
          "Sets the state of a world to q (nq) and v (nv), or to a State passed as q. Raises\n"
          "Error for a number that is not finite.")
      .def("set_states", &set_states, py::arg("worlds"), py::arg("q"), py::arg("v") = py::none(),
           "Sets the states of n worlds, or of all worlds (None), to q (n, nq) and v (n, nv),\n"
           "or to one State passed as q.")
      .def(
          "state",
          [](const BatchHandle& b, const py::object& world) {
            const auto [batch_of, i] = world_in(b, world);
            return batch_of.state(i);
          },
          py::arg("world"), "The full state of a world, a State.")
      .def(
          "fork",
          [](BatchHandle& b, const py::object& from, const py::object& to) {
            const std::vector<int> source = indices_in(py::make_tuple(from), "source");
            const auto [batch_of, destination] = world_in(b, to);
            require_below(source, "source", batch_of.num_worlds());
            batch_of.fork(source.front(), destination);
          },
          py::arg("source"), py::arg("destination"),
          "Copies the state, efforts, targets and gains of one world to another one, which\n"
          "keeps its own masses, materials, gravity and seed.")
      .def(
          "world",
          [](const BatchHandle& b, const py::object& world) {
            const auto [batch_of, i] = world_in(b, world);
            return std::make_shared<WorldHandle>(batch_of.world(i), b.held(), b.busy());
          },
          py::arg("world"),
          "Returns a world of the batch, for contacts, wrenches and models. The world keeps the\n"
          "batch alive. The next step of the batch overwrites efforts that were set on the\n"
          "world. The methods step, run and recorder of the world, and all methods that set its\n"
          "state, raise Error, because the arrays of the batch would not show the changes.")
      .def("close", &BatchHandle::close,
           "Closes the batch: every later call raises Error. The memory of the batch is freed\n"
           "when no view of it is left.")
      .def(
          "__enter__", [](BatchHandle& b) -> BatchHandle& { return b; },
          py::return_value_policy::reference)
      .def("__exit__", [](BatchHandle& b, const py::object&, const py::object&,
                          const py::object&) { b.close(); })
      .def("__len__", [](const BatchHandle& b) { return b.get().num_worlds(); })
      .def("__repr__", &text_of);
}

}  // namespace

void bind_batch(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(BatchStatus, steps, contacts, worst_residual, failed_islands,
                       rejected_inputs, finite, terminated, truncated, was_reset, episode,
                       episode_steps);
  BatchClass batch(module, "Batch",
                   "Many worlds of one scene, stepped on all cores (docs/python-batch.md).\n\n"
                   "For any number of threads, the results of world i are bitwise identical to\n"
                   "those of a single world of its scene. Arrays are views of the memory of the\n"
                   "batch; they keep this memory alive, and each step changes their values.");
  batch.def(py::init(&make_batch), py::arg("scene"), py::arg("num_worlds"),
            py::arg("vary") = py::none(), py::kw_only(), py::arg("threads") = 0,
            py::arg("observe") = py::tuple(), py::arg("poses") = py::tuple(),
            py::arg("contact_forces") = py::tuple(), py::arg("terminate") = py::dict(),
            py::arg("max_episode_steps") = 0, py::arg("auto_reset") = false,
            "scene: a Scene or the path of a scene file. vary(i): returns the overrides {path:\n"
            "value} of world i, or None; without `vary`, the worlds are clones, which are made\n"
            "much faster. threads: 0 uses all cores. observe: quantities of docs/regression.md.\n"
            "poses, contact_forces: MODEL or MODEL/LINK. terminate: {quantity: (low, high)}; an\n"
            "episode ends when the quantity leaves these bounds. max_episode_steps: 0 means no\n"
            "limit. auto_reset: an episode that has ended restarts in the same call. Raises\n"
            "Error for unknown names and for a `vary` that changes models, joints or the time\n"
            "step.");
  add_sizes(batch);
  add_views(batch);
  add_calls(batch);
}

}  // namespace cardan::python
