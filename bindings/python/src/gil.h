#pragma once

#include <pybind11/pybind11.h>

namespace cardan::python {

namespace py = pybind11;

/// Acquires Python's lock (GIL) again. In a thread that outlives the interpreter (a daemon thread),
/// the function never returns: Python ends such a thread by unwinding its stack, which would run
/// destructors of Python objects without the lock.
void take_gil(PyThreadState* state);

/// Releases the GIL for the lifetime of this object.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
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
