#include <algorithm>

#include "dynamics/urdf/read_context.h"

namespace cardan::urdf {

namespace {

Place place_of(const LinkRecord& link) { return {"link \"" + link.name + "\"", link.line}; }
Place place_of(const JointRecord& joint) { return {"joint \"" + joint.name + "\"", joint.line}; }

template <class Record>
bool check_names(ReadContext& context, const std::vector<Record>& records, const char* what) {
  std::map<std::string, int> first_line;
  bool good = true;
  for (const Record& record : records) {
    const auto [found, fresh] = first_line.emplace(record.name, record.line);
    if (fresh || record.name.empty()) continue;
    good = false;
    context.error(place_of(record), std::string("two ") + what +
                                        "s have this name, the first in line " +
                                        std::to_string(found->second) + "; rename one");
  }
  return good;
}

// `world` may be used as a parent without being declared; Drake's own files omit it.
void add_implicit_world(ReadContext& context, std::map<std::string, int>& index) {
  if (index.count("world")) return;
  for (const JointRecord& joint : context.robot.joints) {
    if (joint.parent != "world") continue;
    context.info(place_of(joint).at(joint.parent_line),
                 "the parent link `world` is not declared; it is the world");
    LinkRecord world;
    world.name = "world";
    world.implicit = true;
    index["world"] = static_cast<int>(context.robot.links.size());
    context.robot.links.push_back(std::move(world));
    return;
  }
}

bool check_references(ReadContext& context, const std::map<std::string, int>& index) {
  bool good = true;
  for (const JointRecord& joint : context.robot.joints) {
    good = good && !joint.parent.empty() && !joint.child.empty();
    if (!joint.parent.empty() && !index.count(joint.parent)) {
      good = false;
      context.error(place_of(joint).at(joint.parent_line),
                    "the parent link \"" + joint.parent + "\" is not declared; add <link name=\"" +
                        joint.parent + "\"> or correct the name");
    }
    if (!joint.child.empty() && !index.count(joint.child)) {
      good = false;
      context.error(place_of(joint).at(joint.child_line),
                    "the child link \"" + joint.child + "\" is not declared; add <link name=\"" +
                        joint.child + "\"> or correct the name");
    }
  }
  return good;
}

// parent_joint[link] = index of the joint that carries it, -1 for a root.
bool find_parents(ReadContext& context, const std::map<std::string, int>& index,
                  std::vector<int>& parent_joint) {
  const auto& joints = context.robot.joints;
  parent_joint.assign(context.robot.links.size(), -1);
  bool good = true;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    int& carrier = parent_joint[static_cast<std::size_t>(index.at(joints[j].child))];
    if (carrier >= 0) {
      good = false;
      context.error(place_of(joints[j]),
                    "link \"" + joints[j].child + "\" has two parents, by this joint and by \"" +
                        joints[static_cast<std::size_t>(carrier)].name +
                        "\"; URDF is a tree, declare the closed loop in the scene");
    } else {
      carrier = static_cast<int>(j);
    }
  }
  return good;
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < 10; ++i) {
    text += (i ? ", " : "") + ("\"" + names[i] + "\"");
  }
  if (names.size() > 10) text += ", …";
  return text;
}

// A link that is not reachable from a root is on a cycle or below one. Following the parents leads
// into the cycle.
void report_cycle(ReadContext& context, const std::map<std::string, int>& index,
                  const std::vector<int>& parent_joint, int unreached) {
  const auto& robot = context.robot;
  const auto carrier = [&](int link) {
    return static_cast<std::size_t>(parent_joint[static_cast<std::size_t>(link)]);
  };
  const auto parent_of = [&](int link) { return index.at(robot.joints[carrier(link)].parent); };
  int on_cycle = unreached;
  for (std::size_t i = 0; i < robot.links.size(); ++i) on_cycle = parent_of(on_cycle);
  // The message starts at the joint of the cycle that is last in the file.
  int last = on_cycle;
  for (int link = parent_of(on_cycle); link != on_cycle; link = parent_of(link)) {
    if (carrier(link) > carrier(last)) last = link;
  }
  std::vector<std::string> names;
  int link = last;
  do {
    names.push_back(robot.links[static_cast<std::size_t>(link)].name);
    link = parent_of(link);
  } while (link != last);
  context.error(place_of(robot.joints[carrier(last)]),
                "the links " + quoted_list(names) + " form a cycle; a tree has one root");
}

