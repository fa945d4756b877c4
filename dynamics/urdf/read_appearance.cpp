#include <algorithm>

#include "dynamics/urdf/numbers.h"
#include "dynamics/urdf/read_context.h"

namespace cardan::urdf {

namespace {

// Reports an image that a viewer cannot find.
void look_for_image(ReadContext& context, const Place& place, const std::string& uri) {
  const MeshLocation location = resolve_mesh(uri, context.search);
  if (!location.path.empty()) {
    note_guess(context, place, location);
    return;
  }
  const std::string image = "image \"" + uri + "\" ";
  context.info(place, location.outside.empty()
                          ? image + "not found" + search_words(context, place, location.tried)
                          : image + outside_words(context, location));
}

// The material of the visual, or the material of the robot with the same name.
AppearanceRecord material_of_visual(ReadContext& context, const Element& material,
                                    const Place& place) {
  std::string fault;  // reported by collect_materials
  if (material.FirstChildElement("color") || material.FirstChildElement("texture"))
    return read_appearance(material, fault);
  const std::string name = text_attribute(material, "name");
  if (name.empty()) return {};
  const auto known = context.materials.find(name);
  if (known != context.materials.end()) return known->second;
  context.warn(place, "material \"" + name + "\" is not defined");
  return {name, {}, ""};
}

}  // namespace

AppearanceRecord read_appearance(const Element& material, std::string& fault) {
  AppearanceRecord appearance;
  appearance.material = text_attribute(material, "name");
  if (const Element* color = material.FirstChildElement("color")) {
    const NumberList list = parse_numbers(text_attribute(*color, "rgba"));
    if (!list.fault.empty()) {
      fault = list.fault;
    } else if (list.values.size() != 4) {
      fault = "rgba has " + std::to_string(list.values.size()) + " numbers, not 4";
    } else {
      std::array<double, 4>& rgba = appearance.rgba.emplace();
      std::copy(list.values.begin(), list.values.end(), rgba.begin());
    }
  }
  if (const Element* texture = material.FirstChildElement("texture"))
    appearance.texture = text_attribute(*texture, "filename");
  return appearance;
}

AppearanceRecord read_visual_material(ReadContext& context, const Element& visual,
                                      const Place& place) {
  const Element* material = visual.FirstChildElement("material");
  if (!material) return {};
  const Place here = place.inside("material", material->GetLineNum());
  if (!material->Attribute("name")) context.info(here, "a material without a name");
  if (material->NextSiblingElement("material"))
    context.info(here, "more than one <material>; the first is used");
  AppearanceRecord appearance = material_of_visual(context, *material, here);
  const bool is_new =
      !appearance.texture.empty() && context.sought_images.insert(appearance.texture).second;
  if (is_new && context.options.find_files) look_for_image(context, here, appearance.texture);
  return appearance;
}

}  // namespace cardan::urdf
