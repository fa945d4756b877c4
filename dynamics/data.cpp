#include "cardan/skeleton_data.h"
#include "dynamics/kernels/sincos.h"

namespace cardan {

namespace {

// The arrays in the order of the block. The data that a step of a free body touches come first.
constexpr DataArray Data::*kArrays[] = {
    &Data::V,        &Data::bias,     &Data::sqrt_D_inv, &Data::A,         &Data::R,
    &Data::p,        &Data::M,        &Data::D_inv,      &Data::S,         &Data::cos_sin,
    &Data::c,        &Data::I_W,      &Data::f,          &Data::composite, &Data::column_q,
    &Data::column_v, &Data::column_a, &Data::column_tau, &Data::scratch};

}  // namespace

Data::Data(const Skeleton& skeleton) {
  const auto nb = static_cast<std::size_t>(skeleton.num_bodies());
  const auto nv = static_cast<std::size_t>(skeleton.nv());
  const auto nc = static_cast<std::size_t>(skeleton.num_columns());
  R.size_ = 9 * nb;
  p.size_ = c.size_ = 3 * nb;
  V.size_ = I_W.size_ = A.size_ = f.size_ = 6 * nb;
  S.size_ = 6 * nc;
  M.size_ = static_cast<std::size_t>(skeleton.row_start[nv]);
  bias.size_ = D_inv.size_ = sqrt_D_inv.size_ = nv;
  composite.size_ = 10 * nb;
  const int angles = static_cast<int>(skeleton.angle_q.size());
  cos_sin.size_ = 2 * static_cast<std::size_t>(kernel::padded_to_batch(angles));
  // aba: a 6 × 6 articulated inertia per body; U, 1/d and u per DoF. rnea_derivatives: 12 per body,
  // 18 per column.
  scratch.size_ = 36 * nb + 18 * nc;
  if (skeleton.coupled()) {
    column_q.size_ = static_cast<std::size_t>(skeleton.nq()) + skeleton.followers.size();
    column_v.size_ = column_a.size_ = column_tau.size_ = nc;
  }
  std::size_t total = 0;
  for (const auto array : kArrays) total += AlignedBlock::in_pairs((this->*array).size_);
  block_.resize(total);
  double* at = block_.data();
  for (const auto array : kArrays) {
    (this->*array).at_ = at;
    at += AlignedBlock::in_pairs((this->*array).size_);
  }
  // The columns of a floating base about its own origin are always the axes of W.
  if (skeleton.floating_base()) {
    for (std::size_t k = 0; k < 6; ++k) S[7 * k] = 1;
  }
}

Data::Data(const Data& other) : X_W0(other.X_W0), O_W(other.O_W), block_(other.block_) {
  place_arrays_as(other);
}

Data& Data::operator=(const Data& other) {
  X_W0 = other.X_W0;
  O_W = other.O_W;
  block_ = other.block_;
  place_arrays_as(other);
  return *this;
}

void Data::place_arrays_as(const Data& other) {
  contents = other.contents;
  for (const auto array : kArrays) {
    const DataArray& there = other.*array;
    (this->*array).size_ = there.size_;
    (this->*array).at_ = block_.data() + (there.at_ - other.block_.data());
  }
}

RigidTransform Data::pose(int body) const {
  if (body < 0) return X_W0;
  const size_t i = static_cast<size_t>(body);
  return {Eigen::Map<const Matrix3>(&R[9 * i]), O_W + Eigen::Map<const Vector3>(&p[3 * i])};
}

SpatialVelocity Data::velocity_at(int body, const Vector3& p_W) const {
  if (body < 0) return {};
  const double* velocity = &V[6 * static_cast<size_t>(body)];
  const SpatialVelocity about_O{Eigen::Map<const Vector3>(velocity),
                                Eigen::Map<const Vector3>(velocity + 3)};
  return about_O.shifted(p_W - O_W);
}

}  // namespace cardan
