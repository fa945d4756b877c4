#include <cmath>

#include "cardan/energy.h"
#include "cardan/error.h"
#include "cardan/forward_dynamics.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "dynamics/data_contents.h"
#include "sim/data/model_access.h"

/// The algorithms of Model: checks of the arguments, kinematics of the step, scratch memory.
namespace cardan {

namespace {

using VectorIn = Eigen::Ref<const VectorX>;

int num_freedoms(const Model::Impl& model) {
  return model.setup().skeleton ? model.setup().skeleton->nv() : 0;
}

const Vector3& gravity_of(const Model::Impl& model) { return model.world->model.spec.gravity; }

std::string place_of(const Model::Impl& model) { return "model '" + model.setup().name + "'"; }

std::string size_text(Eigen::Index rows, Eigen::Index columns) {
  return std::to_string(rows) + " × " + std::to_string(columns);
}

// Throws Error unless a result has the right size.
template <class Matrix>
void require_size(const Model::Impl& model, const Matrix& x, Eigen::Index rows,
                  Eigen::Index columns, const char* what) {
  if (x.rows() == rows && x.cols() == columns) return;
  throw Error(std::string(what) + " is " + size_text(x.rows(), x.cols()), place_of(model),
              "expected " + size_text(rows, columns));
}

// Throws Error unless an argument has nv finite entries.
void require_input(const Model::Impl& model, const VectorIn& x, const char* what) {
  const int nv = num_freedoms(model);
  if (x.size() != nv) {
    throw Error(std::string(what) + " has " + std::to_string(x.size()) + " entries",
                place_of(model), "expected " + std::to_string(nv));
  }
  if (!x.allFinite())
    throw Error(std::string(what) + " contains a non-finite number", place_of(model));
}

void require_point(const Model::Impl& model, const Vector3& point) {
  if (!point.allFinite()) throw Error("a point is not finite", place_of(model));
}

[[noreturn]] void refuse_singular(const Model::Impl& model) {
  throw Error("the mass matrix is not positive definite", place_of(model),
              "a joint moves no inertia: give its body mass or inertia, or the joint an armature");
}

void require_mass(const Model::Impl& model) {
  if (model.setup().mass > 0) return;
  throw Error("the model has no moving mass and so no centre of mass", place_of(model));
}

// Copies the results of kinematics, which depend only on (q, v).
void copy_kinematics(const Data& from, Data& to) {
  to.X_W0 = from.X_W0;
  to.O_W = from.O_W;
  contents::begin(to, contents::kPoses | contents::kVelocities);
  for (DataArray Data::*array :
       {&Data::R, &Data::p, &Data::cos_sin, &Data::S, &Data::V, &Data::column_q, &Data::column_v}) {
    std::copy((from.*array).begin(), (from.*array).end(), (to.*array).begin());
  }
}

AlgorithmScratch& algorithm_scratch(const Model::Impl& model) {
  ModelScratch& work = model.work();
  const std::lock_guard lock(model.world->view_mutex);
  if (!work.algorithms)
    work.algorithms = std::make_unique<AlgorithmScratch>(*model.setup().kernel_skeleton);
  return *work.algorithms;
}

// Calls run(skeleton, scratch) with the current kinematics in scratch.data. Does nothing for a
// model without joints, whose results have no entries.
template <class Run>
void with_scratch(const Model::Impl& model, const Run& run) {
  if (!model.setup().skeleton) return;
  ensure_kinematics(model);
  AlgorithmScratch& scratch = algorithm_scratch(model);
  const std::lock_guard lock(scratch.mutex);
  copy_kinematics(*model.work().data, scratch.data);
  run(*model.setup().kernel_skeleton, scratch);
}

void compute_mass(const Skeleton& skeleton, Data& data) {
  compute_world_inertias(skeleton, data);
  crba(skeleton, data);
}

// A vector or matrix of the right size, filled by the second form of a function.
template <class Result, class Fill>
Result filled(Result result, const Fill& fill) {
  fill(result);
  return result;
}

MatrixX square(const Model::Impl& model) {
  return MatrixX(num_freedoms(model), num_freedoms(model));
}
VectorX vector(const Model::Impl& model) { return VectorX(num_freedoms(model)); }

// Expresses a motion in the axes of a frame.
SpatialVelocity in_axes(const Matrix3& R_WF, const SpatialVelocity& V) {
  return {R_WF.transpose() * V.angular, R_WF.transpose() * V.linear};
}

}  // namespace

double Model::mass() const { return impl_->setup().mass; }

MatrixX Model::mass_matrix() const {
  return filled(square(*impl_), [&](MatrixX& M) { mass_matrix(M); });
}

void Model::mass_matrix(Eigen::Ref<MatrixX> M) const {
  require_size(*impl_, M, num_freedoms(*impl_), num_freedoms(*impl_), "the mass matrix");
  with_scratch(*impl_, [&](const Skeleton& skeleton, AlgorithmScratch& scratch) {
    compute_mass(skeleton, scratch.data);
    dense_mass_matrix(skeleton, scratch.data, M);
  });
}

MatrixX Model::inverse_mass_matrix() const {
  return filled(square(*impl_), [&](MatrixX& M_inv) { inverse_mass_matrix(M_inv); });
}

void Model::inverse_mass_matrix(Eigen::Ref<MatrixX> M_inv) const {
  require_size(*impl_, M_inv, num_freedoms(*impl_), num_freedoms(*impl_),
               "the inverse mass matrix");
  with_scratch(*impl_, [&](const Skeleton& skeleton, AlgorithmScratch& scratch) {
    compute_mass(skeleton, scratch.data);
    if (!factorize_ltl(skeleton, scratch.data)) refuse_singular(*impl_);
    cardan::inverse_mass_matrix(skeleton, scratch.data, M_inv);
  });
}

VectorX Model::bias_forces() const {
  return filled(vector(*impl_), [&](VectorX& C) { bias_forces(C); });
}

void Model::bias_forces(Eigen::Ref<VectorX> C) const {
  require_size(*impl_, C, num_freedoms(*impl_), 1, "the vector of bias forces");
  with_scratch(*impl_, [&](const Skeleton& skeleton, AlgorithmScratch& scratch) {
    cardan::bias_forces(skeleton, scratch.data, impl_->state().v().data(), gravity_of(*impl_));
    C = Eigen::Map<const VectorX>(scratch.data.bias.data(), skeleton.nv());
  });
}

VectorX Model::gravity_forces() const {
  return filled(vector(*impl_), [&](VectorX& g) { gravity_forces(g); });
}

void Model::gravity_forces(Eigen::Ref<VectorX> g) const {
  require_size(*impl_, g, num_freedoms(*impl_), 1, "the vector of gravity forces");
  with_scratch(*impl_, [&](const Skeleton& skeleton, AlgorithmScratch& scratch) {
    cardan::gravity_forces(skeleton, scratch.data, gravity_of(*impl_), g.data());
  });
}

VectorX Model::passive_forces() const {
  return filled(vector(*impl_), [&](VectorX& tau) { passive_forces(tau); });
}

void Model::passive_forces(Eigen::Ref<VectorX> tau) const {
  require_size(*impl_, tau, num_freedoms(*impl_), 1, "the vector of passive forces");
  const ModelSetup& model = impl_->setup();
  for (int i = 0; i < num_freedoms(*impl_); ++i) {
    const DofProperties& dof = model.skeleton->dof[static_cast<std::size_t>(i)];
    const int own = model.skeleton->single_q_index(i);
    const double stretch = own < 0 ? 0 : dof.spring_reference - impl_->state().q()[own];
    tau[i] = (own < 0 ? 0 : dof.stiffness * stretch) - dof.damping * impl_->state().v()[i];
  }
}

MatrixX Model::coriolis_matrix() const {
  return filled(square(*impl_), [&](MatrixX& C) { coriolis_matrix(C); });
}

void Model::coriolis_matrix(Eigen::Ref<MatrixX> C) const {
  require_size(*impl_, C, num_freedoms(*impl_), num_freedoms(*impl_), "the Coriolis matrix");
  with_scratch(*impl_, [&](const Skeleton& skeleton, AlgorithmScratch& scratch) {
    cardan::coriolis_matrix(skeleton, scratch.data, impl_->state().v().data(), C);
  });
}

VectorX Model::inverse_dynamics(const VectorIn& a) const {
  return filled(vector(*impl_), [&](VectorX& tau) { inverse_dynamics(a, tau); });
}

void Model::inverse_dynamics(const VectorIn& a, Eigen::Ref<VectorX> tau) const {
  require_input(*impl_, a, "the acceleration");
  require_size(*impl_, tau, num_freedoms(*impl_), 1, "the vector of efforts");
  with_scratch(*impl_, [&](const Skeleton& skeleton, AlgorithmScratch& scratch) {
    scratch.input = a;
    rnea(skeleton, scratch.data, impl_->state().v().data(), scratch.input.data(),
         gravity_of(*impl_), tau.data());
  });
}

VectorX Model::forward_dynamics(const VectorIn& tau) const {
  return filled(vector(*impl_), [&](VectorX& a) { forward_dynamics(tau, a); });
}

void Model::forward_dynamics(const VectorIn& tau, Eigen::Ref<VectorX> a) const {
  require_input(*impl_, tau, "the vector of efforts");
  require_size(*impl_, a, num_freedoms(*impl_), 1, "the acceleration");
  with_scratch(*impl_, [&](const Skeleton& skeleton, AlgorithmScratch& scratch) {
    scratch.input = tau;
    cardan::forward_dynamics(skeleton, scratch.data, impl_->state().v().data(),
                             scratch.input.data(), gravity_of(*impl_), scratch.output.data());
    if (!scratch.output.allFinite()) refuse_singular(*impl_);
    a = scratch.output;
  });
}

RneaDerivatives Model::inverse_dynamics_derivatives(const VectorIn& a) const {
  static const Skeleton none;
  const Skeleton* const own = skeleton();
  return filled(RneaDerivatives(own ? *own : none),
                [&](RneaDerivatives& out) { inverse_dynamics_derivatives(a, out); });
}

void Model::inverse_dynamics_derivatives(const VectorIn& a, RneaDerivatives& out) const {
  require_input(*impl_, a, "the acceleration");
  const int nv = num_freedoms(*impl_);
  for (const MatrixX* matrix : {&out.dtau_dq, &out.dtau_dv, &out.dtau_da})
    require_size(*impl_, *matrix, nv, nv, "a matrix of derivatives");
  with_scratch(*impl_, [&](const Skeleton& skeleton, AlgorithmScratch& scratch) {
    scratch.input = a;
    rnea_derivatives(skeleton, scratch.data, impl_->state().v().data(), scratch.input.data(),
                     gravity_of(*impl_), out);
  });
}

ForwardDynamicsDerivatives Model::forward_dynamics_derivatives(const VectorIn& tau) const {
  static const Skeleton none;
  const Skeleton* const own = skeleton();
  return filled(ForwardDynamicsDerivatives(own ? *own : none),
                [&](ForwardDynamicsDerivatives& out) { forward_dynamics_derivatives(tau, out); });
}

void Model::forward_dynamics_derivatives(const VectorIn& tau,
                                         ForwardDynamicsDerivatives& out) const {
  require_input(*impl_, tau, "the vector of efforts");
  const int nv = num_freedoms(*impl_);
  for (const MatrixX* matrix : {&out.da_dq, &out.da_dv, &out.da_dtau, &out.inverse.dtau_dq,
                                &out.inverse.dtau_dv, &out.inverse.dtau_da})
    require_size(*impl_, *matrix, nv, nv, "a matrix of derivatives");
  require_size(*impl_, out.a, nv, 1, "the acceleration");
  with_scratch(*impl_, [&](const Skeleton& skeleton, AlgorithmScratch& scratch) {
    scratch.input = tau;
    if (!cardan::forward_dynamics_derivatives(skeleton, scratch.data, impl_->state().v().data(),
                                              scratch.input.data(), gravity_of(*impl_), out))
      refuse_singular(*impl_);
  });
}

Matrix6X Model::jacobian(LinkId link, const Vector3& point, ReferenceFrame frame) const {
  return filled(Matrix6X(6, num_freedoms(*impl_)),
                [&](Matrix6X& J) { jacobian(link, point, frame, J); });
}

void Model::jacobian(LinkId link, const Vector3& point, ReferenceFrame frame,
                     Eigen::Ref<Matrix6X> J) const {
  const LinkPlace place = link_place(*impl_, link);
  require_point(*impl_, point);
  require_size(*impl_, J, 6, num_freedoms(*impl_), "the Jacobian");
  if (!impl_->setup().skeleton) return;
  ensure_kinematics(*impl_);
  const Data& data = *impl_->work().data;
  const RigidTransform X_WF = data.pose(place.body) * place.X_BF;
  const Vector3 p_W = frame == ReferenceFrame::kWorld ? Vector3(Vector3::Zero()) : X_WF * point;
  body_jacobian(*impl_->setup().kernel_skeleton, data, place.body, p_W, J);
  if (frame != ReferenceFrame::kLocal) return;
  for (Eigen::Index k = 0; k < J.cols(); ++k) {
    const SpatialVelocity V = in_axes(X_WF.R, {J.col(k).head<3>(), J.col(k).tail<3>()});
    J.col(k) << V.angular, V.linear;
  }
}

SpatialVelocity Model::jacobian_rate(LinkId link, const Vector3& point,
                                     ReferenceFrame frame) const {
  const LinkPlace place = link_place(*impl_, link);
  require_point(*impl_, point);
  if (!impl_->setup().skeleton) return {};
  ensure_kinematics(*impl_);
  const Data& data = *impl_->work().data;
  const RigidTransform X_WF = data.pose(place.body) * place.X_BF;
  const Vector3 p_W = frame == ReferenceFrame::kWorld ? Vector3(Vector3::Zero()) : X_WF * point;
  SpatialVelocity rate = body_jacobian_rate(*impl_->setup().kernel_skeleton, data, place.body, p_W,
                                            impl_->state().v().data());
  if (frame == ReferenceFrame::kLocalWorldAligned) return rate;
  // The axes of the link turn with ω, and the origin of W does not move with the link: the
  // derivative of the components is a − ω × v in both cases.
  const SpatialVelocity V = data.velocity_at(place.body, p_W);
  rate.linear -= V.angular.cross(V.linear);
  return frame == ReferenceFrame::kLocal ? in_axes(X_WF.R, rate) : rate;
}

SpatialVelocity Model::acceleration(LinkId link, const VectorIn& a, const Vector3& point) const {
  const LinkPlace place = link_place(*impl_, link);
  require_point(*impl_, point);
  require_input(*impl_, a, "the acceleration");
  if (!impl_->setup().skeleton && is_kinematic()) {
    throw Error("the acceleration of a body that follows a script is not known", place_of(*impl_));
  }
  SpatialVelocity result;
  with_scratch(*impl_, [&](const Skeleton& skeleton, AlgorithmScratch& scratch) {
    scratch.input = a;
    Data& data = scratch.data;
    forward_accelerations(skeleton, data, impl_->state().v().data(), scratch.input.data());
    result = acceleration_at(data, place.body, data.pose(place.body) * place.X_BF * point);
  });
  return result;
}

Vector3 Model::center_of_mass() const {
  require_mass(*impl_);
  ensure_kinematics(*impl_);
  return cardan::center_of_mass(*impl_->setup().kernel_skeleton, *impl_->work().data);
}

Vector3 Model::center_of_mass_velocity() const {
  require_mass(*impl_);
  ensure_kinematics(*impl_);
  return cardan::center_of_mass_velocity(*impl_->setup().kernel_skeleton, *impl_->work().data);
}

Matrix3X Model::center_of_mass_jacobian() const {
  return filled(Matrix3X(3, num_freedoms(*impl_)),
                [&](Matrix3X& J) { center_of_mass_jacobian(J); });
}

void Model::center_of_mass_jacobian(Eigen::Ref<Matrix3X> J) const {
  require_mass(*impl_);
  require_size(*impl_, J, 3, num_freedoms(*impl_), "the Jacobian");
  with_scratch(*impl_, [&](const Skeleton& skeleton, AlgorithmScratch& scratch) {
    cardan::center_of_mass_jacobian(skeleton, scratch.data, J);
  });
}

SpatialForce Model::centroidal_momentum() const { return momentum().shifted(center_of_mass()); }

Matrix6X Model::centroidal_momentum_matrix() const {
  return filled(Matrix6X(6, num_freedoms(*impl_)),
                [&](Matrix6X& A_G) { centroidal_momentum_matrix(A_G); });
}

void Model::centroidal_momentum_matrix(Eigen::Ref<Matrix6X> A_G) const {
  require_mass(*impl_);
  require_size(*impl_, A_G, 6, num_freedoms(*impl_), "the centroidal momentum matrix");
  with_scratch(*impl_, [&](const Skeleton& skeleton, AlgorithmScratch& scratch) {
    cardan::centroidal_momentum_matrix(skeleton, scratch.data, A_G);
  });
}

SpatialForce Model::centroidal_momentum_rate() const {
  require_mass(*impl_);
  SpatialForce rate;
  with_scratch(*impl_, [&](const Skeleton& skeleton, AlgorithmScratch& scratch) {
    rate = cardan::centroidal_momentum_rate(skeleton, scratch.data, impl_->state().v().data());
  });
  return rate;
}

IkResult Model::solve_ik(const std::vector<IkTarget>& targets, const IkOptions& options) const {
  const ModelSetup& model = impl_->setup();
  IkOptions own = options;
  if (!own.start && model.skeleton) own.start = VectorX(q());
  try {
    return cardan::solve_ik(require_skeleton(model), targets, own, impl_->work().X_W0);
  } catch (const Error& error) {
    throw Error(error.what(), "model '" + model.name + "'");
  }
}

}  // namespace cardan
