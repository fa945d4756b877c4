#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

/// First inputs of fuzz_problem: a small problem of every text format, and the small published
/// problems if they are installed.

namespace fs = std::filesystem;

namespace {

const char* const kSmall[] = {
    // Friction: dimension, contacts, storage, the dense matrix with its header, b, mu.
    "3 1 0 3 3 3 3\n1 0 0\n0 1 0\n0 0 1\n-1 0.2 0\n0.5\n",
    // The same, block-sparse.
    "3 1 1 3 3 1 1 1 3 3 2 1 0 1 0 0 1 0 0 0 1 0 0 0 1 -1 0.2 0 0.5\n",
    // LCP: size, storage, the dense matrix with its header, q.
    "2 0 2 2 2 2\n2 1\n1 2\n-5 -6\n",
    // MLCP: one matrix; one equation, one inequality, row blocks from 0, which are equations.
    "1 0 1 1\n0 1\n0\n0 2 2 2 2\n2 1\n1 2\n-5 -6\n",
    // MLCP in four matrices.
    "0 1 1 1\n0 1 1 1 1\n2\n0 1 1 1 1\n2\n0 1 1 1 1\n1\n0 1 1 1 1\n1\n-5 -6\n",
};

void write(const fs::path& folder, const std::string& name, const std::string& text) {
  std::ofstream(folder / name, std::ios::binary) << text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || !fs::is_directory(argv[1])) {
    std::fprintf(stderr, "usage: fuzz_problem_seeds FOLDER\n");
    return 2;
  }
  int number = 0;
  for (const char* text : kSmall) write(argv[1], "small_" + std::to_string(number++), text);
  const fs::path field = fs::path(CARDAN_SOURCE_DIR) / "../shared/problems";
  std::error_code code;
  for (fs::recursive_directory_iterator it(field, code), end; !code && it != end;
       it.increment(code)) {
    if (it->path().extension() != ".dat" || it->file_size() > 12000) continue;
    fs::copy_file(it->path(), fs::path(argv[1]) / it->path().filename(),
                  fs::copy_options::overwrite_existing, code);
  }
  return 0;
}
