#include "view/glb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "view/body_names.h"
#include "view/shown_parts.h"
#include "view/tessellate.h"
#include "view/textured_shape.h"

namespace cardan::view {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kFloat = 5126, kUnsigned = 5125;  // componentType
constexpr std::size_t kPose = 7;

class GlbWriter {
 public:
  explicit GlbWriter(const ReplayData& data) : data_(data) {}

  std::string write() {
    json_["asset"] = {{"version", "2.0"}, {"generator", "cardan " CARDAN_VERSION}};
    json_["scene"] = 0;
    json_["scenes"] = {{{"name", data_.title}, {"nodes", {0}}}};
    // W has z up: a quarter turn about x.
    json_["nodes"] = Json::array();
    const double half = std::sqrt(0.5);
    json_["nodes"].push_back(
        {{"name", "world"}, {"rotation", {-half, 0, 0, half}}, {"children", Json::array()}});
    for (std::size_t body = 0; body < data_.bodies.size(); ++body) add_body(body);
    for (const PagePart* part : shown_parts(data_)) add_part(*part);
    if (data_.bodies.empty()) json_["nodes"][0].erase("children");
    add_animation();
    json_["buffers"] = {{{"byteLength", bytes_.size()}}};
    return container();
  }

 private:
  int model_of(int body) const { return data_.bodies[static_cast<std::size_t>(body)].model; }
  float number(std::size_t frame, std::size_t body, std::size_t k) const {
    return data_.poses[frame][kPose * body + k];
  }
  bool is_there(std::size_t frame, std::size_t body) const {
    return std::isfinite(number(frame, body, 0));
  }

  void add_body(std::size_t body) {
    node_of_body_.push_back(json_["nodes"].size());
    json_["nodes"][0]["children"].push_back(json_["nodes"].size());
    Json node = {{"name", body_name(data_, body)}};
    const std::size_t frame = first_frame_of(body);
    if (frame < data_.poses.size()) {
      node["translation"] = {number(frame, body, 0), number(frame, body, 1),
                             number(frame, body, 2)};
      node["rotation"] = {number(frame, body, 4), number(frame, body, 5), number(frame, body, 6),
                          number(frame, body, 3)};
    }
    json_["nodes"].push_back(std::move(node));
  }

  // First frame with the body; the number of frames if there is none.
  std::size_t first_frame_of(std::size_t body) const {
    std::size_t frame = 0;
    while (frame < data_.poses.size() && !is_there(frame, body)) ++frame;
    return frame;
  }

  void add_part(const PagePart& part) {
    const int mesh = mesh_of(part);
    if (mesh < 0) return;
    const Quaternion turn(part.X_BS.R);
    const std::size_t node = json_["nodes"].size();
    json_["nodes"].push_back({{"mesh", mesh},
                              {"translation", {part.X_BS.p.x(), part.X_BS.p.y(), part.X_BS.p.z()}},
                              {"rotation", {turn.x(), turn.y(), turn.z(), turn.w()}}});
    json_["nodes"][node_of_body_[static_cast<std::size_t>(part.body)]]["children"].push_back(node);
  }

  // One mesh per shape, colour and image. −1: no triangles.
  int mesh_of(const PagePart& part) {
    const std::array<double, 4> rgba = part.rgba.value_or(colour_of(model_of(part.body)));
    const auto [place, is_new] = mesh_of_.try_emplace({part.shape, part.image, rgba}, -1);
    if (!is_new) return place->second;
    const Accessors& accessors = accessors_of(part.shape, part.image >= 0);
    if (accessors.indices < 0) return -1;
    const bool has_uv = accessors.attributes.contains("TEXCOORD_0");
    Json primitive = {{"attributes", accessors.attributes},
                      {"indices", accessors.indices},
                      {"material", material_of(has_uv ? part.image : -1, rgba)}};
    json_["meshes"].push_back({{"primitives", Json::array({primitive})}});
    return place->second = static_cast<int>(json_["meshes"].size()) - 1;
  }

  std::array<double, 4> colour_of(int model) const {
    constexpr std::array<double, 4> kStatic{0.7, 0.72, 0.75, 1}, kMoving{0.5, 0.6, 0.72, 1};
    return data_.models[static_cast<std::size_t>(model)].moves ? kMoving : kStatic;
  }

  // Colours in glTF are linear; colours in URDF are sRGB [IEC 61966-2-1].
  static double linear(double x) {
    return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
  }

