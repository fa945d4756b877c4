#include "view/replay_bytes.h"

#include <cstring>
#include <nlohmann/json.hpp>

#include "cardan/error.h"
#include "view/thin_frames.h"

namespace cardan::view {

namespace {

using Plain = nlohmann::json;

template <typename Word>
Plain binary(std::span<const Word> words) {
  std::vector<std::uint8_t> bytes(words.size_bytes());
  if (!bytes.empty()) std::memcpy(bytes.data(), words.data(), bytes.size());
  return Plain::binary(std::move(bytes));
}

template <typename Word>
std::vector<Word> words_of(const Plain& json) {
  const auto& bytes = json.get_binary();
  std::vector<Word> words(bytes.size() / sizeof(Word));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(Word));
  return words;
}

std::string text_of(const Plain& json) {
  const auto& bytes = json.get_binary();
  return {bytes.begin(), bytes.end()};
}

// The tables in a fixed order.
template <typename Data>
auto tables_of_bytes(Data& data) {
  return std::array{&data.vertices, &data.triangles, &data.colours, &data.uv,
                    &data.frames,   &data.contacts,  &data.islands, &data.steps};
}

Plain three(const Vector3& x) { return {x.x(), x.y(), x.z()}; }
Vector3 vector_of(const Plain& json) {
  const auto x = json.get<std::array<double, 3>>();
  return {x[0], x[1], x[2]};
}

Plain part_of(const PagePart& part) {
  std::vector<double> pose;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) pose.push_back(part.X_BS.R(i, j));
  for (int i = 0; i < 3; ++i) pose.push_back(part.X_BS.p[i]);
  Plain colour;
  if (part.rgba) colour = *part.rgba;
  return {static_cast<int>(part.role), part.body, part.shape, pose, colour, part.image};
}

PagePart read_part(const Plain& json) {
  PagePart part{static_cast<PagePart::Role>(json.at(0).get<int>()),
                json.at(1),
                json.at(2),
                {},
                {},
                json.at(5)};
  for (std::size_t i = 0; i < 9; ++i)
    part.X_BS.R(static_cast<int>(i / 3), static_cast<int>(i % 3)) = json.at(3).at(i).get<double>();
  for (std::size_t i = 0; i < 3; ++i)
    part.X_BS.p[static_cast<int>(i)] = json.at(3).at(9 + i).get<double>();
  if (!json.at(4).is_null()) part.rgba = json.at(4).get<std::array<double, 4>>();
  return part;
}

ReplayData read(const Plain& json) {
  ReplayData data;
  const Plain& head = json.at("head");
  head.at(0).get_to(data.title);
  head.at(1).get_to(data.formulation);
  head.at(2).get_to(data.scene_text);
  head.at(3).get_to(data.chain);
  head.at(4).get_to(data.time_step);
  head.at(5).get_to(data.rate);
  data.gravity = vector_of(head.at(6));
  head.at(7).get_to(data.image_side);
  for (const Plain& model : json.at("models")) data.models.push_back({model.at(0), model.at(1)});
  for (const Plain& body : json.at("bodies"))
    data.bodies.push_back({body.at(0), body.at(1), body.at(2)});
  for (const Plain& shape : json.at("shapes")) {
    data.shapes.push_back({shape.at(0), vector_of(shape.at(1)), shape.at(2), shape.at(3),
                           shape.at(5), shape.at(6), vector_of(shape.at(4))});
  }
  for (const Plain& part : json.at("parts")) data.parts.push_back(read_part(part));
  for (const Plain& image : json.at("images"))
    data.images.push_back(
        {image.at(0), image.at(1), image.at(2), image.at(3), text_of(image.at(4))});
  json.at("notes").get_to(data.notes);
  for (const Plain& event : json.at("events")) {
    data.events.push_back({static_cast<PageEvent::Kind>(event.at(0).get<int>()), event.at(1),
                           event.at(2), event.at(3)});
  }
  for (const Plain& frame : json.at("poses")) data.poses.push_back(words_of<float>(frame));
  std::size_t next = 0;
  for (Table* table : tables_of_bytes(data))
    table->append(words_of<std::uint32_t>(json.at("tables").at(next++)));
  return data;
}

}  // namespace

std::string bytes_of(const ReplayData& data) {
  Plain json = {{"head",
                 {data.title, data.formulation, data.scene_text, data.chain, data.time_step,
                  data.rate, three(data.gravity), data.image_side}},
                {"models", Plain::array()},
                {"bodies", Plain::array()},
                {"shapes", Plain::array()},
                {"parts", Plain::array()},
                {"images", Plain::array()},
                {"notes", data.notes},
                {"events", Plain::array()},
                {"poses", Plain::array()},
                {"tables", Plain::array()}};
  for (const PageModel& model : data.models)
    json["models"].push_back(Plain::array({model.name, model.moves}));
  for (const PageBody& body : data.bodies)
    json["bodies"].push_back(Plain::array({body.model, body.link, body.visual_missing}));
  for (const PageShape& shape : data.shapes) {
    json["shapes"].push_back(
        Plain::array({shape.kind, three(shape.size), shape.vertices, shape.triangles,
                      three(shape.extent), shape.colours, shape.uv}));
  }
  for (const PagePart& part : data.parts) json["parts"].push_back(part_of(part));
  for (const PageImage& image : data.images) {
    json["images"].push_back(Plain::array({image.name, image.type, image.width, image.height,
                                           binary(std::span<const char>(image.bytes))}));
  }
  for (const PageEvent& event : data.events) {
    json["events"].push_back(
        Plain::array({static_cast<int>(event.kind), event.step, event.time, event.text}));
  }
  for (const std::vector<float>& frame : data.poses)
    json["poses"].push_back(binary(std::span(frame)));
  for (const Table* table : tables_of_bytes(data))
    json["tables"].push_back(binary(table->words(0, table->rows())));
  const std::vector<std::uint8_t> bytes = Plain::to_cbor(json);
  return {bytes.begin(), bytes.end()};
}

ReplayData replay_data_of(const std::string& bytes) {
  try {
    return read(Plain::from_cbor(bytes));
  } catch (const Plain::exception&) {
    throw Error("the replay of a run is not complete", "replay data");
  }
}

std::string limited_bytes_of(ReplayData data, std::size_t limit) {
  constexpr std::int64_t kHalf = 2;
  std::string bytes = bytes_of(data);
  while (bytes.size() > limit && data.frames.rows() > 2) {
    data = thin_frames(data, kHalf);
    bytes = bytes_of(data);
  }
  return bytes;
}

}  // namespace cardan::view
