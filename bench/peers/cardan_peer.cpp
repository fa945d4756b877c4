#include "bench/peers/peer.h"
#include "cardan/forward_dynamics.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"

namespace cardan::peers {

namespace {

const Vector3 kGravity(0, 0, -9.81);

/// Ours.
class CardanPeer : public Peer {
 public:
  explicit CardanPeer(std::shared_ptr<const Skeleton> skeleton)
      : skeleton_(std::move(skeleton)), data_(*skeleton_), result_(skeleton_->nv()) {}

  std::string name() const override { return "cardan"; }
  bool offers(Kernel /*kernel*/) const override { return true; }
  void load_states(const States& states) override { states_ = states; }

  void run(Kernel kernel, int calls) override {
    for (int call = 0; call < calls; ++call) {
      turn_ = (turn_ + 1) % states_.q.size();
      run_once(kernel, states_.q[turn_].data(), states_.v[turn_].data());
    }
  }

  MatrixX mass_matrix(const VectorX& q) override {
    run_once(Kernel::kMassMatrix, q.data(), nullptr);
    return dense_mass_matrix(*skeleton_, data_);
  }

  VectorX bias(const VectorX& q, const VectorX& v) override {
    forward_kinematics(*skeleton_, data_, q.data(), v.data());
    bias_forces(*skeleton_, data_, v.data(), kGravity);
    return Eigen::Map<const VectorX>(data_.bias.data(), skeleton_->nv());
  }

  VectorX forward_dynamics(const VectorX& q, const VectorX& v, const VectorX& tau) override {
    forward_kinematics(*skeleton_, data_, q.data(), v.data());
    cardan::forward_dynamics(*skeleton_, data_, v.data(), tau.data(), kGravity, result_.data());
    return result_;
  }

  Matrix6X body_jacobian(const VectorX& q, int body) override {
    forward_kinematics(*skeleton_, data_, q.data());
    Matrix6X J = Matrix6X::Zero(6, skeleton_->nv());
    const int frame = skeleton_->require_frame(skeleton_->body_name[body]);
    frame_jacobian(*skeleton_, data_, frame, ReferenceFrame::kLocalWorldAligned, J);
    return J;
  }

 private:
  void run_once(Kernel kernel, const double* q, const double* v) {
    const Skeleton& s = *skeleton_;
    switch (kernel) {
      case Kernel::kForwardKinematics:
        return forward_kinematics(s, data_, q);
      case Kernel::kInverseDynamics:
        forward_kinematics(s, data_, q, v);
        return rnea(s, data_, v, states_.a[turn_].data(), kGravity, result_.data());
      case Kernel::kMassMatrix:
        forward_kinematics(s, data_, q);
        compute_world_inertias(s, data_);
        return crba(s, data_);
      case Kernel::kMassMatrixFactor:
        run_once(Kernel::kMassMatrix, q, v);
        regular_ = factorize_ltl(s, data_);
        return;
      case Kernel::kForwardDynamics:
        forward_kinematics(s, data_, q, v);
        return cardan::forward_dynamics(s, data_, v, states_.tau[turn_].data(), kGravity,
                                        result_.data());
      case Kernel::kArticulatedBodies:
        forward_kinematics(s, data_, q, v);
        return aba(s, data_, v, states_.tau[turn_].data(), kGravity, result_.data());
    }
  }

  std::shared_ptr<const Skeleton> skeleton_;
  Data data_;
  States states_;
  VectorX result_;
  size_t turn_ = 0;
  bool regular_ = true;
};

}  // namespace

std::unique_ptr<Peer> make_cardan(std::shared_ptr<const Skeleton> skeleton) {
  return std::make_unique<CardanPeer>(std::move(skeleton));
}

}  // namespace cardan::peers
