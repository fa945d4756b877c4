#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cardan::view {

/// Writes an MCAP file [mcap.dev/spec, version 0]: chunks compressed with Zstandard, with indices,
/// statistics and checksums. All messages are in Protocol Buffers.
class McapFile {
 public:
  explicit McapFile(const std::string& library);

  /// Adds a channel and returns its id. schema: full name of the message type of the channel
  /// (schemas.h).
  std::uint16_t add_channel(const std::string& topic, const std::string& schema);
  void add_metadata(const std::string& name, const std::map<std::string, std::string>& entries);
  /// Adds a message. time: time at which the message was published [ns].
  void add_message(std::uint16_t channel, std::uint64_t time, const std::string& message);
  /// Completes the file and returns its bytes. Must be called once.
  std::string finish();

 private:
  struct Chunk {
    std::string records;
    std::uint64_t first = 0, last = 0;  ///< times of the first and last message [ns]
    /// For each channel, the time of each message and its position in the records before
    /// compression.
    std::map<std::uint16_t, std::vector<std::pair<std::uint64_t, std::uint64_t>>> messages;
  };

  void end_chunk();
  void add_summary();

  std::string bytes_;
  std::string schemas_, channels_, chunk_indices_, metadata_indices_;  ///< records of the summary
  std::map<std::string, std::uint16_t> schema_ids_;
  std::vector<std::uint32_t> sequences_;  ///< number of messages of each channel
  std::uint32_t chunks_ = 0, metadata_count_ = 0;
  std::uint64_t first_ = 0, last_ = 0, messages_ = 0;
  Chunk chunk_;
};

}  // namespace cardan::view
