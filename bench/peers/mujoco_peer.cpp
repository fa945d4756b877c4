#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "bench/peers/flight.h"
#include "bench/peers/peer.h"
#include "cardan/error.h"

namespace cardan::peers {

namespace {

constexpr const char* kInertial =
    "<inertial><origin xyz=\"0.1 0.2 0.3\" rpy=\"0.1 0.2 0.3\"/><mass value=\"1\"/>"
    "<inertia ixx=\"1\" iyy=\"1.1\" izz=\"1.2\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>";

const char* urdf_type(BodyJoint joint) {
  if (joint == BodyJoint::kFloating) return "floating";
  return joint == BodyJoint::kRevolute ? "continuous" : "prismatic";
}

/// The tree as URDF, body i as link "i". write_numbers replaces its numbers. MJCF could contain
/// them, but its elements are nested, and MuJoCo reads at most 100 levels.
std::string structure(const Skeleton& s) {
  std::ostringstream out;
  out << "<robot name=\"robot\"><mujoco><compiler strippath=\"false\"/></mujoco>\n"
      << "<link name=\"base\"/>\n";
  for (int body = 0; body < s.num_bodies(); ++body) {
    out << "<link name=\"" << body << "\">" << kInertial << "</link>\n"
        << "<joint name=\"joint " << body << "\" type=\"" << urdf_type(s.body_joint[body])
        << "\"><parent link=\""
        << (s.parent[body] >= 0 ? std::to_string(s.parent[body]) : std::string("base"))
        << "\"/><child link=\"" << body << "\"/><axis xyz=\"0 0 1\"/></joint>\n";
  }
  out << "</robot>\n";
  return out.str();
}

void copy(const Vector3& x, double* to) { std::copy_n(x.data(), 3, to); }
void copy(const Quaternion& q, double* to) {
  const double wxyz[4] = {q.w(), q.x(), q.y(), q.z()};
  std::copy_n(wxyz, 4, to);
}

/// The numbers of the skeleton, body i being MuJoCo's i + 1. Damping, friction, springs and limits
/// are left out: no kernel has them.
void write_numbers(const Skeleton& s, mjModel& model) {
  for (int body = 0; body < s.num_bodies(); ++body) {
    const int i = body + 1;
    if (mj_name2id(&model, mjOBJ_BODY, std::to_string(body).c_str()) != i)
      throw Error("bodies are in another order", "MuJoCo", "add links depth first");
    const PrincipalInertia inertia = principal_inertia(s.inertia[body]);
    copy(s.X_PF[body].p, model.body_pos + 3 * i);
    copy(Quaternion(s.X_PF[body].R), model.body_quat + 4 * i);
    model.body_mass[i] = s.inertia[body].mass;
    copy(s.inertia[body].com, model.body_ipos + 3 * i);
    copy(inertia.axes, model.body_iquat + 4 * i);
    copy(inertia.moments, model.body_inertia + 3 * i);
    copy(s.axis[body], model.jnt_axis + 3 * model.body_jntadr[i]);
  }
  for (int d = 0; d < s.nv(); ++d) model.dof_armature[d] = s.dof[d].armature;
  model.opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT;
}

/// A model can be read only from a file.
mjModel* compile(const std::string& text) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("cardan_peer_" + std::to_string(std::random_device{}()) + ".urdf");
  std::ofstream(file) << text;
  char message[1000] = "";
  mjModel* model = mj_loadXML(file.c_str(), nullptr, message, sizeof message);
  std::filesystem::remove(file);
  if (model == nullptr) throw Error("MuJoCo refused the model", "generated URDF", message);
  return model;
}

/// T of v_theirs = T v_ours: orthogonal, so accelerations (Ṫ v = 0) and forces go the same way.
MatrixX mujoco_velocity_map(const Skeleton& skeleton, const VectorX& q) {
  MatrixX T = MatrixX::Identity(skeleton.nv(), skeleton.nv());
  if (!skeleton.floating_base()) return T;
  const Matrix3 R = Quaternion(q[3], q[4], q[5], q[6]).normalized().toRotationMatrix();
  T.topLeftCorner<6, 6>().setZero();
  T.block<3, 3>(0, 3).setIdentity();
  T.block<3, 3>(3, 0) = R.transpose();
  return T;
}

/// A skeleton in MuJoCo. A floating base has q = [p; w x y z] as in cardan, and velocity [v_W;
/// ω_B], in cardan [ω_W; v_W].
class MujocoPeer : public Peer {
 public:
  explicit MujocoPeer(std::shared_ptr<const Skeleton> skeleton)
      : skeleton_(std::move(skeleton)), model_(compile(structure(*skeleton_))) {
    write_numbers(*skeleton_, *model_);
    data_ = mj_makeData(model_);
    mj_setConst(model_, data_);
    result_.resize(skeleton_->nv());
  }
  ~MujocoPeer() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  std::string name() const override { return std::string("MuJoCo ") + mj_versionString(); }
  bool offers(Kernel kernel) const override { return kernel != Kernel::kArticulatedBodies; }

