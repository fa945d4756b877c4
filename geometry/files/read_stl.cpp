#include <algorithm>
#include <cstdint>
#include <cstring>

#include "cardan/error.h"
#include "geometry/files/mesh_readers.h"

namespace cardan::mesh {

namespace {

constexpr std::size_t kHeader = 80, kRecord = 50;
constexpr const char* kHint = "fetch or export it again";

std::uint32_t little_endian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t k = 4; k-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[k]);
  return value;
}

// Layout: an arbitrary header of 80 bytes, the number of triangles, and per triangle a normal and
// three points of three floats each and two arbitrary bytes.
std::vector<TriangleMesh> read_binary(std::string_view bytes, const std::string& file) {
  const std::size_t count = little_endian(bytes.substr(kHeader));
  const std::size_t there = (bytes.size() - kHeader - 4) / kRecord;
  if (count > there) {
    throw Error("truncated STL file: " + std::to_string(count) + " triangles declared, " +
                    std::to_string(there) + " present",
                file, kHint);
  }
  if (count == 0) throw Error("STL file without triangles", file, "export it again");
  check_mesh_size(count, 3 * count, 1, file);
  TriangleMesh mesh;
  mesh.vertices.reserve(3 * count);
  mesh.triangles.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const char* record = bytes.data() + kHeader + 4 + i * kRecord;
    const int first = static_cast<int>(3 * i);
    for (int corner = 1; corner <= 3; ++corner) {
      float p[3];
      std::memcpy(p, record + 12 * corner, sizeof p);
      mesh.vertices.emplace_back(p[0], p[1], p[2]);
    }
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  std::vector<TriangleMesh> parts;
  parts.push_back(std::move(mesh));
  return parts;
}

bool is_word(std::string_view word, std::string_view expected) {
  return std::equal(word.begin(), word.end(), expected.begin(), expected.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

/// Grammar: solid NAME, then any number of: facet normal x y z, outer loop, three times vertex x y
/// z, endloop, endfacet; then endsolid NAME. Any number of solids. Names end with their line.
class TextStl {
 public:
  TextStl(std::string_view text, const std::string& file) : lines_(text), file_(file) {}

  std::vector<TriangleMesh> read() {
    std::vector<TriangleMesh> parts;
    std::size_t triangles = 0;
    while (find_word()) {
      if (!is_word(word_, "solid")) fail("expected 'solid'");
      line_ = {};
      parts.push_back(read_solid(triangles));
      triangles += parts.back().triangles.size();
      check_mesh_size(triangles, 3 * triangles, parts.size(), file_);
    }
    return parts;
  }

 private:
  TriangleMesh read_solid(std::size_t triangles_before) {
    TriangleMesh mesh;
    for (;;) {
      require_word();
      if (is_word(word_, "endsolid")) break;
      if (!is_word(word_, "facet")) fail("expected 'facet' or 'endsolid'");
      read_facet(mesh);
      check_mesh_size(triangles_before + mesh.triangles.size(), 0, 0, file_);
    }
    line_ = {};
    return mesh;
  }

  // Called after the word facet. The normal is not used; some programs omit it or write NaN.
  void read_facet(TriangleMesh& mesh) {
    const int first = static_cast<int>(mesh.vertices.size());
    require_word();
    if (is_word(word_, "normal")) {
      for (int k = 0; k < 4; ++k) require_word();
    }
    if (!is_word(word_, "outer")) fail("expected 'outer loop'");
    expect("loop");
    for (int corner = 0; corner < 3; ++corner) {
      expect("vertex");
      float p[3];
      for (float& x : p) {
        require_word();
        if (!read_mesh_number(word_, x)) fail("a vertex needs three finite numbers");
      }
      mesh.vertices.emplace_back(p[0], p[1], p[2]);
    }
    expect("endloop");
    expect("endfacet");
    mesh.triangles.push_back({first, first + 1, first + 2});
  }

  bool find_word() {
    for (;;) {
      word_ = next_word(line_);
      if (!word_.empty()) return true;
      if (!lines_.next(line_)) return false;
    }
  }

  void require_word() {
    if (find_word()) return;
    throw Error("truncated STL text: it ends before 'endsolid'", lines_.where(file_), kHint);
  }

  void expect(const char* word) {
    require_word();
    if (!is_word(word_, word)) fail("expected '" + std::string(word) + "'");
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error("faulty STL text: " + what, lines_.where(file_), kHint);
  }

  TextLines lines_;
  std::string_view line_, word_;
  const std::string& file_;
};

}  // namespace

std::vector<TriangleMesh> read_stl(std::string_view bytes, const std::string& file) {
  // Many programs begin a binary file with "solid" too. A file whose size agrees with its count is
  // binary.
  const bool counted = bytes.size() >= kHeader + 4;
  if (counted && bytes.size() == kHeader + 4 + kRecord * little_endian(bytes.substr(kHeader)))
    return read_binary(bytes, file);
  std::string_view start = bytes.substr(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  const bool text = is_word(start.substr(0, 5), "solid") && bytes.find('\0') == bytes.npos;
  if (text) return TextStl(bytes, file).read();
  if (!counted) throw Error("empty STL file", file, "export it again");
  return read_binary(bytes, file);
}

}  // namespace cardan::mesh
