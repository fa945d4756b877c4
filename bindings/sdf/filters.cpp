#include <algorithm>

#include "bindings/sdf/read.h"

namespace cardan::sdformat {

namespace {

constexpr unsigned kAllBits = 0xffff;

// Category and mask as contype and conaffinity: one match suffices in both formats.
mjcf::Geom masks_of(const ::sdf::Collision& collision) {
  mjcf::Geom geom;
  geom.contype = geom.conaffinity = kAllBits;
  const Element contact = given(collision.Element(), "surface/contact");
  if (!contact) return geom;
  if (const Element e = given(contact, "collide_bitmask"))
    geom.contype = geom.conaffinity = e->Get<unsigned>() & kAllBits;
  if (const Element e = given(contact, "category_bitmask"))
    geom.contype = e->Get<unsigned>() & kAllBits;
  const Element ghost = given(contact, "collide_without_contact");
  if (ghost && ghost->Get<bool>()) geom.contype = geom.conaffinity = 0;
  return geom;
}

// Shapes of other files have contype 1 and conaffinity 1 for mjcf_filters, and all bits in SDF:
// they collide with each shape that has any bit. So the bits of SDF move up by one, and bit 0 of
// conaffinity is set if there is a bit.
void make_room_for_others(mjcf::Geom& geom) {
  const bool any = (geom.contype | geom.conaffinity) != 0;
  geom.contype <<= 1U;
  geom.conaffinity = geom.conaffinity << 1U | (any ? 1U : 0U);
}

}  // namespace

void set_filters(Context& context, const std::vector<FlatModel>& models) {
  MjcfDescription masks;
  std::vector<const ::sdf::Collision*> collisions;
  for (const FlatModel& model : models) {
    for (const Link& link : model.links) {
      for (std::uint64_t i = 0; i < link.source->CollisionCount(); ++i) {
        collisions.push_back(link.source->CollisionByIndex(i));
        masks.geoms.push_back(masks_of(*collisions.back()));
      }
    }
  }
  const bool plain = std::all_of(masks.geoms.begin(), masks.geoms.end(), [](const mjcf::Geom& g) {
    return g.contype == kAllBits && g.conaffinity == kAllBits;
  });
  std::for_each(masks.geoms.begin(), masks.geoms.end(), make_room_for_others);
  // Without bitmasks in the file, all shapes have cardan's filter, which converts to any format.
  const std::vector<MjcfFilter> filters =
      plain ? std::vector<MjcfFilter>(masks.geoms.size(), MjcfFilter{1, 0xffffffffU})
            : mjcf_filters(masks);
  for (std::size_t i = 0; i < collisions.size(); ++i) {
    context.filters[collisions[i]] = filters[i];
    if (filters[i].mask == 0)
      context.info(collisions[i]->Element(), "the shape collides with nothing");
  }
}

}  // namespace cardan::sdformat
