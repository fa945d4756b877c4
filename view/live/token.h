#pragma once

#include <string>
#include <string_view>

namespace cardan::view {

/// 128 random bits from the system as 32 hexadecimal digits. Throws Error if the system provides
/// none.
std::string random_token();

/// True for 32 lower-case hexadecimal digits.
bool is_token(std::string_view text);

/// Compares without branches that depend on the contents, so that the duration reveals nothing
/// about them.
bool equal_tokens(std::string_view a, std::string_view b);

}  // namespace cardan::view
