#include "view/mcap/mcap.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/number_text.h"
#include "view/body_names.h"
#include "view/mcap/arrow_scale.h"
#include "view/mcap/little_endian.h"
#include "view/mcap/mcap_file.h"
#include "view/mcap/proto_message.h"
#include "view/shown_parts.h"
#include "view/tessellate.h"

namespace cardan::view {

namespace {

constexpr std::size_t kPoseWidth = 7;
constexpr const char* kWorld = "world";
using Rgba = std::array<double, 4>;
// Colours of contacts by state (open, stick, slide), as in the pages.
constexpr std::array<Rgba, 3> kStateColours{
    {{0.545, 0.576, 0.612, 1}, {0, 0.447, 0.824, 1}, {0.91, 0.451, 0.047, 1}}};

ProtoMessage vector_message(const Vector3& x) {
  return ProtoMessage().number(1, x.x()).number(2, x.y()).number(3, x.z());
}

ProtoMessage quaternion_message(const Quaternion& q) {
  return ProtoMessage().number(1, q.x()).number(2, q.y()).number(3, q.z()).number(4, q.w());
}

ProtoMessage pose_message(const Vector3& place, const Quaternion& turn) {
  return ProtoMessage().message(1, vector_message(place)).message(2, quaternion_message(turn));
}

ProtoMessage colour_message(const Rgba& c) {
  return ProtoMessage().number(1, c[0]).number(2, c[1]).number(3, c[2]).number(4, c[3]);
}

// google.protobuf.Timestamp, and Duration.
ProtoMessage time_message(std::uint64_t time) {
  constexpr std::uint64_t kSecond = 1'000'000'000;
  return ProtoMessage()
      .integer(1, static_cast<std::int64_t>(time / kSecond))
      .integer(2, static_cast<std::int64_t>(time % kSecond));
}

// A scene entity that moves with a frame and stays until it is replaced. Primitives follow.
ProtoMessage entity_message(std::uint64_t time, const std::string& frame, const std::string& id) {
  return ProtoMessage()
      .message(1, time_message(time))
      .text(2, frame)
      .text(3, id)
      .message(4, ProtoMessage())
      .integer(5, 1);
}
/// Field numbers of the lists of a scene entity.
struct EntityField {
  static constexpr int kMetadata = 6, kArrows = 7, kCubes = 8, kSpheres = 9, kCylinders = 10,
                       kTriangles = 12;
};

/// A contact as it is drawn: on the body that rests on the other one, or on the one that moves.
struct DrawnContact {
  Vector3 point, normal, force;
  double mu = 0;
  std::size_t state = 0;
};

class McapWriter {
 public:
  explicit McapWriter(const ReplayData& data)
      : data_(data),
        names_(distinct_body_names(data, kWorld)),
        scale_(arrow_scale(data)),
        file_("cardan " CARDAN_VERSION) {
    for (const PagePart& part : data.parts)
      if (part.role == PagePart::Role::kCollision) collision_.push_back(&part);
  }

  std::string write() {
    add_metadata();
    for (std::size_t frame = 0; frame < data_.frames.rows(); ++frame) add_frame(frame);
    add_steps();
    add_events();
    // Readers expect messages in the order of their times.
    std::stable_sort(messages_.begin(), messages_.end(),
                     [](const Message& a, const Message& b) { return a.time < b.time; });
    for (const Message& message : messages_)
      file_.add_message(message.channel, message.time, message.bytes);
    return file_.finish();
  }

 private:
  struct Message {
    std::uint64_t time = 0;
    std::uint16_t channel = 0;
    std::string bytes;
  };

  void add(std::uint16_t channel, std::uint64_t time, const ProtoMessage& message) {
    messages_.push_back({time, channel, message.bytes()});
  }

  // Times are stored in 32 bits, so they are rounded to whole steps [ns].
  std::uint64_t time_of_step(std::int64_t step) const {
    const auto first = static_cast<std::int64_t>(data_.frames.integer(0, 0));
    const double time =
        data_.frames.number(0, 1) + static_cast<double>(step - first) * data_.time_step;
    return static_cast<std::uint64_t>(std::llround(1e9 * std::max(0.0, time)));
  }

  void add_metadata() {
    std::string solvers;
    for (const std::string& id : data_.chain)
      solvers.append(solvers.empty() ? "" : ", ").append(id);
    std::string arrows = number_text(scale_.length);
    arrows.append(" m for ").append(number_text(scale_.force)).append(" N");
    file_.add_metadata("cardan", {{"version", CARDAN_VERSION},
                                  {"title", data_.title},
                                  {"formulation", data_.formulation},
                                  {"solvers", solvers},
                                  {"time_step", std::to_string(data_.time_step).append(" s")},
                                  {"arrows", arrows},
                                  {"scene", data_.scene_text}});
  }

