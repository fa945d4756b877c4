#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "geometry/files/drawn_mesh.h"
#include "test/support/png.h"
#include "test/support/temporary_directory.h"
#include "view/glb.h"
#include "view/image_info.h"
#include "view/inspect_robot.h"
#include "view/replay_bytes.h"
#include "view/replay_page.h"
#include "view/texture_book.h"
#include "view/without_images.h"

namespace cardan::view {
namespace {

using test::Pixel;
using test::png;

const std::vector<Pixel> kPixels{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 0}};

// A start of an image and a frame header of 300 × 200 pixels.
const std::string kJpeg = std::string(
    "\xff\xd8\xff\xe0\x00\x04\x00\x00\xff\xc0\x00\x0b\x08\x00\xc8\x01\x2c\x01\x01\x11"
    "\x00\xff\xda",
    23);

TEST(ImageInfo, SizesAreRead) {
  const auto info = image_info(png(2, {{1, 2, 3}, {4, 5, 6}}));
  ASSERT_TRUE(info);
  EXPECT_STREQ(info->type, "image/png");
  EXPECT_EQ(info->width, 2);
  EXPECT_EQ(info->height, 1);
  const auto jpeg = image_info(kJpeg);
  ASSERT_TRUE(jpeg);
  EXPECT_STREQ(jpeg->type, "image/jpeg");
  EXPECT_EQ(jpeg->width, 300);
  EXPECT_EQ(jpeg->height, 200);
}

// A truncated file, or a PNG with one changed bit, is not an image.
TEST(ImageInfo, DamageIsFound) {
  const std::string whole = png(2, kPixels);
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(image_info(whole.substr(0, size))) << size;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string bad = whole;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    EXPECT_FALSE(image_info(bad)) << at;
  }
  for (std::size_t size = 0; size < 18; ++size)
    EXPECT_FALSE(image_info(kJpeg.substr(0, size))) << size;
  EXPECT_FALSE(image_info("GIF89a"));
}

int added(TextureBook& book, const std::string& file, const std::string& texture,
          const DrawnMesh& drawing = {}) {
  return book.add({file, false, &drawing}, texture);
}

TEST(TextureBook, ImagesAreFoundOnce) {
  const test::TemporaryDirectory folder;
  folder.write("robot/images/a.png", png(2, kPixels));
  folder.write("robot/meshes/b.png", png(2, kPixels));
  folder.write("robot/meshes/c.png", png(1, {{0, 0, 0}}));
  const std::string mesh = folder.file("robot/meshes/m.obj");
  ReplayData data;
  TextureBook book(data);
  EXPECT_EQ(added(book, mesh, "../images/a.png"), 0);
  EXPECT_EQ(added(book, mesh, "b.png"), 0);  // equal bytes
  EXPECT_EQ(added(book, mesh, "C:\\art\\c.png"), 1);
  EXPECT_EQ(added(book, mesh, "file:///elsewhere/c.png"), 1);
  EXPECT_EQ(data.images.size(), 2U);
  EXPECT_EQ(data.images[0].type, "image/png");
  EXPECT_TRUE(data.notes.empty());
}

TEST(TextureBook, ImagesThatCannotBeShownHaveANote) {
  const test::TemporaryDirectory folder;
  folder.write("a.png", png(2, kPixels));  // outside: two levels above the mesh
  const std::string mesh = folder.file("x/robot/meshes/m.dae");
  folder.write("x/robot/meshes/cut.png", png(2, kPixels).substr(0, 40));
  folder.write("x/robot/meshes/wide.png", png(5000, std::vector<Pixel>(5000)));
  folder.write("x/robot/meshes/big.png", std::string(2 * kMostTextureBytes, 'x'));
  folder.write("x/robot/meshes/dir/in.png", "");
  DrawnMesh drawing;
  drawing.images = {png(2, kPixels), ""};
  ReplayData data;
  TextureBook book(data);
  EXPECT_EQ(added(book, mesh, "*0", drawing), 0);
  const std::vector<std::pair<std::string, std::string>> faults{
      {"../../../a.png", "outside"}, {"none.png", "no such file"},    {"cut.png", "complete"},
      {"wide.png", "4096 px"},       {"big.png", "at most 4096 KiB"}, {"dir", "no such file"},
      {"*1", "does not contain"},    {"*2", "does not contain"},      {"*x", "does not contain"}};
  for (const auto& [name, why] : faults) {
    EXPECT_EQ(added(book, mesh, name, drawing), -1) << name;
    EXPECT_EQ(added(book, mesh, name, drawing), -1) << name;
    ASSERT_FALSE(data.notes.empty());
    EXPECT_NE(data.notes.back().find("m.dae is not shown"), std::string::npos) << name;
    EXPECT_NE(data.notes.back().find(why), std::string::npos) << data.notes.back();
  }
  EXPECT_EQ(data.notes.size(), faults.size());
  EXPECT_EQ(data.images.size(), 1U);
}

