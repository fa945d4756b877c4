#pragma once

namespace cardan {

/// How a reader treats an element or an attribute of a model file.
enum class Fate : unsigned char {
  kRead,        ///< is read with its full meaning
  kChanged,     ///< is converted to something similar; a text describes the conversion
  kHarmless,    ///< is left out; does not affect the motion of a rigid-body model
  kAppearance,  ///< is left out; only affects how the model is drawn, or is meant for other
                ///< programs
  kLeftOut,     ///< is left out, which may change the motion
};

/// Returns "read", "changed", "no effect", "appearance" or "left out".
constexpr const char* fate_name(Fate fate) {
  switch (fate) {
    case Fate::kRead:
      return "read";
    case Fate::kChanged:
      return "changed";
    case Fate::kHarmless:
      return "no effect";
    case Fate::kAppearance:
      return "appearance";
    case Fate::kLeftOut:
      return "left out";
  }
  return "left out";
}

}  // namespace cardan
