#include <algorithm>

#include "sim/sensors/sensor_work.h"
#include "sim/step/stages.h"

// Sensors of forces (docs/sensors.md).
namespace cardan {

namespace {

// States which sides of a contact belong to a set of shapes.
struct ContactSides {
  bool a = false, b = false;
};

/// The contacts of the last step with the shapes of their sides.
struct ReadContacts {
  explicit ReadContacts(const SensorInputs& inputs)
      : world(inputs.world),
        list(read_contacts(inputs.world, inputs.state, inputs.step)),
        shapes(inputs.step.readout.shapes) {}

  ContactSides in(const ShapeSet& set, std::size_t i) const {
    const auto holds = [&](int handle) {
      const auto k = static_cast<std::size_t>(handle);
      return set.holds(world.shape_model[k], world.shape_index[k]);
    };
    return {holds(shapes[i].a), holds(shapes[i].b)};
  }

  const WorldModel& world;
  const std::vector<ContactInfo>& list;
  const std::vector<ContactShapes>& shapes;
};

/// A wrench about O in W.
struct WrenchSum {
  Vector3 moment = Vector3::Zero(), force = Vector3::Zero();

  void add(double sign, const Vector3& r, const Vector3& f, const Vector3& n) {
    force += sign * f;
    moment += sign * (r.cross(f) + n);
  }
};

// Wrench about O that accelerates the rigid part behind a fixed joint and carries its weight.
WrenchSum force_on_part(const Data& data, const Subtree& subtree, const Vector3& gravity) {
  const RigidTransform X_WB = subtree.frame_body < 0 ? data.X_W0 : data.pose(subtree.frame_body);
  Vector3 omega = Vector3::Zero(), v = omega, alpha = omega, a = -gravity;
  if (subtree.frame_body >= 0) {
    const std::size_t at = 6 * static_cast<std::size_t>(subtree.frame_body);
    omega = Eigen::Map<const Vector3>(&data.V[at]);
    v = Eigen::Map<const Vector3>(&data.V[at + 3]);
    alpha = Eigen::Map<const Vector3>(&data.A[at]);
    a = Eigen::Map<const Vector3>(&data.A[at + 3]);
  }
  const Vector3 c = X_WB * subtree.part.com - data.O_W;
  const Matrix3 inertia = X_WB.R * subtree.part.inertia * X_WB.R.transpose();
  WrenchSum sum;
  const Vector3 spin = inertia * omega;
  sum.add(1, c, subtree.part.mass * (a + alpha.cross(c) + omega.cross(v + omega.cross(c))),
          inertia * alpha + omega.cross(spin));
  return sum;
}

void take_off_contacts(const SensorInputs& inputs, const Subtree& subtree, const Vector3& O,
                       WrenchSum& sum) {
  const ReadContacts contacts(inputs);
  for (std::size_t i = 0; i < contacts.list.size(); ++i) {
    const ContactSides sides = contacts.in(subtree.shapes, i);
    if (sides.a == sides.b) continue;  // both sides are outside, or both within the subtree
    const ContactInfo& contact = contacts.list[i];
    sum.add(sides.b ? -1 : 1, contact.point - O, contact.force, contact.moment);
  }
}

// Link of an end "MODEL/LINK" of a loop.
std::string_view link_of(const std::string& end, const std::string& model) {
  const std::string_view text = end;
  return text.size() > model.size() ? text.substr(model.size() + 1) : std::string_view();
}

void take_off_loops(const SensorInputs& inputs, const Subtree& subtree, const Data& data,
                    WrenchSum& sum) {
  const ModelSetup& model = inputs.world.model(subtree.model);
  const auto point = [&](const LoopEnd& end) -> Vector3 {
    const RigidTransform X_WB = end.body.body < 0 ? data.X_W0 : data.pose(end.body.body);
    return X_WB * end.X.p - data.O_W;
  };
  for (std::size_t i = 0; i < inputs.world.loop_records.size(); ++i) {
    const Loop& loop = inputs.step.loops.loops[i];
    const LoopSpec& spec = inputs.world.loop_records[i].spec;
    if (loop.kind == LoopKind::kGear) continue;  // its efforts pass through joints
    const auto behind = [&](const LoopEnd& end, const std::string& name) {
      return end.body.tree >= 0 && end.body.tree == model.tree &&
             subtree.holds(end.body.body, link_of(name, model.name));
    };
    const bool a = behind(loop.a, spec.a), b = behind(loop.b, spec.b);
    if (a == b) continue;
    const LoopInfo& info = inputs.step.loops.infos[i];
    sum.add(b ? -1 : 1, point(b ? loop.b : loop.a), info.force, info.moment);
  }
}

}  // namespace

void measure_force_torque(const SensorInputs& inputs, const SensorSetup& sensor, double* values) {
  const Subtree& subtree = sensor.subtree;
  const Data& data = *motion_of(inputs, sensor.motion).data;
  WrenchSum sum;
  if (!subtree.links.empty()) sum = force_on_part(data, subtree, inputs.world.spec.gravity);
  for (const int root : subtree.roots) {
    sum.moment += Eigen::Map<const Vector3>(&data.f[6 * static_cast<std::size_t>(root)]);
    sum.force += Eigen::Map<const Vector3>(&data.f[6 * static_cast<std::size_t>(root) + 3]);
  }
  take_off_contacts(inputs, subtree, data.O_W, sum);
  take_off_loops(inputs, subtree, data, sum);
  const SensorData<double> own(inputs.state.sensors.data(), sensor.place);
  sum.moment -= Eigen::Map<const Vector3>(own.external());
  sum.force -= Eigen::Map<const Vector3>(own.external() + 3);
  const RigidTransform X_WL =
      (subtree.frame_body < 0 ? data.X_W0 : data.pose(subtree.frame_body)) * subtree.X_BL;
  const Vector3 r = X_WL.p - data.O_W;
  put(X_WL.R.transpose() * sum.force, values);
  put(X_WL.R.transpose() * (sum.moment - r.cross(sum.force)), values + 3);
}

void measure_contact(const SensorInputs& inputs, const SensorSetup& sensor, double* values) {
  const ReadContacts contacts(inputs);
  const RigidTransform X_WF = pose_of(inputs, sensor.frame);
  WrenchSum sum;
  Vector3 pressed = Vector3::Zero();  // Σ f_n p, p from the origin of the frame
  double normal_force = 0;
  int touching = 0;
  for (std::size_t i = 0; i < contacts.list.size(); ++i) {
    const ContactSides on = contacts.in(sensor.on, i), with = contacts.in(sensor.with, i);
    const bool as_a = on.a && with.b, as_b = on.b && with.a;
    if (!as_a && !as_b) continue;
    const ContactInfo& contact = contacts.list[i];
    touching += contact.state != ContactState::kOpen;
    if (as_a && as_b) continue;  // the two forces cancel
    const Vector3 r = contact.point - X_WF.p;
    const double f_n = contact.force.dot(contact.normal);
    sum.add(as_b ? 1 : -1, r, contact.force, contact.moment);
    pressed += f_n * r;
    normal_force += f_n;
  }
  const bool own = std::get<ContactSensorSpec>(sensor.spec.kind).axes == SensorAxes::kOwn;
  const Matrix3 R = own ? Matrix3(X_WF.R.transpose()) : Matrix3::Identity();
  Vector3 center = Vector3::Constant(std::numeric_limits<double>::quiet_NaN());
  if (normal_force > 0) {
    center = R * (pressed / normal_force);
    if (!own) center += X_WF.p;
  }
  put(R * sum.force, values);
  put(R * sum.moment, values + 3);
  put(center, values + 6);
  values[9] = touching > 0 ? 1 : 0;
  values[10] = touching;
}

}  // namespace cardan
