#pragma once

#include <cstdio>
#include <cstdlib>

#include "cardan/skeleton_data.h"

/// The form of the factor in a Data, and checks of the order of calls on it. Each algorithm records
/// the results that it produces in Data::contents, and requires the results that it reads. A
/// missing call ends the program with a message that names the call, instead of giving wrong
/// numbers. The checks are active in builds with asserts and in builds with CARDAN_CHECK_CALLS. In
/// all other builds, the functions below do nothing.
namespace cardan::contents {

enum Content : unsigned {
  kPoses = 1,           ///< R, p, S and O_W are valid
  kVelocities = 2,      ///< V is valid
  kInertias = 4,        ///< c and I_W are valid
  kMass = 8,            ///< M is valid and not factorised
  kFactor = 16,         ///< M contains L and D
  kAccelerations = 32,  ///< A is valid, without gravity
  kArticulated = 64,    ///< the factor is that of factorize_articulated
};

/// True if M holds the factor of factorize_articulated, and not L. Recorded in all builds.
inline bool is_articulated(const Data& data) { return (data.contents & kArticulated) != 0; }
inline void set_articulated(Data& data, bool is) {
  data.contents = (data.contents & ~kArticulated) | (is ? kArticulated : 0u);
}

#if !defined(NDEBUG) || defined(CARDAN_CHECK_CALLS)
inline constexpr bool kChecked = true;
#else
inline constexpr bool kChecked = false;
#endif

/// Records new poses and discards everything that depends on q, except for the factor, which an
/// iteration may keep as an approximation.
inline void begin(Data& data, unsigned gained) {
  if constexpr (kChecked) data.contents = gained | (data.contents & (kFactor | kArticulated));
}

inline void gain(Data& data, unsigned gained) {
  if constexpr (kChecked) data.contents |= gained;
}

inline void lose(Data& data, unsigned lost) {
  if constexpr (kChecked) data.contents &= ~lost;
}

/// Ends the program unless all results in `needed` are present. missing: the call that computes
/// them.
inline void require(const Data& data, unsigned needed, const char* function, const char* missing) {
  if constexpr (kChecked) {
    if ((data.contents & needed) == needed) return;
    std::fprintf(stderr, "cardan: %s needs %s first\n", function, missing);
    std::abort();
  }
}

inline void require_poses(const Data& data, const char* function) {
  require(data, kPoses, function, "forward_kinematics");
}
inline void require_velocities(const Data& data, const char* function) {
  require(data, kPoses | kVelocities, function, "forward_kinematics with v");
}
inline void require_inertias(const Data& data, const char* function) {
  require(data, kInertias, function,
          "compute_world_inertias, bias_forces or rnea after forward_kinematics");
}
inline void require_mass(const Data& data, const char* function) {
  require(data, kMass, function, "crba, and no factorize_ltl after it");
}
inline void require_factor(const Data& data, const char* function) {
  require(data, kFactor, function, "factorize_ltl");
}
/// Like require_factor, for functions that read the entries of L.
inline void require_ltl(const Data& data, const char* function) {
  require(data, is_articulated(data) ? kFactor | kMass : kFactor, function, "factorize_ltl");
}

}  // namespace cardan::contents
