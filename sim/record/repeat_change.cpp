#include "sim/record/repeat_change.h"

#include <optional>
#include <string>

#include "cardan/error.h"
#include "cardan/state_snapshot.h"
#include "sim/assembly/change_materials.h"
#include "sim/assembly/change_pairing.h"
#include "sim/data/spec_json.h"
#include "sim/record/world_json.h"

namespace cardan {

namespace {

Matrix3 read_matrix(ChangeReader& in) {
  Matrix3 x;
  in.numbers(x.data(), 9);
  return x;
}

RigidTransform read_pose(ChangeReader& in) {
  RigidTransform X;
  X.p = in.vector3();
  X.R = read_matrix(in);
  return X;
}

SpatialVelocity read_velocity(ChangeReader& in) {
  SpatialVelocity V;
  V.angular = in.vector3();
  V.linear = in.vector3();
  return V;
}

void repeat_mass(Model& model, ChangeReader& in) {
  const std::string link = in.text();
  const double mass = in.number();
  std::optional<Vector3> com;
  std::optional<Matrix3> inertia;
  if (in.count() != 0) com = in.vector3();
  if (in.count() != 0) inertia = read_matrix(in);
  model.set_mass(link, mass, com, inertia);
}

// Repeats a change of one model. The payload begins with its name.
void repeat_model_change(World& world, ChangeKind kind, ChangeReader& in) {
  const std::string name = in.text();
  Model* model = world.find(name);
  if (model == nullptr) in.fail("it changes model '" + name + "', which the world does not have");
  std::string part;
  switch (kind) {
    case ChangeKind::kSetQ:
      return model->set_q(in.vector());
    case ChangeKind::kSetV:
      return model->set_v(in.vector());
    case ChangeKind::kEfforts:
      return model->set_efforts(in.vector());
    case ChangeKind::kEffort:
      part = in.text();
      return model->set_effort(part, in.number());
    case ChangeKind::kPd: {
      part = in.text();
      double x[4];
      in.numbers(x, 4);
      return model->set_pd(part, x[0], x[1], x[2], x[3]);
    }
    case ChangeKind::kPdTarget: {
      part = in.text();
      double x[2];
      in.numbers(x, 2);
      return model->set_pd_target(part, x[0], x[1]);
    }
    case ChangeKind::kWrench: {
      part = in.text();
      const Vector3 force = in.vector3(), moment = in.vector3(), at = in.vector3();
      return model->apply_wrench(part, force, moment, at);
    }
    case ChangeKind::kWake:
      return model->wake();
    case ChangeKind::kBasePose:
      return model->set_base_pose(read_pose(in));
    case ChangeKind::kBaseVelocity:
      return model->set_base_velocity(read_velocity(in));
    case ChangeKind::kPoseTarget:
      return model->set_pose_target(read_pose(in));
    case ChangeKind::kVelocityTarget:
      return model->set_velocity_target(read_velocity(in));
    case ChangeKind::kMass:
      return repeat_mass(*model, in);
    case ChangeKind::kPayload: {
      part = in.text();
      const double mass = in.number();
      const Vector3 com = in.vector3();
      return model->add_payload(part, mass, com, read_matrix(in));
    }
    case ChangeKind::kRemoveModel:
      return world.remove(*model);
    default:
      in.fail("it has a change of unknown kind " +
              std::to_string(static_cast<std::uint64_t>(kind)));
  }
}

}  // namespace

void repeat_change(World& world, ChangeKind kind, ChangeReader& in) {
  switch (kind) {
    case ChangeKind::kSceneForces:
      return;  // World::step applies them
    case ChangeKind::kGravity:
      return world.set_gravity(in.vector3());
    case ChangeKind::kMaterial: {
      const std::string name = in.text();
      return world.set_material(name, material_of_json(in.text()));
    }
    case ChangeKind::kPair: {
      const PairJson pair = pair_of_json(in.text());
      return change_pair(world, pair.formulation, pair.solver);
    }
    case ChangeKind::kAddModel:
      add_described(world, in.text());
      return;
    case ChangeKind::kAddLoops:
      world.add_loops(loops_of_json(in.text()));
      return;
    case ChangeKind::kRemoveLoop: {
      const std::uint64_t place = in.count();
      const auto& records = world.impl().model.loop_records;
      if (place >= records.size()) in.fail("it removes a loop that the world does not have");
      return world.remove_loop(records[place].id);
    }
    case ChangeKind::kCloseLoops:
      return world.close_loops();
    case ChangeKind::kIgnore: {
      const std::string a = in.text();
      return world.ignore_collision(a, in.text());
    }
    case ChangeKind::kRestore:
      throw Error("a state was restored during the recording, which cannot be repeated from there",
                  "recording", "end a recording before World::restore_state and begin another");
    case ChangeKind::kSetState:
      return world.set_state(StateSnapshot::from_bytes(in.bytes()));
    case ChangeKind::kForgetContacts:
      return world.reset_contact_memory();
    case ChangeKind::kAddSensor:
      world.add_sensor(sensor_of_json(in.text()));
      return;
    case ChangeKind::kRemoveSensor:
      return world.remove_sensor(in.text());
    case ChangeKind::kSeed:
      return world.set_seed(in.count());
    case ChangeKind::kAddMaterials:
      return add_materials(world, materials_of_json(in.text()));
    default:
      return repeat_model_change(world, kind, in);
  }
}

}  // namespace cardan
