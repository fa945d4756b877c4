#include <algorithm>
#include <array>

#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

constexpr const char* kLoopKindNames[] = {"weld", "point", "distance", "gear", "rope"};
const std::vector<std::string> kKinds(std::begin(kLoopKindNames), std::end(kLoopKindNames));

constexpr Form kPoint = form::vector3("m"), kPoints[] = {kPoint, form::list(&kPoint, 2)},
               kPoseOrInitial[] = {form::kPose, form::kWord},
               kNumberOrInitial[] = {form::number("rad or m"), form::kWord},
               kEnds = form::list(&form::kWord, 2);

// Keys that some kinds have.
constexpr KeyRow kLoopKeys[] = {
    {"pose", form::either(kPoseOrInitial), "Pose of the second end in the first, or initial"},
    {"at", form::either(kPoints), "Point in the first link, or one in each"},
    {"length", form::positive("m"), "Distance or length of the rope, by default the initial one"},
    {"ratio", form::number(""), "q_a = ratio q_b + offset"},
    {"offset", form::either(kNumberOrInitial), "q_a = ratio q_b + offset, or initial"},
};
constexpr KeyRow kLoopNames[] = {
    {"weld", kEnds, "Two links, or one and world, that move as one"},
    {"point", kEnds, "Two links with a common point"},
    {"distance", kEnds, "Two links with points at a distance"},
    {"gear", kEnds, "Two joints, MODEL/JOINT"},
    {"rope", kEnds, "Two links with points at a bounded distance"},
    {"name", form::kWord, "Unique name of the loop"},
};

// Reads the single key that names the kind.
std::string read_kind(const SceneNode& node) {
  std::string kind;
  for (const std::string& key : kKinds) {
    if (!node.find(key)) continue;
    if (!kind.empty())
      node.require(key).fail("cannot be combined with '" + kind + "'", "write two loops");
    kind = key;
  }
  if (!kind.empty()) return kind;
  // A misspelled kind is reported with its key.
  std::vector<std::string> known = kKinds;
  for (const KeyRow& row : kLoopKeys) known.emplace_back(row.name);
  known.insert(known.end(), compliance_keys().begin(), compliance_keys().end());
  node.allow_keys(known);
  node.fail("the loop has no kind", "expected one of weld, point, distance, gear, rope");
}

void check_model(const SceneNode& end, const ModelNames& models) {
  const std::string word = end.word();
  if (word != "world") models.require(end, word, {"world"});
}

void read_ends(const SceneNode& node, const ModelNames& models, LoopSpec& loop) {
  if (!node.is_list() || node.items().size() != 2) {
    node.fail("expected two ends", loop.kind == LoopKind::kGear ? "write [MODEL/JOINT, MODEL/JOINT]"
                                                                : "write [MODEL/LINK, MODEL/LINK]");
  }
  const std::vector<SceneNode> ends = node.items();
  for (const SceneNode& end : ends) check_model(end, models);
  loop.a = ends[0].word();
  loop.b = ends[1].word();
}

bool is_initial(const SceneNode& node) { return node.is_scalar() && node.word() == "initial"; }

// [x, y, z] in the first link, or one point in each.
void read_points(const SceneNode& node, LoopSpec& loop) {
  const bool two = node.is_list() && node.items().size() == 2;
  if (two) {
    loop.at_a = node.items()[0].vector3("m");
    loop.at_b = node.items()[1].vector3("m");
    return;
  }
  if (loop.kind != LoopKind::kPoint) {
    node.fail(
        loop.kind == LoopKind::kRope ? "a rope needs two points" : "a distance needs two points",
        "write [[x, y, z], [x, y, z]], one in each link");
  }
  loop.at_a = node.vector3("m");
  loop.at_b.reset();
}

// Keys of a loop, followed by those of its compliance.
std::vector<std::string> loop_keys(LoopKind kind, const std::string& name) {
  std::vector<std::string> keys{name, "name"};
  switch (kind) {
    case LoopKind::kWeld:
      keys.emplace_back("pose");
      break;
    case LoopKind::kPoint:
      keys.emplace_back("at");
      break;
    case LoopKind::kDistance:
    case LoopKind::kRope:
      keys.insert(keys.end(), {"at", "length"});
      break;
    case LoopKind::kGear:
      keys.insert(keys.end(), {"ratio", "offset"});
      break;
  }
  keys.insert(keys.end(), compliance_keys().begin(), compliance_keys().end());
  return keys;
}

}  // namespace

Form loop_form() { return form::map_with<compliance_rows, kLoopNames, kLoopKeys>(kLoopKindNames); }

LoopSpec read_loop(const SceneNode& item, const ModelNames& models) {
  LoopSpec loop;
  const std::string kind = read_kind(item);
  constexpr std::array kValues{LoopKind::kWeld, LoopKind::kPoint, LoopKind::kDistance,
                               LoopKind::kGear, LoopKind::kRope};
  loop.kind = kValues[static_cast<std::size_t>(std::find(kKinds.begin(), kKinds.end(), kind) -
                                               kKinds.begin())];
  item.allow_keys(loop_keys(loop.kind, kind));
  if (const auto own = item.find("name")) loop.name = own->word();
  loop.compliance = read_compliance(item);
  read_ends(item.require(kind), models, loop);
  if (const auto pose = item.find("pose")) {
    loop.pose.reset();
    if (!is_initial(*pose)) loop.pose = pose->pose();
  }
  if (const auto at = item.find("at")) read_points(*at, loop);
  if (const auto length = item.find("length")) loop.length = length->positive("m");
  if (const auto ratio = item.find("ratio")) {
    loop.ratio = ratio->number("");
    if (loop.ratio == 0) ratio->fail("must not be zero", "expected q_a = ratio q_b + offset");
  }
  if (const auto offset = item.find("offset")) {
    loop.offset.reset();
    if (!is_initial(*offset)) loop.offset = offset->number("rad or m, or the word initial");
  }
  return loop;
}

}  // namespace cardan
