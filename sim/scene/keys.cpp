#include "sim/scene/keys.h"

namespace cardan {

double read_number(const SceneNode& node, const Form& form) {
  if (form.kind == Form::Kind::kPositive) return node.positive(form.unit);
  if (form.kind == Form::Kind::kNonNegative) return node.non_negative(form.unit);
  return node.number(form.unit);
}

std::vector<std::string> words_of(const Form& form) {
  return {form.words.begin(), form.words.end()};
}

}  // namespace cardan
