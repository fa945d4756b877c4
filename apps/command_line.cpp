#include "apps/command_line.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "cardan/error.h"

namespace cardan::app {

std::pair<std::string, std::string> split_assignment(const std::string& text,
                                                     const std::string& option, const char* form) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw Error("'" + text + "' is not of the form " + form, option);
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::map<std::string, std::string> package_folders(const std::vector<std::string>& values) {
  std::map<std::string, std::string> folders;
  for (const std::string& value : values) {
    const auto [name, folder] = split_assignment(value, "--package", "NAME=DIR");
    folders[name] = folder;
  }
  return folders;
}

namespace {

// None: the text is not a finite number.
std::optional<double> finite_number(const std::string& text) {
  char* end = nullptr;
  const double x = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(x)) return std::nullopt;
  return x;
}

}  // namespace

CLI::Validator positive_number() {
  const auto why_not = [](const std::string& text) -> std::string {
    const std::optional<double> x = finite_number(text);
    return x && *x > 0 ? "" : "'" + text + "' is not a finite number above 0";
  };
  return {why_not, "POSITIVE"};
}

CLI::Validator number_from_0() {
  const auto why_not = [](const std::string& text) -> std::string {
    const std::optional<double> x = finite_number(text);
    return x && *x >= 0 ? "" : "'" + text + "' is not a finite number of at least 0";
  };
  return {why_not, "NONNEGATIVE"};
}

CLI::Validator step_number() {
  const auto why_not = [](const std::string& text) -> std::string {
    const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
    const bool zero = text.find_first_not_of('0') == std::string::npos;
    return digits && !zero ? "" : "'" + text + "' is not a whole number of at least 1";
  };
  return {why_not, "FROM 1"};
}

FormulationSpec parse_formulation(const std::string& text) {
  FormulationSpec spec;
  const std::size_t colon = text.find(':');
  spec.id = text.substr(0, colon);
  if (spec.id.empty()) throw Error("no name in '" + text + "'", "--formulation");
  if (colon == std::string::npos) return spec;
  std::istringstream options(text.substr(colon + 1));
  for (std::string option; std::getline(options, option, ',');) {
    const auto [name, value] = split_assignment(option, "--formulation " + text);
    const auto same = [&, &key = name](const Option& one) { return one.name == key; };
    if (std::any_of(spec.options.begin(), spec.options.end(), same))
      throw Error("option '" + name + "' is given twice", "--formulation " + text);
    spec.options.emplace_back(name, value);
  }
  return spec;
}

}  // namespace cardan::app
