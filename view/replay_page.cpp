#include "replay_page.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <span>

#include "cardan/core/atomic_file.h"
#include "counted.h"
#include "packed_text.h"
#include "thin_frames.h"
#include "web_bundle.h"

namespace cardan::view {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;
constexpr std::size_t kChunkBytes = std::size_t{4} << 20;  // of numbers before compression

// Text of JSON for an HTML script element: no "<" can end or open an element.
std::string script_text(const Json& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<') {
      text.append("\\u003c");
    } else {
      text.push_back(c);
    }
  }
  return text;
}

// Text for an element of HTML.
std::string element_text(const std::string& plain) {
  std::string text;
  for (const char c : plain) {
    if (c == '&') {
      text.append("&amp;");
    } else if (c == '<') {
      text.append("&lt;");
    } else {
      text.push_back(c);
    }
  }
  return text;
}

Json vector_json(const Vector3& x) { return {x.x(), x.y(), x.z()}; }

Json pose_json(const RigidTransform& X) {
  const Quaternion turn(X.R);
  return {X.p.x(), X.p.y(), X.p.z(), turn.w(), turn.x(), turn.y(), turn.z()};
}

Json shape_json(const PageShape& shape) {
  if (shape.kind != "mesh") return {{"kind", shape.kind}, {"size", vector_json(shape.size)}};
  return {{"kind", shape.kind},
          {"vertices", shape.vertices},
          {"triangles", shape.triangles},
          {"extent", vector_json(shape.extent)}};
}

Json part_json(const PagePart& part) {
  Json json = {{"role", part.role == PagePart::Role::kVisual ? "visual" : "collision"},
               {"body", part.body},
               {"shape", part.shape},
               {"pose", pose_json(part.X_BS)}};
  if (part.rgba) json["rgba"] = *part.rgba;
  return json;
}

const char* event_name(PageEvent::Kind kind) {
  switch (kind) {
    case PageEvent::Kind::kImpact:
      return "impact";
    case PageEvent::Kind::kFallback:
      return "fallback";
    case PageEvent::Kind::kFailedIsland:
      return "failed";
  }
  return "";
}

Json limit_json(const std::optional<double>& limit) {
  return limit && std::isfinite(*limit) ? Json(*limit) : Json(nullptr);
}

Json joint_json(const PageJoint& joint) {
  Json json = {{"name", joint.name},
               {"type", joint.type},
               {"parent", joint.parent},
               {"child", joint.child},
               {"pose", pose_json(joint.X_PJ)},
               {"axis", vector_json(joint.axis)},
               {"pitch", joint.pitch},
               {"lower", limit_json(joint.lower)},
               {"upper", limit_json(joint.upper)}};
  if (joint.mimic) {
    json["mimic"] = {{"leader", joint.mimic->leader},
                     {"multiplier", joint.mimic->multiplier},
                     {"offset", joint.mimic->offset}};
  }
  return json;
}

Json robot_json(const PageRobot& robot) {
  Json json = {{"accepted", robot.accepted},
               {"base", robot.base},
               {"joints", Json::array()},
               {"inertials", Json::array()},
               {"diagnostics", Json::array()}};
  for (const PageJoint& joint : robot.joints) json["joints"].push_back(joint_json(joint));
  for (const PageInertial& inertial : robot.inertials) {
    json["inertials"].push_back({{"body", inertial.body},
                                 {"mass", inertial.mass},
                                 {"pose", pose_json(inertial.X_LI)},
                                 {"moments", vector_json(inertial.moments)},
                                 {"half", vector_json(inertial.half_extents)}});
  }
  for (const Diagnostic& found : robot.diagnostics) {
    json["diagnostics"].push_back({{"severity", severity_name(found.severity)},
                                   {"line", found.line},
                                   {"element", found.element},
                                   {"message", found.message}});
  }
  return json;
}

Json live_json(const PageLive& live) {
  return {{"id", live.id},
          {"formulations", live.formulations},
          {"solvers", live.solvers},
          {"force", live.force}};
}

/// A table of a page: its entry in the head, and its compressed chunks.
struct PackedTable {
  Json entry;
  std::vector<std::string> chunks;
  std::size_t bytes = 0;  ///< of all chunks
};

