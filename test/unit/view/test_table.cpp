#include <gtest/gtest.h>
#include <zlib.h>

#include <bit>
#include <random>

#include "view/packed_text.h"
#include "view/table.h"

namespace cardan::view {
namespace {

// The inverse conversion of the page, written from docs/viewer.md.
std::vector<std::uint32_t> restored(const std::vector<std::byte>& bytes, std::size_t columns) {
  const std::size_t count = bytes.size() / 4, rows = count / columns;
  std::vector<std::uint32_t> words(count);
  for (std::size_t place = 0; place < count; ++place) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 4; ++k)
      word |= std::to_integer<std::uint32_t>(bytes[k * count + place]) << (8 * k);
    const std::size_t column = place / rows, row = place % rows;
    if (row > 0) word ^= words[(row - 1) * columns + column];
    words[row * columns + column] = word;
  }
  return words;
}

std::vector<unsigned char> decoded(const std::string& base64) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<unsigned char> bytes;
  unsigned group = 0;
  int bits = 0;
  for (const char c : base64) {
    if (c == '=') break;
    group = group << 6 | static_cast<unsigned>(digits.find(c));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<unsigned char>(group >> bits));
  }
  return bytes;
}

std::vector<unsigned char> inflated(std::vector<unsigned char> packed, std::size_t size) {
  std::vector<unsigned char> bytes(size + 1);
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  stream.next_in = packed.data();
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = bytes.data();
  stream.avail_out = static_cast<uInt>(bytes.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  bytes.resize(stream.total_out);
  inflateEnd(&stream);
  return bytes;
}

TEST(Table, HoldsFloatsAndNegativeIntegers) {
  Table table("t", {{"x", Column::Type::kFloat, "m"}, {"i", Column::Type::kInteger, ""}});
  table.add(0.1);
  table.add_integer(-2);
  table.add(-3e5);
  table.add_integer(7);
  ASSERT_EQ(table.rows(), 2U);
  EXPECT_EQ(std::bit_cast<float>(table.integer(0, 0)), 0.1F);
  EXPECT_EQ(static_cast<std::int32_t>(table.integer(0, 1)), -2);
  EXPECT_EQ(std::bit_cast<float>(table.integer(1, 0)), -3e5F);
  EXPECT_EQ(table.words(1, 1)[1], 7U);
}

TEST(Table, ArrangementIsUndone) {
  std::mt19937 random(1);
  for (const std::size_t columns : {1U, 3U, 7U}) {
    std::vector<std::uint32_t> words(columns * 50);
    for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
    EXPECT_EQ(restored(arranged_bytes(words, columns), columns), words);
  }
  EXPECT_TRUE(arranged_bytes({}, 3).empty());
}

TEST(Table, ConstantColumnsBecomeZeros) {
  std::vector<std::uint32_t> words;
  for (int row = 0; row < 100; ++row) words.insert(words.end(), {0x12345678U, 0x9abcdef0U});
  std::size_t nonzero = 0;
  for (const std::byte x : arranged_bytes(words, 2)) nonzero += x != std::byte{0};
  EXPECT_EQ(nonzero, 8U);  // the first row alone
}

TEST(PackedText, IsBase64OfAGzipStream) {
  std::mt19937 random(2);
  for (const std::size_t size : {0U, 1U, 2U, 3U, 1000U, 100000U}) {
    std::vector<std::byte> bytes(size);
    for (std::byte& x : bytes) x = static_cast<std::byte>(random() % 7);
    const std::string text = packed_text(bytes);
    EXPECT_EQ(text.size() % 4, 0U);
    const std::vector<unsigned char> back = inflated(decoded(text), size);
    ASSERT_EQ(back.size(), size);
    for (std::size_t i = 0; i < size; ++i)
      ASSERT_EQ(static_cast<std::byte>(back[i]), bytes[i]) << i;
  }
}

}  // namespace
}  // namespace cardan::view
