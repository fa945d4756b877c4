#pragma once

#include <string>
#include <string_view>

namespace cardan::view {

/// 128 random bits of the system as 32 hexadecimal digits. Throws Error if the system has none.
std::string random_token();

/// True for 32 lower-case hexadecimal digits.
bool is_token(std::string_view text);

/// Compares without a branch that depends on the contents, so that the time reveals nothing about
/// them.
bool equal_tokens(std::string_view a, std::string_view b);

}  // namespace cardan::view
