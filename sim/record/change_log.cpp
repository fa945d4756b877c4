#include "sim/record/change_log.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "cardan/error.h"
#include "sim/assembly/change_materials.h"
#include "sim/record/spec_json.h"

namespace cardan {

void ChangeWriter::number(double x) { words_.push_back(std::bit_cast<std::uint64_t>(x)); }

void ChangeWriter::text(std::string_view text) { bytes(std::as_bytes(std::span(text))); }

void ChangeWriter::bytes(std::span<const std::byte> bytes) {
  count(bytes.size());
  const std::size_t first = words_.size();
  words_.resize(first + (bytes.size() + 7) / 8, 0);
  if (!bytes.empty()) std::memcpy(words_.data() + first, bytes.data(), bytes.size());
}

void ChangeReader::fail(const std::string& what) const {
  throw Error(what, where_, "the file was damaged or changed: record the run again");
}

std::uint64_t ChangeReader::word() {
  if (at_ == end_) fail("a recorded change ends too early");
  return *at_++;
}

double ChangeReader::number() { return std::bit_cast<double>(word()); }

VectorX ChangeReader::vector() {
  const std::uint64_t size = word();
  if (size > static_cast<std::uint64_t>(end_ - at_)) fail("a recorded change ends too early");
  VectorX x(static_cast<Eigen::Index>(size));
  numbers(x.data(), size);
  return x;
}

Vector3 ChangeReader::vector3() {
  Vector3 x;
  numbers(x.data(), 3);
  return x;
}

std::vector<std::byte> ChangeReader::bytes() {
  const std::uint64_t size = word();
  const auto left = static_cast<std::uint64_t>(end_ - at_);
  if (size > 8 * left) fail("a recorded change ends too early");
  std::vector<std::byte> bytes(size);
  if (size > 0) std::memcpy(bytes.data(), at_, size);
  at_ += (size + 7) / 8;
  return bytes;
}

std::string ChangeReader::text() {
  const std::vector<std::byte> characters = bytes();
  return {reinterpret_cast<const char*>(characters.data()), characters.size()};
}

void ChangeLog::add(std::int64_t step_of_world, ChangeKind kind,
                    const std::vector<std::uint64_t>& words) {
  const auto step = static_cast<std::uint64_t>(step_of_world + steps_ahead);
  changes.push_back({step, hashes, kind, words.size()});
  payload.insert(payload.end(), words.begin(), words.end());
}

void add_to_logs(const World::Impl& world, ChangeKind kind, const ChangeWriter& payload) {
  std::erase_if(world.logs, [](const std::shared_ptr<ChangeLog>& log) { return log->closed; });
  for (const std::shared_ptr<ChangeLog>& log : world.logs)
    log->add(world.state.steps, kind, payload.words());
}

void keep_count(const World::Impl& world) {
  for (const std::shared_ptr<ChangeLog>& log : world.logs) {
    const auto last = static_cast<std::uint64_t>(log->last_step());
    for (LoggedChange& change : log->changes) change.step = std::min(change.step, last);
    log->steps_ahead = log->last_step() - world.state.steps;
    log->time_ahead = log->last_time - world.state.time;
  }
}

const char* change_name(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::kSetQ:
      return "set_q";
    case ChangeKind::kSetV:
      return "set_v";
    case ChangeKind::kEfforts:
      return "set_efforts";
    case ChangeKind::kEffort:
      return "set_effort";
    case ChangeKind::kPd:
      return "set_pd";
    case ChangeKind::kPdTarget:
      return "set_pd_target";
    case ChangeKind::kWrench:
      return "apply_wrench";
    case ChangeKind::kWake:
      return "wake";
    case ChangeKind::kSceneForces:
      return "apply_forces";
    case ChangeKind::kBasePose:
      return "set_base_pose";
    case ChangeKind::kBaseVelocity:
      return "set_base_velocity";
    case ChangeKind::kMass:
      return "set_mass";
    case ChangeKind::kPayload:
      return "add_payload";
    case ChangeKind::kGravity:
      return "set_gravity";
    case ChangeKind::kMaterial:
      return "set_material";
    case ChangeKind::kPair:
      return "set_pair";
    case ChangeKind::kAddModel:
      return "add";
    case ChangeKind::kRemoveModel:
      return "remove";
    case ChangeKind::kAddLoops:
      return "add_loops";
    case ChangeKind::kRemoveLoop:
      return "remove_loop";
    case ChangeKind::kCloseLoops:
      return "close_loops";
    case ChangeKind::kIgnore:
      return "ignore_collision";
    case ChangeKind::kRestore:
      return "restore_state";
    case ChangeKind::kSetState:
      return "set_state";
    case ChangeKind::kForgetContacts:
      return "reset_contact_memory";
    case ChangeKind::kAddSensor:
      return "add_sensor";
    case ChangeKind::kRemoveSensor:
      return "remove_sensor";
    case ChangeKind::kSeed:
      return "set_seed";
    case ChangeKind::kAddMaterials:
      return "add_materials";
  }
  return "unknown";
}

namespace {

Matrix3 read_matrix(ChangeReader& in) {
  Matrix3 x;
  in.numbers(x.data(), 9);
  return x;
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
    case ChangeKind::kBasePose: {
      RigidTransform X;
      X.p = in.vector3();
      X.R = read_matrix(in);
      return model->set_base_pose(X);
    }
    case ChangeKind::kBaseVelocity: {
      SpatialVelocity V;
      V.angular = in.vector3();
      V.linear = in.vector3();
      return model->set_base_velocity(V);
    }
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

void repeat_scene_forces(World& world) {
  if (const auto& origin = world.impl().origin) add_scene_forces(world, origin->forces);
}

}  // namespace

void repeat_change(World& world, ChangeKind kind, ChangeReader& in) {
  switch (kind) {
    case ChangeKind::kSceneForces:
      return repeat_scene_forces(world);
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
