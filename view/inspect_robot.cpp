#include "view/inspect_robot.h"

#include <Eigen/Eigenvalues>
#include <filesystem>
#include <map>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/urdf.h"
#include "dynamics/urdf/mesh_search.h"
#include "view/shape_book.h"
#include "view/visual_book.h"

namespace cardan::view {

namespace {

class RobotPage {
 public:
  RobotPage(const RobotDescription& robot, const UrdfOptions& options)
      : robot_(robot), search_(mesh_search(robot, options)) {}

  ReplayData make() {
    data_.models.push_back({robot_.name, true});
    for (const LinkRecord& link : robot_.links) add_link(link);
    for (const JointRecord& joint : robot_.joints) add_joint(joint);
    for (const JointRecord& joint : robot_.joints) add_mimic(joint);
    add_poses();
    data_.robot = std::move(page_);
    return std::move(data_);
  }

 private:
  void add_link(const LinkRecord& link) {
    const int body = static_cast<int>(data_.bodies.size());
    body_of_.try_emplace(link.name, body);
    data_.bodies.push_back({0, link.name, false});
    for (const ShapeRecord& record : link.collisions) add_collision(body, record);
    for (const ShapeRecord& record : link.visuals) visuals_.add(record, body, search_);
    if (link.inertial) add_inertial(body, *link.inertial);
  }

  // Adds the shapes that a world makes from a collision; check_robot reports those that it rejects.
  void add_collision(int body, const ShapeRecord& record) {
    if (!record.usable) return;
    try {
      for (const Shape& shape : make_shapes(record.geometry, record.name))
        data_.parts.push_back(
            {PagePart::Role::kCollision, body, shapes_.add(shape), record.X_LS, {}});
    } catch (const Error&) {
    }
  }

  // A box of mass m and edges a has the moment m (a_y² + a_z²) / 12 about x.
  void add_inertial(int body, const InertialRecord& record) {
    PageInertial inertial;
    inertial.body = body;
    inertial.mass = record.mass.value_or(0);
    inertial.X_LI = record.origin.pose();
    inertial.moments.setZero();
    inertial.half_extents.setZero();
    if (record.inertia && record.inertia->allFinite()) {
      const Eigen::SelfAdjointEigenSolver<Matrix3> axes(*record.inertia);
      Matrix3 R = axes.eigenvectors();
      if (R.determinant() < 0) R.col(2) *= -1;
      inertial.X_LI.R = inertial.X_LI.R * R;
      inertial.moments = axes.eigenvalues();
      const Vector3 square =
          (inertial.moments.sum() - 2 * inertial.moments.array()) * 6 / inertial.mass;
      if (square.allFinite() && square.minCoeff() >= 0)
        inertial.half_extents = square.cwiseSqrt() / 2;
    }
    page_.inertials.push_back(inertial);
  }

  void add_joint(const JointRecord& record) {
    const auto parent = body_of_.find(record.parent), child = body_of_.find(record.child);
    if (parent == body_of_.end() || child == body_of_.end()) return;
    PageJoint joint;
    joint.name = record.name;
    joint.type = joint_type_name(record.type);
    joint.parent = parent->second;
    joint.child = child->second;
    joint.X_PJ = record.origin.pose();
    joint.axis = record.axis;
    joint.pitch = record.pitch;
    if (record.type != JointType::kContinuous) {
      joint.lower = record.lower;
      joint.upper = record.upper;
    }
    joint_of_.try_emplace(record.name, static_cast<int>(page_.joints.size()));
    page_.joints.push_back(joint);
  }

  void add_mimic(const JointRecord& record) {
    if (!record.mimic) return;
    const auto follower = joint_of_.find(record.name), leader = joint_of_.find(record.mimic->joint);
    if (follower == joint_of_.end() || leader == joint_of_.end()) return;
    page_.joints[static_cast<std::size_t>(follower->second)].mimic = {
        leader->second, record.mimic->multiplier, record.mimic->offset};
  }

  // Adds the poses at q = 0. A link that no joint reaches is placed at the origin.
  void add_poses() {
    std::vector<RigidTransform> X_WL(data_.bodies.size());
    for (std::size_t depth = 0; depth < page_.joints.size(); ++depth)
      for (const PageJoint& joint : page_.joints)
        X_WL[static_cast<std::size_t>(joint.child)] =
            X_WL[static_cast<std::size_t>(joint.parent)] * joint.X_PJ;
    data_.poses.emplace_back();
    for (const RigidTransform& X : X_WL) {
      const Quaternion turn(X.R);
      for (const double x : {X.p.x(), X.p.y(), X.p.z(), turn.w(), turn.x(), turn.y(), turn.z()})
        data_.poses.back().push_back(static_cast<float>(x));
    }
    for (int column = 0; column < 4; ++column) data_.frames.add_integer(0);
  }

  const RobotDescription& robot_;
  MeshSearch search_;
  ReplayData data_;
  ShapeBook shapes_{data_};
  VisualBook visuals_{data_, shapes_};
  PageRobot page_;
  std::map<std::string, int> body_of_, joint_of_;
};

}  // namespace

ReplayData inspect_robot(const std::string& file, const UrdfOptions& options) {
  UrdfOptions lenient = options;
  lenient.allow_missing_meshes = true;
  const RobotDescription description = inspect_urdf(file, lenient);
  const CheckReport report = check_robot(file, options);
  if (description.links.empty()) {
    const Diagnostic* error = description.first_error();
    throw Error(error ? error->message : "no links", file, "give a URDF file");
  }
  ReplayData data = RobotPage(description, options).make();
  data.title =
      description.name.empty() ? std::filesystem::path(file).stem().string() : description.name;
  data.robot->accepted = report.accepted;
  data.robot->diagnostics = report.diagnostics;
  data.robot->base = report.base;
  if (!report.base_reason.empty()) data.robot->base.append(": ").append(report.base_reason);
  return data;
}

}  // namespace cardan::view
