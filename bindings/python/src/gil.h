#pragma once

#include <pybind11/pybind11.h>

namespace cardan::python {

namespace py = pybind11;

/// Lets the process end at once, without destructors of static objects, if it ends while a thread
/// runs C++ code (a daemon thread, or the server of a viewer): the thread may use these objects.
/// Called once, when the module is loaded.
void end_before_static_objects();

/// A thread that runs C++ code, for the lifetime of this object.
class RunningThread {
 public:
  RunningThread();
  ~RunningThread();
  RunningThread(const RunningThread&) = delete;
  RunningThread& operator=(const RunningThread&) = delete;
};

/// Releases Python's lock (GIL). From here to take_gil, the calling thread runs C++ code.
PyThreadState* release_gil();

/// Acquires the GIL again. In a thread that outlives the interpreter (a daemon thread), the
/// function never returns: Python ends such a thread by unwinding its stack, which would run
/// destructors of Python objects without the lock.
void take_gil(PyThreadState* state);

/// Releases the GIL for the lifetime of this object.
class WithoutGil {
 public:
  WithoutGil() : state_(release_gil()) {}
  ~WithoutGil() { take_gil(state_); }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

/// Holds the GIL for the lifetime of this object, in any thread. Like take_gil, its constructor
/// never returns in a thread that outlives the interpreter.
class WithGil {
 public:
  WithGil();
  ~WithGil() { PyGILState_Release(state_); }
  WithGil(const WithGil&) = delete;
  WithGil& operator=(const WithGil&) = delete;

 private:
  PyGILState_STATE state_;
};

}  // namespace cardan::python
