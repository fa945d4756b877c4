#pragma once

#include <string>

#include "cardan/error.h"
#include "cardan/robot_model.h"
#include "cardan/urdf.h"
#include "test/support/temporary_directory.h"

/// Small URDF texts for tests, and the diagnostics of the reader.
namespace cardan::test {

/// <robot> around a body that begins in line 2.
inline std::string robot(const std::string& body) {
  return "<robot name=\"r\">\n" + body + "\n</robot>\n";
}

inline std::string link(const std::string& name, double mass = 1) {
  return "<link name=\"" + name + "\"><inertial><mass value=\"" + std::to_string(mass) +
         "\"/><inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/>"
         "</inertial></link>\n";
}

/// Links a and b, with a mass each, in lines 2 and 3, and a joint j between them from line 4 on.
inline std::string jointed(const std::string& type, const std::string& inside) {
  return robot(link("a") + link("b") + "<joint name=\"j\" type=\"" + type +
               "\"><parent link=\"a\"/><child link=\"b\"/>\n" + inside + "</joint>");
}

/// A link a with one collision whose geometry, in line 3, is given.
inline std::string shaped(const std::string& geometry, const std::string& attributes = "") {
  return robot(
      "<link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" "
      "iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial><collision" +
      attributes + "><geometry>\n" + geometry + "</geometry></collision></link>");
}

inline RobotDescription inspect(const std::string& text, const UrdfOptions& options = {}) {
  return inspect_urdf_text(text, "t.urdf", options);
}

/// The first diagnostic of this severity whose message holds the words, or null.
inline const Diagnostic* find(const std::vector<Diagnostic>& diagnostics, Severity severity,
                              const std::string& words) {
  for (const Diagnostic& d : diagnostics) {
    if (d.severity == severity && d.message.find(words) != d.message.npos) return &d;
  }
  return nullptr;
}

inline int count(const std::vector<Diagnostic>& diagnostics, Severity severity) {
  int number = 0;
  for (const Diagnostic& d : diagnostics) number += d.severity == severity ? 1 : 0;
  return number;
}

inline std::string listed(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics) {
    text += std::string(severity_name(d.severity)) + ":" + std::to_string(d.line) + ": " +
            d.element + ": " + d.message + "\n";
  }
  return text;
}

}  // namespace cardan::test