// repeat: the columns of a row are those of the table, so many times.
PackedTable packed(const Table& table, std::size_t rows, std::size_t repeat,
                   std::span<const std::uint32_t> words) {
  const std::size_t width = table.columns().size() * repeat;
  PackedTable made;
  Json columns = Json::array(), counts = Json::array();
  for (const Column& column : table.columns()) {
    columns.push_back({{"name", column.name},
                       {"type", column.type == Column::Type::kFloat ? "f32" : "i32"},
                       {"unit", column.unit}});
  }
  const std::size_t most = std::max<std::size_t>(1, kChunkBytes / (4 * width + 1));
  for (std::size_t first = 0; first < rows; first += most) {
    const std::size_t count = std::min(most, rows - first);
    counts.push_back({{"rows", count}});
    made.chunks.push_back(
        packed_text(arranged_bytes(words.subspan(first * width, count * width), width)));
    made.bytes += made.chunks.back().size();
  }
  made.entry = {{"name", table.name()},
                {"rows", rows},
                {"repeat", repeat},
                {"columns", columns},
                {"chunks", counts}};
  return made;
}

PackedTable packed(const Table& table) {
  return packed(table, table.rows(), 1, table.words(0, table.rows()));
}

// Absent without bodies.
std::vector<PackedTable> packed_poses(const ReplayData& data) {
  const Table columns("poses", {{"x", {}, "m"},
                                {"y", {}, "m"},
                                {"z", {}, "m"},
                                {"qw", {}, ""},
                                {"qx", {}, ""},
                                {"qy", {}, ""},
                                {"qz", {}, ""}});
  if (data.bodies.empty()) return {};
  std::vector<std::uint32_t> words;
  for (const std::vector<float>& frame : data.poses)
    for (const float x : frame) words.push_back(std::bit_cast<std::uint32_t>(x));
  return {packed(columns, data.poses.size(), data.bodies.size(), words)};
}

/// The tables that do not depend on the choice of frames.
struct FixedTables {
  explicit FixedTables(const ReplayData& data)
      : vertices(packed(data.vertices)),
        triangles(packed(data.triangles)),
        steps(packed(data.steps)) {}
  PackedTable vertices, triangles, steps;
};

/// The tables of the frames.
struct FrameTables {
  explicit FrameTables(const ReplayData& data)
      : frames(packed(data.frames)),
        contacts(packed(data.contacts)),
        islands(packed(data.islands)),
        poses(packed_poses(data)) {}
  std::size_t bytes() const {
    return frames.bytes + contacts.bytes + islands.bytes + (poses.empty() ? 0 : poses[0].bytes);
  }
  PackedTable frames, contacts, islands;
  std::vector<PackedTable> poses;
};

/// The chunks of a page with their numbers, and the list of its tables.
class Chunks {
 public:
  void add(const PackedTable& table) {
    tables_.push_back(table.entry);
    Json entries = Json::array();
    for (std::size_t i = 0; i < table.chunks.size(); ++i) {
      entries.push_back({{"id", number_}, {"rows", table.entry["chunks"][i]["rows"]}});
      markup_.append("<script type=\"application/octet-stream\" id=\"chunk-");
      markup_.append(std::to_string(number_++)).append("\">");
      markup_.append(table.chunks[i]).append("</script>\n");
    }
    tables_.back()["chunks"] = std::move(entries);
  }

  const Json& tables() const { return tables_; }
  const std::string& markup() const { return markup_; }

 private:
  Json tables_ = Json::array();
  std::string markup_;
  int number_ = 0;
};

Json head_json(const ReplayData& data, const Json& tables) {
  Json head = {{"format", kFormat},
               {"cardan", CARDAN_VERSION},
               {"title", data.title},
               {"formulation", data.formulation},
               {"chain", data.chain},
               {"first_chain", data.first_chain},
               {"recording", data.recording},
               {"time_step", data.time_step},
               {"rate", data.rate},
               {"gravity", vector_json(data.gravity)},
               {"scene", data.scene_text},
               {"models", Json::array()},
               {"bodies", Json::array()},
               {"shapes", Json::array()},
               {"parts", Json::array()},
               {"events", Json::array()},
               {"tables", tables}};
  for (const PageModel& model : data.models)
    head["models"].push_back({{"name", model.name}, {"moves", model.moves}});
  for (const PageBody& body : data.bodies) {
    head["bodies"].push_back({{"model", body.model}, {"link", body.link}});
    if (body.visual_missing) head["bodies"].back()["visual_missing"] = true;
  }
  for (const PageShape& shape : data.shapes) head["shapes"].push_back(shape_json(shape));
  for (const PagePart& part : data.parts) head["parts"].push_back(part_json(part));
  for (const PageEvent& event : data.events) {
    head["events"].push_back({{"kind", event_name(event.kind)},
                              {"step", event.step},
                              {"time", event.time},
                              {"text", event.text}});
  }
  if (data.live) head["live"] = live_json(*data.live);
  if (data.robot) head["robot"] = robot_json(*data.robot);
  return head;
}

