#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cardan::view {

/// A message in the wire format of Protocol Buffers [protobuf.dev/programming-guides/encoding].
/// Numbers equal to 0 are left out, as proto3 does.
class ProtoMessage {
 public:
  ProtoMessage& number(int field, double x);
  ProtoMessage& integer(
      int field, std::int64_t x);  ///< appends a field of type int32, int64, bool or enumeration
  ProtoMessage& text(int field, std::string_view x);
  /// Appends a message field, even if the message is empty.
  ProtoMessage& message(int field, const ProtoMessage& x);
  /// Appends a packed list of fixed32, given as the bytes of little-endian words.
  ProtoMessage& packed(int field, std::string_view words);

  const std::string& bytes() const { return bytes_; }

 private:
  void varint(std::uint64_t x);
  void tag(int field, int wire_type);
  void with_length(int field, std::string_view x);

  std::string bytes_;
};

}  // namespace cardan::view
