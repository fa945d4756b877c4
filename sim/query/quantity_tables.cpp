#include "sim/query/quantity_tables.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "cardan/step_fields.h"

namespace cardan {

namespace {

template <class Row>
const Row* find_row(std::span<const Row> rows, std::string_view name) {
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return name == r.name; });
  return row == rows.end() ? nullptr : &*row;
}

double count_state(const World& world, ContactState state) {
  const auto contacts = world.contacts();
  return static_cast<double>(
      std::count_if(contacts.begin(), contacts.end(),
                    [&](const ContactInfo& contact) { return contact.state == state; }));
}

double penetration_squared(const World& world) {
  double sum = 0;
  for (const ContactInfo& contact : world.contacts()) {
    if (contact.phi < 0) sum += contact.phi * contact.phi;
  }
  return sum;
}

double normal_force(const World& world) {
  double sum = 0;
  for (const ContactInfo& contact : world.contacts()) sum += contact.force.dot(contact.normal);
  return sum;
}

double cone_residual(const World& world) {
  double worst = 0;
  for (const IslandReport& island : world.report().islands) {
    worst = std::max(worst, island.cone_residual);
  }
  return worst;
}

template <int k>
double momentum(const World& world) {
  return total_momentum(world).force[k];
}

template <int k>
double angular_momentum(const World& world) {
  return total_momentum(world).moment[k];
}

using W = const World&;

const WorldQuantity kWorldRows[] = {
    {"time", "s", [](W w) { return w.time(); }},
    {"energy", "J", [](W w) { return total_energy(w); }},
    {"kinetic_energy", "J", [](W w) { return w.kinetic_energy(); }},
    {"potential_energy", "J", [](W w) { return w.potential_energy(); }},
    {"momentum.x", "kg m/s", momentum<0>},
    {"momentum.y", "kg m/s", momentum<1>},
    {"momentum.z", "kg m/s", momentum<2>},
    {"angular_momentum.x", "kg m^2/s", angular_momentum<0>},
    {"angular_momentum.y", "kg m^2/s", angular_momentum<1>},
    {"angular_momentum.z", "kg m^2/s", angular_momentum<2>},
    {"contacts", "", [](W w) { return static_cast<double>(w.contacts().size()); }, true},
    {"sticking", "", [](W w) { return count_state(w, ContactState::kStick); }, true},
    {"sliding", "", [](W w) { return count_state(w, ContactState::kSlide); }, true},
    {"normal_force", "N", normal_force, true},
    {"penetration_squared", "m^2", penetration_squared, true},
    {"residual", "m/s", [](W w) { return w.report().worst_residual; }, true},
    {"cone_residual", "m/s", cone_residual, true},
    {"islands", "", [](W w) { return static_cast<double>(w.report().islands.size()); }, true},
};

// The quantities of a world, and every number of its last step. The contacts of a step are those
// that a change of the world may have removed since.
std::vector<WorldQuantity> make_world_rows() {
  std::vector<WorldQuantity> rows(std::begin(kWorldRows), std::end(kWorldRows));
  for (const StepField& field : step_fields()) {
    if (find_row(std::span<const WorldQuantity>(rows), field.name) != nullptr) continue;
    rows.push_back(
        {field.name, field.unit, [&field](W world) { return field.value(world.report()); }, true});
  }
  return rows;
}

double contacts_of(const World& world, const Model& model) {
  const auto contacts = world.contacts();
  return static_cast<double>(
      std::count_if(contacts.begin(), contacts.end(), [&](const ContactInfo& contact) {
        return contact.model_a == model.name() || contact.model_b == model.name();
      }));
}

// Contacts between links of one model cancel.
template <int k>
double contact_force(const World& world, const Model& model) {
  double sum = 0;
  for (const ContactInfo& contact : world.contacts()) {
    if (contact.model_b == model.name()) sum += contact.force[k];
    if (contact.model_a == model.name()) sum -= contact.force[k];
  }
  return sum;
}

using M = const Model&;

constexpr ModelQuantity kModelRows[] = {
    {"energy", "J", [](W, M m) { return m.kinetic_energy() + m.potential_energy(); }},
    {"kinetic_energy", "J", [](W, M m) { return m.kinetic_energy(); }},
    {"potential_energy", "J", [](W, M m) { return m.potential_energy(); }},
    {"contacts", "", contacts_of, true},
    {"contact_force.x", "N", contact_force<0>, true},
    {"contact_force.y", "N", contact_force<1>, true},
    {"contact_force.z", "N", contact_force<2>, true},
};

