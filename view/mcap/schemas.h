#pragma once

#include <string>

/// Schemas of the messages in an MCAP file. The schemas of the package `foxglove` are Foxglove's
/// [github.com/foxglove/foxglove-sdk, schemas/proto; MIT licence, LICENSES.txt]; docs/viewer.md
/// describes those of the package `cardan`.
namespace cardan::view {

/// The schema of a message, "foxglove.SceneUpdate" for example, and of all messages in it, as a
/// serialised FileDescriptorSet [google/protobuf/descriptor.proto], dependencies first.
std::string file_descriptor_set(const std::string& message);

}  // namespace cardan::view