// The page cannot ask any server for anything; a live page talks to its own program alone.
std::string security_policy(const ReplayData& data) {
  std::string policy =
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
      "img-src data: blob:; form-action 'none'; base-uri 'none'";
  if (data.live) policy.append("; connect-src ").append(data.live->socket_origin);
  return policy;
}

double megabytes(std::size_t bytes) { return 1e-6 * static_cast<double>(bytes); }

std::string page_text(const ReplayData& data, const FixedTables& fixed, const FrameTables& moving) {
  Chunks chunks;
  for (const PackedTable* table : {&fixed.vertices, &fixed.triangles, &moving.frames,
                                   &moving.contacts, &moving.islands, &fixed.steps})
    chunks.add(*table);
  for (const PackedTable& poses : moving.poses) chunks.add(poses);
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"";
  page.append(security_policy(data));
  page.append(
      "\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>");
  page.append(element_text(data.title)).append("</title>\n<style>\n").append(viewer_css());
  page.append("</style>\n</head>\n<body>\n<noscript>This page needs JavaScript.</noscript>\n");
  page.append("<script type=\"application/json\" id=\"head\">");
  page.append(script_text(head_json(data, chunks.tables()))).append("</script>\n");
  page.append(chunks.markup());
  page.append("<script>\n").append(viewer_js()).append("</script>\n</body>\n</html>\n");
  return page;
}

// The next number of frames of which one is kept. `room` and `taken` are the bytes that the frames
// may take and take. It grows by an eighth or more, so that there are few attempts.
std::int64_t next_every(std::int64_t every, double room, double taken, std::int64_t most) {
  constexpr double kLeastGrowth = 1.125;
  const double growth = std::max(kLeastGrowth, taken / room);
  const double wanted = std::ceil(growth * static_cast<double>(every));
  return wanted < static_cast<double>(most) ? static_cast<std::int64_t>(wanted) : most;
}

}  // namespace

std::string replay_page(const ReplayData& data) {
  return page_text(data, FixedTables(data), FrameTables(data));
}

LimitedPage limited_replay_page(const ReplayData& data, std::size_t limit) {
  LimitedPage page;
  PageReport& report = page.report;
  const FixedTables fixed(data);
  const FrameTables all(data);
  page.text = page_text(data, fixed, all);
  report.limit = limit;
  report.bytes = report.whole_bytes = page.text.size();
  report.frames = data.frames.rows();
  report.contacts = data.contacts.rows();
  const double room =
      static_cast<double>(limit) - static_cast<double>(report.whole_bytes - all.bytes());
  if (report.whole_bytes <= limit || report.frames <= 2 || room <= 0) return page;
  const auto most = static_cast<std::int64_t>(report.frames) - 1;  // the first and the last frame
  double taken = static_cast<double>(all.bytes());
  for (std::int64_t every = 1; every < most;) {
    every = next_every(every, room, taken, most);
    const ReplayData thin = thin_frames(data, every);
    const FrameTables kept(thin);
    taken = static_cast<double>(kept.bytes());
    if (taken > room) continue;
    std::string text = page_text(thin, fixed, kept);
    if (text.size() > limit) continue;
    page.text = std::move(text);
    report.every = every;
    report.bytes = page.text.size();
    report.frames = thin.frames.rows();
    report.contacts = thin.contacts.rows();
    break;
  }
  return page;
}

std::size_t bytes_of_megabytes(double megabytes) {
  constexpr auto kMost = std::size_t{1} << 62;
  const double bytes = 1e6 * megabytes;
  return bytes < static_cast<double>(kMost) ? static_cast<std::size_t>(bytes) : kMost;
}

PageReport write_replay_page(const std::string& file, const ReplayData& data, std::size_t limit) {
  const LimitedPage page = limited_replay_page(data, limit);
  write_whole_file(file, page.text);
  return page.report;
}

std::string describe(const PageReport& report, const std::string& file) {
  char text[128];
  std::snprintf(text, sizeof text, ", %.2f MB", megabytes(report.bytes));
  std::string line = file;
  line.append(": ").append(counted(report.frames, "frame")).append(", ");
  line.append(counted(report.contacts, "contact")).append(text);
  if (report.bytes > report.limit)
    line.append("; all frames are kept, because the limit cannot be met by leaving out frames");
  if (report.every == 1) return line;
  std::snprintf(text, sizeof text,
                "; one of %lld frames is kept, because the page with all frames has %.1f MB",
                static_cast<long long>(report.every), megabytes(report.whole_bytes));
  return line.append(text);
}

}  // namespace cardan::view