  const float* pose_at(std::size_t frame, std::size_t body) const {
    return data_.poses[frame].data() + kPoseWidth * body;
  }
  bool is_there(std::size_t frame, std::size_t body) const {
    return std::isfinite(pose_at(frame, body)[0]);
  }

  void add_frame(std::size_t frame) {
    const std::uint64_t time = time_of_step(data_.frames.integer(frame, 0));
    ProtoMessage transforms;
    std::vector<bool> there;
    for (std::size_t body = 0; body < data_.bodies.size(); ++body) {
      there.push_back(is_there(frame, body));
      if (there.back()) transforms.message(1, transform(frame, body, time));
    }
    add(transforms_, time, transforms);
    if (frame == 0 || there != there_) add_bodies(time, there);
    there_ = there;
    add_contacts(frame, time);
  }

  ProtoMessage transform(std::size_t frame, std::size_t body, std::uint64_t time) const {
    const float* x = pose_at(frame, body);
    return ProtoMessage()
        .message(1, time_message(time))
        .text(2, kWorld)
        .text(3, names_[body])
        .message(4, vector_message({x[0], x[1], x[2]}))
        .message(5, quaternion_message(Quaternion(x[3], x[4], x[5], x[6])));
  }

  // Each message contains all bodies, because a reader that jumps to a time sees only the last
  // message.
  void add_bodies(std::uint64_t time, const std::vector<bool>& there) {
    add(bodies_, time, scene_update(shown_parts(data_), time, there));
    add(collision_shapes_, time, scene_update(collision_, time, there));
  }

  ProtoMessage scene_update(const std::vector<const PagePart*>& parts, std::uint64_t time,
                            const std::vector<bool>& there) const {
    std::vector<ProtoMessage> entities;
    for (const std::string& name : names_) entities.push_back(entity_message(time, name, name));
    for (const PagePart* part : parts)
      add_primitive(*part, entities[static_cast<std::size_t>(part->body)]);
    constexpr int kDeletions = 1, kEntities = 2;
    ProtoMessage update;
    for (std::size_t body = 0; body < entities.size(); ++body) {
      if (there[body]) {
        update.message(kEntities, entities[body]);
      } else {
        update.message(kDeletions,
                       ProtoMessage().message(1, time_message(time)).text(3, names_[body]));
      }
    }
    return update;
  }

  Rgba colour_of(const PagePart& part) const {
    constexpr Rgba kStatic{0.7, 0.72, 0.75, 1}, kMoving{0.5, 0.6, 0.72, 1};
    const int model = data_.bodies[static_cast<std::size_t>(part.body)].model;
    const bool moves = data_.models[static_cast<std::size_t>(model)].moves;
    return part.rgba.value_or(moves ? kMoving : kStatic);
  }

  void add_primitive(const PagePart& part, ProtoMessage& entity) const {
    const PageShape& shape = data_.shapes[static_cast<std::size_t>(part.shape)];
    const ProtoMessage pose = pose_message(part.X_BS.p, Quaternion(part.X_BS.R));
    const ProtoMessage colour = colour_message(colour_of(part));
    const double r = shape.size.x();
    const auto solid = [&](const Vector3& size) {
      return ProtoMessage().message(1, pose).message(2, vector_message(size));
    };
    if (shape.kind == "box") {
      entity.message(EntityField::kCubes, solid(shape.size).message(3, colour));
    } else if (shape.kind == "sphere") {
      entity.message(EntityField::kSpheres, solid(Vector3::Constant(2 * r)).message(3, colour));
    } else if (shape.kind == "ellipsoid") {
      entity.message(EntityField::kSpheres, solid(2 * shape.size).message(3, colour));
    } else if (shape.kind == "cylinder" || shape.kind == "cone") {
      entity.message(EntityField::kCylinders, solid({2 * r, 2 * r, shape.size.y()})
                                                  .number(3, 1)
                                                  .number(4, shape.kind == "cone" ? 0 : 1)
                                                  .message(5, colour));
    } else {
      add_triangles(shape, pose, colour, entity);
    }
  }

