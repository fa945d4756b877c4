#include <algorithm>

#include "dynamics/urdf/read_context.h"

/// Excluded collision pairs: links by Drake's filter groups and Gazebo's selfCollide, shapes by
/// Bullet's group and mask.
namespace cardan::urdf {

std::optional<bool> self_collision_of(const Element& gazebo) {
  for (const char* tag : {"selfCollide", "self_collide"}) {
    const std::string text = value_text(gazebo, tag);
    if (text == "true" || text == "1") return true;
    if (text == "false" || text == "0") return false;
  }
  return std::nullopt;
}

void read_filter_masks(ReadContext& context, const Element& collision, const Place& place,
                       ShapeRecord& shape) {
  for (auto [attribute, mask] :
       {std::pair("group", &shape.group), std::pair("mask", &shape.mask)}) {
    if (!collision.Attribute(attribute)) continue;
    int value = 0;
    if (collision.QueryIntAttribute(attribute, &value) == tinyxml2::XML_SUCCESS) {
      *mask = value;
    } else {
      context.info(place, std::string("a ") + attribute + " that is not a number is ignored");
    }
  }
}

namespace {

void exempt(ReadContext& context, const std::string& a, const std::string& b) {
  if (a != b) context.robot.disabled_links.emplace_back(std::min(a, b), std::max(a, b));
}

}  // namespace

void apply_self_collision(ReadContext& context) {
  const std::vector<LinkRecord>& links = context.robot.links;
  const bool robot_says = context.robot.self_collide.value_or(true);
  int exempted = 0;
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (links[i].collisions.empty() || links[i].self_collide.value_or(robot_says)) continue;
    for (std::size_t j = 0; j < links.size(); ++j) {
      if (links[j].collisions.empty()) continue;
      exempt(context, links[i].name, links[j].name);
      ++exempted;
    }
  }
  if (exempted == 0) return;
  context.info(
      {"gazebo", context.robot.line},
      "selfCollide is false: the links it names are not tested against links of the same robot");
}

namespace {

using Groups = std::map<std::string, std::vector<std::string>>;

// Links of every group, including groups listed as members. Members are resolved one level at a
// time, as many times as there are groups.
Groups filter_group_members(const std::vector<const Element*>& elements) {
  Groups members;
  for (const Element* group : elements) {
    std::vector<std::string>& links = members[text_attribute(*group, "name")];
    for (const Element* e = group->FirstChildElement(); e; e = e->NextSiblingElement()) {
      if (local_tag(*e) == "member") links.push_back(text_attribute(*e, "link"));
    }
  }
  bool grows = true;
  for (std::size_t round = 0; grows && round < elements.size(); ++round) {
    grows = false;
    for (const Element* group : elements) {
      std::vector<std::string>& links = members[text_attribute(*group, "name")];
      for (const Element* e = group->FirstChildElement(); e; e = e->NextSiblingElement()) {
        if (local_tag(*e) != "member_group") continue;
        for (const std::string& link : members[text_attribute(*e, "name")]) {
          if (std::find(links.begin(), links.end(), link) != links.end()) continue;
          links.push_back(link);
          grows = true;
        }
      }
    }
  }
  return members;
}

}  // namespace

void read_filter_groups(ReadContext& context, const Element& robot) {
  std::vector<const Element*> groups;
  for (const Element* e = robot.FirstChildElement(); e; e = e->NextSiblingElement()) {
    if (local_tag(*e) == "collision_filter_group") groups.push_back(e);
  }
  const Groups members = filter_group_members(groups);
  for (const Element* group : groups) {
    const std::vector<std::string>& own = members.at(text_attribute(*group, "name"));
    for (const Element* e = group->FirstChildElement(); e; e = e->NextSiblingElement()) {
      if (local_tag(*e) != "ignored_collision_filter_group") continue;
      std::string name = text_attribute(*e, "name");
      if (name.empty()) name = text_attribute(*e, "collision_filter_group");
      const auto other = members.find(name);
      if (other == members.end()) {
        context.warn({"collision_filter_group", e->GetLineNum()},
                     "ignores the group \"" + name + "\", which is not defined");
        continue;
      }
      for (const std::string& a : own) {
        for (const std::string& b : other->second) {
          exempt(context, a, b);
        }
      }
    }
  }
}

}  // namespace cardan::urdf
