#pragma once

#include <Eigen/Core>

/// The library and its callers exchange Eigen objects. They must agree on the alignment of these
/// objects and on the function that allocates their memory, whatever the instruction set for which
/// each is compiled (docs/architecture.md, "Alignment").
static_assert(
    EIGEN_MAX_ALIGN_BYTES == 16 && EIGEN_MAX_STATIC_ALIGN_BYTES == 16 &&
        EIGEN_MALLOC_ALREADY_ALIGNED == 1,
    "cardan: define EIGEN_MAX_ALIGN_BYTES=16 and EIGEN_MALLOC_ALREADY_ALIGNED=1 for every "
    "file that includes its headers (cardan::cardan, cardan::solver_sdk and `pkg-config "
    "--cflags cardan` set them)");
