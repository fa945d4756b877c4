#pragma once

/// Includes everything that a program using cardan needs: worlds, scenes, the multibody algorithms,
/// errors. Individual parts can be included as "cardan/<folder>/<file>.h".

#include "cardan/core/error.h"
#include "cardan/core/log.h"
#include "cardan/dynamics/aba.h"
#include "cardan/dynamics/crba.h"
#include "cardan/dynamics/energy.h"
#include "cardan/dynamics/forward_dynamics.h"
#include "cardan/dynamics/forward_dynamics_derivatives.h"
#include "cardan/dynamics/integrate.h"
#include "cardan/dynamics/inverse_kinematics.h"
#include "cardan/dynamics/jacobian.h"
#include "cardan/dynamics/kinematics.h"
#include "cardan/dynamics/ltl.h"
#include "cardan/dynamics/rnea.h"
#include "cardan/dynamics/skeleton_builder.h"
#include "cardan/dynamics/urdf/reader.h"
#include "cardan/dynamics/urdf/robot_model.h"
#include "cardan/scene/batch.h"
#include "cardan/scene/scene.h"
#include "cardan/sim/linearize.h"
#include "cardan/sim/queries.h"
#include "cardan/sim/state_snapshot.h"
#include "cardan/sim/sensors/sensor.h"
#include "cardan/sim/world.h"
