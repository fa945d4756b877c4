#include "bindings/python/src/gil.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "bindings/python/src/call_python.h"

namespace cardan::python {

namespace {

std::atomic<int> running_threads{0};

void end_if_threads_run(int status, void*) {
  if (running_threads == 0) return;
  std::fflush(nullptr);
  ::_exit(status);
}

// The function registered last is called first. Python calls this one when nothing else of the
// interpreter is left.
void prepare_end() { ::on_exit(end_if_threads_run, nullptr); }

}  // namespace

void end_before_static_objects() {
  if (Py_AtExit(prepare_end) != 0) prepare_end();
}

RunningThread::RunningThread() { ++running_threads; }
RunningThread::~RunningThread() { --running_threads; }

void wait_for_exit() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

PyThreadState* release_gil() {
  ++running_threads;
  return PyEval_SaveThread();
}

void take_gil(PyThreadState* state) {
  --running_threads;  // a thread that waits for the GIL uses no static object
  in_python([&] { PyEval_RestoreThread(state); });
}

WithGil::WithGil() : state_(in_python([] { return PyGILState_Ensure(); })) {}

}  // namespace cardan::python
