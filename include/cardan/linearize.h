#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cardan/export.h"
#include "cardan/spatial.h"
#include "cardan/world.h"

namespace cardan {

/// Inputs u of a linearisation.
enum class LinearizeInputs : unsigned char {
  kEfforts,    ///< efforts of all DoFs (nv) [N m, N]
  kPdTargets,  ///< targets of all PD laws without a path [rad, m]
};

/// Settings of a linearisation. Differences are central, (f(x + d) − f(x − d)) / (2 d), unless only
/// one side has the same modes as the step itself (DifferenceKind).
struct LinearizeOptions {
  LinearizeInputs inputs = LinearizeInputs::kEfforts;
  double position_step = 1e-5;  ///< d of q, in the tangent space [m, rad]
  double velocity_step = 1e-5;  ///< d of v [m/s, rad/s]
  double effort_step = 1e-3;    ///< d of efforts [N, N m]
  double target_step = 1e-5;    ///< d of PD targets [rad, m]
  /// Tolerance of the contact solvers [m/s]. The smaller of this value and the world's tolerance
  /// applies. The matrices have an error of about the solver error divided by d.
  double tolerance = 1e-12;
  /// Parameters p for C:
  ///   "gravity.x", "gravity.y", "gravity.z"  [m/s²]
  ///   "friction.MATERIAL"   static and kinetic μ of a named material, before the pair rule
  ///                         combines it with μ of the other surface; has no effect on listed
  ///                         pairs of materials and on shapes with their own friction
  ///   "mass.MODEL/LINK"     mass of a moving body [kg]; its centre of mass does not change, and
  ///                         its inertia scales with the mass, as in Model::set_mass
  ///   "mass.MODEL"          mass of a model of one body [kg]
  ///   "kp.MODEL/JOINT", "kd.MODEL/JOINT"     gains of a PD law or servo
  std::vector<std::string> parameters = {};
  double parameter_step = 1e-3;  ///< d of gravity [m/s²] and friction
  double relative_step = 1e-4;   ///< d / mass for a mass, d / max(gain, 1) for a gain
};

/// Kind of difference from which a column is computed. A step is smooth only as long as no contact
/// or limit opens or closes, no contact changes between sticking and sliding, no overlap is
/// corrected in another way (by the velocity, at its bound, by the position problem), and no effort
/// reaches or leaves a bound.
enum class DifferenceKind : unsigned char {
  kCentral,      ///< both sides have the modes of the step itself
  kForward,      ///< only f(x + d) has these modes: (f(x + d) − f(x)) / d
  kBackward,     ///< only f(x − d) has these modes: (f(x) − f(x − d)) / d
  kAcrossModes,  ///< neither side has these modes: central difference, a mean slope across modes
};

/// Linearisation of one step x⁺ = f(x, u) about (x, u): δx⁺ = A δx + B δu + C δp. The state x = (q,
/// v) contains all models that forces move, in the order in which they were added. δq is in the
/// tangent space, q = q₀ ⊕ δq (skeleton.h), so δx has 2 nv entries. Sleeping models are woken
/// first. If there are closed loops, the step projects a displaced posture back onto them. Delayed
/// commands and the lagged effort of a motor are not part of x; for a motor with a delay, the
/// column of B is 0.
struct Linearization {
  int nv = 0;
  MatrixX A;                   ///< (2 nv × 2 nv) derivative with respect to x
  MatrixX B;                   ///< (2 nv × nu) derivative with respect to u
  MatrixX C;                   ///< (2 nv × parameters) sensitivities δx⁺/δp
  VectorX q, v;                ///< (nq), (nv) state before the step
  VectorX q_next, v_next;      ///< (nq), (nv) state after the step
  std::vector<std::string> x;  ///< (nv) names of the DoFs: MODEL/JOINT
  std::vector<std::string> u;  ///< (nu) names of the inputs
  std::vector<std::string> p;  ///< (parameters) names, as in the options
  VectorX p_value, p_step;     ///< (parameters) value and d of each parameter
  /// (2 nv + nu + parameters) Kind of each column of A, then of B, then of C.
  std::vector<DifferenceKind> differences;
  int active_contacts = 0;    ///< number of contacts that stick or slide in the step
  int sliding_contacts = 0;   ///< number of contacts that slide
  int active_limits = 0;      ///< number of joint limits with an impulse in the step
  double worst_residual = 0;  ///< worst residual of the contact solver over all steps taken [m/s]

  /// True if no contact, limit or bounded effort changed its mode under any difference.
  CARDAN_API bool smooth() const;
};

/// Linearises many steps of one world with data that are built only once, e.g. for a
/// model-predictive controller that linearises every node of its horizon.
class CARDAN_API Linearizer {
 public:
  /// Makes a private clone of the world, with one thread. Throws Error if the tolerance or a
  /// difference step is not positive and finite, and for unknown parameters. Parameters keep the
  /// values of this world, except for gains, which are part of each state.
  explicit Linearizer(const World& world, LinearizeOptions options = {});
  ~Linearizer();
  Linearizer(Linearizer&&) noexcept;
  Linearizer& operator=(Linearizer&&) noexcept;

  /// Computes A, B and C of the step that follows a state, which is World::step with the memory of
  /// the state: impulses, slip, and velocities of the last step. In displaced states, the
  /// velocities in memory move with those of the state, so that their changes over the last step,
  /// from which the step extrapolates, stay the same. Throws Error for the state of another world.
  void linearize(const StateSnapshot& state, Linearization& into);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
