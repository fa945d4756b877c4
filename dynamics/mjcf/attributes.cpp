#include <algorithm>
#include <cmath>

#include "core/nearest.h"
#include "dynamics/mjcf/element_table.h"
#include "dynamics/mjcf/read.h"
#include "dynamics/urdf/numbers.h"

namespace cardan::mjcf {

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr std::size_t kMostNotes = 20000;  // of infos and warnings

Matrix3 about(const Vector3& axis, double turn) {
  return Eigen::AngleAxisd(turn, axis).toRotationMatrix();
}

// Turns in the order of the letters: about the moving axes for x, y, z, about fixed ones for X, Y,
// Z.
Matrix3 of_euler_angles(const double* angles, const std::string& sequence, double unit) {
  Matrix3 R = Matrix3::Identity();
  for (int i = 0; i < 3; ++i) {
    const char letter = sequence[static_cast<std::size_t>(i)];
    const bool fixed = letter < 'a';
    const Matrix3 turn = about(Vector3::Unit(letter - (fixed ? 'X' : 'x')), unit * angles[i]);
    R = fixed ? Matrix3(turn * R) : Matrix3(R * turn);
  }
  return R;
}

}  // namespace

std::string element_words(const Element& element) {
  std::string words = element.Name();
  if (const char* name = element.Attribute("name")) words.append(" \"").append(name).append("\"");
  return words;
}

Matrix3 rotation_of_z(const Vector3& v) {
  const Vector3 across = Vector3::UnitZ().cross(v.normalized());
  const double s = across.norm();
  const Vector3 axis = s < 1e-10 ? Vector3::UnitX() : Vector3(across / s);
  return about(axis, std::atan2(s, v.normalized().z()));
}

Matrix3 Orientation::rotation(const Compiler& compiler) const {
  const double unit = compiler.degrees ? kDegree : 1;
  const Vector3 first(value[0], value[1], value[2]), second(value[3], value[4], value[5]);
  if (form == "quat")
    return Quaternion(value[0], value[1], value[2], value[3]).normalized().toRotationMatrix();
  if (form == "axisangle") return about(first.normalized(), unit * value[3]);
  if (form == "zaxis") return rotation_of_z(first);
  if (form == "euler") return of_euler_angles(value.data(), compiler.euler_sequence, unit);
  if (form != "xyaxes") return Matrix3::Identity();
  Matrix3 R;
  R.col(0) = first.normalized();
  R.col(1) = (second - R.col(0) * R.col(0).dot(second)).normalized();
  R.col(2) = R.col(0).cross(R.col(1));
  return R;
}

void Reader::add(Severity severity, const Element& element, const std::string& message) {
  if (severity != Severity::kError && out.diagnostics.size() > kMostNotes) return;
  if (!said_.insert({&element, message}).second) return;
  const Source at = source(element);
  out.diagnostics.push_back({severity, at.file, at.line, element_words(element), message});
}

bool Reader::text(const Element& element, const char* name, std::string& value) const {
  const char* found = element.Attribute(name);
  if (found == nullptr) return false;
  value = found;
  return true;
}

bool Reader::list(const Element& element, const char* name, std::vector<double>& values) {
  const char* found = element.Attribute(name);
  if (found == nullptr) return false;
  urdf::NumberList list = urdf::parse_numbers(found);
  if (!list.fault.empty()) {
    error(element, std::string("attribute '") + name + "': " + list.fault);
    return false;
  }
  values = std::move(list.values);
  return true;
}

int Reader::numbers(const Element& element, const char* name, int least, int most, double* value) {
  std::vector<double> values;
  if (!list(element, name, values)) return 0;
  const int count = static_cast<int>(std::min<std::size_t>(values.size(), 1000000));
  if (count < least || count > most) {
    const std::string expected = least == most
                                     ? std::to_string(least)
                                     : std::to_string(least) + " to " + std::to_string(most);
    error(element, std::string("attribute '") + name + "' holds " + std::to_string(count) +
                       " numbers; expected " + expected);
    return 0;
  }
  std::copy(values.begin(), values.end(), value);
  return count;
}

bool Reader::number(const Element& element, const char* name, double& value) {
  return numbers(element, name, 1, 1, &value) == 1;
}

bool Reader::integer(const Element& element, const char* name, int& value) {
  double given = 0;
  if (!number(element, name, given)) return false;
  if (given != std::floor(given) || std::abs(given) > 2147483647.0) {
    error(element, std::string("attribute '") + name + "' is not a whole number");
    return false;
  }
  value = static_cast<int>(given);
  return true;
}

bool Reader::flag(const Element& element, const char* name, bool& value) {
  std::string given;
  if (!text(element, name, given)) return false;
  if (given != "true" && given != "false") {
    error(element,
          std::string("attribute '") + name + "' is '" + given + "'; expected true or false");
    return false;
  }
  value = given == "true";
  return true;
}

void Reader::limited(const Element& element, const char* name, Limited& value) {
  std::string given;
  if (!text(element, name, given)) return;
  if (given == "auto") {
    value = Limited::kAuto;
  } else if (bool yes = false; flag(element, name, yes)) {
    value = yes ? Limited::kYes : Limited::kNo;
  }
}

