#include "apps/beside/mujoco_run.h"

#include <mujoco/mujoco.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "cardan/error.h"
#include "cardan/spatial.h"

namespace cardan::app {

namespace {

struct ModelDeleter {
  void operator()(mjModel* m) const { mj_deleteModel(m); }
};
struct DataDeleter {
  void operator()(mjData* d) const { mj_deleteData(d); }
};

// MuJoCo expects that an error does not return. Its process has no other work.
[[noreturn]] void leave_after_error(const char* message) {
  std::fprintf(stderr, "MuJoCo: %s\n", message);
  std::fflush(stderr);
  ::_exit(1);
}

// Without a handler, MuJoCo writes warnings to a file in the current folder.
void ignore_warning(const char*) {}

Quaternion quaternion(const mjtNum* q) { return {q[0], q[1], q[2], q[3]}; }

class MujocoRun {
 public:
  explicit MujocoRun(const Motion& motion) : motion_(motion) {
    mju_user_error = leave_after_error;
    mju_user_warning = ignore_warning;
    char why[1000] = "";
    model_.reset(mj_loadXML(motion.file.c_str(), nullptr, why, sizeof why));
    if (!model_) throw Error(std::string("MuJoCo rejects the file: ") + why, motion.file);
    if (model_->njnt != static_cast<int>(motion.joints.size()))
      throw Error("MuJoCo has " + std::to_string(model_->njnt) + " joints, cardan " +
                      std::to_string(motion.joints.size()),
                  motion.file);
    model_->opt.timestep = motion.step;
    data_.reset(mj_makeData(model_.get()));
    jacobian_a_.resize(static_cast<std::size_t>(3 * model_->nv));
    jacobian_b_.resize(jacobian_a_.size());
  }

  EngineTrack track() {
    EngineTrack track;
    track.engine = std::string("MuJoCo ") + mj_versionString();
    track.steps_per_second = fastest_steps_per_second(
        motion_.steps, [&] { restart(); },
        [&] {
          for (int i = 0; i < motion_.steps; ++i) mj_step(model_.get(), data_.get());
        });
    restart();
    RunningSums sums;
    take_sample(sums, 0, track);
    for (int i = 1; i <= motion_.steps; ++i) {
      mj_step(model_.get(), data_.get());
      sums.add(contact_sums(), motion_.step);
      if (i % motion_.every == 0) take_sample(sums, i, track);
    }
    for (const int kind : {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC})
      if (data_->warning[kind].number > 0)
        track.trouble = "a state became non-finite or huge, and MuJoCo started again";
    if (data_->warning[mjWARN_CONTACTFULL].number > 0)
      track.trouble = "contacts were left out: the file needs a greater nconmax in <size>";
    if (data_->warning[mjWARN_CNSTRFULL].number > 0)
      track.trouble = "constraints were left out: the file needs a greater njmax in <size>";
    return track;
  }

 private:
  void restart() {
    mj_resetData(model_.get(), data_.get());
    for (int j = 0; j < model_->njnt; ++j) {
      const JointPlace& place = motion_.joints[static_cast<std::size_t>(j)];
      const int count = place.kind == mjcf::JointKind::kFree   ? 7
                        : place.kind == mjcf::JointKind::kBall ? 4
                                                               : 1;
      std::copy_n(motion_.q0.begin() + place.q, count, data_->qpos + model_->jnt_qposadr[j]);
    }
  }

  // v of cardan: ω in W of a free joint, then v; ω in the axes of the parent of a ball joint.
  // MuJoCo has v first, and ω in the axes of the body.
  void take_sample(const RunningSums& sums, int step, EngineTrack& track) const {
    std::vector<double> q(motion_.q0.size()), v(static_cast<std::size_t>(motion_.nv));
    for (int j = 0; j < model_->njnt; ++j) {
      const JointPlace& place = motion_.joints[static_cast<std::size_t>(j)];
      const mjtNum *qpos = data_->qpos + model_->jnt_qposadr[j],
                   *qvel = data_->qvel + model_->jnt_dofadr[j];
      double *own_q = q.data() + place.q, *own_v = v.data() + place.v;
      if (place.kind == mjcf::JointKind::kFree) {
        std::copy_n(qpos, 7, own_q);
        const Vector3 spin = quaternion(qpos + 3) * Vector3(qvel[3], qvel[4], qvel[5]);
        std::copy_n(spin.data(), 3, own_v);
        std::copy_n(qvel, 3, own_v + 3);
      } else if (place.kind == mjcf::JointKind::kBall) {
        std::copy_n(qpos, 4, own_q);
        const Vector3 spin = quaternion(qpos) * Vector3(qvel[0], qvel[1], qvel[2]);
        std::copy_n(spin.data(), 3, own_v);
      } else {
        *own_q = *qpos;
        *own_v = *qvel;
      }
    }
    track.time.push_back(step * motion_.step);
    track.q.insert(track.q.end(), q.begin(), q.end());
    track.v.insert(track.v.end(), v.begin(), v.end());
    track.impulse.push_back(sums.impulse);
    track.slip_work.push_back(sums.slip_work);
  }

  // Geometry of the start of the step, forces of the step, velocities after it.
  ContactSums contact_sums() {
    ContactSums sums;
    for (int c = 0; c < data_->ncon; ++c) {
      const mjContact& contact = data_->contact[c];
      if (contact.efc_address < 0) continue;
      mjtNum force[6];
      mj_contactForce(model_.get(), data_.get(), c, force);
      if (!(force[0] > 0)) continue;
      mj_jac(model_.get(), data_.get(), jacobian_a_.data(), nullptr, contact.pos,
             model_->geom_bodyid[contact.geom1]);
      mj_jac(model_.get(), data_.get(), jacobian_b_.data(), nullptr, contact.pos,
             model_->geom_bodyid[contact.geom2]);
      Vector3 velocity = Vector3::Zero();
      for (int row = 0; row < 3; ++row)
        for (int k = 0; k < model_->nv; ++k) {
          const auto at = static_cast<std::size_t>(row * model_->nv + k);
          velocity[row] += (jacobian_b_[at] - jacobian_a_[at]) * data_->qvel[k];
        }
      const Vector3 normal(contact.frame[0], contact.frame[1], contact.frame[2]);
      sums.force += force[0];
      sums.slip_power += force[0] * (velocity - normal.dot(velocity) * normal).norm();
    }
    return sums;
  }

  const Motion& motion_;
  std::unique_ptr<mjModel, ModelDeleter> model_;
  std::unique_ptr<mjData, DataDeleter> data_;
  std::vector<mjtNum> jacobian_a_, jacobian_b_;  ///< (3, nv), by rows
};

}  // namespace

void require_mujoco() {}

EngineTrack run_mujoco(const Motion& motion) { return MujocoRun(motion).track(); }

}  // namespace cardan::app
