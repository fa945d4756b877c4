#include "test/unit/problem_files/hdf5_kit.h"

#include <hdf5.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>

#include "constraint/problem_files/foreign_problem.h"
#include "constraint/row_scale.h"

namespace cardan::test {

namespace {

struct Listing {
  std::string below;
  std::set<std::string> found;
};

herr_t visit(hid_t file, const char* name, const H5O_info_t* info, void* data) {
  auto& listing = *static_cast<Listing*>(data);
  if (info->type != H5O_TYPE_DATASET) return 0;
  const std::string path = std::string("/") + name;
  if (path.rfind(listing.below, 0) != 0) return 0;
  const hid_t set = H5Dopen2(file, name, H5P_DEFAULT), type = H5Dget_type(set),
              space = H5Dget_space(set);
  const H5T_class_t kind = H5Tget_class(type);
  const std::size_t bits = 8 * H5Tget_size(type);
  std::string line = path;
  line.append(kind == H5T_STRING ? " text" : kind == H5T_INTEGER ? " i" : " f");
  if (kind != H5T_STRING) line.append(std::to_string(bits));
  line.append(" ").append(std::to_string(H5Sget_simple_extent_ndims(space)));
  listing.found.insert(line);
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(set);
  return 0;
}

// The listing calls back with locations relative to the file.
herr_t visit_object(hid_t object, const char* name, const H5O_info_t* info, void* data) {
  return name[0] == '.' ? 0 : visit(object, name, info, data);
}

SparseRows random_rows(std::mt19937& random, int rows, int cols, double fill) {
  std::uniform_real_distribution<double> unit(0, 1);
  std::normal_distribution<double> normal;
  SparseRows result;
  result.clear(cols);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      if (unit(random) < fill) result.push(j, normal(random));
    }
    result.end_row();
  }
  return result;
}

void finish(ProblemFile& file, std::mt19937& random) {
  std::normal_distribution<double> normal;
  const cardan_block& last = file.problem.blocks.back();
  for (int i = 0; i < last.row + last.dim; ++i) {
    file.problem.b.push_back(normal(random));
    file.guess.push_back(normal(random));
  }
  for (const cardan_block& block : file.problem.blocks) {
    file.names.push_back("hände/wheel on ground, contact " + std::to_string(block.row));
  }
}

}  // namespace

std::set<std::string> datasets(const std::string& file, const std::string& below) {
  Listing listing{below, {}};
  const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  H5Ovisit2(id, H5_INDEX_NAME, H5_ITER_INC, visit_object, &listing, H5O_INFO_BASIC);
  H5Fclose(id);
  return listing.found;
}

void remove_link(const std::string& file, const std::string& path) {
  const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Ldelete(id, path.c_str(), H5P_DEFAULT);
  H5Fclose(id);
}

void overwrite(const std::string& file, const std::string& path, int k, double value) {
  const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t set = H5Dopen2(id, path.c_str(), H5P_DEFAULT), space = H5Dget_space(set);
  std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  values.at(static_cast<std::size_t>(k)) = value;
  H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Sclose(space);
  H5Dclose(set);
  H5Fclose(id);
}

void store_outside(const std::string& file, const std::string& path, const std::string& other) {
  remove_link(file, path);
  const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hsize_t size = 8;
  const hid_t space = H5Screate_simple(1, &size, nullptr), list = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(list, other.c_str(), 0, size * sizeof(double));
  H5Dclose(H5Dcreate2(id, path.c_str(), H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, list, H5P_DEFAULT));
  H5Pclose(list);
  H5Sclose(space);
  H5Fclose(id);
}

void link_outside(const std::string& file, const std::string& path, const std::string& other) {
  remove_link(file, path);
  const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Lcreate_external(other.c_str(), path.c_str(), id, path.c_str(), H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(id);
}

std::string bytes_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

ProblemFile rich_file() {
  std::mt19937 random(7);
  ProblemFile file;
  Problem& p = file.problem;
  const double infinity = std::numeric_limits<double>::infinity();
  append_block(CARDAN_CONE, 3, 0.7, p);
  append_block(CARDAN_FREE, 2, 0, p);
  append_block(CARDAN_NONNEGATIVE, 1, 0, p);
  append_block(CARDAN_BOX, 1, 0, p);
  p.blocks.back().lo = -infinity;
  p.blocks.back().hi = 5e-324;
  append_block(CARDAN_BOX_MU, 1, 0.3, p);
  p.blocks.back().parent = 5;
  append_block(CARDAN_BALL_MU, 2, 1e-3, p);
  p.blocks.back().parent = 0;
  append_block(CARDAN_CONE_CONVEX, 4, 1.1, p);
  p.blocks[0].key = 0xfedcba9876543210ULL;
  finish(file, random);
  const int m = p.m();
  p.Y = random_rows(random, m, 9, 0.4);
  p.S = random_rows(random, m, m, 0.2);
  p.column_parent = {-1, 0, 1, -1, 3, 3, -1, 6, 7};
  p.properties = CARDAN_GROUPED | CARDAN_FACTORED;
  set_row_scales(p);
  p.b[1] = -0.0;
  p.b[2] = 5e-324;
  p.tolerance = 1.0 / 3 * 1e-8;
  p.dt = 0.1 + 0.2;
  p.matrix_id = 0xffffffffffffffffULL;
  p.id = (123456ULL << 20) | 7;
  p.max_iterations = 77;
  file.origin = {"jam", 123456, 7, 123.456, "phantom", "two walls"};
  file.attempts = {{"block_pivot", CARDAN_NUMERIC, 17, infinity}, {"lemke", CARDAN_JAMMED, 4, 0.5}};
  file.expectation = {"lemke", CARDAN_JAMMED, 0.25};
  return file;
}

ProblemFile contact_file() {
  std::mt19937 random(8);
  ProblemFile file;
  Problem& p = file.problem;
  append_block(CARDAN_CONE, 3, 0.5, p);
  append_block(CARDAN_FREE, 2, 0, p);
  append_block(CARDAN_CONE, 3, 0.25, p);
  append_block(CARDAN_CONE, 3, 0, p);
  finish(file, random);
  p.Y = random_rows(random, p.m(), 14, 0.6);
  p.S.clear(p.m());
  for (int i = 0; i < p.m(); ++i) {
    p.S.push(i, 1e-3);
    p.S.end_row();
  }
  p.properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_GROUPED | CARDAN_FACTORED;
  set_row_scales(p);
  return file;
}

}  // namespace cardan::test
