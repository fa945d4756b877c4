#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "test/support/worlds.h"
#include "view/frame_collector.h"
#include "view/mcap/mcap.h"
#include "view/mcap/mcap_file.h"
#include "view/mcap/proto_message.h"

namespace cardan::view {
namespace {

/// Reads little-endian numbers and texts one after the other.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool at_end() const { return bytes_.empty(); }
  std::string_view rest() const { return bytes_; }
  template <class Number>
  Number number() {
    Number x{};
    std::memcpy(&x, bytes_.data(), sizeof x);
    bytes_.remove_prefix(sizeof x);
    return x;
  }
  std::string_view raw(std::size_t size) {
    const std::string_view text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return text;
  }
  std::string_view text() { return raw(number<std::uint32_t>()); }

 private:
  std::string_view bytes_;
};

struct Record {
  int op = 0;
  std::size_t place = 0;  ///< in the file or the chunk
  std::string_view content;
};

std::vector<Record> records_of(std::string_view bytes, std::size_t first) {
  std::vector<Record> records;
  Reader reader(bytes.substr(first));
  while (reader.rest().size() >= 9) {
    Record record;
    record.place = bytes.size() - reader.rest().size();
    record.op = reader.number<std::uint8_t>();
    record.content = reader.raw(reader.number<std::uint64_t>());
    records.push_back(record);
  }
  return records;
}

std::uint32_t crc(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

constexpr std::string_view kEnds = "\x89MCAP0\r\n";

std::vector<Record> records_of_file(const std::string& file) {
  EXPECT_EQ(file.substr(0, 8), kEnds);
  EXPECT_EQ(file.substr(file.size() - 8), kEnds);
  return records_of(std::string_view(file).substr(0, file.size() - 8), 8);
}

struct Chunk {
  std::string records;
  std::uint64_t first = 0, last = 0;
};

Chunk chunk_of(const Record& record) {
  Reader reader(record.content);
  Chunk chunk;
  chunk.first = reader.number<std::uint64_t>();
  chunk.last = reader.number<std::uint64_t>();
  chunk.records.resize(reader.number<std::uint64_t>());
  const auto sum = reader.number<std::uint32_t>();
  EXPECT_EQ(reader.text(), "zstd");
  const std::string_view packed = reader.raw(reader.number<std::uint64_t>());
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(
      ::ZSTD_decompress(chunk.records.data(), chunk.records.size(), packed.data(), packed.size()),
      chunk.records.size());
  EXPECT_EQ(crc(chunk.records), sum);
  return chunk;
}

// Two channels and 3 MB of messages, so that there are several chunks.
TEST(Mcap, IndicesAndChecksumsAreThoseOfTheSpecification) {
  constexpr std::uint64_t kSentMessages = 300;
  McapFile writer("library");
  const std::uint16_t a = writer.add_channel("/a", "foxglove.Log");
  const std::uint16_t b = writer.add_channel("/b", "foxglove.Log");
  writer.add_metadata("about", {{"key", "value"}});
  for (std::uint64_t i = 0; i < kSentMessages; ++i)
    writer.add_message(i % 3 == 0 ? a : b, 10 * i, std::string(10000, static_cast<char>(i)));
  const std::string file = writer.finish();
  std::map<int, int> count;
  std::map<std::size_t, std::size_t> chunks;  // place and size of the chunks by the file itself
  std::uint64_t messages = 0, indexed = 0, next_time = 0;
  Chunk chunk;
  for (const Record& record : records_of_file(file)) {
    ++count[record.op];
    Reader reader(record.content);
    if (record.op == 0x06) {
      chunk = chunk_of(record);
      chunks[record.place] = record.content.size() + 9;
      EXPECT_EQ(chunk.first, next_time);
      for (const Record& message : records_of(chunk.records, 0)) {
        Reader fields(message.content);
        EXPECT_EQ(message.op, 0x05);
        EXPECT_EQ(fields.number<std::uint16_t>(), messages % 3 == 0 ? a : b);
        const std::uint64_t before = messages % 3 == 0 ? messages / 3 : messages - messages / 3 - 1;
        EXPECT_EQ(fields.number<std::uint32_t>(), before);
        EXPECT_EQ(fields.number<std::uint64_t>(), 10 * messages);
        EXPECT_EQ(fields.number<std::uint64_t>(), 10 * messages);
        EXPECT_EQ(fields.rest(), std::string(10000, static_cast<char>(messages)));
        ++messages;
        next_time = 10 * messages;
      }
      EXPECT_EQ(chunk.last + 10, next_time);
    } else if (record.op == 0x07) {
      const auto channel = reader.number<std::uint16_t>();
      Reader index(reader.text());
      while (!index.at_end()) {
        const auto time = index.number<std::uint64_t>();
        Reader message(std::string_view(chunk.records).substr(index.number<std::uint64_t>()));
        EXPECT_EQ(message.number<std::uint8_t>(), 0x05);
        message.raw(8);
        EXPECT_EQ(message.number<std::uint16_t>(), channel);
        message.raw(4);
        EXPECT_EQ(message.number<std::uint64_t>(), time);
        ++indexed;
      }
    } else if (record.op == 0x08) {
      reader.raw(16);
      const auto place = reader.number<std::uint64_t>();
      EXPECT_EQ(chunks.at(place), reader.number<std::uint64_t>());
      Reader places(reader.text());
      places.raw(2);
      EXPECT_EQ(file[places.number<std::uint64_t>()], 0x07);
    } else if (record.op == 0x0B) {
      EXPECT_EQ(reader.number<std::uint64_t>(), kSentMessages);
    } else if (record.op == 0x0D) {
      EXPECT_EQ(file[reader.number<std::uint64_t>()], 0x0C);
    } else if (record.op == 0x0E) {
      const auto op = reader.number<std::uint8_t>();
      EXPECT_EQ(static_cast<unsigned char>(file[reader.number<std::uint64_t>()]), op);
    } else if (record.op == 0x0F) {
      EXPECT_EQ(reader.number<std::uint32_t>(), crc(file.substr(0, record.place)));
    } else if (record.op == 0x02) {
      const auto start = reader.number<std::uint64_t>();
      EXPECT_EQ(file[reader.number<std::uint64_t>()], 0x0E);
      const std::size_t end = file.size() - 8 - 4;
      EXPECT_EQ(reader.number<std::uint32_t>(), crc(file.substr(start, end - start)));
    }
  }
  EXPECT_EQ(messages, kSentMessages);
  EXPECT_EQ(indexed, kSentMessages);
  EXPECT_EQ(count[0x06], 3);  // of 1 MiB at least
  EXPECT_EQ(count[0x08], 3);
  EXPECT_EQ(count[0x03], 2);  // in the data and in the summary
  EXPECT_EQ(count[0x04], 4);
}

// Examples of the documentation of the format, and of two's complement.
TEST(Mcap, WireFormatOfProtocolBuffers) {
  EXPECT_EQ(ProtoMessage().integer(1, 150).bytes(), "\x08\x96\x01");
  EXPECT_EQ(ProtoMessage().text(2, "testing").bytes(), "\x12\x07testing");
  EXPECT_EQ(ProtoMessage().message(3, ProtoMessage().integer(1, 150)).bytes(),
            "\x1a\x03\x08\x96\x01");
  EXPECT_EQ(ProtoMessage().integer(1, -1).bytes(), "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
  EXPECT_EQ(ProtoMessage().number(16, 1).bytes(), std::string("\x81\x01\0\0\0\0\0\0\xf0\x3f", 10));
  EXPECT_EQ(ProtoMessage().number(1, 0).integer(2, 0).text(3, "").bytes(), "");
  EXPECT_EQ(ProtoMessage().message(3, ProtoMessage()).bytes(), std::string("\x1a\0", 2));
}

// A body that comes later is deleted before, so that readers that jump back do not show it.
TEST(Mcap, AbsentBodiesAreDeletedUntilTheyCome) {
  World world;
  world.add(test::body("early", test::box({0.2, 0.2, 0.2}), 1, test::at(0, 0, 5)));
  FrameCollector collector(world, {1000, 3});
  collector.observe(world);
  world.add(test::body("late", test::box({0.2, 0.2, 0.2}), 1, test::at(2, 0, 5)));
  for (int i = 0; i < 3; ++i) {
    world.step();
    collector.observe(world);
  }
  const std::string file = mcap(collector.finish(world));
  std::vector<std::pair<std::uint64_t, std::string>> bodies;
  int transforms_of_late = 0;
  for (const Record& record : records_of_file(file)) {
    if (record.op != 0x06) continue;
    const Chunk chunk = chunk_of(record);
    for (const Record& message : records_of(chunk.records, 0)) {
      Reader fields(message.content);
      const auto channel = fields.number<std::uint16_t>();
      fields.raw(4);
      const auto time = fields.number<std::uint64_t>();
      fields.raw(8);
      const std::string data(fields.rest());
      if (channel == 0) transforms_of_late += data.find("late") != std::string::npos ? 1 : 0;
      if (channel == 1) bodies.emplace_back(time, data);
    }
  }
  EXPECT_EQ(transforms_of_late, 3);
  ASSERT_EQ(bodies.size(), 2U);
  EXPECT_EQ(bodies[0].first, 0U);
  EXPECT_EQ(bodies[1].first, 1'000'000U);
  // Both an entity and a deletion have the name in their field 3; an entity has it in field 2 too.
  const std::string in_field_2("\x12\x04late"), in_field_3("\x1a\x04late");
  EXPECT_NE(bodies[0].second.find(in_field_3), std::string::npos);
  EXPECT_EQ(bodies[0].second.find(in_field_2), std::string::npos);
  EXPECT_NE(bodies[1].second.find(in_field_2), std::string::npos);
}

}  // namespace
}  // namespace cardan::view
