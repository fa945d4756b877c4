#pragma once

// Most of the time of a source of the bindings is the reading of these headers.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "cardan/sim/world.h"
