#include "collision/copy_objects.h"

#include "collision/collision_scene_impl.h"

namespace cardan {

void copy_objects(const CollisionScene& from, CollisionScene& to) {
  const CollisionScene::Impl& source = from.impl();
  CollisionScene::Impl& scene = to.impl();
  for (const auto& spec : source.specs) {
    if (!spec) {
      scene.specs.push_back(nullptr);
      continue;
    }
    scene.specs.push_back(std::make_unique<CollisionObjectSpec>(*spec));
    scene.sort_keys.insert(scene.specs.back()->sort_key);
  }
  scene.removed = source.removed;
  scene.body_of_handle = source.body_of_handle;
  scene.excluded_handles = source.excluded_handles;
  scene.body_of_number = source.body_of_number;
  for (const SceneBody& body : source.bodies) {
    SceneBody& copy = scene.bodies.emplace_back();
    copy.number = body.number;
    copy.objects = body.objects;
    copy.X_WB = body.X_WB;
    copy.extra_margin = body.extra_margin;
    copy.resting = body.resting;
  }
  scene.free_bodies = source.free_bodies;
  scene.changed = true;
}

}  // namespace cardan
