#pragma once

#include <string_view>

#include "cardan/constraint/loop.h"
#include "cardan/core/spatial.h"
#include "cardan/sim/changes.h"

/// Contacts and closed loops of the last step of a world.
namespace cardan {

/// State of a contact in the step. A contact is open if it changed the velocity of its point by no
/// more than the tolerance of the solve [m/s], because it is not closed yet or is separating. It
/// slides if ContactInfo::slip is more than ten times the tolerance, or ten times the residual of
/// the solver if that is larger [m/s]; friction is then at its bound. Every other contact sticks.
enum class ContactState : unsigned char { kOpen, kStick, kSlide };

/// A contact as reported to users. The geometry refers to the start of the step, but the normal of
/// a contact that bounces to the time at which it closes; all other values refer to the end.
struct ContactInfo {
  std::string_view model_a, link_a, model_b, link_b;  ///< the link is "" for a body without links
  Vector3 point;                                      ///< contact point p_W [m]
  Vector3 normal;                                     ///< unit vector in W, from A into B
  double phi = 0;                                     ///< signed distance of the surfaces [m]
  Vector3 impulse = Vector3::Zero();                  ///< impulse on B in W [N s]
  Vector3 force = Vector3::Zero();   ///< average force over the step, impulse / h [N]
  Vector3 moment = Vector3::Zero();  ///< moment of torsional and rolling friction on B in W [N m]
  /// Velocity of B's contact point relative to A's contact point after the step, in W [m/s].
  Vector3 velocity = Vector3::Zero();
  /// Velocity of slip on which friction acts, in W [m/s]: u_t of the rows with their bias.
  /// `velocity` differs by the rotation of the bodies in half a step, which does not slip.
  Vector3 slip = Vector3::Zero();
  double margin = 0;             ///< friction that is left, μ λ_n − |λ_t| [N s]
  int shape_a = 0, shape_b = 0;  ///< indices of the shapes within their links
  ContactState state = ContactState::kOpen;
  int island = -1;  ///< index in StepReport::islands; −1 if not solved in the step or asleep
};

/// A closed loop as reported to users.
struct LoopInfo {
  LoopKind kind = LoopKind::kWeld;
  std::string_view a, b;  ///< names of the ends, as given in LoopSpec
  double error = 0;       ///< largest |φ| after the last step [m, rad]
  /// Force on b in W, at the point of the loop, averaged over the step [N].
  Vector3 force = Vector3::Zero();
  Vector3 moment = Vector3::Zero();  ///< moment on b in W [N m]
  double effort = 0;  ///< for a gear: effort on joint a [N m, N]; the effort on joint b is this
                      ///< value times −ratio
  LoopId id;
  std::string_view name;  ///< name from LoopSpec::name, "" if none is given
};

}  // namespace cardan
