#include <nlohmann/json.hpp>

#include "cardan/scene_schema.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

using Json = nlohmann::ordered_json;

// Numbers may stand in quotes, and YAML 1.1 reads 1e-3 as a text.
constexpr const char* kUnsigned = "([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?$";
constexpr double kMostExact = 9007199254740992;  // 2^53

Json number_schema(Json bounds, const char* sign) {
  bounds["type"] = "number";
  return {{"anyOf", {bounds, {{"type", "string"}, {"pattern", std::string(sign) + kUnsigned}}}}};
}

Json whole_schema(double least, double most) {
  const Json number = {{"type", "integer"}, {"minimum", least}, {"maximum", most}};
  return {{"anyOf", {number, {{"type", "string"}, {"pattern", "^[0-9]+(e[0-9]+)?$"}}}}};
}

// Forms that stand in many places, by name.
Json definitions() {
  return {{"number", number_schema({}, "^[-+]?")},
          {"positive", number_schema({{"exclusiveMinimum", 0}}, "^[+]?")},
          {"non_negative", number_schema({{"minimum", 0}}, "^[+]?")},
          {"word", {{"type", {"string", "number", "boolean"}}, {"not", {{"const", ""}}}}},
          {"pose",
           {{"type", "object"},
            {"properties",
             {{"xyz", {{"$ref", "#/$defs/vector"}, {"description", "Position [m]"}}},
              {"rpy", {{"$ref", "#/$defs/vector"}, {"description", "Roll, pitch and yaw [rad]"}}}}},
            {"additionalProperties", false}}},
          {"vector",
           {{"type", "array"},
            {"items", {{"$ref", "#/$defs/number"}}},
            {"minItems", 3},
            {"maxItems", 3}}}};
}

Json reference(const char* name) { return {{"$ref", std::string("#/$defs/") + name}}; }

Json schema_of(const Form& form);

Json schema_of(const KeyRow& row) {
  Json schema = schema_of(row.form);
  std::string text = row.doc;
  const Form* last = &row.form;
  while (last->item != nullptr) last = last->item;
  if (*last->unit != 0) text.append(" [").append(last->unit).append("]");
  schema["description"] = text;
  return schema;
}

// Two rows of one name, in maps that the reader tells apart, allow the values of both.
void add_property(const KeyRow& row, Json& properties) {
  Json schema = schema_of(row);
  if (!properties.contains(row.name)) {
    properties[row.name] = schema;
  } else if (properties[row.name] != schema) {
    properties[row.name] = {{"anyOf", {properties[row.name], schema}}};
  }
}

Json map_schema(const Form& form) {
  std::vector<const KeyRow*> rows;
  if (form.rows != nullptr) rows = form.rows();
  for (std::size_t i = 0; i < form.num_rows; ++i) rows.push_back(&form.first_row[i]);
  Json schema = {{"type", "object"}, {"properties", Json::object()}};
  Json required = Json::array();
  for (const KeyRow* row : rows) {
    add_property(*row, schema["properties"]);
    if (row->required) required.push_back(row->name);
  }
  schema["additionalProperties"] = form.item == nullptr ? Json(false) : schema_of(*form.item);
  if (!required.empty()) schema["required"] = required;
  for (const char* key : form.one_of) schema["oneOf"].push_back({{"required", {key}}});
  return schema;
}

Json list_schema(const Form& form) {
  Json schema = {{"type", "array"}, {"items", schema_of(*form.item)}};
  if (form.count > 0) schema["minItems"] = schema["maxItems"] = form.count;
  if (form.count == form::kSome) schema["minItems"] = 1;
  return schema;
}

Json choice_schema(const Form& form) {
  Json words = Json::array();
  for (const char* word : form.words) {
    words.push_back(word);
    if (word == std::string_view("1")) words.push_back(1);
  }
  return {{"enum", words}};
}

Json either_schema(const Form& form) {
  Json forms = Json::array();
  for (const Form& one : form.forms) forms.push_back(schema_of(one));
  return {{"anyOf", forms}};
}

Json schema_of(const Form& form) {
  switch (form.kind) {
    case Form::Kind::kNumber:
      return reference("number");
    case Form::Kind::kPositive:
      return reference("positive");
    case Form::Kind::kNonNegative:
      return reference("non_negative");
    case Form::Kind::kPositiveInteger:
      return whole_schema(1, 1e9);
    case Form::Kind::kSeed:
      return whole_schema(0, kMostExact);
    case Form::Kind::kBoolean:
      return {{"enum", {false, true, "false", "true"}}};
    case Form::Kind::kWord:
      return reference("word");
    case Form::Kind::kChoice:
      return choice_schema(form);
    case Form::Kind::kVector:
      return reference("vector");
    case Form::Kind::kPose:
      return reference("pose");
    case Form::Kind::kMap:
      return map_schema(form);
    case Form::Kind::kList:
      return list_schema(form);
    case Form::Kind::kNamed:
      return {{"type", "object"}, {"additionalProperties", schema_of(*form.item)}};
    case Form::Kind::kEither:
      return either_schema(form);
    case Form::Kind::kLate:
      return schema_of(form.late());
    case Form::Kind::kAny:
      break;
  }
  return Json::object();
}

}  // namespace

std::string scene_schema() {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "Scene of cardan, format 1"}};
  schema.update(schema_of(scene_form()));
  schema["$defs"] = definitions();
  return schema.dump(2) + "\n";
}

}  // namespace cardan