  void add_triangles(const PageShape& shape, const ProtoMessage& pose, const ProtoMessage& colour,
                     ProtoMessage& entity) const {
    constexpr double kPlaneHalfEdge = 10;  // [m]
    const TriangleMesh mesh = tessellated(data_, shape, kPlaneHalfEdge);
    if (mesh.triangles.empty()) return;
    ProtoMessage list;
    list.message(1, pose);
    for (const Vector3& vertex : mesh.vertices) list.message(2, vector_message(vertex));
    std::string corners;
    for (const std::array<int, 3>& triangle : mesh.triangles)
      for (const int corner : triangle)
        append_little_endian(corners, static_cast<std::uint32_t>(corner));
    entity.message(EntityField::kTriangles, list.message(3, colour).packed(5, corners));
  }

  Vector3 contact_vector(std::size_t row, std::size_t first) const {
    return {data_.contacts.number(row, first), data_.contacts.number(row, first + 1),
            data_.contacts.number(row, first + 2)};
  }
  int contact_body(std::size_t row, std::size_t side) const {
    return static_cast<int>(data_.contacts.integer(row, side));
  }
  bool moves(int body) const {
    if (body < 0) return false;
    const int model = data_.bodies[static_cast<std::size_t>(body)].model;
    return data_.models[static_cast<std::size_t>(model)].moves;
  }
  std::string name_of(int body) const {
    return body < 0 ? "?" : names_[static_cast<std::size_t>(body)];
  }

  // Columns of the table of contacts.
  static constexpr std::size_t kPoint = 2, kNormal = 5, kForce = 8, kVelocity = 11, kGap = 14,
                               kMu = 15, kState = 16, kIsland = 17;

  void add_contacts(std::size_t frame, std::uint64_t time) {
    const std::size_t end = frame + 1 < data_.frames.rows() ? data_.frames.integer(frame + 1, 2)
                                                            : data_.contacts.rows();
    ProtoMessage contacts, forces = entity_message(time, kWorld, "contact forces"),
                           cones = entity_message(time, kWorld, "friction cones");
    forces.message(EntityField::kMetadata,
                   ProtoMessage()
                       .text(1, "newtons per metre")
                       .text(2, std::to_string(scale_.force / scale_.length)));
    contacts.message(1, time_message(time));
    for (std::size_t row = data_.frames.integer(frame, 2); row < end; ++row) {
      contacts.message(2, contact(row));
      const DrawnContact seen = drawn(row);
      add_force(seen, forces);
      add_cone(seen, cones);
    }
    add(contacts_, time, contacts);
    add(forces_, time, ProtoMessage().message(2, forces));
    add(cones_, time, ProtoMessage().message(2, cones));
  }

  ProtoMessage contact(std::size_t row) const {
    return ProtoMessage()
        .text(1, name_of(contact_body(row, 0)))
        .text(2, name_of(contact_body(row, 1)))
        .message(3, vector_message(contact_vector(row, kPoint)))
        .message(4, vector_message(contact_vector(row, kNormal)))
        .message(5, vector_message(contact_vector(row, kForce)))
        .message(6, vector_message(contact_vector(row, kVelocity)))
        .number(7, data_.contacts.number(row, kGap))
        .number(8, data_.contacts.number(row, kMu))
        .integer(9, data_.contacts.integer(row, kState))
        .integer(10, static_cast<std::int32_t>(data_.contacts.integer(row, kIsland)));
  }

  DrawnContact drawn(std::size_t row) const {
    DrawnContact seen{contact_vector(row, kPoint), contact_vector(row, kNormal),
                      contact_vector(row, kForce), data_.contacts.number(row, kMu),
                      data_.contacts.integer(row, kState)};
    const bool a_moves = moves(contact_body(row, 0)), b_moves = moves(contact_body(row, 1));
    const bool on_b = a_moves == b_moves ? seen.normal.dot(data_.gravity) <= 0 : b_moves;
    if (!on_b) {
      seen.normal = -seen.normal;
      seen.force = -seen.force;
    }
    return seen;
  }

  Rgba colour_of(const DrawnContact& contact) const {
    return kStateColours[std::min(contact.state, kStateColours.size() - 1)];
  }

  // Length of the arrow of a force; longer arrows end at twice the length of the scale [m].
  double arrow_length(double force) const {
    return scale_.length * std::min(2.0, force / scale_.force);
  }

