#include "view/page_json.h"

#include <cmath>

namespace cardan::view {

namespace {

constexpr int kFormat = 1;

Json vector_json(const Vector3& x) { return {x.x(), x.y(), x.z()}; }

Json pose_json(const RigidTransform& X) {
  const Quaternion turn(X.R);
  return {X.p.x(), X.p.y(), X.p.z(), turn.w(), turn.x(), turn.y(), turn.z()};
}

Json shape_json(const PageShape& shape) {
  if (shape.kind != "mesh") return {{"kind", shape.kind}, {"size", vector_json(shape.size)}};
  Json json = {{"kind", shape.kind},
               {"vertices", shape.vertices},
               {"triangles", shape.triangles},
               {"extent", vector_json(shape.extent)}};
  if (shape.colours[1] > 0) json["colours"] = shape.colours;
  if (shape.uv[1] > 0) json["uv"] = shape.uv;
  return json;
}

Json part_json(const PagePart& part) {
  Json json = {{"role", part.role == PagePart::Role::kVisual ? "visual" : "collision"},
               {"body", part.body},
               {"shape", part.shape},
               {"pose", pose_json(part.X_BS)}};
  if (part.rgba) json["rgba"] = *part.rgba;
  if (part.image >= 0) json["image"] = part.image;
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

}  // namespace

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

Json events_json(const ReplayData& data) {
  Json events = Json::array();
  for (const PageEvent& event : data.events) {
    events.push_back({{"kind", event_name(event.kind)},
                      {"step", event.step},
                      {"time", event.time},
                      {"text", event.text}});
  }
  return events;
}

Json head_json(const ReplayData& data, const Json& tables, const Json& images) {
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
               {"images", images},
               {"notes", data.notes},
               {"events", events_json(data)},
               {"tables", tables}};
  for (const PageModel& model : data.models)
    head["models"].push_back({{"name", model.name}, {"moves", model.moves}});
  for (const PageBody& body : data.bodies) {
    head["bodies"].push_back({{"model", body.model}, {"link", body.link}});
    if (body.visual_missing) head["bodies"].back()["visual_missing"] = true;
  }
  for (const PageShape& shape : data.shapes) head["shapes"].push_back(shape_json(shape));
  for (const PagePart& part : data.parts) head["parts"].push_back(part_json(part));
  if (data.live) head["live"] = live_json(*data.live);
  if (data.robot) head["robot"] = robot_json(*data.robot);
  return head;
}

}  // namespace cardan::view
