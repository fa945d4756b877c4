#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/python/src/gil.h"
#include "bindings/python/src/report.h"
#include "bindings/python/src/scene.h"
#include "cardan/world.h"

namespace cardan::python {

namespace py = pybind11;

/// Observes a world after each step, without the GIL.
class StepObserver {
 public:
  StepObserver() = default;
  virtual ~StepObserver() = default;
  StepObserver(const StepObserver&) = delete;
  StepObserver& operator=(const StepObserver&) = delete;

  virtual void after_step(const World& world) = 0;
  /// Called once, at the end.
  virtual void finish(const World& world) = 0;
};

/// A world in Python. Models, joints, links, sensors and queries hold a shared pointer to this
/// object, which refers to none of them, so there are no reference cycles.
class WorldHandle {
 public:
  /// Takes over a world. scene: the scene from which the world was made, if any.
  explicit WorldHandle(World world, std::optional<SceneHandle> scene = {});
  /// Refers to a world that `owner` keeps alive, and shares its busy flag.
  WorldHandle(World& world, std::shared_ptr<void> owner, std::shared_ptr<Busy> busy);
  ~WorldHandle();
  WorldHandle(const WorldHandle&) = delete;
  WorldHandle& operator=(const WorldHandle&) = delete;

  /// Returns the world. Throws Error if the world was closed, and RuntimeError while another thread
  /// uses it.
  World& get() {
    if (world_ == nullptr || busy_->on) refuse();
    return *world_;
  }
  /// Like get(), for operations that a Batch performs on its worlds itself. Throws Error for a
  /// world of a Batch; cure: the function of Batch to use instead.
  World& own(const char* cure) {
    World& world = get();
    if (owner_ != nullptr) refuse_batch(cure);
    return world;
  }
  bool is_closed() const { return world_ == nullptr; }
  /// Finishes the observers and destroys the world. Its report stays readable.
  void close();

  /// The only report object of this world.
  const py::object& report() const { return report_; }

  /// Takes one step and calls the observers. The GIL need not be held.
  void step() {
    world_->step();
    if (!observers_.empty()) observe();
  }
  void begin_step() { world_->begin_step(); }
  void finish_step() {
    world_->finish_step();
    if (!observers_.empty()) observe();
  }

  /// Records that `call` has changed the world in a way that its scene does not describe.
  void note_change(const char* call);
  /// Copies the recorded change from the original world to a copy.
  void take_change(const std::string& change) { change_ = change; }
  /// The first recorded change, or "".
  const std::string& change() const { return change_; }
  const std::optional<SceneHandle>& scene() const { return scene_; }

  void add_observer(std::shared_ptr<StepObserver> observer);
  /// Finishes an observer. Does nothing if it is already finished.
  void finish_observer(std::shared_ptr<StepObserver> observer);
  /// Removes an observer without finishing it, unless a thread uses the world.
  void drop_observer(const StepObserver& observer);

  /// Names MODEL/LINK of the links of all models ever added, in the order of the models. Contacts
  /// identify a link by its index in this list.
  const std::vector<std::string>& link_names();
  /// Returns the index in link_names of a link that takes part in a contact.
  int link_index(std::string_view model, std::string_view link);

 private:
  friend class Away;
  [[noreturn]] void refuse() const;
  [[noreturn]] static void refuse_batch(const char* cure);
  /// Finishes all observers, then throws the first Error that one of them raised.
  void finish_observers();
  void observe() const;
  void keep_report();
  int find_link(std::string_view model, std::string_view link);

  std::optional<World> own_;
  std::shared_ptr<void> owner_;
  World* world_ = nullptr;
  std::shared_ptr<Busy> busy_;
  std::shared_ptr<ReportSource> report_source_;
  py::object report_;
  std::optional<SceneHandle> scene_;
  std::vector<std::shared_ptr<StepObserver>> observers_;
  std::string change_;

  std::vector<std::string> link_names_;
  int named_models_ = 0;
  /// Cached results of link_index, keyed by the addresses of the names. The text is compared again,
  /// so that an address reused by another name does not give a wrong result.
  struct KnownLink {
    const char *model = nullptr, *link = nullptr;
    int index = -1;
  };
  std::vector<KnownLink> known_links_;
};

/// Releases the GIL and marks the world as busy for the lifetime of this object. get() must be
/// called first.
class Away {
 public:
  explicit Away(WorldHandle& handle) : Away(handle.busy_) {}
  explicit Away(std::shared_ptr<Busy> busy) : busy_(std::move(busy)) {
    busy_->on = true;
    state_ = release_gil();
  }
  ~Away() {
    take_gil(state_);
    busy_->on = false;
  }
  Away(const Away&) = delete;
  Away& operator=(const Away&) = delete;

  /// Acquires the GIL, runs the signal handlers (Ctrl-C) and `call`, and releases the GIL again.
  /// Throws the exceptions that the handlers or `call` raise.
  template <class Call>
  void visit_python(const Call& call) {
    take_gil(state_);
    busy_->visits_python = true;
    const struct Leave {
      Away* away;
      ~Leave() {
        away->busy_->visits_python = false;
        away->state_ = release_gil();
      }
    } leave{this};
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    call();
  }

 private:
  std::shared_ptr<Busy> busy_;
  PyThreadState* state_ = nullptr;
};

/// A pointer to an object of a world. The pointer keeps the world alive.
template <class Object>
struct InWorld {
  std::shared_ptr<WorldHandle> world;
  Object* object = nullptr;

  Object& get() const {
    world->get();
    return *object;
  }
  /// Same as WorldHandle::own.
  Object& own(const char* cure) const {
    world->own(cure);
    return *object;
  }
  friend bool operator==(const InWorld& a, const InWorld& b) { return a.object == b.object; }
};

using ModelHandle = InWorld<Model>;
using SensorHandle = InWorld<Sensor>;

}  // namespace cardan::python
