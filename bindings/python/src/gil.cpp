#include "gil.h"

#include <cxxabi.h>

#include <chrono>
#include <thread>

namespace cardan::python {

namespace {

// Waits until the process ends.
[[noreturn]] void wait_for_exit() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

}  // namespace

void take_gil(PyThreadState* state) {
  try {
    PyEval_RestoreThread(state);
  } catch (const abi::__forced_unwind&) {
    wait_for_exit();
  }
}

WithGil::WithGil() {
  try {
    state_ = PyGILState_Ensure();
  } catch (const abi::__forced_unwind&) {
    wait_for_exit();
  }
}

}  // namespace cardan::python
