#pragma once

#include <map>
#include <string>
#include <string_view>

namespace cardan {

/// Makes names distinct by numbers: NAME, NAME2, NAME3, … The last number of each name is kept, so
/// that n equal names take n attempts and not n²/2.
class DistinctNames {
 public:
  /// Returns the first of `name`, name + separator + "2", … that `take` accepts. take(candidate)
  /// reserves the candidate, or returns false if it is taken. A taken name stays taken.
  template <class Take>
  std::string make(const std::string& name, std::string_view separator, const Take& take) {
    if (take(name)) return name;
    const std::string stem = name + std::string(separator);
    int& number = last_.try_emplace(stem, 1).first->second;
    std::string numbered;
    do numbered = stem + std::to_string(++number);
    while (!take(numbered));
    return numbered;
  }

 private:
  std::map<std::string, int> last_;  ///< by the name with its separator
};

}  // namespace cardan
