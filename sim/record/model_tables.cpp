#include "sim/record/model_tables.h"

#include <algorithm>

#include "cardan/model_spec.h"
#include "sim/data/joint_effort.h"
#include "sim/data/world_impl.h"
#include "sim/record/recording_paths.h"

namespace cardan {

namespace {

// Units of the columns of q, v and efforts, by the joints that they belong to.
struct JointUnits {
  std::string q, v, effort;
};

JointUnits units_of(const Skeleton& skeleton) {
  const std::string kRadian = "rad", kMetre = "m", kSpeed = "m/s", kForce = "N";
  std::vector<std::string> q(static_cast<std::size_t>(skeleton.nq()), "1"),
      v(static_cast<std::size_t>(skeleton.nv()), "rad/s"),
      effort(static_cast<std::size_t>(skeleton.nv()), "N m");
  for (int body = 0; body < skeleton.num_bodies(); ++body) {
    const auto i = static_cast<std::size_t>(body);
    const auto first_q = static_cast<std::size_t>(skeleton.q_start[i]),
               first_v = static_cast<std::size_t>(skeleton.v_start[i]);
    switch (skeleton.body_joint[i]) {
      case BodyJoint::kRevolute:
      case BodyJoint::kScrew:
        if (first_q < q.size()) q[first_q] = kRadian;
        break;
      case BodyJoint::kPrismatic:
        if (first_q < q.size()) q[first_q] = kMetre;
        if (first_v < v.size()) {
          v[first_v] = kSpeed;
          effort[first_v] = kForce;
        }
        break;
      case BodyJoint::kSpherical:
        break;
      case BodyJoint::kFloating:
        std::fill_n(q.begin() + static_cast<std::ptrdiff_t>(first_q), 3, kMetre);
        std::fill_n(v.begin() + static_cast<std::ptrdiff_t>(first_v) + 3, 3, kSpeed);
        std::fill_n(effort.begin() + static_cast<std::ptrdiff_t>(first_v) + 3, 3, kForce);
        break;
    }
  }
  return {joined_columns(q), joined_columns(v), joined_columns(effort)};
}

std::span<const double> numbers_of(const ConstVectorView& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

}  // namespace

ModelTables::ModelTables(RowTables& rows, const World& world)
    : rows_(&rows), known_(world.num_models()) {
  std::vector<std::string> names;
  for (const Model* model : world.models()) {
    if (!model->skeleton()) continue;
    open(*model, keys_.key_for(model->name()));
    names.push_back(model->name());
  }
  rows.writer().write_fixed("/model_names", names);
}

ModelTables::Columns& ModelTables::open(const Model& model, const std::string& key) {
  const std::string path = model_group(key);
  const Skeleton& skeleton = *model.skeleton();
  std::vector<std::string> names;
  std::vector<std::uint64_t> q_start, v_start;
  for (const JointInfo& joint : skeleton.joints) {
    names.push_back(joint.name);
    q_start.push_back(static_cast<std::uint64_t>(joint.q_start));
    v_start.push_back(static_cast<std::uint64_t>(joint.v_start));
  }
  Hdf5Writer& writer = rows_->writer();
  writer.write_fixed(path + "/joint_names", names);
  writer.write(path + "/joint_q_start", q_start);
  writer.write(path + "/joint_v_start", v_start);
  const JointUnits units = units_of(skeleton);
  models_.push_back({&model, path, &rows_->add(path + "/q", skeleton.nq(), units.q),
                     &rows_->add(path + "/v", skeleton.nv(), units.v),
                     &rows_->add(path + "/effort", skeleton.nv(), units.effort),
                     &rows_->add(path + "/base_position", 3, repeated_unit("m", 3)),
                     &rows_->add(path + "/base_quaternion", 4, repeated_unit("1", 4))});
  return models_.back();
}

void ModelTables::mark(Columns& columns, bool present) {
  columns.present = present;
  if (columns.presence == nullptr) {
    Hdf5Writer& writer = rows_->writer();
    presences_.push_back({writer.make_integer_series(columns.path + "/presence", 2), {}});
    columns.presence = &presences_.back();
  }
  columns.presence->add(static_cast<std::uint64_t>(rows_->rows()));
  columns.presence->add(present ? 1 : 0);
}

// A model that was added while the recording runs.
void ModelTables::add(const Model& model) {
  const std::string key = keys_.key_for(model.name());
  Columns& columns = open(model, key);
  rows_->writer().write_fixed(columns.path + "/name", model.name());
  rows_->writer().write_fixed(added_model_path(added_++), key);
  mark(columns, true);
}

void ModelTables::follow(const World& world) {
  for (Columns& columns : models_)
    if (columns.present && columns.model->is_removed()) mark(columns, false);
  for (; known_ < world.num_models(); ++known_) {
    const Model& model = world.model(known_);
    if (!model.is_removed() && model.skeleton()) add(model);
  }
}

void ModelTables::add_row() {
  for (Columns& columns : models_) {
    if (!columns.present) {
      for (RowTables::Table* table :
           {columns.q, columns.v, columns.effort, columns.position, columns.quaternion})
        RowTables::add_absent(*table, 1);
      continue;
    }
    columns.q->add(numbers_of(columns.model->q()));
    columns.v->add(numbers_of(columns.model->v()));
    const Model::Impl& model = columns.model->impl();
    for (int dof = 0; dof < model.setup().skeleton->nv(); ++dof)
      columns.effort->add(joint_effort(model.world->model.spec, model.ref(), dof));
    const RigidTransform X_WB = columns.model->base_pose();
    const Quaternion rotation(X_WB.R);
    columns.position->add({X_WB.p.data(), 3});
    for (const double x : {rotation.w(), rotation.x(), rotation.y(), rotation.z()})
      columns.quaternion->add(x);
  }
}

void ModelTables::flush() {
  for (WaitingTable<std::uint64_t>& presence : presences_) presence.flush();
}

}  // namespace cardan
