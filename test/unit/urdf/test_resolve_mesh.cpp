#include <cstdlib>

#include "dynamics/urdf/resolve_mesh.h"
#include "test/unit/urdf/urdf_text.h"

namespace cardan {
namespace {

class ResolveMesh : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("ws/pkg/meshes/a.stl", "a");
    folder_.write("ws/pkg/meshes/left femur.stl", "b");
    folder_.write("ws/repo/package.xml", "<package/>");
    folder_.write("ws/repo/meshes/c.stl", "c");
    folder_.write("ws/repo/robots/urdf/d.stl", "d");
    folder_.write("ws/repo/robots/urdf/cad/e.stl", "e");
    folder_.write("elsewhere/given/f.stl", "f");
    search_.directory = folder_.file("ws/repo/robots/urdf");
  }

  // Path of the file found, from the temporary folder; "" if none.
  std::string found(const std::string& uri) const {
    const MeshLocation location = resolve_mesh(uri, search_);
    EXPECT_FALSE(location.tried.empty());
    if (location.path.empty()) return "";
    return std::filesystem::relative(location.path, folder_.path()).string();
  }

  test::TemporaryDirectory folder_;
  MeshSearch search_;
};

TEST_F(ResolveMesh, PackagesAreResolved) {
  EXPECT_EQ(found("package://pkg/meshes/a.stl"), "ws/pkg/meshes/a.stl");
  EXPECT_EQ(found("package:///pkg/meshes/a.stl"), "ws/pkg/meshes/a.stl");
  EXPECT_EQ(found("model://pkg/meshes/a.stl"), "ws/pkg/meshes/a.stl");
  // The repository is the package, regardless of the name of its folder.
  EXPECT_EQ(found("package://any_name/meshes/c.stl"), "ws/repo/meshes/c.stl");
  // Three slashes and no package: from the URDF.
  EXPECT_EQ(found("package:///cad/e.stl"), "ws/repo/robots/urdf/cad/e.stl");
  EXPECT_EQ(found("package://pkg/meshes/none.stl"), "");
}

// If a mesh is found by search and not by its name, the location reports the folder that was used.
TEST_F(ResolveMesh, MeshFoundBySearchIsReported) {
  const auto guess = [&](const std::string& uri) {
    const MeshLocation location = resolve_mesh(uri, search_);
    if (location.guessed_folder.empty()) return std::string();
    return location.guessed_package + "=" +
           std::filesystem::relative(location.guessed_folder, folder_.path()).string();
  };
  EXPECT_EQ(guess("package://pkg/meshes/a.stl"), "pkg=ws/pkg");
  EXPECT_EQ(guess("package://any_name/meshes/c.stl"), "any_name=ws/repo");
  EXPECT_EQ(guess("meshes/c.stl"), "=ws/repo");
  EXPECT_EQ(guess("file:///other/machine/cad/e.stl"), "=ws/repo/robots/urdf");
  EXPECT_EQ(guess("d.stl"), "");
  EXPECT_EQ(guess("../../meshes/c.stl"), "");
  EXPECT_EQ(guess("package:///cad/e.stl"), "");
  search_.packages["any_name"] = folder_.file("ws/repo");
  EXPECT_EQ(guess("package://any_name/meshes/c.stl"), "");
}

TEST_F(ResolveMesh, GivenPackageDirectoryIsTheOnlyOne) {
  search_.packages["pkg"] = folder_.file("elsewhere/given");
  EXPECT_EQ(found("package://pkg/f.stl"), "elsewhere/given/f.stl");
  EXPECT_EQ(found("package://pkg/meshes/a.stl"), "");
}

TEST_F(ResolveMesh, RosPackagePathIsSearched) {
  ::setenv("ROS_PACKAGE_PATH", ("/nowhere:" + folder_.file("elsewhere")).c_str(), 1);
  EXPECT_EQ(found("package://given/f.stl"), "elsewhere/given/f.stl");
  ::unsetenv("ROS_PACKAGE_PATH");
  EXPECT_EQ(found("package://given/f.stl"), "");
}

