#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cardan/skeleton.h"

/// Adapters to other engines. Each gets the same skeleton, body by body, and answers in the
/// coordinates of cardan (docs/notation.md). Conventions are converted only here.
namespace cardan::peers {

/// The timed kernels. Each starts from q (and v) and includes the kinematics.
enum class Kernel {
  kForwardKinematics,  ///< poses of all bodies
  kInverseDynamics,    ///< τ = M a + C(q, v)
  kMassMatrix,         ///< M
  kMassMatrixFactor,   ///< M and its sparse factor
  kForwardDynamics,    ///< a = M⁻¹ (τ − C(q, v)), by the algorithm of the engine
  kArticulatedBodies,  ///< forward dynamics by aba of cardan; not offered by other engines
};
inline constexpr int kNumComparedKernels = 5;

/// States to cycle through while timing, in the coordinates of cardan.
struct States {
  std::vector<VectorX> q, v, a, tau;
};

/// Uniform in ±1 (angles in rad, lengths in m; rates, accelerations and efforts in SI units),
/// seeded. Orientations are rotated by at most that angle.
States make_states(const Skeleton& skeleton, int count);

/// An engine with one robot loaded, for timing.
class TimedPeer {
 public:
  TimedPeer() = default;
  TimedPeer(const TimedPeer&) = delete;
  TimedPeer& operator=(const TimedPeer&) = delete;
  virtual ~TimedPeer() = default;

  virtual std::string name() const = 0;
  virtual bool offers(Kernel kernel) const = 0;
  virtual void load_states(const States& states) = 0;
  /// Runs a kernel that it offers `calls` times, cycling through the states.
  virtual void run(Kernel kernel, int calls) = 0;
};

/// An engine that also returns results, in the coordinates of cardan. Gravity (0, 0, −9.81).
class Peer : public TimedPeer {
 public:
  virtual MatrixX mass_matrix(const VectorX& q) = 0;
  virtual VectorX bias(const VectorX& q, const VectorX& v) = 0;
  virtual VectorX forward_dynamics(const VectorX& q, const VectorX& v, const VectorX& tau) = 0;
  /// Jacobian [angular velocity; velocity of the origin] of the frame of a body, axes of W (6 ×
  /// nv).
  virtual Matrix6X body_jacobian(const VectorX& q, int body) = 0;
};

// Robots with revolute and prismatic joints, on a fixed or a floating base; anything else throws
// Error. Available engines depend on the installation: CARDAN_PEER_MUJOCO, _DART, _BULLET are
// defined for them.
std::unique_ptr<Peer> make_cardan(std::shared_ptr<const Skeleton> skeleton);
std::unique_ptr<Peer> make_mujoco(std::shared_ptr<const Skeleton> skeleton);
std::unique_ptr<Peer> make_dart(std::shared_ptr<const Skeleton> skeleton);
std::unique_ptr<TimedPeer> make_bullet(std::shared_ptr<const Skeleton> skeleton);

/// Throws Error if a skeleton has joints that the adapters do not support.
void require_simple_joints(const Skeleton& skeleton);

/// Principal moments [kg m²] and axes (columns, right-handed, in the body frame) of an inertia.
struct PrincipalInertia {
  Vector3 moments;
  Quaternion axes;
};
PrincipalInertia principal_inertia(const SpatialInertia& inertia);

}  // namespace cardan::peers
