#pragma once

#include <urdf_model/model.h>

#include <memory>
#include <string>
#include <vector>

#include "cardan/core/diagnostic.h"
#include "cardan/dynamics/urdf/robot_description.h"
#include "cardan/dynamics/urdf/urdf_options.h"

/// Robots as urdfdom has them, the parser of RViz, MoveIt, robot_state_publisher, Pinocchio and
/// DART. The component `ros` of the package, with the target cardan::ros.
namespace cardan::ros {

/// Version of urdfdom, e.g. "3.0.1".
std::string urdfdom_version();

/// Text of console_bridge, through which urdfdom tells what it finds.
struct UrdfdomMessage {
  enum class Level { kInfo, kWarning, kError };
  Level level = Level::kError;
  std::string text;
};

struct UrdfdomReading {
  std::shared_ptr<const urdf::ModelInterface> model;  ///< null: the robot is refused
  std::vector<UrdfdomMessage> messages;               ///< in the order in which they came
};

/// Parses a URDF text with urdfdom and catches its messages, which then appear nowhere else. Never
/// throws for a bad text. Calls from several threads wait for each other, since console_bridge has
/// one receiver of messages in a process.
UrdfdomReading parse_with_urdfdom(const std::string& text);

/// Compares cardan's reading of a URDF with urdfdom's, element by element. A warning tells where
/// tools built on urdfdom see another robot; an info tells what they do not see, but what moves no
/// link: order, colours, surface data, excluded pairs. Lines are those of the file that cardan
/// read.
std::vector<Diagnostic> compare(const RobotDescription& robot, const UrdfdomReading& reading);

/// The description of a robot that urdfdom has parsed, for World::add_robot and build_robot. Its
/// order is that of urdfdom: links and joints by name. Its diagnostics have no lines; a warning
/// names what urdfdom cannot have kept, which makes UrdfOptions::strict refuse every model. Throws
/// Error as read_urdf_text does.
RobotDescription describe(const urdf::ModelInterface& model, const UrdfOptions& options = {});

/// The description of the text from which the model was parsed (/robot_description). The text wins;
/// the differences from the model are added to the diagnostics. Throws Error as read_urdf_text
/// does.
RobotDescription describe(const urdf::ModelInterface& model, const std::string& robot_description,
                          const UrdfOptions& options = {});

}  // namespace cardan::ros
