#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include "test/support/run_command.h"

/// docs/ci: files that users copy. They are parsed as by their services, and their scripts run in a
/// shell.
namespace cardan::test {
namespace {

std::string example(const std::string& name) {
  return std::string(CARDAN_SOURCE_DIR) + "/docs/ci/" + name;
}

// Lines of shell that contain a command.
int commands(const std::string& script, const std::string& command) {
  int count = 0;
  for (std::size_t at = script.find(command); at != std::string::npos;
       at = script.find(command, at + 1)) {
    ++count;
  }
  return count;
}

void expect_shell(const TemporaryDirectory& folder, const std::string& script) {
  const CommandResult result = run_shell("sh -n '" + folder.write("script", script) + "'");
  EXPECT_EQ(result.exit_code, 0) << result.err << script;
}

// Steps of both.
void expect_regression(const std::string& script) {
  for (const char* part : {"cardan regress scenes", "--junit report/junit.xml", "--html report",
                           "cardan check robot/my_robot.urdf", "install-packages build",
                           "cmake --install", "--tag smoke"}) {
    EXPECT_EQ(commands(script, part), 1) << part;
  }
}

TEST(CiExamples, GitHubExampleRuns) {
  const YAML::Node workflow = YAML::LoadFile(example("github-workflow.yml"));
  ASSERT_TRUE(workflow["on"]["push"].IsDefined());
  const YAML::Node job = workflow["jobs"]["regress"];
  EXPECT_EQ(job["container"].as<std::string>(), "debian:12");
  const TemporaryDirectory folder;
  std::string all, used;
  for (const YAML::Node& step : job["steps"]) {
    ASSERT_NE(step["run"].IsDefined(), step["uses"].IsDefined());
    if (step["uses"]) {
      used += step["uses"].as<std::string>() +
              (step["if"] ? " if " + step["if"].as<std::string>() : "") + "\n";
      continue;
    }
    // An expression of GitHub is text before the shell sees it.
    std::string script = step["run"].as<std::string>();
    for (std::size_t at = script.find("${{"); at != std::string::npos; at = script.find("${{")) {
      script.replace(at, script.find("}}", at) + 2 - at, "expression");
    }
    expect_shell(folder, script);
    all += script + "\n";
  }
  expect_regression(all);
  // Reports are uploaded also after a failure.
  EXPECT_NE(used.find("actions/upload-artifact@v4 if always()"), std::string::npos);
  EXPECT_NE(used.find("junit-report@v5 if always()"), std::string::npos);
}

TEST(CiExamples, GitLabExampleRuns) {
  const YAML::Node job = YAML::LoadFile(example("gitlab-ci.yml"))["regress"];
  EXPECT_EQ(job["image"].as<std::string>(), "debian:12");
  const TemporaryDirectory folder;
  std::string all;
  for (const char* part : {"before_script", "script"}) {
    for (const YAML::Node& line : job[part]) {
      expect_shell(folder, line.as<std::string>());
      all += line.as<std::string>() + "\n";
    }
  }
  expect_regression(all);
  EXPECT_EQ(job["artifacts"]["when"].as<std::string>(), "always");
  EXPECT_EQ(job["artifacts"]["reports"]["junit"].as<std::string>(), "report/junit.xml");
}

}  // namespace
}  // namespace cardan::test