  void add_force(const DrawnContact& contact, ProtoMessage& entity) const {
    const double thick = 0.056 * scale_.length;  // [m]
    const ProtoMessage colour = colour_message(colour_of(contact));
    entity.message(EntityField::kSpheres,
                   ProtoMessage()
                       .message(1, pose_message(contact.point, Quaternion::Identity()))
                       .message(2, vector_message(Vector3::Constant(1.7 * thick)))
                       .message(3, colour));
    const double size = contact.force.norm();
    if (!(size > 0)) return;
    // An arrow points along the x axis of its pose.
    const Quaternion turn = Quaternion::FromTwoVectors(Vector3::UnitX(), contact.force);
    const double length = arrow_length(size), head = std::min(3 * thick, 0.6 * length);
    entity.message(EntityField::kArrows, ProtoMessage()
                                             .message(1, pose_message(contact.point, turn))
                                             .number(2, length - head)
                                             .number(3, thick)
                                             .number(4, head)
                                             .number(5, 2.6 * thick)
                                             .message(6, colour));
  }

  // The apex is at the contact, the rim at the normal part of the arrow.
  void add_cone(const DrawnContact& contact, ProtoMessage& entity) const {
    const double normal = contact.force.dot(contact.normal);
    if (!(contact.mu > 0 && normal > 0)) return;
    const double height = arrow_length(contact.force.norm()) * normal / contact.force.norm();
    const double width = 2 * contact.mu * height;
    const Quaternion turn = Quaternion::FromTwoVectors(Vector3::UnitZ(), contact.normal);
    const Vector3 centre = contact.point + 0.5 * height * contact.normal;
    Rgba colour = colour_of(contact);
    colour[3] = 0.2;
    entity.message(EntityField::kCylinders, ProtoMessage()
                                                .message(1, pose_message(centre, turn))
                                                .message(2, vector_message({width, width, height}))
                                                .number(3, 0)
                                                .number(4, 1)
                                                .message(5, colour_message(colour)));
  }

  void add_steps() {
    const Table& steps = data_.steps;
    for (std::size_t row = 0; row < steps.rows(); ++row) {
      const auto integer = [&](std::size_t column) {
        return static_cast<std::int32_t>(steps.integer(row, column));
      };
      const std::uint64_t time = time_of_step(steps.integer(row, 0));
      ProtoMessage message;
      message.message(1, time_message(time)).integer(2, steps.integer(row, 0));
      for (const int column : {2, 3, 4, 5})
        message.number(column + 1, steps.number(row, static_cast<std::size_t>(column)));
      message.integer(7, integer(6))
          .integer(8, integer(7))
          .text(9, solver_name(integer(8)))
          .integer(10, integer(9))
          .integer(11, integer(10));
      add(steps_, time, message);
    }
  }

  std::string solver_name(int entry) const {
    constexpr int kLastResort = -1;
    if (entry == kLastResort) return "last resort";
    const bool known = entry >= 0 && static_cast<std::size_t>(entry) < data_.chain.size();
    return known ? data_.chain[static_cast<std::size_t>(entry)] : "";
  }

  void add_events() {
    constexpr int kInfo = 2, kWarning = 3, kError = 4;  // foxglove.Log.Level
    for (const PageEvent& event : data_.events) {
      const int level = event.kind == PageEvent::Kind::kImpact     ? kInfo
                        : event.kind == PageEvent::Kind::kFallback ? kWarning
                                                                   : kError;
      const std::uint64_t time = time_of_step(event.step);
      add(events_, time,
          ProtoMessage()
              .message(1, time_message(time))
              .integer(2, level)
              .text(3, event.text)
              .text(4, "cardan"));
    }
  }

  const ReplayData& data_;
  std::vector<std::string> names_;  ///< names of the bodies and of their frames
  ArrowScale scale_;
  McapFile file_;
  std::vector<const PagePart*> collision_;
  std::uint16_t transforms_ = file_.add_channel("/tf", "foxglove.FrameTransforms"),
                bodies_ = file_.add_channel("/bodies", "foxglove.SceneUpdate"),
                collision_shapes_ = file_.add_channel("/collision_shapes", "foxglove.SceneUpdate"),
                forces_ = file_.add_channel("/contact_forces", "foxglove.SceneUpdate"),
                cones_ = file_.add_channel("/friction_cones", "foxglove.SceneUpdate"),
                contacts_ = file_.add_channel("/contacts", "cardan.Contacts"),
                steps_ = file_.add_channel("/steps", "cardan.Steps"),
                events_ = file_.add_channel("/events", "foxglove.Log");
  std::vector<Message> messages_;
  std::vector<bool> there_;
};

}  // namespace

std::string mcap(const ReplayData& data) { return McapWriter(data).write(); }

}  // namespace cardan::view
