#include "bench/detection/detector.h"
#include "collision/collision_scene.h"

namespace cardan::detection {

namespace {

class CardanDetector : public Detector {
 public:
  std::string name() const override { return "cardan"; }
  bool offers(GeometryKind) const override { return true; }
  void add(const Shape& shape) override {
    std::string key = std::to_string(count_++);
    key.insert(0, 8 - key.size(), '0');
    scene_.add({key, shape, shape.kind == GeometryKind::kPlane});
  }
  void set_pose(int i, const RigidTransform& X_WS) override { scene_.set_pose(i, X_WS); }
  int detect() override { return static_cast<int>(scene_.detect(1e-3).contacts.size()); }

 private:
  CollisionScene scene_;
  int count_ = 0;
};

}  // namespace

std::unique_ptr<Detector> make_cardan() { return std::make_unique<CardanDetector>(); }

}  // namespace cardan::detection
