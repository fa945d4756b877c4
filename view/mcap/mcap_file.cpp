#include "view/mcap/mcap_file.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <string_view>

#include "cardan/error.h"
#include "view/mcap/little_endian.h"
#include "view/mcap/schemas.h"

namespace cardan::view {

namespace {

constexpr std::string_view kMagic = "\x89MCAP0\r\n";
constexpr std::string_view kCompression = "zstd";
constexpr std::size_t kChunkRecords = std::size_t{1} << 20;  // [bytes] before compression

enum class Op : std::uint8_t {
  kHeader = 0x01,
  kFooter = 0x02,
  kSchema = 0x03,
  kChannel = 0x04,
  kMessage = 0x05,
  kChunk = 0x06,
  kMessageIndex = 0x07,
  kChunkIndex = 0x08,
  kStatistics = 0x0B,
  kMetadata = 0x0C,
  kMetadataIndex = 0x0D,
  kSummaryOffset = 0x0E,
  kDataEnd = 0x0F,
};

// Checksum of IEEE 802.3, as zlib computes it.
std::uint32_t crc_of(std::string_view bytes) {
  const auto* data = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<std::uint32_t>(::crc32_z(::crc32_z(0, nullptr, 0), data, bytes.size()));
}

// Contents of a record.
class Fields {
 public:
  Fields& u16(std::uint16_t x) { return add(x); }
  Fields& u32(std::uint32_t x) { return add(x); }
  Fields& u64(std::uint64_t x) { return add(x); }
  Fields& text(std::string_view x) {
    add(static_cast<std::uint32_t>(x.size()));
    return raw(x);
  }
  Fields& raw(std::string_view x) {
    bytes_.append(x);
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  template <class Number>
  Fields& add(Number x) {
    append_little_endian(bytes_, x);
    return *this;
  }
  std::string bytes_;
};

std::string record(Op op, const Fields& fields) {
  std::string bytes(1, static_cast<char>(op));
  append_little_endian(bytes, static_cast<std::uint64_t>(fields.bytes().size()));
  return bytes.append(fields.bytes());
}

std::string compressed(const std::string& bytes) {
  std::string packed(::ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ::ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(),
                                           ZSTD_CLEVEL_DEFAULT);
  if (::ZSTD_isError(size) != 0)
    throw Error(std::string("cannot compress: ").append(::ZSTD_getErrorName(size)), "MCAP",
                "free memory");
  packed.resize(size);
  return packed;
}

}  // namespace

McapFile::McapFile(const std::string& library) : bytes_(kMagic) {
  bytes_.append(record(Op::kHeader, Fields().text("").text(library)));
}

std::uint16_t McapFile::add_channel(const std::string& topic, const std::string& schema) {
  const auto [place, is_new] =
      schema_ids_.try_emplace(schema, static_cast<std::uint16_t>(schema_ids_.size() + 1));
  if (is_new) {
    const std::string text = record(Op::kSchema, Fields()
                                                     .u16(place->second)
                                                     .text(schema)
                                                     .text("protobuf")
                                                     .text(file_descriptor_set(schema)));
    schemas_.append(text);
    bytes_.append(text);
  }
  const auto channel = static_cast<std::uint16_t>(sequences_.size());
  sequences_.push_back(0);
  const std::string text = record(
      Op::kChannel, Fields().u16(channel).u16(place->second).text(topic).text("protobuf").text(""));
  channels_.append(text);
  bytes_.append(text);
  return channel;
}

void McapFile::add_metadata(const std::string& name,
                            const std::map<std::string, std::string>& entries) {
  Fields map;
  for (const auto& [key, value] : entries) map.text(key).text(value);
  const std::string text = record(Op::kMetadata, Fields().text(name).text(map.bytes()));
  metadata_indices_.append(
      record(Op::kMetadataIndex, Fields().u64(bytes_.size()).u64(text.size()).text(name)));
  ++metadata_count_;
  bytes_.append(text);
}

void McapFile::add_message(std::uint16_t channel, std::uint64_t time, const std::string& message) {
  first_ = messages_ == 0 ? time : std::min(first_, time);
  last_ = std::max(last_, time);
  ++messages_;
  chunk_.first = chunk_.records.empty() ? time : std::min(chunk_.first, time);
  chunk_.last = std::max(chunk_.last, time);
  chunk_.messages[channel].emplace_back(time, chunk_.records.size());
  chunk_.records.append(
      record(Op::kMessage,
             Fields().u16(channel).u32(sequences_[channel]++).u64(time).u64(time).raw(message)));
  if (chunk_.records.size() >= kChunkRecords) end_chunk();
}

void McapFile::end_chunk() {
  if (chunk_.records.empty()) return;
  const std::string packed = compressed(chunk_.records);
  const std::size_t start = bytes_.size();
  Fields chunk;
  chunk.u64(chunk_.first)
      .u64(chunk_.last)
      .u64(chunk_.records.size())
      .u32(crc_of(chunk_.records))
      .text(kCompression)
      .u64(packed.size())
      .raw(packed);
  bytes_.append(record(Op::kChunk, chunk));
  const std::size_t indices = bytes_.size();
  Fields places;
  for (const auto& [channel, messages] : chunk_.messages) {
    places.u16(channel).u64(bytes_.size());
    Fields index;
    for (const auto& [time, place] : messages) index.u64(time).u64(place);
    bytes_.append(record(Op::kMessageIndex, Fields().u16(channel).text(index.bytes())));
  }
  chunk_indices_.append(record(Op::kChunkIndex, Fields()
                                                    .u64(chunk_.first)
                                                    .u64(chunk_.last)
                                                    .u64(start)
                                                    .u64(indices - start)
                                                    .text(places.bytes())
                                                    .u64(bytes_.size() - indices)
                                                    .text(kCompression)
                                                    .u64(packed.size())
                                                    .u64(chunk_.records.size())));
  ++chunks_;
  chunk_ = {};
}

void McapFile::add_summary() {
  const std::size_t start = bytes_.size();
  Fields counts;
  for (std::size_t channel = 0; channel < sequences_.size(); ++channel)
    counts.u16(static_cast<std::uint16_t>(channel)).u64(sequences_[channel]);
  const std::string statistics =
      record(Op::kStatistics, Fields()
                                  .u64(messages_)
                                  .u16(static_cast<std::uint16_t>(schema_ids_.size()))
                                  .u32(static_cast<std::uint32_t>(sequences_.size()))
                                  .u32(0)  // attachments
                                  .u32(metadata_count_)
                                  .u32(chunks_)
                                  .u64(first_)
                                  .u64(last_)
                                  .text(counts.bytes()));
  std::string offsets;
  const auto add_group = [&](Op op, const std::string& records) {
    if (records.empty()) return;
    offsets.append(record(Op::kSummaryOffset, Fields()
                                                  .raw(std::string(1, static_cast<char>(op)))
                                                  .u64(bytes_.size())
                                                  .u64(records.size())));
    bytes_.append(records);
  };
  add_group(Op::kSchema, schemas_);
  add_group(Op::kChannel, channels_);
  add_group(Op::kStatistics, statistics);
  add_group(Op::kChunkIndex, chunk_indices_);
  add_group(Op::kMetadataIndex, metadata_indices_);
  const std::size_t offsets_start = bytes_.size();
  bytes_.append(offsets);
  // The checksum covers the summary and the footer up to the checksum itself.
  const std::string footer = record(Op::kFooter, Fields().u64(start).u64(offsets_start).u32(0));
  bytes_.append(footer, 0, footer.size() - sizeof(std::uint32_t));
  append_little_endian(bytes_, crc_of(std::string_view(bytes_).substr(start)));
}

std::string McapFile::finish() {
  end_chunk();
  bytes_.append(record(Op::kDataEnd, Fields().u32(crc_of(bytes_))));
  add_summary();
  return std::move(bytes_.append(kMagic));
}

}  // namespace cardan::view
