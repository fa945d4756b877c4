#include "constraint/formulations/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "cardan/error.h"
#include "core/nearest.h"

namespace cardan {

namespace {

std::string number_text(double x) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, x).ptr;
  return {text, end};
}

std::string list(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// True if the whole text is one number in the C locale, independent of the user's locale.
template <class Number>
bool parse(const std::string& text, Number* value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, *value);
  return result.ec == std::errc() && result.ptr == end;
}

}  // namespace

const Option* FormulationOptions::option(const std::string& name) const {
  const auto it = std::find_if(spec_.options.begin(), spec_.options.end(),
                               [&](const Option& one) { return one.name == name; });
  return it == spec_.options.end() ? nullptr : &*it;
}

std::optional<std::string> FormulationOptions::find(const std::string& name) {
  known_.push_back(name);
  const Option* given = option(name);
  if (given == nullptr) return std::nullopt;
  return given->text();
}

void FormulationOptions::refuse(const std::string& name, const std::string& hint) const {
  const Option* given = option(name);
  throw Error("option " + name + ": " + (given == nullptr ? "an empty value" : given->text()) +
                  " is not accepted",
              "formulation " + spec_.id, hint);
}

double FormulationOptions::real(const std::string& name, double fallback, double lo, double hi) {
  const std::optional<std::string> text = find(name);
  if (!text) return fallback;
  double value = 0;
  if (!parse(*text, &value) || !std::isfinite(value) || value < lo || value > hi) {
    refuse(name, "expected a number from " + number_text(lo) + " to " + number_text(hi));
  }
  return value;
}

int FormulationOptions::integer(const std::string& name, int fallback, int lo, int hi) {
  const std::optional<std::string> text = find(name);
  if (!text) return fallback;
  int value = 0;
  if (!parse(*text, &value) || value < lo || value > hi) {
    refuse(name, "expected an integer from " + std::to_string(lo) + " to " + std::to_string(hi));
  }
  return value;
}

bool FormulationOptions::boolean(const std::string& name, bool fallback) {
  const std::optional<std::string> text = find(name);
  if (!text) return fallback;
  if (*text == "true") return true;
  if (*text != "false") refuse(name, "expected true or false");
  return false;
}

int FormulationOptions::choice(const std::string& name, const std::vector<std::string>& choices) {
  const std::optional<std::string> text = find(name);
  if (!text) return 0;
  const auto it = std::find(choices.begin(), choices.end(), *text);
  if (it == choices.end()) {
    const std::string nearest = nearest_name(*text, choices);
    refuse(name, "expected one of " + list(choices) +
                     (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
  }
  return static_cast<int>(it - choices.begin());
}

void FormulationOptions::finish() const {
  for (const Option& given : spec_.options) {
    const std::string& name = given.name;
    if (option(name) != &given)
      throw Error("option " + name + " is given twice", "formulation " + spec_.id, "keep one");
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    const std::string hint = known_.empty() ? "it has no options" : suggest_name(name, known_);
    throw Error("unknown option " + name, "formulation " + spec_.id, hint);
  }
}

}  // namespace cardan