  int material_of(int image, const std::array<double, 4>& rgba) {
    const auto [place, is_new] = material_of_.try_emplace({image, rgba}, 0);
    if (!is_new) return place->second;
    Json material = {
        {"pbrMetallicRoughness",
         {{"baseColorFactor", {linear(rgba[0]), linear(rgba[1]), linear(rgba[2]), rgba[3]}},
          {"metallicFactor", 0},
          {"roughnessFactor", 0.75}}}};
    if (image >= 0)
      material["pbrMetallicRoughness"]["baseColorTexture"] = {{"index", texture_of(image)}};
    if (rgba[3] < 1) material["alphaMode"] = "BLEND";
    json_["materials"].push_back(std::move(material));
    return place->second = static_cast<int>(json_["materials"].size()) - 1;
  }

  int texture_of(int image) {
    const auto [place, is_new] = texture_of_.try_emplace(image, 0);
    if (!is_new) return place->second;
    const PageImage& held = data_.images[static_cast<std::size_t>(image)];
    json_["images"].push_back({{"name", held.name},
                               {"mimeType", held.type},
                               {"bufferView", add_bytes(held.bytes.data(), held.bytes.size())}});
    json_["textures"].push_back({{"source", json_["images"].size() - 1}});
    return place->second = static_cast<int>(json_["textures"].size()) - 1;
  }

  /// Accessors of a shape; indices −1: it has no triangles.
  struct Accessors {
    Json attributes;
    int indices = -1;
  };

  // Vertices and triangles of a shape; with_uv: with texture coordinates, if it has any.
  TexturedShape geometry_of(const PageShape& shape, bool with_uv) const {
    constexpr double kPlaneHalfEdge = 10;  // [m]
    if (with_uv && has_texture_coordinates(shape.kind)) return textured(shape);
    TexturedShape geometry{tessellated(data_, shape, kPlaneHalfEdge), {}};
    for (std::size_t i = shape.uv[0]; i < shape.uv[0] + shape.uv[1]; ++i)
      geometry.uv.push_back({data_.uv.number(i, 0), data_.uv.number(i, 1)});
    return geometry;
  }

  const Accessors& accessors_of(int index, bool with_uv) {
    const auto known = accessors_.find({index, with_uv});
    if (known != accessors_.end()) return known->second;
    const PageShape& shape = data_.shapes[static_cast<std::size_t>(index)];
    const TexturedShape geometry = geometry_of(shape, with_uv);
    Accessors accessors;
    if (!geometry.mesh.triangles.empty()) {
      std::vector<float> points;
      for (const Vector3& p : geometry.mesh.vertices)
        for (int k = 0; k < 3; ++k) points.push_back(static_cast<float>(p[k]));
      std::vector<std::uint32_t> corners;
      for (const std::array<int, 3>& triangle : geometry.mesh.triangles)
        for (const int corner : triangle) corners.push_back(static_cast<std::uint32_t>(corner));
      constexpr int kVertices = 34962, kIndices = 34963;  // target of a buffer view
      accessors.attributes["POSITION"] = add_accessor(points, kFloat, "VEC3", kVertices);
      if (shape.colours[1] > 0)
        accessors.attributes["COLOR_0"] =
            add_accessor(colours_of(shape), kFloat, "VEC4", kVertices);
      if (!geometry.uv.empty())
        accessors.attributes["TEXCOORD_0"] =
            add_accessor(downward(geometry.uv), kFloat, "VEC2", kVertices);
      accessors.indices = add_accessor(corners, kUnsigned, "SCALAR", kIndices);
    }
    return accessors_[{index, with_uv}] = std::move(accessors);
  }

  std::vector<float> colours_of(const PageShape& shape) const {
    std::vector<float> colours;
    for (const std::uint32_t word : data_.colours.words(shape.colours[0], shape.colours[1])) {
      for (int k = 0; k < 4; ++k) {
        const double x = static_cast<double>(word >> (8 * k) & 0xffU) / 255;
        colours.push_back(static_cast<float>(k < 3 ? linear(x) : x));
      }
    }
    return colours;
  }

  // glTF has v downward from the upper edge of the image.
  static std::vector<float> downward(const std::vector<std::array<float, 2>>& uv) {
    std::vector<float> numbers;
    for (const auto& [u, v] : uv) numbers.insert(numbers.end(), {u, 1 - v});
    return numbers;
  }

  void add_animation() {
    if (data_.poses.size() < 2) return;
    Json animation = {{"name", "run"}, {"channels", Json::array()}, {"samplers", Json::array()}};
    for (std::size_t body = 0; body < data_.bodies.size(); ++body) add_motion(body, animation);
    if (!animation["channels"].empty()) json_["animations"] = Json::array({animation});
  }

  // Accessor of the times; absent if nothing moves.
  int input() {
    if (input_ >= 0) return input_;
    std::vector<float> times;
    for (std::size_t frame = 0; frame < data_.frames.rows(); ++frame)
      times.push_back(data_.frames.number(frame, 1));
    return input_ = add_accessor(times, kFloat, "SCALAR", 0);
  }

