#pragma once

// Precompiled headers: parsing them takes most of the compile time of a source of the bindings.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "cardan/sim/world.h"
#include "text_caster.h"