void Reader::softness(const Element& element, const char* reference, const char* impedance,
                      Softness& value) {
  if (numbers(element, reference, 1, 2, value.solref.data()) > 0) value.given = true;
  if (numbers(element, impedance, 1, 5, value.solimp.data()) > 0) value.given = true;
}

void Reader::placement(const Element& element, Placement& value) {
  vector(element, "pos", value.pos);
  struct Form {
    const char* name;
    int count;
  };
  int forms = 0;
  for (const Form form : {Form{"quat", 4}, Form{"axisangle", 4}, Form{"xyaxes", 6},
                          Form{"zaxis", 3}, Form{"euler", 3}}) {
    std::array<double, 6> given{};
    if (numbers(element, form.name, form.count, form.count, given.data()) == 0) continue;
    const int parts = form.name[0] == 'q' ? 4 : 3;
    double square = 0;
    for (int i = 0; i < parts; ++i) square += given[i] * given[i];
    const Vector3 x(given[0], given[1], given[2]), y(given[3], given[4], given[5]);
    const bool parallel = form.count == 6 && !(x.cross(y).norm() > 1e-10 * x.norm() * y.norm());
    if (form.name != std::string_view("euler") &&
        (!(square > 1e-20) || !std::isfinite(square) || parallel)) {
      error(element, std::string("attribute '") + form.name + "' defines no rotation");
      continue;
    }
    if (++forms > 1) error(element, "more than one attribute gives the rotation");
    value.orientation = {form.name, given};
  }
}

RigidTransform Reader::pose(const Placement& placement) const {
  return {placement.orientation.rotation(compiler), placement.pos};
}

double Reader::angle(double value) const { return compiler.degrees ? kDegree * value : value; }

void Reader::check_attributes(const Element& element, const std::string& key) {
  if (!checked_.insert(&element).second) return;
  for (const auto* a = element.FirstAttribute(); a; a = a->Next()) {
    const std::string name = a->Name();
    const std::string quoted = std::string("attribute '").append(name).append("'");
    const NameRule* rule = attribute_rule(key, name);
    if (rule == nullptr) {
      const std::string meant = nearest_name(name, attributes_of(key));
      std::string text = quoted + " is not known and left out";
      if (!meant.empty()) text.append("; did you mean '").append(meant).append("'?");
      warn(element, text);
      continue;
    }
    if (rule->fate == Fate::kRead) continue;
    std::string text = quoted;
    if (rule->fate == Fate::kLeftOut) text.append(" is left out");
    if (rule->fate == Fate::kHarmless || rule->fate == Fate::kAppearance)
      text.append(" has no effect");
    if (!rule->text.empty()) text.append(": ").append(rule->text);
    if (rule->fate == Fate::kLeftOut) {
      warn(element, text);
    } else {
      info(element, text);
    }
  }
}

bool Reader::check_element(const Element& element, const std::string& section) {
  const std::string tag = element.Name();
  const std::string key = section.empty() ? tag : section + "/" + tag;
  const NameRule* rule = element_rule(key);
  if (rule == nullptr) {
    const std::string meant = nearest_name(tag, elements_of(section));
    warn(element, "<" + tag + "> is not known here and left out" +
                      (meant.empty() ? "" : "; did you mean <" + meant + ">?"));
    return false;
  }
  const std::string text = rule->text.empty() ? "" : ": " + std::string(rule->text);
  switch (rule->fate) {
    case Fate::kRead:
      break;
    case Fate::kChanged:
      info(element, "<" + tag + "> becomes" + text);
      break;
    case Fate::kLeftOut:
      warn(element, "<" + tag + "> is left out" + text);
      return false;
    default:
      info(element, "<" + tag + "> has no effect" + text);
      return false;
  }
  check_attributes(element, key);
  return true;
}

int Reader::find(const Element& element, const char* attribute,
                 const std::map<std::string, int>& names, const char* what) {
  std::string name;
  if (!text(element, attribute, name)) {
    error(element, std::string("attribute '") + attribute + "' is missing");
    return -1;
  }
  const auto copy = names.find(name + suffix_);
  const auto found = copy != names.end() ? copy : names.find(name);
  if (found != names.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [other, number] : names) {
    if (known.size() == 1000) break;
    known.push_back(other);
  }
  const std::string meant = nearest_name(name, known);
  error(element, std::string("there is no ") + what + " '" + name + "'" +
                     (meant.empty() ? "" : "; did you mean '" + meant + "'?"));
  return -1;
}

std::string Reader::unique_name(const Element& element, const std::string& given,
                                const std::string& made, std::map<std::string, int>& names,
                                int number) {
  if (!given.empty()) {
    if (!names.emplace(given, number).second)
      error(element,
            std::string("two elements <") + element.Name() + "> are named '" + given + "'");
    return given;
  }
  return made_name(made, names, number);
}

std::string Reader::made_name(const std::string& made, std::map<std::string, int>& names,
                              int number) {
  return made_names_.make(
      made, "", [&](const std::string& name) { return names.emplace(name, number).second; });
}

}  // namespace cardan::mjcf
