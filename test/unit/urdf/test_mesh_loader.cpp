#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <ctime>
#include <sstream>

#include "cardan/mesh_files.h"
#include "geometry/mesh_moments.h"
#include "test/unit/urdf/urdf_text.h"

namespace cardan {
namespace {

using Triangle = std::array<Vector3, 3>;

// A tetrahedron of legs 1, 2, 3 along the axes, wound outward. Volume 1.
std::vector<Triangle> tetrahedron() {
  const Vector3 o(0, 0, 0), x(1, 0, 0), y(0, 2, 0), z(0, 0, 3);
  return {{o, y, x}, {o, z, y}, {o, x, z}, {x, y, z}};
}

std::string binary_stl(const std::string& header, const std::vector<Triangle>& triangles) {
  std::string bytes = header;
  bytes.resize(80, ' ');
  const auto put = [&](const void* data, std::size_t size) {
    bytes.append(static_cast<const char*>(data), size);
  };
  const auto count = static_cast<std::uint32_t>(triangles.size());
  put(&count, 4);
  for (const Triangle& t : triangles) {
    const float normal[3] = {0, 0, 0};
    put(normal, 12);
    for (const Vector3& v : t) {
      const float p[3] = {static_cast<float>(v.x()), static_cast<float>(v.y()),
                          static_cast<float>(v.z())};
      put(p, 12);
    }
    put("\0\0", 2);
  }
  return bytes;
}

// Divergence theorem: positive if the triangles wind outward.
double signed_volume(const TriangleMesh& mesh) {
  double sum = 0;
  for (const auto& t : mesh.triangles) {
    const auto v = [&](int k) {
      return mesh.vertices[static_cast<std::size_t>(t[static_cast<std::size_t>(k)])];
    };
    sum += v(0).dot(v(1).cross(v(2))) / 6.0;
  }
  return sum;
}

Vector3 upper_corner(const TriangleMesh& mesh) {
  Vector3 corner = Vector3::Constant(-1e9);
  for (const Vector3& v : mesh.vertices) corner = corner.cwiseMax(v);
  return corner;
}

const Vector3 kOne = Vector3::Ones();

TEST(MeshLoader, BinaryStlIsWeldedAndUpperCaseSuffixIsAccepted) {
  const test::TemporaryDirectory folder;
  const MeshParts parts = load_mesh(folder.write("T.STL", binary_stl("cad", tetrahedron())), kOne);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0]->vertices.size(), 4u);
  EXPECT_EQ(parts[0]->triangles.size(), 4u);
  EXPECT_NEAR(signed_volume(*parts[0]), 1, 1e-6);
}

TEST(MeshLoader, BinaryStlThatBeginsWithSolidIsRead) {
  const test::TemporaryDirectory folder;
  const MeshParts parts =
      load_mesh(folder.write("t.stl", binary_stl("solid part", tetrahedron())), kOne);
  EXPECT_NEAR(signed_volume(*parts.at(0)), 1, 1e-6);
}

TEST(MeshLoader, TextStlIsRead) {
  const test::TemporaryDirectory folder;
  std::ostringstream text;
  text << "solid t\n";
  for (const Triangle& t : tetrahedron()) {
    text << "facet normal 0 0 0\n outer loop\n";
    for (const Vector3& v : t) text << "  vertex " << v.transpose() << "\n";
    text << " endloop\nendfacet\n";
  }
  text << "endsolid t\n";
  EXPECT_NEAR(signed_volume(*load_mesh(folder.write("t.stl", text.str()), kOne).at(0)), 1, 1e-6);
}

TEST(MeshLoader, ScalingAndMirroringKeepOutwardNormals) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.write("t.stl", binary_stl("", tetrahedron()));
  EXPECT_NEAR(signed_volume(*load_mesh(file, Vector3(1, -1, 1)).at(0)), 1, 1e-6);
  EXPECT_NEAR(signed_volume(*load_mesh(file, Vector3(-1, -1, -1)).at(0)), 1, 1e-6);
  const MeshParts uneven = load_mesh(file, Vector3(2, 0.5, 1e-3));
  EXPECT_NEAR(signed_volume(*uneven.at(0)), 1e-3, 1e-9);
  EXPECT_LT((upper_corner(*uneven.at(0)) - Vector3(2, 1, 3e-3)).norm(), 1e-6);
}

