#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cardan/error.h"
#include "cardan/scene.h"
#include "test/support/temporary_directory.h"

// Scenes may be untrusted: their files must lie in the project of the scene or in a folder that it
// names.
namespace cardan {
namespace {

const char* const kHeights = "{name: f, static: true, heightfield: {file: FILE, size: [1, 1]}}";
const char* const kMesh = "{name: f, mesh: {file: FILE}}";

class SceneScope : public testing::Test {
 protected:
  SceneScope() {
    folder_.write("elsewhere/h.txt", "1 2\n3 4\n");
    folder_.write("elsewhere/m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n");
    folder_.write("own/h.txt", "1 2\n3 4\n");
  }

  // The message, or "" if the scene is read.
  std::string load(const std::string& form, const std::string& file, const std::string& more = "",
                   const SceneOptions& options = {}) const {
    std::string model = form;
    model.replace(model.find("FILE"), 4, file);
    const std::string scene = "cardan: 1\n" + more + "models:\n  - " + model + "\n";
    try {
      load_scene(folder_.write("own/s.yaml", scene), {}, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  test::TemporaryDirectory folder_;
};

TEST_F(SceneScope, FilesOutsideTheProjectAreRejected) {
  for (const std::string& file :
       {std::string("../elsewhere/h.txt"), folder_.file("elsewhere/h.txt"),
        std::string("../own/../elsewhere/h.txt"), std::string("/etc/passwd")}) {
    EXPECT_NE(load(kHeights, file).find("is outside the project"), std::string::npos) << file;
  }
  EXPECT_NE(load(kMesh, "../elsewhere/m.obj").find("is outside"), std::string::npos);
  const std::string golden = "expect: [{golden: ../elsewhere/h.txt}]\n";
  EXPECT_NE(load("{name: f, sphere: {radius: 1}, pose: {xyz: [0, 0, 0]}} # FILE", "", golden)
                .find("is outside"),
            std::string::npos);
  EXPECT_EQ(load(kHeights, "h.txt"), "");
}

TEST_F(SceneScope, LinksAreResolved) {
  ASSERT_EQ(::symlink("../elsewhere/h.txt", folder_.file("own/link.txt").c_str()), 0);
  EXPECT_NE(load(kHeights, "link.txt").find("is outside"), std::string::npos);
}

TEST_F(SceneScope, FoldersNamedByTheSceneAreAccepted) {
  EXPECT_EQ(load(kHeights, "../elsewhere/h.txt", "needs: [../elsewhere]\n"), "");
  EXPECT_EQ(load(kMesh, "../elsewhere/m.obj", "needs: [../elsewhere]\n"), "");
  EXPECT_NE(load(kHeights, "/etc/passwd", "needs: [/etc, /]\n").find("is outside"),
            std::string::npos);
}

TEST_F(SceneScope, ScopeReachesUpToTheMarkerOfTheProject) {
  folder_.write("package.xml", "");
  EXPECT_EQ(load(kHeights, "../elsewhere/h.txt"), "");
}

TEST_F(SceneScope, CallerCanAllowMoreFolders) {
  SceneOptions options;
  options.allow_outside = true;
  EXPECT_EQ(load(kHeights, "../elsewhere/h.txt", "", options), "");
  ::setenv("CARDAN_ALLOW_OUTSIDE", "1", 1);
  EXPECT_EQ(load(kHeights, "../elsewhere/h.txt"), "");
  ::unsetenv("CARDAN_ALLOW_OUTSIDE");
  EXPECT_NE(load(kHeights, "../elsewhere/h.txt"), "");
}

TEST_F(SceneScope, PipesAndDevicesAreRejectedWithoutWaiting) {
  ASSERT_EQ(::mkfifo(folder_.file("own/pipe.txt").c_str(), 0600), 0);
  for (const char* form : {kHeights, kMesh}) {
    EXPECT_NE(load(form, "pipe.txt").find("pipe, not a file"), std::string::npos);
    EXPECT_NE(load(form, ".").find("this is a folder"), std::string::npos);
  }
  EXPECT_NE(load("{name: r, urdf: FILE}", "pipe.txt").find("pipe, not a file"), std::string::npos);
  EXPECT_NE(load("{name: r, urdf: FILE}", "/dev/zero").find("device, not a file"),
            std::string::npos);
}

TEST_F(SceneScope, TooLargeSceneIsRejected) {
  const std::string file = folder_.write("own/large.yaml", "cardan: 1\n");
  ASSERT_EQ(::truncate(file.c_str(), off_t{9} << 20), 0);
  try {
    load_scene(file);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("at most 8192 KiB are read"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace cardan