// The folder above those of ROS_PACKAGE_PATH would be a package, and may be read then.
TEST_F(ResolveMesh, DotsAreNotAPackageName) {
  search_.scope = FileScope();
  search_.scope->add(search_.directory);
  ::setenv("ROS_PACKAGE_PATH", folder_.file("elsewhere/given").c_str(), 1);
  const MeshLocation location = resolve_mesh("package://../given/f.stl", search_);
  ::unsetenv("ROS_PACKAGE_PATH");
  EXPECT_EQ(location.path, "");
}

TEST_F(ResolveMesh, RelativePathsAndSpacesAreResolved) {
  EXPECT_EQ(found("d.stl"), "ws/repo/robots/urdf/d.stl");
  EXPECT_EQ(found("../../meshes/c.stl"), "ws/repo/meshes/c.stl");
  EXPECT_EQ(found("robots/urdf/d.stl"), "ws/repo/robots/urdf/d.stl");  // from a folder above
  EXPECT_EQ(found("package://pkg/meshes/left femur.stl"), "ws/pkg/meshes/left femur.stl");
  EXPECT_EQ(found("package://pkg/meshes/left%20femur.stl"), "ws/pkg/meshes/left femur.stl");
  search_.mesh_directory = "cad";
  EXPECT_EQ(found("e.stl"), "ws/repo/robots/urdf/cad/e.stl");
}

TEST_F(ResolveMesh, AbsolutePathsOfAnotherMachineAreResolved) {
  EXPECT_EQ(found("file://" + folder_.file("elsewhere/given/f.stl")), "elsewhere/given/f.stl");
  EXPECT_EQ(found("file:///another/machine/ws/cad/e.stl"), "ws/repo/robots/urdf/cad/e.stl");
  EXPECT_EQ(found("file:///another/machine/repo/robots/meshes/none.stl"), "");
}

// An untrusted robot: a file outside its project is not read, and the message names it.
TEST_F(ResolveMesh, SearchStaysInsideTheProject) {
  search_.scope.emplace();
  search_.scope->add_project_of(folder_.file("ws/repo/robots/urdf/r.urdf"));
  EXPECT_EQ(found("d.stl"), "ws/repo/robots/urdf/d.stl");
  EXPECT_EQ(found("package://any_name/meshes/c.stl"), "ws/repo/meshes/c.stl");
  for (const std::string& uri :
       {"file://" + folder_.file("elsewhere/given/f.stl"), folder_.file("elsewhere/given/f.stl"),
        std::string("../../../../elsewhere/given/f.stl"),
        std::string("package://any_name/../../elsewhere/given/f.stl"),
        std::string("package://ws/../elsewhere/given/f.stl"),
        std::string("package://elsewhere/given/f.stl")}) {
    EXPECT_EQ(found(uri), "") << uri;
    EXPECT_EQ(resolve_mesh(uri, search_).outside, folder_.file("elsewhere/given/f.stl")) << uri;
  }
  // A folder that declares itself a package, and a folder named by the caller.
  EXPECT_EQ(found("package://pkg/meshes/a.stl"), "");
  folder_.write("ws/pkg/package.xml", "<package/>");
  EXPECT_EQ(found("package://pkg/meshes/a.stl"), "ws/pkg/meshes/a.stl");
  search_.packages["given"] = folder_.file("elsewhere/given");
  EXPECT_EQ(found("package://given/f.stl"), "elsewhere/given/f.stl");
  EXPECT_EQ(found("package://given/../../ws/pkg/../../elsewhere/g.stl"), "");
}

TEST_F(ResolveMesh, EveryTriedPathIsListedOnce) {
  const MeshLocation location = resolve_mesh("package://pkg/x/none.stl", search_);
  EXPECT_EQ(location.path, "");
  const std::set<std::string> distinct(location.tried.begin(), location.tried.end());
  EXPECT_EQ(distinct.size(), location.tried.size());
  EXPECT_TRUE(distinct.count(folder_.file("ws/pkg/x/none.stl")));
}

TEST_F(ResolveMesh, MalformedUrisAreNotFound) {
  for (const char* uri : {"package://", "package://pkg", "file://", "file:///", "http://host/x.stl",
                          "%", "%2", "%zz", ".", "..", "/", "%00"}) {
    EXPECT_EQ(resolve_mesh(uri, search_).path, "") << uri;
  }
}

}  // namespace
}  // namespace cardan
