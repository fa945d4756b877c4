#include "core/hdf5_superblock.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace cardan {

namespace {

// Size of a version 1 superblock with 8-byte offsets, up to and including the driver's address
// [bytes].
constexpr std::size_t kHead = 28 + 4 * 8;

using Head = std::array<unsigned char, kHead>;

// Reads the head of the superblock. Bytes beyond the end of the file are zero.
Head read_head(std::istream& file, std::uintmax_t offset) {
  Head head{};
  file.clear();
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(reinterpret_cast<char*>(head.data()), kHead);
  return head;
}

bool has_signature(const Head& head) {
  constexpr std::string_view kSignature("\x89HDF\r\n\x1a\n", 8);
  return std::memcmp(head.data(), kSignature.data(), kSignature.size()) == 0;
}

bool has_driver_address(const Head& head) {
  const int version = head[8];
  if (version > 1)
    return false;  // later versions use a message of the superblock extension, at
                   // most 64 KiB
  const std::size_t first_address = version == 0 ? 24 : 28;
  const std::size_t length = head[13];  // length of an address
  if (length > 8) return false;         // the library rejects it
  const unsigned char* address = head.data() + first_address + 3 * length;
  return !std::all_of(address, address + length, [](unsigned char byte) { return byte == 0xff; });
}

}  // namespace

bool names_driver_block(std::istream& file, std::uintmax_t size) {
  for (std::uintmax_t offset = 0; offset < size;
       offset = std::max<std::uintmax_t>(512, 2 * offset)) {
    const Head head = read_head(file, offset);
    if (has_signature(head)) return has_driver_address(head);
  }
  return false;
}

}  // namespace cardan
