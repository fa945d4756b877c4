#include "view/image_info.h"

#include <zlib.h>

#include <cstdint>

namespace cardan::view {

namespace {

/// Big-endian numbers of a file, with checked lengths.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  bool has(std::size_t at, std::size_t count) const {
    return at <= bytes_.size() && count <= bytes_.size() - at;
  }
  std::uint32_t number(std::size_t at, std::size_t count) const {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
      value = value << 8 | static_cast<unsigned char>(bytes_[at + i]);
    return value;
  }
  std::string_view text(std::size_t at, std::size_t count) const {
    return bytes_.substr(at, count);
  }

 private:
  std::string_view bytes_;
};

std::optional<ImageInfo> sized(const char* type, std::uint32_t width, std::uint32_t height) {
  constexpr std::uint32_t kMost = 1U << 30;
  if (width == 0 || height == 0 || width > kMost || height > kMost) return {};
  return ImageInfo{type, static_cast<int>(width), static_cast<int>(height), {}};
}

// Chunks: length, type, data, and the CRC of type and data; the first is IHDR, the last IEND.
std::optional<ImageInfo> png_info(const Bytes& bytes) {
  std::optional<ImageInfo> info;
  for (std::size_t at = 8; bytes.has(at, 12);) {
    const std::size_t length = bytes.number(at, 4);
    if (!bytes.has(at, 12 + length)) return {};
    const std::string_view type = bytes.text(at + 4, 4), summed = bytes.text(at + 4, 4 + length);
    const auto sum =
        ::crc32(0, reinterpret_cast<const Bytef*>(summed.data()), static_cast<uInt>(summed.size()));
    if (sum != bytes.number(at + 8 + length, 4)) return {};
    if (!info) {
      if (type != "IHDR" || length != 13) return {};
      info = sized("image/png", bytes.number(at + 8, 4), bytes.number(at + 12, 4));
      if (!info) return {};
    }
    if (type == "IEND") return info;
    at += 12 + length;
  }
  return {};
}

// The size is in the first start of a frame (SOF), which comes before the first scan (SOS). Exif is
// an APP1 segment before it.
std::optional<ImageInfo> jpeg_info(const Bytes& bytes) {
  constexpr std::uint32_t kEndOfImage = 0xd9, kScan = 0xda, kFirstFrame = 0xc0, kLastFrame = 0xcf,
                          kApp1 = 0xe1;
  constexpr std::string_view kExif("Exif\0\0", 6);
  std::string_view exif;
  for (std::size_t at = 2; bytes.has(at, 4);) {
    if (bytes.number(at, 1) != 0xff) return {};
    const std::uint32_t marker = bytes.number(at + 1, 1);
    if (marker == 0xff) {  // padding
      ++at;
      continue;
    }
    if (marker == kEndOfImage || marker == kScan) return {};
    const std::size_t length = bytes.number(at + 2, 2);
    if (length < 2 || !bytes.has(at, 2 + length)) return {};
    // The codes of DHT, JPG and DAC lie within the range of the frame markers.
    const bool is_frame = marker >= kFirstFrame && marker <= kLastFrame && marker != 0xc4 &&
                          marker != 0xc8 && marker != 0xcc;
    if (is_frame) {
      if (length < 8) return {};
      std::optional<ImageInfo> info =
          sized("image/jpeg", bytes.number(at + 7, 2), bytes.number(at + 5, 2));
      if (info) info->exif = exif;
      return info;
    }
    if (marker == kApp1 && exif.empty() && bytes.text(at + 4, length - 2).starts_with(kExif))
      exif = bytes.text(at, 2 + length);
    at += 2 + length;
  }
  return {};
}

}  // namespace

std::optional<ImageInfo> image_info(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG\r\n\x1a\n")) return png_info(Bytes(bytes));
  if (bytes.starts_with("\xff\xd8")) return jpeg_info(Bytes(bytes));
  return {};
}

}  // namespace cardan::view
