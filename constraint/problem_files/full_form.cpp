#include <algorithm>
#include <limits>

#include "constraint/problem_files/hdf5_problems.h"
#include "core/hash.h"

namespace cardan {

namespace {

constexpr int kVersion = 1;
const std::string kRoot = "/cardan_problem/";

void write_number(Hdf5Writer& out, const std::string& name, std::int32_t value) {
  out.write(kRoot + name, std::span<const std::int32_t>(&value, 1));
}

void write_unsigned(Hdf5Writer& out, const std::string& name, std::uint64_t value) {
  out.write(kRoot + name, std::span<const std::uint64_t>(&value, 1));
}

void write_number(Hdf5Writer& out, const std::string& name, double value) {
  out.write(kRoot + name, std::span<const double>(&value, 1));
}

template <typename T, typename Get>
void write_column(Hdf5Writer& out, const std::string& name, std::size_t size, const Get& get) {
  std::vector<T> values(size);
  for (std::size_t k = 0; k < size; ++k) values[k] = get(k);
  out.write(kRoot + name, std::span<const T>(values));
}

void write_blocks(Hdf5Writer& out, const std::vector<cardan_block>& blocks) {
  const auto integers = [&](const char* name, auto member) {
    write_column<std::int32_t>(out, std::string("blocks/") + name, blocks.size(),
                               [&](std::size_t k) { return blocks[k].*member; });
  };
  const auto numbers = [&](const char* name, auto member) {
    write_column<double>(out, std::string("blocks/") + name, blocks.size(),
                         [&](std::size_t k) { return blocks[k].*member; });
  };
  integers("kind", &cardan_block::kind);
  integers("dim", &cardan_block::dim);
  integers("parent", &cardan_block::parent);
  integers("group", &cardan_block::group);
  numbers("mu", &cardan_block::mu);
  numbers("lo", &cardan_block::lo);
  numbers("hi", &cardan_block::hi);
  write_column<std::uint64_t>(out, "blocks/key", blocks.size(),
                              [&](std::size_t k) { return blocks[k].key; });
}

void write_rows(Hdf5Writer& out, const std::string& name, const SparseRows& rows) {
  write_number(out, name + "/cols", rows.cols);
  out.write(kRoot + name + "/start", std::span<const std::int32_t>(rows.start));
  out.write(kRoot + name + "/index", std::span<const std::int32_t>(rows.index));
  out.write(kRoot + name + "/value", std::span<const double>(rows.value));
}

void write_attempts(Hdf5Writer& out, const std::vector<RecordedAttempt>& attempts) {
  std::vector<std::string> solvers;
  solvers.reserve(attempts.size());
  for (const RecordedAttempt& attempt : attempts) solvers.push_back(attempt.solver);
  out.write_fixed(kRoot + "attempts/solver", solvers);
  const std::size_t n = attempts.size();
  write_column<std::int32_t>(out, "attempts/status", n,
                             [&](std::size_t k) { return attempts[k].status; });
  write_column<std::int32_t>(out, "attempts/iterations", n,
                             [&](std::size_t k) { return attempts[k].iterations; });
  write_column<double>(out, "attempts/residual", n,
                       [&](std::size_t k) { return attempts[k].residual; });
}

void write_origin(Hdf5Writer& out, const ProblemOrigin& origin) {
  out.write_fixed(kRoot + "origin/scene", origin.scene);
  out.write_fixed(kRoot + "origin/formulation", origin.formulation);
  out.write_fixed(kRoot + "origin/remark", origin.remark);
  write_unsigned(out, "origin/step", static_cast<std::uint64_t>(origin.step));
  write_number(out, "origin/island", origin.island);
  write_number(out, "origin/time", origin.time);
}

std::vector<std::int32_t> read_integers(const Hdf5Reader& in, const std::string& name,
                                        std::size_t size) {
  const std::vector<std::int64_t> values = in.whole_numbers(kRoot + name);
  if (values.size() != size) {
    in.fail("'" + kRoot + name + "' has " + std::to_string(values.size()) +
            " numbers in place of " + std::to_string(size));
  }
  std::vector<std::int32_t> result(size);
  bool fits = true;
  for (std::size_t k = 0; k < size; ++k) {
    result[k] = static_cast<std::int32_t>(values[k]);
    fits = fits && result[k] == values[k];
  }
  if (!fits) in.fail("'" + kRoot + name + "' has a number of more than 32 bits");
  return result;
}

std::vector<double> read_doubles(const Hdf5Reader& in, const std::string& name, std::size_t size) {
  std::vector<double> values = in.doubles(kRoot + name);
  if (values.size() != size) {
    in.fail("'" + kRoot + name + "' has " + std::to_string(values.size()) +
            " numbers in place of " + std::to_string(size));
  }
  return values;
}

std::uint64_t read_unsigned(const Hdf5Reader& in, const std::string& name) {
  const std::vector<std::uint64_t> values = in.integers(kRoot + name);
  if (values.size() != 1) in.fail("'" + kRoot + name + "' is not one number");
  return values[0];
}

std::vector<cardan_block> read_blocks(const Hdf5Reader& in, int m) {
  const std::size_t n = in.whole_numbers(kRoot + "blocks/kind").size();
  const auto kind = read_integers(in, "blocks/kind", n), dim = read_integers(in, "blocks/dim", n);
  const auto parent = read_integers(in, "blocks/parent", n);
  const auto group = read_integers(in, "blocks/group", n);
  const auto mu = read_doubles(in, "blocks/mu", n), lo = read_doubles(in, "blocks/lo", n);
  const auto hi = read_doubles(in, "blocks/hi", n);
  const std::vector<std::uint64_t> key = in.integers(kRoot + "blocks/key");
  if (key.size() != n) in.fail("'" + kRoot + "blocks/key' does not have a number per block");
  std::vector<cardan_block> blocks(n);
  std::int64_t row = 0;
  for (std::size_t k = 0; k < n; ++k) {
    if (dim[k] < 1 || row + dim[k] > m) in.fail("the blocks do not cover the rows");
    blocks[k] = {kind[k],  static_cast<std::int32_t>(row),
                 dim[k],   parent[k],
                 group[k], 0,
                 key[k],   mu[k],
                 lo[k],    hi[k],
                 0};
    row += dim[k];
  }
  return blocks;
}

SparseRows read_rows(const Hdf5Reader& in, const std::string& name, int m) {
  SparseRows rows;
  rows.cols = read_one(in, kRoot + name + "/cols", 0, std::numeric_limits<int>::max());
  rows.start = read_integers(in, name + "/start", static_cast<std::size_t>(m) + 1);
  rows.value = in.doubles(kRoot + name + "/value");
  rows.index = read_integers(in, name + "/index", rows.value.size());
  const bool ascending = rows.start[0] == 0 && std::is_sorted(rows.start.begin(), rows.start.end());
  if (!ascending || static_cast<std::size_t>(rows.start.back()) != rows.value.size()) {
    in.fail("'" + kRoot + name + "/start' does not fit the entries");
  }
  return rows;
}

void read_origin(const Hdf5Reader& in, ProblemOrigin& origin) {
  origin.scene = in.text(kRoot + "origin/scene");
  origin.formulation = in.text(kRoot + "origin/formulation");
  origin.remark = in.text(kRoot + "origin/remark");
  origin.step = static_cast<std::int64_t>(read_unsigned(in, "origin/step"));
  origin.island = read_one(in, kRoot + "origin/island", -1, std::numeric_limits<int>::max());
  origin.time = read_doubles(in, "origin/time", 1)[0];
}

std::vector<RecordedAttempt> read_attempts(const Hdf5Reader& in) {
  const std::vector<std::string> solvers = in.names(kRoot + "attempts/solver");
  const std::size_t n = solvers.size();
  const auto status = read_integers(in, "attempts/status", n);
  const auto iterations = read_integers(in, "attempts/iterations", n);
  const auto residual = read_doubles(in, "attempts/residual", n);
  std::vector<RecordedAttempt> attempts(n);
  for (std::size_t k = 0; k < n; ++k) {
    if (status[k] < CARDAN_SOLVED || status[k] > CARDAN_UNSUPPORTED) {
      in.fail("'" + kRoot + "attempts/status' holds an unknown status");
    }
    attempts[k] = {solvers[k], status[k], iterations[k], residual[k]};
  }
  return attempts;
}

}  // namespace

namespace {

// Checksum of the numbers, which HDF5 does not check. Does not cover strings.
std::uint64_t checksum(const ProblemFile& file) {
  const Problem& problem = file.problem;
  Hash hash;
  const auto integer = [&](auto x) { hash.add_word(static_cast<std::uint64_t>(x)); };
  const auto integers = [&](const auto& list) {
    integer(list.size());
    for (const auto x : list) integer(x);
  };
  const auto numbers = [&](const std::vector<double>& list) {
    integer(list.size());
    hash.add_words(list.data(), list.size());
  };
  integer(problem.properties);
  integer(problem.num_groups);
  integer(problem.max_iterations);
  integer(problem.matrix_id);
  integer(problem.id);
  for (const cardan_block& block : problem.blocks) {
    for (const std::int32_t x : {block.kind, block.dim, block.parent, block.group}) integer(x);
    integer(block.key);
    numbers({block.mu, block.lo, block.hi});
  }
  for (const SparseRows* rows : {&problem.Y, &problem.S}) {
    integer(rows->cols);
    integers(rows->start);
    integers(rows->index);
    numbers(rows->value);
  }
  integers(problem.column_parent);
  for (const std::vector<double>* list :
       {&problem.b, &problem.prox_step, &problem.weight, &file.guess})
    numbers(*list);
  for (const RecordedAttempt& attempt : file.attempts) {
    integer(attempt.status);
    integer(attempt.iterations);
    numbers({attempt.residual});
  }
  integer(file.origin.step);
  integer(file.origin.island);
  integer(file.expectation.status);
  numbers({problem.tolerance, problem.dt, file.origin.time, file.expectation.tolerance});
  return hash.value();
}

}  // namespace

void write_full_form(Hdf5Writer& out, const ProblemFile& file) {
  const Problem& problem = file.problem;
  write_number(out, "version", kVersion);
  write_unsigned(out, "properties", problem.properties);
  write_number(out, "num_groups", problem.num_groups);
  write_number(out, "max_iterations", problem.max_iterations);
  write_unsigned(out, "matrix_id", problem.matrix_id);
  write_unsigned(out, "id", problem.id);
  write_number(out, "tolerance", problem.tolerance);
  write_number(out, "dt", problem.dt);
  write_blocks(out, problem.blocks);
  write_rows(out, "Y", problem.Y);
  write_rows(out, "S", problem.S);
  out.write(kRoot + "column_parent", std::span<const std::int32_t>(problem.column_parent));
  out.write(kRoot + "b", std::span<const double>(problem.b));
  out.write(kRoot + "step", std::span<const double>(problem.prox_step));
  out.write(kRoot + "weight", std::span<const double>(problem.weight));
  out.write(kRoot + "guess", std::span<const double>(file.guess));
  out.write_fixed(kRoot + "names", file.names);
  write_origin(out, file.origin);
  write_attempts(out, file.attempts);
  out.write_fixed(kRoot + "expectation/solver", file.expectation.solver);
  write_number(out, "expectation/status", file.expectation.status);
  write_number(out, "expectation/tolerance", file.expectation.tolerance);
  write_unsigned(out, "checksum", checksum(file));
}

void read_full_form(const Hdf5Reader& in, ProblemFile& file) {
  Problem& problem = file.problem;
  constexpr int kMost = std::numeric_limits<int>::max();
  if (const int version = read_one(in, kRoot + "version", 0, kMost); version != kVersion) {
    in.fail("the file has version " + std::to_string(version) + ", this program reads version " +
            std::to_string(kVersion));
  }
  problem.b = in.doubles(kRoot + "b");
  const std::size_t m = problem.b.size();
  if (m > static_cast<std::size_t>(kMost) / 2) in.fail("'" + kRoot + "b' is too long");
  problem.properties = static_cast<std::uint32_t>(read_unsigned(in, "properties"));
  problem.num_groups = read_one(in, kRoot + "num_groups", 0, kMost);
  problem.max_iterations = read_one(in, kRoot + "max_iterations", 0, kMost);
  problem.matrix_id = read_unsigned(in, "matrix_id");
  problem.id = read_unsigned(in, "id");
  problem.tolerance = read_doubles(in, "tolerance", 1)[0];
  problem.dt = read_doubles(in, "dt", 1)[0];
  problem.blocks = read_blocks(in, static_cast<int>(m));
  problem.Y = read_rows(in, "Y", static_cast<int>(m));
  problem.S = read_rows(in, "S", static_cast<int>(m));
  const std::size_t parents = in.whole_numbers(kRoot + "column_parent").size();
  if (parents != 0) {
    problem.column_parent = read_integers(in, "column_parent", problem.Y.cols);
  }
  problem.prox_step = read_doubles(in, "step", m);
  problem.weight = read_doubles(in, "weight", m);
  file.guess = read_doubles(in, "guess", m);
  file.names = in.names(kRoot + "names");
  if (!file.names.empty() && file.names.size() != problem.blocks.size()) {
    in.fail("'" + kRoot + "names' does not have a name per block");
  }
  read_origin(in, file.origin);
  file.attempts = read_attempts(in);
  file.expectation.solver = in.text(kRoot + "expectation/solver");
  file.expectation.status =
      read_one(in, kRoot + "expectation/status", CARDAN_SOLVED, CARDAN_UNSUPPORTED);
  file.expectation.tolerance = read_doubles(in, "expectation/tolerance", 1)[0];
  if (!in.has(kRoot + "checksum")) {
    file.notes.emplace_back("the file has no checksum: a version before 0.2 wrote it");
  } else if (read_unsigned(in, "checksum") != checksum(file)) {
    in.fail("the numbers do not fit the checksum: the file was damaged or edited");
  }
}

}  // namespace cardan
