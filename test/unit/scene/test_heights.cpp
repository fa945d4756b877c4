#include <sys/stat.h>

#include <filesystem>

#include "cardan/error.h"
#include "cardan/mesh_files.h"
#include "cardan/model_spec.h"
#include "cardan/scene.h"
#include "test/support/temporary_directory.h"

// Heights from images, text files and scenes: rows are oriented as in maps, and every error is one
// clear line.
namespace cardan {
namespace {

// Greyscale of 8 bits, 3 x 2: 0 51 255 / 102 153 204; of 16 bits, 2 x 2: 0 65535 / 13107 1; 2 x 1
// grey pixels. Coloured, with transparency, 2 x 2, red 0 255 / 51 102; with a palette of 2 bits, 3
// x 2, red 0 102 255 / 255 102 0.
// clang-format off
constexpr unsigned char kGrey8[] = {137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 3, 0, 0, 0, 2, 8, 0, 0, 0, 0, 184, 31, 57, 198, 0, 0, 0, 16, 73, 68, 65, 84, 120, 218, 99, 96, 48, 254, 207, 144, 54, 243, 12, 0, 9, 101, 2, 254, 73, 118, 51, 102, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130};
constexpr unsigned char kGrey16[] = {137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 2, 16, 0, 0, 0, 0, 7, 77, 142, 187, 0, 0, 0, 18, 73, 68, 65, 84, 120, 218, 99, 96, 96, 248, 255, 159, 193, 216, 152, 129, 17, 0, 14, 99, 2, 102, 45, 163, 186, 208, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130};
constexpr unsigned char kColoured[] = {137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 2, 8, 6, 0, 0, 0, 114, 182, 13, 36, 0, 0, 0, 26, 73, 68, 65, 84, 120, 156, 99, 96, 224, 228, 248, 255, 159, 145, 137, 129, 193, 248, 255, 255, 255, 105, 12, 255, 25, 1, 51, 62, 6, 169, 234, 179, 117, 181, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130};
constexpr unsigned char kPalette[] = {137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 3, 0, 0, 0, 2, 2, 3, 0, 0, 0, 224, 26, 142, 137, 0, 0, 0, 9, 80, 76, 84, 69, 0, 200, 50, 102, 20, 90, 255, 0, 0, 68, 57, 7, 23, 0, 0, 0, 12, 73, 68, 65, 84, 120, 156, 99, 144, 96, 152, 0, 0, 0, 220, 0, 169, 108, 231, 192, 35, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130};
constexpr unsigned char kOneRow[] = {137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 1, 8, 0, 0, 0, 0, 209, 73, 32, 86, 0, 0, 0, 11, 73, 68, 65, 84, 120, 218, 99, 96, 96, 0, 0, 0, 3, 0, 1, 43, 9, 77, 132, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130};
// clang-format on

template <std::size_t n>
std::string bytes(const unsigned char (&data)[n]) {
  return std::string(reinterpret_cast<const char*>(data), n);
}

std::string message_of(const std::function<void()>& load) {
  try {
    load();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Heights, EightBitImagesAreRead) {
  const test::TemporaryDirectory folder;
  const auto grid = load_height_image(folder.write("g.png", bytes(kGrey8)), {4, 2, 0.5});
  EXPECT_EQ(grid->rows, 2);
  EXPECT_EQ(grid->columns, 3);
  EXPECT_EQ(grid->size, Vector2(4, 2));
  const std::vector<double> expected{0, 0.1, 0.5, 0.2, 0.3, 0.4};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(grid->heights[i], expected[i], 1e-15);
}

TEST(Heights, SixteenBitImagesAreRead) {
  const test::TemporaryDirectory folder;
  const auto grid = load_height_image(folder.write("g.png", bytes(kGrey16)), {1, 1, 65.535});
  const std::vector<double> expected{0, 65.535, 13.107, 0.001};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(grid->heights[i], expected[i], 1e-12);
}

// The rule of MuJoCo and Gazebo.
TEST(Heights, TheRedChannelOfAColouredImageIsTheHeight) {
  const test::TemporaryDirectory folder;
  const auto heights = [&](const std::string& data) {
    return load_height_image(folder.write("g.png", data), {1, 1, 255})->heights;
  };
  EXPECT_EQ(heights(bytes(kColoured)), (std::vector<double>{0, 255, 51, 102}));
  EXPECT_EQ(heights(bytes(kPalette)), (std::vector<double>{0, 102, 255, 255, 102, 0}));
}

TEST(Heights, DamagedImagesAreRejectedWithAReason) {
  const test::TemporaryDirectory folder;
  const auto load = [&](const std::string& data, const Vector3& size = {1, 1, 1}) {
    return message_of([&] { load_height_image(folder.write("g.png", data), size); });
  };
  const std::string whole = bytes(kGrey8);
  for (std::size_t length = 8; length + 12 < whole.size(); ++length)
    EXPECT_NE(load(whole.substr(0, length)).find("damaged or cut off"), std::string::npos)
        << length;
  std::string changed = whole;
  changed[45] = static_cast<char>(changed[45] ^ 0x55);
  EXPECT_NE(load(changed).find("damaged or cut off"), std::string::npos);
  EXPECT_NE(load("P5 2 2 255").find("not a PNG image"), std::string::npos);
  EXPECT_NE(load("").find("not a PNG image"), std::string::npos);
  EXPECT_NE(load(bytes(kOneRow)).find("2 x 1 pixels"), std::string::npos);
  EXPECT_NE(load(whole, {1, -1, 1}).find("not positive"), std::string::npos);
  const std::string missing = message_of([&] {
    load_height_image(folder.file("none.png"), {1, 1, 1});
  });
  EXPECT_NE(missing.find("none.png: cannot read"), std::string::npos) << missing;
}

TEST(Heights, TextFilesAreRead) {
  const test::TemporaryDirectory folder;
  const auto load = [&](const std::string& text) {
    return load_height_text(folder.write("h.csv", text), {4, 2});
  };
  for (const char* text :
       {"1,2,3\n4,5,6\n", "1 2 3\r\n+4 5. 6e0", "# heights\n\n1;2;3 # first\n4\t5\t6\n"}) {
    const auto grid = load(text);
    EXPECT_EQ(grid->rows, 2);
    EXPECT_EQ(grid->columns, 3);
    EXPECT_EQ(grid->heights, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  }
  const auto refusal = [&](const std::string& text) { return message_of([&] { load(text); }); };
  EXPECT_NE(refusal("1 2\n3 4 5\n").find("h.csv:2: a row of 3 heights after rows of 2"),
            std::string::npos);
  EXPECT_NE(refusal("1 2\n3 x\n").find("h.csv:2: value 2 is not a number"), std::string::npos);
  EXPECT_NE(refusal("1 2\n3 nan\n").find("h.csv:2: a height is not finite"), std::string::npos);
  EXPECT_NE(refusal("1 2\n3 1e999\n").find("h.csv:2: value 2 is not a number"), std::string::npos);
  EXPECT_NE(refusal("1 2 3\n").find("fewer than 2 x 2"), std::string::npos);
  EXPECT_NE(refusal("").find("fewer than 2 x 2"), std::string::npos);
}

// A file of this machine: the message must not disclose its text to the author of the scene.
TEST(Heights, RejectedTextIsNotQuoted) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.write("secret", "root:x:0:0:root:/root:/bin/bash\n");
  const std::string message = message_of([&] { load_height_text(file, {1, 1}); });
  EXPECT_NE(message.find("secret:1: value 1 is not a number"), std::string::npos) << message;
  EXPECT_EQ(message.find("root"), std::string::npos) << message;
}

// 65 bytes that announce 30000 x 30000 pixels: rejected by its header, without significant time or
// memory.
TEST(Heights, TooLargeImageIsRejectedByItsHeader) {
  const test::TemporaryDirectory folder;
  const auto header = [](std::uint32_t width, std::uint32_t height) {
    std::string chunk = "IHDR";
    for (const std::uint32_t x : {width, height})
      for (int shift = 24; shift >= 0; shift -= 8) chunk += static_cast<char>(x >> shift & 255);
    chunk += std::string("\x08\0\0\0\0", 5);
    std::uint32_t crc = ~0U;
    for (const char c : chunk) {
      crc ^= static_cast<unsigned char>(c);
      for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ 0xEDB88320U : crc >> 1;
    }
    for (int shift = 24; shift >= 0; shift -= 8) chunk += static_cast<char>(~crc >> shift & 255);
    return std::string("\x89PNG\r\n\x1a\n\0\0\0\x0d", 12) + chunk;
  };
  const std::string rest("\0\0\0\x01IDAT\0\0\0\0\0", 13);
  const auto load = [&](std::uint32_t width, std::uint32_t height) {
    return message_of([&] {
      load_height_image(folder.write("g.png", header(width, height) + rest), {1, 1, 1});
    });
  };
  EXPECT_NE(load(30000, 30000).find("30000 x 30000 pixels, more than 16777216"), std::string::npos);
  EXPECT_NE(load(4097, 4097).find("4097 x 4097 pixels, more than"), std::string::npos);
  EXPECT_NE(load(200, 200).find("damaged"), std::string::npos);
}

TEST(Heights, SpecialFilesAreRejected) {
  const test::TemporaryDirectory folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& file : {pipe, std::string("/dev/zero")}) {
    EXPECT_FALSE(is_png(file));
    EXPECT_NE(message_of([&] {
                load_height_text(file, {1, 1});
              }).find("cannot read the heights"),
              std::string::npos);
    EXPECT_NE(message_of([&] {
                load_height_image(file, {1, 1, 1});
              }).find("cannot read the image"),
              std::string::npos);
  }
}

std::string scene(const std::string& model) { return "cardan: 1\nmodels:\n  - " + model + "\n"; }

TEST(Heights, ScenesReadHeightFiles) {
  const test::TemporaryDirectory folder;
  folder.write("g.png", bytes(kGrey8));
  folder.write("h.txt", "1 2\n3 4\n");
  const auto heights = [&](const std::string& form) {
    const Scene loaded = load_scene(
        folder.write("s.yaml", scene("{name: f, static: true, heightfield: {" + form + "}}")));
    EXPECT_EQ(loaded.models[0].geometry->kind, GeometryKind::kHeightfield);
    return loaded.models[0].geometry->heights;
  };
  EXPECT_EQ(heights("file: g.png, size: [4, 2, 1]")->heights[2], 1);
  EXPECT_EQ(heights("file: h.txt, size: [4, 2]")->heights, (std::vector<double>{1, 2, 3, 4}));
  const auto grid = heights("data: [[1, 2, 3], [4, 5, 6]], size: [4, 2]");
  EXPECT_EQ(grid->columns, 3);
  EXPECT_EQ(grid->heights[3], 4);
}

TEST(Heights, ErrorsInScenesNameTheirLine) {
  const test::TemporaryDirectory folder;
  folder.write("g.png", bytes(kGrey8));
  folder.write("h.txt", "1 2\n3\n");
  const std::vector<std::pair<std::string, std::string>> cases{
      {"{name: f, heightfield: {data: [[0, 0], [0, 0]], size: [1, 1]}}",
       "a heightfield cannot move"},
      {"{name: f, static: true, heightfield: {data: [[0, 0], [0]], size: [1, 1]}}",
       "a row of 1 heights"},
      {"{name: f, static: true, heightfield: {data: [[0, 0]], size: [1, 1]}}", "fewer than 2 x 2"},
      {"{name: f, static: true, heightfield: {data: [[0, 0], [0, .nan]], size: [1, 1]}}",
       "must be finite"},
      {"{name: f, static: true, heightfield: {data: [[0, 0], [0, 0]], size: [1, -1]}}", "size"},
      {"{name: f, static: true, heightfield: {data: [[0, 0], [0, 0]], size: [1, 1, 1]}}",
       "expected [x, y]"},
      {"{name: f, static: true, heightfield: {data: [[0, 0], [0, 0]], file: g.png, size: [1, 1]}}",
       "cannot be combined with 'file'"},
      {"{name: f, static: true, heightfield: {file: g.png, size: [1, 1]}}", "expected [x, y, z]"},
      {"{name: f, static: true, heightfield: {file: none.png, size: [1, 1, 1]}}", "not found"},
      {"{name: f, static: true, heightfield: {file: h.txt, size: [1, 1]}}", "h.txt:2: a row of 1"},
      {"{name: f, static: true, heightfield: {size: [1, 1]}}", "file"}};
  for (const auto& [model, expected] : cases) {
    const std::string file = folder.write("s.yaml", scene(model));
    const std::string message = message_of([&] { load_scene(file); });
    EXPECT_TRUE(message.starts_with(file + ":3: ")) << message;
    EXPECT_NE(message.find(expected), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace cardan
