#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/constraint_laws.h"
#include "cardan/contact.h"
#include "cardan/handles.h"
#include "cardan/island_report.h"
#include "cardan/spatial.h"

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

/// Stages of a step, for profiles.
enum class Stage {
  kDynamics,
  kDetect,
  kConstrain,
  kIslands,
  kSolve,
  kIntegrate,
  kProject,
  kRemember,
  kCount
};

/// Counts over the solved islands. The stages of a Runge–Kutta step are added up, as are collisions
/// that are resolved before the forces are computed.
struct IslandCounts {
  double worst_residual = 0;        ///< largest residual of an island [m/s]
  std::int64_t called_islands = 0;  ///< number of islands for which a solver was called
  std::int64_t failed_islands = 0;  ///< number of islands answered by the last resort
  /// Number of islands whose reported residual exceeds the tolerance.
  std::int64_t approximate_islands = 0;
  /// Number of approximate islands stopped by a work limit.
  std::int64_t work_limited_islands = 0;
  /// Number of approximate islands whose solver stopped at its limit or accuracy.
  std::int64_t budget_islands = 0;
  /// Number of approximate islands whose impulses were scaled down because the full impulses would
  /// have added energy.
  std::int64_t energy_limited_islands = 0;
  std::int64_t fallbacks = 0;       ///< number of failed attempts of solvers
  std::int64_t iterations = 0;      ///< number of iterations of all solvers
  std::int64_t factorizations = 0;  ///< number of factorisations of matrices by all solvers
  /// Number of islands in which e was scaled down (IslandReport::restitution_scale).
  std::int64_t guarded_restitution = 0;
  /// Number of islands that need more successive impacts than the step resolves.
  std::int64_t unfinished_impacts = 0;

  bool operator==(const IslandCounts&) const = default;
};

/// Numbers of a step. step_fields() describes each of them.
struct StepFigures : IslandCounts {
  std::int64_t contacts = 0;        ///< number of contacts, including those of sleeping models
  std::int64_t sleeping_trees = 0;  ///< number of models that are asleep after this step
  /// Number of islands whose last pass used bounds that the next pass would change.
  std::int64_t unsettled_islands = 0;
  /// Number of islands that were solved a second time, with velocity products evaluated at the
  /// middle of the step.
  std::int64_t corrected_islands = 0;
  /// Number of islands whose collisions were resolved before the forces were computed
  /// (`acceleration`).
  std::int64_t collisions = 0;
  double max_penetration = 0;  ///< largest penetration [m]
  /// Number of contacts dropped because there are more than 48 per moving model plus 8192; a lower
  /// bound if there are more than 192 pairs of bodies per body plus 32768.
  std::int64_t contacts_left_out = 0;
  /// Number of contacts and joint rows that are immovable within rounding.
  std::int64_t dropped_rows = 0;
  std::int64_t redundant_rows = 0;  ///< number of redundant loop rows that were dropped
  /// Number of contacts with a capped friction coefficient (docs/theory/cone.md).
  std::int64_t capped_friction = 0;
  /// Number of islands whose overlaps were removed at position level
  /// (docs/theory/stabilization.md).
  std::int64_t pushed_islands = 0;
  double push_out_residual = 0;  ///< worst residual of the position problems of `projection` [m/s]
  /// Number of pushed islands for which no solver gave an answer and nothing was moved.
  std::int64_t push_out_failures = 0;
  /// Work of the push-outs of this step against gravity and the other forces of the step, which the
  /// total energy may gain [J]. Negative if the push-outs moved bodies downwards.
  double push_out_work = 0;
  /// Number of push-outs that were shortened: those of islands in which a body would have moved
  /// faster than the `max_speed` of the stabilisation, and those of flying trees that could not
  /// have kept their momentum without a gain of energy (docs/theory/stabilization.md).
  std::int64_t shortened_push_outs = 0;
  /// Number of overlaps and violated limits that no motion of the bodies reduces; `messages` names
  /// the deepest one.
  std::int64_t unlifted_overlaps = 0;
  /// Largest distance of a joint beyond a rigid position limit before the step [m, rad]; `messages`
  /// names the joint if the distance is more than 0.01.
  double limit_error = 0;
  /// Largest |φ| of a rigid loop, or excess length of a rope, after the step [m, rad].
  double loop_error = 0;
  /// Number of caught exceptions and rejected results of FCL.
  std::int64_t collision_failures = 0;
  /// Number of models whose motion was not finite. They keep their state and are named in
  /// `messages`.
  std::int64_t stuck_models = 0;
  /// Number of non-finite efforts or wrenches that were ignored; see `messages`.
  std::int64_t rejected_inputs = 0;
  /// Number of joints whose user effort exceeds their effort limit or the bound of their motor.
  std::int64_t clamped_efforts = 0;
  /// Largest number of substeps in which the free flight of one fast-turning model was computed; 0
  /// if no model was in free flight (docs/theory/rotation.md).
  std::int64_t flight_parts = 0;

  bool operator==(const StepFigures&) const = default;
};

/// Report on one step. The report contains every fallback and every failure. The storage is reused.
struct StepReport : StepFigures {
  std::int64_t step = 0;  ///< number of the step, counted from 1
  double time = 0;        ///< time after the step [s]
  /// Indices of the two models of the deepest contact with the default compliance, if this contact
  /// is deeper than 1 mm; otherwise −1.
  int deepest_a = -1, deepest_b = -1;
  int worst_loop = -1;  ///< index of the loop with the largest error; −1 without loops
  /// Numbers of pairs of shapes that the built-in algorithms could not solve.
  LadderCounts collision_ladder;
  /// Index in `messages` of the message about the first model whose motion was not finite; −1 if
  /// there is none.
  int stuck_message = -1;
  ShadowReport shadow;
  std::vector<IslandReport> islands;
  std::vector<std::string> messages;  ///< messages; empty unless something went wrong
  /// Wall-clock time of each stage [ns], if profiling is on.
  std::array<std::int64_t, static_cast<int>(Stage::kCount)> nanoseconds{};
};

}  // namespace cardan
