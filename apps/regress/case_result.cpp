#include "apps/regress/case_result.h"

#include <cmath>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "cardan/error.h"

namespace cardan::app {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kStatusNames[] = {"passed", "failed",  "known",     "skipped",
                                        "error",  "crashed", "timed_out", "interrupted"};

// JSON has no numbers for these.
Json number(double x) {
  if (std::isnan(x)) return "nan";
  if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
  return x;
}

double number_of(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const auto& word = json.get_ref<const std::string&>();
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (word == "inf") return std::numeric_limits<double>::infinity();
  if (word == "-inf") return -std::numeric_limits<double>::infinity();
  throw Error("'" + word + "' is not a number");
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double x : values) list.push_back(number(x));
  return list;
}

std::vector<double> numbers_of(const Json& json) {
  std::vector<double> values;
  values.reserve(json.size());
  for (const Json& item : json) values.push_back(number_of(item));
  return values;
}

Json json_of(const CaseId& id) {
  Json point = Json::array();
  for (const auto& [name, value] : id.point) point.push_back({name, value});
  return {{"scene", id.scene},
          {"file", id.file},
          {"formulation", id.formulation},
          {"solver", id.solver},
          {"point", point}};
}

CaseId id_of(const Json& json) {
  CaseId id;
  id.scene = json.at("scene");
  id.file = json.at("file");
  id.formulation = json.at("formulation");
  id.solver = json.at("solver");
  for (const Json& item : json.at("point")) id.point.emplace_back(item.at(0), item.at(1));
  return id;
}

Json json_of(const CaseSeries& series) {
  return {{"name", series.name},
          {"unit", series.unit},
          {"time", numbers(series.time)},
          {"value", numbers(series.value)},
          {"lower", numbers(series.lower)},
          {"upper", numbers(series.upper)},
          {"golden", numbers(series.golden)}};
}

CaseSeries series_of(const Json& json) {
  return {json.at("name"),
          json.at("unit"),
          numbers_of(json.at("time")),
          numbers_of(json.at("value")),
          numbers_of(json.at("lower")),
          numbers_of(json.at("upper")),
          numbers_of(json.at("golden"))};
}

Json json_of(const CaseCheck& check) {
  return {{"text", check.text},           {"line", check.line},
          {"quantity", check.quantity},   {"unit", check.unit},
          {"passed", check.passed},       {"known", check.known},
          {"because", check.because},     {"measured", number(check.measured)},
          {"lower", number(check.lower)}, {"upper", number(check.upper)},
          {"time", number(check.time)},   {"message", check.message},
          {"series", check.series}};
}

CaseCheck check_of(const Json& json) {
  CaseCheck check;
  check.text = json.at("text");
  check.line = json.at("line");
  check.quantity = json.at("quantity");
  check.unit = json.at("unit");
  check.passed = json.at("passed");
  check.known = json.at("known");
  check.because = json.at("because");
  check.measured = number_of(json.at("measured"));
  check.lower = number_of(json.at("lower"));
  check.upper = number_of(json.at("upper"));
  check.time = number_of(json.at("time"));
  check.message = json.at("message");
  check.series = json.at("series");
  return check;
}

Json json_of(const CaseTrouble& trouble) {
  return {{"step", trouble.step},
          {"time", number(trouble.time)},
          {"report", trouble.report},
          {"captured", trouble.captured}};
}

CaseTrouble trouble_of(const Json& json) {
  return {json.at("step"), number_of(json.at("time")), json.at("report"), json.at("captured")};
}

Json json_of(const CaseAcross& across) {
  return {{"line", across.line}, {"value", number(across.value)}};
}

Json json_of(const CaseGolden& golden) { return {{"file", golden.file}, {"text", golden.text}}; }

template <class Item>
Json list_of(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(json_of(item));
  return list;
}

CaseStatus status_of(const std::string& name) {
  for (std::size_t i = 0; i < std::size(kStatusNames); ++i) {
    if (name == kStatusNames[i]) return static_cast<CaseStatus>(i);
  }
  throw Error("'" + name + "' is not a status of a case");
}

CaseResult result_of(const Json& json) {
  CaseResult result;
  result.id = id_of(json.at("id"));
  result.tags = json.at("tags").get<std::vector<std::string>>();
  result.status = status_of(json.at("status"));
  result.message = json.at("message");
  for (const Json& item : json.at("checks")) result.checks.push_back(check_of(item));
  for (const Json& item : json.at("series")) result.series.push_back(series_of(item));
  for (const Json& item : json.at("troubles")) result.troubles.push_back(trouble_of(item));
  for (const Json& item : json.at("across")) {
    result.across.push_back({item.at("line"), number_of(item.at("value"))});
  }
  for (const Json& item : json.at("recorded")) {
    result.recorded.push_back({item.at("file"), item.at("text")});
  }
  result.wall_seconds = number_of(json.at("wall_seconds"));
  result.simulated = number_of(json.at("simulated"));
  result.step = number_of(json.at("step"));
  result.steps = json.at("steps");
  result.worst_residual = number_of(json.at("worst_residual"));
  result.max_penetration = number_of(json.at("max_penetration"));
  result.iterations = json.at("iterations");
  result.fallbacks = json.at("fallbacks");
  result.failed_islands = json.at("failed_islands");
  result.state_hash = json.at("state_hash");
  result.replay = json.at("replay");
  return result;
}

}  // namespace

std::string CaseId::label() const {
  std::string text = scene;
  if (!formulation.empty() || !solver.empty()) {
    text.append(" ").append(formulation).append("/").append(solver);
  }
  for (const auto& [name, value] : point) {
    text.append(" ").append(name).append("=").append(value);
  }
  return text;
}

const char* name_of(CaseStatus status) { return kStatusNames[static_cast<int>(status)]; }

std::string case_result_json(const CaseResult& result) {
  const Json json = {{"id", json_of(result.id)},
                     {"tags", result.tags},
                     {"status", name_of(result.status)},
                     {"message", result.message},
                     {"checks", list_of(result.checks)},
                     {"troubles", list_of(result.troubles)},
                     {"wall_seconds", number(result.wall_seconds)},
                     {"simulated", number(result.simulated)},
                     {"step", number(result.step)},
                     {"steps", result.steps},
                     {"worst_residual", number(result.worst_residual)},
                     {"max_penetration", number(result.max_penetration)},
                     {"iterations", result.iterations},
                     {"fallbacks", result.fallbacks},
                     {"failed_islands", result.failed_islands},
                     {"state_hash", result.state_hash},
                     {"replay", result.replay},
                     {"across", list_of(result.across)},
                     {"recorded", list_of(result.recorded)},
                     {"series", list_of(result.series)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

CaseResult parse_case_result(const std::string& json) {
  try {
    return result_of(Json::parse(json));
  } catch (const nlohmann::json::exception&) {
    throw Error("not the result of a run");
  }
}

}  // namespace cardan::app