constexpr JointQuantity kJointRows[] = {
    {"q", "rad", "m", [](M m, const std::string& joint) { return m.joint_position(joint); }},
    {"v", "rad/s", "m/s", [](M m, const std::string& joint) { return m.joint_velocity(joint); }},
    {"effort", "N m", "N", [](M m, const std::string& joint) { return m.joint_effort(joint); }},
};

// Angle between the z axis of the body and that of the world [rad].
double tilt(const Matrix3& R) { return std::atan2(R.col(2).head<2>().norm(), R(2, 2)); }

struct BodyQuantity {
  const char *name, *unit;
  double (*measure)(const RigidTransform& X, const SpatialVelocity& V);
};

using X = const RigidTransform&;
using Twist = const SpatialVelocity&;

constexpr BodyQuantity kBodyRows[] = {
    {"x", "m", [](X x, Twist) { return x.p.x(); }},
    {"y", "m", [](X x, Twist) { return x.p.y(); }},
    {"z", "m", [](X x, Twist) { return x.p.z(); }},
    {"height", "m", [](X x, Twist) { return x.p.z(); }},
    {"roll", "rad", [](X x, Twist) { return roll_pitch_yaw(x.R).x(); }},
    {"pitch", "rad", [](X x, Twist) { return roll_pitch_yaw(x.R).y(); }},
    {"yaw", "rad", [](X x, Twist) { return roll_pitch_yaw(x.R).z(); }},
    {"tilt", "rad", [](X x, Twist) { return tilt(x.R); }},
    {"speed", "m/s", [](X, Twist v) { return v.linear.norm(); }},
    {"vx", "m/s", [](X, Twist v) { return v.linear.x(); }},
    {"vy", "m/s", [](X, Twist v) { return v.linear.y(); }},
    {"vz", "m/s", [](X, Twist v) { return v.linear.z(); }},
    {"spin", "rad/s", [](X, Twist v) { return v.angular.norm(); }},
    {"wx", "rad/s", [](X, Twist v) { return v.angular.x(); }},
    {"wy", "rad/s", [](X, Twist v) { return v.angular.y(); }},
    {"wz", "rad/s", [](X, Twist v) { return v.angular.z(); }},
};

// Path length so far: sum of the chords between samples.
double path_length(const BodyOf& body, QuantityMemory& memory) {
  const Vector3 now = pose_of(body).p;
  memory.length += (now - memory.last).norm();
  memory.last = now;
  return memory.length;
}

}  // namespace

std::span<const WorldQuantity> world_rows() {
  static const std::vector<WorldQuantity> rows = make_world_rows();
  return rows;
}
std::span<const ModelQuantity> model_rows() { return kModelRows; }
std::span<const JointQuantity> joint_rows() { return kJointRows; }
const WorldQuantity* find_world_row(std::string_view name) { return find_row(world_rows(), name); }
const ModelQuantity* find_model_row(std::string_view name) { return find_row(model_rows(), name); }
const JointQuantity* find_joint_row(std::string_view name) { return find_row(joint_rows(), name); }

RigidTransform pose_of(const BodyOf& body) {
  return body.link.empty() ? body.model->base_pose() : body.model->pose(body.link);
}

SpatialVelocity velocity_of(const BodyOf& body) {
  return body.link.empty() ? body.model->base_velocity() : body.model->velocity(body.link);
}

bool make_body_measure(std::string_view name, const BodyOf& body, Quantity& quantity) {
  if (name == "travel" || name == "path") {
    const auto memory = std::make_shared<QuantityMemory>();
    memory->start = memory->last = pose_of(body).p;
    quantity = {"", "m", {}, false, memory};
    if (name == "path") {
      quantity.measure = [body, memory](const World&) { return path_length(body, *memory); };
    } else {
      quantity.measure = [body, memory](const World&) {
        return (pose_of(body).p - memory->start).norm();
      };
    }
    return true;
  }
  const BodyQuantity* row = find_row(std::span<const BodyQuantity>(kBodyRows), name);
  if (row == nullptr) return false;
  quantity.unit = row->unit;
  quantity.measure = [measure = row->measure, body](const World&) {
    return measure(pose_of(body), velocity_of(body));
  };
  return true;
}

std::vector<std::string> body_quantity_names() {
  std::vector<std::string> names;
  for (const BodyQuantity& row : kBodyRows) names.emplace_back(row.name);
  names.insert(names.end(), {"travel", "path"});
  return names;
}

double total_energy(const World& world) {
  return world.kinetic_energy() + world.potential_energy();
}

SpatialForce total_momentum(const World& world) {
  SpatialForce sum;
  for (int i = 0; i < world.num_models(); ++i) {
    if (world.model(i).is_removed()) continue;
    const SpatialForce one = world.model(i).momentum();
    sum.force += one.force;
    sum.moment += one.moment;
  }
  return sum;
}

}  // namespace cardan
