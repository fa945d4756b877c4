#pragma once

namespace cardan {

/// Joint types available to users. The table gives the configuration q and the velocity v of each
/// type, in axes of the joint's parent frame F (the frame that the joint's origin defines on the
/// parent body):
///
/// | type       | nq | nv | q                                | v                               |
/// |------------|----|----|----------------------------------|---------------------------------|
/// | fixed      | 0  | 0  |                                  |                                 |
/// | revolute   | 1  | 1  | angle [rad]                      | rate [rad/s]                    |
/// | continuous | 1  | 1  | angle [rad], not wrapped, no limits | rate [rad/s]                 |
/// | prismatic  | 1  | 1  | displacement [m]                 | rate [m/s]                      |
/// | planar     | 3  | 3  | x, y [m] in the plane, angle about its normal | their rates        |
/// | spherical  | 4  | 3  | unit quaternion w x y z          | ω_FM in F [rad/s]               |
/// | floating   | 7  | 6  | p_FM [m], quaternion w x y z     | ω_FM, v of M's origin, in F     |
/// | universal  | 2  | 2  | two angles [rad], axis then axis2 | their rates                    |
/// | screw      | 1  | 1  | angle [rad], moves pitch [m/rad] along axis | rate [rad/s]         |
///
/// As in all spatial vectors, the angular part of v comes first. For a floating base, F is the
/// world frame: v = [ω_W; v_W].
enum class JointType {
  kFixed,
  kRevolute,
  kContinuous,
  kPrismatic,
  kPlanar,
  kSpherical,
  kFloating,
  kUniversal,
  kScrew,
};

/// Returns the name of a joint type as used in URDF: "fixed", "revolute", ….
inline const char* joint_type_name(JointType type) {
  switch (type) {
    case JointType::kFixed:
      return "fixed";
    case JointType::kRevolute:
      return "revolute";
    case JointType::kContinuous:
      return "continuous";
    case JointType::kPrismatic:
      return "prismatic";
    case JointType::kPlanar:
      return "planar";
    case JointType::kSpherical:
      return "spherical";
    case JointType::kFloating:
      return "floating";
    case JointType::kUniversal:
      return "universal";
    case JointType::kScrew:
      return "screw";
  }
  return "unknown";
}

/// Number of velocity coordinates.
inline int joint_freedoms(JointType type) {
  switch (type) {
    case JointType::kFixed:
      return 0;
    case JointType::kRevolute:
    case JointType::kContinuous:
    case JointType::kPrismatic:
    case JointType::kScrew:
      return 1;
    case JointType::kUniversal:
      return 2;
    case JointType::kPlanar:
    case JointType::kSpherical:
      return 3;
    case JointType::kFloating:
      return 6;
  }
  return 0;
}

/// Number of configuration coordinates.
inline int joint_coordinates(JointType type) {
  if (type == JointType::kSpherical) return 4;
  if (type == JointType::kFloating) return 7;
  return joint_freedoms(type);
}

/// Attachment of the base of a robot.
enum class BaseKind { kAuto, kFixed, kFloating };

}  // namespace cardan
