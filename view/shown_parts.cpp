#include "view/shown_parts.h"

#include <set>

namespace cardan::view {

std::vector<const PagePart*> shown_parts(const ReplayData& data) {
  const auto body_of = [&](const PagePart& part) -> const PageBody& {
    return data.bodies[static_cast<std::size_t>(part.body)];
  };
  std::set<int> with_visuals;
  for (const PagePart& part : data.parts)
    if (part.role == PagePart::Role::kVisual) with_visuals.insert(body_of(part).model);
  std::vector<const PagePart*> shown;
  for (const PagePart& part : data.parts) {
    const PageBody& body = body_of(part);
    if (part.role == PagePart::Role::kVisual || body.visual_missing ||
        !with_visuals.contains(body.model))
      shown.push_back(&part);
  }
  return shown;
}

}  // namespace cardan::view