// A square with an image, a triangle with a colour of its own and one with that of the robot file.
std::string write_robot(const test::TemporaryDirectory& folder) {
  folder.write("plate.png", png(2, kPixels));
  folder.write("plate.mtl", "newmtl red\nKd 1 0 0\nnewmtl image\nmap_Kd plate.png\n");
  folder.write("plate.obj",
               "mtllib plate.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
               "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 0.75\n"
               "usemtl image\nf 1/1 2/2 3/3 4/4\nusemtl red\nf 1 2 3\n");
  folder.write("bare.obj", "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 1 0 0 0 1\nf 1 2 3\n");
  folder.write("plain.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n");
  std::string text = "<robot name='r'><link name='a'>";
  for (const char* mesh : {"plate", "bare", "plain"}) {
    text.append("<visual><geometry><mesh filename='").append(mesh).append(".obj'/></geometry>");
    text.append("<material name='m'><color rgba='0.1 0.2 0.3 1'/></material></visual>");
  }
  return folder.write("r.urdf", text.append("</link></robot>"));
}

TEST(VisualBook, MaterialsOfMeshesComeFirst) {
  const test::TemporaryDirectory folder;
  const ReplayData data = inspect_robot(write_robot(folder), {});
  ASSERT_EQ(data.parts.size(), 4U);
  const auto rgba = [&](std::size_t i) {
    return data.parts[i].rgba.value_or(std::array{0., 0., 0., 0.});
  };
  EXPECT_EQ(rgba(0), (std::array{1., 1., 1., 1.}));
  EXPECT_EQ(data.parts[0].image, 0);
  EXPECT_EQ(rgba(1), (std::array{1., 0., 0., 1.}));
  EXPECT_EQ(data.parts[1].image, -1);
  EXPECT_EQ(rgba(3), (std::array{0.1, 0.2, 0.3, 1.}));
  EXPECT_EQ(data.shapes[static_cast<std::size_t>(data.parts[2].shape)].colours[1], 3U);
  EXPECT_EQ(data.images.size(), 1U);
  EXPECT_TRUE(data.notes.empty());
}

TEST(VisualBook, DamagedImageLeavesTheMesh) {
  const test::TemporaryDirectory folder;
  const std::string robot = write_robot(folder);
  folder.write("plate.png", "no image");
  const ReplayData data = inspect_robot(robot, {});
  EXPECT_EQ(data.parts.size(), 4U);
  EXPECT_EQ(data.parts[0].image, -1);
  EXPECT_EQ(data.uv.rows(), 0U);
  ASSERT_EQ(data.notes.size(), 1U);
  EXPECT_EQ(data.notes[0],
            "the image plate.png of plate.obj is not shown: it is not a complete PNG or JPEG file");
  EXPECT_FALSE(data.bodies[0].visual_missing);
}

// A visual with the image of the robot file beside a colour.
std::string visual_with_image(const std::string& geometry, const std::string& image) {
  return "<visual><geometry>" + geometry + "</geometry><material name='m'>" +
         "<color rgba='0.1 0.2 0.3 0.5'/><texture filename='" + image + "'/></material></visual>";
}

std::string robot_of(const std::string& visuals) {
  return "<robot name='r'><link name='a'>" + visuals + "</link></robot>";
}

constexpr const char* kBall = "<sphere radius='2'/>";

// The image replaces the colour. Without the image, the colour is shown.
TEST(VisualBook, ImagesOfTheRobotFileAreShown) {
  const test::TemporaryDirectory folder;
  write_robot(folder);  // for its meshes
  folder.write("wood.png", png(1, {{9, 9, 9}}));
  folder.write("mapped.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\n");
  std::string visuals;
  for (const char* geometry : {"<box size='1 2 3'/>", kBall, "<cylinder radius='1' length='2'/>",
                               "<ellipsoid a='1' b='2' c='3'/>", "<mesh filename='mapped.obj'/>",
                               "<capsule radius='1' length='2'/>", "<mesh filename='plain.obj'/>",
                               "<mesh filename='bare.obj'/>"})
    visuals += visual_with_image(geometry, "wood.png");
  visuals += visual_with_image(kBall, "none.png");
  const ReplayData data = inspect_robot(folder.write("w.urdf", robot_of(visuals)), {});
  ASSERT_EQ(data.parts.size(), 9U);
  const std::array<double, 4> white{1, 1, 1, 1}, own{0.1, 0.2, 0.3, 0.5};
  for (std::size_t i = 0; i < 9; ++i) {
    const PagePart& part = data.parts[i];
    EXPECT_EQ(part.image, i < 5 ? 0 : -1) << i;
    // The colours of its vertices are the material of the eighth.
    EXPECT_EQ(part.rgba.value_or(own), i < 5 || i == 7 ? white : own) << i;
  }
  EXPECT_EQ(data.uv.rows(), 3U);
  EXPECT_EQ(data.images.size(), 1U);
  EXPECT_EQ(
      data.notes,
      (std::vector<std::string>{
          "the image wood.png is not shown on a capsule: the shape has no texture coordinates",
          "the image wood.png is not shown on plain.obj: the mesh has no texture coordinates",
          "the image wood.png is not shown on bare.obj: the mesh has materials of its own",
          "the image none.png is not shown: it is missing or outside the project"}));
}

