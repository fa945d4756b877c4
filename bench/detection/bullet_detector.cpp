#include <btBulletCollisionCommon.h>

#include "bench/detection/detector.h"

namespace cardan::detection {

namespace {

btVector3 bullet(const Vector3& x) { return {x.x(), x.y(), x.z()}; }

std::unique_ptr<btCollisionShape> make_shape(const Shape& shape) {
  const Vector3& s = shape.size;
  switch (shape.kind) {
    case GeometryKind::kSphere:
      return std::make_unique<btSphereShape>(s.x());
    case GeometryKind::kBox:
      return std::make_unique<btBoxShape>(bullet(0.5 * s));
    case GeometryKind::kCylinder:
      return std::make_unique<btCylinderShapeZ>(btVector3(s.x(), s.x(), 0.5 * s.y()));
    case GeometryKind::kCapsule:
      return std::make_unique<btCapsuleShapeZ>(s.x(), s.y());
    case GeometryKind::kCone:
      return std::make_unique<btConeShapeZ>(s.x(), s.y());
    case GeometryKind::kConvex: {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const Vector3& v : shape.hull->vertices) hull->addPoint(bullet(v), false);
      hull->recalcLocalAabb();
      return hull;
    }
    case GeometryKind::kPlane:
      return std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), 0);
    default:
      return nullptr;
  }
}

class BulletDetector : public Detector {
 public:
  std::string name() const override {
    return "Bullet " + std::to_string(BT_BULLET_VERSION / 100) + "." +
           std::to_string(BT_BULLET_VERSION % 100);
  }
  bool offers(GeometryKind kind) const override {
    return kind <= GeometryKind::kCapsule || kind == GeometryKind::kCone ||
           kind == GeometryKind::kConvex || kind == GeometryKind::kPlane;
  }
  void add(const Shape& shape) override {
    shapes_.push_back(make_shape(shape));
    objects_.push_back(std::make_unique<btCollisionObject>());
    objects_.back()->setCollisionShape(shapes_.back().get());
    const bool is_static = shape.kind == GeometryKind::kPlane;
    objects_.back()->setCollisionFlags(is_static ? btCollisionObject::CF_STATIC_OBJECT : 0);
    world_.addCollisionObject(objects_.back().get(), is_static ? 2 : 1, is_static ? 1 : 3);
  }
  void set_pose(int i, const RigidTransform& X) override {
    const Matrix3& R = X.R;
    objects_[static_cast<std::size_t>(i)]->setWorldTransform(
        btTransform(btMatrix3x3(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0),
                                R(2, 1), R(2, 2)),
                    bullet(X.p)));
  }
  int detect() override {
    world_.performDiscreteCollisionDetection();
    int points = 0;
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i)
      points += dispatcher_.getManifoldByIndexInternal(i)->getNumContacts();
    return points;
  }

 private:
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broad_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btCollisionObject>> objects_;
  btCollisionWorld world_{&dispatcher_, &broad_, &configuration_};  // destroyed before its objects
};

}  // namespace

std::unique_ptr<Detector> make_bullet() { return std::make_unique<BulletDetector>(); }

}  // namespace cardan::detection
