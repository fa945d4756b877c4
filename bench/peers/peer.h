#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cardan/dynamics/skeleton.h"

/// Other engines beside ours: each is given the same skeleton, body by body, and answers in our
/// coordinates (docs/notation.md). Conventions are converted here and nowhere else.
namespace cardan::peers {

/// The timed kernels. Each starts from q (and v), kinematics included.
enum class Kernel {
  kForwardKinematics,  ///< poses of all bodies
  kInverseDynamics,    ///< τ = M a + C(q, v)
  kMassMatrix,         ///< M
  kMassMatrixFactor,   ///< M and its sparse factor
  kForwardDynamics,    ///< a = M⁻¹ (τ − C(q, v)), by whatever the engine has
  kArticulatedBodies,  ///< the same by our aba; not offered by others
};
inline constexpr int kNumComparedKernels = 5;

/// States to go round in while timing, in our coordinates.
struct States {
  std::vector<VectorX> q, v, a, tau;
};

/// Uniform in ±1 (angles rad, lengths m, rates, accelerations and efforts in SI), seeded;
/// orientations are turned by up to that.
States make_states(const Skeleton& skeleton, int count);

/// One engine with one robot loaded, to be timed.
class TimedPeer {
 public:
  TimedPeer() = default;
  TimedPeer(const TimedPeer&) = delete;
  TimedPeer& operator=(const TimedPeer&) = delete;
  virtual ~TimedPeer() = default;

  virtual std::string name() const = 0;
  virtual bool offers(Kernel kernel) const = 0;
  virtual void load_states(const States& states) = 0;
  /// `calls` runs of a kernel that it offers, on one state after the other.
  virtual void run(Kernel kernel, int calls) = 0;
};

/// One that answers too, in our coordinates. Gravity (0, 0, −9.81).
class Peer : public TimedPeer {
 public:
  virtual MatrixX mass_matrix(const VectorX& q) = 0;
  virtual VectorX bias(const VectorX& q, const VectorX& v) = 0;
  virtual VectorX forward_dynamics(const VectorX& q, const VectorX& v, const VectorX& tau) = 0;
  /// [angular; velocity of the origin] of a body's frame per unit of v, axes of W (6 × nv).
  virtual Matrix6X body_jacobian(const VectorX& q, int body) = 0;
};

// Robots of revolute and prismatic joints, on a fixed or a floating base; anything else throws
// Error. Which exist depends on what is installed: CARDAN_PEER_MUJOCO, _DART, _BULLET are defined
// then.
std::unique_ptr<Peer> make_cardan(std::shared_ptr<const Skeleton> skeleton);
std::unique_ptr<Peer> make_mujoco(std::shared_ptr<const Skeleton> skeleton);
std::unique_ptr<Peer> make_dart(std::shared_ptr<const Skeleton> skeleton);
std::unique_ptr<TimedPeer> make_bullet(std::shared_ptr<const Skeleton> skeleton);

/// Throws Error if a skeleton has joints that the peers are not given.
void require_simple_joints(const Skeleton& skeleton);

/// Principal moments [kg m²] and axes (columns, right-handed, in the body frame) of an inertia.
struct PrincipalInertia {
  Vector3 moments;
  Quaternion axes;
};
PrincipalInertia principal_inertia(const SpatialInertia& inertia);

}  // namespace cardan::peers
