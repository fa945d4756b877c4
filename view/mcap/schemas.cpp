#include "view/mcap/schemas.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "view/mcap/proto_message.h"

namespace cardan::view {

namespace {

struct SchemaField {
  const char* name;
  const char* type;  ///< type of proto3, or the full name of a message or an enumeration
  bool repeated = false;
};

struct SchemaEnum {
  const char* name = nullptr;
  std::vector<const char*> values = {};  ///< numbered from 0
};

// Each message has its own file. Fields are numbered from 1.
struct Schema {
  const char* name;
  std::vector<SchemaField> fields;
  SchemaEnum type = {};
};

constexpr bool kRepeated = true;

const std::vector<Schema>& schemas() {
  static const std::vector<Schema> all{
      {"google.protobuf.Timestamp", {{"seconds", "int64"}, {"nanos", "int32"}}},
      {"google.protobuf.Duration", {{"seconds", "int64"}, {"nanos", "int32"}}},
      {"foxglove.Vector3", {{"x", "double"}, {"y", "double"}, {"z", "double"}}},
      {"foxglove.Point3", {{"x", "double"}, {"y", "double"}, {"z", "double"}}},
      {"foxglove.Quaternion", {{"x", "double"}, {"y", "double"}, {"z", "double"}, {"w", "double"}}},
      {"foxglove.Color", {{"r", "double"}, {"g", "double"}, {"b", "double"}, {"a", "double"}}},
      {"foxglove.KeyValuePair", {{"key", "string"}, {"value", "string"}}},
      {"foxglove.Pose", {{"position", "foxglove.Vector3"}, {"orientation", "foxglove.Quaternion"}}},
      {"foxglove.ArrowPrimitive",
       {{"pose", "foxglove.Pose"},
        {"shaft_length", "double"},
        {"shaft_diameter", "double"},
        {"head_length", "double"},
        {"head_diameter", "double"},
        {"color", "foxglove.Color"}}},
      {"foxglove.CubePrimitive",
       {{"pose", "foxglove.Pose"}, {"size", "foxglove.Vector3"}, {"color", "foxglove.Color"}}},
      {"foxglove.SpherePrimitive",
       {{"pose", "foxglove.Pose"}, {"size", "foxglove.Vector3"}, {"color", "foxglove.Color"}}},
      {"foxglove.CylinderPrimitive",
       {{"pose", "foxglove.Pose"},
        {"size", "foxglove.Vector3"},
        {"bottom_scale", "double"},
        {"top_scale", "double"},
        {"color", "foxglove.Color"}}},
      {"foxglove.LinePrimitive",
       {{"type", "foxglove.LinePrimitive.Type"},
        {"pose", "foxglove.Pose"},
        {"thickness", "double"},
        {"scale_invariant", "bool"},
        {"points", "foxglove.Point3", kRepeated},
        {"color", "foxglove.Color"},
        {"colors", "foxglove.Color", kRepeated},
        {"indices", "fixed32", kRepeated}},
       {"Type", {"LINE_STRIP", "LINE_LOOP", "LINE_LIST"}}},
      {"foxglove.TriangleListPrimitive",
       {{"pose", "foxglove.Pose"},
        {"points", "foxglove.Point3", kRepeated},
        {"color", "foxglove.Color"},
        {"colors", "foxglove.Color", kRepeated},
        {"indices", "fixed32", kRepeated}}},
      {"foxglove.TextPrimitive",
       {{"pose", "foxglove.Pose"},
        {"billboard", "bool"},
        {"font_size", "double"},
        {"scale_invariant", "bool"},
        {"color", "foxglove.Color"},
        {"text", "string"}}},
      {"foxglove.ModelPrimitive",
       {{"pose", "foxglove.Pose"},
        {"scale", "foxglove.Vector3"},
        {"color", "foxglove.Color"},
        {"override_color", "bool"},
        {"url", "string"},
        {"media_type", "string"},
        {"data", "bytes"}}},
      {"foxglove.SceneEntityDeletion",
       {{"timestamp", "google.protobuf.Timestamp"},
        {"type", "foxglove.SceneEntityDeletion.Type"},
        {"id", "string"}},
       {"Type", {"MATCHING_ID", "ALL"}}},
      {"foxglove.SceneEntity",
       {{"timestamp", "google.protobuf.Timestamp"},
        {"frame_id", "string"},
        {"id", "string"},
        {"lifetime", "google.protobuf.Duration"},
        {"frame_locked", "bool"},
        {"metadata", "foxglove.KeyValuePair", kRepeated},
        {"arrows", "foxglove.ArrowPrimitive", kRepeated},
        {"cubes", "foxglove.CubePrimitive", kRepeated},
        {"spheres", "foxglove.SpherePrimitive", kRepeated},
        {"cylinders", "foxglove.CylinderPrimitive", kRepeated},
        {"lines", "foxglove.LinePrimitive", kRepeated},
        {"triangles", "foxglove.TriangleListPrimitive", kRepeated},
        {"texts", "foxglove.TextPrimitive", kRepeated},
        {"models", "foxglove.ModelPrimitive", kRepeated}}},
      {"foxglove.SceneUpdate",
       {{"deletions", "foxglove.SceneEntityDeletion", kRepeated},
        {"entities", "foxglove.SceneEntity", kRepeated}}},
      {"foxglove.FrameTransform",
       {{"timestamp", "google.protobuf.Timestamp"},
        {"parent_frame_id", "string"},
        {"child_frame_id", "string"},
        {"translation", "foxglove.Vector3"},
        {"rotation", "foxglove.Quaternion"}}},
      {"foxglove.FrameTransforms", {{"transforms", "foxglove.FrameTransform", kRepeated}}},
      {"foxglove.Log",
       {{"timestamp", "google.protobuf.Timestamp"},
        {"level", "foxglove.Log.Level"},
        {"message", "string"},
        {"name", "string"},
        {"file", "string"},
        {"line", "fixed32"}},
       {"Level", {"UNKNOWN", "DEBUG", "INFO", "WARNING", "ERROR", "FATAL"}}},
      {"cardan.Contact",
       {{"body_a", "string"},
        {"body_b", "string"},
        {"point", "foxglove.Vector3"},
        {"normal", "foxglove.Vector3"},
        {"force", "foxglove.Vector3"},
        {"velocity", "foxglove.Vector3"},
        {"gap", "double"},
        {"mu", "double"},
        {"state", "cardan.Contact.State"},
        {"island", "int32"}},
       {"State", {"OPEN", "STICK", "SLIDE"}}},
      {"cardan.Contacts",
       {{"timestamp", "google.protobuf.Timestamp"}, {"contacts", "cardan.Contact", kRepeated}}},
      {"cardan.Steps",
       {{"timestamp", "google.protobuf.Timestamp"},
        {"step", "int64"},
        {"kinetic_energy", "double"},
        {"potential_energy", "double"},
        {"residual", "double"},
        {"penetration", "double"},
        {"contacts", "int32"},
        {"iterations", "int64"},
        {"solver", "string"},
        {"fallbacks", "int32"},
        {"failed_islands", "int32"}}},
  };
  return all;
}

const Schema* schema_of(std::string_view type) {
  const auto found = std::find_if(schemas().begin(), schemas().end(),
                                  [&](const Schema& schema) { return schema.name == type; });
  return found == schemas().end() ? nullptr : &*found;
}

// "foxglove.Pose" is in "foxglove/Pose.proto", "google.protobuf.Timestamp" in
// "google/protobuf/timestamp.proto".
std::string file_of(const std::string& message) {
  constexpr std::string_view kGoogle = "google.protobuf.";
  std::string file = message;
  if (file.starts_with(kGoogle)) {
    char& first = file[kGoogle.size()];
    first = static_cast<char>(first - 'A' + 'a');
  }
  std::replace(file.begin(), file.end(), '.', '/');
  return file.append(".proto");
}

// FieldDescriptorProto.Type of a field that is not a message.
int type_number(std::string_view type) {
  static const std::map<std::string_view, int> numbers{{"double", 1},  {"int64", 3}, {"int32", 5},
                                                       {"fixed32", 7}, {"bool", 8},  {"string", 9},
                                                       {"bytes", 12}};
  constexpr int kEnum = 14;
  const auto found = numbers.find(type);
  return found == numbers.end() ? kEnum : found->second;
}

ProtoMessage field_descriptor(const SchemaField& field, int number) {
  constexpr int kOptional = 1, kRepeatedLabel = 3, kMessage = 11, kEnum = 14;
  const int type = schema_of(field.type) != nullptr ? kMessage : type_number(field.type);
  ProtoMessage descriptor;
  descriptor.text(1, field.name)
      .integer(3, number)
      .integer(4, field.repeated ? kRepeatedLabel : kOptional)
      .integer(5, type);
  if (type == kMessage || type == kEnum) descriptor.text(6, std::string(".").append(field.type));
  return descriptor;
}

ProtoMessage enum_descriptor(const SchemaEnum& type) {
  ProtoMessage descriptor;
  descriptor.text(1, type.name);
  for (std::size_t k = 0; k < type.values.size(); ++k)
    descriptor.message(
        2, ProtoMessage().text(1, type.values[k]).integer(2, static_cast<std::int64_t>(k)));
  return descriptor;
}

ProtoMessage file_descriptor(const Schema& schema, const std::set<std::string>& imports) {
  const std::string full = schema.name;
  const std::size_t dot = full.rfind('.');
  ProtoMessage message;
  message.text(1, full.substr(dot + 1));
  for (std::size_t k = 0; k < schema.fields.size(); ++k)
    message.message(2, field_descriptor(schema.fields[k], static_cast<int>(k) + 1));
  if (schema.type.name != nullptr) message.message(4, enum_descriptor(schema.type));
  ProtoMessage file;
  file.text(1, file_of(full)).text(2, full.substr(0, dot));
  for (const std::string& import : imports) file.text(3, file_of(import));
  return file.message(4, message).text(12, "proto3");
}

void add_file(const std::string& type, std::set<std::string>& added, ProtoMessage& files) {
  if (!added.insert(type).second) return;
  const Schema& schema = *schema_of(type);
  std::set<std::string> imports;
  for (const SchemaField& field : schema.fields)
    if (schema_of(field.type) != nullptr) imports.insert(field.type);
  for (const std::string& import : imports) add_file(import, added, files);
  files.message(1, file_descriptor(schema, imports));
}

}  // namespace

std::string file_descriptor_set(const std::string& message) {
  ProtoMessage files;
  std::set<std::string> added;
  add_file(message, added, files);
  return files.bytes();
}

}  // namespace cardan::view
