#pragma once

#include <string>

/// Schemas of the messages in an MCAP file. The schemas of the package `foxglove` are Foxglove's
/// [github.com/foxglove/foxglove-sdk, schemas/proto; MIT licence, LICENSES.txt]; docs/viewer.md
/// describes those of the package `cardan`.
namespace cardan::view {

/// Returns the schema of a message type, e.g. "foxglove.SceneUpdate", and of all message types in
/// it, as a serialised FileDescriptorSet [google/protobuf/descriptor.proto]. Dependencies come
/// first.
std::string file_descriptor_set(const std::string& message);

}  // namespace cardan::view
