#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "constraint/formulation.h"

namespace cardan {

/// Reads the options of a formulation. Every function throws Error for an invalid value. finish()
/// throws for unknown options and names the nearest known one.
class FormulationOptions {
 public:
  explicit FormulationOptions(const FormulationSpec& spec) : spec_(spec) {}

  double real(const std::string& name, double fallback, double lo, double hi);
  int integer(const std::string& name, int fallback, int lo, int hi);
  bool boolean(const std::string& name, bool fallback);
  /// Returns the index of the option's value in `choices`. The first choice is the default.
  int choice(const std::string& name, const std::vector<std::string>& choices);
  /// True if the user gave the option.
  bool given(const std::string& name) const { return option(name) != nullptr; }
  void finish() const;

  [[noreturn]] void refuse(const std::string& name, const std::string& hint) const;

 private:
  /// Returns an option, or null if the user did not give it.
  const Option* option(const std::string& name) const;
  /// Returns the text of an option, or nothing if the user did not give it.
  std::optional<std::string> find(const std::string& name);

  const FormulationSpec& spec_;
  std::vector<std::string> known_;
};

}  // namespace cardan
