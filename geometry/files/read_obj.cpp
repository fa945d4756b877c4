#include <charconv>
#include <cmath>
#include <map>

#include "cardan/error.h"
#include "geometry/files/mesh_readers.h"
#include "geometry/thin_hull.h"

namespace cardan::mesh {

namespace {

// Statements of the format that do not affect polygons.
constexpr const char* kPassedOver[] = {
    "vt",     "vn",     "vp",     "l",        "p",        "s",          "mg",    "usemtl",
    "mtllib", "usemap", "maplib", "bevel",    "lod",      "deg",        "bmat",  "step",
    "cstype", "curv",   "curv2",  "surf",     "parm",     "trim",       "hole",  "scrv",
    "sp",     "end",    "con",    "c_interp", "d_interp", "trace_obj",  "ctech", "stech",
    "call",   "csh",    "bsp",    "bzp",      "cdc",      "shadow_obj", "cdp",   "res"};

constexpr std::size_t kMostCorners = 10000;       // limit per polygon
constexpr std::size_t kMostFileWork = 300000000;  // limit for triangulating the polygons of a file:
                                                  // about 2 s

class ObjText {
 public:
  ObjText(std::string_view text, const std::string& file) : lines_(text), file_(file) {}

  std::vector<TriangleMesh> read() {
    std::string_view line;
    while (next_statement(line)) {
      line = line.substr(0, line.find('#'));
      const std::string_view word = next_word(line);
      if (word.empty()) continue;
      if (word == "v") {
        read_vertex(line);
      } else if (word == "f") {
        read_face(line);
      } else if (word == "o") {
        begin_object(std::string(next_word(line)));
      } else if (word == "g") {
        begin_group(line);
      } else if (!is_passed_over(word)) {
        fail("not a statement of an OBJ file");
      }
    }
    if (!has_faces_ && !vertices_.empty())  // points collide as their convex hull, as in MuJoCo
      current_part() = hull_surface(vertices_, file_);
    return std::move(parts_);
  }

 private:
  static bool is_passed_over(std::string_view word) {
    return std::find(std::begin(kPassedOver), std::end(kPassedOver), word) != std::end(kPassedOver);
  }

  // Reads a line, joined with its continuation lines (a backslash at the end continues a line).
  bool next_statement(std::string_view& line) {
    if (!lines_.next(line)) return false;
    if (lines_.number() == 1 && line.rfind("\xEF\xBB\xBF", 0) == 0) line.remove_prefix(3);
    if (line.empty() || line.back() != '\\') return true;
    joined_.clear();
    do {
      joined_.append(line.substr(0, line.size() - 1)).append(" ");
    } while (lines_.next(line) && !line.empty() && line.back() == '\\');
    joined_.append(line.substr(0, line.find_last_not_of('\\') + 1));
    line = joined_;
    return true;
  }

  // x y z, x y z w, or x y z followed by a colour of three or four numbers.
  void read_vertex(std::string_view line) {
    float value[7];
    std::size_t count = 0;
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
      if (count == 7 || !read_mesh_number(word, value[count])) {
        fail("a vertex needs three finite numbers");
      }
      ++count;
    }
    if (count != 3 && count != 4 && count != 6 && count != 7)
      fail("a vertex of " + std::to_string(count) + " numbers");
    if (count == 4) {
      if (value[3] == 0) fail("a vertex with a weight of zero");
      for (int k = 0; k < 3; ++k) value[k] /= value[3];
    }
    vertices_.emplace_back(value[0], value[1], value[2]);
    check_mesh_size(0, vertices_.size(), 0, file_);
  }

  // Each corner is VERTEX, VERTEX/TEXTURE, VERTEX//NORMAL or VERTEX/TEXTURE/NORMAL. Indices start
  // at 1, or count backwards from the last vertex so far, starting at −1.
  void read_face(std::string_view line) {
    has_faces_ = true;
    corners_.clear();
    polygon_.clear();
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
      const int index = read_index(word);
      corners_.push_back(index);
      polygon_.push_back(vertices_[static_cast<std::size_t>(index)]);
      if (corners_.size() > kMostCorners)
        fail("a polygon of more than " + std::to_string(kMostCorners) + " corners");
    }
    if (corners_.empty()) fail("a face without corners");
    if (corners_.size() < 3) return;  // no area
    TriangleMesh& part = current_part();
    cut_.clear();
    if (!triangulate(polygon_, cut_, work_left_))
      fail("its polygons are too complex to triangulate");
    const int first = static_cast<int>(part.vertices.size());
    part.vertices.insert(part.vertices.end(), polygon_.begin(), polygon_.end());
    for (const auto& t : cut_) part.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    num_triangles_ += cut_.size();
    num_corners_ += corners_.size();
    check_mesh_size(num_triangles_, num_corners_, 0, file_);
  }

  int read_index(std::string_view word) const {
    const std::string_view digits = word.substr(0, word.find('/'));
    long index = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (error != std::errc() || end != digits.data() + digits.size())
      fail("a corner of a face is not an index");
    const long count = static_cast<long>(vertices_.size());
    const long place = index < 0 ? count + index : index - 1;
    if (place < 0 || place >= count) {
      fail("a face refers to vertex " + std::to_string(index) + ", but there are " +
           std::to_string(count) + " before it");
    }
    return static_cast<int>(place);
  }

  TriangleMesh& current_part() {
    if (current_ < 0) add_part();
    return parts_[static_cast<std::size_t>(current_)];
  }

  void add_part() {
    check_mesh_size(0, 0, parts_.size() + 1, file_);
    current_ = static_cast<int>(parts_.size());
    parts_.emplace_back();
  }

  // An object name that occurs again continues that object.
  void begin_object(const std::string& name) {
    const auto found = objects_.find(name);
    if (found != objects_.end()) {
      current_ = found->second;
      return;
    }
    add_part();
    objects_.emplace(name, current_);
  }

  // A group name that occurs again after another one starts a new part.
  void begin_group(std::string_view line) {
    const std::string name(line);
    if (current_ >= 0 && name == group_) return;
    group_ = name;
    add_part();
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error("faulty OBJ text: " + what, lines_.where(file_), "fetch or export it again");
  }

  TextLines lines_;
  const std::string& file_;
  std::string joined_, group_;
  std::vector<Vector3> vertices_, polygon_;
  std::vector<int> corners_;
  std::vector<std::array<int, 3>> cut_;
  std::vector<TriangleMesh> parts_;
  std::map<std::string, int> objects_;
  int current_ = -1;
  bool has_faces_ = false;
  std::size_t num_triangles_ = 0, num_corners_ = 0, work_left_ = kMostFileWork;
};

}  // namespace

std::vector<TriangleMesh> read_obj(std::string_view bytes, const std::string& file) {
  return ObjText(bytes, file).read();
}

}  // namespace cardan::mesh
