#include "cardan/error.h"
#include "cardan/problem_file.h"
#include "constraint/problem_files/hdf5_problems.h"
#include "constraint/problem_files/text_problems.h"
#include "core/read_file.h"

namespace cardan {

namespace {

constexpr std::string_view kHdf5Signature = "\x89HDF\r\n\x1a\n";

ProblemFile read_hdf5(std::string_view content, const std::string& where) {
  ProblemFile file;
  const Hdf5Reader in(content, where);
  if (in.has("/cardan_problem")) {
    file.format = "cardan";
    read_full_form(in, file);
    validate_file(file, where);
    check_scales(file, where);
    return file;
  }
  if (in.has("/fclib_local")) {
    file.format = "fclib_local";
    read_fclib_local(in, file);
  } else if (in.has("/fclib_global")) {
    file.format = "fclib_global";
    read_fclib_global(in, file);
  } else {
    throw Error("this HDF5 file has no problem in a known format", where,
                "expected a group cardan_problem, fclib_local or fclib_global");
  }
  complete_foreign_problem(where, file);
  return file;
}

ProblemFile read_text(std::string_view content, const std::string& where) {
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
  if (scanner.ends_within_number()) {
    scanner.fail("the file ends within its last number",
                 "the file may be truncated; expected white space after it");
  }
  if (scanner.ends_with_number()) {
    file.notes.emplace_back("the file ends with its last number, which may be truncated");
  }
  complete_foreign_problem(where, file);
  return file;
}

}  // namespace

ProblemFile read_problem(std::string_view content, const std::string& where) {
  if (content.substr(0, kHdf5Signature.size()) == kHdf5Signature) return read_hdf5(content, where);
  return read_text(content, where);
}

ProblemFile read_problem(const std::string& file) {
  return read_problem(read_whole_file(file), file);
}

void write_problem(const std::string& file, const ProblemFile& problem) {
  validate_file(problem, file);
  Hdf5Writer out(file);
  write_full_form(out, problem);
  write_fclib_local(out, problem);
  out.commit();
}

}  // namespace cardan
