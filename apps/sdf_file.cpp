#include "sdf_file.h"

#include <tinyxml2.h>

#include <filesystem>
#include <string_view>

#include "cardan/core/read_file.h"

namespace cardan::app {

bool is_sdf_file(const std::string& file) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 20;
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".sdf" || extension == ".world") return true;
  if (extension != ".xml") return false;
  const FileContents contents = try_read_file(file, kMostBytes);
  if (contents.bytes.find("<sdf") == std::string::npos) return false;
  tinyxml2::XMLDocument document;
  if (document.Parse(contents.bytes.data(), contents.bytes.size()) != tinyxml2::XML_SUCCESS)
    return false;
  const tinyxml2::XMLElement* root = document.RootElement();
  return root != nullptr && std::string_view(root->Name()) == "sdf";
}

}  // namespace cardan::app
