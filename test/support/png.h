#pragma once

#include <zlib.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace cardan::test {

using Pixel = std::array<std::uint8_t, 3>;  ///< red, green, blue

/// A PNG file [ISO/IEC 15948] of rows of pixels, the upper one first.
inline std::string png(int width, const std::vector<Pixel>& pixels) {
  const auto number = [](std::size_t x) {
    std::string text;
    for (int shift = 24; shift >= 0; shift -= 8) text.push_back(static_cast<char>(x >> shift));
    return text;
  };
  std::string file = "\x89PNG\r\n\x1a\n";
  const auto add_chunk = [&](const std::string& type, const std::string& data) {
    const std::string summed = type + data;
    const auto sum =
        ::crc32(0, reinterpret_cast<const Bytef*>(summed.data()), static_cast<uInt>(summed.size()));
    file += number(data.size()) + summed + number(sum);
  };
  const std::size_t columns = static_cast<std::size_t>(width);
  const std::string format{8, 2, 0, 0, 0};  // bits of a sample, RGB, no interlacing
  add_chunk("IHDR", number(columns) + number(pixels.size() / columns) + format);
  std::string raw;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    if (i % columns == 0) raw.push_back(0);  // no filter
    for (const std::uint8_t sample : pixels[i]) raw.push_back(static_cast<char>(sample));
  }
  std::string packed(::compressBound(raw.size()), '\0');
  uLongf size = packed.size();
  ::compress(reinterpret_cast<Bytef*>(packed.data()), &size,
             reinterpret_cast<const Bytef*>(raw.data()), raw.size());
  packed.resize(size);
  add_chunk("IDAT", packed);
  add_chunk("IEND", "");
  return file;
}

}  // namespace cardan::test