  void add_motion(std::size_t body, Json& animation) {
    std::vector<float> places, turns, scales;
    std::size_t last = first_frame_of(body);
    if (last == data_.poses.size()) return;
    bool moves = false, vanishes = false;
    for (std::size_t frame = 0; frame < data_.poses.size(); ++frame) {
      const bool here = is_there(frame, body);
      const std::size_t shown = here ? frame : last;  // an absent body stays where it was
      for (const std::size_t k : {0U, 1U, 2U}) places.push_back(number(shown, body, k));
      for (const std::size_t k : {4U, 5U, 6U, 3U}) turns.push_back(number(shown, body, k));
      scales.insert(scales.end(), 3, here ? 1.0F : 0.0F);
      for (std::size_t k = 0; k < kPose; ++k)
        moves = moves || number(shown, body, k) != number(last, body, k);
      vanishes = vanishes || !here;
      last = shown;
    }
    if (moves) {
      add_channel(body, "translation", add_accessor(places, kFloat, "VEC3", 0), "LINEAR",
                  animation);
      add_channel(body, "rotation", add_accessor(turns, kFloat, "VEC4", 0), "LINEAR", animation);
    }
    if (vanishes)
      add_channel(body, "scale", add_accessor(scales, kFloat, "VEC3", 0), "STEP", animation);
  }

  void add_channel(std::size_t body, const char* path, int output, const char* interpolation,
                   Json& animation) {
    animation["channels"].push_back({{"sampler", animation["samplers"].size()},
                                     {"target", {{"node", node_of_body_[body]}, {"path", path}}}});
    animation["samplers"].push_back(
        {{"input", input()}, {"output", output}, {"interpolation", interpolation}});
  }

  // A buffer view. Each one begins at a multiple of four bytes.
  int add_bytes(const void* data, std::size_t size) {
    json_["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", size}});
    const std::size_t at = bytes_.size();
    bytes_.resize(at + (size + 3) / 4 * 4);
    if (size > 0) std::memcpy(bytes_.data() + at, data, size);
    return static_cast<int>(json_["bufferViews"].size()) - 1;
  }

  // Numbers of four bytes. target: 0 for none.
  template <class Number>
  int add_accessor(const std::vector<Number>& numbers, int component, const char* type,
                   int target) {
    const std::size_t width = type[0] == 'S' ? 1 : static_cast<std::size_t>(type[3] - '0');
    const int view = add_bytes(numbers.data(), numbers.size() * sizeof(Number));
    if (target != 0) json_["bufferViews"].back()["target"] = target;
    Json accessor = {{"bufferView", view},
                     {"componentType", component},
                     {"count", numbers.size() / width},
                     {"type", type}};
    for (const bool largest : {false, true}) {
      std::vector<Number> bound(numbers.begin(),
                                numbers.begin() + static_cast<std::ptrdiff_t>(width));
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        Number& x = bound[i % width];
        x = largest ? std::max(x, numbers[i]) : std::min(x, numbers[i]);
      }
      accessor[largest ? "max" : "min"] = bound;
    }
    json_["accessors"].push_back(std::move(accessor));
    return static_cast<int>(json_["accessors"].size()) - 1;
  }

  static void add_word(std::string& text, std::size_t word) {
    for (int k = 0; k < 4; ++k) text.push_back(static_cast<char>(word >> (8 * k) & 0xffU));
  }

  std::string container() const {
    constexpr std::size_t kMagic = 0x46546C67, kJson = 0x4E4F534A, kBinary = 0x004E4942;
    std::string text = json_.dump(-1, ' ', false, Json::error_handler_t::replace);
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::string file;
    add_word(file, kMagic);
    add_word(file, 2);  // version
    add_word(file, 12 + 8 + text.size() + 8 + bytes_.size());
    add_word(file, text.size());
    add_word(file, kJson);
    file.append(text);
    add_word(file, bytes_.size());
    add_word(file, kBinary);
    return file.append(bytes_.data(), bytes_.size());
  }

  const ReplayData& data_;
  Json json_;
  std::vector<char> bytes_;
  std::vector<std::size_t> node_of_body_;
  std::map<std::tuple<int, int, std::array<double, 4>>, int> mesh_of_;
  std::map<std::pair<int, std::array<double, 4>>, int> material_of_;
  std::map<int, int> texture_of_;
  std::map<std::pair<int, bool>, Accessors> accessors_;  ///< by shape and with_uv
  int input_ = -1;
};

}  // namespace

std::string glb(const ReplayData& data) { return GlbWriter(data).write(); }

}  // namespace cardan::view
