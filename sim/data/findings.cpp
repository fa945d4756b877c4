#include "sim/data/findings.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

namespace cardan {

namespace {

bool equal(const Diagnostic& a, const Diagnostic& b) {
  return a.line == b.line && a.element == b.element && a.severity == b.severity &&
         a.message == b.message && a.file == b.file;
}

}  // namespace

void Findings::add(Diagnostic finding) {
  const std::size_t hash = std::hash<std::string>()(finding.element + '\0' + finding.message);
  const auto [first, last] = places_.equal_range(hash);
  if (std::any_of(first, last,
                  [&](const auto& place) { return equal(list_[place.second], finding); }))
    return;
  list_.push_back(std::move(finding));
  places_.emplace(hash, list_.size() - 1);
}

}  // namespace cardan
