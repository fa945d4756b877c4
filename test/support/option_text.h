#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cardan/solver_spec.h"

namespace cardan::test {

/// Text of the option with this name; "" if there is none.
inline std::string option_text(const std::vector<Option>& options, std::string_view name) {
  for (const Option& option : options)
    if (option.name == name) return option.text();
  return "";
}

}  // namespace cardan::test