TEST(MeshLoader, DegenerateTrianglesAreDropped) {
  const test::TemporaryDirectory folder;
  std::vector<Triangle> triangles = tetrahedron();
  triangles.push_back({Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 0, 0)});
  triangles.push_back({Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(2, 0, 0)});
  const MeshParts parts = load_mesh(folder.write("t.stl", binary_stl("", triangles)), kOne);
  EXPECT_EQ(parts.at(0)->triangles.size(), 4u);
}

TEST(MeshLoader, ObjGroupsBecomeParts) {
  const test::TemporaryDirectory folder;
  const std::string cube_face =
      "f 1 2 3 4\nf 5 8 7 6\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 5 1 4 8\n";
  const std::string vertices =
      "v 0 0 0\nv 0 1 0\nv 1 1 0\nv 1 0 0\nv 0 0 1\nv 0 1 1\nv 1 1 1\nv 1 0 1\n";
  for (const char* tag : {"o", "g"}) {
    const std::string text = "mtllib none.mtl\n" + vertices + tag + " first\n" + cube_face + tag +
                             " second\nusemtl red\n" + cube_face;
    const MeshParts parts = load_mesh(folder.write("t.obj", text), kOne);
    ASSERT_EQ(parts.size(), 2u) << tag;
    EXPECT_EQ(parts[1]->triangles.size(), 12u);  // quads are cut
    EXPECT_NEAR(signed_volume(*parts[1]), 1, 1e-6);
  }
}

std::string collada(const std::string& asset, const std::string& nodes) {
  return "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
         "version=\"1.4.1\">"
         "<asset>" +
         asset +
         "</asset><library_geometries><geometry id=\"g\"><mesh>"
         "<source id=\"p\"><float_array id=\"pa\" count=\"12\">0 0 0 1 0 0 0 2 0 0 0 "
         "3</float_array>"
         "<technique_common><accessor source=\"#pa\" count=\"4\" stride=\"3\"><param name=\"X\" "
         "type=\"float\"/>"
         "<param name=\"Y\" type=\"float\"/><param name=\"Z\" "
         "type=\"float\"/></accessor></technique_common></source>"
         "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>"
         "<triangles count=\"4\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
         "<p>0 2 1 0 3 2 0 1 3 1 2 3</p></triangles>"
         "<lines count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 "
         "1</p></lines>"
         "</mesh></geometry></library_geometries>"
         "<library_visual_scenes><visual_scene id=\"s\">" +
         nodes +
         "</visual_scene></library_visual_scenes>"
         "<scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>";
}

TEST(MeshLoader, ColladaIsReadLikeInRviz) {
  const test::TemporaryDirectory folder;
  const std::string node = "<node><instance_geometry url=\"#g\"/></node>";
  for (const char* up : {"X_UP", "Y_UP", "Z_UP"}) {
    const std::string asset = "<unit meter=\"1\"/><up_axis>" + std::string(up) + "</up_axis>";
    const MeshParts parts = load_mesh(folder.write("t.dae", collada(asset, node)), kOne);
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_LT((upper_corner(*parts[0]) - Vector3(1, 2, 3)).norm(), 1e-6) << up;
    EXPECT_NEAR(signed_volume(*parts[0]), 1, 1e-6);
  }
  const MeshParts inches = load_mesh(
      folder.write("i.dae", collada("<unit meter=\"0.0254\"/><up_axis>Z_UP</up_axis>", node)),
      kOne);
  EXPECT_LT((upper_corner(*inches.at(0)) - 0.0254 * Vector3(1, 2, 3)).norm(), 1e-6);
}

TEST(MeshLoader, ColladaInstancesHaveTheirTransforms) {
  const test::TemporaryDirectory folder;
  const std::string nodes =
      "<node><translate>10 0 0</translate><node><scale>2 2 2</scale><instance_geometry "
      "url=\"#g\"/></node></node>"
      "<node><scale>1 -1 1</scale><instance_geometry url=\"#g\"/></node>";
  const MeshParts parts =
      load_mesh(folder.write("t.dae", collada("<up_axis>Z_UP</up_axis>", nodes)), kOne);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_LT((upper_corner(*parts[0]) - Vector3(12, 4, 6)).norm(), 1e-5);
  EXPECT_NEAR(signed_volume(*parts[0]), 8, 1e-4);
  EXPECT_NEAR(signed_volume(*parts[1]), 1, 1e-5);  // mirrored by its node, wound outward again
}

