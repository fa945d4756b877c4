#include <gtest/gtest.h>

#include "cardan/error.h"
#include "cardan/mesh_files.h"
#include "geometry/files/drawn_mesh.h"
#include "test/support/temporary_directory.h"

namespace cardan {
namespace {

using Rgba = std::array<double, 4>;
using Corner = std::array<float, 2>;

const Vector3 kUnscaled = Vector3::Ones();

// A red triangle, and a square with an image in two triangles.
constexpr const char* kPlate = R"(mtllib plate.mtl
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
usemtl red
f 1 2 3
usemtl wood
f 1/1 2/2 3/3 4/4
o bare
usemtl wood
f 1 2 3
)";
constexpr const char* kPlateMaterials =
    "newmtl red\nKd 0.8 0.1 0.2\nd 0.5\nnewmtl wood\nKd 0.1 0.2 0.3\nmap_Kd images/wood.png\n";

void expect_colour(const DrawnPart& part, const Rgba& rgba) {
  ASSERT_TRUE(part.rgba);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR((*part.rgba)[k], rgba[k], 1e-6) << k;
}

TEST(DrawnMesh, ObjHasItsMaterials) {
  const test::TemporaryDirectory folder;
  folder.write("plate.mtl", kPlateMaterials);
  const DrawnMesh drawn = load_drawn_mesh(folder.write("plate.obj", kPlate), {1, 2, 1});
  EXPECT_TRUE(drawn.missing.empty());
  ASSERT_EQ(drawn.parts.size(), 3U);
  expect_colour(drawn.parts[0], {0.8, 0.1, 0.2, 0.5});
  EXPECT_EQ(drawn.parts[0].texture, "");
  EXPECT_TRUE(drawn.parts[0].uv.empty());
  const DrawnPart& wood = drawn.parts[1];
  expect_colour(wood, {1, 1, 1, 1});  // the image replaces the colour
  EXPECT_EQ(wood.texture, "images/wood.png");
  ASSERT_EQ(wood.uv.size(), wood.mesh.vertices.size());
  EXPECT_EQ(wood.mesh.triangles.size(), 2U);
  for (std::size_t i = 0; i < wood.uv.size(); ++i) {
    EXPECT_EQ(wood.uv[i][0], static_cast<float>(wood.mesh.vertices[i].x()));
    EXPECT_EQ(wood.uv[i][1], static_cast<float>(wood.mesh.vertices[i].y() / 2));
  }
  // Without texture coordinates, the colour counts.
  expect_colour(drawn.parts[2], {0.1, 0.2, 0.3, 1});
  EXPECT_EQ(drawn.parts[2].texture, "");
}

TEST(DrawnMesh, MissingMaterialsAreNamedAndTheTrianglesStay) {
  const test::TemporaryDirectory folder;
  const DrawnMesh drawn = load_drawn_mesh(folder.write("plate.obj", kPlate), kUnscaled);
  EXPECT_EQ(drawn.missing, std::vector<std::string>{"plate.mtl"});
  ASSERT_EQ(drawn.parts.size(), 3U);
  for (const DrawnPart& part : drawn.parts) {
    EXPECT_FALSE(part.rgba);
    EXPECT_EQ(part.texture, "");
  }
}

// A material of the robot file may need them.
TEST(DrawnMesh, TextureCoordinatesNeedNoMaterial) {
  const test::TemporaryDirectory folder;
  const DrawnMesh drawn = load_drawn_mesh(folder.write("plate.obj", kPlate), kUnscaled);
  ASSERT_EQ(drawn.parts.size(), 3U);
  EXPECT_TRUE(drawn.parts[0].uv.empty());
  ASSERT_EQ(drawn.parts[1].uv.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(drawn.parts[1].uv[i][0], static_cast<float>(drawn.parts[1].mesh.vertices[i].x()));
}

// A library outside the folder of the mesh is not opened.
TEST(DrawnMesh, MaterialsElsewhereAreNotRead) {
  const test::TemporaryDirectory folder;
  folder.write("plate.mtl", kPlateMaterials);
  std::string text = kPlate;
  text.replace(text.find("plate.mtl"), 9, "../plate.mtl");
  const DrawnMesh drawn = load_drawn_mesh(folder.write("below/plate.obj", text), kUnscaled);
  ASSERT_EQ(drawn.parts.size(), 3U);
  EXPECT_FALSE(drawn.parts[0].rgba);
}

TEST(DrawnMesh, ObjHasTheColoursOfItsVertices) {
  const test::TemporaryDirectory folder;
  const std::string all = "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 1 0 0 0 1\nf 1 2 3\n";
  const DrawnMesh drawn = load_drawn_mesh(folder.write("a.obj", all), kUnscaled);
  ASSERT_EQ(drawn.parts.size(), 1U);
  EXPECT_EQ(drawn.parts[0].colours,
            (std::vector<std::uint32_t>{0xff0000ff, 0xff00ff00, 0xffff0000}));
  const std::string some = "v 0 0 0\nv 1 0 0 0 1 0\nv 1 1 0 0 0 1\nf 1 2 3\n";
  EXPECT_TRUE(load_drawn_mesh(folder.write("b.obj", some), kUnscaled).parts.at(0).colours.empty());
}

// Two effects, and vertex colours in the third list of triangles alone.
constexpr const char* kTetrahedron = R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><up_axis>Z_UP</up_axis></asset>
<library_images><image id="i"><init_from>../images/a%20b.png</init_from></image></library_images>
<library_effects>
<effect id="e1"><profile_COMMON><technique sid="t"><lambert>
<diffuse><color>0.2 0.4 0.6 1</color></diffuse></lambert></technique></profile_COMMON></effect>
<effect id="e2"><profile_COMMON>
<newparam sid="s"><surface type="2D"><init_from>i</init_from></surface></newparam>
<newparam sid="p"><sampler2D><source>s</source></sampler2D></newparam><technique sid="t"><lambert>
<diffuse><texture texture="p" texcoord="UV"/></diffuse></lambert></technique></profile_COMMON>
</effect>
</library_effects>
<library_materials><material id="m1"><instance_effect url="#e1"/></material>
<material id="m2"><instance_effect url="#e2"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 0 2 0 0 0 3</float_array>
<technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<source id="c"><float_array id="ca" count="9">1 0 0 0 1 0 0 0 1</float_array>
<technique_common><accessor source="#ca" count="3" stride="3"><param name="R" type="float"/>
<param name="G" type="float"/><param name="B" type="float"/></accessor></technique_common></source>
<source id="u"><float_array id="ua" count="6">0 0 1 0 0.5 1</float_array>
<technique_common><accessor source="#ua" count="3" stride="2"><param name="S" type="float"/>
<param name="T" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1" material="A"><input semantic="VERTEX" source="#v" offset="0"/>
<p>0 2 1</p></triangles>
<triangles count="1" material="B"><input semantic="VERTEX" source="#v" offset="0"/>
<input semantic="TEXCOORD" source="#u" offset="1" set="0"/><p>0 0 3 1 2 2</p></triangles>
<triangles count="1" material="A"><input semantic="VERTEX" source="#v" offset="0"/>
<input semantic="COLOR" source="#c" offset="1"/><p>0 0 1 1 3 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><translate>5 0 0</translate>
<instance_geometry url="#g"><bind_material><technique_common>
<instance_material symbol="A" target="#m1"/><instance_material symbol="B" target="#m2"/>
</technique_common></bind_material></instance_geometry></node></visual_scene>
</library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>
)";

TEST(DrawnMesh, ColladaHasItsMaterials) {
  const test::TemporaryDirectory folder;
  const DrawnMesh drawn = load_drawn_mesh(folder.write("t.dae", kTetrahedron), kUnscaled);
  ASSERT_EQ(drawn.parts.size(), 3U);
  for (const DrawnPart& part : drawn.parts) EXPECT_EQ(part.mesh.triangles.size(), 1U);
  expect_colour(drawn.parts[0], {0.2, 0.4, 0.6, 1});
  EXPECT_TRUE(drawn.parts[0].colours.empty());
  EXPECT_EQ(drawn.parts[0].mesh.vertices.at(0).x(), 5);
  expect_colour(drawn.parts[1], {1, 1, 1, 1});
  EXPECT_EQ(drawn.parts[1].texture, "../images/a b.png");
  EXPECT_EQ(drawn.parts[1].uv, (std::vector<Corner>{{0, 0}, {1, 0}, {0.5, 1}}));
  EXPECT_EQ(drawn.parts[2].colours,
            (std::vector<std::uint32_t>{0xff0000ff, 0xff00ff00, 0xffff0000}));
}

TEST(DrawnMesh, TrianglesAreThoseOfTheOtherReader) {
  const test::TemporaryDirectory folder;
  folder.write("plate.mtl", kPlateMaterials);
  for (const auto& [name, text] : {std::pair("plate.obj", kPlate), {"t.dae", kTetrahedron}}) {
    const std::string file = folder.write(name, text);
    Vector3 sum = Vector3::Zero(), drawn_sum = Vector3::Zero();
    std::size_t triangles = 0, drawn_triangles = 0;
    for (const auto& part : load_mesh(file, {1, -2, 3})) {
      triangles += part->triangles.size();
      for (const auto& t : part->triangles) {
        const auto at = [&](std::size_t k) {
          return part->vertices[static_cast<std::size_t>(t[k])];
        };
        sum += (at(1) - at(0)).cross(at(2) - at(0));
      }
    }
    for (const DrawnPart& part : load_drawn_mesh(file, {1, -2, 3}).parts) {
      drawn_triangles += part.mesh.triangles.size();
      for (const auto& t : part.mesh.triangles) {
        const auto at = [&](std::size_t k) {
          return part.mesh.vertices[static_cast<std::size_t>(t[k])];
        };
        drawn_sum += (at(1) - at(0)).cross(at(2) - at(0));
      }
    }
    EXPECT_EQ(drawn_triangles, triangles) << name;
    EXPECT_LT((drawn_sum - sum).norm(), 1e-5) << name;
    EXPECT_GT(sum.norm(), 1) << name;
  }
}

TEST(DrawnMesh, FaultsAreThoseOfTheOtherReader) {
  const test::TemporaryDirectory folder;
  for (const auto& [name, bytes] :
       {std::pair("none.obj", "v 0 0 0\n"),
        {"broken.dae", "<COLLADA><asset>"},
        {"odd.xyz", "?"},
        {"lfs.obj", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"},
        {"empty.stl", ""}}) {
    const std::string file = folder.write(name, bytes);
    std::string expected, found;
    try {
      load_mesh(file, kUnscaled);
    } catch (const Error& error) {
      expected = error.what();
    }
    try {
      load_drawn_mesh(file, kUnscaled);
    } catch (const Error& error) {
      found = error.what();
    }
    EXPECT_EQ(found, expected) << name;
    EXPECT_NE(found, "") << name;
  }
}

}  // namespace
}  // namespace cardan
