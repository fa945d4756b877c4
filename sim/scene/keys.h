#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "sim/scene/yaml.h"

/// Tables of the keys of a scene file. The readers, the refusal of unknown keys and the schema walk
/// them.
namespace cardan {

struct KeyRow;

/// Form of the value of a key.
struct Form {
  enum class Kind {
    kNumber,
    kPositive,
    kNonNegative,
    kPositiveInteger,
    kSeed,  ///< a whole number from 0 to 2^53
    kBoolean,
    kWord,    ///< any scalar
    kChoice,  ///< one of `words`
    kVector,  ///< three numbers
    kPose,    ///< {xyz, rpy}
    kMap,     ///< the keys `rows()`; with `item` also any others with values of this form
    kList,    ///< a list of `item`: of `count` items, or of one or more (kSome), if that is not 0
    kNamed,   ///< a map from names to `item`
    kEither,  ///< one of `forms`
    kLate,    ///< the form that `late()` returns
    kAny
  };
  Kind kind = Kind::kAny;
  const char* unit = "";
  std::span<const char* const> words = {};
  std::vector<const KeyRow*> (*rows)() = nullptr;
  std::span<const char* const> one_of = {};  ///< a map has exactly one of these keys
  const Form* item = nullptr;
  int count = 0;
  std::span<const Form> forms = {};
  Form (*late)() = nullptr;
  const KeyRow* first_row = nullptr;  ///< of a map whose rows are made at run time
  std::size_t num_rows = 0;
};

/// A key that its reader looks up by name.
struct KeyRow {
  const char* name;
  Form form;
  const char* doc;  ///< one line, without a full stop and the unit
  bool required = false;
};

/// A key that read_keys reads into a Spec. A row without `read` is left to the caller.
template <class Spec>
using KeyReader = void (*)(const SceneNode& node, const Form& form, Spec& spec);
template <class Spec>
struct Key : KeyRow {
  KeyReader<Spec> read = nullptr;
};

namespace form {

using Kind = Form::Kind;

constexpr Form number(const char* unit) { return {Kind::kNumber, unit}; }
constexpr Form positive(const char* unit) { return {Kind::kPositive, unit}; }
constexpr Form non_negative(const char* unit) { return {Kind::kNonNegative, unit}; }
constexpr Form vector3(const char* unit) { return {Kind::kVector, unit}; }
inline constexpr Form kPositiveInteger{Kind::kPositiveInteger};
inline constexpr Form kSeed{Kind::kSeed};
inline constexpr Form kBoolean{Kind::kBoolean};
inline constexpr Form kWord{Kind::kWord};
inline constexpr Form kPose{Kind::kPose};
inline constexpr Form kAny{Kind::kAny};
inline constexpr Form kNumber{Kind::kNumber};
inline constexpr Form kWords{Kind::kList, "", {}, nullptr, {}, &kWord};
inline constexpr Form kNumbers{Kind::kList, "", {}, nullptr, {}, &kNumber};
inline constexpr Form kBounds{Kind::kList, "", {}, nullptr, {}, &kNumber, 2};
constexpr Form choice(std::span<const char* const> words) { return {Kind::kChoice, "", words}; }
constexpr Form list(const Form* item, int count = 0) {
  return {Kind::kList, "", {}, nullptr, {}, item, count};
}
inline constexpr int kSome = -1;
/// A list that is not empty.
constexpr Form some(const Form* item) { return list(item, kSome); }
constexpr Form named(const Form* item) { return {Kind::kNamed, "", {}, nullptr, {}, item}; }
constexpr Form either(std::span<const Form> forms) {
  return {Kind::kEither, "", {}, nullptr, {}, nullptr, 0, forms};
}

/// A form of another file.
constexpr Form late(Form (*make)()) {
  Form form{Kind::kLate};
  form.late = make;
  return form;
}

template <const auto&... tables>
std::vector<const KeyRow*> rows() {
  std::vector<const KeyRow*> all;
  [[maybe_unused]] const auto add = [&](const auto& table) {
    for (const KeyRow& row : table) all.push_back(&row);
  };
  (add(tables), ...);
  return all;
}

/// A map with the keys of these tables.
template <const auto&... tables>
constexpr Form map(std::span<const char* const> one_of = {}) {
  return {Kind::kMap, "", {}, &rows<tables...>, one_of};
}
/// A map with the keys of tables and of rows of another file.
template <std::span<const KeyRow> (*others)(), const auto&... tables>
std::vector<const KeyRow*> rows_with() {
  std::vector<const KeyRow*> all = rows<tables...>();
  for (const KeyRow& row : others()) all.push_back(&row);
  return all;
}
template <std::span<const KeyRow> (*others)(), const auto&... tables>
constexpr Form map_with(std::span<const char* const> one_of = {}) {
  return {Kind::kMap, "", {}, &rows_with<others, tables...>, one_of};
}
/// A map with the keys of tables and any others.
template <const auto&... tables>
constexpr Form open_map(const Form* others) {
  return {Kind::kMap, "", {}, &rows<tables...>, {}, others};
}

inline constexpr const char* kOffOn[] = {"off", "on"};

}  // namespace form

/// Names of the rows of tables, in order.
template <class... Tables>
std::vector<std::string> key_names(const Tables&... tables) {
  std::vector<std::string> names;
  [[maybe_unused]] const auto add = [&](const auto& table) {
    for (const KeyRow& row : table) names.emplace_back(row.name);
  };
  (add(tables), ...);
  return names;
}

/// Refuses keys that no table has.
template <class... Tables>
void allow_keys(const SceneNode& node, const Tables&... tables) {
  node.allow_keys(key_names(tables...));
}

/// Reads the keys of a table that have a reader, in its order.
template <class Spec, std::size_t size>
void read_keys(const SceneNode& node, const Key<Spec> (&table)[size], Spec& spec) {
  for (const Key<Spec>& key : table) {
    if (key.read == nullptr) continue;
    const auto value = key.required ? std::optional(node.require(key.name)) : node.find(key.name);
    if (value) key.read(*value, key.form, spec);
  }
}

std::uint64_t read_seed(const SceneNode& node);

inline double read_number(const SceneNode& node, const Form& form) {
  if (form.kind == Form::Kind::kPositive) return node.positive(form.unit);
  if (form.kind == Form::Kind::kNonNegative) return node.non_negative(form.unit);
  return node.number(form.unit);
}

inline std::vector<std::string> words_of(const Form& form) {
  return {form.words.begin(), form.words.end()};
}

template <class Value>
void read_into(const SceneNode& node, const Form& form, Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    value = static_cast<Value>(node.choice(words_of(form)));
  } else if constexpr (std::is_same_v<Value, bool>) {
    value = form.kind == Form::Kind::kChoice ? node.choice(words_of(form)) == 1 : node.boolean();
  } else if constexpr (std::is_same_v<Value, int>) {
    value = node.positive_integer();
  } else if constexpr (std::is_same_v<Value, std::uint64_t>) {
    value = read_seed(node);
  } else if constexpr (std::is_same_v<Value, std::string>) {
    value = node.word();
  } else if constexpr (std::is_same_v<Value, Vector3>) {
    value = node.vector3(form.unit);
  } else if constexpr (std::is_same_v<Value, RigidTransform>) {
    value = node.pose();
  } else {
    value = read_number(node, form);
  }
}

template <class Value>
void read_into(const SceneNode& node, const Form& form, std::optional<Value>& value) {
  read_into(node, form, value.emplace());
}

/// Reads a member of a Spec, given by the members on the way to it.
template <class Spec, auto first, auto... more>
void read_member(const SceneNode& node, const Form& form, Spec& spec) {
  if constexpr (sizeof...(more) == 0) {
    read_into(node, form, spec.*first);
  } else {
    read_member<std::remove_reference_t<decltype(spec.*first)>, more...>(node, form, spec.*first);
  }
}

/// The reader of a member of any Spec: kInto<&Spec::member>.
template <auto... path>
struct Into {
  template <class Spec>
  constexpr operator KeyReader<Spec>() const {
    return &read_member<Spec, path...>;
  }
};
template <auto... path>
inline constexpr Into<path...> kInto;

}  // namespace cardan
