#pragma once

#include <tinyxml2.h>

#include <initializer_list>
#include <string>

#include "cardan/robot_model.h"
#include "cardan/skeleton_builder.h"

/// Helper functions of the URDF writer.
namespace cardan::urdf {

/// Builds an XML text. Attributes are added to the element that was opened last.
class XmlText {
 public:
  void open(const char* tag) { printer_.OpenElement(tag); }
  void close() { printer_.CloseElement(); }
  /// Adds an attribute. Throws Error for a control character, which an attribute cannot contain.
  void attribute(const char* name, const std::string& value);
  void number(const char* name, double value);
  void vector(const char* name, const Vector3& value);
  /// Writes one element with one attribute.
  void leaf(const char* tag, const char* name, const std::string& value);
  /// Copies an element of another document, or a comment, without changes.
  void copy(const tinyxml2::XMLNode& node) { node.Accept(&printer_); }
  std::string text() const { return printer_.CStr(); }

 private:
  tinyxml2::XMLPrinter printer_;
};

/// Returns the shortest text that std::from_chars parses to the same double. The text is
/// independent of the locale.
std::string shortest(double value);

/// Writes <origin>. Writes nothing for the identity.
void write_origin(XmlText& xml, const RigidTransform& X);

/// Writes <link> with its inertia and its shapes. frame: the frame of the link, relative to the
/// body, as are the poses of the shapes.
void write_link(XmlText& xml, const LinkSpec& link, const FrameInfo& frame, const RobotModel& robot,
                const std::string& mesh_directory);

/// Writes the <joint> that carries a link. parent: name of the parent link.
void write_joint(XmlText& xml, const LinkSpec& link, const std::string& parent);

}  // namespace cardan::urdf
