#pragma once

/// Includes everything a program that uses cardan needs: worlds, scenes, the multibody algorithms,
/// errors. Single parts can be included as "cardan/<folder>/<file>.h".

#include "cardan/core/error.h"
#include "cardan/core/log.h"
#include "cardan/dynamics/aba.h"
#include "cardan/dynamics/crba.h"
#include "cardan/dynamics/energy.h"
#include "cardan/dynamics/forward_dynamics.h"
#include "cardan/dynamics/integrate.h"
#include "cardan/dynamics/jacobian.h"
#include "cardan/dynamics/kinematics.h"
#include "cardan/dynamics/ltl.h"
#include "cardan/dynamics/rnea.h"
#include "cardan/dynamics/skeleton_builder.h"
#include "cardan/scene/batch.h"
#include "cardan/scene/scene.h"
#include "cardan/sim/queries.h"
#include "cardan/sim/world.h"
