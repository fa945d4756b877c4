#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

/// The table of expected results in a collection of real robot files that may be next to the
/// checkout.
namespace cardan::test {

struct RobotRow {
  std::string robot, file;  // file: absolute path
  int links = 0, joints = 0, dof = 0, mimic = 0, missing_visuals = 0;
  std::map<std::string, int> joint_types, shapes;
  double mass = 0;
  std::string urdfdom, notes;
};

inline std::filesystem::path shared_robots_folder() {
  return std::filesystem::path(CARDAN_SOURCE_DIR) / ".." / "shared" / "robots";
}

inline std::vector<std::string> table_cells(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, '|');) {
    const std::size_t begin = cell.find_first_not_of(" `");
    const std::size_t end = cell.find_last_not_of(" `");
    cells.push_back(begin == cell.npos ? "" : cell.substr(begin, end - begin + 1));
  }
  return cells;
}

/// "R7 F3 P2".
inline std::map<std::string, int> joint_type_counts(const std::string& cell) {
  static const std::map<char, std::string> kNames = {{'R', "revolute"},
                                                     {'C', "continuous"},
                                                     {'P', "prismatic"},
                                                     {'F', "fixed"},
                                                     {'S', "spherical"}};
  std::map<std::string, int> counts;
  std::istringstream stream(cell);
  for (std::string word; stream >> word;) {
    if (word != "-") counts[kNames.at(word[0])] = std::stoi(word.substr(1));
  }
  return counts;
}

/// "mesh 9 (.stl), box 8".
inline std::map<std::string, int> shape_counts(const std::string& cell) {
  std::map<std::string, int> counts;
  std::istringstream stream(cell);
  for (std::string part; std::getline(stream, part, ',');) {
    std::istringstream words(part);
    std::string kind;
    int count = 0;
    if (words >> kind >> count) counts[kind] = count;
  }
  return counts;
}

inline int number_or_zero(const std::string& cell) {
  return cell.empty() || cell == "-" ? 0 : std::stoi(cell);
}

/// Rows of the table, none if the collection is not there.
inline std::vector<RobotRow> shared_robot_rows() {
  std::vector<RobotRow> rows;
  std::ifstream stream(shared_robots_folder() / "README.md");
  for (std::string line; std::getline(stream, line);) {
    const std::vector<std::string> c = table_cells(line);
    if (c.size() < 13 || c[3].empty() || !std::isdigit(static_cast<unsigned char>(c[3][0])))
      continue;
    RobotRow row;
    row.robot = c[1];
    row.file = (shared_robots_folder() / c[1] / c[2]).lexically_normal().string();
    row.links = std::stoi(c[3]);
    row.joints = std::stoi(c[4]);
    row.dof = std::stoi(c[5]);
    row.mimic = number_or_zero(c[6]);
    row.joint_types = joint_type_counts(c[7]);
    row.shapes = shape_counts(c[8]);
    row.mass = std::stod(c[9]);
    row.missing_visuals = number_or_zero(c[10]);
    row.urdfdom = c[11];
    row.notes = c[12];
    rows.push_back(row);
  }
  return rows;
}

}  // namespace cardan::test
