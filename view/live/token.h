#pragma once

#include <string>
#include <string_view>

namespace cardan::view {

/// Returns 128 random bits from the system as 32 hexadecimal digits. Throws Error if the system
/// provides no random bits.
std::string random_token();

/// True for 32 lower-case hexadecimal digits.
bool is_token(std::string_view text);

/// Compares two tokens without branches that depend on their contents, so that the duration reveals
/// nothing about the contents.
bool equal_tokens(std::string_view a, std::string_view b);

}  // namespace cardan::view