TEST(VisualBook, ImagesOfTheRobotFileAreFoundLikeMeshes) {
  const test::TemporaryDirectory folder;
  folder.write("secret.png", png(2, kPixels));
  folder.write("art/images/wood.png", png(1, {{9, 9, 9}}));
  folder.write("x/robot/bad.png", "no image");
  const std::string robot = folder.write(
      "x/robot/r.urdf",
      robot_of(visual_with_image(kBall, "../../secret.png") + visual_with_image(kBall, "bad.png") +
               visual_with_image(kBall, "package://p/images/wood.png")));
  UrdfOptions options;
  options.packages["p"] = folder.file("art");
  const ReplayData data = inspect_robot(robot, options);
  EXPECT_EQ(data.parts.at(0).image, -1);
  EXPECT_EQ(data.parts.at(1).image, -1);
  EXPECT_EQ(data.parts.at(2).image, 0);
  EXPECT_EQ(data.images.at(0).name, "wood.png");
  EXPECT_EQ(data.notes,
            (std::vector<std::string>{
                "the image ../../secret.png is not shown: it is missing or outside the project",
                "the image bad.png is not shown: it is not a complete PNG or JPEG file"}));
  options.allow_outside = true;
  EXPECT_EQ(inspect_robot(robot, options).images.at(0).name, "secret.png");
}

TEST(WithoutImages, OnlyImagesAreLeftOut) {
  const test::TemporaryDirectory folder;
  const ReplayData whole = inspect_robot(write_robot(folder), {});
  const ReplayData bare = without_images(whole);
  const std::size_t limit = kPageLimit;
  EXPECT_GE(limited_replay_page(whole, limit).report.image_bytes, png(2, kPixels).size() * 4 / 3);
  EXPECT_EQ(limited_replay_page(bare, limit).report.image_bytes, 0U);
  EXPECT_EQ(bare.uv.rows(), 0U);
  ASSERT_EQ(bare.parts.size(), whole.parts.size());
  for (std::size_t i = 0; i < bare.parts.size(); ++i) {
    EXPECT_EQ(bare.parts[i].image, -1);
    EXPECT_EQ(bare.parts[i].rgba, whole.parts[i].rgba);
  }
  for (const PageShape& shape : bare.shapes) EXPECT_EQ(shape.uv[1], 0U);
  EXPECT_EQ(bare.vertices.rows(), whole.vertices.rows());
  EXPECT_EQ(glb(bare).find("TEXCOORD"), std::string::npos);
}

TEST(ReplayBytes, ImagesComeBack) {
  const test::TemporaryDirectory folder;
  ReplayData data = inspect_robot(write_robot(folder), {});
  data.robot.reset();  // pages of robots alone are not passed on
  data.notes.push_back("note");
  EXPECT_EQ(replay_page(replay_data_of(bytes_of(data))), replay_page(data));
}

// Read by assimp: colours, images and texture coordinates of glTF are those of the OBJ files.
TEST(Glb, AnotherReaderFindsTheMaterials) {
  const test::TemporaryDirectory folder;
  const ReplayData data = inspect_robot(write_robot(folder), {});
  const DrawnMesh read = load_drawn_mesh(folder.write("r.glb", glb(data)), Vector3::Ones());
  ASSERT_EQ(read.parts.size(), 4U);
  ASSERT_EQ(read.images.size(), 1U);
  EXPECT_EQ(read.images[0], png(2, kPixels));
  const DrawnMesh plate = load_drawn_mesh(folder.file("plate.obj"), Vector3::Ones());
  EXPECT_EQ(read.parts[0].texture, "*0");
  EXPECT_EQ(read.parts[0].uv, plate.parts[0].uv);
  const DrawnMesh bare = load_drawn_mesh(folder.file("bare.obj"), Vector3::Ones());
  EXPECT_EQ(read.parts[2].colours, bare.parts[0].colours);
  const std::array<double, 4> grey{0.1, 0.2, 0.3, 1};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(read.parts[3].rgba.value()[k], grey[k], 1e-6);
}

