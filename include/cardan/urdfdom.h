#pragma once

#include <urdf_model/model.h>

#include <memory>
#include <string>
#include <vector>

#include "cardan/error.h"
#include "cardan/robot_description.h"

/// Converts and compares robots of urdfdom, the URDF parser of RViz, MoveIt, robot_state_publisher,
/// Pinocchio and DART. Part of the package component `ros`, with the target cardan::ros.
namespace cardan::ros {

/// Version of urdfdom, e.g. "3.0.1".
std::string urdfdom_version();

/// A message of console_bridge, through which urdfdom reports its findings.
struct UrdfdomMessage {
  /// Severity of a message.
  enum class Level { kInfo, kWarning, kError };
  Level level = Level::kError;
  std::string text;  ///< text of the message, one line
};

/// Result of parse_with_urdfdom.
struct UrdfdomReading {
  std::shared_ptr<const urdf::ModelInterface> model;  ///< the robot; null if urdfdom rejected it
  std::vector<UrdfdomMessage> messages;  ///< messages in the order in which they were reported
};

/// Parses a URDF text with urdfdom and captures its messages, which then appear nowhere else. Never
/// throws for an invalid text. Calls from several threads run one after another, since
/// console_bridge has a single output handler per process.
UrdfdomReading parse_with_urdfdom(const std::string& text);

/// Compares cardan's reading of a URDF with urdfdom's, element by element. A warning marks a part
/// that tools built on urdfdom read as a different robot. An info marks a difference that does not
/// affect the motion of any link: order, colours, surface data, excluded pairs. Line numbers refer
/// to the file that cardan read.
std::vector<Diagnostic> compare(const RobotDescription& robot, const UrdfdomReading& reading);

/// Description of a robot that urdfdom has parsed, for World::add_robot and build_robot. Links and
/// joints are sorted by name, as in urdfdom. Its diagnostics have no line numbers. A warning lists
/// the data that urdfdom does not store; UrdfOptions::strict therefore rejects every model. Throws
/// the errors of read_urdf_text.
RobotDescription describe(const urdf::ModelInterface& model, const UrdfOptions& options = {});

/// Description of the text from which the model was parsed (/robot_description). The text takes
/// precedence; its differences from the model are added to the diagnostics. Throws the errors of
/// read_urdf_text.
RobotDescription describe(const urdf::ModelInterface& model, const std::string& robot_description,
                          const UrdfOptions& options = {});

}  // namespace cardan::ros
