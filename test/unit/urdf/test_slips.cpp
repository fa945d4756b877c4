#include <tinyxml2.h>

#include <set>

#include "test/unit/urdf/shared_robots.h"
#include "test/unit/urdf/urdf_text.h"

/// Misspells every element and attribute of real files: each slip is reported.

namespace cardan {
namespace {

// Elements that other programs read. Each is reported as a whole, with its contents.
bool is_foreign(const tinyxml2::XMLElement& element) {
  static const std::set<std::string> kForeign = {"gazebo",
                                                 "transmission",
                                                 "sensor",
                                                 "frame",
                                                 "mujoco",
                                                 "ros2_control",
                                                 "force_element",
                                                 "self_collision_checking",
                                                 "self_filter",
                                                 "collision_checking",
                                                 "collision_filter_group",
                                                 "contact_cfm",
                                                 "contact_erp",
                                                 "inertia_scaling",
                                                 "specular"};
  const std::string name = element.Name();
  const std::string local = name.substr(name.find(':') + 1);
  return kForeign.count(local) > 0 || name.rfind("xacro:", 0) == 0;
}

void collect(tinyxml2::XMLElement& element, std::vector<tinyxml2::XMLElement*>& all) {
  for (auto* e = element.FirstChildElement(); e; e = e->NextSiblingElement()) {
    if (is_foreign(*e)) continue;
    all.push_back(e);
    collect(*e, all);
  }
}

// Exchanges two neighbouring letters, like a typing error; a name of equal letters gets one more
// letter.
std::string slipped(std::string name) {
  const std::size_t last = name.size() - 1;
  if (name.size() < 2 || name[last] == name[last - 1]) return name + "q";
  std::swap(name[last], name[last - 1]);
  return name;
}

std::string printed(const tinyxml2::XMLDocument& document) {
  tinyxml2::XMLPrinter printer;
  document.Print(&printer);
  return printer.CStr();
}

// A diagnostic other than those of the whole file names the slip.
bool is_told(const RobotDescription& robot, const std::string& name, const std::string& meant) {
  for (const Diagnostic& d : robot.diagnostics) {
    const std::string text = d.element + " " + d.message;
    if (text.find(name) != text.npos) return true;
    // Instead, the error about a lost shape or link may name the missing part.
    if (d.severity == Severity::kError && text.find(meant) != text.npos) return true;
  }
  return false;
}

// One element of each tag under each parent, one attribute of each name in each tag.
template <class Try>
void each_kind(tinyxml2::XMLDocument& document, std::set<std::string>& seen, Try attempt) {
  std::vector<tinyxml2::XMLElement*> all;
  collect(*document.RootElement(), all);
  for (tinyxml2::XMLElement* e : all) {
    const std::string tag = e->Name(), parent = e->Parent()->ToElement()->Name();
    if (seen.insert(parent + "/" + tag).second) {
      e->SetName(slipped(tag).c_str());
      attempt(slipped(tag), tag);
      e->SetName(tag.c_str());
    }
    for (const auto* a = e->FirstAttribute(); a; a = a->Next()) {
      const std::string name = a->Name(), value = a->Value();
      if (!seen.insert(parent + "/" + tag + "@" + name).second) continue;
      e->DeleteAttribute(name.c_str());
      e->SetAttribute(slipped(name).c_str(), value.c_str());
      attempt(slipped(name), name);
      e->DeleteAttribute(slipped(name).c_str());
      e->SetAttribute(name.c_str(), value.c_str());
      break;  // the list of attributes has changed
    }
  }
}

TEST(Slips, EverySpellingSlipIsReported) {
  std::vector<std::string> files;
  for (const test::RobotRow& row : test::shared_robot_rows()) files.push_back(row.file);
  for (const char* own : {"quadruped", "cube"}) {
    files.push_back(std::string(CARDAN_SOURCE_DIR) + "/data/robots/" + own + ".urdf");
  }
  int tried = 0;
  std::set<std::string> seen;
  for (const std::string& file : files) {
    tinyxml2::XMLDocument document;
    if (document.LoadFile(file.c_str()) != tinyxml2::XML_SUCCESS || !document.RootElement())
      continue;
    each_kind(document, seen, [&](const std::string& slip, const std::string& meant) {
      UrdfOptions options;
      options.find_files = false;
      ++tried;
      EXPECT_TRUE(is_told(test::inspect(printed(document), options), slip, meant))
          << file << ": " << slip << " for " << meant;
    });
  }
  EXPECT_GE(tried, 30);
}

}  // namespace
}  // namespace cardan
