#pragma once

#include <string_view>

#include "cardan/constraint/loop.h"
#include "cardan/core/spatial.h"
#include "cardan/sim/changes.h"

/// Contacts and closed loops of the last step of a world.
namespace cardan {

/// State of a contact in the step. Open: the contact changed the velocity of its point by no more
/// than the tolerance of the solve [m/s], because the contact is not closed yet or is separating.
/// Slide: the slip exceeds ten times the tolerance, or the residual of the solver if that is larger
/// [m/s]; friction is then at its bound. Stick: every other contact.
enum class ContactState : unsigned char { kOpen, kStick, kSlide };

/// A contact as reported to users: geometry at the start of the step, all other values at its end.
struct ContactInfo {
  std::string_view model_a, link_a, model_b, link_b;  ///< link "": a body without links
  Vector3 point;                                      ///< p_W [m]
  Vector3 normal;                                     ///< in W, from A into B
  double phi = 0;                                     ///< signed distance [m]
  Vector3 impulse = Vector3::Zero();                  ///< on B, in W [N s]
  Vector3 force = Vector3::Zero();                    ///< average over the step, impulse / h [N]
  Vector3 moment = Vector3::Zero();  ///< moment of torsional and rolling friction on B, in W [N m]
  /// Velocity of the point of B relative to that of A after the step, in W [m/s].
  Vector3 velocity = Vector3::Zero();
  int shape_a = 0, shape_b = 0;  ///< indices of the shapes within their links
  ContactState state = ContactState::kOpen;
  int island = -1;  ///< index in StepReport::islands; −1: not solved in the step, or asleep
};

/// A closed loop as reported to users.
struct LoopInfo {
  LoopKind kind = LoopKind::kWeld;
  std::string_view a, b;  ///< as given in LoopSpec
  double error = 0;       ///< largest |φ| after the last step [m, rad]
  /// Force on b in W, at the point of the loop, averaged over the step [N].
  Vector3 force = Vector3::Zero();
  Vector3 moment = Vector3::Zero();  ///< on b in W [N m]
  double effort =
      0;  ///< gear: effort on joint a [N m, N]; the effort on joint b is −ratio times as large
  LoopId id;
  std::string_view name;  ///< LoopSpec::name, "" if none is given
};

}  // namespace cardan