  void load_states(const States& states) override {
    states_ = states;
    for (size_t k = 0; k < states_.q.size(); ++k) {
      const MatrixX T = to_theirs(states_.q[k]);
      states_.v[k] = T * states_.v[k];
      states_.a[k] = T * states_.a[k];
      states_.tau[k] = T * states_.tau[k];  // T of a force is T^-T = T
    }
  }

  void run(Kernel kernel, int calls) override {
    for (int call = 0; call < calls; ++call) {
      turn_ = (turn_ + 1) % states_.q.size();
      set_state(states_.q[turn_], states_.v[turn_]);
      run_once(kernel);
    }
  }

  MatrixX mass_matrix(const VectorX& q) override {
    set_state(q, VectorX::Zero(skeleton_->nv()));
    run_once(Kernel::kMassMatrix);
    const int nv = skeleton_->nv();
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> M(nv, nv);
    mj_fullM(model_, M.data(), data_->qM);
    const MatrixX T = to_theirs(q);
    return T.transpose() * M * T;
  }

  VectorX bias(const VectorX& q, const VectorX& v) override {
    const MatrixX T = to_theirs(q);
    set_state(q, T * v);
    run_velocity_kinematics();
    mj_rne(model_, data_, 0, result_.data());
    return T.transpose() * result_;
  }

  VectorX forward_dynamics(const VectorX& q, const VectorX& v, const VectorX& tau) override {
    const MatrixX T = to_theirs(q);
    set_state(q, T * v);
    solve(T * tau);
    return T.transpose() * Eigen::Map<const VectorX>(data_->qacc, skeleton_->nv());
  }

  Matrix6X body_jacobian(const VectorX& q, int body) override {
    set_state(q, VectorX::Zero(skeleton_->nv()));
    run_kinematics();
    Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor> linear(3, skeleton_->nv()),
        angular(3, skeleton_->nv());
    mj_jacBody(model_, data_, linear.data(), angular.data(), body + 1);
    Matrix6X J(6, skeleton_->nv());
    J << angular, linear;
    return J * to_theirs(q);
  }

 private:
  MatrixX to_theirs(const VectorX& q) const { return mujoco_velocity_map(*skeleton_, q); }

  void set_state(const VectorX& q, const VectorX& v) {
    Eigen::Map<VectorX>(data_->qpos, q.size()) = q;
    Eigen::Map<VectorX>(data_->qvel, v.size()) = v;
  }

  void run_kinematics() {
    mj_kinematics(model_, data_);
    mj_comPos(model_, data_);
  }
  void run_velocity_kinematics() {
    run_kinematics();
    mj_comVel(model_, data_);
  }