TEST(MeshLoader, ErrorsNameTheFile) {
  const test::TemporaryDirectory folder;
  std::vector<Triangle> bad = tetrahedron();
  bad[0][0].x() = std::nan("");
  const std::string whole = binary_stl("cad", tetrahedron());
  const std::map<std::string, std::string> files = {
      {"empty.stl", ""},
      {"eighteen.stl", std::string(18, '\0')},
      {"eighty.stl", std::string(80, '\0')},
      {"zero.stl", binary_stl("", {})},
      {"cut.stl", whole.substr(0, whole.size() - 60)},
      {"cut_solid.stl", binary_stl("solid", tetrahedron()).substr(0, 150)},
      {"nan.stl", binary_stl("", bad)},
      {"flat.stl", binary_stl("", {{Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(2, 0, 0)}})},
      {"lfs.obj", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"},
      {"none.obj", "v 0 0 0\n"},
      {"odd.xyz", "what is this"},
      {"broken.dae", "<COLLADA><asset>"},
  };
  for (const auto& [name, bytes] : files) {
    const std::string file = folder.write(name, bytes);
    try {
      load_mesh(file, kOne);
      ADD_FAILURE() << name << " was read";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(file), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(load_mesh(folder.file("absent.stl"), kOne), Error);
}

// MuJoCo's rule for a file of vertices; a negative scale turns the hull the right way round.
TEST(MeshLoader, VerticesWithoutFacesAreTheirHull) {
  const test::TemporaryDirectory folder;
  std::string text = "o cloud\n";
  for (int i = 0; i < 27; ++i) {
    std::ostringstream line;
    line << "v " << i % 3 << ' ' << i / 3 % 3 << ' ' << i / 9 << '\n';
    text += line.str();
  }
  for (const Vector3& scale : {Vector3(1, 1, 1), Vector3(-2, 1, 0.5)}) {
    const MeshParts parts = load_mesh(folder.write("points.obj", text), scale);
    ASSERT_EQ(parts.size(), 1U);
    MeshMoments moments;
    moments.add(*parts[0]);
    EXPECT_TRUE(moments.encloses());
    EXPECT_NEAR(moments.inertia(1).mass, 8, 1e-12);
  }
  EXPECT_THROW(load_mesh(folder.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n"), kOne),
               Error);
}

std::string refusal(const std::string& file) {
  try {
    load_mesh(file, kOne);
  } catch (const Error& error) {
    return error.what();
  }
  return "read";
}

TEST(MeshLoader, OtherFormatsAreRejectedWithTheSupportedOnes) {
  const test::TemporaryDirectory folder;
  for (const char* name : {"m.ply", "m.fbx", "m.3ds", "m.blend", "m.x", "m.wrl", "m", "stl"}) {
    EXPECT_NE(refusal(folder.write(name, "ply\n")).find("STL, OBJ, DAE or glTF"), std::string::npos)
        << name;
  }
}

TEST(MeshLoader, PipesAndDevicesAreNotRead) {
  const test::TemporaryDirectory folder;
  ASSERT_EQ(::mkfifo(folder.file("pipe.stl").c_str(), 0600), 0);
  EXPECT_NE(refusal(folder.file("pipe.stl")).find("pipe, not a file"), std::string::npos);
  ASSERT_EQ(::symlink("/dev/zero", folder.file("zero.dae").c_str()), 0);
  EXPECT_NE(refusal(folder.file("zero.dae")).find("device, not a file"), std::string::npos);
}

TEST(MeshLoader, TooManyTrianglesAreRejectedWithTheirNumber) {
  const test::TemporaryDirectory folder;
  std::string bytes(84 + std::size_t{50} * 2000001, '\0');
  bytes.replace(80, 4, std::string("\x81\x84\x1e\0", 4));
  EXPECT_NE(refusal(folder.write("m.stl", bytes)).find("more than 2000000 triangles"),
            std::string::npos);
}

TEST(MeshLoader, StlTextIsReadStrictly) {
  const test::TemporaryDirectory folder;
  const auto load = [&](const std::string& text) { return refusal(folder.write("m.stl", text)); };
  const std::string facet =
      "FACET NORMAL nan nan nan\nouter loop vertex 0 0 0\nvertex 1 0 0 vertex 0 1e0 0.\n"
      "endloop endfacet\n";
  EXPECT_EQ(load("solid a b c\n" + facet + "endsolid a b c\r\nsolid\r" + facet + "endsolid"),
            "read");
  EXPECT_EQ(load_mesh(folder.file("m.stl"), kOne).size(), 2u);  // a part for each solid
  EXPECT_NE(load("solid a\n" + facet).find("m.stl:5: truncated"), std::string::npos);
  EXPECT_NE(load("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 secret\n")
                .find("m.stl:4: faulty STL text: a vertex needs three finite numbers"),
            std::string::npos);
  EXPECT_EQ(refusal(folder.file("m.stl")).find("secret"), std::string::npos);
  EXPECT_NE(load("solid a\nvertex 0 0 0\n").find("m.stl:2: "), std::string::npos);
}

TEST(MeshLoader, ObjIndicesAreCheckedByLine) {
  const test::TemporaryDirectory folder;
  const std::string vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  const auto load = [&](const std::string& text) {
    return refusal(folder.write("m.obj", vertices + text));
  };
  EXPECT_EQ(load("f 1/7/7 2//3 3/1\n"), "read");
  EXPECT_EQ(load("f -3 -2 -1\n"), "read");
  EXPECT_EQ(load("f 1 \\\n2 3\n"), "read");
  for (const char* face : {"f 1 2 4", "f 0 1 2", "f -4 -2 -1", "f 1 2 99999999999999999999",
                           "f 1 2 2147483648", "f 1 2 x", "f", "f 1 2 -9223372036854775808"}) {
    EXPECT_NE(load(face).find("m.obj:4: faulty OBJ text"), std::string::npos) << face;
  }
}

TEST(MeshLoader, ObjVerticesAreFiniteNumbers) {
  const test::TemporaryDirectory folder;
  const auto load = [&](const std::string& vertex) {
    return refusal(folder.write("m.obj", vertex + "\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
  };
  for (const char* good : {"v 0 0 0", "v 0 0 0 1", "v 0 0 0 0.5 0.5 0.5", "v\t.0 -0. +0e9 # x"})
    EXPECT_EQ(load(good), "read") << good;
  for (const char* bad : {"v 0 0", "v 0 0 nan", "v 0 0 1e99", "v 0 0 0x1", "v 1,5 0 0", "v 0 0 .",
                          "v 0 0 0 0", "v 0 0 1e", "v 0 0 --1", "v 0 0 0 1 1", "root:x:0:0:"}) {
    const std::string message = load(bad);
    EXPECT_NE(message.find("m.obj:1: faulty OBJ text"), std::string::npos) << bad;
    EXPECT_EQ(message.find("root"), std::string::npos) << message;
  }
}

// The material library of a mesh is not needed, and never opened: it may be a pipe.
TEST(MeshLoader, MaterialLibraryOfAnObjIsNotOpened) {
  const test::TemporaryDirectory folder;
  ASSERT_EQ(::mkfifo(folder.file("m.mtl").c_str(), 0600), 0);
  EXPECT_EQ(refusal(folder.write("m.obj", "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")),
            "read");
}

// The triangles of a polygon have its total area and winding, also if it is concave.
TEST(MeshLoader, ObjPolygonsKeepTheirArea) {
  const test::TemporaryDirectory folder;
  const std::vector<std::vector<Vector2>> polygons = {
      {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
      {{0, 0}, {2, 1}, {0, 2}, {0.5, 1}},  // concave quadrilaterals
      {{0, 0}, {1, 0.4}, {2, 0}, {1, 2}},
      {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 3}, {3, 3}, {3, 1}, {0, 1}},
      {{0, 0}, {1, 0}, {2, 0}, {2, 2}, {1, 2}, {0, 2}},  // corners on its sides
      {{0, 0}, {3, 1}, {6, 0}, {5, 3}, {6, 6}, {3, 5}, {0, 6}, {1, 3}}};
  for (const auto& polygon : polygons) {
    double area = 0;
    std::string text;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vector2 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
      area += (p.x() * q.y() - p.y() * q.x()) / 2;
      text += "v " + std::to_string(p.x()) + " 7 " + std::to_string(-p.y()) + "\n";
    }
    text += "f";
    for (std::size_t i = 1; i <= polygon.size(); ++i) text += " " + std::to_string(i);
    const MeshParts parts = load_mesh(folder.write("m.obj", text + "\n"), kOne);
    Vector3 sum = Vector3::Zero();
    double absolute = 0;
    for (const auto& t : parts.at(0)->triangles) {
      const auto at = [&](std::size_t k) {
        return parts[0]->vertices[static_cast<std::size_t>(t[k])];
      };
      const Vector3 part = (at(1) - at(0)).cross(at(2) - at(0)) / 2;
      sum += part;
      absolute += part.norm();
    }
    EXPECT_NEAR(sum.y(), area, 1e-5) << polygon.size();
    EXPECT_NEAR(absolute, area, 1e-5) << polygon.size();
  }
}

TEST(MeshLoader, TooComplexPolygonsAreRejected) {
  const test::TemporaryDirectory folder;
  std::string text, face = "f";
  for (int i = 0; i < 9000; ++i) {
    text += "v " + std::to_string(i) + " " + std::to_string(i * i % 97) + " 0\n";
    face += " " + std::to_string(i + 1);
  }
  const std::string message = refusal(folder.write("m.obj", text + face + "\n"));
  EXPECT_TRUE(message == "read" || message.find("too complex") != std::string::npos) << message;
}

// A thin spiral has an ear only at each end, and each ear requires a test of all other corners.
TEST(MeshLoader, WorkOfASinglePolygonIsBounded) {
  const test::TemporaryDirectory folder;
  constexpr int kCorners = 10000;
  std::string text, face = "f";
  for (int i = 0; i < kCorners; ++i) {
    const bool outer = i < kCorners / 2;
    const double turn = 0.15 * (outer ? i : kCorners - 1 - i), r = 1 + turn + (outer ? 0.5 : 0);
    text += "v " + std::to_string(r * std::cos(turn)) + " " + std::to_string(r * std::sin(turn)) +
            " 0\n";
    face += " " + std::to_string(i + 1);
  }
  const auto begin = std::clock();
  const std::string message = refusal(folder.write("m.obj", text + face + "\n"));
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_NE(message.find("too complex"), std::string::npos) << message;
  EXPECT_LT(seconds, 60);  // 2 s of an optimized build
}

std::string gltf(const std::string& uri, int vertices = 4) {
  return "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
         "\"nodes\":[{\"mesh\":0,\"translation\":[0,0,5]}],\"meshes\":[{\"primitives\":[{"
         "\"attributes\":{\"POSITION\":1},\"indices\":0}]}],\"buffers\":[{\"byteLength\":72,"
         "\"uri\":\"" +
         uri +
         "\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":24},{\"buffer\":0,"
         "\"byteOffset\":24,\"byteLength\":48}],\"accessors\":[{\"bufferView\":0,"
         "\"componentType\":5123,\"count\":12,\"type\":\"SCALAR\"},{\"bufferView\":1,"
         "\"componentType\":5126,\"count\":" +
         std::to_string(vertices) + ",\"type\":\"VEC3\"}]}";
}

std::string gltf_buffer() {
  const std::uint16_t corners[] = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};
  const float places[] = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3};
  std::string bytes(72, '\0');
  std::memcpy(bytes.data(), corners, sizeof corners);
  std::memcpy(bytes.data() + 24, places, sizeof places);
  return bytes;
}

TEST(MeshLoader, GltfWithAnExternalBufferIsRead) {
  const test::TemporaryDirectory folder;
  folder.write("m/b.bin", gltf_buffer());
  const MeshParts parts = load_mesh(folder.write("m/m.gltf", gltf("b.bin")), kOne);
  EXPECT_NEAR(signed_volume(*parts.at(0)), 1, 1e-6);
  EXPECT_LT((upper_corner(*parts.at(0)) - Vector3(1, 2, 8)).norm(), 1e-6);
}

TEST(MeshLoader, GltfCannotReadOutsideItsFolder) {
  const test::TemporaryDirectory folder;
  folder.write("b.bin", gltf_buffer());
  EXPECT_NE(refusal(folder.write("m/m.gltf", gltf("../b.bin"))).find("outside its own folder"),
            std::string::npos);
  EXPECT_NE(refusal(folder.write("m/m.gltf", gltf(folder.file("b.bin")))), "read");
}

TEST(MeshLoader, GltfIndicesOutOfRangeAreRejected) {
  const test::TemporaryDirectory folder;
  folder.write("b.bin", gltf_buffer());
  EXPECT_NE(refusal(folder.write("m.gltf", gltf("b.bin", 1))), "read");
}

// A file that crashes the reader or uses all memory does not affect the caller.
TEST(MeshLoader, ThirdPartyReadersAreBoundedInTimeAndMemory) {
  const test::TemporaryDirectory folder;
  std::string nodes;
  for (int i = 0; i < 40; ++i) {
    const std::string next = "<instance_node url=\"#d" + std::to_string(i + 1) + "\"/>";
    nodes += "<node id=\"d" + std::to_string(i) + "\">" + next + next + "</node>";
  }
  nodes += "<node id=\"d40\"><instance_geometry url=\"#g\"/></node>";
  const std::string many = collada("", nodes + "<node><instance_node url=\"#d0\"/></node>");
  EXPECT_NE(refusal(folder.write("many.dae", many)).find("takes more than 8 s or 1 GiB"),
            std::string::npos);
  const std::string circle = collada("", "<node id=\"a\"><instance_node url=\"#a\"/></node>");
  EXPECT_NE(refusal(folder.write("circle.dae", circle)), "read");
  EXPECT_NE(
      refusal(folder.write("deep.gltf", std::string(1000000, '['))).find("not a valid glTF file"),
      std::string::npos);
}

TEST(MeshLoader, EachFileAndScaleIsReadOnce) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.write("t.stl", binary_stl("", tetrahedron()));
  MeshCache cache;
  const auto first = cache.load(file, kOne).at(0);
  EXPECT_EQ(cache.load(file, kOne).at(0), first);
  EXPECT_NE(cache.load(file, 2 * kOne).at(0), first);
}

TEST(MeshLoader, MeshesOutsideTheProjectAreRejected) {
  const test::TemporaryDirectory folder;
  const std::string mesh = folder.write("elsewhere/t.stl", binary_stl("", tetrahedron()));
  folder.write("robot/meshes/t.stl", binary_stl("", tetrahedron()));
  const auto robot = [&](const std::string& uri) {
    return folder.write("robot/urdf/r.urdf", test::shaped("<mesh filename=\"" + uri + "\"/>"));
  };
  for (const std::string& uri : {mesh, "file://" + mesh, std::string("../../elsewhere/t.stl")}) {
    try {
      read_urdf(robot(uri));
      ADD_FAILURE() << uri;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("is outside the robot's project"), std::string::npos)
          << error.what();
    }
    UrdfOptions options;
    options.allow_outside = true;
    EXPECT_NO_THROW(read_urdf(robot(uri), options)) << uri;
  }
  EXPECT_NO_THROW(read_urdf(robot("../meshes/t.stl")));
  EXPECT_NO_THROW(read_urdf(robot("package://any/meshes/t.stl")));
}

TEST(MeshLoader, MeshesOfARobotAreLoaded) {
  const test::TemporaryDirectory folder;
  folder.write("meshes/t.stl", binary_stl("", tetrahedron()));
  const auto file = [&](const std::string& mesh, const std::string& attributes = "") {
    return folder.write("r.urdf",
                        test::shaped("<mesh filename=\"meshes/" + mesh + "\"/>", attributes));
  };
  EXPECT_TRUE(read_urdf(file("t.stl\" scale=\"-1 1 1")).links[0].collisions[0].geometry.convex);
  EXPECT_FALSE(read_urdf(file("t.stl", " concave=\"yes\"")).links[0].collisions[0].geometry.convex);
  const RobotDescription one = read_urdf(file("t.stl\" scale=\"0.5"));
  EXPECT_EQ(one.links[0].collisions[0].geometry.mesh_scale, Vector3(0.5, 0.5, 0.5));
  EXPECT_TRUE(test::find(one.diagnostics, Severity::kWarning, "one number"));
  const RobotDescription four = read_urdf(file("t.stl\" scale=\"1 2 3 4"));
  EXPECT_EQ(four.links[0].collisions[0].geometry.mesh_scale, Vector3(1, 2, 3));
  EXPECT_THROW(read_urdf(file("none.stl")), Error);
  UrdfOptions options;
  options.allow_missing_meshes = true;
  const RobotDescription without = read_urdf(file("none.stl"), options);
  EXPECT_FALSE(without.links[0].collisions[0].usable);
  EXPECT_TRUE(test::find(without.diagnostics, Severity::kWarning, "skipped"));
}

}  // namespace
}  // namespace cardan
