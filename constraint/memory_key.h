#pragma once

#include <cstdint>

namespace cardan {

/// A key of up to 96 bits. Contacts need more than 64 bits in worlds with more than 65 536 objects.
struct MemoryKey {
  std::uint64_t key = 0;
  std::uint32_t key_high = 0;
};

/// The order of all lists that are sorted by key. Key and Other are types with the members key and
/// key_high.
template <typename Key, typename Other>
bool precedes(const Key& x, const Other& y) {
  return x.key_high != y.key_high ? x.key_high < y.key_high : x.key < y.key;
}

template <typename Key, typename Other>
bool is_same_key(const Key& x, const Other& y) {
  return x.key == y.key && x.key_high == y.key_high;
}

/// Returns the key of a contact between objects of ranks a < b out of `objects` < 2³¹. Pairs of up
/// to 65 536 objects fit into 32 bits; key_high is then 0.
inline MemoryKey contact_key(int a, int b, int objects, std::uint32_t feature) {
  const std::uint64_t pair = static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(objects) +
                             static_cast<std::uint64_t>(b);
  return {(pair << 32) | feature, static_cast<std::uint32_t>(pair >> 32)};
}

/// Returns the number that identifies a block for plugins and captures: the key if it fits into 64
/// bits, otherwise a hash. The engine bases no decision on this number.
inline std::uint64_t block_key(const MemoryKey& key) {
  return key.key + key.key_high * std::uint64_t{0x9e3779b97f4a7c15};
}

}  // namespace cardan
