#include "view/small_image.h"

#include <turbojpeg.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "view/image_info.h"

namespace cardan::view {

namespace {

constexpr int kQuality = 85;

struct Destroy {
  void operator()(void* codec) const { tjDestroy(codec); }
};
using Codec = std::unique_ptr<void, Destroy>;

struct Free {
  void operator()(unsigned char* bytes) const { tjFree(bytes); }
};

struct Pixels {
  int width = 0, height = 0;
  bool is_grey = false;
  std::vector<unsigned char> samples;  ///< red, green, blue, or one sample if the image is grey

  TJPF format() const { return is_grey ? TJPF_GRAY : TJPF_RGB; }
};

// The largest scale up to 1 at which no side is too long; nothing if even 1/8 is too large.
std::optional<tjscalingfactor> largest_scale(int longer_side, int most_side) {
  int count = 0;
  const tjscalingfactor* factors = tjGetScalingFactors(&count);
  std::optional<tjscalingfactor> best;
  for (const tjscalingfactor& one : std::span(factors, static_cast<std::size_t>(count))) {
    const bool fits = one.num <= one.denom && TJSCALED(longer_side, one) <= most_side;
    if (fits && (!best || one.num * best->denom > best->num * one.denom)) best = one;
  }
  return best;
}

// Nothing for a file that is damaged, truncated, in CMYK, or with more scans than an encoder
// writes.
std::optional<Pixels> decoded(const PageImage& image, int most_side) {
  const Codec codec(tjInitDecompress());
  if (!codec) return {};
  const auto* bytes = reinterpret_cast<const unsigned char*>(image.bytes.data());
  const auto size = static_cast<unsigned long>(image.bytes.size());
  int width = 0, height = 0, subsampling = 0, colours = 0;
  if (tjDecompressHeader3(codec.get(), bytes, size, &width, &height, &subsampling, &colours) != 0)
    return {};
  // The limits of TextureBook hold for the size that image_info has read.
  if (width != image.width || height != image.height) return {};
  if (colours == TJCS_CMYK || colours == TJCS_YCCK) return {};
  const std::optional<tjscalingfactor> scale = largest_scale(std::max(width, height), most_side);
  if (!scale) return {};
  Pixels pixels{TJSCALED(width, (*scale)), TJSCALED(height, (*scale)), colours == TJCS_GRAY, {}};
  const auto count = static_cast<std::size_t>(pixels.width) *
                     static_cast<std::size_t>(pixels.height) *
                     static_cast<std::size_t>(tjPixelSize[pixels.format()]);
  pixels.samples.resize(count);
  constexpr int kFlags = TJFLAG_ACCURATEDCT | TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS;
  if (tjDecompress2(codec.get(), bytes, size, pixels.samples.data(), pixels.width, 0, pixels.height,
                    pixels.format(), kFlags) != 0)
    return {};
  return pixels;
}

// Baseline JPEG; "": failed.
std::string encoded(const Pixels& pixels) {
  const Codec codec(tjInitCompress());
  if (!codec) return "";
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  const int status = tjCompress2(
      codec.get(), pixels.samples.data(), pixels.width, 0, pixels.height, pixels.format(), &bytes,
      &size, pixels.is_grey ? TJSAMP_GRAY : TJSAMP_420, kQuality, TJFLAG_ACCURATEDCT);
  const std::unique_ptr<unsigned char, Free> owner(bytes);
  if (status != 0) return "";
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

}  // namespace

PageImage small_image(PageImage image, int most_side) {
  if (image.type != "image/jpeg" || std::max(image.width, image.height) <= most_side) return image;
  const std::optional<Pixels> pixels = decoded(image, most_side);
  if (!pixels) return image;
  std::string bytes = encoded(*pixels);
  if (bytes.empty()) return image;
  const std::optional<ImageInfo> info = image_info(image.bytes);
  constexpr std::size_t kStartOfImage = 2;  // size of its marker
  if (info) bytes.insert(kStartOfImage, info->exif);
  if (bytes.size() >= image.bytes.size()) return image;
  image.width = pixels->width;
  image.height = pixels->height;
  image.bytes = std::move(bytes);
  return image;
}

}  // namespace cardan::view
