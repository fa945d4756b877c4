#pragma once

namespace cardan {

/// Treatment of an element or an attribute of a model file by a reader.
enum class Fate : unsigned char {
  kRead,        ///< has its meaning
  kChanged,     ///< is converted to something similar, as a text describes
  kHarmless,    ///< is left out and changes nothing in the motion of a rigid-body model
  kAppearance,  ///< is left out: how the model is drawn, or notes for other programs
  kLeftOut,     ///< is left out and may change the motion
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