// Texture coordinate of a point of a box from its outward normal: v is up on the sides.
std::array<double, 2> on_box(const Vector3& p, const Vector3& half, const Vector3& out) {
  const Vector3 q = p.cwiseQuotient(2 * half);
  const double v = std::abs(out.z()) > 0.5 ? q.y() * out.z() : q.z();
  const double u = std::abs(out.x()) > 0.5   ? q.y() * out.x()
                   : std::abs(out.y()) > 0.5 ? -q.x() * out.y()
                                             : q.x();
  return {u + 0.5, v + 0.5};
}

// Texture coordinate of a point at an azimuth; the seam at −x counts for the side of the triangle.
double around(const Vector3& p, const Vector3& middle) {
  const double turn = std::atan2(p.y(), p.x()) / (2 * std::numbers::pi);
  return (turn < -0.49 || turn > 0.49 ? std::copysign(0.5, middle.y()) : turn) + 0.5;
}

// Read by assimp: the triangles of shapes with an image cover the shapes outward, and their
// coordinates are those of the closed forms above and of the latitude.
TEST(Glb, ShapesWithImagesHaveTextureCoordinates) {
  const test::TemporaryDirectory folder;
  folder.write("wood.png", png(2, kPixels));
  const Vector3 half(0.5, 1, 1.5), radii(1, 2, 3);
  const std::string robot = folder.write(
      "w.urdf", robot_of(visual_with_image("<box size='1 2 3'/>", "wood.png") +
                         visual_with_image("<ellipsoid a='1' b='2' c='3'/>", "wood.png") +
                         visual_with_image("<cylinder radius='2' length='3'/>", "wood.png") +
                         visual_with_image("<capsule radius='2' length='3'/>", "wood.png")));
  const DrawnMesh read =
      load_drawn_mesh(folder.write("r.glb", glb(inspect_robot(robot, {}))), Vector3::Ones());
  ASSERT_EQ(read.parts.size(), 4U);
  EXPECT_EQ(read.images.size(), 1U);
  EXPECT_TRUE(read.parts[3].uv.empty());
  EXPECT_EQ(read.parts[3].texture, "");
  // A regular polygon of 32 corners, and of 16 bands from pole to pole, encloses less.
  const std::array<double, 3> volumes{6, 4 * std::numbers::pi / 3 * 6, 12 * std::numbers::pi};
  for (std::size_t i = 0; i < 3; ++i) {
    const DrawnPart& part = read.parts[i];
    EXPECT_EQ(part.texture, "*0");
    ASSERT_EQ(part.uv.size(), part.mesh.vertices.size());
    double volume = 0;
    for (const std::array<int, 3>& corners : part.mesh.triangles) {
      const auto at = [&](std::size_t k) {  // glTF has y up
        const Vector3& q = part.mesh.vertices[static_cast<std::size_t>(corners[k])];
        return Vector3(q.x(), -q.z(), q.y());
      };
      const Vector3 middle = (at(0) + at(1) + at(2)) / 3;
      const Vector3 out = (at(1) - at(0)).cross(at(2) - at(0)).normalized();
      volume += at(0).dot(at(1).cross(at(2))) / 6;
      for (std::size_t k = 0; k < 3; ++k) {
        const Vector3 p = at(k);
        const auto [u, v] = part.uv[static_cast<std::size_t>(corners[k])];
        std::array<double, 2> expected{};
        if (i == 0) {
          expected = on_box(p, half, out);
        } else if (i == 2 && std::abs(out.z()) > 0.5) {
          expected = {0.5 + p.x() / 4, 0.5 + p.y() / 4 * out.z()};
        } else {
          const Vector3 scaled = i == 1 ? Vector3(p.cwiseQuotient(radii)) : p;
          const bool is_pole = i == 1 && std::abs(scaled.z()) > 1 - 1e-6;
          const double latitude = std::asin(std::clamp(scaled.z(), -1.0, 1.0));
          expected = {is_pole ? double{u} : around(scaled, middle),
                      i == 1 ? latitude / std::numbers::pi + 0.5 : p.z() / 3 + 0.5};
        }
        EXPECT_NEAR(u, expected[0], 1e-4) << i << ": " << p.transpose();
        EXPECT_NEAR(v, expected[1], 2e-4) << i << ": " << p.transpose();
      }
    }
    EXPECT_LE(volume, volumes[i] * (1 + 1e-6)) << i;
    EXPECT_GT(volume, volumes[i] * 0.96) << i;
  }
}

}  // namespace
}  // namespace cardan::view
