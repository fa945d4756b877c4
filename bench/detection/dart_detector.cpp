#include <dart/collision/collision.hpp>
#include <dart/config.hpp>
#include <dart/dynamics/dynamics.hpp>

#include "bench/detection/detector.h"

namespace cardan::detection {

namespace {

namespace dd = dart::dynamics;

dd::ShapePtr make_shape(const Shape& shape) {
  const Vector3& s = shape.size;
  switch (shape.kind) {
    case GeometryKind::kSphere:
      return std::make_shared<dd::SphereShape>(s.x());
    case GeometryKind::kBox:
      return std::make_shared<dd::BoxShape>(s);
    case GeometryKind::kCylinder:
      return std::make_shared<dd::CylinderShape>(s.x(), s.y());
    case GeometryKind::kEllipsoid:
      return std::make_shared<dd::EllipsoidShape>(2 * s);
    default:
      return nullptr;
  }
}

class DartDetector : public Detector {
 public:
  DartDetector() {
    option_.enableContact = true;
    option_.maxNumContacts = 1000000;
  }
  std::string name() const override { return "DART " DART_VERSION; }
  // Its FCL detector converts other kinds, including planes, to meshes.
  bool offers(GeometryKind kind) const override {
    return kind == GeometryKind::kSphere || kind == GeometryKind::kBox ||
           kind == GeometryKind::kCylinder || kind == GeometryKind::kEllipsoid;
  }
  void add(const Shape& shape) override {
    frames_.push_back(std::make_shared<dd::SimpleFrame>(dd::Frame::World()));
    frames_.back()->setShape(make_shape(shape));
    group_->addShapeFrame(frames_.back().get());
  }
  void set_pose(int i, const RigidTransform& X) override {
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.linear() = X.R;
    pose.translation() = X.p;
    frames_[static_cast<std::size_t>(i)]->setTransform(pose);
  }
  int detect() override {
    result_.clear();
    group_->collide(option_, &result_);
    return static_cast<int>(result_.getNumContacts());
  }

 private:
  std::vector<dd::SimpleFramePtr> frames_;
  std::shared_ptr<dart::collision::FCLCollisionDetector> detector_ =
      dart::collision::FCLCollisionDetector::create();
  dart::collision::CollisionGroupPtr group_ = detector_->createCollisionGroup();
  dart::collision::CollisionOption option_;
  dart::collision::CollisionResult result_;
};

}  // namespace

std::unique_ptr<Detector> make_dart() { return std::make_unique<DartDetector>(); }

}  // namespace cardan::detection
