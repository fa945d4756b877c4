#pragma once

#include <cstddef>
#include <vector>

#include "cardan/world.h"
#include "test/support/temporary_directory.h"

namespace cardan::test {

/// The forms in which a state can be kept.
enum class StateForm { kFile, kMemory, kBytes };
inline constexpr StateForm kStateForms[] = {StateForm::kFile, StateForm::kMemory,
                                            StateForm::kBytes};
inline const char* name_of(StateForm form) {
  constexpr const char* kNames[] = {"file", "memory", "bytes"};
  return kNames[static_cast<int>(form)];
}

/// The state of a world, kept in one of these forms.
class KeptState {
 public:
  KeptState(StateForm form, const World& world) : form_(form) {
    if (form == StateForm::kFile) world.save_state(file());
    if (form == StateForm::kMemory) snapshot_ = world.state();
    if (form == StateForm::kBytes) bytes_ = world.state().bytes();
  }
  void restore(World& world) const {
    if (form_ == StateForm::kFile) world.restore_state(file());
    if (form_ == StateForm::kMemory) world.set_state(snapshot_);
    if (form_ == StateForm::kBytes) world.set_state(StateSnapshot::from_bytes(bytes_));
  }

 private:
  std::string file() const { return folder_.file("state.h5"); }

  StateForm form_;
  TemporaryDirectory folder_;
  StateSnapshot snapshot_;
  std::vector<std::byte> bytes_;
};

}  // namespace cardan::test