  void run_once(Kernel kernel) {
    switch (kernel) {
      case Kernel::kForwardKinematics:
        return mj_kinematics(model_, data_);
      case Kernel::kInverseDynamics:
        Eigen::Map<VectorX>(data_->qacc, skeleton_->nv()) = states_.a[turn_];
        run_velocity_kinematics();
        return mj_rne(model_, data_, 1, result_.data());
      case Kernel::kMassMatrix:
        run_kinematics();
        return mj_crb(model_, data_);
      case Kernel::kMassMatrixFactor:
        run_kinematics();
        mj_crb(model_, data_);
        return mj_factorM(model_, data_);
      case Kernel::kForwardDynamics:
        return solve(states_.tau[turn_]);
      case Kernel::kArticulatedBodies:
        return;
    }
  }

  /// CRBA, factorisation, bias and solve: MuJoCo has no algorithm that is linear in the number of
  /// joints.
  void solve(const VectorX& tau) {
    run_kinematics();
    mj_crb(model_, data_);
    mj_factorM(model_, data_);
    mj_comVel(model_, data_);
    mj_rne(model_, data_, 0, data_->qfrc_bias);
    result_ = tau - Eigen::Map<const VectorX>(data_->qfrc_bias, skeleton_->nv());
    mj_solveM(model_, data_, data_->qacc, result_.data(), 1);
  }

  std::shared_ptr<const Skeleton> skeleton_;
  mjModel* model_;
  mjData* data_ = nullptr;
  States states_;
  VectorX result_;
  size_t turn_ = 0;
};

struct MujocoIntegrator {
  int id;
  const char* name;
};

class MujocoFlight : public Flight {
 public:
  MujocoFlight(std::shared_ptr<const Skeleton> skeleton, const MujocoIntegrator& integrator)
      : skeleton_(std::move(skeleton)),
        integrator_(integrator),
        model_(compile(structure(*skeleton_))) {
    mju_user_warning = [](const char*) {};  // read() reports this
    write_numbers(*skeleton_, *model_);
    std::fill_n(model_->opt.gravity, 3, 0.0);
    model_->opt.integrator = integrator.id;
    data_ = mj_makeData(model_);
    mj_setConst(model_, data_);
  }
  ~MujocoFlight() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  std::string name() const override {
    return std::string("MuJoCo ") + mj_versionString() + " " + integrator_.name;
  }

  void start(const VectorX& q, const VectorX& v, double h) override {
    mj_resetData(model_, data_);
    model_->opt.timestep = h;
    Eigen::Map<VectorX>(data_->qpos, q.size()) = q;
    Eigen::Map<VectorX>(data_->qvel, v.size()) = mujoco_velocity_map(*skeleton_, q) * v;
  }

  void step() override { mj_step(model_, data_); }

  // A state that is not finite is replaced by the start, with a warning.
  void read(VectorX& q, VectorX& v) const override {
    q = Eigen::Map<const VectorX>(data_->qpos, skeleton_->nq());
    v = mujoco_velocity_map(*skeleton_, q).transpose() *
        Eigen::Map<const VectorX>(data_->qvel, skeleton_->nv());
    for (const int bad : {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC})
      if (data_->warning[bad].number > 0) v.setConstant(NAN);
  }

 private:
  std::shared_ptr<const Skeleton> skeleton_;
  MujocoIntegrator integrator_;
  mjModel* model_;
  mjData* data_ = nullptr;
};

}  // namespace

Flights make_mujoco_flights(std::shared_ptr<const Skeleton> skeleton) {
  require_simple_joints(*skeleton);
  Flights flights;
  for (const MujocoIntegrator& integrator :
       {MujocoIntegrator{mjINT_EULER, "Euler"}, MujocoIntegrator{mjINT_IMPLICIT, "implicit"},
        MujocoIntegrator{mjINT_RK4, "RK4"}})
    flights.push_back(std::make_unique<MujocoFlight>(skeleton, integrator));
  return flights;
}

std::unique_ptr<Peer> make_mujoco(std::shared_ptr<const Skeleton> skeleton) {
  require_simple_joints(*skeleton);
  return std::make_unique<MujocoPeer>(std::move(skeleton));
}

}  // namespace cardan::peers
