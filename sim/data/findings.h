#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "cardan/error.h"

namespace cardan {

/// The findings of a world, in the order in which they were made. A finding that is already there
/// is not added again, so that repeated changes do not enlarge the list.
class Findings {
 public:
  void add(Diagnostic finding);

  const std::vector<Diagnostic>& list() const { return list_; }

 private:
  std::vector<Diagnostic> list_;
  /// Indices in the list by the hash of the finding.
  std::unordered_multimap<std::size_t, std::size_t> places_;
};

}  // namespace cardan
