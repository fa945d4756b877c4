#include "replay_page.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cardan/core/atomic_file.h"
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

/// The chunks of a page, and the list of its tables.
class Chunks {
 public:
  // repeat: the columns of a row are those of the table, so many times.
  void add(const Table& table, std::size_t rows, std::size_t repeat,
           const std::vector<std::uint32_t>& words) {
    const std::size_t width = table.columns().size() * repeat;
    Json columns = Json::array(), chunks = Json::array();
    for (const Column& column : table.columns()) {
      columns.push_back({{"name", column.name},
                         {"type", column.type == Column::Type::kFloat ? "f32" : "i32"},
                         {"unit", column.unit}});
    }
    const std::size_t most = std::max<std::size_t>(1, kChunkBytes / (4 * width + 1));
    for (std::size_t first = 0; first < rows; first += most) {
      const std::size_t count = std::min(most, rows - first);
      chunks.push_back({{"id", number_}, {"rows", count}});
      markup_.append("<script type=\"application/octet-stream\" id=\"chunk-");
      markup_.append(std::to_string(number_++)).append("\">");
      markup_.append(packed_text(
          arranged_bytes(std::span(words).subspan(first * width, count * width), width)));
      markup_.append("</script>\n");
    }
    tables_.push_back({{"name", table.name()},
                       {"rows", rows},
                       {"repeat", repeat},
                       {"columns", columns},
                       {"chunks", chunks}});
  }
  void add(const Table& table) {
    const auto words = table.words(0, table.rows());
    add(table, table.rows(), 1, {words.begin(), words.end()});
  }

  const Json& tables() const { return tables_; }
  const std::string& markup() const { return markup_; }

 private:
  Json tables_ = Json::array();
  std::string markup_;
  int number_ = 0;
};

void add_poses(const ReplayData& data, Chunks& chunks) {
  const Table columns("poses", {{"x", {}, "m"},
                                {"y", {}, "m"},
                                {"z", {}, "m"},
                                {"qw", {}, ""},
                                {"qx", {}, ""},
                                {"qy", {}, ""},
                                {"qz", {}, ""}});
  std::vector<std::uint32_t> words;
  for (const std::vector<float>& frame : data.poses)
    for (const float x : frame) words.push_back(std::bit_cast<std::uint32_t>(x));
  if (!data.bodies.empty()) chunks.add(columns, data.poses.size(), data.bodies.size(), words);
}

Json head_json(const ReplayData& data, const Json& tables) {
  Json head = {{"format", kFormat},        {"cardan", CARDAN_VERSION},
               {"title", data.title},      {"formulation", data.formulation},
               {"chain", data.chain},      {"time_step", data.time_step},
               {"rate", data.rate},        {"gravity", vector_json(data.gravity)},
               {"scene", data.scene_text}, {"models", Json::array()},
               {"bodies", Json::array()},  {"shapes", Json::array()},
               {"parts", Json::array()},   {"events", Json::array()},
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

}  // namespace

std::string replay_page(const ReplayData& data) {
  Chunks chunks;
  for (const Table* table :
       {&data.vertices, &data.triangles, &data.frames, &data.contacts, &data.islands, &data.steps})
    chunks.add(*table);
  add_poses(data, chunks);
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

LimitedPage limited_replay_page(const ReplayData& data, std::size_t limit) {
  LimitedPage page;
  PageReport& report = page.report;
  page.text = replay_page(data);
  report.whole_bytes = page.text.size();
  ReplayData thin;
  const ReplayData* written = &data;
  while (page.text.size() > limit && written->frames.rows() > 2) {
    const double factor = static_cast<double>(page.text.size()) / static_cast<double>(limit);
    report.every =
        std::max(report.every + 1,
                 static_cast<std::int64_t>(std::ceil(factor * static_cast<double>(report.every))));
    thin = thin_frames(data, report.every);
    written = &thin;
    page.text = replay_page(thin);
  }
  report.bytes = page.text.size();
  report.frames = written->frames.rows();
  report.contacts = written->contacts.rows();
  return page;
}

PageReport write_replay_page(const std::string& file, const ReplayData& data, std::size_t limit) {
  const LimitedPage page = limited_replay_page(data, limit);
  write_whole_file(file, page.text);
  return page.report;
}

std::string describe(const PageReport& report, const std::string& file) {
  char text[256];
  std::snprintf(text, sizeof text, "%zu frames, %zu contacts, %.2f MB", report.frames,
                report.contacts, megabytes(report.bytes));
  std::string line = file;
  line.append(": ").append(text);
  if (report.every == 1) return line;
  std::snprintf(text, sizeof text,
                "; one of %lld frames is kept, because the page with all frames has %.1f MB",
                static_cast<long long>(report.every), megabytes(report.whole_bytes));
  return line.append(text);
}

}  // namespace cardan::view
