#include "cardan/state_snapshot.h"

#include <string>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "sim/data/state_snapshot_impl.h"

namespace cardan {

const StateSnapshot::Impl& filled(const StateSnapshot& snapshot) {
  if (snapshot.empty())
    throw Error("the snapshot is empty", "StateSnapshot", "fill it with World::state()");
  return *snapshot.impl();
}

StateSnapshot::StateSnapshot() = default;
StateSnapshot::StateSnapshot(const StateSnapshot& other) { *this = other; }
StateSnapshot& StateSnapshot::operator=(const StateSnapshot& other) {
  if (!other.impl_) {
    impl_.reset();
  } else {
    make_impl() = *other.impl_;
  }
  return *this;
}
StateSnapshot::StateSnapshot(StateSnapshot&&) noexcept = default;
StateSnapshot& StateSnapshot::operator=(StateSnapshot&&) noexcept = default;
StateSnapshot::~StateSnapshot() = default;

StateSnapshot::Impl& StateSnapshot::make_impl() {
  if (!impl_) impl_ = std::make_unique<Impl>();
  return *impl_;
}

bool StateSnapshot::empty() const { return !impl_ || !impl_->structure; }
double StateSnapshot::time() const { return filled(*this).state.time; }
std::int64_t StateSnapshot::steps() const { return filled(*this).state.steps; }
std::uint64_t StateSnapshot::structure() const { return filled(*this).structure->hash; }
int StateSnapshot::num_models() const { return filled(*this).state.models.size(); }

namespace {

ConstModelState model_state(const StateSnapshot& snapshot, int model) {
  const ModelStates& models = filled(snapshot).state.models;
  if (model < 0 || model >= models.size()) {
    throw Error(
        "no model " + std::to_string(model), "StateSnapshot",
        models.size() == 0 ? "the state has none" : "0 to " + std::to_string(models.size() - 1));
  }
  return models[model];
}

}  // namespace

ConstVectorView StateSnapshot::q(int model) const {
  const ConstModelState state = model_state(*this, model);
  return {state.q().data(), state.q().size()};
}

ConstVectorView StateSnapshot::v(int model) const {
  const ConstModelState state = model_state(*this, model);
  return {state.v().data(), state.v().size()};
}

}  // namespace cardan
