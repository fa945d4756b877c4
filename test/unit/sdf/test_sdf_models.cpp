#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <sdf/sdf.hh>

#include "cardan/model_spec.h"
#include "cardan/robot_description.h"
#include "cardan/sdf.h"
#include "test/unit/sdf/models.h"

// The models of the tests, compared with libsdformat's own tree to 1e-9.
namespace cardan {
namespace {

namespace fs = std::filesystem;
using ignition::math::Pose3d;
using ignition::math::Vector3d;

constexpr double kTolerance = 1e-9;

std::vector<std::string> model_files() {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(kSdfModels))
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

Vector3 plain(const Vector3d& v) { return {v.X(), v.Y(), v.Z()}; }

RigidTransform plain(const Pose3d& pose) {
  const auto& q = pose.Rot();
  return {Quaternion(q.W(), q.X(), q.Y(), q.Z()).toRotationMatrix(), plain(pose.Pos())};
}

void expect_near(const RigidTransform& a, const RigidTransform& b) {
  EXPECT_LT((a.p - b.p).norm(), kTolerance);
  EXPECT_LT((a.R - b.R).norm(), kTolerance);
}

Pose3d resolved(const ::sdf::SemanticPose& pose, const std::string& in = "") {
  Pose3d result;
  EXPECT_TRUE(pose.Resolve(result, in).empty());
  return result;
}

/// libsdformat's reading of a file, without cardan.
struct Truth {
  explicit Truth(const std::string& file) {
    ::sdf::Console::Instance()->SetQuiet(true);
    ::sdf::ParserConfig config;
    config.SetFindCallback([](const std::string& uri) {
      const std::string model = "model://";
      return uri.compare(0, model.size(), model) == 0 ? kSdfModels + uri.substr(8)
                                                      : kSdfModels + uri;
    });
    EXPECT_TRUE(root.Load(file, config).empty());
    if (root.WorldCount() > 0) {
      for (std::uint64_t i = 0; i < root.WorldByIndex(0)->ModelCount(); ++i)
        models.push_back(root.WorldByIndex(0)->ModelByIndex(i));
    } else {
      models.push_back(root.Model());
    }
  }
  ::sdf::Root root;
  std::vector<const ::sdf::Model*> models;
};

/// A link of cardan: the model that has it, and its record.
struct Found {
  const ModelSpec* model = nullptr;
  const LinkRecord* link = nullptr;
  std::vector<const LinkRecord*> parts;  ///< of its inertia: the link and its copies in loops
};

Found find_link(const Scene& scene, const std::string& model, const std::string& name) {
  Found found;
  for (const ModelSpec& spec : scene.models) {
    const bool own =
        spec.name == model || spec.name.compare(0, model.size() + 2, model + "::") == 0;
    if (!own || !spec.description) continue;
    for (const LinkRecord& link : spec.description->links) {
      const bool copy = link.name.compare(0, name.size() + 1, name + ":") == 0 &&
                        link.name.size() > 5 &&
                        link.name.compare(link.name.size() - 5, 5, ":loop") == 0;
      if (link.name == name) {
        found.model = &spec;
        found.link = &link;
      }
      if ((link.name == name || copy) && link.inertial) found.parts.push_back(&link);
    }
  }
  return found;
}

// Pose of a link of a static model, by its fixed joints.
RigidTransform static_pose(const ModelSpec& model, const std::string& link) {
  for (const JointRecord& joint : model.description->joints)
    if (joint.child == link)
      return joint.parent == "world" ? model.pose * joint.origin.pose()
                                     : static_pose(model, joint.parent) * joint.origin.pose();
  return model.pose;
}

void compare_inertia(const ::sdf::Link& truth, const Found& found) {
  const ignition::math::Inertiald& body = truth.Inertial();
  SpatialInertia sum;
  for (const LinkRecord* part : found.parts) sum = sum + part->inertial->in_link_frame();
  EXPECT_NEAR(sum.mass, body.MassMatrix().Mass(), kTolerance);
  EXPECT_LT((sum.com - plain(body.Pose().Pos())).norm(), kTolerance);
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_NEAR(sum.inertia(static_cast<int>(r), static_cast<int>(c)), body.Moi()(r, c),
                  kTolerance);
}

void compare_geometry(const ::sdf::Geometry& truth, const ShapeRecord& shape) {
  const GeometryRecord& own = shape.geometry;
  switch (truth.Type()) {
    case ::sdf::GeometryType::BOX:
      EXPECT_EQ(own.kind, GeometryKind::kBox);
      EXPECT_LT((own.size - plain(truth.BoxShape()->Size())).norm(), kTolerance);
      break;
    case ::sdf::GeometryType::SPHERE:
      EXPECT_EQ(own.kind, GeometryKind::kSphere);
      EXPECT_NEAR(own.size.x(), truth.SphereShape()->Radius(), kTolerance);
      break;
    case ::sdf::GeometryType::CYLINDER:
      EXPECT_EQ(own.kind, GeometryKind::kCylinder);
      EXPECT_NEAR(own.size.x(), truth.CylinderShape()->Radius(), kTolerance);
      EXPECT_NEAR(own.size.y(), truth.CylinderShape()->Length(), kTolerance);
      break;
    case ::sdf::GeometryType::CAPSULE:
      EXPECT_EQ(own.kind, GeometryKind::kCapsule);
      EXPECT_NEAR(own.size.x(), truth.CapsuleShape()->Radius(), kTolerance);
      EXPECT_NEAR(own.size.y(), truth.CapsuleShape()->Length(), kTolerance);
      break;
    case ::sdf::GeometryType::ELLIPSOID:
      EXPECT_EQ(own.kind, GeometryKind::kEllipsoid);
      EXPECT_LT((own.size - plain(truth.EllipsoidShape()->Radii())).norm(), kTolerance);
      break;
    case ::sdf::GeometryType::PLANE:
      EXPECT_EQ(own.kind, GeometryKind::kPlane);
      break;
    case ::sdf::GeometryType::MESH: {
      EXPECT_EQ(own.kind, GeometryKind::kMesh);
      EXPECT_LT((own.mesh_scale - plain(truth.MeshShape()->Scale())).norm(), kTolerance);
      ASSERT_EQ(own.parts.size(), 1U);
      EXPECT_EQ(own.parts[0]->vertices.size(), 8U);
      break;
    }
    default:
      ADD_FAILURE() << "a shape of another kind";
  }
}

const ShapeRecord* find_shape(const std::vector<ShapeRecord>& shapes, const std::string& name) {
  for (const ShapeRecord& shape : shapes)
    if (shape.name == name) return &shape;
  return nullptr;
}

void compare_shapes(const ::sdf::Link& truth, const LinkRecord& link) {
  for (std::uint64_t i = 0; i < truth.CollisionCount(); ++i) {
    const ::sdf::Collision& collision = *truth.CollisionByIndex(i);
    const ::sdf::GeometryType type = collision.Geom()->Type();
    if (type == ::sdf::GeometryType::HEIGHTMAP || type == ::sdf::GeometryType::EMPTY) continue;
    SCOPED_TRACE(collision.Name());
    const ShapeRecord* shape = find_shape(link.collisions, collision.Name());
    if (shape == nullptr) {
      EXPECT_EQ(collision.Element()->FindElement("surface")->FindElement("contact")->Get<bool>(
                    "collide_without_contact"),
                true);
      continue;
    }
    compare_geometry(*collision.Geom(), *shape);
    RigidTransform X = plain(resolved(collision.SemanticPose()));
    if (type != ::sdf::GeometryType::PLANE) {
      expect_near(shape->X_LS, X);
      continue;
    }
    const Vector3 normal = plain(collision.Geom()->PlaneShape()->Normal()).normalized();
    EXPECT_LT((shape->X_LS.R.col(2) - X.R * normal).norm(), kTolerance);
    EXPECT_LT((shape->X_LS.p - X.p).norm(), kTolerance);
  }
  for (std::uint64_t i = 0; i < truth.VisualCount(); ++i) {
    const ::sdf::Visual& visual = *truth.VisualByIndex(i);
    const ::sdf::GeometryType type = visual.Geom()->Type();
    if (type == ::sdf::GeometryType::HEIGHTMAP) continue;
    const ShapeRecord* shape = find_shape(link.visuals, visual.Name());
    ASSERT_NE(shape, nullptr);
    expect_near(shape->X_LS, plain(resolved(visual.SemanticPose())));
  }
}

RigidTransform turned(const Vector3& axis, double angle) {
  return {Eigen::AngleAxisd(angle, axis).toRotationMatrix(), Vector3::Zero()};
}

// Motion of the child of a joint at these coordinates, in the frame of the joint.
RigidTransform motion_of(const ::sdf::Joint& joint, const std::vector<double>& q) {
  const auto axis = [&](unsigned i) {
    Vector3d xyz;
    EXPECT_TRUE(joint.Axis(i)->ResolveXyz(xyz, joint.Name()).empty());
    return plain(xyz);
  };
  switch (joint.Type()) {
    case ::sdf::JointType::PRISMATIC:
      return RigidTransform(Vector3(q[0] * axis(0)));
    case ::sdf::JointType::SCREW:
      return RigidTransform(Vector3(-q[0] / joint.ThreadPitch() * axis(0))) * turned(axis(0), q[0]);
    case ::sdf::JointType::UNIVERSAL:
    case ::sdf::JointType::REVOLUTE2:
      return turned(axis(0), q[0]) * turned(axis(1), q[1]);
    default:
      return turned(axis(0), q[0]);
  }
}

struct Place {
  const ::sdf::Model* model;
  std::string prefix;
  Pose3d pose;  ///< in W
};

void visit(const ::sdf::Model& model, const std::string& prefix, const Pose3d& pose,
           std::vector<Place>& places) {
  places.push_back({&model, prefix, pose});
  for (std::uint64_t i = 0; i < model.ModelCount(); ++i) {
    const ::sdf::Model& nested = *model.ModelByIndex(i);
    visit(nested,
          prefix + nested.Name() + "::", pose * resolved(nested.SemanticPose(), "__model__"),
          places);
  }
}

double expected_bound(double value) {
  return std::abs(value) >= 1e15 ? std::copysign(kInfinity, value) : value;
}

void compare_joint(const ::sdf::Joint& truth, const Place& place, World& world, const Scene& scene,
                   const std::string& top) {
  const std::string name = place.prefix + truth.Name();
  Model* model = nullptr;
  for (const ModelSpec& spec : scene.models) {
    if (spec.is_static || !spec.description) continue;
    if (spec.name != top && spec.name.compare(0, top.size() + 2, top + "::") != 0) continue;
    Model* one = world.find(spec.name);
    if (one->skeleton() && one->skeleton()->find_joint(name) >= 0) model = one;
  }
  ASSERT_NE(model, nullptr) << name;
  const Skeleton& skeleton = *model->skeleton();
  const JointInfo& info = skeleton.joints[static_cast<std::size_t>(skeleton.find_joint(name))];
  if (truth.Type() == ::sdf::JointType::BALL) {
    EXPECT_EQ(info.nv, 3);
    return;
  }
  for (int i = 0; i < info.nv; ++i) {
    const ::sdf::JointAxis& axis = *truth.Axis(static_cast<unsigned>(i));
    const DofProperties& dof = skeleton.dof[static_cast<std::size_t>(info.v_start + i)];
    const bool endless = truth.Type() == ::sdf::JointType::CONTINUOUS;
    EXPECT_EQ(dof.lower, endless ? -kInfinity : expected_bound(axis.Lower())) << name;
    EXPECT_EQ(dof.upper, endless ? kInfinity : expected_bound(axis.Upper())) << name;
    EXPECT_EQ(dof.damping, axis.Damping());
    EXPECT_EQ(dof.friction, axis.Friction());
    EXPECT_EQ(dof.stiffness, axis.SpringStiffness());
    EXPECT_EQ(dof.spring_reference, axis.SpringReference());
    if (axis.Effort() > 0) {
      EXPECT_EQ(dof.effort_limit, axis.Effort());
    }
    EXPECT_EQ(dof.actuated, axis.Effort() != 0);
    EXPECT_EQ(dof.velocity_limit, axis.MaxVelocity());
  }
  // The pose of the child in the parent after a motion, by libsdformat's frames alone.
  std::string parent, child;
  ASSERT_TRUE(truth.ResolveParentLink(parent).empty());
  ASSERT_TRUE(truth.ResolveChildLink(child).empty());
  const VectorX start = model->q();
  VectorX q = start;
  std::vector<double> turns;
  for (int i = 0; i < info.nv; ++i) {
    turns.push_back(0.17 - 0.4 * i);
    q[info.q_start + i] = turns.back();
  }
  model->set_q(q);
  const RigidTransform X_WJ =
      plain(place.pose) * plain(resolved(truth.SemanticPose(), "__model__"));
  const ::sdf::Link& child_link = *place.model->LinkByName(child);
  const std::string own = place.prefix + child;
  // Joints above this one are at zero, as in libsdformat's tree.
  const Pose3d X_inner =
      child.find("::") == child.npos
          ? resolved(child_link.SemanticPose(), "__model__")
          : resolved(place.model->ModelByName(child.substr(0, child.find("::")))->SemanticPose(),
                     "__model__") *
                resolved(child_link.SemanticPose(), "__model__");
  const RigidTransform X_WC = plain(place.pose * X_inner);
  const std::string copy = own + ":" + name + ":loop";
  const bool is_copy =
      skeleton.frames.end() != std::find_if(skeleton.frames.begin(), skeleton.frames.end(),
                                            [&](const FrameInfo& f) { return f.name == copy; });
  const RigidTransform moved = model->pose(is_copy ? copy : own);
  expect_near(moved, X_WJ * motion_of(truth, turns) * X_WJ.inverse() * X_WC);
  model->set_q(start);
}

void compare_link(const ::sdf::Link& truth, const Place& place, const World& world,
                  const Scene& scene, const std::string& top) {
  const std::string name = place.prefix + truth.Name();
  SCOPED_TRACE(top + "/" + name);
  const Found found = find_link(scene, top, name);
  ASSERT_NE(found.link, nullptr);
  compare_inertia(truth, found);
  compare_shapes(truth, *found.link);
  const RigidTransform expected = plain(place.pose * resolved(truth.SemanticPose(), "__model__"));
  const Model* model = world.find(found.model->name);
  expect_near(model->skeleton() ? model->pose(name) : static_pose(*found.model, name), expected);
}

class SdfModel : public testing::TestWithParam<std::string> {};

TEST_P(SdfModel, EqualsTheTreeOfLibsdformat) {
  const Truth truth(GetParam());
  const Scene scene = load_sdf(GetParam());
  World world = make_world(scene);
  double mass = 0, expected_mass = 0;
  for (const Model* model : world.models())
    if (model->skeleton()) mass += model->skeleton()->total_mass();
  for (const ::sdf::Model* model : truth.models) {
    std::vector<Place> places;
    visit(*model, "", resolved(model->SemanticPose()), places);
    for (const Place& place : places) {
      for (std::uint64_t i = 0; i < place.model->LinkCount(); ++i) {
        const ::sdf::Link& link = *place.model->LinkByIndex(i);
        compare_link(link, place, world, scene, model->Name());
        const Found found = find_link(scene, model->Name(), place.prefix + link.Name());
        const Model* own = world.find(found.model->name);
        if (own->skeleton()) expected_mass += link.Inertial().MassMatrix().Mass();
      }
      if (model->Static()) continue;
      for (std::uint64_t i = 0; i < place.model->JointCount(); ++i) {
        const ::sdf::Joint& joint = *place.model->JointByIndex(i);
        const bool moves =
            joint.Type() != ::sdf::JointType::FIXED && joint.Type() != ::sdf::JointType::GEARBOX;
        const bool loop = joint.Type() == ::sdf::JointType::BALL && !scene.loops.empty();
        SCOPED_TRACE(joint.Name());
        if (moves && !loop) compare_joint(joint, place, world, scene, model->Name());
      }
    }
  }
  // Links that are fixed to the base of a robot are no bodies of its skeleton.
  EXPECT_LE(mass, expected_mass + kTolerance);
  if (truth.root.WorldCount() > 0) {
    const ::sdf::World& one = *truth.root.WorldByIndex(0);
    EXPECT_EQ(scene.world.gravity, plain(one.Gravity()));
    EXPECT_EQ(scene.world.step, one.PhysicsDefault()->MaxStepSize());
  }
}

TEST_P(SdfModel, MovesForThreeSeconds) {
  World world = make_world(load_sdf(GetParam()));
  int failed = 0;
  while (world.time() < 3) failed += world.step().failed_islands;
  EXPECT_EQ(failed, 0);
  for (const Model* model : world.models())
    if (model->skeleton()) {
      EXPECT_TRUE(model->q().allFinite() && model->v().allFinite());
    }
}

std::string test_name(const testing::TestParamInfo<std::string>& one) {
  std::string name = fs::path(one.param).stem().string();
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Models, SdfModel, testing::ValuesIn(model_files()), test_name);

}  // namespace
}  // namespace cardan
