#pragma once

#include <tinyxml2.h>

#include <initializer_list>
#include <string>

#include "cardan/dynamics/skeleton_builder.h"
#include "cardan/dynamics/urdf/build_skeleton.h"

/// Parts of the URDF writer.
namespace cardan::urdf {

/// An XML text in the making. Attributes belong to the element opened last.
class XmlText {
 public:
  void open(const char* tag) { printer_.OpenElement(tag); }
  void close() { printer_.CloseElement(); }
  /// Throws Error for a control character, which an attribute cannot hold.
  void attribute(const char* name, const std::string& value);
  void number(const char* name, double value);
  void vector(const char* name, const Vector3& value);
  /// One element with one attribute.
  void leaf(const char* tag, const char* name, const std::string& value);
  std::string text() const { return printer_.CStr(); }

 private:
  tinyxml2::XMLPrinter printer_;
};

/// The shortest text that std::from_chars reads as the same double, without the locale.
std::string shortest(double value);

/// <origin>; nothing for the identity.
void write_origin(XmlText& xml, const RigidTransform& X);

/// <link> with its inertia and its shapes; frame: of the link, whose shapes have their body's pose.
void write_link(XmlText& xml, const LinkSpec& link, const FrameInfo& frame, const RobotModel& robot,
                const std::string& mesh_directory);

/// <joint> that carries a link; parent: name of the link it hangs on.
void write_joint(XmlText& xml, const LinkSpec& link, const std::string& parent);

}  // namespace cardan::urdf