// Links reachable from the root, breadth first, without recursion.
std::vector<char> reach(const ReadContext& context, const std::map<std::string, int>& index,
                        int root) {
  const auto& robot = context.robot;
  std::vector<std::vector<int>> children(robot.links.size());
  for (const JointRecord& joint : robot.joints) {
    children[static_cast<std::size_t>(index.at(joint.parent))].push_back(index.at(joint.child));
  }
  std::vector<char> reached(robot.links.size(), 0);
  std::vector<int> queue{root};
  reached[static_cast<std::size_t>(root)] = 1;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (int child : children[static_cast<std::size_t>(queue[next])]) {
      if (reached[static_cast<std::size_t>(child)]) continue;
      reached[static_cast<std::size_t>(child)] = 1;
      queue.push_back(child);
    }
  }
  return reached;
}

// cardan:base applies only to a root without mass and shapes of its own.
void check_base_link(ReadContext& context) {
  for (LinkRecord& link : context.robot.links) {
    if (!link.base_only) continue;
    link.base_only = link.name == context.robot.root && !link.inertial && link.collisions.empty();
    if (link.base_only) continue;
    context.warn(place_of(link),
                 "cardan:base requires a root link without mass and shapes; ignored");
  }
}

// Links attached by fixed joints, per parent link.
std::vector<std::vector<int>> welded_children(const RobotDescription& robot,
                                              const std::map<std::string, int>& index) {
  std::vector<std::vector<int>> children(robot.links.size());
  for (const JointRecord& joint : robot.joints) {
    if (joint.type != JointType::kFixed) continue;
    children[static_cast<std::size_t>(index.at(joint.parent))].push_back(index.at(joint.child));
  }
  return children;
}

// Mass of a root and of the links fixed to it.
double welded_mass(const RobotDescription& robot, const std::vector<std::vector<int>>& children,
                   int root) {
  double mass = 0;
  std::vector<int> stack{root};
  while (!stack.empty()) {
    const auto link = static_cast<std::size_t>(stack.back());
    stack.pop_back();
    if (robot.links[link].inertial) mass += robot.links[link].inertial->mass.value_or(0);
    stack.insert(stack.end(), children[link].begin(), children[link].end());
  }
  return mass;
}

// Roots without mass beside `world` are parts of the world (a ground, for example) and are fixed to
// it.
void tie_massless_roots(ReadContext& context, const std::map<std::string, int>& index,
                        std::vector<int>& parent_joint, std::vector<std::string>& roots) {
  RobotDescription& robot = context.robot;
  if (roots.size() < 2 || std::find(roots.begin(), roots.end(), "world") == roots.end()) return;
  const std::vector<std::vector<int>> children = welded_children(robot, index);
  std::set<std::string> names;
  for (const JointRecord& joint : robot.joints) names.insert(joint.name);
  std::vector<std::string> left;
  for (const std::string& root : roots) {
    const int link = index.at(root);
    if (root == "world" || welded_mass(robot, children, link) > 0) {
      left.push_back(root);
      continue;
    }
    const LinkRecord& record = robot.links[static_cast<std::size_t>(link)];
    context.info(place_of(record),
                 "a root without mass beside `world`; it is static and fixed to the world");
    JointRecord tie;
    tie.name = "world_to_" + root;
    while (!names.insert(tie.name).second) tie.name += "_";
    tie.type_name = "fixed";
    tie.line = tie.parent_line = tie.child_line = record.line;
    tie.parent = "world";
    tie.child = root;
    parent_joint[static_cast<std::size_t>(link)] = static_cast<int>(robot.joints.size());
    robot.joints.push_back(std::move(tie));
  }
  roots = std::move(left);
}

}  // namespace

void check_tree(ReadContext& context) {
  RobotDescription& robot = context.robot;
  const bool link_names = check_names(context, robot.links, "link");
  check_names(context, robot.joints, "joint");
  if (robot.links.empty()) {
    context.error({"robot", robot.line}, "no links; a robot has at least one <link>");
    return;
  }
  std::map<std::string, int> index;
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    index.emplace(robot.links[i].name, static_cast<int>(i));
  }
  add_implicit_world(context, index);
  if (!check_references(context, index) || !link_names) return;
  std::vector<int> parent_joint;
  if (!find_parents(context, index, parent_joint)) return;

  std::vector<std::string> roots;
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    if (parent_joint[i] < 0) roots.push_back(robot.links[i].name);
  }
  if (roots.empty()) return report_cycle(context, index, parent_joint, 0);
  tie_massless_roots(context, index, parent_joint, roots);
  if (roots.size() > 1) {
    context.error({"robot", robot.line}, std::to_string(roots.size()) +
                                             " root links: " + quoted_list(roots) +
                                             "; connect them by fixed joints, or by "
                                             "floating ones to a link `world`");
    return;
  }
  const std::vector<char> reached = reach(context, index, index.at(roots[0]));
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (!reached[i]) return report_cycle(context, index, parent_joint, static_cast<int>(i));
  }
  robot.root = roots[0];
  check_base_link(context);
}

}  // namespace cardan::urdf
