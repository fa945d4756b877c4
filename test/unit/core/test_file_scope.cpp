#include <gtest/gtest.h>
#include <unistd.h>

#include "core/file_scope.h"
#include "test/support/temporary_directory.h"

namespace cardan {
namespace {

TEST(FileScope, ScopeContainsFilesBelowItsFolders) {
  const test::TemporaryDirectory folder;
  FileScope scope;
  EXPECT_FALSE(scope.allows(folder.file("a/f")));
  scope.add(folder.file("a"));
  EXPECT_TRUE(scope.allows(folder.file("a/f")));
  EXPECT_TRUE(scope.allows(folder.file("a/b/../c/f")));
  EXPECT_FALSE(scope.allows(folder.file("a/../f")));
  EXPECT_FALSE(scope.allows(folder.file("ab/f")));
  EXPECT_FALSE(scope.allows("/etc/passwd"));
}

TEST(FileScope, LinksAreResolvedBeforeTheComparison) {
  const test::TemporaryDirectory folder;
  folder.write("a/f", "");
  folder.write("secret/g", "");
  ASSERT_EQ(::symlink("../secret", folder.file("a/way").c_str()), 0);
  ASSERT_EQ(::symlink("circle", folder.file("a/circle").c_str()), 0);
  FileScope scope;
  scope.add(folder.file("a"));
  EXPECT_FALSE(scope.allows(folder.file("a/way/g")));
  EXPECT_FALSE(scope.allows(folder.file("a/circle")));
}

TEST(FileScope, SystemFoldersAreNotAddedToTheScope) {
  FileScope scope;
  scope.add("/");
  scope.add("/etc");
  scope.add("/etc/..");
  EXPECT_TRUE(scope.folders().empty());
}

TEST(FileScope, ProjectReachesUpToItsMarker) {
  const test::TemporaryDirectory folder;
  folder.write("p/package.xml", "");
  folder.write("p/scenes/deep/s.yaml", "");
  folder.write("q/scenes/s.yaml", "");
  FileScope marked, plain;
  marked.add_project_of(folder.file("p/scenes/deep/s.yaml"));
  EXPECT_TRUE(marked.allows(folder.file("p/meshes/m.stl")));
  EXPECT_FALSE(marked.allows(folder.file("q/meshes/m.stl")));
  plain.add_project_of(folder.file("q/scenes/s.yaml"));
  EXPECT_TRUE(plain.allows(folder.file("q/scenes/m.stl")));
  EXPECT_FALSE(plain.allows(folder.file("q/meshes/m.stl")));
}

// As in a build that installs by links.
TEST(FileScope, LinkBelongsToTwoProjects) {
  const test::TemporaryDirectory folder;
  folder.write("source/package.xml", "");
  folder.write("source/urdf/r.urdf", "");
  folder.write("share/package.xml", "");
  folder.write("share/urdf/x", "");
  ASSERT_EQ(::symlink(folder.file("source/urdf/r.urdf").c_str(),
                      folder.file("share/urdf/r.urdf").c_str()),
            0);
  FileScope scope;
  scope.add_project_of(folder.file("share/urdf/r.urdf"));
  EXPECT_TRUE(scope.allows(folder.file("source/meshes/m.stl")));
  EXPECT_TRUE(scope.allows(folder.file("share/meshes/m.stl")));
}

}  // namespace
}  // namespace cardan
