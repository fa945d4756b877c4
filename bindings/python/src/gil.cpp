#include "gil.h"

#include <chrono>
#include <thread>

#include "call_python.h"

namespace cardan::python {

void wait_for_exit() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

void take_gil(PyThreadState* state) {
  in_python([&] { PyEval_RestoreThread(state); });
}

WithGil::WithGil() : state_(in_python([] { return PyGILState_Ensure(); })) {}

}  // namespace cardan::python
