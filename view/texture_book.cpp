#include "view/texture_book.h"

#include <charconv>
#include <filesystem>

#include "core/file_scope.h"
#include "core/hash.h"
#include "core/read_file.h"
#include "view/image_info.h"

namespace cardan::view {

namespace {

namespace fs = std::filesystem;

/// The bytes of an image, or the reason why there are none.
struct FoundImage {
  std::string bytes, why;
};

std::string size_text(std::size_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

FoundImage embedded(const DrawnMesh& drawing, const std::string& number) {
  std::size_t index = 0;
  const auto [end, fault] = std::from_chars(number.data(), number.data() + number.size(), index);
  const bool is_whole = fault == std::errc() && end == number.data() + number.size();
  if (!is_whole || index >= drawing.images.size() || drawing.images[index].empty())
    return {"", "the mesh does not contain it as PNG or JPEG"};
  return {drawing.images[index], ""};
}

// Names from other systems contain backslashes, and names in COLLADA files may be file URIs.
fs::path path_of(std::string name) {
  constexpr std::string_view kScheme = "file://";
  if (name.starts_with(kScheme)) name.erase(0, kScheme.size());
  for (char& c : name)
    if (c == '\\') c = '/';
  return name;
}

FoundImage from_file(const TexturedMesh& mesh, const std::string& name) {
  std::error_code failure;
  const fs::path folder = fs::absolute(mesh.file, failure).parent_path();
  FileScope scope;
  scope.add_project_of(mesh.file);
  scope.add(folder.parent_path().string());
  const fs::path path = path_of(name);
  bool is_outside = false;
  // A path from another machine is searched beside the mesh.
  for (const fs::path& candidate : {folder / path, folder / path.filename()}) {
    const std::string file = candidate.lexically_normal().string();
    if (!fs::is_regular_file(file, failure)) continue;
    if (!mesh.allow_outside && !outside_is_allowed() && !scope.allows(file)) {
      is_outside = true;
      continue;
    }
    FileContents contents = try_read_file(file, kMostTextureBytes);
    return {std::move(contents.bytes), std::move(contents.why)};
  }
  return {"", is_outside ? "it is outside the project of the mesh" : "there is no such file"};
}

}  // namespace

int TextureBook::add(const TexturedMesh& mesh, const std::string& texture) {
  const auto [place, is_new] = known_.try_emplace({mesh.file, texture}, -1);
  if (!is_new) return place->second;
  const bool is_embedded = texture.starts_with('*');
  const std::string mesh_name = fs::path(mesh.file).filename().string();
  const std::string name = is_embedded ? texture.substr(1) : path_of(texture).filename().string();
  FoundImage found = is_embedded ? embedded(*mesh.drawing, name) : from_file(mesh, texture);
  if (found.why.empty()) place->second = add_bytes(name, std::move(found.bytes), found.why);
  if (!found.why.empty()) {
    std::string note = is_embedded ? "image " : "the image ";
    note.append(name).append(" of ").append(mesh_name).append(" is not shown: ").append(found.why);
    add_note(note, *data_);
  }
  return place->second;
}

int TextureBook::add_file(const std::string& file) {
  const auto [place, is_new] = known_.try_emplace({"", file}, -1);
  if (!is_new) return place->second;
  const std::string name = fs::path(file).filename().string();
  FileContents contents = try_read_file(file, kMostTextureBytes);
  if (contents.why.empty())
    place->second = add_bytes(name, std::move(contents.bytes), contents.why);
  if (!contents.why.empty())
    add_note("the image " + name + " is not shown: " + contents.why, *data_);
  return place->second;
}

int TextureBook::add_bytes(const std::string& name, std::string bytes, std::string& why) {
  const std::optional<ImageInfo> info = image_info(bytes);
  if (!info) {
    why = "it is not a complete PNG or JPEG file";
  } else if (info->width > kMostTextureSide || info->height > kMostTextureSide) {
    why = "a side is longer than " + std::to_string(kMostTextureSide) + " px";
  } else if (bytes.size() > kMostTextureBytes) {
    why = "the file is larger than " + size_text(kMostTextureBytes);
  }
  if (!why.empty()) return -1;
  Hash hash;
  hash.add(bytes);
  const auto known = index_of_.find(hash.value());
  if (known != index_of_.end()) return known->second;
  if (bytes_ + bytes.size() > kMostTexturesBytes) {
    why = "the images of the page are larger than " + size_text(kMostTexturesBytes);
    return -1;
  }
  bytes_ += bytes.size();
  const int index = static_cast<int>(data_->images.size());
  data_->images.push_back({name, info->type, info->width, info->height, std::move(bytes)});
  index_of_.emplace(hash.value(), index);
  return index;
}

}  // namespace cardan::view
