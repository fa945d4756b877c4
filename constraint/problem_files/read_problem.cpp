#include <filesystem>
#include <fstream>
#include <iterator>

#include "cardan/constraint/problem_files/problem_file.h"
#include "cardan/constraint/problem_files/text_problems_internal.h"
#include "cardan/core/error.h"

namespace cardan {

namespace {

std::string whole_file(const std::string& file) {
  if (std::filesystem::is_directory(file)) throw Error("this is a folder", file, "name a file");
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw Error("cannot open the file", file, "is it there and may it be read?");
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) throw Error("cannot read the file", file, "");
  return text;
}

}  // namespace

ProblemFile read_problem(std::string_view content, const std::string& where) {
  ProblemFile file;
  NumberScanner scanner(content, where);
  switch (detect_text_format(content)) {
    case TextFormat::kFriction:
      file.format = "friction text";
      read_friction_text(scanner, file);
      break;
    case TextFormat::kLcp:
      file.format = "lcp text";
      read_lcp_text(scanner, file);
      break;
    case TextFormat::kMlcp:
      file.format = "mlcp text";
      read_mlcp_text(scanner, file);
      break;
    case TextFormat::kUnknown:
      throw Error("not a problem in a known format", where,
                  "expected HDF5 of cardan or FCLIB, or a friction, LCP or MLCP problem in text");
  }
  complete_foreign_problem(where, file);
  return file;
}

ProblemFile read_problem(const std::string& file) { return read_problem(whole_file(file), file); }

}  // namespace cardan
