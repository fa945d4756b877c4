#include <algorithm>
#include <charconv>

#include "cardan/model_spec.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

// "default" is bit 0, the group of shapes without a given group. Other names take bits from the
// top, to stay clear of the small numbers used in robot files.
constexpr int kMaxGroups = 32;

std::uint32_t bit_of(std::size_t index) {
  return index == 0 ? 1U : 1U << (static_cast<unsigned>(kMaxGroups) - static_cast<unsigned>(index));
}

bool is_integer(const SceneNode& node) {
  if (!node.is_scalar()) return false;
  const std::string word = node.word();
  return word.find_first_not_of("+-0123456789") == std::string::npos || word.starts_with("0x");
}

// Bits as in a URDF of Bullet; −1 means all.
std::uint32_t read_bits(const SceneNode& node) {
  const std::string word = node.word();
  const int base = word.starts_with("0x") ? 16 : 10;
  const char* first = word.data() + (base == 16 ? 2 : 0);
  const char* last = word.data() + word.size();
  long long value = 0;
  const auto [end, error] = std::from_chars(first, last, value, base);
  if (error != std::errc() || end != last || value < -1 || value > 0xffffffffLL) {
    node.fail("expected bits from 0 to 4294967295, or -1 for all, got '" + word + "'",
              "or a list of group names");
  }
  return static_cast<std::uint32_t>(value);
}

std::vector<SceneNode> name_nodes(const SceneNode& node) {
  if (node.is_scalar()) return {node};
  return node.items();
}

std::uint32_t read_names(const SceneNode& node, const CollisionGroups& groups) {
  std::uint32_t bits = 0;
  for (const SceneNode& item : name_nodes(node)) {
    const std::string name = item.word();
    const auto found = std::find(groups.names.begin(), groups.names.end(), name);
    if (found == groups.names.end()) item.fail_unknown("collision group", name, groups.names);
    bits |= bit_of(static_cast<std::size_t>(found - groups.names.begin()));
  }
  return bits;
}

std::uint32_t read_set(const SceneNode& node, const CollisionGroups& groups) {
  return is_integer(node) ? read_bits(node) : read_names(node, groups);
}

void add_names(const SceneNode& filter, CollisionGroups& groups) {
  const auto group = filter.is_map() ? filter.find("group") : std::nullopt;
  if (!group || is_integer(*group)) return;
  for (const SceneNode& item : name_nodes(*group)) {
    const std::string name = item.word();
    if (name.empty() || name.find_first_of("+-.0123456789") == 0) {
      item.fail("a collision group cannot be called '" + name + "'",
                "names begin with a letter; write bits as one whole number, not as a list");
    }
    if (std::find(groups.names.begin(), groups.names.end(), name) != groups.names.end()) continue;
    if (groups.names.size() == kMaxGroups) {
      item.fail("more than " + std::to_string(kMaxGroups) + " collision groups",
                "use fewer; 'default' is one of them");
    }
    groups.names.push_back(name);
  }
}

// Reads the map under `collision`, if any; its syntax errors are reported when the filter itself is
// read.
void add_names_of(const SceneNode& owner, CollisionGroups& groups) {
  const auto filter = owner.is_map() ? owner.find("collision") : std::nullopt;
  if (!filter || !filter->is_map()) return;
  add_names(*filter, groups);
  const auto links = filter->find("links");
  if (!links || !links->is_map()) return;
  for (const auto& [link, own] : links->entries()) add_names(own, groups);
}

constexpr Form kGroupSets[] = {form::kWord, form::kWords};

constexpr KeyRow kFilterKeys[] = {
    {"group", form::either(kGroupSets), "Groups of the shapes: names, or bits"},
    {"mask", form::either(kGroupSets), "Groups with which they collide: names, or bits"},
};

constexpr Form kFilter = form::map<kFilterKeys>();
constexpr KeyRow kLinkKeys[] = {{"links", form::named(&kFilter), "Filters of links by name"}};

CollisionFilter read_one_filter(const SceneNode& node, const CollisionGroups& groups) {
  CollisionFilter filter;
  if (const auto group = node.find("group")) {
    if (!group->is_scalar() && group->items().empty())
      group->fail("the list of groups is empty",
                  "remove the key, or write mask: [] to collide with nothing");
    filter.group = read_set(*group, groups);
  }
  if (const auto mask = node.find("mask")) filter.mask = read_set(*mask, groups);
  return filter;
}

}  // namespace

Form filter_form() { return kFilter; }
Form collision_form() { return form::map<kFilterKeys, kLinkKeys>(); }

CollisionGroups find_collision_groups(const SceneNode& models) {
  CollisionGroups groups;
  for (const SceneNode& model : models.items()) {
    add_names_of(model, groups);
    const auto parts = model.is_map() ? model.find("compound") : std::nullopt;
    if (!parts || !parts->is_list()) continue;
    for (const SceneNode& part : parts->items()) add_names_of(part, groups);
  }
  return groups;
}

std::uint32_t named_bits(const CollisionGroups& groups) {
  std::uint32_t bits = 0;
  for (std::size_t i = 1; i < groups.names.size(); ++i) bits |= bit_of(i);
  return bits;
}

void read_collision_filter(const SceneNode& node, const CollisionGroups& groups, ModelSpec& model) {
  node.allow_keys(model.urdf.empty() ? key_names(kFilterKeys) : key_names(kFilterKeys, kLinkKeys));
  model.collision = read_one_filter(node, groups);
  const auto links = node.find("links");
  if (!links) return;
  for (const auto& [link, own] : links->entries()) {
    model.collision_links[link] = read_part_filter(own, groups);
  }
}

CollisionFilter read_part_filter(const SceneNode& node, const CollisionGroups& groups) {
  allow_keys(node, kFilterKeys);
  return read_one_filter(node, groups);
}

std::pair<std::string, std::string> read_ignored_pair(const SceneNode& node,
                                                      const ModelNames& models) {
  if (!node.is_list() || node.items().size() != 2) {
    node.fail("expected two models or links", "write [MODEL or MODEL/LINK, MODEL or MODEL/LINK]");
  }
  std::vector<std::string> names;
  for (const SceneNode& end : node.items()) {
    const std::string word = end.word();
    models.require(end, word);
    if (word.ends_with('/')) end.fail("no link is named after '/'", "write MODEL or MODEL/LINK");
    names.push_back(word);
  }
  return {names[0], names[1]};
}

}  // namespace cardan
