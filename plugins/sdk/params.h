#pragma once

#include "cardan/abi/cardan_solver.h"

/// Entries of the parameter table of a solver. Strings must be literals, because the host may read
/// them as long as the library is loaded.
namespace cardan::sdk {

/// Maximum number of parameters. The host rejects a solver with more parameters.
constexpr int kMaxParams = 1000;

/// Makes a parameter that is a number within bounds. unit: "" if there is none.
constexpr cardan_param real_param(const char* name, const char* doc, const char* unit, double def,
                                  double lo, double hi) {
  return {name, doc, unit, nullptr, CARDAN_PARAM_REAL, 0, def, lo, hi};
}
/// Makes a parameter that is a whole number within bounds.
constexpr cardan_param integer_param(const char* name, const char* doc, int def, int lo, int hi) {
  return {name,
          doc,
          "",
          nullptr,
          CARDAN_PARAM_INTEGER,
          0,
          static_cast<double>(def),
          static_cast<double>(lo),
          static_cast<double>(hi)};
}
/// Makes a parameter that is true or false.
constexpr cardan_param boolean_param(const char* name, const char* doc, bool def) {
  return {name, doc, "", nullptr, CARDAN_PARAM_BOOLEAN, 0, def ? 1.0 : 0.0, 0.0, 1.0};
}
/// Makes a parameter that is one of several words. choices: NULL-terminated array of words; def:
/// index of the default.
constexpr cardan_param choice_param(const char* name, const char* doc, const char* const* choices,
                                    int def) {
  int count = 0;
  while (choices[count] != nullptr) ++count;
  return {name,
          doc,
          "",
          choices,
          CARDAN_PARAM_CHOICE,
          0,
          static_cast<double>(def),
          0.0,
          static_cast<double>(count - 1)};
}

}  // namespace cardan::sdk
