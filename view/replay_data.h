#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cardan/spatial.h"
#include "view/page_robot.h"
#include "view/table.h"

/// Contents of a replay page (docs/viewer.md).
namespace cardan::view {

/// A shape shown on the page. Sizes have the same meaning as in GeometryRecord.
struct PageShape {
  std::string kind;  ///< kind: "box", …, "plane", "hollow_sphere", "mesh"
  Vector3 size = Vector3::Zero();
  /// For meshes: first row and number of rows in the tables `vertices` and `triangles`.
  std::array<std::size_t, 2> vertices{}, triangles{};
  /// For meshes: range of rows, one per vertex, in the tables `colours` and `uv`. No rows if the
  /// mesh has no colours or texture coordinates.
  std::array<std::size_t, 2> colours{}, uv{};
  /// For meshes: half extents, from which the size of the scene is computed [m].
  Vector3 extent = Vector3::Zero();
};

/// A link, or the body of a model without links. The page contains the pose of the body in every
/// frame.
struct PageBody {
  int model = 0;     ///< index of the model in ReplayData::models
  std::string link;  ///< name of the link; "" for the body of a model without links
  /// True if the file gives the link a visual that cannot be read; its collision shapes are then
  /// shown instead.
  bool visual_missing = false;
};

struct PageModel {
  std::string name;
  bool moves = false;
};

/// A shape attached to a body.
struct PagePart {
  enum class Role { kCollision, kVisual };
  Role role = Role::kCollision;
  int body = 0, shape = 0;
  RigidTransform X_BS;
  std::optional<std::array<double, 4>> rgba;  ///< colour of visuals that have one, sRGB from 0 to 1
  int image = -1;  ///< index in ReplayData::images of an image that multiplies the colour; −1 if
                   ///< there is none
};

/// Longest side of the JPEG images of a page, unless another one is chosen [px].
inline constexpr int kPageImageSide = 1024;

/// An image file.
struct PageImage {
  std::string name, type;     ///< name, and type "image/png" or "image/jpeg"
  int width = 0, height = 0;  ///< size [px]
  std::string bytes;
};

/// A mark on the time slider.
struct PageEvent {
  enum class Kind { kImpact, kFallback, kFailedIsland };
  Kind kind = Kind::kImpact;
  std::int64_t step = 0;
  double time = 0;   ///< time of the event [s]
  std::string text;  ///< text of the event, one line
};

/// Data that only the page of a running world has (view/live/).
struct PageLive {
  std::string id;             ///< id that changes with the bodies of the world
  std::string socket_origin;  ///< the only address with which the page may communicate
  std::vector<std::string> formulations, solvers;  ///< ids that the page offers
  double force = 1;                                ///< typical contact force [N]
};

struct ReplayData {
  std::string title, formulation, scene_text;  ///< `formulation` is the one at the start
  std::string recording;  ///< name of the recording file without its folder; "" if there is none
  /// Ids of the solvers: the solvers at the start, in the order of their chain, followed by those
  /// that were added later. The tables `islands` and `steps` refer to this list.
  std::vector<std::string> chain;
  std::size_t first_chain = 0;        ///< number of solvers at the start
  double time_step = 0;               ///< time step [s]
  double rate = 0;                    ///< frames per second of simulated time
  Vector3 gravity = Vector3::Zero();  ///< gravity at the start [m/s²]
  std::vector<PageModel> models;
  std::vector<PageBody> bodies;
  std::vector<PageShape> shapes;
  std::vector<PagePart> parts;
  std::vector<PageImage> images;    ///< as in their files
  int image_side = kPageImageSide;  ///< limit to which a page reduces its JPEG images [px]
  std::vector<PageEvent> events;
  std::vector<std::string> notes;  ///< parts of the models that are not shown, one line each
  std::optional<PageLive> live;
  std::optional<PageRobot> robot;  ///< robot of a page without a run; such a page has one frame

  Table vertices{"vertices", {{"x", {}, "m"}, {"y", {}, "m"}, {"z", {}, "m"}}};
  Table triangles{"triangles",
                  {{"a", Column::Type::kInteger, ""},
                   {"b", Column::Type::kInteger, ""},
                   {"c", Column::Type::kInteger, ""}}};
  /// Colours of vertices, in sRGB as 0xAABBGGRR.
  Table colours{"colours", {{"rgba", Column::Type::kInteger, ""}}};
  /// Texture coordinates of vertices. (0, 0) is the lower left corner of an image.
  Table uv{"uv", {{"u", {}, ""}, {"v", {}, ""}}};
  /// One row per frame and body, frame by frame. NaN means that the body is not in the world, and
  /// infinity that its pose is not finite. Quaternions have w ≥ 0, or the sign of the previous
  /// frame.
  std::vector<std::vector<float>> poses;
  Table frames{"frames",
               {{"step", Column::Type::kInteger, ""},
                {"time", {}, "s"},
                {"first contact", Column::Type::kInteger, ""},
                {"first island", Column::Type::kInteger, ""}}};
  Table contacts{"contacts",
                 {{"body a", Column::Type::kInteger, ""},
                  {"body b", Column::Type::kInteger, ""},
                  {"point x", {}, "m"},
                  {"point y", {}, "m"},
                  {"point z", {}, "m"},
                  {"normal x", {}, ""},
                  {"normal y", {}, ""},
                  {"normal z", {}, ""},
                  {"force x", {}, "N"},
                  {"force y", {}, "N"},
                  {"force z", {}, "N"},
                  {"velocity x", {}, "m/s"},
                  {"velocity y", {}, "m/s"},
                  {"velocity z", {}, "m/s"},
                  {"gap", {}, "m"},
                  {"mu", {}, ""},
                  {"state", Column::Type::kInteger, ""},
                  {"island", Column::Type::kInteger, ""}}};
  Table islands{"islands",
                {{"solver", Column::Type::kInteger, ""},
                 {"status", Column::Type::kInteger, ""},
                 {"contacts", Column::Type::kInteger, ""},
                 {"rows", Column::Type::kInteger, ""},
                 {"iterations", Column::Type::kInteger, ""},
                 {"fallbacks", Column::Type::kInteger, ""},
                 {"residual", {}, "m/s"}}};
  Table steps{"steps",
              {{"step", Column::Type::kInteger, ""},
               {"time", {}, "s"},
               {"kinetic energy", {}, "J"},
               {"potential energy", {}, "J"},
               {"residual", {}, "m/s"},
               {"penetration", {}, "m"},
               {"contacts", Column::Type::kInteger, ""},
               {"iterations", Column::Type::kInteger, ""},
               {"solver", Column::Type::kInteger, ""},
               {"fallbacks", Column::Type::kInteger, ""},
               {"failed islands", Column::Type::kInteger, ""}}};
};

/// Adds a line to the notes of a page unless it is already there. A page has at most 100 notes.
void add_note(const std::string& line, ReplayData& data);

}  // namespace cardan::view
