#include "view/packed_text.h"

#include <zlib.h>

#include <vector>

#include "cardan/error.h"

namespace cardan::view {

namespace {

std::vector<unsigned char> compressed(std::span<const std::byte> bytes) {
  constexpr int kGzip = 16, kWindow = 15, kMemory = 8, kLevel = 8;
  z_stream stream{};
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kWindow + kGzip, kMemory, Z_DEFAULT_STRATEGY) !=
      Z_OK)
    throw Error("cannot compress a chunk of the page", "zlib", "free some memory");
  std::vector<unsigned char> out(deflateBound(&stream, static_cast<uLong>(bytes.size())));
  // zlib does not write through this pointer.
  stream.next_in =
      const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));  // NOLINT(*-const-cast)
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END)
    throw Error("cannot compress a chunk of the page", "zlib", "free some memory");
  return out;
}

std::string base64(std::span<const unsigned char> bytes) {
  constexpr const char* kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < left ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text.push_back(k <= left ? kDigits[group >> (18 - 6 * k) & 63U] : '=');
  }
  return text;
}

}  // namespace

std::string packed_text(std::span<const std::byte> bytes) { return base64(compressed(bytes)); }

}  // namespace cardan::view
