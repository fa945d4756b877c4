#include "view/mcap/proto_message.h"

#include <bit>

#include "view/mcap/little_endian.h"

namespace cardan::view {

namespace {

constexpr int kVarint = 0, kFixed64 = 1, kLength = 2;  // wire types

}  // namespace

void ProtoMessage::varint(std::uint64_t x) {
  for (; x >= 0x80; x >>= 7U) bytes_.push_back(static_cast<char>((x & 0x7fU) | 0x80U));
  bytes_.push_back(static_cast<char>(x));
}

void ProtoMessage::tag(int field, int wire_type) {
  varint(static_cast<std::uint64_t>(field) << 3U | static_cast<std::uint64_t>(wire_type));
}

void ProtoMessage::with_length(int field, std::string_view x) {
  tag(field, kLength);
  varint(x.size());
  bytes_.append(x);
}

ProtoMessage& ProtoMessage::number(int field, double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  if (bits == 0) return *this;
  tag(field, kFixed64);
  append_little_endian(bytes_, bits);
  return *this;
}

ProtoMessage& ProtoMessage::integer(int field, std::int64_t x) {
  if (x == 0) return *this;
  tag(field, kVarint);
  varint(static_cast<std::uint64_t>(x));
  return *this;
}

ProtoMessage& ProtoMessage::text(int field, std::string_view x) {
  if (!x.empty()) with_length(field, x);
  return *this;
}

ProtoMessage& ProtoMessage::message(int field, const ProtoMessage& x) {
  with_length(field, x.bytes_);
  return *this;
}

ProtoMessage& ProtoMessage::packed(int field, std::string_view words) {
  if (!words.empty()) with_length(field, words);
  return *this;
}

}  // namespace cardan::view
