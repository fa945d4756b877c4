#pragma once

#include <pybind11/pybind11.h>

/// The C interface of NumPy. All sources share the table that load_numpy (arrays.h) fills; the
/// source that fills it defines CARDAN_LOADS_NUMPY.
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL cardan_numpy_api
#ifndef CARDAN_LOADS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>
