#pragma once

#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cardan/error.h"
#include "cardan/skeleton.h"
#include "cardan/spatial.h"

/// Conversion of structs to JSON and back, exact to the bit. Every struct has one list of its
/// fields, fields(archive, x), which Writer and Reader share. Numbers that are not finite are
/// strings. Reader throws Error or an exception of the JSON library.
namespace cardan::json {

using PlainJson = nlohmann::json;

struct Writer;
struct Reader;

// A skeleton is written as a list of its links.
PlainJson json_of_shared(const Skeleton& x);
std::shared_ptr<const Skeleton> read_shared(const PlainJson& json, const Skeleton*);

inline PlainJson json_of(double x) {
  if (std::isfinite(x)) return x;
  return std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
}
inline PlainJson json_of(bool x) { return x; }
inline PlainJson json_of(int x) { return x; }
inline PlainJson json_of(std::uint32_t x) { return x; }
inline PlainJson json_of(std::uint64_t x) { return x; }
inline PlainJson json_of(const std::string& x) { return x; }
inline PlainJson json_of(const std::filesystem::path& x) { return x.string(); }
template <class E>
requires std::is_enum_v<E> PlainJson json_of(E x) { return static_cast<int>(x); }
template <class Derived>
PlainJson json_of(const Eigen::PlainObjectBase<Derived>& x) {
  PlainJson list = PlainJson::array();
  for (Eigen::Index i = 0; i < x.size(); ++i) list.push_back(json_of(x.data()[i]));
  return list;
}
inline PlainJson json_of(const RigidTransform& x) {
  return {{"p", json_of(x.p)}, {"R", json_of(x.R)}};
}
inline PlainJson json_of(const SpatialVelocity& x) {
  return {{"angular", json_of(x.angular)}, {"linear", json_of(x.linear)}};
}
inline PlainJson json_of(const std::array<int, 3>& x) { return x; }
inline PlainJson json_of(const std::array<double, 4>& x) {
  return {json_of(x[0]), json_of(x[1]), json_of(x[2]), json_of(x[3])};
}
inline PlainJson json_of(const std::pair<std::string, std::string>& x) {
  return {x.first, x.second};
}
inline PlainJson json_of(const std::set<std::string>& x) { return x; }
template <class T>
PlainJson json_of(const std::optional<T>& x);
template <class T>
PlainJson json_of(const std::vector<T>& x);
template <class T>
PlainJson json_of(const std::map<std::string, T>& x);
template <class... Kinds>
PlainJson json_of(const std::variant<Kinds...>& x);
template <class T>
PlainJson json_of(const std::shared_ptr<const T>& x);
template <class T>
requires requires(Writer& writer, T& x) { fields(writer, x); }
PlainJson json_of(const T& x);

struct Writer {
  PlainJson json = PlainJson::object();
  template <class T>
  void operator()(const char* key, T& value) {
    json[key] = json_of(static_cast<const T&>(value));
  }
};

// Omits fields that have the same value as in a default-constructed T.
template <class T>
requires requires(Writer& writer, T& x) { fields(writer, x); }
PlainJson json_of(const T& x) {
  Writer own, plain;
  T usual{};
  fields(own, const_cast<T&>(x));
  fields(plain, usual);
  // The texts are compared because 0 and −0 are equal as numbers.
  for (const auto& [key, value] : plain.json.items())
    if (own.json[key].dump() == value.dump()) own.json.erase(key);
  return own.json;
}

template <class T>
PlainJson json_of(const std::optional<T>& x) {
  return x ? json_of(*x) : PlainJson(nullptr);
}
template <class T>
PlainJson json_of(const std::vector<T>& x) {
  PlainJson list = PlainJson::array();
  for (const T& item : x) list.push_back(json_of(item));
  return list;
}
template <class T>
PlainJson json_of(const std::map<std::string, T>& x) {
  PlainJson map = PlainJson::object();
  for (const auto& [key, value] : x) map[key] = json_of(value);
  return map;
}

template <class... Kinds>
PlainJson json_of(const std::variant<Kinds...>& x) {
  return {{"kind", x.index()}, {"value", std::visit([](const auto& y) { return json_of(y); }, x)}};
}

template <class T>
PlainJson json_of_shared(const T& x) {
  return json_of(x);
}
template <class T>
PlainJson json_of(const std::shared_ptr<const T>& x) {
  return x ? json_of_shared(*x) : PlainJson(nullptr);
}

inline void read(const PlainJson& json, double& x) {
  if (json.is_string()) {
    const std::string word = json;
    x = word == "nan" ? std::numeric_limits<double>::quiet_NaN() : kInfinity;
    if (word == "-inf") x = -kInfinity;
    return;
  }
  x = json.get<double>();
}
inline void read(const PlainJson& json, bool& x) { x = json.get<bool>(); }
inline void read(const PlainJson& json, int& x) { x = json.get<int>(); }
inline void read(const PlainJson& json, std::uint32_t& x) { x = json.get<std::uint32_t>(); }
inline void read(const PlainJson& json, std::uint64_t& x) { x = json.get<std::uint64_t>(); }
inline void read(const PlainJson& json, std::string& x) { x = json.get<std::string>(); }
inline void read(const PlainJson& json, std::filesystem::path& x) { x = json.get<std::string>(); }
template <class E>
requires std::is_enum_v<E>
void read(const PlainJson& json, E& x) {
  constexpr int kMost = 64;  // limit, needed because a damaged text could contain any value
  const int value = json.get<int>();
  if (value < 0 || value > kMost)
    throw Error("an enumeration has the value " + std::to_string(value));
  x = static_cast<E>(value);
}
template <class Derived>
void read(const PlainJson& json, Eigen::PlainObjectBase<Derived>& x) {
  if (!json.is_array() || static_cast<Eigen::Index>(json.size()) != x.size())
    throw Error("expected a list of " + std::to_string(x.size()) + " numbers");
  for (Eigen::Index i = 0; i < x.size(); ++i) read(json[static_cast<std::size_t>(i)], x.data()[i]);
}
inline void read(const PlainJson& json, RigidTransform& x) {
  read(json.at("p"), x.p);
  read(json.at("R"), x.R);
}
inline void read(const PlainJson& json, SpatialVelocity& x) {
  read(json.at("angular"), x.angular);
  read(json.at("linear"), x.linear);
}
inline void read(const PlainJson& json, std::array<int, 3>& x) {
  x = json.get<std::array<int, 3>>();
}
inline void read(const PlainJson& json, std::array<double, 4>& x) {
  for (std::size_t i = 0; i < x.size(); ++i) read(json.at(i), x[i]);
}
inline void read(const PlainJson& json, std::pair<std::string, std::string>& x) {
  x = {json.at(0).get<std::string>(), json.at(1).get<std::string>()};
}
inline void read(const PlainJson& json, std::set<std::string>& x) {
  x = json.get<std::set<std::string>>();
}
template <class T>
void read(const PlainJson& json, std::optional<T>& x);
template <class T>
void read(const PlainJson& json, std::vector<T>& x);
template <class T>
void read(const PlainJson& json, std::map<std::string, T>& x);
template <class... Kinds>
void read(const PlainJson& json, std::variant<Kinds...>& x);
template <class T>
void read(const PlainJson& json, std::shared_ptr<const T>& x);
template <class T>
requires requires(Reader& reader, T& x) { fields(reader, x); }
void read(const PlainJson& json, T& x);

struct Reader {
  const PlainJson& json;
  template <class T>
  void operator()(const char* key, T& value) {
    const auto found = json.find(key);
    if (found != json.end()) read(*found, value);
  }
};

template <class T>
requires requires(Reader& reader, T& x) { fields(reader, x); }
void read(const PlainJson& json, T& x) {
  if (!json.is_object()) throw Error("expected a map");
  Reader reader{json};
  fields(reader, x);
}
template <class T>
void read(const PlainJson& json, std::optional<T>& x) {
  x.reset();
  if (!json.is_null()) read(json, x.emplace());
}
template <class T>
void read(const PlainJson& json, std::vector<T>& x) {
  if (!json.is_array()) throw Error("expected a list");
  x.resize(json.size());
  for (std::size_t i = 0; i < x.size(); ++i) read(json[i], x[i]);
}
template <class T>
void read(const PlainJson& json, std::map<std::string, T>& x) {
  if (!json.is_object()) throw Error("expected a map");
  x.clear();
  for (const auto& [key, value] : json.items()) read(value, x[key]);
}

template <class... Kinds>
void read(const PlainJson& json, std::variant<Kinds...>& x) {
  const auto kind = json.at("kind").get<std::size_t>();
  if (kind >= sizeof...(Kinds)) throw Error("a variant has no kind " + std::to_string(kind));
  std::size_t i = 0;
  const auto read_as = [&]<class Kind>(const Kind*) {
    if (i++ == kind) read(json.at("value"), x.template emplace<Kind>());
  };
  (read_as(static_cast<const Kinds*>(nullptr)), ...);
}

template <class T>
std::shared_ptr<const T> read_shared(const PlainJson& json, const T*) {
  auto x = std::make_shared<T>();
  read(json, *x);
  return x;
}
template <class T>
void read(const PlainJson& json, std::shared_ptr<const T>& x) {
  x = json.is_null() ? nullptr : read_shared(json, static_cast<const T*>(nullptr));
}

template <class T>
std::string text_of(const T& x) {
  return json_of(x).dump(-1, ' ', false, PlainJson::error_handler_t::replace);
}

template <class T>
T read_text(const std::string& text, const std::string& where) {
  try {
    T x{};
    read(PlainJson::parse(text), x);
    return x;
  } catch (const PlainJson::exception&) {
    throw Error("a description is damaged", where, "the file is not one that cardan wrote");
  }
}

}  // namespace cardan::json
