#include "bindings/python/src/world_handle.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "bindings/python/src/errors.h"
#include "cardan/error.h"

namespace cardan::python {

namespace {

py::object make_report(const std::shared_ptr<ReportSource>& source) {
  return py::cast(ReportHandle{source});
}

}  // namespace

WorldHandle::WorldHandle(World world, std::optional<SceneHandle> scene)
    : own_(std::move(world)),
      world_(&*own_),
      busy_(std::make_shared<Busy>()),
      report_source_(std::make_shared<ReportSource>()),
      scene_(std::move(scene)) {
  report_source_->world = world_;
  report_source_->busy = busy_;
  report_ = make_report(report_source_);
}

WorldHandle::WorldHandle(World& world, std::shared_ptr<void> owner, std::shared_ptr<Busy> busy)
    : owner_(std::move(owner)),
      world_(&world),
      busy_(std::move(busy)),
      report_source_(std::make_shared<ReportSource>()),
      change_("it belongs to a Batch") {
  report_source_->world = world_;
  report_source_->busy = busy_;
  report_ = make_report(report_source_);
}

// There is no caller to receive an error, so it is printed, as Python does for errors in
// destructors.
WorldHandle::~WorldHandle() {
  if (world_ == nullptr) return;
  try {
    finish_observers();
  } catch (const Error& error) {
    const py::error_scope pending;
    set_python_error(error);
    PyErr_WriteUnraisable(nullptr);
  }
  keep_report();
}

void WorldHandle::finish_observers() {
  std::optional<Error> failure;
  while (!observers_.empty()) {
    try {
      finish_observer(observers_.back());
    } catch (const Error& error) {
      if (!failure) failure = error;
    }
  }
  if (failure) throw Error(*failure);
}

// A copy is kept only if a program still refers to the report.
void WorldHandle::keep_report() {
  if (report_.ref_count() > 1) {
    report_source_->keep();
  } else {
    report_source_->world = nullptr;
  }
}

void WorldHandle::refuse() const {
  if (world_ == nullptr) throw Error("the world is closed", "", "make a new World");
  throw std::runtime_error(
      "the world is in use: another thread steps it, or a callback of its own step");
}

void WorldHandle::close() {
  if (world_ == nullptr) return;
  if (busy_->on) refuse();
  std::optional<Error> failure;
  try {
    finish_observers();
  } catch (const Error& error) {
    failure = error;
  }
  report_source_->keep();
  world_ = nullptr;
  own_.reset();
  owner_.reset();
  if (failure) throw Error(*failure);
}

void WorldHandle::refuse_batch(const char* cure) {
  throw Error("the world belongs to a Batch", "Batch.world", cure);
}

void WorldHandle::note_change(const char* call) {
  if (change_.empty()) change_.append("it was changed by ").append(call);
}

void WorldHandle::observe() const {
  for (const auto& observer : observers_) observer->after_step(*world_);
}

void WorldHandle::add_observer(std::shared_ptr<StepObserver> observer) {
  get();
  observers_.push_back(std::move(observer));
}

void WorldHandle::finish_observer(std::shared_ptr<StepObserver> observer) {
  const auto open = std::find(observers_.begin(), observers_.end(), observer);
  if (open == observers_.end()) return;
  if (busy_->on) refuse();
  observers_.erase(open);
  observer->finish(*world_);
}

void WorldHandle::drop_observer(const StepObserver& observer) {
  if (busy_->on) return;
  std::erase_if(observers_, [&](const auto& one) { return one.get() == &observer; });
}

// Removed models keep their numbers, so the names of their links keep their positions.
const std::vector<std::string>& WorldHandle::link_names() {
  const World& world = get();
  for (; named_models_ < world.num_models(); ++named_models_) {
    const Model& model = world.model(named_models_);
    if (model.is_removed()) continue;  // added and removed before the names were requested
    if (model.num_links() == 0 || model.num_joints() == 0) link_names_.push_back(model.name());
    for (int i = 0; i < model.num_links(); ++i) {
      const std::string& link = model.link_name(model.link(i));
      if (!link.empty()) link_names_.push_back(model.name() + "/" + link);
    }
  }
  return link_names_;
}

int WorldHandle::find_link(std::string_view model, std::string_view link) {
  std::string name(model);
  if (!link.empty()) name.append("/").append(link);
  const std::vector<std::string>& names = link_names();
  // The last one, because the name of a removed model may have been reused.
  const auto known = std::find(names.rbegin(), names.rend(), name);
  if (known == names.rend()) {
    link_names_.push_back(name);
    return static_cast<int>(link_names_.size()) - 1;
  }
  return static_cast<int>(names.rend() - known) - 1;
}

int WorldHandle::link_index(std::string_view model, std::string_view link) {
  constexpr std::size_t kPlaces = 1024;  // a power of two
  if (known_links_.empty()) known_links_.resize(kPlaces);
  const auto address = reinterpret_cast<std::uintptr_t>(link.data()) ^
                       (reinterpret_cast<std::uintptr_t>(model.data()) << 1);
  KnownLink& known = known_links_[(address ^ (address >> 10)) / 8 % kPlaces];
  const auto is_known = [&] {
    if (known.index < 0 || known.model != model.data() || known.link != link.data()) return false;
    const std::string& name = link_names_[static_cast<std::size_t>(known.index)];
    if (link.empty()) return name == model;
    return name.size() == model.size() + 1 + link.size() && name.starts_with(model) &&
           name.ends_with(link);
  };
  if (!is_known()) known = {model.data(), link.data(), find_link(model, link)};
  return known.index;
}

}  // namespace cardan::python
